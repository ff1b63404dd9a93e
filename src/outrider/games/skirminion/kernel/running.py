"""Loops over many actions: perft and random playouts. No Python object is touched in them."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, draw, rule
from outrider.games.skirminion.kernel.actions import count
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.choosing import pick
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.words import Book, Row, Words, ending_of

Rows: TypeAlias = npt.NDArray[np.uint64]
Codes: TypeAlias = npt.NDArray[np.uint16]
Numbers: TypeAlias = npt.NDArray[np.int64]


@rule
def playout(words: Words, random: Word, most: int, numbers: Book) -> tuple[Words, Word, int]:
    """Uniformly random actions until the game is over or `most` are played; the generator's next
    word, and how many."""
    played = 0
    while played < most and not ending_of(words[7]):
        random = draw(random)
        words = apply(words, pick(words, random, numbers), numbers)
        played += 1
    return words, random, played


@rule
def load(row: Row) -> Words:
    return row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]


@rule
def opened(numbers: Row) -> Book:
    """The numbers out of their array, once for many actions: a rule that is handed words needs to
    keep count of nothing, and the compiler keeps those at hand that it needs."""
    return (
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6],
        numbers[7], numbers[8], numbers[9], numbers[10], numbers[11], numbers[12], numbers[13],
        numbers[14], numbers[15], numbers[16], numbers[17], numbers[18], numbers[19], numbers[20],
    )  # fmt: skip


@rule
def store(row: Row, words: Words) -> None:
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    row[0] = own
    row[1] = foe
    row[2] = own_forts
    row[3] = foe_forts
    row[4] = low
    row[5] = middle
    row[6] = high
    row[7] = control


@rule
def perft(
    words: Words,
    depth: int,
    rows: Rows,
    codes: Codes,
    left: Numbers,
    numbers: Book,
) -> Word:
    """How many sequences of `depth` actions there are; the last action is counted, not played.

    `rows`, `codes` and `left` are room for a position, its actions and how many of them are left,
    at each depth.
    """
    if depth == 0:
        return ONE
    if depth == 1:
        return count(words, numbers)
    store(rows[0], words)
    left[0] = list_actions(words, codes[0], numbers)
    total = NONE
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        code = np.uint64(codes[level, left[level]])
        child = apply(load(rows[level]), code, numbers)
        if level + 2 == depth:
            total += count(child, numbers)
        else:
            level += 1
            store(rows[level], child)
            left[level] = list_actions(child, codes[level], numbers)
    return total
