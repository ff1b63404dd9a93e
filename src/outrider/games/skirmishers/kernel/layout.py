"""Where things stand in the record of a game, as plain numbers: read by the kernels and by Python
alike. All are 64-bit; lengths are thousandths of an inch.

    record    a header, a row for each piece in unit order, then those who strike together
    ground    what does not change in a game, five arrays: the terrain and the zones as pieces and
              corners (see `table.kernel.layout`, with more rows below), the plan of the scenario,
              the numbers of the rules, and room to reckon in, which nobody reads later
    action    its kind, a piece, a target, how many slots are used, then the slots: the points of a
              way, or those who strike

Seats are numbered: Red is 0, Blue is 1. Sets of pieces are bits.
"""

from outrider.table.kernel import layout as table

# -- the record ----------------------------------------------------------------------------------

STAGE, ENDING, SEAT, TURNS, REDS, UNITS = range(6)
"""What is pending; how the game has ended; whose turn it is; how many turns are over; how many
pieces Red has, and how many there are."""
KIND_OF_FIRE, FIRER, TARGET, FACES, ANSWER, STRIKERS = range(6, 12)
"""A shot or an offer of one: its kind, who and at whom. TARGET is also whom a melee is against.
The firer's faces, and those of a melee's target, four bits each; how many strike together."""
MOVER, POINTS, GONE = 12, 13, 14
"""Who is on its way, else NONE; how many points the way has; how far it has come."""
HELD_TURNS = 15
"""For each condition, Red's first, at the ends of how many own turns in a row a zone was held."""
MOST_CONDITIONS = 12
WAY = HELD_TURNS + 2 * MOST_CONDITIONS
"""The way: its start, then its points, each an x and a y."""
MOST_POINTS = 32
WORDS = 7
BITS, LOW_BITS = 5, 31
"""A set of pieces: so many numbers of 32 bits each."""
HOLDING = WAY + 2 * (MOST_POINTS + 1)
WAITING = HOLDING + WORDS
"""Who has left the offer of the present move, and who waits for a better moment (SKR-X4)."""
HEADER = WAITING + WORDS

X, Y, FLAGS, EXIT, FIRING, ATTACK, DEFENSE, MOVEMENT, WEAPON, RANGE, BASE, OVER = range(12)
"""Of a piece: where it is; what it has done and is; by which edge it has left; its ratings; the set
of those it has advantage over."""
FIELDS = OVER + WORDS

ALIVE, PLACED, MOVED, FIRED, FOUGHT, REACTED = 1, 2, 4, 8, 16, 32
SPENT = MOVED | FIRED | FOUGHT | REACTED
NONE = -1
NO_WEAPON, BOW, FIREARM = range(3)
NO_EXIT, TOP, BOTTOM, LEFT, RIGHT = range(5)

STRIKER, STRIKER_FACES = 0, 1
"""Of one who strikes: which piece it is, and its faces, four bits each."""
STRIKER_FIELDS = 2
MOST_PIECES = 99
"""Of a side."""
MOST_DICE = 12
"""Of a piece."""
DIGIT, DIGITS = 4, 15

FIGHTING, RETURNING, WATCHING, CHOOSING, FIRING_DICE, DEFENSE_DICE, MELEE_DICE, ANSWER_DICE, OVER_ \
    = range(9)  # fmt: skip
"""The stages: an action of a turn; an offer to fire back; an offer to fire at a mover; who of the
beaten suffers; the firer's dice; its target's; the strikers'; their target's; nothing more."""

FIRE, RETURN, DEFENSIVE = range(3)
"""Kinds of fire."""

GOES_ON, LIMIT_REACHED, MET = 0, 1, 2
"""The endings. From MET on it says which condition either side has met: MET + ENDS times the number
of Red's, from 1, plus that of Blue's; 0 is none."""
ENDS = MOST_CONDITIONS + 1

# -- the ground ----------------------------------------------------------------------------------

PIECE_FIELDS = table.FIELDS
WALL, SLOW, COST, COVER, MIDDLE_X, MIDDLE_Y = range(PIECE_FIELDS, PIECE_FIELDS + 6)
"""More rows for a piece of terrain: whether nobody crosses it; whether it changes what a move
costs, and to what; what it adds to a die; its middle. A zone has none of it."""
GROUND_FIELDS = PIECE_FIELDS + 6

WIDTH, DEPTH, TURN_LIMIT, AT_LIMIT, RED_GOALS, BLUE_GOALS, SLOWS = range(7)
"""Of the plan: the table's size; the turn limit and who wins at it, or NONE; how many conditions
the sides have; how many pieces are slow. Then a row for each condition, then the slow pieces, the
dearest first."""
GOALS = 7
GOAL, COUNT, IN_A_ROW, EDGE, ZONE, NAMED = range(6)
"""Of a condition: its kind, how many pieces, how many turns, which edge, which zone, and the set of
pieces it names."""
GOAL_FIELDS = NAMED + WORDS
DESTROY_ALL, DESTROY, REACH, HOLD, LEAVE, SURVIVE = range(6)

