"""Lengths: whole thousandths and nothing in between, whatever form the number comes in."""

from decimal import Context, Decimal, Inexact, localcontext
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse
from outrider.table.lengths import INCH, LARGEST_TABLE, a_length, inches, rounded_root, said

thousandths = st.integers(-LARGEST_TABLE, 2 * LARGEST_TABLE)


@given(thousandths)
@example(0)
@example(1)
@example(-1)
@example(1001)
def test_a_length_survives_json(length: int) -> None:
    text = dumps(inches(length))
    assert a_length(parse(text), "it", -LARGEST_TABLE, 2 * LARGEST_TABLE) == length
    assert Fraction(text) == Fraction(length, INCH)
    assert len(text.partition(".")[2]) <= 3


@given(thousandths)
def test_whole_inches_are_whole_numbers(length: int) -> None:
    assert isinstance(inches(length), int) == (length % INCH == 0)


@pytest.mark.parametrize("form", [float, Decimal, np.float64, str], ids=lambda form: form.__name__)
def test_every_form_of_a_number(form: type) -> None:
    value = parse("1.234") if form is str else form("1.234")
    assert a_length(value, "it") == 1234


@pytest.mark.parametrize("text", ["1.5", "1.50000", "15e-1", "0.15E+1", "1.5" + "0" * 200])
def test_every_way_to_write_a_number(text: str) -> None:
    assert a_length(parse(text), "it") == 1500


def test_minus_nothing_is_nothing() -> None:
    assert a_length(parse("-0.0"), "it") == 0


@pytest.mark.parametrize("low", [0, 1, -LARGEST_TABLE])
@pytest.mark.parametrize("high", [INCH, 24 * INCH, LARGEST_TABLE])
def test_bounds_are_inclusive(low: int, high: int) -> None:
    assert a_length(inches(low), "it", low, high) == low
    assert a_length(inches(high), "it", low, high) == high
    for beyond in (low - 1, high + 1):
        with pytest.raises(Refusal, match="it must be from"):
            a_length(inches(beyond), "it", low, high)


@pytest.mark.parametrize("digits", [4, 17, 28, 29, 31, 40, 41, 100, 5000])
@pytest.mark.parametrize("whole", ["0", "1", "71", "-1"])
def test_no_decimal_gets_lost(whole: str, digits: int) -> None:
    """However far behind the point, a digit beyond the third is a digit too many."""
    text = f"{whole}.{'0' * (digits - 1)}1"
    with pytest.raises(Refusal, match="whole number of thousandths") as caught:
        a_length(parse(text), "it", -LARGEST_TABLE)
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize(
    "text", ["72.0000000000000000000000000000000001", "1e308", "72.001", "1e9"]
)
def test_a_hair_beyond_the_bound_is_beyond_it(text: str) -> None:
    with pytest.raises(Refusal, match='it must be from 0" to 72"'):
        a_length(parse(text), "it")


@pytest.mark.parametrize("text", ["-1e-400", "-0.00000000000000000000000000000001"])
def test_a_hair_below_nothing_is_below_it(text: str) -> None:
    with pytest.raises(Refusal, match="it must be from"):
        a_length(parse(text), "it")


STRANGE = ("NaN", "sNaN", "Infinity", "-Infinity", "1e999999", "1e999999999999999999", "-1")
FAR: list[object] = [nan, inf, -inf, 1e308, -1e308, 10**400, 10**5000, -1, *map(Decimal, STRANGE)]


@pytest.mark.parametrize("value", FAR, ids=range(len(FAR)))
def test_what_is_no_length_is_refused(value: object) -> None:
    with pytest.raises(Refusal, match='it must be from 0" to 72"') as caught:
        a_length(value, "it")
    assert caught.value.kind == "malformed"
    assert len(caught.value.message) < 80


@pytest.mark.parametrize("value", [True, False, "1", "", None, [], [1], {}, b"1", 1j, Fraction(1)])
def test_only_numbers_are_lengths(value: object) -> None:
    with pytest.raises(Refusal, match="it must be a number of inches"):
        a_length(value, "it")


def test_it_does_not_matter_how_decimals_are_reckoned_elsewhere() -> None:
    with localcontext(Context(prec=2, traps=[Inexact])):
        assert a_length(12.345, "it") == 12345
        assert inches(12345) == 12.345
        with pytest.raises(Refusal, match="whole number of thousandths"):
            a_length(12.3456, "it")


@pytest.mark.parametrize(
    ("length", "words"),
    [(0, '0"'), (1, '0.001"'), (130, '0.13"'), (3400, '3.4"'), (12000, '12"'), (-500, '-0.5"')],
)
def test_sentences(length: int, words: str) -> None:
    assert said(length) == words


@given(st.integers(0, 10**12) | st.integers(0, 10**6).map(lambda n: n * n + n))
@example(2)
@example(3)
def test_roots_are_rounded_to_the_nearest(square: int) -> None:
    """A root is never just in the middle: four times a whole square is even, the middle's odd."""
    root = rounded_root(square)
    assert root >= 0
    assert (2 * root - 1) ** 2 < 4 * square or root == 0
    assert 4 * square < (2 * root + 1) ** 2
