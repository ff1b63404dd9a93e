"""The policy and playing on by it, compiled. What it takes for legal is checked by the game."""

from math import exp

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.bots.measured.compiling import entry, part
from outrider.bots.measured.ground import is_in
from outrider.bots.skirmishers.deeds import best_fight, fired, marched, struck
from outrider.bots.skirmishers.judging import (
    lead,
)
from outrider.bots.skirmishers.layout import (
    ACTIVE,
    AT_LIMIT,
    CODE,
    COUNT,
    DESTROY,
    DESTROY_ALL,
    END,
    EXIT,
    FIELDS,
    FIGHT,
    FIRE,
    FIRED,
    FOUGHT,
    HELD,
    HERE,
    HOLD,
    KIND,
    LEFT,
    MOVED,
    ONE,
    REACH,
    SIDE,
    TURNS,
    TWO,
    UNIT,
    WEAPON,
    WHOSE,
    ZONE,
    Field,
    X,
    Y,
)
from outrider.bots.skirmishers.options import best_option

CERTAIN = 5.0
"""How surely a lead wins in the end."""
DRAW = 0.5


@part
def turn(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    luck: Numbers,
    stop: bool,
    out: Reals,
) -> None:
    """The rest of a turn: shots, moves, blows. With `stop` only the first of it is found."""
    side = int(facts[ACTIVE])
    found = np.zeros(2)
    out[:] = 0
    for stage in range(2):
        for one in range(len(units)):
            if units[one, HERE] != 1 or ratings[one, SIDE] != side:
                continue
            if units[one, MOVED] + units[one, FIRED] + units[one, FOUGHT] > 0:
                continue
            if stage == 0 and ratings[one, WEAPON] == 0:
                continue
            code = best_option(
                units, over, ratings, facts, conditions, field, style, one, luck, found
            )
            if code == END or (stage == 0 and code != FIRE):
                continue
            out[CODE], out[UNIT], out[ONE], out[TWO] = code, one, found[0], found[1]
            if stop:
                return
            if code == FIRE:
                fired(units, over, ratings, facts, field, one, int(found[0]), luck)
            else:
                x, y = found[0], found[1]
                marched(units, over, ratings, facts, conditions, field, one, x, y, luck)
    while True:
        whom = best_fight(units, over, ratings, field, style, side)
        out[CODE], out[ONE] = END, 0
        if whom < 0:
            return
        out[CODE], out[ONE] = FIGHT, whom
        if stop:
            return
        struck(units, over, ratings, whom, side, luck)


@part
def in_zone(units: Reals, ratings: Reals, field: Field, zone: int, side: int) -> int:
    count = 0
    for one in range(len(units)):
        if units[one, HERE] == 1 and ratings[one, SIDE] == side:
            count += is_in(field.zones, field.outlines, zone, units[one, X], units[one, Y])
    return count


@part
def met(
    units: Reals, ratings: Reals, facts: Reals, conditions: Reals, field: Field, at: int
) -> bool:
    """Whether a way to win has been gone."""
    side, kind = int(conditions[at, WHOSE]), conditions[at, KIND]
    if kind in (DESTROY_ALL, DESTROY):
        for one in range(len(units)):
            wanted = ratings[one, SIDE] != side if kind == DESTROY_ALL else field.named[at, one] > 0
            if wanted and units[one, HERE] > 0:
                return False
        return True
    if kind == REACH:
        there = in_zone(units, ratings, field, int(conditions[at, ZONE]), side)
        return bool(there >= conditions[at, COUNT])
    if kind == HOLD:
        return bool(conditions[at, HELD] >= conditions[at, TURNS])
    if kind == EXIT:
        gone = 0
        for one in range(len(units)):
            gone += units[one, HERE] == 2 and ratings[one, SIDE] == side
        return bool(gone >= conditions[at, COUNT])
    return bool(facts[LEFT] <= 0)


@part
def result(
    units: Reals, ratings: Reals, facts: Reals, conditions: Reals, field: Field, side: int
) -> float:
    """1, 0 or a half if the game is over, seen by a side; else -1."""
    won = [False, False]
    for at in range(len(conditions)):
        if met(units, ratings, facts, conditions, field, at):
            won[int(conditions[at, WHOSE])] = True
    if won[0] and won[1]:
        return DRAW
    if won[0] or won[1]:
        return 1.0 if won[side] else 0.0
    if facts[LEFT] <= 0:
        if facts[AT_LIMIT] < 0:
            return DRAW
        return 1.0 if facts[AT_LIMIT] == side else 0.0
    return -1.0


@part
def next_turn(units: Reals, ratings: Reals, facts: Reals, conditions: Reals, field: Field) -> None:
    side = int(facts[ACTIVE])
    for at in range(len(conditions)):
        if conditions[at, WHOSE] == side and conditions[at, KIND] == HOLD:
            zone = int(conditions[at, ZONE])
            holds = in_zone(units, ratings, field, zone, side) > 0
            holds = holds and in_zone(units, ratings, field, zone, 1 - side) == 0
            conditions[at, HELD] = conditions[at, HELD] + 1 if holds else 0
    facts[ACTIVE] = 1 - side
    facts[LEFT] -= 1
    units[:, MOVED:FIELDS] = 0


@entry
def played(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    styles: Reals,
    seeds: Numbers,
    horizon: int,
    side: int,
    values: Reals,
) -> None:
    """values[i] is how it ends for a side if everybody goes on in his style, with the dice of seed
    i, for so many turns after this one."""
    luck, out = np.zeros(1, np.int64), np.zeros(4)
    for at in range(len(seeds)):
        seeded(luck, seeds[at])
        now, tied, fact, ways = units.copy(), over.copy(), facts.copy(), conditions.copy()
        values[at] = -1.0
        for _ in range(horizon + 1):
            style = styles[int(fact[ACTIVE])]
            turn(now, tied, ratings, fact, ways, field, style, luck, False, out)
            next_turn(now, ratings, fact, ways, field)
            values[at] = result(now, ratings, fact, ways, field, side)
            if values[at] >= 0:
                break
        if values[at] < 0:
            ahead = lead(now, ratings, fact, ways, field, side)
            values[at] = 1 / (1 + exp(-CERTAIN * ahead))


@entry
def first_action(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    seed: int,
    out: Reals,
) -> None:
    """What the policy does now."""
    luck = np.zeros(1, np.int64)
    seeded(luck, seed)
    turn(units.copy(), over.copy(), ratings, facts, conditions, field, style, luck, True, out)
