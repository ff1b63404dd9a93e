"""Where things stand in the eight words, as plain numbers: read by the kernels and by Python alike.

    own, foe           the units of the active side and of the other
    own_forts, foe_forts
    low, middle, high  the units' healths as three bit-planes; `high` is exactly the 4s, 5s and 6s
    control            everything else, laid out below

The words are seen from the side whose activation it is. In a pending siege the other side decides,
but the words stay as they are: the activation goes on.

    bits  0      side: 0 Red is active, 1 Blue
          1      acting: a unit has been activated and may go on
          2-7    its square
          8, 9   it has moved, it has attacked
          10     a siege waits for its recipient
          11-16  the besieged fort
          17-18  stage: battle, declaring, placing
          19-22  ending, 0 while the game goes on
          23     who has the initiative, in the set-up only (0 in the battle)
          24-43  quiet activations; in the set-up: forts left, Red's in 24-26, Blue's in 27-29
          44-63  activations played
"""

SIDE = 1
ACTING = 1 << 1
MOVED = 1 << 8
ATTACKED = 1 << 9
SIEGE = 1 << 10
INITIATIVE = 1 << 23
ACTIVATION = 0x1FFFE
"""Bits 1 to 16: all that belongs to one activation."""

SQUARE_AT = 2
FORT_AT = 11
STAGE_AT = 17
ENDING_AT = 19
INITIATIVE_AT = 23
QUIET_AT = 24
LEFT_AT = 24
LEFT_WIDTH = 3
PLAYED_AT = 44
MOST_COUNTED = (1 << 20) - 1
"""Both counters stay at this when they reach it; the options' bounds lie below it."""

BATTLE, DECLARING, PLACING = 0, 1, 2

# A ninth word, where one is kept, has what is past and does not matter to the rules any more, and
# the roll for the initiative, which comes before all else.
PAST = 8
ROLLED_AT, ROLLED_BITS = 0, 7
"""Red's face while Blue has yet to roll; else 0."""
WON_AT, WON_BITS = 3, 3
NOT_YET, RED_BEGINS, BLUE_BEGINS, UNTOLD = range(4)
"""Who has won the initiative; UNTOLD in a battle of which nobody has said it."""
DECLARED_AT, DECLARED_BITS = 5, 7
"""One more than the forts declared; 0 while none are."""
ROW = 9

GOES_ON = 0
RED_DESTROYED_ALL, BLUE_DESTROYED_ALL, NOBODY_LEFT = 1, 2, 3
RED_STRONGER, BLUE_STRONGER, EQUALS = 4, 5, 6
QUIET, LENGTH = 7, 8

# An action is a number: its kind in bits 12 and up, a square in bits 6-11 (who acts) and one in
# bits 0-5 (where to, whom, how many forts).
KIND_AT = 12
FROM_AT = 6
PASS, END, MOVE, ATTACK, BESIEGE, REST, RECEIVE, DECLARE, PLACE = 1, 2, 3, 4, 5, 6, 7, 8, 9
MOST_DECLARED = 4
"""No numbers let anybody declare more forts."""

MOST_ACTIONS = 320
"""Room for any position, however far units go: 8 of them reach at most 27 squares in straight lines
and 8 more beside forts each, or they strike at most 8 instead of those, and may rest."""

# The numbers of the rules, as words of an array of their own: those that a variant may change, the
# options, and what follows from the first and is worked out once instead of at every action.
UNITS, HEALTH = 0, 1
LEAST_FORTS, MOST_FORTS, FORT_ROWS, FORTS_APART = 2, 3, 4, 5
REST_GAIN = 6
STRAIGHT, DIAGONAL, SLOW_STRAIGHT, SLOW_DIAGONAL = 7, 8, 9, 10
ATTACK_DAMAGE, SUPPORT_DAMAGE, SIEGE_DAMAGE, STAND_DAMAGE = 11, 12, 13, 14
FIGURES = 15
"""So many can be changed by a variant. What follows are the options."""
QUIET_LIMIT, LENGTH_LIMIT = 15, 16
RED_ROWS, BLUE_ROWS = 17, 18
"""The squares of the rows on which each side may place forts."""
RUNNING, IN_STEP = 19, 20
"""All squares or none: whether the strong make two straight steps; whether that is all that there
is besides one step."""
NUMBERS = 21
