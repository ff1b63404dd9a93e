"""SKM-S2, SKM-D1 to the thousandth: what the kernel takes to be near whose edge."""

from fractions import Fraction
from math import ceil, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.seats import SEATS
from outrider.games.skirmish.kernel.ground import opened, within_edge
from outrider.games.skirmish.state import laid_out
from outrider.table.points import Point
from outrider.table.seating import edge_of, polygon_table, seated
from outrider.table.terrain import Table

pytestmark = pytest.mark.kernel

TWO_INCHES = 2000
ROUND = [5, 6, 7, 8]
TABLE = seated(Table((36_000, 36_000)), 4)


def near_edge(table: Table, seat: str, point: Point, limit: int) -> bool:
    return bool(within_edge(opened(laid_out(table)), SEATS.index(seat), *point, limit))


@pytest.mark.parametrize(
    ("seat", "point", "beyond"),
    [
        ("red", (18_000, 2000), (18_000, 2001)),
        ("blue", (2000, 18_000), (2001, 18_000)),
        ("green", (18_000, 34_000), (18_000, 33_999)),
        ("amber", (34_000, 18_000), (33_999, 18_000)),
        ("red", (0, 2000), (0, 2001)),
        ("red", (36_000, 0), (38_001, 0)),
        ("red", (37_200, 1600), (37_201, 1600)),
        ("red", (-1200, -1600), (-1200, -1601)),
    ],
)
def test_two_inches_are_within_two_inches(seat: str, point: Point, beyond: Point) -> None:
    """SKM-S2; past its ends an edge is as far as its corner."""
    assert near_edge(TABLE, seat, point, TWO_INCHES)
    assert not near_edge(TABLE, seat, beyond, TWO_INCHES)


def test_a_corner_belongs_to_two() -> None:
    """SKM-S3"""
    near = [seat for seat in SEATS[:4] if near_edge(TABLE, seat, (500, 700), TWO_INCHES)]
    assert near == ["red", "blue"]


def test_a_slanting_edge() -> None:
    """At the table for eight, blue's edge is the line x + y = 16971 from corner to corner."""
    table = polygon_table(8)
    # (x + y - 16971) / sqrt(2) <= 2000 means x + y <= 19799.427...
    assert near_edge(table, "blue", (9000, 10_799), TWO_INCHES)
    assert not near_edge(table, "blue", (9000, 10_800), TWO_INCHES)
    assert near_edge(table, "blue", (10_800, 8999), TWO_INCHES)
    assert not near_edge(table, "blue", (10_801, 8999), TWO_INCHES)


@given(st.sampled_from(ROUND), st.data())
def test_the_distance_is_that_to_the_stretch(seats: int, data: st.DataObject) -> None:
    """Beside a model that looks for the nearest point of the edge in fractions."""
    table = polygon_table(seats)
    seat = data.draw(st.sampled_from(SEATS[:seats]))
    (ax, ay), (bx, by) = edge_of(table, seat)
    share = data.draw(st.fractions(Fraction(-1, 4), Fraction(5, 4), max_denominator=100))
    x = round(ax + share * (bx - ax)) + data.draw(st.integers(-3000, 3000))
    y = round(ay + share * (by - ay)) + data.draw(st.integers(-3000, 3000))
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = Fraction((x - ax) * (bx - ax) + (y - ay) * (by - ay), length)
    along = min(max(along, Fraction(0)), Fraction(1))
    square = (ax + along * (bx - ax) - x) ** 2 + (ay + along * (by - ay) - y) ** 2
    limit = data.draw(st.just(TWO_INCHES) | st.integers(0, 5000))
    assert near_edge(table, seat, (x, y), limit) == (square <= limit**2)
    enough = isqrt(ceil(square) - 1) + 1 if square else 0
    assert near_edge(table, seat, (x, y), enough)
    assert not (enough and near_edge(table, seat, (x, y), enough - 1))
