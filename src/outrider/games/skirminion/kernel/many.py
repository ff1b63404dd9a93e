"""What a batch calls: many games from the roll for the initiative to the end, one a row of nine
words (see `layout.PAST`). Actions are numbers as everywhere; NONE plays nothing."""

import numpy as np

from outrider.compiled import DECIDE, NOBODY, NOTHING, ROLL, Word, draw, entry, rule
from outrider.games.skirminion.kernel import layout, running
from outrider.games.skirminion.kernel.actions import DECLARE, KIND_AT
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import ONE
from outrider.games.skirminion.kernel.choosing import pick as picked
from outrider.games.skirminion.kernel.choosing import share
from outrider.games.skirminion.kernel.layout import MOST_ACTIONS, PAST
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.running import Codes, Numbers, Rows, load, opened, store
from outrider.games.skirminion.kernel.setup import is_rolling, roll_initiative
from outrider.games.skirminion.kernel.words import (
    DECLARED_AT,
    DECLARED_BITS,
    DECLARING,
    ROLLED_AT,
    ROLLED_BITS,
    SIDE,
    SIEGE,
    SIX_BITS,
    Book,
    Row,
    ending_of,
    stage_of,
)

FACES = np.uint64(6)
NONE = -1
LEAST_CODE = layout.PASS << layout.KIND_AT
MOST_CODE = ((layout.PLACE + 1) << layout.KIND_AT) - 1


@rule
def waits(row: Row) -> bool:
    """Whether the initiative has still to be rolled for."""
    return is_rolling(load(row), row[PAST])


@rule
def roll(row: Row, face: Word) -> None:
    words, past = roll_initiative(load(row), row[PAST], face)
    store(row, words)
    row[PAST] = past


@rule
def thrown(row: Row, random: Word) -> Word:
    """Roll for the initiative until somebody has it."""
    while waits(row):
        random = draw(random)
        roll(row, ONE + share(random, FACES))
    return random


@rule
def played(row: Row, code: Word, book: Book) -> None:
    store(row, apply(load(row), code, book))
    if code >> KIND_AT == DECLARE:
        row[PAST] &= ~(DECLARED_BITS << DECLARED_AT)
        row[PAST] |= ((code & SIX_BITS) + ONE) << DECLARED_AT


@rule
def listed(row: Row, codes: Codes, book: Book) -> int:
    """Fill `codes` with what may be chosen; how many."""
    return 0 if waits(row) else list_actions(load(row), codes, book)


@rule
def is_fine(row: Row, wanted: int, checks: bool, codes: Codes, book: Book) -> bool:
    """Whether an action is legal; unchecked, whether it has a kind."""
    if wanted == NONE:
        return True
    if not checks:
        return LEAST_CODE <= wanted <= MOST_CODE
    found = False
    for at in range(listed(row, codes, book)):
        found = found or codes[at] == wanted
    return found


@entry()
def look(rows: Rows, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What each game waits for and from which side, and how it has ended."""
    for i in range(len(rows)):
        control = rows[i, 7]
        endings[i] = ending_of(control)
        if endings[i] != 0:
            kinds[i], seats[i] = NOTHING, NOBODY
        elif waits(rows[i]):
            kinds[i], seats[i] = ROLL, (1 if (rows[i, PAST] >> ROLLED_AT) & ROLLED_BITS else 0)
        else:
            kinds[i] = DECIDE  # SKN-A5: in a siege the owner of the fort
            seats[i] = (control & SIDE) ^ (ONE if control & SIEGE else ONE - ONE)


@entry()
def offers(rows: Rows, numbers: Row, actions: Numbers, sizes: Numbers) -> None:
    """Fill actions[i] with the legal actions of game i, and sizes[i] with their number. The rest of
    actions[i] is NONE."""
    codes, book = np.empty(MOST_ACTIONS, np.uint16), opened(numbers)
    for i in range(len(rows)):
        sizes[i] = listed(rows[i], codes, book)
        for at in range(sizes[i]):
            actions[i, at, 0] = codes[at]
        for at in range(sizes[i], MOST_ACTIONS):
            actions[i, at, 0] = NONE


@entry()
def turn(rows: Rows, numbers: Row, actions: Numbers, checks: bool, plays: bool) -> int:
    """Play action i in game i, in place, if all of them are legal and if it is asked for. The first
    game whose action is not legal; how many there are if all are. Unchecked, whatever has the kind
    of an action will do."""
    codes, book = np.empty(MOST_ACTIONS, np.uint16), opened(numbers)
    for i in range(len(rows)):
        if not is_fine(rows[i], actions[i, 0], checks, codes, book):
            return i
    if plays:
        for i in range(len(rows)):
            if actions[i, 0] != NONE:
                played(rows[i], np.uint64(actions[i, 0]), book)
    return len(rows)


@entry()
def fall(rows: Rows, faces: Numbers) -> None:
    """Let the die of game i fall on faces[i]; nothing happens where none has to fall."""
    for i in range(len(rows)):
        if waits(rows[i]):
            roll(rows[i], np.uint64(faces[i]))


@entry()
def throw(rows: Rows, randoms: Rows) -> None:
    """Let dice fall until in every game somebody decides or it is over."""
    for i in range(len(rows)):
        randoms[i] = thrown(rows[i], randoms[i])


@entry()
def pick(rows: Rows, numbers: Row, randoms: Rows, actions: Numbers) -> None:
    """A legal action for each game, each as likely as the others; NONE where nobody decides."""
    book = opened(numbers)
    for i in range(len(rows)):
        if ending_of(rows[i, 7]) or waits(rows[i]):
            actions[i, 0] = NONE
        else:
            randoms[i] = draw(randoms[i])
            actions[i, 0] = picked(load(rows[i]), randoms[i], book)


@entry()
def playouts(rows: Rows, numbers: Row, randoms: Rows, most: int, taken: Numbers) -> None:
    """Play each game on at random, in place; taken[i] says how many actions it took."""
    book = opened(numbers)
    for i in range(len(rows)):
        randoms[i] = thrown(rows[i], randoms[i])
        taken[i] = 0
        # Declarations are kept; after them nothing is but the eight words.
        while taken[i] < most and stage_of(rows[i, 7]) == DECLARING:
            randoms[i] = draw(randoms[i])
            played(rows[i], picked(load(rows[i]), randoms[i], book), book)
            taken[i] += 1
        left = most - taken[i]
        words, randoms[i], count = running.playout(load(rows[i]), randoms[i], left, book)
        store(rows[i], words)
        taken[i] += count
