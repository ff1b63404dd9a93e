"""What Python calls for many games at once: one a row of the records, all on the same table and by
the same numbers.

All of it releases the interpreter lock, so that threads may share a batch between them. Random
words are one a game, never 0, as `compiled.streams` makes them, and are handed on.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import entry
from outrider.games.basic.kernel import listing, playing, running, turns
from outrider.games.basic.kernel.layout import (
    ACTION,
    ENDING,
    FINE,
    FOURTH,
    KIND,
    MOST_CANDIDATES,
    NONE,
    THIRD,
    UNIT,
)
from outrider.games.basic.kernel.legality import why_not
from outrider.games.basic.kernel.listing import add
from outrider.games.basic.kernel.record import Numbers
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]


@entry(measuring)
def check(
    records: Numbers, table: Numbers, numbers: Numbers, actions: Numbers, found: Numbers
) -> int:
    """found[i] is FINE, or why action i is not legal in game i, and its figures. The first game in
    which it is not, or how many there are. One of the kind NONE is nothing, and fine."""
    first = len(records)
    for i in range(len(records)):
        kind, unit, third, fourth = (
            actions[i, KIND],
            actions[i, UNIT],
            actions[i, THIRD],
            actions[i, FOURTH],
        )
        found[i, 0], found[i, 1], found[i, 2] = FINE, 0, 0
        if kind != NONE:
            found[i, 0], found[i, 1], found[i, 2] = why_not(
                records[i], table, numbers, kind, unit, third, fourth
            )
        if found[i, 0] and first == len(records):
            first = i
    return first


@entry(measuring)
def play(records: Numbers, numbers: Numbers, actions: Numbers) -> None:
    """Play action i in game i, in place; none where its kind is NONE. Legality is not asked."""
    for i in range(len(records)):
        if actions[i, KIND] != NONE:
            playing.play(
                records[i],
                numbers,
                actions[i, KIND],
                actions[i, UNIT],
                actions[i, THIRD],
                actions[i, FOURTH],
            )


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
    """Fill rows[i] with the useful legal actions of game i, and sizes[i] with their number."""
    for i in range(len(records)):
        sizes[i] = listing.candidates(records[i], table, numbers, rows[i])


@entry(measuring)
def pick(
    records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    """A random legal action for every game in which somebody has a choice; where nobody has, or has
    no room, its kind is NONE."""
    rows = np.empty((MOST_CANDIDATES, ACTION), np.int64)
    for i in range(len(records)):
        if running.decides(records[i]):
            randoms[i], kind, unit, third, fourth = running.pick(
                records[i], table, numbers, randoms[i], rows
            )
            add(actions, i, kind, unit, third, fourth)
        else:
            add(actions, i, NONE, 0, 0, 0)


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
    rows = np.empty((MOST_CANDIDATES, ACTION), np.int64)
    for i in range(len(records)):
        randoms[i], played[i] = running.playout(records[i], table, numbers, randoms[i], most, rows)
