"""What a batch calls: many games from the roll for the initiative to the end, one a row of nine
words (see `layout.PAST`). Actions are numbers as everywhere; NONE plays nothing.

What is done with one game is a rule of its own, given all games and the number of that one: here
they are taken one after another, and elsewhere (see `threads`) each has its own thread.
"""

import numpy as np

from outrider.compiled import DECIDE, NOBODY, NOTHING, ROLL, Word, draw, entry, rule
from outrider.games.skirminion.kernel import layout
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
    ROLLED_AT,
    ROLLED_BITS,
    SIX_BITS,
    Book,
    Row,
    decider,
    ending_of,
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
def declared(past: Word, code: Word) -> Word:
    """What is kept of a declaration."""
    kept = past & ~(DECLARED_BITS << DECLARED_AT)
    return kept | (((code & SIX_BITS) + ONE) << DECLARED_AT)


@rule
def played(row: Row, code: Word, book: Book) -> None:
    store(row, apply(load(row), code, book))
    if code >> KIND_AT == DECLARE:
        row[PAST] = declared(row[PAST], code)


@rule
def listed(row: Row, codes: Codes, book: Book) -> int:
    """Fill `codes` with what may be chosen; how many."""
    return 0 if waits(row) else list_actions(load(row), codes, book)


@rule
def is_fine(i: int, rows: Rows, book: Book, actions: Numbers, room: Codes) -> bool:
    """Whether an action is legal. There is room for a list of actions for each game, or, where
    they are taken one after another, for all of them."""
    wanted = actions[i, 0]
    if wanted == NONE:
        return True
    found, codes = False, room[i % len(room)]
    for at in range(listed(rows[i], codes, book)):
        found = found or codes[at] == wanted
    return found


@rule
def is_action(i: int, actions: Numbers) -> bool:
    """Whether a number has the kind of an action, or plays nothing."""
    wanted: int = actions[i, 0]
    return wanted == NONE or LEAST_CODE <= wanted <= MOST_CODE


@rule
def look_at(i: int, rows: Rows, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What a game waits for and from which side, and how it has ended."""
    control = rows[i, 7]
    endings[i] = ending_of(control)
    if endings[i] != 0:
        kinds[i], seats[i] = NOTHING, NOBODY
    elif waits(rows[i]):
        kinds[i], seats[i] = ROLL, (1 if (rows[i, PAST] >> ROLLED_AT) & ROLLED_BITS else 0)
    else:
        kinds[i] = DECIDE  # SKN-A5: in a siege the owner of the fort
        seats[i] = decider(control)


@rule
def offer_at(i: int, rows: Rows, book: Book, actions: Numbers, sizes: Numbers, room: Codes) -> None:
    """The legal actions of a game and their number. The rest of its list is NONE."""
    codes = room[i % len(room)]
    sizes[i] = listed(rows[i], codes, book)
    for at in range(sizes[i]):
        actions[i, at, 0] = codes[at]
    for at in range(sizes[i], MOST_ACTIONS):
        actions[i, at, 0] = NONE


@rule
def play_at(i: int, rows: Rows, book: Book, actions: Numbers) -> None:
    if actions[i, 0] != NONE:
        played(rows[i], np.uint64(actions[i, 0]), book)


@rule
def fall_at(i: int, rows: Rows, faces: Numbers) -> None:
    """Let the die of a game fall; nothing happens where none has to."""
    if waits(rows[i]):
        roll(rows[i], np.uint64(faces[i]))


@rule
def throw_at(i: int, rows: Rows, randoms: Row) -> None:
    """Let dice fall until in a game somebody decides or it is over."""
    randoms[i] = thrown(rows[i], randoms[i])


@rule
def pick_at(i: int, rows: Rows, book: Book, randoms: Row, actions: Numbers) -> None:
    """A legal action of a game, each as likely as the others; NONE where nobody decides."""
    if ending_of(rows[i, 7]) or waits(rows[i]):
        actions[i, 0] = NONE
    else:
        randoms[i] = draw(randoms[i])
        actions[i, 0] = picked(load(rows[i]), randoms[i], book)


@rule
def play_out_at(
    i: int, rows: Rows, begins: Row, book: Book, randoms: Row, most: int, results: Numbers
) -> None:
    """Play a game on at random, in place, to its end or for so many actions; results[i] says how
    many it took. Where there is room in it for the endings they are counted, and a game that is
    over begins anew."""
    taken, random = 0, thrown(rows[i], randoms[i])
    words = load(rows[i])
    # One loop, and not one inside another: threads of a card that go together wait for each other
    # at the end of each.
    while taken < most:
        if ending_of(words[7]):
            if results.shape[1] == 1:
                break
            results[i, np.int64(ending_of(words[7]))] += 1
            for at in range(len(begins)):
                rows[i, at] = begins[at]
            random = thrown(rows[i], random)
            words = load(rows[i])
        random = draw(random)
        code = picked(words, random, book)
        if code >> KIND_AT == DECLARE:
            rows[i, PAST] = declared(rows[i, PAST], code)
        words = apply(words, code, book)
        taken += 1
    store(rows[i], words)
    randoms[i] = random
    results[i, 0] = taken


@entry()
def look(rows: Rows, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    """What each game waits for and from which side, and how it has ended."""
    for i in range(len(rows)):
        look_at(i, rows, kinds, seats, endings)


@entry()
def offers(rows: Rows, numbers: Row, actions: Numbers, sizes: Numbers) -> None:
    """Fill actions[i] with the legal actions of game i, and sizes[i] with their number. The rest of
    actions[i] is NONE."""
    room, book = np.empty((1, MOST_ACTIONS), np.uint16), opened(numbers)
    for i in range(len(rows)):
        offer_at(i, rows, book, actions, sizes, room)


@entry()
def turn(rows: Rows, numbers: Row, actions: Numbers, checks: bool, plays: bool) -> int:
    """Play action i in game i, in place, if all of them are legal and if it is asked for. The first
    game whose action is not legal; how many there are if all are. Unchecked, whatever has the kind
    of an action will do."""
    room, book = np.empty((1, MOST_ACTIONS), np.uint16), opened(numbers)
    for i in range(len(rows)):
        if not checks:
            if not is_action(i, actions):
                return i
        elif not is_fine(i, rows, book, actions, room):
            return i
    if plays:
        for i in range(len(rows)):
            play_at(i, rows, book, actions)
    return len(rows)


@entry()
def fall(rows: Rows, faces: Numbers) -> None:
    """Let the die of game i fall on faces[i]; nothing happens where none has to fall."""
    for i in range(len(rows)):
        fall_at(i, rows, faces)


@entry()
def throw(rows: Rows, randoms: Row) -> None:
    """Let dice fall until in every game somebody decides or it is over."""
    for i in range(len(rows)):
        throw_at(i, rows, randoms)


@entry()
def pick(rows: Rows, numbers: Row, randoms: Row, actions: Numbers) -> None:
    """A legal action for each game, each as likely as the others; NONE where nobody decides."""
    book = opened(numbers)
    for i in range(len(rows)):
        pick_at(i, rows, book, randoms, actions)


@entry()
def playouts(
    rows: Rows, begins: Row, numbers: Row, randoms: Row, most: int, results: Numbers
) -> None:
    """Play each game on at random, in place; results[i] says how many actions it took, and how
    games ended if they are to go on."""
    book = opened(numbers)
    for i in range(len(rows)):
        play_out_at(i, rows, begins, book, randoms, most, results)
