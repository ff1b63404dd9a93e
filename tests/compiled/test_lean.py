"""With fewer instructions the same comes out: items of arrays, variables and calls."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from outrider.compiled import COMPILING, part, rule
from outrider.compiled.quick import quickly

pytestmark = pytest.mark.skipif(not COMPILING, reason="nothing is compiled")


def compiled(function: Callable[..., Any], *given: Any) -> Any:
    """What comes of a function of kernels that an entry calls."""
    kernel = rule(function)
    made = numba.njit(lambda *words: kernel(*words))
    with quickly():
        return made(*given)


def items(rows: Any, cube: Any, at: Any, found: Any) -> int:
    """Read and write them by numbers that are known and that are not, from either end."""
    total = 0
    for i in range(-len(rows), len(rows)):
        for j in range(rows.shape[1]):
            rows[i, j] += cube[i, -1, j] * 2
            total += int(rows[i, j]) + int(cube[-1, i, 0])
    found[0], found[-1], found[at[0]] = rows[0, 0], rows[-1, -1], rows[at[1], at[2]]
    cube[1, at[0], 1] = found[1]
    row = cube[0]
    row[1, 1] = 1
    return total


@pytest.mark.parametrize(
    ("kind", "index"),
    [("int8", "int64"), ("uint64", "uint8"), ("int64", "int32"), ("float32", "int64")],
)
def test_items_are_where_they_were(kind: str, index: str) -> None:
    def given() -> tuple[Any, ...]:
        rows = np.arange(6, dtype=kind).reshape(2, 3)
        cube = np.arange(12, dtype=kind).reshape(2, 2, 3)
        return rows, cube, np.array([1, 0, 1], index), np.zeros(3, kind)

    ours, plain = given(), given()
    assert compiled(items, *ours) == items(*plain)
    for mine, other in zip(ours, plain, strict=True):
        assert mine.tolist() == other.tolist()


def test_other_items_are_left_to_numba() -> None:
    """In pieces, upside down, of truth, in slices."""

    def mixed(apart: Any, true: Any, numbers: Any) -> tuple[int, bool, int]:
        true[1] = not true[0]
        apart[0] += 5
        numbers[1:3] = 7
        return apart[-1] + apart[1], true[-1], numbers[:2].sum()

    def given() -> tuple[Any, ...]:
        return np.arange(12)[::-3], np.array([False, False, True]), np.arange(4)

    ours, plain = given(), given()
    assert compiled(mixed, *ours) == mixed(*plain)
    for mine, other in zip(ours, plain, strict=True):
        assert mine.tolist() == other.tolist()


def test_variables_keep_what_they_are_given() -> None:
    """Arguments that stay, arguments that change, names that are only sometimes written."""

    def wandered(numbers: Any, a: int, b: int) -> tuple[int, int, int]:
        last = 0
        while a < b:
            if numbers[a] > 2:
                found = numbers[a]
                last = found + b
            else:
                b -= 1
            a += 1
            for a_few in range(2):
                last += a_few * a
        if b > 3:
            numbers = numbers[1:]
        return last, int(numbers[0]), a - b

    numbers = np.array([1, 5, 2, 7, 1, 0, 3, 9])
    for a in range(3):
        for b in range(8):
            assert compiled(wandered, numbers, a, b) == wandered(numbers, a, b)


def test_who_fails_is_heard() -> None:
    """Also through others that have nothing to fail with themselves."""

    @part
    def divided(a: int, b: int) -> int:
        return a // b

    @rule
    def through(a: int, b: int) -> tuple[int, int]:
        return divided(a, b), 3

    def sum_of(a: int, b: int) -> int:
        whole, more = through(a, b)
        return whole + more

    assert compiled(sum_of, 7, 2) == 6
    with pytest.raises(ZeroDivisionError):
        compiled(sum_of, 7, 0)


def test_an_array_that_is_made_is_handed_on() -> None:
    """Whoever counts references goes on counting."""

    @part
    def made(size: int) -> Any:
        numbers = np.empty(size, np.int64)
        for i in range(size):
            numbers[i] = i * i
        return numbers

    @rule
    def longer(numbers: Any) -> Any:
        if len(numbers) > 3:
            numbers = numbers[1:]
        return numbers

    def last(size: int) -> int:
        kept = made(size)
        for _ in range(3):
            kept = longer(kept)
        return int(kept[-1]) + len(kept)

    for size in range(1, 9):
        assert compiled(last, size) == (size - 1) ** 2 + max(size - 3, min(size, 3))
