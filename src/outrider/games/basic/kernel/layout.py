"""Where things stand in the record of a game, as plain numbers: read by the kernels and by Python
alike. All are 64-bit; lengths are thousandths of an inch. With coordinates in the table's bounds
and lengths of at most its longest side no product comes near 2**63, so nothing needs more bits.

    record    a header, then a row for each unit, Red's five first
    table     its width and its depth; nothing on it matters in this game
    numbers   the rulebook's numbers and the options', by the places below
    action    its kind, then a unit and two numbers more, as the kind needs them

Seats are numbered as units are: Red is 0, Blue is 1.
"""

# -- the record ----------------------------------------------------------------------------------

STAGE, ENDING, SEAT, FIRST, ROLLED, TURNS, COMMANDED, STRIKER, TARGET = range(9)
"""What is pending; how the game has ended; the side that places or acts; who won the roll, NONE
before it; Red's face while Blue has yet to roll, else 0; how many turns are over; whether an
ability was used in this turn; who attacks whom while the dice fall, else NONE."""
HEADER = 9
X, Y, HEALTH, BUFFER, FLAGS = range(5)
"""Of a unit: its centre, its health, what is left of bolster's, and what it has done and is."""
FIELDS = 5
SIDE = 5
"""Units a side; its first is the commander."""
UNITS = 2 * SIDE
RECORD = HEADER + FIELDS * UNITS

MOVED, ATTACKED, DONE, BOLSTERED, RUSHED, PLACED = 1, 2, 4, 8, 16, 32
NONE = -1

ROLLING, PLACING, FIGHTING, ATTACKING, SAVING, OVER = range(6)
"""The stages: a die for who begins; a unit to place; an action of a turn; the attacker's die; the
defender's die; nothing more."""
GOES_ON, RED_WON, BLUE_WON, TURN_LIMIT_REACHED = range(4)
"""The endings."""

# -- the table -----------------------------------------------------------------------------------

WIDTH, DEPTH = range(2)

# -- the numbers ---------------------------------------------------------------------------------

COMMANDER, CLOSE, LONG = range(3)
KINDS = (COMMANDER, CLOSE, CLOSE, LONG, LONG) * 2
"""What each unit is, in the order of their rows."""
MOVEMENT, MOST_HEALTH, ATTACK_FACE, DAMAGE, RANGE, SAVE_FACE = range(6)
"""A kind's statistics; they stand at STATISTICS times the kind."""
STATISTICS = 6
BASE = 18
BOLSTER_REACH, BOLSTER_DAMAGE, BOLSTER_HEALTH = 19, 20, 21
RUSH_REACH, RUSH_MOVEMENT = 22, 23
FIGURES = 24
"""So many can be changed by a variant. What follows are the options."""
ZONE, MISS_ENDS_UNIT, ANY_TURN, TURN_LIMIT = 24, 25, 26, 27
NUMBERS = 28

# -- actions -------------------------------------------------------------------------------------

END, MOVE, ATTACK, COMMAND, DEPLOY = range(5)
"""The kinds. With a move and a place go a unit and a point, with an attack the unit and its target,
with a command no unit and the ability."""
KIND, UNIT, THIRD, FOURTH = range(4)
ACTION = 4
BOLSTER, RUSH = range(2)

TRIES = 40
"""How often a random point is tried before a unit is taken to have no room."""
NO_LIMIT = 2**62
"""More actions than any game has."""
MOST_POINTS = 76
"""Useful ends of a unit's move: ten about enemies, thirty about ranges, four behind friends and
thirty-two all round."""
MOST_CANDIDATES = SIDE * SIDE + 2 + SIDE * MOST_POINTS + 1

# -- reasons -------------------------------------------------------------------------------------

FINE = 0
NO_ACTION, DICE_FIRST, IS_OVER = 1, 2, 3
"""No action at all; not now."""
PLACE_FIRST, NOT_OWN, HAS_PLACE, OFF_TABLE, OVERLAPS, OUT_OF_ZONE, BEGUN = 4, 5, 6, 7, 8, 9, 10
"""OVERLAPS goes with the unit that is overlapped, OUT_OF_ZONE with how far it is outside."""
NO_UNIT, IS_DONE, HAS_MOVED, TOO_FAR, END_OFF_TABLE, END_OVERLAPS = 11, 12, 13, 14, 15, 16
"""TOO_FAR goes with the movement and with how much too far, END_OVERLAPS with the other unit."""
HAS_ATTACKED, NO_ENEMY, OUT_OF_RANGE = 17, 18, 19
"""OUT_OF_RANGE goes with the distance and with how much it is too much."""
NO_COMMANDER, HAS_COMMANDED = 20, 21

NOTHING, HIT, MISS, SAVE, WOUND = range(5)
"""What a die has done; the roll for who begins does nothing but that."""

HITS, SAVED, WOUNDS, KILLS, WINS, LOSS = range(6)
"""Of an attack, out of 36 throws of two dice: how many do what, and the health lost in all."""
ODDS = 6

MOVERS, REACH, HERE, ZONE_OF, AIM, STANDING, HEARD = range(7)
"""Questions of the facade besides legality, and what is answered: how many units may move; why a
unit may not move, and how far it may; why a unit may not be placed there; between which lines it
may be; why a unit may not attack another; the first unit that stands where none can, why, and whose
base it overlaps; how many units an ability reaches."""
