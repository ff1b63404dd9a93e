"""How good shots, blows and places are, compiled."""

from math import hypot

from outrider.bots.measured.chance import Reals
from outrider.bots.measured.compiling import part
from outrider.bots.measured.ground import cover_at, is_in, sees_across
from outrider.bots.skirmishers.field import cell_of, walk
from outrider.bots.skirmishers.layout import (
    APPROACH,
    AT_LIMIT,
    ATTACK,
    BASE,
    CELL,
    COUNT,
    DEFENSE,
    EDGE,
    EXIT,
    EXPOSED,
    FIRING,
    GOAL,
    HELD,
    HERE,
    HOLD,
    INTO,
    KIND,
    LEFT,
    MOVEMENT,
    PINNED,
    RANGE,
    REACH,
    SIDE,
    SIDE_WORTH,
    SURVIVE,
    THREAT,
    TURNS,
    WEAPON,
    WHOSE,
    WORTH,
    ZONE,
    Field,
    X,
    Y,
)

GAP = 0.05
ON_TOP = 0.3
"""What an advantage is worth of a kill."""
BOW = 1


@part
def touches(ratings: Reals, one: int, x: float, y: float, other: int, ex: float, ey: float) -> bool:
    reach = ratings[one, BASE] + ratings[other, BASE] + GAP
    return bool((ex - x) ** 2 + (ey - y) ** 2 <= reach * reach)


@part
def engaged(units: Reals, ratings: Reals, one: int, x: float, y: float) -> bool:
    """Whether a piece would touch an enemy there."""
    for other in range(len(units)):
        foe = units[other, HERE] == 1 and ratings[other, SIDE] != ratings[one, SIDE]
        if foe and touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
            return True
    return False


@part
def held_down(over: Reals, facts: Reals, one: int) -> bool:
    """Whether an enemy on top keeps a piece from moving and firing."""
    return bool(facts[PINNED] > 0 and over[:, one].max() > 0)


@part
def shot(
    ratings: Reals,
    field: Field,
    one: int,
    x: float,
    y: float,
    other: int,
    ex: float,
    ey: float,
) -> float:
    """The chance that a piece at one point kills another at another point; 0 if it does not see it
    or has no such range."""
    if ratings[one, WEAPON] == 0 or hypot(ex - x, ey - y) > ratings[one, RANGE]:
        return 0.0
    if not sees_across(field.pieces, field.corners, x, y, ex, ey):
        return 0.0
    cover = cover_at(field.pieces, field.corners, field.covers, x, y, ex, ey)
    defense = int(ratings[other, DEFENSE]) + (1 if ratings[one, WEAPON] == BOW else 0)
    return float(field.hits[int(ratings[one, FIRING]), defense, min(cover, 6)])


@part
def may_shoot(
    units: Reals, over: Reals, ratings: Reals, facts: Reals, one: int, other: int
) -> bool:
    """Whether two pieces are in no melee that forbids it to fire."""
    if held_down(over, facts, one):
        return False
    if facts[INTO] > 0:
        return True
    return not engaged(units, ratings, one, units[one, X], units[one, Y]) and not engaged(
        units, ratings, other, units[other, X], units[other, Y]
    )


@part
def blow(
    over: Reals, ratings: Reals, field: Field, style: Reals, pool: int, one: int, other: int
) -> float:
    """What it is worth to strike with so many dice, one of the strikers being `one`."""
    mine, yours = min(pool, len(field.melees) - 1), int(ratings[other, ATTACK])
    chances = field.melees[mine, min(yours, field.melees.shape[1] - 1)]
    kill, win, lose, killed = chances[0], chances[1], chances[3], chances[4]
    if over[one, other] > 0:
        kill, win = kill + win, 0.0
    if over[other, one] > 0:
        killed, lose = killed + lose, 0.0
    gain = (kill + ON_TOP * win) * ratings[other, WORTH]
    return float(gain - style[SIDE_WORTH] * (killed + ON_TOP * lose) * ratings[one, WORTH])


@part
def danger(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    one: int,
    x: float,
    y: float,
) -> float:
    """About the chance that a piece there dies in the enemy's next turn."""
    alive = 1.0
    touched = engaged(units, ratings, one, x, y)
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        ex, ey = units[other, X], units[other, Y]
        mine = min(int(ratings[one, ATTACK]), field.melees.shape[1] - 1)
        chances = field.melees[min(int(ratings[other, ATTACK]), len(field.melees) - 1), mine]
        if touches(ratings, one, x, y, other, ex, ey):
            kill = chances[0] + (1.0 if over[other, one] > 0 else ON_TOP) * chances[1]
            alive *= 1 - kill
            continue
        kill = 0.0
        if not touched or facts[INTO] > 0:
            kill = shot(ratings, field, other, ex, ey, one, x, y)
        reach = ratings[other, MOVEMENT] + ratings[one, BASE] + ratings[other, BASE]
        if hypot(ex - x, ey - y) <= reach and not held_down(over, facts, other):
            kill = max(kill, 0.8 * (chances[0] + ON_TOP * chances[1]))
        alive *= 1 - kill
    return 1 - alive


