"""Kernels take a shorter way through Numba, with the same result; what needs more goes Numba's."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from outrider.compiled import COMPILING, entry, part, passes, rule
from outrider.compiled.jit import HOW
from outrider.compiled.quick import known

pytestmark = pytest.mark.skipif(not COMPILING, reason="nothing is compiled")

NUMBERS = np.arange(-6, 6, dtype=np.int64)
FOLDED = False


def mixed(numbers: Any, room: Any, most: int) -> tuple[int, float, int]:
    """Something of all that kernels do: tuples of several kinds, their constant places, loops left
    early, variables written over and over, a branch that is never taken, a slice."""
    first, scale = room[0], room[1]
    found, total = 0, 0.0
    if FOLDED:
        found = "never"  # type: ignore[assignment]
    for at in range(len(numbers)):
        value = numbers[at]
        if value < 0:
            numbers[at] = -value
            continue
        while value > most:
            value //= 2
            if value == 3:
                break
        found, total = max(found, value), total + scale * value
        if at + 1 == len(numbers):
            return found, total, first + numbers[-1]
    numbers[2:4] = 0
    return found, total, first


def answers(function: Callable[..., Any]) -> list[Any]:
    found: list[Any] = []
    for most in range(7):
        for size in (0, 4, len(NUMBERS)):
            numbers = NUMBERS[:size].copy()
            found.append((function(numbers, (5, 0.5), most), numbers.tolist()))
    return found


def way_of(compiled: Any) -> list[str]:
    """The way that a function has gone, of those that were tried the last."""
    return [way for each in compiled.overloads.values() for way in each.metadata["pipeline_times"]]


def test_this_numba_is_known() -> None:
    """Else everything below would be Numba's own way."""
    assert known() and HOW["pipeline_class"] is passes.Kernel


def test_the_short_way_leads_to_the_same() -> None:
    short, own = numba.njit(**HOW)(mixed), numba.njit(mixed)
    assert answers(short) == answers(own) == answers(mixed)
    assert way_of(short) == ["kernel"] and way_of(own) == ["nopython"]


@pytest.mark.parametrize("made", [rule, part, entry()])
def test_kernels_of_all_kinds_go_that_way(made: Callable[..., Any]) -> None:
    assert made(mixed)._compiler.pipeline_class is passes.Kernel


def closed(numbers: Any) -> int:
    def twice(value: int) -> int:
        return 2 * value

    return twice(numbers[0]) + twice(numbers[1])


def each(numbers: Any) -> Any:
    for number in numbers:
        yield number + 1


def refused(numbers: Any) -> int:
    if numbers[0] < 0:
        raise ValueError(numbers[0])
    return 0


def outcome(function: Callable[..., Any]) -> Any:
    try:
        found = function(NUMBERS)
        return list(found) if hasattr(found, "__next__") else int(found)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("function", [closed, each, refused])
def test_what_kernels_do_not_do_goes_numbas_way(function: Callable[..., Any]) -> None:
    """A function inside another, one that yields, an error with a number that is not known."""
    compiled = numba.njit(**HOW)(function)
    assert outcome(compiled) == outcome(function)
    assert way_of(compiled) == ["nopython"]


def test_what_cannot_be_typed_is_said_with_its_place() -> None:
    def wrong(numbers: Any) -> Any:
        return numbers.no_such_thing

    with pytest.raises(numba.TypingError, match="no_such_thing"):
        numba.njit(**HOW)(wrong)(NUMBERS)
