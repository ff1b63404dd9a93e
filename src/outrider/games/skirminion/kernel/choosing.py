"""One of the legal actions by its number, without making a list of them."""

from typing import TypeAlias

import numpy as np

from outrider.compiled import Word, lowest, popcount, rule
from outrider.games.skirminion.kernel.actions import (
    DECLARE,
    END,
    MOVE,
    PASS,
    REST,
    Sets,
    code_of,
    count_fresh,
    declarations,
    fresh,
    ground_of,
    is_fresh,
    may_end,
    special,
    special_code,
    strike_code,
)
from outrider.games.skirminion.kernel.board import NONE, ONE, Eight, Four
from outrider.games.skirminion.kernel.layout import IN_STEP, LEAST_FORTS
from outrider.games.skirminion.kernel.moving import destinations, nth_stray
from outrider.games.skirminion.kernel.words import DECLARING, Book, Words, stage_of

# What leads back from the square a step or a leap ends on to the one it began on, round the board's
# 64 squares: unsigned words know no negative numbers.
FROM_N, FROM_S, FROM_E, FROM_W = np.uint64(56), np.uint64(8), np.uint64(63), np.uint64(1)
FROM_NE, FROM_NW, FROM_SE, FROM_SW = np.uint64(55), np.uint64(57), np.uint64(7), np.uint64(9)
FROM_NN, FROM_SS, FROM_EE, FROM_WW = np.uint64(48), np.uint64(16), np.uint64(62), np.uint64(2)
ON_BOARD = np.uint64(63)
HALF = np.uint64(32)
TWO, FOUR = np.uint64(2), np.uint64(4)


Found: TypeAlias = tuple[Word, Word, Word, Word]
"""The set that holds the index so far, the way back from it, how many came before and with it."""


@rule
def narrow(index: Word, squares: Word, back: Word, found: Found) -> Found:
    """Look into one more set. Written so that the compiler selects and never jumps."""
    chosen, way, before, upto = found
    if index >= upto:
        chosen = squares
        way = back
        before = upto
    return chosen, way, before, upto + popcount(squares)


@rule
def narrow8(index: Word, sets: Eight, found: Found) -> Found:
    found = narrow(index, sets[0], FROM_N, found)
    found = narrow(index, sets[1], FROM_S, found)
    found = narrow(index, sets[2], FROM_E, found)
    found = narrow(index, sets[3], FROM_W, found)
    found = narrow(index, sets[4], FROM_NE, found)
    found = narrow(index, sets[5], FROM_NW, found)
    found = narrow(index, sets[6], FROM_SE, found)
    return narrow(index, sets[7], FROM_SW, found)


@rule
def narrow4(index: Word, sets: Four, found: Found) -> Found:
    found = narrow(index, sets[0], FROM_NN, found)
    found = narrow(index, sets[1], FROM_SS, found)
    found = narrow(index, sets[2], FROM_EE, found)
    return narrow(index, sets[3], FROM_WW, found)


@rule
def nth_bit(squares: Word, index: Word) -> Word:
    """The square of the index-th set bit."""
    while index:
        squares &= squares - ONE
        index -= ONE
    return lowest(squares)


@rule
def less(squares: Word) -> Word:
    """All but the lowest."""
    return squares & (squares - ONE)


@rule
def nth_of_eight(squares: Word, index: Word) -> Word:
    """The same for a set of at most eight squares, again without a jump: by halves, so that little
    has to wait for what came before."""
    if index & FOUR:
        squares = less(less(less(less(squares))))
    if index & TWO:
        squares = less(less(squares))
    if index & ONE:
        squares = less(squares)
    return lowest(squares)


@rule
def nth_fresh(words: Words, sets: Sets, index: Word, numbers: Book) -> Word:
    """The index-th way to begin an activation, in the order of `list_fresh`."""
    walks, runs, strikes, rests, by_forts, _, _, _ = sets
    found = narrow8(index, walks, (NONE, NONE, NONE, NONE))
    found = narrow4(index, runs, found)
    chosen, way, before, upto = found
    if index < upto:
        target = nth_of_eight(chosen, index - before)
        return code_of(MOVE, (target + way) & ON_BOARD, target)
    chosen, way, before, upto = narrow8(index, strikes, found)
    if index < upto:
        target = nth_of_eight(chosen, index - before)
        return strike_code(words, (target + way) & ON_BOARD, target)
    index -= upto
    size = popcount(rests)
    if index < size:
        return code_of(REST, nth_of_eight(rests, index), NONE)
    index -= size
    ground = ground_of(words, sets)
    while by_forts:
        source = lowest(by_forts)
        ring = destinations(ONE << source, ground, numbers)
        size = popcount(ring)
        if index < size:
            return code_of(MOVE, source, nth_bit(ring, index))
        index -= size
        by_forts &= by_forts - ONE
    if not numbers[IN_STEP]:
        found_one, source, target = nth_stray(index, words[0], ground, numbers)
        if found_one:
            return code_of(MOVE, source, target)
    return code_of(PASS, NONE, NONE)


@rule
def share(random: Word, size: Word) -> Word:
    """A number below `size` from the upper half of a random word."""
    return ((random >> HALF) * size) >> HALF


@rule
def pick(words: Words, random: Word, numbers: Book) -> Word:
    """One of the legal actions of a game that goes on, each as likely as the others."""
    control = words[7]
    if is_fresh(control):
        sets = fresh(words, numbers)
        index = share(random, count_fresh(words, sets, numbers))
        return nth_fresh(words, sets, index, numbers)
    if stage_of(control) == DECLARING:
        more = share(random, declarations(numbers))
        return code_of(DECLARE, NONE, numbers[LEAST_FORTS] + more)
    squares = special(words, numbers)
    size = popcount(squares)
    index = share(random, size + may_end(control))
    if index < size:
        return special_code(words, nth_bit(squares, index))
    return code_of(END, NONE, NONE)
