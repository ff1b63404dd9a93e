"""A leg against a shape: what is inside, what only touches, and how much of it is inside."""

from decimal import Decimal
from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outrider.table.crossing import entered, enters, gap, inside, leftwise, segment_within, touches
from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon, Shape, holds, turn
from outrider.table.stretches import END, START, Mark, length_of, point_at, stretches
from table import exact
from table.shaping import (
    ARROW,
    COMB,
    ELL,
    LEAST,
    MANY,
    MOST,
    NOTCH,
    SOME,
    SQUARE,
    STEPS,
    at,
    block,
    drawn,
    points,
    polygons,
    shapes,
    small_points,
    small_shapes,
)

DISC = Disc((0, 0), 5)

HITS = [
    # A disc of radius 5: through it, from its inside, to its inside, wholly in it.
    (DISC, (-9, 0), (9, 0), True, True, 10),
    (DISC, (-9, 4), (9, 4), True, True, 6),
    (DISC, (0, 0), (9, 0), True, True, 5),
    (DISC, (-9, 3), (0, 3), True, True, 4),
    (DISC, (-1, 0), (1, 0), True, True, 2),
    # Touching it in a point of the leg, at its end, or with the line only.
    (DISC, (-9, 5), (9, 5), False, True, 0),
    (DISC, (3, 4), (9, 12), False, True, 0),
    (DISC, (9, 12), (3, 4), False, True, 0),
    (DISC, (-4, 3), (-9, 3), False, True, 0),
    (DISC, (6, 0), (9, 0), False, False, 0),
    (DISC, (-9, 6), (9, 6), False, False, 0),
    # From the outline inwards.
    (DISC, (3, 4), (-3, -4), True, True, 10),
    (DISC, (3, 4), (3, 3), True, True, 1),
    # A square: through it, along a side, past a corner, to a side, from a side.
    (SQUARE, (-1, 2), (5, 2), True, True, 4),
    (SQUARE, (-1, 0), (5, 0), False, True, 0),
    (SQUARE, (1, 0), (3, 0), False, True, 0),
    (SQUARE, (-1, 1), (1, -1), False, True, 0),
    (SQUARE, (-3, 2), (0, 2), False, True, 0),
    (SQUARE, (0, 2), (-3, 2), False, True, 0),
    (SQUARE, (0, 2), (1, 2), True, True, 1),
    (SQUARE, (0, 0), (4, 4), True, True, 6),
    (SQUARE, (-1, -1), (5, 5), True, True, 6),
    (SQUARE, (4, 4), (5, 5), False, True, 0),
    (SQUARE, (1, 1), (3, 2), True, True, 2),
    (SQUARE, (5, -1), (5, 5), False, False, 0),
    # Shapes with dents: across the dent, along its sides, from corner to corner.
    (ELL, (2, 2), (8, 8), False, True, 0),
    (ELL, (2, 2), (9, 2), False, True, 0),
    (ELL, (1, 2), (9, 2), True, True, 1),
    (ELL, (8, 2), (2, 8), False, True, 0),
    (ELL, (1, 3), (3, 1), True, True, 3),
    (ELL, (4, 4), (0, 0), True, True, 3),
    (COMB, (-1, 4), (9, 4), True, True, 4),
    (COMB, (-1, 2), (9, 2), True, True, 4),
    (COMB, (-1, 6), (9, 6), False, True, 0),
    (COMB, (5, 3), (6, 3), False, True, 0),
    (ARROW, (3, 4), (0, 4), False, True, 0),
    (ARROW, (0, 4), (9, 4), True, True, 5),
    (ARROW, (0, 0), (0, 8), False, True, 0),
    (NOTCH, (0, 4), (8, 4), True, True, 8),
    (NOTCH, (4, 8), (4, 4), False, True, 0),
    (NOTCH, (4, 4), (4, 0), True, True, 4),
    (STEPS, (0, 2), (4, 6), False, True, 0),
    (STEPS, (0, 1), (4, 5), True, True, 3),
]  # fmt: skip


def inside_length(shape: Shape, a: Point, b: Point) -> int:
    """How much of a leg lies inside."""
    return length_of(stretches(shape, a, b), a, b)


