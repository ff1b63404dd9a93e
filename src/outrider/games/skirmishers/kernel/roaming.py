"""Where a piece may end its move, and a way to a point: what the facade calls for it. It is an
entry of its own, since it takes long to compile and nobody needs it to play."""

import numpy as np

from outrider.compiled import entry, part, rule
from outrider.games.skirmishers.kernel import covering, knots
from outrider.games.skirmishers.kernel.knots import leg_cost, nearest
from outrider.games.skirmishers.kernel.layout import (
    BEFORE,
    BOTTOM,
    DEPTH,
    EAST,
    EDGE,
    GO_TO,
    GOAL,
    GOER,
    KNOT_X,
    KNOT_Y,
    LEAVE,
    LEFT,
    LEGS_LEFT,
    LIMIT,
    NEVER,
    NONE,
    NORTH,
    RIGHT,
    SOUTH,
    STEP,
    TOP,
    WEST,
    WIDTH,
)
from outrider.games.skirmishers.kernel.record import Ground, Numbers, seat_of
from outrider.games.skirmishers.kernel.victory import goal_at, goals_of
from outrider.table import kernel as measuring
from outrider.table.kernel import tracing
from outrider.table.kernel.crossing import Leg
from outrider.table.kernel.layout import AREA, COUNT, FIRST_CORNER, OWNER

SIMPLER = 32
"""By how many thousandths outlines may be drawn in, so that they have fewer corners."""
WIDEST = 8 * covering.WIDEST
"""Cells are this wide at most, also where there was no room for the narrowest."""
ON_EDGE = 16
"""How long the stretches of an edge are that are judged as one."""


