"""Shots, marches and blows with their dice, compiled."""

from outrider.bots.measured.chance import Numbers, Reals, share
from outrider.bots.skirmishers.fire import gauntlet, may_fire, shot, touches
from outrider.bots.skirmishers.judging import blow
from outrider.bots.skirmishers.layout import (
    ATTACK,
    FIRED,
    FOUGHT,
    HERE,
    MOVED,
    SIDE,
    SIDE_WORTH,
    WORTH,
    Field,
    X,
    Y,
)
from outrider.bots.skirmishers.options import leaving, pool
from outrider.compiled import part


@part
def dies(units: Reals, over: Reals, one: int) -> None:
    units[one, HERE] = 0
    over[one, :] = 0
    over[:, one] = 0


@part
def fired(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    one: int,
    other: int,
    first: float,
    luck: Numbers,
) -> None:
    """A shot, and the one that answers it. `first` is the luck of the shot, from 0 to 1; with a
    negative one it is rolled for."""
    units[one, FIRED] = 1
    x, y, ex, ey = units[one, X], units[one, Y], units[other, X], units[other, Y]
    if first < 0:
        first = share(luck)
    if first < shot(ratings, field, one, x, y, other, ex, ey):
        dies(units, over, other)
    elif may_fire(units, over, ratings, facts, other, -1) and share(luck) < shot(
        ratings, field, other, ex, ey, one, x, y
    ):
        dies(units, over, one)


@part
def marched(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    one: int,
    way: Reals,
    first: float,
    luck: Numbers,
) -> None:
    """A move, under fire from those who watch it."""
    units[one, MOVED] = 1
    if gauntlet(units, over, ratings, facts, field, one, way, True, first, luck) > 0:
        dies(units, over, one)
        return
    x, y = way[len(way) - 1, 0], way[len(way) - 1, 1]
    units[one, X], units[one, Y] = x, y
    for other in range(len(units)):
        tied = over[one, other] > 0 or over[other, one] > 0
        if tied and not touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
            over[one, other] = over[other, one] = 0
    if leaving(facts, conditions, int(ratings[one, SIDE]), x, y):
        units[one, HERE] = 2
        over[one, :] = 0
        over[:, one] = 0


@part
def struck(
    units: Reals,
    over: Reals,
    ratings: Reals,
    field: Field,
    other: int,
    side: int,
    first: float,
    luck: Numbers,
) -> None:
    """All of a side who touch an enemy and may strike do so together."""
    dice, victim, top = 0, -1, -1
    on_top = under = False
    for one in range(len(units)):
        if units[one, HERE] != 1 or ratings[one, SIDE] != side:
            continue
        if units[one, FOUGHT] > 0 or units[one, FIRED] > 0:
            continue
        x, y = units[one, X], units[one, Y]
        if not touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
            continue
        units[one, FOUGHT] = 1
        on_top = on_top or over[one, other] > 0
        worse = victim < 0 or ratings[one, WORTH] > ratings[victim, WORTH]
        if not under and (worse or over[other, one] > 0):
            victim = one
        under = under or over[other, one] > 0
        # The highest of all dice is any of them, so the more dice the likelier it is his.
        dice += int(ratings[one, ATTACK])
        if top < 0 or share(luck) * dice < ratings[one, ATTACK]:
            top = one
    if victim < 0:
        return
    chances = field.melees[min(dice, len(field.melees) - 1), int(ratings[other, ATTACK])]
    if first < 0:
        first = share(luck)
    if first < chances[0] + chances[1]:
        if on_top or first < chances[0]:
            dies(units, over, other)
        else:
            over[other, top] = 0
            over[top, other] = 1
        return
    last = 1 - first
    if last < chances[4] + chances[3]:
        if under or last < chances[4]:
            dies(units, over, victim)
        else:
            over[victim, other] = 0
            over[other, victim] = 1


@part
def best_fight(
    units: Reals, over: Reals, ratings: Reals, field: Field, style: Reals, side: int
) -> int:
    """The enemy that it is worth most to strike now with all who touch it; -1: nobody."""
    best, whom = 0.02, -1
    for one in range(len(units)):
        if units[one, HERE] != 1 or ratings[one, SIDE] != side:
            continue
        if units[one, FOUGHT] > 0 or units[one, FIRED] > 0:
            continue
        own = style[SIDE_WORTH] * ratings[one, WORTH]
        for other in range(len(units)):
            if units[other, HERE] != 1 or ratings[other, SIDE] == side:
                continue
            x, y = units[one, X], units[one, Y]
            if touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
                dice = int(ratings[one, ATTACK]) + pool(units, ratings, one, other)
                value = blow(over, ratings, field, own, dice, one, other)
                if value > best:
                    best, whom = value, other
    return whom
