"""The policy and playing on by it, compiled. What it takes for legal is checked by the game."""

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.bots.measured.ground import is_in
from outrider.bots.skirmishers.deeds import best_fight, fired, marched, struck
from outrider.bots.skirmishers.layout import (
    ACTIVE,
    AT_LIMIT,
    CLOSE,
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
    GAIN,
    HELD,
    HERE,
    HOLD,
    KIND,
    LEFT,
    MOVE,
    MOVED,
    ONE,
    OPTION,
    REACH,
    SIDE,
    TURNS,
    TWO,
    UNIT,
    WHOSE,
    ZONE,
    Field,
    X,
    Y,
)
from outrider.bots.skirmishers.options import best_option
from outrider.bots.skirmishers.outlook import outlook
from outrider.compiled import entry, part
from outrider.games import skirmishers
from outrider.games.skirmishers import kernel as rules
from outrider.table import kernel as measuring

BUILT_ON = (skirmishers, measured, measuring, rules)

DRAW = 0.5
SEEDS = 1 << 30
RING, LENGTHS = 8, 2
"""In so many directions, and so many lengths of each, a piece looks for a place as it plays on."""


@part
def done(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    row: Reals,
    way: Reals,
    first: float,
    luck: Numbers,
) -> None:
    """Do what a row says; a move goes along its way."""
    one, code = int(row[UNIT]), int(row[CODE])
    if code == FIRE:
        fired(units, over, ratings, facts, field, one, int(row[ONE]), first, luck)
    elif code == MOVE:
        marched(units, over, ratings, facts, conditions, field, one, way, first, luck)
    elif code == FIGHT:
        struck(units, over, ratings, field, int(row[ONE]), int(facts[ACTIVE]), first, luck)


@part
def next_of(units: Reals, plans: Reals, waits: Numbers) -> int:
    """Who acts next: those who fire before those who move, and of them who gains most; -1: none."""
    best, whom = -1e9, -1
    for one in range(len(plans)):
        if waits[one] > 0 and units[one, HERE] == 1 and plans[one, CODE] != END:
            gain = plans[one, GAIN] + (1000.0 if plans[one, CODE] == FIRE else 0.0)
            if gain > best:
                best, whom = gain, one
    return whom


@part
def turn(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    ring: int,
    lengths: int,
    luck: Numbers,
    stop: bool,
    out: Reals,
) -> None:
    """The rest of a turn: shots, moves, blows. With `stop` only the first of it is found."""
    side, count = int(facts[ACTIVE]), len(units)
    plans, rows, way = (
        np.zeros((count, OPTION)),
        np.zeros((0, OPTION)),
        np.zeros((1, 2)),
    )
    # A plan is as old as the last deed when it was made; before it is carried out it is made anew
    # if anything has happened since. Whoever had nothing to do looks once more in the end.
    made, again = 1, True
    waits = np.zeros(count, np.int64)
    for one in range(count):
        if units[one, HERE] == 1 and ratings[one, SIDE] == side:
            waits[one] = units[one, MOVED] + units[one, FIRED] + units[one, FOUGHT] == 0
    stale = waits.copy()
    while True:
        for one in range(count):
            if waits[one] > 0 and stale[one] > 0 and units[one, HERE] == 1:
                stale[one] = 0
                waits[one] = made
                best_option(
                    units, over, ratings, facts, conditions, field, style, one, ring, lengths,
                    luck, plans[one], rows, 0,
                )  # fmt: skip
        one = next_of(units, plans, waits)
        if one < 0:
            if not again or made == 1:
                break
            again = False
            stale[:] = waits < made
            continue
        if waits[one] < made:
            stale[one] = 1
            continue
        out[:] = plans[one]
        if stop:
            return
        waits[one] = 0
        made += 1
        way[0, 0], way[0, 1] = out[ONE], out[TWO]
        done(units, over, ratings, facts, conditions, field, out, way, -1.0, luck)
    fights(units, over, ratings, field, style, side, luck, stop, out)


