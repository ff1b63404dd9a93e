"""Points: pairs of lengths, compared exactly at the border."""

from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse
from outrider.table.lengths import LARGEST_TABLE
from outrider.table.points import Point, a_point, bounded, distance, squared, to_json, within

coordinates = st.integers(-LARGEST_TABLE, 2 * LARGEST_TABLE)
points = st.tuples(coordinates, coordinates)
rises = st.integers(0, 24_000)


@given(points)
def test_a_point_survives_json(point: Point) -> None:
    assert a_point(parse(dumps(to_json(point))), "it") == point


@pytest.mark.parametrize("value", [[-72, 144], [144, -72]])
def test_the_farthest_points(value: list[int]) -> None:
    assert a_point(value, "it") == (value[0] * 1000, value[1] * 1000)


@pytest.mark.parametrize("value", [[-72.001, 0], [0, 144.001], [0, -72.001], [144.001, 0]])
def test_a_thousandth_beyond_the_farthest(value: list[float]) -> None:
    with pytest.raises(Refusal, match="it must be from"):
        a_point(value, "it")


@pytest.mark.parametrize(
    "value", [None, 1, "1,2", [], [1], [1, 2, 3], {"x": 1, "y": 2}, (1, 2), [[1, 2]]]
)
def test_what_is_no_pair_is_refused(value: object) -> None:
    with pytest.raises(Refusal, match="it must be a pair of numbers"):
        a_point(value, "it")


@pytest.mark.parametrize("value", [[1, "2"], [None, 1], [True, 1], [1, [2]], [1, 0.0001]])
def test_what_is_no_pair_of_lengths_is_refused(value: object) -> None:
    with pytest.raises(Refusal, match="it must be a"):
        a_point(value, "it")


@pytest.mark.parametrize(
    ("b", "rise", "limit", "beyond"),
    [
        ((12_000, 0), 0, 12_000, (12_001, 0)),
        ((12_000, 0), 0, 12_000, (12_000, 1)),
        ((3000, 4000), 0, 5000, (3000, 4001)),
        ((-3000, -4000), 0, 5000, (-3001, -4000)),
        ((2000, 3000), 6000, 7000, (2001, 3000)),
        ((0, 0), 4000, 4000, (0, 1)),
        ((0, 0), 0, 0, (0, -1)),
    ],
)
def test_exactly_the_limit_is_within_it(b: Point, rise: int, limit: int, beyond: Point) -> None:
    start = (0, 0)
    assert within(start, b, limit, rise)
    assert distance(start, b, rise) == limit
    assert not within(start, b, limit - 1, rise)
    assert not within(start, b, limit, rise + 1)
    assert not within(start, beyond, limit, rise)


def test_nothing_is_within_less_than_nothing() -> None:
    """What is left of a move that is used up is no reach, though its square is positive."""
    assert not within((0, 0), (0, 0), -1)
    assert not within((0, 0), (3000, 4000), -5000)


def test_three_over_and_two_up() -> None:
    """SKM-M1: measured straight also when climbing."""
    assert distance((0, 0), (3000, 0), 2000) == 3606
    assert not within((0, 0), (3000, 0), 3605, 2000)
    assert within((0, 0), (3000, 0), 3606, 2000)


@given(points, points, rises, st.integers(0, 300_000))
def test_within_compares_the_true_distance(a: Point, b: Point, rise: int, limit: int) -> None:
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + rise**2
    assert squared(a, b, rise) == squared(b, a, rise) == square
    assert within(a, b, limit, rise) == (limit > isqrt(square) or limit**2 == square)
    assert within(a, b, limit, rise) == within(b, a, limit, rise)


@given(points, points, rises)
def test_the_rounded_distance_is_half_a_thousandth_off_at_most(
    a: Point, b: Point, rise: int
) -> None:
    length, square = distance(a, b, rise), squared(a, b, rise)
    assert (2 * length - 1) ** 2 < 4 * square or length == 0
    assert 4 * square < (2 * length + 1) ** 2


def test_a_point_of_an_action_is_bounded_as_json_is() -> None:
    assert bounded((144_000, -72_000)) == (144_000, -72_000)
    assert bounded((np.int64(5), np.int32(7))) == (5, 7)  # type: ignore[arg-type]
    strange: tuple[Any, ...] = (
        *((10**30, 0), (0, -(10**30)), (2**63, 0), (144_001, 0), (0, -72_001)),
        *((1.5, 0), ("1", "2"), (1,), (1, 2, 3), None, 7, (None, 0)),
    )
    for point in strange:
        with pytest.raises(Refusal, match=r"^a point ") as caught:
            bounded(point)
        assert caught.value.kind == "malformed"
