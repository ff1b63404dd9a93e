"""Sums of square roots: signs and rounding, also where floats would not do."""

from decimal import ROUND_FLOOR, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.table.roots import Term, floor, nearest, rounded_down, sign, vanishes
from table.shaping import SOME

numbers = st.integers(0, 50) | st.integers(0, 2**80)
factors = st.integers(-9, 9) | st.integers(-(2**60), 2**60)
sums = st.lists(st.tuples(factors, numbers), max_size=5)


def value(terms: list[Term]) -> Decimal:
    return sum((factor * Decimal(under).sqrt() for factor, under in terms), Decimal(0))


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([], 0),
        ([(0, 5), (3, 0)], 0),
        ([(1, 8), (-2, 2)], 0),
        ([(3, 12), (-2, 27)], 0),
        ([(1, 2), (1, 8), (-1, 18)], 0),
        ([(1, 2), (1, 3), (-1, 10)], -1),
        ([(1, 2), (1, 3), (-1, 9)], 1),
        ([(1, 4), (-2, 1)], 0),
        ([(1, 2**140 + 1), (-(2**70), 1)], 1),
        ([(-1, 2**400 + 1), (2**200, 1)], -1),
        ([(1, 2**300 + 1), (-1, 2**300)], 1),
    ],
)
def test_signs(terms: list[Term], expected: int) -> None:
    assert sign(terms) == expected
    assert sign([(-factor, under) for factor, under in terms]) == -expected
    assert vanishes(terms) == (expected == 0)


@given(sums)
@SOME
def test_signs_are_those_of_many_digits(terms: list[Term]) -> None:
    with localcontext() as context:
        context.prec = 400
        exact = value(terms)
        small = abs(exact) < Decimal(10) ** -300
        expected = 0 if small else 1 if exact > 0 else -1
    assert sign(terms) == expected


@given(sums, st.integers(1, 2**40))
@SOME
def test_rounding_is_that_of_many_digits(terms: list[Term], over: int) -> None:
    with localcontext() as context:
        context.prec = 400
        exact = value(terms) / over
        whole = exact.to_integral_value()
        if abs(exact - whole) < Decimal(10) ** -300:
            exact = whole
        assert floor(terms, over) == int(exact.to_integral_value(ROUND_FLOOR))
        twice = 2 * exact
        if abs(twice - twice.to_integral_value()) < Decimal(10) ** -300:
            twice = twice.to_integral_value()
        assert nearest(terms, over) == int(((twice + 1) / 2).to_integral_value(ROUND_FLOOR))


def test_a_half_is_rounded_up() -> None:
    assert nearest([(1, 1)], 2) == 1
    assert nearest([(-1, 1)], 2) == 0
    assert nearest([(1, 2), (1, 8), (-1, 18), (5, 1)], 2) == 3
    assert nearest([(1, 2), (1, 3), (-1, 2), (-2, 3), (1, 12), (-1, 3), (7, 1)], 2) == 4


def test_rounding_where_two_roots_nearly_make_a_whole_number() -> None:
    """The sum is 3 * 2**100 but for less than 2**-99: only the sign of the difference tells."""
    near = [(1, 2**200 - 1), (1, 2**202 + 1)]
    assert sign([*near, (-3 * 2**100, 1)]) == -1
    assert floor(near, 1) == 3 * 2**100 - 1
    beyond = [(1, 2**200 + 1), (1, 2**202 - 1)]
    assert floor(beyond, 1) == 3 * 2**100
    whole = [(1, 8), (-1, 2), (1, 3), (-1, 2), (-2, 3), (1, 3), (5, 1)]
    assert floor(whole, 5) == 1


def test_one_root_rounded_down() -> None:
    assert [rounded_down((f, 2)) for f in (2, 1, 0, -1, -2)] == [2, 1, 0, -2, -3]
    assert [rounded_down((f, 4)) for f in (1, -1)] == [2, -2]
    assert rounded_down((-3, 0)) == 0