@part
def promise(units: Reals, ratings: Reals, field: Field, one: int, x: float, y: float) -> float:
    """What a piece there threatens to do in its own next turn."""
    best = 0.0
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        ex, ey = units[other, X], units[other, Y]
        value = shot(ratings, field, one, x, y, other, ex, ey)
        if hypot(ex - x, ey - y) <= ratings[one, MOVEMENT] + 0.8:
            mine = min(int(ratings[one, ATTACK]), len(field.melees) - 1)
            yours = min(int(ratings[other, ATTACK]), field.melees.shape[1] - 1)
            chances = field.melees[mine, yours]
            value = max(value, 0.8 * (chances[0] + ON_TOP * chances[1] - chances[4]))
        best = max(best, value * ratings[other, WORTH])
    return best


@part
def drive(facts: Reals, conditions: Reals, side: int) -> float:
    """How much a side has to go and look for a fight."""
    value = 0.2 if facts[AT_LIMIT] == side else 1.0
    for at in range(len(conditions)):
        if conditions[at, WHOSE] == side:
            if conditions[at, KIND] == SURVIVE:
                value = 0.2
            elif conditions[at, KIND] in (REACH, EXIT, HOLD):
                value = min(value, 0.5)
    return value


@part
def errand(facts: Reals, conditions: Reals, field: Field, side: int, x: float, y: float) -> float:
    """What a place does for a side's ways to win, and against the other's."""
    value = 0.0
    zones = field.zones.shape[1]
    for at in range(len(conditions)):
        mine = conditions[at, WHOSE] == side
        kind = conditions[at, KIND]
        if kind == EXIT and mine:
            value -= walk(facts, field.cells, field.goals[zones + int(conditions[at, EDGE])], x, y)
        elif kind in (REACH, HOLD):
            zone = int(conditions[at, ZONE])
            if is_in(field.zones, field.outlines, zone, x, y):
                far = -3.0
            else:
                far = walk(facts, field.cells, field.goals[zone], x, y)
            value -= far if mine else 0.3 * far
    return value


@part
def judged(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    one: int,
    x: float,
    y: float,
    eager: float,
) -> float:
    """How good a place is, not counting what is done there now."""
    side = int(ratings[one, SIDE])
    worth = style[SIDE_WORTH] * ratings[one, WORTH]
    value = -style[EXPOSED] * worth * danger(units, over, ratings, facts, field, one, x, y)
    value += style[THREAT] * promise(units, ratings, field, one, x, y)
    value += style[GOAL] * errand(facts, conditions, field, side, x, y)
    near = 99.0
    for other in range(len(units)):
        if units[other, HERE] == 1 and ratings[other, SIDE] != side:
            ex, ey = units[other, X], units[other, Y]
            far = hypot(ex - x, ey - y)
            if far > 2 * facts[CELL]:
                cell = cell_of(facts, ex, ey)
                far = max(far, walk(facts, field.cells, field.ways[cell], x, y))
            near = min(near, far - ratings[other, WORTH])
    return float(value - eager * style[APPROACH] * near)


@part
def lead(
    units: Reals, ratings: Reals, facts: Reals, conditions: Reals, field: Field, side: int
) -> float:
    """How far ahead a side is, from -1 to 1, by what is left and how near its aims are."""
    scores = [0.5, 0.5]
    zones = field.zones.shape[1]
    for one in range(len(units)):
        if units[one, HERE] > 0:
            scores[int(ratings[one, SIDE])] += ratings[one, WORTH]
    for at in range(len(conditions)):
        whose, kind = int(conditions[at, WHOSE]), conditions[at, KIND]
        if kind == SURVIVE:
            scores[whose] += progress_of_time(facts)
        elif kind in (REACH, EXIT, HOLD):
            goal = int(conditions[at, ZONE])
            if kind == EXIT:
                goal = zones + int(conditions[at, EDGE])
            total, count = 0.0, max(1.0, conditions[at, COUNT])
            for one in range(len(units)):
                if ratings[one, SIDE] != whose or units[one, HERE] == 0:
                    continue
                if units[one, HERE] == 2:
                    total += 1.5
                    continue
                far = walk(facts, field.cells, field.goals[goal], units[one, X], units[one, Y])
                total += 1 / (1 + far / 6)
            scores[whose] += 4 * min(1.5, total / count)
            if kind == HOLD:
                scores[whose] += 4 * conditions[at, HELD] / max(1.0, conditions[at, TURNS])
    if facts[AT_LIMIT] >= 0:
        scores[int(facts[AT_LIMIT])] += progress_of_time(facts)
    mine, yours = scores[side], scores[1 - side]
    return float((mine - yours) / (mine + yours))


@part
def progress_of_time(facts: Reals) -> float:
    """What it is worth that the end is near, to whom it favours."""
    return float(4.0 / (1.0 + facts[LEFT] / 6))