@pytest.mark.parametrize(("shape", "a", "b", "crosses", "meets", "length"), HITS)
def test_cases(shape: Shape, a: Point, b: Point, crosses: bool, meets: bool, length: int) -> None:
    for start, end in ((a, b), (b, a)):
        assert enters(shape, start, end) is crosses
        assert touches(shape, start, end) is meets
        assert inside_length(shape, start, end) == length
        assert bool(stretches(shape, start, end)) is crosses


def test_a_thousandth_makes_the_difference() -> None:
    """A line 1" from the middle of a disc of 1", and one a thousandth nearer."""
    disc = Disc(at(5, 5), 1000)
    assert not enters(disc, at(0, 6), at(10, 6))
    assert touches(disc, at(0, 6), at(10, 6))
    assert enters(disc, at(0, 5.999), at(10, 5.999))
    assert not touches(disc, at(0, 6.001), at(10, 6.001))
    wall = block(4, 4, 6, 6)
    assert not enters(wall, at(0, 6), at(10, 6))
    assert enters(wall, at(0, 5.999), at(10, 6))
    assert not touches(wall, at(0, 6.001), at(10, 6.001))


def test_a_leg_that_nearly_touches_the_largest_disc() -> None:
    """The squares compared here have more digits than a float."""
    disc = Disc((72_000, 0), 72_000)
    a, b = (LEAST, 71_999), (MOST, 72_001)
    assert enters(disc, a, b) == exact.enters(disc, a, b)
    assert not enters(disc, (LEAST, 72_000), (MOST, 72_000))
    assert enters(disc, (LEAST, 72_000), (MOST, 71_999))


def test_a_leg_that_leads_nowhere() -> None:
    for shape in (DISC, SQUARE, ARROW):
        for point in ((1, 1), (0, 0), (4, 0), (5, 0), (3, 4), (9, 9), (2, 4)):
            assert enters(shape, point, point) is inside(shape, point)
            assert touches(shape, point, point) is holds(shape, point)
            assert inside_length(shape, point, point) == 0


@given(small_shapes, small_points, st.integers(1, 4), st.booleans())
@MANY
def test_legs_one_after_the_other_are_as_each_by_itself(
    shape: Shape, start: Point, step: int, across: bool
) -> None:
    x, y = start
    dx, dy = (step, 0) if across else (0, step)
    found = {leg for run in entered(shape, start, (x + dx, y + dy)) for leg in run}
    near = range(-40, 41)
    legs = {leg: ((x + leg * dx, y + leg * dy), (x + (leg + 1) * dx, y + (leg + 1) * dy))
            for leg in near}  # fmt: skip
    assert found & set(near) == {leg for leg, (a, b) in legs.items() if enters(shape, a, b)}


@given(small_shapes, small_points, small_points)
@MANY
def test_crossing_is_that_of_the_model(shape: Shape, a: Point, b: Point) -> None:
    assert enters(shape, a, b) == exact.enters(shape, a, b)
    assert touches(shape, a, b) == exact.touches(shape, a, b)


@given(shapes, points, points)
@MANY
def test_crossing_is_that_of_the_model_anywhere(shape: Shape, a: Point, b: Point) -> None:
    assert enters(shape, a, b) == exact.enters(shape, a, b)
    assert touches(shape, a, b) == exact.touches(shape, a, b)
    assert inside(shape, a) == exact.inside(shape, exact.place(a, a, Fraction(0)))


@given(drawn | polygons(), points)
@SOME
def test_legs_between_corners(polygon: Polygon, other: Point) -> None:
    """Along sides and diagonals, inside and outside, and from corners to anywhere."""
    corners = polygon.points
    for a in corners:
        for b in (*corners, other):
            assert enters(polygon, a, b) == exact.enters(polygon, a, b)
            assert enters(polygon, b, a) == exact.enters(polygon, b, a)


@given(shapes, points, points)
@MANY
def test_lengths_inside_are_rounded_right(shape: Shape, a: Point, b: Point) -> None:
    assert inside_length(shape, a, b) == exact.rounded(exact.length_inside(shape, a, b))


