"""What a piece may do, and which of it is best, compiled."""

from math import cos, hypot, pi, sin

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.measured.compiling import part
from outrider.bots.measured.ground import leg_cost
from outrider.bots.skirmishers.field import cell_of, follow
from outrider.bots.skirmishers.judging import (
    GAP,
    blow,
    drive,
    engaged,
    held_down,
    judged,
    may_shoot,
    shot,
    touches,
)
from outrider.bots.skirmishers.layout import (
    ATTACK,
    BASE,
    DEPTH,
    EDGE,
    END,
    EXIT,
    FIRE,
    FIRED,
    FOUGHT,
    HERE,
    HOLD,
    KIND,
    MOVE,
    MOVED,
    MOVEMENT,
    NOISE,
    REACH,
    REACTED,
    SIDE,
    SIDE_WORTH,
    WEAPON,
    WHOSE,
    WIDTH,
    WORTH,
    ZONE,
    Field,
    X,
    Y,
)

RING = 10
AROUND = 3
LOOKS = 4


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
def goal(
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    one: int,
    number: int,
    out: Reals,
) -> int:
    """The place number so and so that a piece might go to: 1 if it is a straight leg, 2 if it is
    the way round things, 0 if there is no such place, -1 when there are no more."""
    x, y, limit = units[one, X], units[one, Y], ratings[one, MOVEMENT]
    if number < 2 * RING:
        angle = 2 * pi * (number % RING) / RING
        length = limit if number < RING else limit / 2
        out[0], out[1] = x + length * cos(angle), y + length * sin(angle)
        return 1
    number -= 2 * RING
    count = len(units)
    if number < AROUND * count:
        other, way = number // AROUND, number % AROUND - 1
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            return 0
        ex, ey = units[other, X], units[other, Y]
        apart = max(0.001, hypot(ex - x, ey - y))
        gap = ratings[one, BASE] + ratings[other, BASE] + GAP / 2
        dx, dy = (x - ex) / apart, (y - ey) / apart
        angle = 1.1 * way
        out[0] = ex + gap * (dx * cos(angle) - dy * sin(angle))
        out[1] = ey + gap * (dx * sin(angle) + dy * cos(angle))
        return 1 if hypot(out[0] - x, out[1] - y) <= limit else 0
    number -= AROUND * count
    if number < count:
        if units[number, HERE] != 1 or ratings[number, SIDE] == ratings[one, SIDE]:
            return 0
        cell = cell_of(facts, units[number, X], units[number, Y])
        follow(facts, field.cells, field.ways[cell], x, y, limit, out)
        return 2
    number -= count
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
def risk(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    one: int,
    x: float,
    y: float,
) -> float:
    """The chance to be killed on a straight way by those who watch it."""
    alive = 1.0
    sx, sy = units[one, X], units[one, Y]
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        if units[other, REACTED] > 0 or ratings[other, WEAPON] == 0:
            continue
        ex, ey = units[other, X], units[other, Y]
        if held_down(over, facts, other) or engaged(units, ratings, other, ex, ey):
            continue
        for look in range(1, LOOKS + 1):
            px, py = sx + (x - sx) * look / LOOKS, sy + (y - sy) * look / LOOKS
            if look == LOOKS and touches(ratings, one, px, py, other, ex, ey):
                break
            chance = shot(ratings, field, other, ex, ey, one, px, py)
            if chance > 0:
                alive *= 1 - chance
                break
    return 1 - alive


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
    style: Reals,
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
            best = max(best, blow(over, ratings, field, style, dice, one, other))
    return best


@part
def best_shot(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    style: Reals,
    one: int,
    out: Reals,
) -> float:
    """The target worth most of all in sight, with what its return fire costs; negative: none."""
    best = -1.0
    if units[one, MOVED] + units[one, FIRED] + units[one, FOUGHT] > 0 or ratings[one, WEAPON] == 0:
        return best
    x, y = units[one, X], units[one, Y]
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        if not may_shoot(units, over, ratings, facts, one, other):
            continue
        ex, ey = units[other, X], units[other, Y]
        chance = shot(ratings, field, one, x, y, other, ex, ey)
        if chance <= 0:
            continue
        back = 0.0
        if not held_down(over, facts, other):
            back = (1 - chance) * shot(ratings, field, other, ex, ey, one, x, y)
        value = chance * ratings[other, WORTH] - style[SIDE_WORTH] * back * ratings[one, WORTH]
        if value > best:
            best, out[0] = value, other
    return best


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
    luck: Numbers,
    out: Reals,
) -> int:
    """What a piece does: END to stay, FIRE with its target or MOVE with a place in `out`."""
    x, y = units[one, X], units[one, Y]
    eager = drive(facts, conditions, int(ratings[one, SIDE]))
    here = judged(units, over, ratings, facts, conditions, field, style, one, x, y, eager)
    spot = np.zeros(2)
    code, best = END, here + strike_value(units, over, ratings, field, style, one, x, y)
    if engaged(units, ratings, one, x, y):
        # Whoever is in a melee does not shift about in it.
        best += 0.2
    fires = best_shot(units, over, ratings, facts, field, style, one, spot)
    if style[NOISE] > 0:
        fires += style[NOISE] * (share(luck) - 0.5)
    if fires > 0 and here + fires > best:
        code, best, out[0] = FIRE, here + fires, spot[0]
    if units[one, MOVED] + units[one, FIRED] > 0 or held_down(over, facts, one):
        return code
    worth = style[SIDE_WORTH] * ratings[one, WORTH]
    number = 0
    while True:
        kind = goal(units, ratings, facts, conditions, field, one, number, spot)
        number += 1
        if kind < 0:
            break
        if kind == 0:
            continue
        px, py = x + (spot[0] - x) * 0.9995, y + (spot[1] - y) * 0.9995
        leaves = leaving(facts, conditions, int(ratings[one, SIDE]), spot[0], spot[1])
        if leaves:
            px, py = spot[0], spot[1]
        elif not free(units, ratings, facts, one, px, py):
            continue
        if kind == 1:
            cost = leg_cost(field.pieces, field.corners, field.costs, x, y, px, py)
            if cost < 0 or cost > ratings[one, MOVEMENT]:
                continue
            if in_way(units, ratings, one, x, y, px, py):
                continue
        value = judged(units, over, ratings, facts, conditions, field, style, one, px, py, eager)
        value = max(value, here) + 4.0 if leaves else value
        value += strike_value(units, over, ratings, field, style, one, px, py)
        if style[NOISE] > 0:
            value += style[NOISE] * (share(luck) - 0.5)
        if value <= best + 0.005:
            continue
        value -= worth * risk(units, over, ratings, facts, field, one, px, py)
        if value > best + 0.005:
            code, best = MOVE, value
            out[0], out[1] = px, py
    return code


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
