"""The board's squares and their names: a1 is 0, h1 is 7, h8 is 63."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, TypeAlias

from outrider.core.codec import Form
from outrider.core.refusal import malformed
from outrider.core.wire import a_string, shown

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
NUMBER = {name: number for number, name in enumerate(SQUARES)}
HALVES = {"red": 0xFFFF_FFFF, "blue": 0xFFFF_FFFF << 32}


def square(value: object, what: str = "a square") -> str:
    """A square's name from JSON or text."""
    if type(value) is str and value in NUMBER:
        return value
    name = a_string(value, what)
    raise malformed(f"no square is called {shown(name)}; they are a1 to h8")


Square: TypeAlias = Annotated[str, Form(square, called="a square")]


def bit(name: str) -> int:
    """The square as a set of one."""
    return 1 << NUMBER[name]


def bits_of(squares: int) -> Iterator[int]:
    """The numbers of the squares of a set, from a1 to h8."""
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


def names(squares: int) -> Iterator[str]:
    """The squares of a set, from a1 to h8."""
    return (SQUARES[number] for number in bits_of(squares))


def first_row(seat: str, units: int) -> int:
    """SKN-S1: so many squares in the middle of a side's first row, nearer to the a-file if there is
    no exact middle."""
    row = ((1 << units) - 1) << (8 - units) // 2
    return row if seat == "red" else row << 56


@cache
def around(name: str, steps: int) -> int:
    """The other squares that so many steps, in any directions, lead to at most."""
    number = NUMBER[name]
    file, rank = number % 8, number // 8
    return sum(
        1 << (8 * r + f)
        for r in range(max(0, rank - steps), min(8, rank + steps + 1))
        for f in range(max(0, file - steps), min(8, file + steps + 1))
        if (f, r) != (file, rank)
    )


RING = {name: around(name, 1) for name in SQUARES}
"""The squares in contact with each square."""
