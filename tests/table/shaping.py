"""Shapes, legs and tables for the tests of the measuring table, and how Hypothesis makes them.

Most of them lie on a few small numbers, where touching, running along a side and passing a corner
are common; some lie at the far ends of what a table can hold.
"""

from itertools import islice, permutations

from hypothesis import assume
from hypothesis import strategies as st

from forms import examples
from outrider.core.refusal import Refusal
from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon, Shape, a_polygon
from outrider.table.terrain import HIGHEST, Piece, Table

LEAST, MOST = -72_000, 144_000

FEW, SOME, MANY = (examples(count) for count in (60, 100, 400))

SQUARE = Polygon(((0, 0), (4, 0), (4, 4), (0, 4)))
ELL = Polygon(((0, 0), (8, 0), (8, 2), (2, 2), (2, 8), (0, 8)))
COMB = Polygon(((0, 0), (8, 0), (8, 6), (6, 6), (6, 2), (5, 2), (5, 6), (3, 6), (3, 2), (0, 2)))
ARROW = Polygon(((0, 0), (8, 4), (0, 8), (3, 4)))
NOTCH = Polygon(((0, 0), (8, 0), (8, 8), (5, 8), (4, 4), (3, 8), (0, 8)))
STEPS = Polygon(((0, 0), (6, 0), (6, 6), (4, 6), (4, 4), (2, 4), (2, 2), (0, 2)))
"""Some that are not convex, and a square."""
DRAWN = (SQUARE, ELL, COMB, ARROW, NOTCH, STEPS)

small = st.integers(0, 8)
wide = st.integers(LEAST, MOST)
extreme = st.sampled_from((LEAST, LEAST + 1, -1, 0, 1, 72_000, MOST - 1, MOST))
small_points = st.tuples(small, small)
wide_points = st.tuples(wide | extreme, wide | extreme)
points = small_points | wide_points


def turned(polygon: Polygon, quarter: int, backwards: bool, start: int) -> Polygon:
    """The same polygon turned by quarters, run through the other way, begun at another corner."""
    corners = polygon.points
    for _ in range(quarter):
        corners = tuple((8 - y, x) for x, y in corners)
    corners = corners[::-1] if backwards else corners
    start %= len(corners)
    return Polygon(corners[start:] + corners[:start])


drawn = st.builds(turned, st.sampled_from(DRAWN), st.integers(0, 3), st.booleans(), small)


def joined(corners: list[Point]) -> Polygon | None:
    """A polygon with these corners in some order, if there is one among the first orders."""
    first, *rest = corners
    for order in islice(permutations(rest), 24):
        try:
            return a_polygon([first, *order], "a polygon")
        except Refusal:
            continue
    return None


@st.composite
def polygons(draw: st.DrawFn, of: st.SearchStrategy[Point] = points) -> Polygon:
    corners = draw(st.lists(of, min_size=3, max_size=7, unique=True))
    made = joined(corners)
    assume(made is not None)
    assert made is not None
    return made


small_discs = st.builds(Disc, small_points, st.integers(1, 6))
wide_discs = st.builds(Disc, wide_points, st.integers(1, 72_000) | st.just(72_000))
small_shapes: st.SearchStrategy[Shape] = small_discs | drawn | polygons(small_points)
wide_shapes: st.SearchStrategy[Shape] = wide_discs | polygons(wide_points)
shapes = small_shapes | small_shapes | wide_shapes


def pieces(of: st.SearchStrategy[Shape] = shapes) -> st.SearchStrategy[Piece]:
    heights = st.integers(0, 6) | st.sampled_from((0, 1000, HIGHEST - 1, HIGHEST))
    costs = st.sampled_from((0, 1, 500, 1000, 1001, 1500, 2000, 20_000))
    return st.builds(
        Piece,
        of,
        height=heights,
        cost=costs,
        cover=st.integers(0, 3),
        blocks_sight=st.booleans(),
    )


def tables(of: st.SearchStrategy[Shape] = shapes, most: int = 5) -> st.SearchStrategy[Table]:
    laid = st.lists(pieces(of), max_size=most).map(tuple)
    return st.builds(Table, st.just((72_000, 72_000)), laid)


eyes = st.integers(0, 8) | st.sampled_from((1000, HIGHEST, HIGHEST + 1000))


def at(x: float, y: float) -> Point:
    """A point in inches, for cases told in inches."""
    return round(x * 1000), round(y * 1000)


def block(left: float, bottom: float, right: float, top: float) -> Polygon:
    """A rectangle in inches."""
    return Polygon((at(left, bottom), at(right, bottom), at(right, top), at(left, top)))


def scaled(shape: Shape, times: int) -> Shape:
    """The same shape, that many times as large."""
    if isinstance(shape, Disc):
        return Disc((shape.at[0] * times, shape.at[1] * times), shape.radius * times)
    return Polygon(tuple((x * times, y * times) for x, y in shape.points))
