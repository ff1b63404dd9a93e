"""Where things stand in an observation and among the actions, as plain numbers.

Both depend on how many play. Seats are counted from the one that looks, clockwise: one's own is 0.
"""

from outrider.games.skirmish.kernel.layout import SIDE
from outrider.table.kernel.layout import DIRECTIONS

# -- the observation -----------------------------------------------------------------------------

SEAT, STAGE, ROUND, ROUNDS_LEFT, ACTING, FIRST, THROWER, SPOT_X, SPOT_Y, WITHIN = range(10)
HEADER = 10
"""Then which seats are ready, a byte each; then the columns, a byte for each figure."""
X, Y, UP, ON_TABLE, ALIVE, HEALTH, GRENADES, ACTIONS_LEFT, SEEN, FRESH = range(10)
COLUMNS = 10
HIGHEST = 32_000
"""Nobody stands higher than that."""

# -- the actions ---------------------------------------------------------------------------------

READY, SKIP = 0, 1
DEPLOY = SKIP + SIDE
"""Own figure times `SPOTS`, and which place."""
ROW, LINES = 6, 3
SPOTS = LINES * ROW + 1
LAND = DEPLOY + SIDE * SPOTS
"""The point aimed at; half inches back from the farthest; any point there is, for want of
others."""
AROUND = len(DIRECTIONS)
TOWARDS = 2 * AROUND
"""Of the ways of a move: sixteen directions as far as it goes and half as far, then towards each
edge, towards each enemy, and to where each enemy is just in range."""
MOVE_PART, SHOOT_PART, STRIKE_PART, LOB_PART, TELL_PART, TAKE_PART = range(6)
PARTS = 6
"""What follows the landings: for each of the five figures so many ways, enemies or figures."""
OFFSETS = PARTS + 2
"""After the plan: how far a figure's ways all round lead (see `rl.kernel.ways`)."""


def ways(seats: int) -> int:
    return TOWARDS + seats + 2 * SIDE * (seats - 1)


def parts(seats: int) -> tuple[int, ...]:
    """How many choices a figure has in each part."""
    enemies = SIDE * (seats - 1)
    return ways(seats), enemies, enemies, enemies, SIDE, SIDE * seats


def plan(seats: int, farthest: int, step: int) -> list[int]:
    """How many landings there are, where each part begins, and where the last ends."""
    landings = 2 + -(-farthest // step)
    places = [LAND + landings]
    for size in parts(seats):
        places.append(places[-1] + SIDE * size)
    return [landings, *places]
