"""What Python calls: each function takes many games at once, one a row of eight words.

A single game is a batch of one. All of it releases the interpreter lock, so that threads may share
a batch between them.
"""

import numpy as np

from outrider.compiled import Word, entry
from outrider.games.skirminion.kernel import running
from outrider.games.skirminion.kernel.actions import fresh
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import ONE, grow
from outrider.games.skirminion.kernel.layout import MOST_ACTIONS
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.moving import in_lines
from outrider.games.skirminion.kernel.running import Codes, Numbers, Rows, load, opened, store
from outrider.games.skirminion.kernel.setup import fort_squares
from outrider.games.skirminion.kernel.victory import battle_ending, limit_ending
from outrider.games.skirminion.kernel.words import ENDING_AT, Row
from outrider.games.skirminion.kernel.zobrist import name_of, renamed


@entry()
def legal(rows: Rows, codes: Codes, sizes: Numbers, numbers: Row) -> None:
    """Fill codes[i] with the legal actions of game i, and sizes[i] with their number."""
    book = opened(numbers)
    for i in range(len(rows)):
        sizes[i] = list_actions(load(rows[i]), codes[i], book)


@entry()
def play(rows: Rows, codes: Codes, numbers: Row, names: Row) -> None:
    """Play codes[i] in game i, in place, and bring its name up to date. Legality is not asked."""
    book = opened(numbers)
    for i in range(len(rows)):
        before = load(rows[i])
        after = apply(before, np.uint64(codes[i]), book)
        store(rows[i], after)
        names[i] = renamed(names[i], before, after)


@entry()
def name(rows: Rows, names: Row) -> None:
    """The Zobrist name of each position."""
    for i in range(len(rows)):
        names[i] = name_of(load(rows[i]))


@entry()
def judge(rows: Rows, numbers: Row) -> None:
    """Write into each control word whether and how the game is over, from the position alone."""
    book = opened(numbers)
    for i in range(len(rows)):
        words = load(rows[i])
        ending = battle_ending(words)
        if not ending:
            ending = limit_ending(words[7], book)
        rows[i, 7] |= ending << ENDING_AT


@entry()
def perft(rows: Rows, depth: int, numbers: Row, nodes: Row) -> None:
    """The number of action sequences of that length from each position."""
    room = np.empty((depth, 8), np.uint64)
    codes = np.empty((depth, MOST_ACTIONS), np.uint16)
    left = np.empty(depth, np.int64)
    book = opened(numbers)
    for i in range(len(rows)):
        words = load(rows[i])
        nodes[i] = running.perft(words, depth, room, codes, left, book)


@entry()
def survey(rows: Rows, unit: Word, numbers: Row, found: Rows) -> None:
    """What refusals are explained with: the squares in contact with enemy units, with any enemy,
    the empty ones, the units that would rest, the squares for a fort, and those that steps of the
    unit on one square lead to."""
    book = opened(numbers)
    for i in range(len(rows)):
        words = load(rows[i])
        _, _, _, rests, _, danger, empty, _ = fresh(words, book)
        found[i, 0] = grow(words[1])
        found[i, 1] = danger
        found[i, 2] = empty
        found[i, 3] = rests
        found[i, 4] = fort_squares(words, book)
        here = ONE << unit
        found[i, 5] = in_lines(here, empty, bool(here & danger or not here & words[6]), book)