# -- the numbers ---------------------------------------------------------------------------------

TOUCH, BOW_DICE, COVER_REACH, LOOK = range(4)
"""The gap at which bases touch; the dice more against a bow; how near to the target terrain gives
it cover; how far apart the looks are at which those are asked who wait."""
FIGURES = 4
PINNED, FIRE_INTO_MELEE = 4, 5
NUMBERS = 6

# -- actions -------------------------------------------------------------------------------------

END, MOVE, STRIKE, SHOOT, CHOOSE, FIRE_BACK, FIRE_AT, STAND_BY, WAIT = range(9)
"""The kinds: the end of a turn; a move of a piece; a strike at a target; a shot of a piece at a
target; the choice of a piece; to an offer of return fire, of defensive fire, to either, and to that
of defensive fire."""
KIND, UNIT, AT, USED, SLOTS = range(5)
ACTION = SLOTS + 2 * MOST_POINTS
TWO_IN_ONE = 256
"""From the 65th on, those who strike stand in the upper digits of the slots, each a number more."""

NEVER = 2**40
"""Farther than any way leads."""
TRIES = 24
"""How often a random way is tried before a piece is taken to have no room."""
BENT = 4
"""One random way in so many has a corner."""
FEW = 4
"""Of so many strikers all combinations are listed, of more each alone and all together."""

# -- reasons -------------------------------------------------------------------------------------

FINE, NO_ACTION, DICE_FIRST, IS_OVER, UNSURE = range(5)
"""UNSURE: whether a way is too long takes more than 64 bits to say."""
NO_PIECE, HAS_MOVED, HAS_FIRED, HAS_STRUCK, IS_PINNED = range(5, 10)
"""With the piece; IS_PINNED with the one on top, too."""
NO_WAY, OFF_TABLE, IMPASSABLE, TOO_FAR, ENEMY_IN_WAY, OVERLAPS = range(10, 16)
"""OFF_TABLE with the number of the point, TOO_FAR with how much, OVERLAPS with whom."""
FIRED_NO_STRIKE, STRUCK_BEFORE, NO_FOE, NO_TOUCH = range(16, 20)
"""With the striker; NO_FOE with nobody."""
FIRED_BEFORE, MOVED_NO_FIRE, STRUCK_NO_FIRE, NO_FIREARM, TOUCHES, NO_MARK = range(20, 26)
MARK_TOUCHES, OUT_OF_RANGE, HIDDEN = range(26, 29)
"""TOUCHES and MARK_TOUCHES with whom, OUT_OF_RANGE with the distance and how much it is too much,
HIDDEN with the piece of terrain."""
NOBODY_TO_CHOOSE, NOT_BEATEN, CHOOSE_FIRST, NO_RETURN, NO_OFFER, ANSWER_FIRST, LAST_LOOK = (
    range(29, 36)
)  # fmt: skip

NOTHING, MISS, KILL, EQUAL, ADVANTAGE, REVERSAL = range(6)
"""What has come of dice."""

# -- where a piece may go ------------------------------------------------------------------------

GOER, WEST, SOUTH, EAST, NORTH, LIMIT, CHEAPEST, SPACING, FEWEST, KNOTS, FOUND = range(11)
"""Of a plan: who goes; the box it cannot leave; what its way may cost, and an inch where that is
cheapest; how far apart points on an outline are, and how many there are about anything round; how
many knots there are, and how many can be got to."""
STEP, IN_A_LINE, LEGS_LEFT = 11, 12, 13
"""How wide the narrowest cell is, and how many there are in a row at most; how many legs may still
be tried."""
PLAN = 14
KNOT_X, KNOT_Y, PRICE, BEFORE, LEGS, SORTED = range(6)
"""Of a knot: where it is; what it costs to get there, NEVER if it is too much; over which other,
and with how many legs, below 0 once that is settled; and in this row, which of all is the next
nearest."""
KNOT = 6
COVER_ALL, GO_TO = range(2)
"""What is asked: all ground, or a way to a point."""

# -- what is asked of the kernel -----------------------------------------------------------------

CHECK, PLAY, FALL, PICK, JUDGE, IS_ACTION, LIST, LOOK_ROUND, PLAY_ON, CAN_PLAY = range(10)
"""Whether an action is legal; play it; let dice fall; a random legal one; whether a game is over;
whether numbers are an action; the useful ones; what each game waits for; play on at random."""
ON_WAY, PAID, SETTING_OUT, END_OF_WAY, READY, SIGHTED = range(10, 16)
"""Questions of the facade: why a piece cannot walk a way, wherever it ends; why not one whose cost
is known to be low enough; why it may not move at all; why it may not end there; why it cannot fire
at anybody; why not at that one."""
NEXT_STOP, MAY_WATCH, APART, COVERED, TOUCHING, PLACE = range(16, 22)
"""Where a move stops next, and who is asked; whether a piece may fire at another as it moves; where
the mover ceases to touch an enemy; what cover adds against fire, and the dice it meets; whether two
pieces touch; which point is so far along the way."""
