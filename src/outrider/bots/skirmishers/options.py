"""What a piece may do, and which of it is best, compiled."""

from math import cos, hypot, pi, sin

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.ground import leg_cost, whole
from outrider.bots.skirmishers.field import cell_of, follow
from outrider.bots.skirmishers.fire import (
    GAP,
    engaged,
    gauntlet,
    held_down,
    may_fire,
    shot,
    touches,
)
from outrider.bots.skirmishers.judging import (
    FOE,
    FX,
    FY,
    MOOD,
    OPEN,
    OWN,
    TOUCH,
    VALUE,
    WHO,
    blow,
    errand,
    has_errand,
    judged,
    mood_of,
    seen_by,
)
from outrider.bots.skirmishers.layout import (
    ATTACK,
    BASE,
    CODE,
    DEPTH,
    EDGE,
    END,
    EXIT,
    FIRE,
    FIRED,
    FOUGHT,
    GAIN,
    GOAL,
    HERE,
    HOLD,
    KIND,
    MOVE,
    MOVED,
    MOVEMENT,
    NOISE,
    ONE,
    REACH,
    RISK,
    SIDE,
    TWO,
    UNIT,
    WHOSE,
    WIDTH,
    ZONE,
    Field,
    X,
    Y,
)
from outrider.compiled import part
from outrider.table.kernel.layout import BOTTOM, LEFT, RIGHT, TOP

AROUND = 3
SURELY = 4.0
"""What it is worth to leave the table where one wants to."""
LEAST = 0.005
"""A gain that is worth a move."""
SETTLED = 0.2
"""What it has to gain besides to leave a melee."""
HAIR = 0.9995
STEP = 0.3
"""The shortest move that is one."""


@part
def free(units: Reals, ratings: Reals, facts: Reals, one: int, x: float, y: float) -> bool:
    if x < 0 or y < 0 or x > facts[WIDTH] or y > facts[DEPTH]:
        return False
    for other in range(len(units)):
        if other != one and units[other, HERE] == 1:
            apart = ratings[one, BASE] + ratings[other, BASE]
            if (units[other, X] - x) ** 2 + (units[other, Y] - y) ** 2 < apart * apart:
                return False
    return True


@part
def in_way(
    units: Reals, ratings: Reals, one: int, x: float, y: float, ex: float, ey: float
) -> bool:
    """Whether a straight leg leads through an enemy."""
    dx, dy = ex - x, ey - y
    length = max(dx * dx + dy * dy, 1e-9)
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        along = ((units[other, X] - x) * dx + (units[other, Y] - y) * dy) / length
        along = min(max(along, 0.0), 1.0)
        px, py = units[other, X] - x - along * dx, units[other, Y] - y - along * dy
        apart = ratings[one, BASE] + ratings[other, BASE] - 0.001
        if px * px + py * py < apart * apart:
            return True
    return False


@part
def paced(
    pieces: Numbers,
    corners: Numbers,
    costs: Reals,
    x: float,
    y: float,
    ex: float,
    ey: float,
) -> float:
    """What a straight leg costs, about, or less than 0 if it cannot be gone: the ground is asked
    only where some terrain could be in the way."""
    left, right = whole(min(x, ex)), whole(max(x, ex))
    bottom, top = whole(min(y, ey)), whole(max(y, ey))
    for at in range(pieces.shape[1]):
        beside = pieces[LEFT, at] > right or pieces[RIGHT, at] < left
        beside = beside or pieces[BOTTOM, at] > top or pieces[TOP, at] < bottom
        if costs[at] != 1 and not beside:
            return leg_cost(pieces, corners, costs, x, y, ex, ey)
    return hypot(ex - x, ey - y)


@part
def near_any(foes: Reals, count: int, x: float, y: float) -> bool:
    """Whether one would touch an enemy there."""
    for at in range(count):
        if (foes[at, FX] - x) ** 2 + (foes[at, FY] - y) ** 2 <= foes[at, TOUCH] ** 2:
            return True
    return False


