"""What Python calls for many games at once: one a row of the records, all on the same ground.

It releases the interpreter lock, so that threads may share a batch between them; each has room of
its own in its ground. Random words are one a game, never 0, as `compiled.streams` makes them, and
are handed on. It is one entry, since all that it does stands on the same rules.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import entry, part
from outrider.games.skirmishers.kernel import choosing, legality, listing, playing, running, turns
from outrider.games.skirmishers.kernel.layout import (
    ACTION,
    CAN_PLAY,
    CHECK,
    ENDING,
    FALL,
    FINE,
    IS_ACTION,
    KIND,
    LIST,
    LOOK_ROUND,
    MOST_DICE,
    MOST_PIECES,
    NONE,
    PICK,
    PLAY,
    STAGE,
)
from outrider.games.skirmishers.kernel.record import Ground, Numbers
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]

MOST_FACES = MOST_PIECES * MOST_DICE
"""So many dice fall at once at most."""


@entry(measuring)
def many(
    records: Numbers,
    ground: Ground,
    what: int,
    randoms: Randoms,
    rows: Numbers,
    numbers: Numbers,
    most: int,
) -> int:
    """Do one of the things of `layout` in every game, in place. `rows` are actions, one a game or a
    list of them; `numbers` what goes in or comes out besides."""
    if what in (CHECK, IS_ACTION, CAN_PLAY):
        return first_wrong(records, ground, what, rows)
    if what == LIST:
        list_all(records, ground, rows, numbers)
        return FINE
    faces = np.empty(MOST_FACES, np.int64)
    action = np.empty(ACTION, np.int64)
    for i in range(len(records)):
        record = records[i]
        if what == PLAY:
            if rows[i, 0, KIND] != NONE:
                playing.play(record, ground, rows[i, 0])
        elif what == FALL:
            if turns.dice_due(record, ground) > 0:
                playing.fall(record, ground, numbers[i])
        elif what == LOOK_ROUND:
            numbers[i, 0], numbers[i, 1] = turns.awaited(record)
            numbers[i, 2] = record[ENDING]
            numbers[i, 3] = turns.dice_due(record, ground)
        elif what == PICK:
            randoms[i] = pick(record, ground, randoms[i], rows[i, 0])
        else:
            randoms[i], numbers[i, 0] = running.playout(
                record, ground, randoms[i], most, action, faces
            )
    return FINE


@part
def first_wrong(records: Numbers, ground: Ground, what: int, rows: Numbers) -> int:
    """The first game whose action is not legal, is none of any kind, or cannot be played whether it
    is legal or not; how many there are if all are fine. What begins with NONE is left out."""
    for i in range(len(records)):
        record, action = records[i], rows[i, 0]
        if action[KIND] == NONE:
            continue
        if what == CHECK:
            if legality.why_not(record, ground, action)[0] != FINE:
                return i
        elif (
            not legality.is_action(action)
            or not legality.fits(record, action)
            or (what == CAN_PLAY and not legality.is_asked_for(record[STAGE], action[KIND]))
        ):
            return i
    return len(records)


@part
def list_all(records: Numbers, ground: Ground, rows: Numbers, sizes: Numbers) -> None:
    """The useful legal actions of each game, and how many; what is left of its rows is NONE."""
    for i in range(len(records)):
        sizes[i, 0] = listing.candidates(records[i], ground, rows[i])
        for row in range(sizes[i, 0], len(rows[i])):
            rows[i, row, KIND] = NONE


@part
def pick(record: Numbers, ground: Ground, random: np.uint64, action: Numbers) -> np.uint64:
    """A random legal action; NONE where nobody decides."""
    if turns.decides(record):
        return choosing.pick(record, ground, random, action)
    for each in range(ACTION):
        action[each] = NONE
    return random
