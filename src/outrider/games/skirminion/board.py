"""The board's squares and their names: a1 is 0, h1 is 7, h8 is 63."""

from collections.abc import Iterator

from outrider.core.refusal import malformed
from outrider.core.wire import a_string, shown

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
NUMBER = {name: number for number, name in enumerate(SQUARES)}
FIRST_ROWS = {"red": 0xFF, "blue": 0xFF << 56}
HALVES = {"red": 0xFFFF_FFFF, "blue": 0xFFFF_FFFF << 32}


def square(value: object) -> str:
    """A square's name from JSON or text."""
    name = a_string(value, "a square")
    if name not in NUMBER:
        raise malformed(f"no square is called {shown(name)}; they are a1 to h8")
    return name


def bit(name: str) -> int:
    """The square as a set of one."""
    return 1 << NUMBER[name]


def names(squares: int) -> Iterator[str]:
    """The squares of a set, from a1 to h8."""
    while squares:
        low = squares & -squares
        yield SQUARES[low.bit_length() - 1]
        squares ^= low


def ring(name: str) -> int:
    """The squares in contact with one square."""
    number = NUMBER[name]
    file, rank = number % 8, number // 8
    return sum(
        1 << (8 * r + f)
        for r in range(max(0, rank - 1), min(8, rank + 2))
        for f in range(max(0, file - 1), min(8, file + 2))
        if (f, r) != (file, rank)
    )


RING = {name: ring(name) for name in SQUARES}
