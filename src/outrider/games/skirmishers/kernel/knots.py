"""Points that a shortest way may bend at, and what it costs to get to them (SKR-M1, SKR-M2).

A way bends at the corners of what nobody crosses, about enemies, and where the ground changes its
price. Round things have corners just outside of them; the outline of ground with a price has one
every so often. What a leg costs and whether it can be gone is asked of the rules, and where floats
are not sure of a cost, the most it may be counts: no way is ever thought cheaper than it is.
"""

from math import cos, pi, sin, sqrt

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.layout import (
    BASE,
    BEFORE,
    CHEAPEST,
    COST,
    DEPTH,
    EAST,
    FEWEST,
    FOUND,
    GOER,
    IN_A_LINE,
    KNOT_X,
    KNOT_Y,
    KNOTS,
    LEGS,
    LEGS_LEFT,
    LIMIT,
    MOST_POINTS,
    MOVEMENT,
    NEVER,
    NONE,
    NORTH,
    PRICE,
    SORTED,
    SOUTH,
    SPACING,
    STEP,
    WALL,
    WEST,
    WIDTH,
)
from outrider.games.skirmishers.kernel.moving import is_barred, meets_enemy, slow_pieces
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    is_here,
    place,
    seat_of,
)
from outrider.table.kernel.costs import INCH, fine_cost
from outrider.table.kernel.crossing import Leg
from outrider.table.kernel.layout import BOTTOM, CORNERS, FIRST, LEFT, RADIUS, RIGHT, TOP

MOST_LEGS = MOST_POINTS - 2
"""A way goes on from a knot over the middle of a cell to where it ends."""
BULGE = 6.0
"""By so many thousandths the corners about a round thing may lie outside of it."""
MOST_CORNERS = 96
MOST_ON_OUTLINES = 600
INSET = 2
"""By so much points lie inside of ground that is cheaper than that around it: on its outline one
does not walk on it."""


@part
def leg_cost(record: Numbers, ground: Ground, plan: Numbers, leg: Leg) -> int:
    """What a leg costs at most, in thousandths of a thousandth of an inch; NEVER where it is
    barred."""
    plan[LEGS_LEFT] -= 1
    if is_barred(ground, leg) or meets_enemy(record, plan[GOER], leg):
        return NEVER
    _, most = fine_cost(ground[0], ground[1], slow_pieces(ground), COST, leg, ground[4])
    return most


