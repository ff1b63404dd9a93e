"""Discs and polygons, beside a slow model that solves equations in fractions."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse
from outrider.table.points import Point
from outrider.table.shapes import (
    MOST_CORNERS,
    Disc,
    Polygon,
    Shape,
    a_polygon,
    a_shape,
    a_zone,
    holds,
    meet,
    on_side,
    shape_to_json,
    sides,
    squared_to_side,
    turn,
)

small = st.tuples(st.integers(0, 6), st.integers(0, 6))
large = st.tuples(st.integers(0, 72_000), st.integers(0, 72_000))
small_corners = st.lists(small, min_size=3, max_size=7, unique=True)
corners = small_corners | st.lists(large, min_size=3, max_size=6, unique=True)

FAR = 10**9
"""A ray this flat, from a point with whole coordinates, runs through no other such point nearby."""


def in_common(a: Point, b: Point, c: Point, d: Point) -> int:
    """How many points two stretches share, each from one point to another: 0, 1 or (many) 2."""
    one, two = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    gap = (c[0] - a[0], c[1] - a[1])
    area = one[0] * two[1] - one[1] * two[0]
    if area:
        t = Fraction(gap[0] * two[1] - gap[1] * two[0], area)
        u = Fraction(gap[0] * one[1] - gap[1] * one[0], area)
        return int(0 <= t <= 1 and 0 <= u <= 1)
    if one[0] * gap[1] != one[1] * gap[0]:
        return 0
    # On one line: where the second begins and ends, as shares of the first.
    length = one[0] ** 2 + one[1] ** 2
    shares = [Fraction((p[0] - a[0]) * one[0] + (p[1] - a[1]) * one[1], length) for p in (c, d)]
    low, high = max(Fraction(0), min(shares)), min(Fraction(1), max(shares))
    return 0 if low > high else 1 if low == high else 2


def is_simple(points: list[Point]) -> bool:
    """Whether sides share their common corner and nothing else."""
    count = len(points)
    stretches = [(points[i], points[(i + 1) % count]) for i in range(count)]
    return all(
        in_common(*stretches[i], *stretches[j]) == (1 if (j - i) % count in (1, count - 1) else 0)
        for i, j in combinations(range(count), 2)
    )


def is_in(points: tuple[Point, ...], p: Point) -> bool:
    """Whether a point is on the outline, or a ray from it crosses the outline an odd number of
    times."""
    crossings = 0
    for i, a in enumerate(points):
        b = points[i - 1]
        if _lies_between(a, b, p):
            return True
        crossings += in_common(a, b, p, (p[0] + FAR * FAR, p[1] + FAR))
    return crossings % 2 == 1


def _lies_between(a: Point, b: Point, p: Point) -> bool:
    """Whether p is a share of the way from a to b, reckoned by whichever coordinate differs."""
    axis = 0 if a[0] != b[0] else 1
    share = Fraction(p[axis] - a[axis], b[axis] - a[axis])
    return 0 <= share <= 1 and all(a[k] + share * (b[k] - a[k]) == p[k] for k in (0, 1))


@given(small, small, small, small)
@example((0, 0), (4, 0), (2, 0), (6, 0))
@example((0, 0), (4, 0), (4, 0), (6, 0))
@example((0, 0), (4, 0), (5, 0), (6, 0))
@example((0, 0), (4, 4), (2, 2), (6, 0))
@example((0, 0), (4, 4), (0, 1), (4, 5))
def test_where_stretches_meet(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    assert meet(a, b, c, d) == (in_common(a, b, c, d) > 0)
    assert meet(a, b, c, d) == meet(c, d, a, b) == meet(b, a, c, d) == meet(d, c, b, a)


@given(small, small, small)
def test_a_point_as_a_stretch(a: Point, b: Point, p: Point) -> None:
    assert meet(a, b, p, p) == on_side(a, b, p)
    assert meet(p, p, p, p)


@given(corners)
@example([(0, 0), (4, 4), (4, 0), (0, 4)])
@example([(0, 0), (2, 0), (4, 0)])
@example([(0, 0), (4, 0), (2, 0), (2, 3)])
@example([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)])
@example([(0, 0), (2, 0), (4, 0), (4, 4)])
def test_polygons_are_simple(points: list[Point]) -> None:
    if is_simple(points):
        assert a_polygon(points, "it") == Polygon(tuple(points))
    else:
        with pytest.raises(Refusal, match="cross") as caught:
            a_polygon(points, "it")
        assert caught.value.kind == "malformed"


@given(corners, st.data())
def test_it_does_not_matter_where_a_polygon_begins(
    points: list[Point], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(points) - 1))
    turned = points[start:] + points[:start]
    assert is_simple(points) == is_simple(turned[::-1])
    for order in (points, turned, turned[::-1]):
        if is_simple(points):
            a_polygon(order, "it")
        else:
            with pytest.raises(Refusal):
                a_polygon(order, "it")


@given(corners, st.data())
@example([(0, 0), (6, 0), (6, 6), (3, 3), (0, 6)], None)
def test_what_a_polygon_holds(points: list[Point], data: st.DataObject | None) -> None:
    assume(is_simple(points))
    polygon = Polygon(tuple(points))
    if max(max(point) for point in points) <= 6:
        asked = [(x, y) for x in range(-1, 8) for y in range(-1, 8)]
    else:
        assert data is not None
        asked = [*points, *data.draw(st.lists(large, min_size=5, max_size=20))]
        asked += [(x + dx, y + dy) for x, y in points for dx in (-1, 1) for dy in (-1, 1)]
    for p in asked:
        assert holds(polygon, p) == is_in(polygon.points, p), p


@given(corners)
def test_a_polygon_holds_its_outline(points: list[Point]) -> None:
    assume(is_simple(points))
    doubled = Polygon(tuple((2 * x, 2 * y) for x, y in points))
    for a, b in sides(doubled.points):
        assert holds(doubled, a)
        assert holds(doubled, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))


SQUARE = Polygon(((1000, 1000), (3000, 1000), (3000, 3000), (1000, 3000)))
NOTCHED = Polygon(((0, 0), (4000, 0), (4000, 4000), (2000, 1000), (0, 4000)))


@pytest.mark.parametrize(
    ("shape", "point", "beyond"),
    [
        (SQUARE, (1000, 2000), (999, 2000)),
        (SQUARE, (3000, 3000), (3001, 3000)),
        (SQUARE, (2000, 1000), (2000, 999)),
        (NOTCHED, (2000, 1000), (2000, 1001)),
        (NOTCHED, (1000, 2500), (1001, 2500)),
        (Disc((5000, 5000), 1000), (6000, 5000), (6001, 5000)),
        (Disc((5000, 5000), 1000), (5600, 5800), (5601, 5800)),
        (Disc((5000, 5000), 1000), (4400, 4200), (4400, 4199)),
        (Disc((0, 0), 1), (0, -1), (1, -1)),
    ],
)
def test_the_outline_is_part_of_it(shape: Shape, point: Point, beyond: Point) -> None:
    assert holds(shape, point)
    assert not holds(shape, beyond)


@given(large, st.integers(1, 72_000), large)
def test_what_a_disc_holds(at: Point, radius: int, p: Point) -> None:
    over = Fraction(p[0] - at[0], radius) ** 2 + Fraction(p[1] - at[1], radius) ** 2
    assert holds(Disc(at, radius), p) == (over <= 1)


@given(small | large, small | large, small | large)
@example((0, 0), (0, 0), (3, 4))
def test_how_far_a_side_is(a: Point, b: Point, p: Point) -> None:
    """The foot of the perpendicular, if it is on the side; else the nearer end."""
    over, under = squared_to_side(a, b, p)
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    share = min(max(Fraction(along, length), Fraction(0)), Fraction(1)) if length else Fraction(0)
    foot = [a[k] + share * (b[k] - a[k]) for k in (0, 1)]
    assert Fraction(over, under) == (p[0] - foot[0]) ** 2 + (p[1] - foot[1]) ** 2
    assert (over == 0) == on_side(a, b, p)


def test_left_is_positive() -> None:
    assert turn((0, 0), (1, 0), (1, 1)) == 1
    assert turn((0, 0), (1, 0), (1, -1)) == -1
    assert turn((0, 0), (1, 0), (2, 0)) == 0


discs = st.builds(Disc, large, st.integers(1, 72_000))
polygons = corners.filter(is_simple).map(lambda points: Polygon(tuple(points)))


@given(discs | polygons)
def test_shapes_survive_json(shape: Shape) -> None:
    data = parse(dumps(shape_to_json(shape)))
    assert a_shape(data, "it") == shape
    assert a_zone(data, "it") == shape
    assert a_shape({**data, "height": 2}, "it") == shape
    with pytest.raises(Refusal, match='it has no field "height"'):
        a_zone({**data, "height": 2}, "it")


def long_box(count: int) -> list[list[int]]:
    """A polygon with so many corners, all but two of them on one line."""
    return [[0, 0], *([x, 1] for x in range(1, count - 1)), [count, 0]]


@pytest.mark.parametrize("count", [3, 4, MOST_CORNERS])
def test_up_to_so_many_corners(count: int) -> None:
    shape = a_shape({"shape": "polygon", "points": long_box(count)}, "it")
    assert isinstance(shape, Polygon)
    assert len(shape.points) == count


@pytest.mark.parametrize("count", [0, 1, 2, MOST_CORNERS + 1, 100_000])
def test_not_so_many_corners(count: int) -> None:
    """Too many are refused before any is read: these are not even points."""
    with pytest.raises(Refusal, match=f"3 to 64 corners, not {count}"):
        a_shape({"shape": "polygon", "points": [None] * count}, "it")
    with pytest.raises(Refusal, match=f"3 to 64 corners, not {count}"):
        a_polygon([(0, 0)] * count, "it")


TRIANGLE = [[0, 0], [4, 0], [0, 4]]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "it must be an object"),
        ([], "it must be an object"),
        ({}, "disc or polygon, not null"),
        ({"shape": "square"}, 'disc or polygon, not "square"'),
        ({"shape": ["disc"]}, "disc or polygon, not"),
        ({"shape": "disc"}, "the radius must be a number"),
        ({"shape": "disc", "radius": 1}, "`at` must be a pair"),
        ({"shape": "disc", "at": [1, 1]}, "the radius must be a number"),
        ({"shape": "disc", "at": [1, 1], "radius": 0}, "the radius must be from"),
        ({"shape": "disc", "at": [1, 1], "radius": -1}, "the radius must be from"),
        ({"shape": "disc", "at": [1, 1], "radius": 72.001}, "the radius must be from"),
        ({"shape": "disc", "at": [1, 1], "radius": 0.0004}, "the radius must be from"),
        ({"shape": "disc", "at": [1, 1], "radius": 1.0004}, "whole number of thousandths"),
        ({"shape": "disc", "at": [1, 1], "radius": True}, "the radius must be a number"),
        ({"shape": "disc", "at": [1, "1"], "radius": 1}, "`at` must be a number"),
        ({"shape": "polygon"}, "`points` must be a list"),
        ({"shape": "polygon", "points": {}}, "`points` must be a list"),
        ({"shape": "polygon", "points": [*TRIANGLE, 1]}, "a corner must be a pair"),
        ({"shape": "polygon", "points": [*TRIANGLE, [0, 0]]}, r"corner \[0, 0\] stands twice"),
        ({"shape": "polygon", "points": [*TRIANGLE, [0.0, 4.0]]}, r"corner \[0, 4\] stands twice"),
        ({"shape": "polygon", "points": [[0, 0], [1, 1], [2, 2]]}, "cross"),
    ],
    ids=range(21),
)
def test_what_is_no_shape_is_refused(data: object, words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        a_shape(data, "it")
    assert caught.value.kind == "malformed"
    assert caught.value.message.startswith("it")


def test_the_smallest_and_the_largest_disc() -> None:
    for radius in (0.001, 72):
        data = {"shape": "disc", "at": [0, 0], "radius": radius}
        assert shape_to_json(a_shape(data, "it")) == data
