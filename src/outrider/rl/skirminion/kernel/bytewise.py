"""Sets of squares as bytes, a row of the board in one word."""

import numpy as np

from outrider.compiled import Word, rule
from outrider.games.skirminion.kernel.board import EIGHT, ONE, SEVEN
from outrider.games.skirminion.kernel.words import Row

REPEATED = np.uint64(0x0101_0101_0101_0101)
ITS_OWN = np.uint64(0x8040_2010_0804_0201)
NEARLY = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
BYTE = np.uint64(0xFF)
ODD, PAIRS = np.uint64(0x00FF_00FF_00FF_00FF), np.uint64(0x0000_FFFF_0000_FFFF)
SIXTEEN, HALF = np.uint64(16), np.uint64(32)
THREE = np.uint64(3)
BOTTOM_UP = np.uint64(56)
"""What turns a square's row over, by exclusive or."""


@rule
def turned(squares: Word, flip: Word) -> Word:
    """A set of squares as the other side sees it, if it has to be turned."""
    if flip:
        squares = ((squares >> EIGHT) & ODD) | ((squares & ODD) << EIGHT)
        squares = ((squares >> SIXTEEN) & PAIRS) | ((squares & PAIRS) << SIXTEEN)
        squares = (squares >> HALF) | (squares << HALF)
    return squares


@rule
def spread(squares: Word, row: int) -> Word:
    """A row of a set as eight bytes of 0 or 1, the first square's the lowest: each byte keeps its
    own bit of eight, and a carry makes that a 1."""
    eight = (squares >> (EIGHT * np.uint64(row))) & BYTE
    return ((((eight * REPEATED) & ITS_OWN) + NEARLY) >> SEVEN) & REPEATED


@rule
def put(out: Row, plane: int, square: Word, value: Word) -> None:
    """Add a value to the byte of one square."""
    out[8 * plane + int(square >> THREE)] |= value << (EIGHT * (square & SEVEN))


@rule
def put_set(out: Row, plane: int, squares: Word) -> None:
    """A whole plane of 0 and 1."""
    for row in range(8):
        out[8 * plane + row] = spread(squares, row)


@rule
def byte(value: Word, at: Word) -> Word:
    """A number as one of the eight bytes of a word."""
    return value << (EIGHT * at)


@rule
def capped(value: Word) -> Word:
    """What is more than a byte holds is the most it holds."""
    return value if value < BYTE else BYTE


@rule
def is_set(squares: Word, square: Word) -> bool:
    return bool((squares >> square) & ONE)