@part
def goal(
    foes: Reals,
    count: int,
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    one: int,
    number: int,
    ring: int,
    lengths: int,
    turned: float,
    out: Reals,
) -> int:
    """The place number so and so that a piece might go to: 1 if it is a straight leg, 2 if it is
    the way round things, 0 if there is no such place, -1 when there are no more."""
    x, y, limit = units[one, X], units[one, Y], ratings[one, MOVEMENT]
    if number < lengths * ring:
        angle = 2 * pi * (number % ring + turned) / ring
        length = limit * (lengths - number // ring) / lengths
        out[0], out[1] = x + length * cos(angle), y + length * sin(angle)
        return 1
    number -= lengths * ring
    if number < AROUND * count:
        at, way = number // AROUND, number % AROUND - 1
        ex, ey = foes[at, FX], foes[at, FY]
        apart = max(0.001, hypot(ex - x, ey - y))
        gap = ratings[one, BASE] + ratings[int(foes[at, WHO]), BASE] + GAP / 2
        if apart > limit + 2 * gap:
            return 0
        dx, dy = (x - ex) / apart, (y - ey) / apart
        angle = 1.1 * way
        out[0] = ex + gap * (dx * cos(angle) - dy * sin(angle))
        out[1] = ey + gap * (dx * sin(angle) + dy * cos(angle))
        return 1 if hypot(out[0] - x, out[1] - y) <= limit else 0
    number -= AROUND * count
    if number == 0:
        here, near, whom = cell_of(facts, x, y), limit, -1
        for at in range(count):
            cell = cell_of(facts, foes[at, FX], foes[at, FY])
            far = field.ways[cell, here]
            if far > limit and (whom < 0 or far < near):
                near, whom = far, cell
        if whom < 0:
            return 0
        follow(facts, field.cells, field.ways[whom], x, y, limit, out)
        return 2
    number -= 1
    if number < len(conditions):
        return errand_place(facts, conditions, field, x, y, limit, ratings[one, SIDE], number, out)
    return -1


@part
def errand_place(
    facts: Reals,
    conditions: Reals,
    field: Field,
    x: float,
    y: float,
    limit: float,
    side: float,
    number: int,
    out: Reals,
) -> int:
    """Towards a zone, or towards an edge and off the table."""
    kind = conditions[number, KIND]
    if kind == EXIT and conditions[number, WHOSE] == side:
        edge = int(conditions[number, EDGE])
        gap = facts[DEPTH] - y if edge == 0 else y if edge == 1 else x
        gap = facts[WIDTH] - x if edge == 3 else gap
        if gap <= limit:
            out[0] = x if edge < 2 else (0.0 if edge == 2 else facts[WIDTH])
            out[1] = y if edge > 1 else (facts[DEPTH] if edge == 0 else 0.0)
            return 1
        at = field.zones.shape[1] + edge
        follow(facts, field.cells, field.goals[at], x, y, limit, out)
        return 2
    if kind in (REACH, HOLD):
        at = int(conditions[number, ZONE])
        follow(facts, field.cells, field.goals[at], x, y, limit, out)
        return 2
    return 0


@part
def pool(units: Reals, ratings: Reals, one: int, other: int) -> int:
    """The dice of all friends who touch an enemy already and may still strike it."""
    total = 0
    for each in range(len(units)):
        if each == one or units[each, HERE] != 1 or ratings[each, SIDE] != ratings[one, SIDE]:
            continue
        if units[each, FOUGHT] > 0 or units[each, FIRED] > 0:
            continue
        x, y = units[each, X], units[each, Y]
        if touches(ratings, each, x, y, other, units[other, X], units[other, Y]):
            total += int(ratings[each, ATTACK])
    return total


@part
def strike_value(
    units: Reals,
    over: Reals,
    ratings: Reals,
    field: Field,
    own: float,
    one: int,
    x: float,
    y: float,
) -> float:
    """The best blow that a piece could take part in there."""
    best = 0.0
    if units[one, FOUGHT] > 0 or units[one, FIRED] > 0:
        return best
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        if touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
            dice = int(ratings[one, ATTACK]) + pool(units, ratings, one, other)
            best = max(best, blow(over, ratings, field, own, dice, one, other))
    return best


@part
def noted(rows: Reals, count: int, code: int, one: int, x: float, y: float, gain: float) -> int:
    """Keep an option if anybody wants a list of them."""
    if count < len(rows):
        row = rows[count]
        row[CODE], row[UNIT], row[ONE], row[TWO], row[GAIN] = code, one, x, y, gain
        return count + 1
    return count


@part
def better(out: Reals, code: int, x: float, y: float, gain: float) -> None:
    """Take an option for the best if it is."""
    if gain > out[GAIN]:
        out[CODE], out[ONE], out[TWO], out[GAIN] = code, x, y, gain


@part
def best_option(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    one: int,
    ring: int,
    lengths: int,
    luck: Numbers,
    out: Reals,
    rows: Reals,
    listed: int,
) -> int:
    """What a piece does best, in `out`: END to stay, FIRE with its target or MOVE with a place. All
    that it may do is added to `rows`, as far as there is room; how many are there then."""
    foes, mood = np.empty((len(units), FOE)), np.empty(MOOD)
    x, y = units[one, X], units[one, Y]
    count = seen_by(units, over, ratings, facts, field, one, foes)
    mood_of(units, ratings, facts, conditions, style, one, mood)
    held = held_down(over, facts, one, -1)
    here = judged(
        foes, count, facts, field.pieces, field.corners, field.covers, field.ways, style, mood,
        0.0 if held else ratings[one, MOVEMENT], x, y, -1,
    )  # fmt: skip
    out[CODE], out[UNIT], out[GAIN] = END, one, LEAST
    stay = here + strike_value(units, over, ratings, field, mood[OWN], one, x, y)
    if engaged(units, ratings, one, x, y, -1):
        # Whoever is in a melee does not shift about in it.
        out[GAIN] += SETTLED
    if units[one, MOVED] + units[one, FIRED] + units[one, FOUGHT] > 0:
        return listed
    if may_fire(units, over, ratings, facts, one, -1):
        listed = weigh_shots(
            units, over, ratings, facts, field, style, one, foes, count, mood, here, stay, luck,
            out, rows, listed,
        )  # fmt: skip
    if not held:
        listed = weigh_moves(
            units, over, ratings, facts, conditions, field, style, one, foes, count, mood, here,
            stay, ring, lengths, luck, out, rows, listed,
        )  # fmt: skip
    return listed


@part
def weigh_shots(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    style: Reals,
    one: int,
    foes: Reals,
    count: int,
    mood: Reals,
    here: float,
    stay: float,
    luck: Numbers,
    out: Reals,
    rows: Reals,
    listed: int,
) -> int:
    """All shots of a piece, with what answers cost and what it is like here without the target."""
    x, y = units[one, X], units[one, Y]
    for at in range(count):
        other, ex, ey = int(foes[at, WHO]), foes[at, FX], foes[at, FY]
        if foes[at, OPEN] == 0:
            continue
        chance = shot(ratings, field, one, x, y, other, ex, ey)
        if chance <= 0:
            continue
        back = 0.0
        if may_fire(units, over, ratings, facts, other, -1):
            back = (1 - chance) * shot(ratings, field, other, ex, ey, one, x, y)
        then = judged(
            foes, count, facts, field.pieces, field.corners, field.covers, field.ways, style,
            mood, ratings[one, MOVEMENT], x, y, at,
        )  # fmt: skip
        # A kill makes no place worse: what one hoped to do to the target has been done.
        then = max(then, here)
        value = chance * (foes[at, VALUE] + then) + (1 - chance - back) * here - back * mood[OWN]
        listed = noted(rows, listed, FIRE, one, other, 0.0, value - stay)
        better(out, FIRE, other, 0.0, value - stay + blurred(style, luck))
    return listed


@part
def blurred(style: Reals, luck: Numbers) -> float:
    return style[NOISE] * (share(luck) - 0.5) if style[NOISE] > 0 else 0.0


@part
def weigh_moves(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    one: int,
    foes: Reals,
    count: int,
    mood: Reals,
    here: float,
    stay: float,
    ring: int,
    lengths: int,
    luck: Numbers,
    out: Reals,
    rows: Reals,
    listed: int,
) -> int:
    """All moves of a piece, with the fire on the way. That takes long to find out, so it is asked
    only of what would be best without it, unless all are to be listed."""
    spot, way, x, y = np.zeros(2), np.zeros((1, 2)), units[one, X], units[one, Y]
    side, movement = int(ratings[one, SIDE]), ratings[one, MOVEMENT]
    aims = style[GOAL] if has_errand(conditions) else 0.0
    now = aims * errand(facts, conditions, field, side, x, y) if aims != 0 else 0.0
    turned, number = share(luck), 0
    while True:
        kind = goal(
            foes, count, units, ratings, facts, conditions, field, one, number, ring, lengths,
            turned, spot,
        )  # fmt: skip
        number += 1
        if kind < 0:
            return listed
        if kind == 0 or not open_to(units, ratings, facts, conditions, field, one, kind, spot):
            continue
        px, py = spot[0], spot[1]
        value = judged(
            foes, count, facts, field.pieces, field.corners, field.covers, field.ways, style,
            mood, movement, px, py, -1,
        )  # fmt: skip
        if aims != 0:
            value += aims * errand(facts, conditions, field, side, px, py) - now
            if leaving(facts, conditions, side, px, py):
                value = max(value, here) + SURELY
        if near_any(foes, count, px, py):
            value += strike_value(units, over, ratings, field, mood[OWN], one, px, py)
        gain = value - stay + blurred(style, luck)
        if gain <= out[GAIN] and len(rows) == 0:
            continue
        way[0, 0], way[0, 1] = px, py
        risk = gauntlet(units, over, ratings, facts, field, one, way, False, -1.0, luck)
        gain -= style[RISK] * mood[OWN] * risk
        listed = noted(rows, listed, MOVE, one, px, py, gain)
        better(out, MOVE, px, py, gain)


@part
def open_to(
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    one: int,
    kind: int,
    spot: Reals,
) -> bool:
    """Whether a piece may end at a spot and, if that is how it would go, get there straight. The
    spot is drawn in by a hair, so that rounding does not put it out of reach."""
    x, y = units[one, X], units[one, Y]
    if hypot(spot[0] - x, spot[1] - y) < STEP:
        return False
    if not leaving(facts, conditions, int(ratings[one, SIDE]), spot[0], spot[1]):
        spot[0], spot[1] = x + (spot[0] - x) * HAIR, y + (spot[1] - y) * HAIR
        if not free(units, ratings, facts, one, spot[0], spot[1]):
            return False
    if kind != 1:
        return True
    cost = paced(field.pieces, field.corners, field.costs, x, y, spot[0], spot[1])
    if cost < 0 or cost > ratings[one, MOVEMENT]:
        return False
    return not in_way(units, ratings, one, x, y, spot[0], spot[1])


@part
def leaving(facts: Reals, conditions: Reals, side: int, x: float, y: float) -> bool:
    """Whether a side's piece leaves the table there."""
    for at in range(len(conditions)):
        if conditions[at, WHOSE] == side and conditions[at, KIND] == EXIT:
            edge = conditions[at, EDGE]
            if (
                (edge == 0 and y >= facts[DEPTH])
                or (edge == 1 and y <= 0)
                or (edge == 2 and x <= 0)
                or (edge == 3 and x >= facts[WIDTH])
            ):
                return True
    return False
