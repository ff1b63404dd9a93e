"""What Python calls for many games at once: one a row of the records, all on the same table and by
the same numbers.

All of it releases the interpreter lock, so that threads may share a batch between them. Random
words are one a game, never 0, as `compiled.streams` makes them, and are handed on.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import DECIDE, NOTHING, ROLL, entry, rule
from outrider.games.skirmish.kernel import legality, listing, playing, running, victory
from outrider.games.skirmish.kernel.ground import opened
from outrider.games.skirmish.kernel.layout import FINE, FOURTH, KIND, NONE, OVER, STAGE, THIRD, UNIT
from outrider.games.skirmish.kernel.listing import add
from outrider.games.skirmish.kernel.record import Numbers
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]


@rule
def action_at(actions: Numbers, i: int) -> tuple[int, int, int, int]:
    return actions[i, KIND], actions[i, UNIT], actions[i, THIRD], actions[i, FOURTH]


@entry(measuring)
def is_action(kind: int, unit: int, third: int, fourth: int) -> bool:
    """Whether four numbers are an action of any kind."""
    return legality.is_action(kind, unit, third, fourth)


@entry(measuring)
def turn(
    records: Numbers,
    table: Numbers,
    numbers: Numbers,
    actions: Numbers,
    checks: bool,
    plays: bool,
) -> int:
    """Play action i in game i, in place, if all of them are legal and if it is asked for; nothing
    where its kind is NONE. The first game whose action is not legal; how many there are if all are.
    Unchecked, whatever is an action of any kind, of figures at this table, will do."""
    ground = opened(table)
    for i in range(len(records)):
        record, (kind, unit, third, fourth) = records[i], action_at(actions, i)
        if kind == NONE:
            continue
        if not legality.is_action(kind, unit, third, fourth):
            return i
        if legality.absent(record, kind, unit, third) != NONE:
            return i
        if checks:
            seat = legality.actor(record, kind, unit)
            answer = legality.why_not(record, ground, numbers, seat, kind, unit, third, fourth)
            if answer[0] != FINE:
                return i
    if plays:
        for i in range(len(records)):
            kind, unit, third, fourth = action_at(actions, i)
            if kind != NONE:
                playing.play(records[i], ground, numbers, kind, unit, third, fourth)
    return len(records)


@entry(measuring)
def look(
    records: Numbers,
    table: Numbers,
    numbers: Numbers,
    kinds: Numbers,
    seats: Numbers,
    dice: Numbers,
) -> None:
    """What each game waits for and from which seat, the first of several, and how many dice."""
    ground = opened(table)
    for i in range(len(records)):
        seats[i], dice[i] = playing.due(records[i], ground, numbers)
        kinds[i] = ROLL if dice[i] > 0 else NOTHING
        decider = legality.decider(records[i])
        if decider != NONE:
            kinds[i], seats[i] = DECIDE, decider


@entry(measuring)
def winners(records: Numbers, found: Numbers) -> None:
    """found[i] has a bit for each seat that has won game i."""
    for i in range(len(records)):
        found[i] = victory.winners(records[i]) if records[i, STAGE] == OVER else 0


@entry(measuring)
def roll(
    records: Numbers, table: Numbers, numbers: Numbers, totals: Numbers, randoms: Randoms
) -> None:
    """Let the dice of game i show totals[i], in place; nothing happens where none have to fall. If
    there are no totals chance throws, until in every game somebody has a choice or it is over."""
    ground = opened(table)
    for i in range(len(records)):
        if len(totals) > 0:
            playing.fall(records[i], ground, numbers, totals[i])
        else:
            randoms[i] = running.throw(records[i], ground, numbers, randoms[i])


@entry(measuring)
def candidates(
    records: Numbers, table: Numbers, numbers: Numbers, seat: int, rows: Numbers, sizes: Numbers
) -> None:
    """Fill rows[i] with the useful legal actions of a seat in game i, of the first that is asked if
    the seat is NONE, and sizes[i] with their number. What is left of rows[i] is NONE."""
    ground = opened(table)
    for i in range(len(records)):
        decider = legality.decider(records[i]) if seat == NONE else seat
        sizes[i] = 0
        if decider != NONE:
            sizes[i] = listing.candidates(records[i], ground, numbers, decider, rows[i])
        for row in range(sizes[i], len(rows[i])):
            add(rows[i], row, NONE, NONE, NONE, NONE)


@entry(measuring)
def pick(
    records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    """A random legal action for every game in which somebody has a choice, of the first who has;
    where nobody has, or has no room, all of it is NONE."""
    ground = opened(table)
    for i in range(len(records)):
        seat = legality.decider(records[i])
        add(actions, i, NONE, NONE, NONE, NONE)
        if seat != NONE:
            randoms[i], kind, unit, third, fourth = running.pick(
                records[i], ground, numbers, seat, randoms[i]
            )
            if kind != NONE:
                add(actions, i, kind, unit, third, fourth)


@entry(measuring)
def playouts(
    records: Numbers,
    table: Numbers,
    numbers: Numbers,
    randoms: Randoms,
    most: int,
    played: Numbers,
) -> None:
    """Play each game on at random, dice and all, in place; played[i] says how many actions it took,
    at most `most`."""
    ground = opened(table)
    for i in range(len(records)):
        record, random = records[i], running.throw(records[i], ground, numbers, randoms[i])
        played[i] = 0
        while played[i] < most and record[STAGE] != OVER:
            seat = legality.decider(record)
            random, kind, unit, third, fourth = running.pick(record, ground, numbers, seat, random)
            if kind == NONE:
                break
            playing.play(record, ground, numbers, kind, unit, third, fourth)
            random = running.throw(record, ground, numbers, random)
            played[i] += 1
        randoms[i] = random
