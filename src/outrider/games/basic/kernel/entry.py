"""What Python calls for many games at once: one a row of the records, all on the same table and by
the same numbers.

What is done with one game is a rule, given all games and the number of that one: here they are
taken one after another, and elsewhere (see `threads`) each has its own thread.

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
    OVER,
    STAGE,
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


@rule
def makes_sense(i: int, actions: Numbers) -> bool:
    """Whether numbers are an action of any kind, or play nothing."""
    kind, unit, third, fourth = action_at(actions, i)
    return kind == NONE or legality.is_action(kind, unit, third, fourth)


@rule
def is_fine(i: int, records: Numbers, table: Numbers, numbers: Numbers, actions: Numbers) -> bool:
    """Whether an action is legal in its game."""
    kind, unit, third, fourth = action_at(actions, i)
    if kind == NONE:
        return True
    return legality.why_not(records[i], table, numbers, kind, unit, third, fourth)[0] == FINE


@rule
def play_at(i: int, records: Numbers, numbers: Numbers, actions: Numbers) -> None:
    kind, unit, third, fourth = action_at(actions, i)
    if kind != NONE:
        playing.play(records[i], numbers, kind, unit, third, fourth)


@rule
def look_at(i: int, records: Numbers, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What a game waits for and from which side, and how it has ended."""
    kinds[i], seats[i] = turns.awaited(records[i])
    endings[i] = records[i, ENDING]


@rule
def offer_at(
    i: int, records: Numbers, table: Numbers, numbers: Numbers, rows: Numbers, sizes: Numbers
) -> None:
    """The useful legal actions of a game, and their number. What is left of its list is NONE."""
    sizes[i] = listing.candidates(records[i], table, numbers, rows[i])
    for row in range(sizes[i], len(rows[i])):
        add(rows[i], row, NONE, NONE, NONE, NONE)


@rule
def pick_at(
    i: int, records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    """A random legal action of a game; where nobody has a choice, or no room, all of it is NONE."""
    if running.decides(records[i]):
        randoms[i], kind, unit, third, fourth = running.pick(records[i], table, numbers, randoms[i])
        add(actions, i, kind, unit, third, fourth)
    else:
        add(actions, i, NONE, NONE, NONE, NONE)


@rule
def play_out_at(
    i: int,
    records: Numbers,
    begins: Numbers,
    table: Numbers,
    numbers: Numbers,
    randoms: Randoms,
    most: int,
    results: Numbers,
) -> None:
    """Play a game on at random, in place, to its end or for so many actions; results[i] says how
    many it took. Where there is room in it for the endings they are counted, and a game that is
    over begins anew."""
    record, taken = records[i], 0
    random = running.throw(record, numbers, randoms[i])
    while taken < most:
        if record[STAGE] == OVER:
            if results.shape[1] == 1:
                break
            results[i, record[ENDING]] += 1
            for at in range(len(begins)):
                record[at] = begins[at]
            random = running.throw(record, numbers, random)
        random, kind, unit, third, fourth = running.pick(record, table, numbers, random)
        if kind == NONE:
            break  # there is no room to place anybody
        playing.play(record, numbers, kind, unit, third, fourth)
        random = running.throw(record, numbers, random)
        taken += 1
    randoms[i] = random
    results[i, 0] = taken


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
        if not checks:
            if not makes_sense(i, actions):
                return i
        elif not is_fine(i, records, table, numbers, actions):
            return i
    if plays:
        for i in range(len(records)):
            play_at(i, records, numbers, actions)
    return len(records)


@entry(measuring)
def look(records: Numbers, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What each game waits for and from which side, and how it has ended."""
    for i in range(len(records)):
        look_at(i, records, kinds, seats, endings)


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
        offer_at(i, records, table, numbers, rows, sizes)


@entry(measuring)
def pick(
    records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    """A random legal action for every game in which somebody has a choice; where nobody has, or has
    no room, all of it is NONE."""
    for i in range(len(records)):
        pick_at(i, records, table, numbers, randoms, actions)


@entry(measuring)
def playouts(
    records: Numbers,
    begins: Numbers,
    table: Numbers,
    numbers: Numbers,
    randoms: Randoms,
    most: int,
    results: Numbers,
) -> None:
    """Play each game on at random, dice and all, in place; results[i] says how many actions it
    took, at most `most`, and how games ended if they are to go on."""
    for i in range(len(records)):
        play_out_at(i, records, begins, table, numbers, randoms, most, results)
