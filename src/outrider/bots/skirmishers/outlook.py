"""How a game is likely to end, by what can be seen of it, compiled."""

from math import exp

import numpy as np

from outrider.bots.measured.chance import Reals
from outrider.bots.skirmishers.field import walk
from outrider.bots.skirmishers.fire import may_fire, shot, touches
from outrider.bots.skirmishers.judging import blow
from outrider.bots.skirmishers.layout import (
    ACTIVE,
    AT_LIMIT,
    ATTACK,
    COUNT,
    EDGE,
    EXIT,
    HELD,
    HERE,
    HOLD,
    KIND,
    LEFT,
    REACH,
    SIDE,
    SURVIVE,
    TURNS,
    WHOSE,
    WORTH,
    ZONE,
    Field,
    X,
    Y,
)
from outrider.compiled import part

NOTICED = 6
CERTAIN = np.array([4.7, 0.65, 2.7, -3.1, 0.3, 0.1])
"""How much each of these says about the end, fitted to games of the policy with itself."""


@part
def prospects(
    units: Reals, over: Reals, ratings: Reals, facts: Reals, field: Field, side: int
) -> float:
    """What the best shots and blows of a side are worth that it could do at once."""
    total = 0.0
    for one in range(len(units)):
        if units[one, HERE] != 1 or ratings[one, SIDE] != side:
            continue
        x, y, own, best = units[one, X], units[one, Y], ratings[one, WORTH], 0.0
        fires = may_fire(units, over, ratings, facts, one, -1)
        for other in range(len(units)):
            if units[other, HERE] != 1 or ratings[other, SIDE] == side:
                continue
            ex, ey = units[other, X], units[other, Y]
            if touches(ratings, one, x, y, other, ex, ey):
                dice = int(ratings[one, ATTACK])
                best = max(best, blow(over, ratings, field, own, dice, one, other))
            elif fires:
                chance = shot(ratings, field, one, x, y, other, ex, ey)
                if chance <= 0:
                    continue
                value = chance * ratings[other, WORTH]
                if may_fire(units, over, ratings, facts, other, -1):
                    back = shot(ratings, field, other, ex, ey, one, x, y)
                    value -= (1 - chance) * back * own
                best = max(best, value)
        total += best
    return total


@part
def tops(units: Reals, over: Reals, ratings: Reals, side: int) -> float:
    """What those are worth whom a side has down, less what it has down itself."""
    total = 0.0
    for one in range(len(units)):
        for other in range(len(units)):
            if over[one, other] > 0:
                total += (
                    ratings[other, WORTH] if ratings[one, SIDE] == side else -ratings[other, WORTH]
                )
    return total


@part
def strengths(
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    scores: Reals,
) -> None:
    """What each side has left, and how near its aims are, in the same measure."""
    scores[:] = 0.0
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


@part
def noticed(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    found: Reals,
) -> None:
    """What tells how a game will end, seen by the side that is to move."""
    scores = np.zeros(2)
    strengths(units, ratings, facts, conditions, field, scores)
    side = int(facts[ACTIVE])
    mine, yours = scores[side] + 0.5, scores[1 - side] + 0.5
    total = mine + yours
    found[0] = (mine - yours) / total
    found[1] = found[0] ** 3
    found[2] = prospects(units, over, ratings, facts, field, side) / total
    found[3] = prospects(units, over, ratings, facts, field, 1 - side) / total
    found[4] = tops(units, over, ratings, side) / total
    found[5] = 1.0


@part
def progress_of_time(facts: Reals) -> float:
    """What it is worth that the end is near, to whom it favours."""
    return float(4.0 / (1.0 + facts[LEFT] / 6))


@part
def outlook(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    side: int,
) -> float:
    """The chance of a side to win, by what can be seen."""
    found = np.zeros(NOTICED)
    noticed(units, over, ratings, facts, conditions, field, found)
    value = 1 / (1 + exp(-(found * CERTAIN).sum()))
    return value if side == int(facts[ACTIVE]) else 1 - value
