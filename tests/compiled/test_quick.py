"""Numba is quicker while an entry is compiled: with the same result, and not for anybody else."""

import gc
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event

from outrider.compiled import COMPILING, quick, rule
from outrider.compiled.quick import INSTEAD, known, quickly

pytestmark = pytest.mark.skipif(not COMPILING, reason="nothing is compiled")

NUMBERS = np.arange(-6, 6, dtype=np.int64).reshape(3, 4)


def replaced() -> list[Any]:
    return [vars(each.owner)[each.name] for each in INSTEAD]


@pytest.fixture
def unchanged() -> Iterator[None]:
    """Whatever happens, Numba is as it was afterwards."""
    before = replaced()
    yield
    assert replaced() == before
    assert gc.isenabled()


def made() -> Callable[..., Any]:
    """A function with a rule in it, compiled by nobody so far."""

    @rule
    def worth(numbers: Any, i: int, j: int) -> tuple[int, float]:
        if numbers[i, j] < 0:
            numbers[i, j] //= 2
        return max(numbers[i, -1], j), numbers[i, j] * 0.5

    def total(numbers: Any, found: Any) -> float:
        most, all_of_it = 0, 0.0
        for i in range(len(numbers)):
            for j in range(numbers.shape[1]):
                whole, half = worth(numbers, i, j)
                most = max(most, whole)
                all_of_it += half
        found[0], found[1] = most, len(found)
        return all_of_it

    compiled: Callable[..., Any] = numba.njit(total)
    return compiled


def answer(function: Callable[..., Any]) -> tuple[float, list[int], list[int]]:
    numbers, found = NUMBERS.copy(), np.zeros(2, np.int64)
    return function(numbers, found), found.tolist(), numbers.ravel().tolist()


@pytest.mark.usefixtures("unchanged")
def test_the_same_comes_out_as_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert known()
    quick_one, own = made(), replaced()
    with quickly():
        assert not any(now is before for now, before in zip(replaced(), own, strict=True))
        assert not gc.isenabled()
        found = answer(quick_one)
    monkeypatch.setattr(numba, "__version__", "0.99.0")
    assert not known()
    plain = made()
    with quickly():
        assert replaced() == own
        assert gc.isenabled()
        assert answer(plain) == found
    assert answer(made().py_func) == found  # type: ignore[attr-defined]


@pytest.mark.usefixtures("unchanged")
def test_without_one_of_the_names_numba_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = INSTEAD[0]._replace(name="no_such_name")
    monkeypatch.setattr(quick, "INSTEAD", (gone, *INSTEAD[1:]))
    with quickly():
        assert gc.isenabled()
        assert answer(made())[1] == [5, 2]


@pytest.mark.usefixtures("unchanged")
def test_it_is_put_back_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), quickly(), quickly():
        raise ZeroDivisionError


@pytest.mark.usefixtures("unchanged")
def test_who_listens_is_told() -> None:
    with event.install_recorder("numba:run_pass") as heard, quickly():
        answer(made())
    assert {str(each.status) for _, each in heard.buffer} == {
        "EventStatus.START",
        "EventStatus.END",
    }