@part
def lay_out(record: Numbers, ground: Ground, plan: Numbers) -> None:
    """Fill in the plan of a piece's ways, but for what the facade has filled in."""
    pieces, unit = ground[0], plan[GOER]
    x, y = place(record, unit)
    plan[LIMIT] = record[at(unit, MOVEMENT)] * INCH
    cheapest, outlines, slow = INCH, 0, slow_pieces(ground)
    for which in range(len(slow)):
        cheapest = min(cheapest, pieces[COST, slow[which]])
    plan[CHEAPEST] = cheapest
    far = plan[LIMIT] // cheapest + 1
    plan[WEST], plan[EAST] = max(0, x - far), min(ground[2][WIDTH], x + far)
    plan[SOUTH], plan[NORTH] = max(0, y - far), min(ground[2][DEPTH], y + far)
    for which in range(len(slow)):
        if is_close(pieces, plan, slow[which]):
            wide = pieces[RIGHT, slow[which]] - pieces[LEFT, slow[which]]
            outlines += 2 * (wide + pieces[TOP, slow[which]] - pieces[BOTTOM, slow[which]])
    plan[SPACING] = max(plan[SPACING], outlines // MOST_ON_OUTLINES)
    wide = max(plan[EAST] - plan[WEST], plan[NORTH] - plan[SOUTH])
    while wide > plan[IN_A_LINE] * plan[STEP]:
        plan[STEP] *= 2


@rule
def is_close(pieces: Numbers, plan: Numbers, which: int) -> bool:
    """Whether the box around a piece has something of that around all ways."""
    close: bool = (
        pieces[LEFT, which] <= plan[EAST]
        and pieces[RIGHT, which] >= plan[WEST]
        and pieces[BOTTOM, which] <= plan[NORTH]
        and pieces[TOP, which] >= plan[SOUTH]
    )
    return close


@part
def tie(record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, x: int, y: int) -> None:
    """Add a point, if one may be there on one's way and is not too far from home."""
    size = plan[KNOTS]
    if size >= len(knots):
        return
    if not (plan[WEST] <= x <= plan[EAST] and plan[SOUTH] <= y <= plan[NORTH]):
        return
    if is_barred(ground, (x, y, x, y)) or meets_enemy(record, plan[GOER], (x, y, x, y)):
        return
    knots[size, KNOT_X], knots[size, KNOT_Y], knots[size, PRICE] = x, y, NEVER
    knots[size, BEFORE], knots[size, LEGS] = NONE, 0
    plan[KNOTS] = size + 1


@part
def tie_round(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers,
    x: int, y: int, radius: int, spacing: int,
) -> None:  # fmt: skip
    """Corners around a disc, so that the sides between them pass outside of it."""
    count = max(plan[FEWEST], int(pi * sqrt(radius / (2 * BULGE))) + 1, 7 * radius // spacing)
    count = min(count, MOST_CORNERS)
    far = radius / cos(pi / count) + 1.5
    for each in range(count):
        turn = 2 * pi * each / count
        to_x, to_y = x + round(far * cos(turn)), y + round(far * sin(turn))
        tie(record, ground, plan, knots, to_x, to_y)


@part
def tie_side(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, leg: Leg, inset: int
) -> None:
    """Points along a side of a polygon, its first corner included, whose inside is on its left."""
    ax, ay, bx, by = leg
    length = max(1.0, sqrt(float((bx - ax) * (bx - ax) + (by - ay) * (by - ay))))
    count = int(length) // plan[SPACING] + 1
    in_x, in_y = inset * (ay - by) / length, inset * (bx - ax) / length
    for each in range(count + (1 if inset else 0)):
        to_x = ax + round((bx - ax) * each / count + in_x)
        to_y = ay + round((by - ay) * each / count + in_y)
        tie(record, ground, plan, knots, to_x, to_y)


@part
def tie_piece(record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, which: int) -> None:
    """All that a way may bend at because of a piece."""
    pieces, corners = ground[0], ground[1]
    first, radius = pieces[FIRST, which], pieces[RADIUS, which]
    is_wall = pieces[WALL, which] != 0
    is_cheap = not is_wall and pieces[COST, which] < INCH
    if radius:
        x, y = corners[0, first], corners[1, first]
        spacing = MOST_CORNERS * radius if is_wall else plan[SPACING]
        tie_round(record, ground, plan, knots, x, y, radius, spacing)
        if is_cheap and radius > 2 * INSET:
            inner = int((radius - INSET) * cos(pi / MOST_CORNERS)) - INSET
            tie_round(record, ground, plan, knots, x, y, inner, spacing)
        return
    count = pieces[CORNERS, which]
    for each in range(count):
        one, two = first + each, first + (each + 1) % count
        leg = corners[0, one], corners[1, one], corners[0, two], corners[1, two]
        if is_wall:
            tie(record, ground, plan, knots, leg[0], leg[1])
        else:
            tie_side(record, ground, plan, knots, leg, 0)
        if is_cheap:
            tie_side(record, ground, plan, knots, leg, INSET)


@part
def tie_all(record: Numbers, ground: Ground, plan: Numbers, knots: Numbers) -> None:
    """The place of the piece itself, then enemies and terrain."""
    unit = plan[GOER]
    plan[KNOTS] = 0
    x, y = place(record, unit)
    knots[0, KNOT_X], knots[0, KNOT_Y], knots[0, PRICE] = x, y, 0
    knots[0, BEFORE], knots[0, LEGS] = NONE, 0
    plan[KNOTS] = 1
    pieces = ground[0]
    slow = slow_pieces(ground)
    for which in range(pieces.shape[1]):
        if pieces[WALL, which] and is_close(pieces, plan, which):
            tie_piece(record, ground, plan, knots, which)
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe):
            foe_x, foe_y = place(record, foe)
            apart = record[at(unit, BASE)] + record[at(foe, BASE)]
            tie_round(record, ground, plan, knots, foe_x, foe_y, apart, MOST_CORNERS * apart)
    for number in range(len(slow)):
        if is_close(pieces, plan, slow[number]):
            tie_piece(record, ground, plan, knots, slow[number])


@rule
def at_least(knots: Numbers, plan: Numbers, which: int, x: int, y: int) -> int:
    """Less than it costs to come to a point by a knot."""
    dx, dy = float(knots[which, KNOT_X] - x), float(knots[which, KNOT_Y] - y)
    most: int = knots[which, PRICE] + int(plan[CHEAPEST] * (sqrt(dx * dx + dy * dy) - 1.0))
    return most


@part
def spread(record: Numbers, ground: Ground, plan: Numbers, knots: Numbers) -> None:
    """Fill in what it costs to get to each knot, the nearest first, as SORTED lists them."""
    plan[FOUND], size = 0, plan[KNOTS]
    while True:
        here, least = NONE, plan[LIMIT] + 1
        for each in range(size):
            if knots[each, LEGS] >= 0 and knots[each, PRICE] < least:
                here, least = each, knots[each, PRICE]
        if here == NONE or plan[LEGS_LEFT] <= 0:
            return
        knots[plan[FOUND], SORTED] = here
        plan[FOUND] += 1
        legs = knots[here, LEGS]
        knots[here, LEGS] = -1 - legs
        if legs < MOST_LEGS:
            extend(record, ground, plan, knots, here, legs + 1)


@part
def extend(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, here: int, legs: int
) -> None:
    """Go on from a knot to all others that are cheaper to get to by it."""
    x, y = knots[here, KNOT_X], knots[here, KNOT_Y]
    for each in range(plan[KNOTS]):
        if knots[each, LEGS] < 0:
            continue
        to_x, to_y = knots[each, KNOT_X], knots[each, KNOT_Y]
        if at_least(knots, plan, here, to_x, to_y) >= min(knots[each, PRICE], plan[LIMIT]):
            continue
        cost = knots[here, PRICE] + leg_cost(record, ground, plan, (x, y, to_x, to_y))
        if cost < knots[each, PRICE]:
            knots[each, PRICE], knots[each, BEFORE], knots[each, LEGS] = cost, here, legs


@part
def nearest(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, x: int, y: int, most: int
) -> tuple[int, int]:
    """By which of the knots it costs least to come to a point, and what; NONE if it costs more than
    `most` by all of them."""
    best, by = most + 1, NONE
    for number in range(plan[FOUND]):
        which = knots[number, SORTED]
        if knots[which, PRICE] >= best:
            break
        if at_least(knots, plan, which, x, y) < best:
            cost = through(record, ground, plan, knots, which, x, y)
            if cost < best:
                best, by = cost, which
    return best, by


@part
def through(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, which: int, x: int, y: int
) -> int:
    """What it costs to come to a point by a knot."""
    leg = knots[which, KNOT_X], knots[which, KNOT_Y], x, y
    cost: int = knots[which, PRICE] + leg_cost(record, ground, plan, leg)
    return cost