@part
def fights(
    units: Reals,
    over: Reals,
    ratings: Reals,
    field: Field,
    style: Reals,
    side: int,
    luck: Numbers,
    stop: bool,
    out: Reals,
) -> None:
    """The blows of a turn, the best first; with `stop` only which is the first, or the end."""
    while True:
        whom = best_fight(units, over, ratings, field, style, side)
        out[CODE], out[ONE] = END, 0
        if whom < 0:
            return
        out[CODE], out[ONE] = FIGHT, whom
        if stop:
            return
        struck(units, over, ratings, field, whom, side, -1.0, luck)


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
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    side: int,
    ended: bool,
) -> float:
    """1, 0 or a half if the game is over, seen by a side; else -1. In the middle of a turn only a
    kill ends it."""
    won = [False, False]
    for at in range(len(conditions)):
        if not ended and conditions[at, KIND] not in (DESTROY_ALL, DESTROY):
            continue
        if met(units, ratings, facts, conditions, field, at):
            won[int(conditions[at, WHOSE])] = True
    if won[0] and won[1]:
        return DRAW
    if won[0] or won[1]:
        return 1.0 if won[side] else 0.0
    if ended and facts[LEFT] <= 0:
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


@entry(*BUILT_ON)
def played(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    styles: Reals,
    row: Reals,
    way: Reals,
    seeds: Numbers,
    horizon: int,
    haste: float,
    side: int,
    values: Reals,
) -> None:
    """values[i] is how it ends for a side if what the row says is done first and then everybody
    goes on in his style, with the dice of seed i, for so many turns after this one. The seeds' own
    share of all seeds is the luck of the first dice. With each turn the end is worth less by
    `haste`: who may as well strike next turn strikes now."""
    luck, out = np.zeros(1, np.int64), np.zeros(OPTION)
    for at in range(len(seeds)):
        seeded(luck, seeds[at])
        now, tied = units.copy(), over.copy()
        fact, ways = facts.copy(), conditions.copy()
        first = seeds[at] / SEEDS
        ends = row[CODE] == CLOSE
        if not ends:
            done(now, tied, ratings, fact, ways, field, row, way, first, luck)
        values[at] = result(now, ratings, fact, ways, field, side, False)
        worth = 1.0
        for _ in range(horizon + 1):
            if values[at] >= 0:
                break
            if not ends:
                style = styles[int(fact[ACTIVE])]
                turn(
                    now, tied, ratings, fact, ways, field, style, RING, LENGTHS, luck, False, out
                )  # fmt: skip
            ends = False
            next_turn(now, ratings, fact, ways, field)
            values[at] = result(now, ratings, fact, ways, field, side, True)
            worth *= 1 - haste
        if values[at] < 0:
            values[at] = outlook(now, tied, ratings, fact, ways, field, side)
        values[at] = DRAW + worth * (values[at] - DRAW)


@entry(*BUILT_ON)
def first_action(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    ring: int,
    lengths: int,
    seed: int,
    out: Reals,
) -> None:
    """What the policy does now."""
    luck = np.zeros(1, np.int64)
    seeded(luck, seed)
    turn(
        units.copy(), over.copy(), ratings, facts, conditions, field, style, ring, lengths, luck,
        True, out,
    )  # fmt: skip


@entry(*BUILT_ON)
def listed(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    field: Field,
    style: Reals,
    ring: int,
    lengths: int,
    seed: int,
    rows: Reals,
) -> int:
    """Every shot and move there is, with what the policy thinks it gains, in `rows`; how many."""
    luck, out = np.zeros(1, np.int64), np.zeros(OPTION)
    seeded(luck, seed)
    count = 0
    for one in range(len(units)):
        if units[one, HERE] == 1 and ratings[one, SIDE] == facts[ACTIVE]:
            count = best_option(
                units, over, ratings, facts, conditions, field, style, one, ring, lengths, luck,
                out, rows, count,
            )  # fmt: skip
    return count