@entry(measuring)
def roam(
    record: Numbers,
    ground: Ground,
    plan: Numbers,
    places: Numbers,
    asked: Numbers,
    points: Numbers,
    outlines: Numbers,
) -> int:
    """Fill in the outlines of the ground that can be reached, or the points of a way to one; how
    many, or NONE if there is no room."""
    knots.lay_out(record, ground, plan)
    knots.tie_all(record, ground, plan, places)
    knots.spread(record, ground, plan, places)
    if asked[0] == GO_TO:
        return way_to(record, ground, plan, places, asked[1], asked[2], points)
    step = plan[STEP]
    columns, rows = plan[EAST] - plan[WEST], plan[NORTH] - plan[SOUTH]
    cells = np.zeros((-(-rows // step) + 2, -(-columns // step) + 2), np.uint8)
    covering.cover(record, ground, plan, places, cells)
    count = tracing.trace(cells, points, outlines)
    if count == NONE:
        return NONE
    last = 0
    for each in range(count):
        first, size = outlines[each, FIRST_CORNER], outlines[each, COUNT]
        last = first + size
        far = max(SIMPLER // step, 1)
        outlines[each, COUNT] = tracing.shorten(cells, points, first, size, far)
    for at in range(last):
        box = covering.box_of(plan, points[at, 0] - 1, points[at, 1] - 1, 0)
        points[at, 0], points[at, 1] = box[0], box[1]
    more = exits(record, ground, plan, places, points[last:], outlines[count:])
    for each in range(count, count + more):
        outlines[each, FIRST_CORNER] += last
    return count + more


# -- a way ---------------------------------------------------------------------------------------


@part
def way_to(
    record: Numbers, ground: Ground, plan: Numbers, places: Numbers,
    x: int, y: int, points: Numbers,
) -> int:  # fmt: skip
    """Fill in the points of a way to a point; how many, 0 if there is none. Straight from a knot if
    that can be paid, else over the middle of a cell, as the ground was covered."""
    plan[LEGS_LEFT] = NEVER
    _, by = nearest(record, ground, plan, places, x, y, plan[LIMIT])
    if by != NONE:
        return written(places, by, points, x, y, False, 0, 0)
    wide = WIDEST
    while wide > 0:
        for each in range(4):
            # On the border of two cells either may be the one.
            column = (x - plan[WEST] - (each & 1)) // plan[STEP]
            row = (y - plan[SOUTH] - (each >> 1)) // plan[STEP]
            if column >= 0 and row >= 0:
                box = covering.box_of(plan, column - column % wide, row - row % wide, wide)
                over_x, over_y = covering.middle_of(box)
                rest = leg_cost(record, ground, plan, (over_x, over_y, x, y))
                if rest <= plan[LIMIT]:
                    most = plan[LIMIT] - rest
                    _, by = nearest(record, ground, plan, places, over_x, over_y, most)
                    if by != NONE:
                        return written(places, by, points, x, y, True, over_x, over_y)
        wide //= 2
    return 0


@part
def written(
    places: Numbers, by: int, points: Numbers, x: int, y: int,
    is_over: bool, over_x: int, over_y: int,
) -> int:  # fmt: skip
    """Write down the way by a knot, and over a point if there is one; how many points."""
    count, at = 0, by
    while places[at, BEFORE] != NONE:
        count += 1
        at = places[at, BEFORE]
    at, left = by, count
    while left > 0:
        left -= 1
        points[left, 0], points[left, 1] = places[at, KNOT_X], places[at, KNOT_Y]
        at = places[at, BEFORE]
    if is_over:
        points[count, 0], points[count, 1] = over_x, over_y
        count += 1
    points[count, 0], points[count, 1] = x, y
    return count + 1


# -- edges ---------------------------------------------------------------------------------------


@part
def exits(
    record: Numbers, ground: Ground, plan: Numbers, places: Numbers,
    points: Numbers, outlines: Numbers,
) -> int:  # fmt: skip
    """SKR-S4: the stretches of a side's exit edges at which a piece may leave, whatever stands
    there; how many. They have no area, and name their edge."""
    size, seat, frame = 0, seat_of(record, plan[GOER]), ground[2]
    for number in range(goals_of(ground, seat)):
        goal = goal_at(ground, seat, number)
        if frame[goal + GOAL] != LEAVE:
            continue
        edge = frame[goal + EDGE]
        ends = plan[WEST], plan[SOUTH], plan[EAST], plan[SOUTH]
        if edge == TOP:
            ends = plan[WEST], plan[NORTH], plan[EAST], plan[NORTH]
        elif edge in (LEFT, RIGHT):
            x = plan[WEST] if edge == LEFT else plan[EAST]
            ends = x, plan[SOUTH], x, plan[NORTH]
        if is_rim(frame, edge, ends[2], ends[3]):
            before = size
            size = along(record, ground, plan, places, ends, points, outlines, size)
            for each in range(before, size):
                outlines[each, OWNER] = edge
    return size


@rule
def is_rim(frame: Numbers, edge: int, x: int, y: int) -> bool:
    """Whether a point lies on an edge of the table."""
    if edge in (TOP, BOTTOM):
        on: bool = y == (frame[DEPTH] if edge == TOP else 0)
    else:
        on = x == (0 if edge == LEFT else frame[WIDTH])
    return on


@part
def along(
    record: Numbers, ground: Ground, plan: Numbers, places: Numbers,
    ends: Leg, points: Numbers, outlines: Numbers, size: int,
) -> int:  # fmt: skip
    """Add the stretches of a line along an edge that can be reached, as long as they go on; how
    many there are then."""
    ax, ay, bx, by = ends
    length = max(bx - ax, by - ay)
    goes_on = False
    for start in range(0, length, ON_EDGE):
        end = min(start + ON_EDGE, length)
        x, y = (ax + start, ay) if ay == by else (ax, ay + start)
        to_x, to_y = (ax + end, ay) if ay == by else (ax, ay + end)
        box = x, y, to_x, to_y
        clear = leg_cost(record, ground, plan, box) < NEVER
        if not clear or covering.judged(record, ground, plan, places, box, NONE)[0] != covering.IN:
            goes_on = False
            continue
        if not goes_on:
            if size >= len(outlines) or 2 * size + 2 > len(points):
                return size
            outlines[size, FIRST_CORNER], outlines[size, COUNT] = 2 * size, 2
            outlines[size, AREA] = 0
            points[2 * size, 0], points[2 * size, 1] = x, y
            size += 1
        points[2 * size - 1, 0], points[2 * size - 1, 1] = to_x, to_y
        goes_on = True
    return size
