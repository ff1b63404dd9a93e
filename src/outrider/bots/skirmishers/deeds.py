"""Shots, marches and blows with their dice, compiled."""

from outrider.bots.measured.chance import Numbers, Reals, die, share
from outrider.bots.measured.compiling import part
from outrider.bots.skirmishers.judging import (
    blow,
    engaged,
    held_down,
    shot,
    touches,
)
from outrider.bots.skirmishers.layout import (
    ATTACK,
    FIRED,
    FOUGHT,
    HERE,
    MOVED,
    REACTED,
    SIDE,
    WEAPON,
    WORTH,
    Field,
    X,
    Y,
)
from outrider.bots.skirmishers.options import LOOKS, leaving, pool


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
    luck: Numbers,
) -> None:
    """A shot, and the one that answers it."""
    units[one, FIRED] = 1
    x, y, ex, ey = units[one, X], units[one, Y], units[other, X], units[other, Y]
    if share(luck) < shot(ratings, field, one, x, y, other, ex, ey):
        dies(units, over, other)
    elif not held_down(over, facts, other) and share(luck) < shot(
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
    x: float,
    y: float,
    luck: Numbers,
) -> None:
    """A move, under fire from those who watch it."""
    units[one, MOVED] = 1
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
                units[other, REACTED] = 1
                if share(luck) < chance:
                    dies(units, over, one)
                    return
                break
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
    other: int,
    side: int,
    luck: Numbers,
) -> None:
    """All of a side who touch an enemy and may strike do so together."""
    high, second, total, top, victim = 0, 0, False, -1, -1
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
        total = True
        on_top = on_top or over[one, other] > 0
        worse = victim < 0 or ratings[one, WORTH] > ratings[victim, WORTH]
        if not under and (worse or over[other, one] > 0):
            victim = one
        under = under or over[other, one] > 0
        for _ in range(int(ratings[one, ATTACK])):
            face = die(luck)
            if face > high:
                high, second, top = face, high, one
            elif face > second:
                second = face
    if not total:
        return
    answer, next_ = 0, 0
    for _ in range(int(ratings[other, ATTACK])):
        face = die(luck)
        if face > answer:
            answer, next_ = face, answer
        elif face > next_:
            next_ = face
    if high > answer:
        if on_top or second > answer:
            dies(units, over, other)
        else:
            over[other, top] = 0
            over[top, other] = 1
    elif answer > high:
        if under or next_ > high:
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
        for other in range(len(units)):
            if units[other, HERE] != 1 or ratings[other, SIDE] == side:
                continue
            x, y = units[one, X], units[one, Y]
            if touches(ratings, one, x, y, other, units[other, X], units[other, Y]):
                dice = int(ratings[one, ATTACK]) + pool(units, ratings, one, other)
                value = blow(over, ratings, field, style, dice, one, other)
                if value > best:
                    best, whom = value, other
    return whom
