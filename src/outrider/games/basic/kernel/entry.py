"""What Python calls for many games at once: one a row of the records, all on the same table and by
the same numbers.

All of it releases the interpreter lock, so that threads may share a batch between them. Random
words are one a game, never 0, as `compiled.streams` makes them, and are handed on.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import entry, rule
from outrider.games.basic.kernel import legality, listing, playing, running, turns
from outrider.games.basic.kernel.layout import (
    ENDING,
    FINE,
    FOURTH,
    KIND,
    NONE,
    THIRD,
    UNIT,
)
from outrider.games.basic.kernel.listing import add
from outrider.games.basic.kernel.record import Numbers
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
    Unchecked, whatever is an action of any kind will do."""
    for i in range(len(records)):
        record, (kind, unit, third, fourth) = records[i], action_at(actions, i)
        if kind == NONE:
            continue
        if not checks:
            if not legality.is_action(kind, unit, third, fourth):
                return i
        elif legality.why_not(record, table, numbers, kind, unit, third, fourth)[0] != FINE:
            return i
    if plays:
        for i in range(len(records)):
            kind, unit, third, fourth = action_at(actions, i)
            if kind != NONE:
                playing.play(records[i], numbers, kind, unit, third, fourth)
    return len(records)


@entry(measuring)
def look(records: Numbers, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What each game waits for and from which side, and how it has ended."""
    for i in range(len(records)):
        kinds[i], seats[i] = turns.awaited(records[i])
        endings[i] = records[i, ENDING]


@entry(measuring)
def fall(records: Numbers, numbers: Numbers, faces: Numbers) -> None:
    """Let the die of game i fall on faces[i], in place; nothing happens where none has to fall."""
    for i in range(len(records)):
        playing.fall(records[i], numbers, faces[i])


@entry(measuring)
def throw(records: Numbers, numbers: Numbers, randoms: Randoms) -> None:
    """Let dice fall until in every game somebody has a choice or it is over."""
    for i in range(len(records)):
        randoms[i] = running.throw(records[i], numbers, randoms[i])


@entry(measuring)
def candidates(
    records: Numbers, table: Numbers, numbers: Numbers, rows: Numbers, sizes: Numbers
) -> None:
    """Fill rows[i] with the useful legal actions of game i, and sizes[i] with their number. What is
    left of rows[i] is NONE."""
    for i in range(len(records)):
        sizes[i] = listing.candidates(records[i], table, numbers, rows[i])
        for row in range(sizes[i], len(rows[i])):
            add(rows[i], row, NONE, NONE, NONE, NONE)


@entry(measuring)
def pick(
    records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    """A random legal action for every game in which somebody has a choice; where nobody has, or has
    no room, all of it is NONE."""
    for i in range(len(records)):
        if running.decides(records[i]):
            randoms[i], kind, unit, third, fourth = running.pick(
                records[i], table, numbers, randoms[i]
            )
            add(actions, i, kind, unit, third, fourth)
        else:
            add(actions, i, NONE, NONE, NONE, NONE)


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
    for i in range(len(records)):
        randoms[i], played[i] = running.playout(records[i], table, numbers, randoms[i], most)