@given(small_shapes, small_points, small_points)
@MANY
def test_stretches_are_those_of_the_model(shape: Shape, a: Point, b: Point) -> None:
    found = stretches(shape, a, b)
    assert bool(found) == (enters(shape, a, b) and a != b)
    expected = exact.shares_inside(shape, a, b)
    assert len(found) == len(expected)
    for (begin, end), (first, last) in zip(found, expected, strict=True):
        assert abs(share(begin) - first) < Decimal(10) ** -25
        assert abs(share(end) - last) < Decimal(10) ** -25


def share(mark: Mark) -> Decimal:
    return (mark.whole + mark.side * Decimal(mark.root).sqrt()) / mark.over


def test_halves_are_rounded_up_and_only_at_the_end() -> None:
    """A leg of 3 through a slanting side at 1.5; then two stretches of a half, which make one."""
    slanted = Polygon(((0, -1), (4, -1), (4, 1), (3, 1)))
    assert inside_length(slanted, (0, 0), (3, 0)) == 2
    teeth = Polygon(((0, -2), (3, -2), (3, 2), (2, 0), (1, 0), (0, 2)))
    assert inside_length(teeth, (-1, 1), (4, 1)) == 1
    assert inside_length(teeth, (-1, 1), (1, 1)) == 1


@given(points, points, points, st.integers(0, 8) | st.integers(0, 300_000))
@SOME
@example((0, 0), (6, 0), (3, 4), 4)
@example((0, 0), (6, 0), (9, 4), 5)
@example((0, 0), (0, 0), (3, 4), 5)
def test_distance_to_a_segment(a: Point, b: Point, p: Point, limit: int) -> None:
    square = exact.squared_distance(a, b, p)
    assert segment_within(a, b, p, limit) == (square <= limit * limit)
    least = isqrt(square.numerator // square.denominator)
    assert not segment_within(a, b, p, least - 1)
    assert segment_within(a, b, p, least + 1)


def test_distance_to_a_segment_at_the_limit() -> None:
    """Within 2" of an edge of the table: exactly 2.000" is, 2.001" is not; nor beyond its ends."""
    edge = at(0, 0), at(36, 0)
    assert segment_within(*edge, at(10, 2), 2000)
    assert not segment_within(*edge, at(10, 2.001), 2000)
    assert segment_within(*edge, at(37.2, 1.6), 2000)
    assert not segment_within(*edge, at(37.201, 1.6), 2000)
    assert not segment_within(*edge, at(10, 0), -1)


@given(shapes, points)
@SOME
def test_gaps_are_rounded_up(shape: Shape, point: Point) -> None:
    found = gap(shape, point)
    assert (found == 0) == holds(shape, point)
    if isinstance(shape, Disc):
        square = exact.squared_distance(shape.at, shape.at, point)
        assert found == 0 or (found - 1 + shape.radius) ** 2 < square <= (found + shape.radius) ** 2
    else:
        square = min(exact.squared_distance(a, b, point) for a, b in exact.sides(shape))
        assert found == 0 or (found - 1) ** 2 < square <= found**2


def test_gaps_at_the_limit() -> None:
    assert gap(Disc((0, 0), 400), (400, 0)) == 0
    assert gap(Disc((0, 0), 400), (450, 0)) == 50
    assert gap(Disc((0, 0), 400), (450, 1)) == 51
    assert gap(SQUARE, (7, 8)) == 5
    assert gap(SQUARE, (7, 9)) == 6
    assert gap(SQUARE, (2, 9)) == 5


@given(drawn | polygons())
@SOME
def test_corners_are_put_in_order(polygon: Polygon) -> None:
    ordered = leftwise(polygon.points)
    assert sorted(ordered) == sorted(polygon.points)
    leftmost = ordered.index(min(ordered))
    after = (leftmost + 1) % len(ordered)
    assert turn(ordered[leftmost - 1], ordered[leftmost], ordered[after]) >= 0
    assert leftwise(ordered) == ordered


def test_marks_stand_in_order() -> None:
    half, root_half = Mark(1, 2), Mark(0, 2, 1, 2)
    assert START < half < root_half < END
    assert not root_half < Mark(1, 2, 0)
    assert not Mark(0, 4, 1, 8) < root_half and not root_half < Mark(0, 4, 1, 8)
    assert point_at(root_half, (0, 0), (1000, -1000)) == (707, -707)
    assert point_at(half, (0, 0), (3, -3)) == (2, -1)
