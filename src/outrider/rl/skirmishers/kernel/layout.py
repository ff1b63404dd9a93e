"""Where things stand in an observation and among the actions, as plain numbers.

Both depend on the scenario: on how many pieces the larger side has, and on how many conditions of
winning there are. One's own pieces are counted first, in the scenario's order, then the enemy's.
"""

from outrider.table.kernel.layout import DIRECTIONS

# -- the plan ------------------------------------------------------------------------------------

SIDE, GOALS, CHOOSE_AT, STRIKE_AT, SHOOT_AT, MOVE_AT, WAYS, ACTIONS = range(8)
"""How many pieces and conditions there is room for; where each part of the actions begins; how many
ways a piece has; and how many actions there are in all."""

OFFSETS = 8
"""After the plan, for each piece, how far its ways all round lead (see `rl.kernel.ways`)."""

# -- what is remembered -----------------------------------------------------------------------

PAGE, BITS_AT = 4, 3
"""For each piece twice, where it stood first and where its ways were worked out last: how far east
and north, how far it went then, and which ways there were, as bits."""
NOWHERE = -1

# -- the observation -----------------------------------------------------------------------------

SEAT, STAGE, TURNS, TURNS_LEFT, FIRER, TARGET, MOVER, GONE = range(8)
HEADER = 8
"""Then for each condition, one's own first, for how many turns it has held; then the columns, a
byte for each piece; then who has advantage over whom."""
X, Y, HERE, EXIT, MOVED, FIRED, FOUGHT, REACTED = range(8)
FIRING, ATTACK, DEFENSE, MOVEMENT, WEAPON, RANGE, STRIKES = range(8, 15)
COLUMNS = 15

# -- the actions ---------------------------------------------------------------------------------

END, FIRE_BACK, FIRE_AT, STAND_BY, WAIT = range(5)
FIRST = 5
AROUND = len(DIRECTIONS)
TOWARDS = 2 * AROUND
"""Of the ways of a move: sixteen directions as far as it goes and half as far, then towards each
condition's zone or edge, into contact with each enemy, and to where each enemy is just in range."""


def plan(side: int, goals: int) -> list[int]:
    """The plan for so many pieces a side and conditions of winning."""
    strike = FIRST + side
    shoot = strike + side * (side + 1)
    move = shoot + side * side
    ways = TOWARDS + goals + 2 * side
    return [side, goals, FIRST, strike, shoot, move, ways, move + side * ways]
