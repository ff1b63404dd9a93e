"""Discs and simple polygons, the two shapes everything on a table has."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from outrider.core.refusal import malformed
from outrider.core.wire import a_list, an_object, known_fields, shown
from outrider.table.lengths import LARGEST_TABLE, a_length, inches
from outrider.table.points import Point, a_point, squared, to_json

MOST_CORNERS = 64


@dataclass(frozen=True, slots=True)
class Disc:
    """All points at most `radius` from the centre."""

    at: Point
    radius: int


@dataclass(frozen=True, slots=True)
class Polygon:
    """The inside and the outline of a polygon whose sides meet at its corners only."""

    points: tuple[Point, ...]


Shape: TypeAlias = Disc | Polygon


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of the triangle: positive if the way from a over b to c turns left, negative
    if right, 0 if the three lie on a line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def sides(corners: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The stretches from corner to corner, all the way round."""
    return zip(corners, (*corners[1:], *corners[:1]), strict=True)


def a_shape(value: object, what: str) -> Shape:
    """A shape from its JSON; other fields of the object are the caller's."""
    data = an_object(value, what)
    kind = data.get("shape")
    if kind == "disc":
        radius = a_length(data.get("radius"), f"{what}: the radius", 1, LARGEST_TABLE)
        return Disc(a_point(data.get("at"), f"{what}: `at`"), radius)
    if kind == "polygon":
        points = a_list(data.get("points"), f"{what}: `points`")
        _check_corners(len(points), what)
        return a_polygon([a_point(point, f"{what}: a corner") for point in points], what)
    raise malformed(f"{what}: the shape is disc or polygon, not {shown(kind)}")


def a_zone(value: object, what: str) -> Shape:
    """A shape and nothing else."""
    shape = a_shape(value, what)
    fields = ["shape", "at", "radius"] if isinstance(shape, Disc) else ["shape", "points"]
    known_fields(an_object(value, what), fields, what)
    return shape


def a_polygon(points: list[Point], what: str) -> Polygon:
    """A polygon, if it is one: three corners or more, no side crosses or touches another."""
    _check_corners(len(points), what)
    for index, corner in enumerate(points):
        if corner in points[:index]:
            raise malformed(f"{what}: the corner {to_json(corner)} stands twice")
    last = len(points) - 1
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(sides(tuple(points))), 2):
        beside = j == i + 1 or (i == 0 and j == last)
        if folded(a, b, c, d) if beside else meet(a, b, c, d):
            raise malformed(f"{what}: its sides from {to_json(a)} and {to_json(c)} cross")
    return Polygon(tuple(points))


def _check_corners(count: int, what: str) -> None:
    if not 3 <= count <= MOST_CORNERS:
        raise malformed(f"{what}: a polygon has 3 to {MOST_CORNERS} corners, not {count}")


def on_side(a: Point, b: Point, p: Point) -> bool:
    """Whether p lies on the stretch from a to b."""
    return (
        turn(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches have a point in common."""
    if (
        (a[0] < c[0] and a[0] < d[0] and b[0] < c[0] and b[0] < d[0])
        or (a[0] > c[0] and a[0] > d[0] and b[0] > c[0] and b[0] > d[0])
        or (a[1] < c[1] and a[1] < d[1] and b[1] < c[1] and b[1] < d[1])
        or (a[1] > c[1] and a[1] > d[1] and b[1] > c[1] and b[1] > d[1])
    ):
        return False
    # Not all of one lies beyond the other: they meet, unless one is all on one side of the other.
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def folded(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two sides that share a corner lie on each other."""
    shared = b if b in (c, d) else a
    one = a if shared == b else b
    two = d if shared == c else c
    return on_side(shared, one, two) or on_side(shared, two, one)


def squared_to_side(a: Point, b: Point, p: Point) -> tuple[int, int]:
    """The square of the distance from p to the stretch from a to b: a fraction, not reduced."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    length = dx * dx + dy * dy
    if 0 < along < length:
        return turn(a, b, p) ** 2, length
    return squared(a if along <= 0 else b, p), 1


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies inside the shape or on its outline."""
    if isinstance(shape, Disc):
        dx, dy = point[0] - shape.at[0], point[1] - shape.at[1]
        return dx * dx + dy * dy <= shape.radius * shape.radius
    inside = False
    for a, b in sides(shape.points):
        if on_side(a, b, point):
            return True
        if (a[1] > point[1]) != (b[1] > point[1]):
            left = turn(a, b, point) > 0
            inside ^= left == (b[1] > a[1])
    return inside


def shape_to_json(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, Disc):
        return {"shape": "disc", "at": to_json(shape.at), "radius": inches(shape.radius)}
    return {"shape": "polygon", "points": [to_json(point) for point in shape.points]}


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
DIGITS = Context(prec=50)


def regular(corners: int, side: int) -> Polygon:
    """A regular polygon whose first side lies at the bottom."""
    return equiangular((side,) * corners)


@lru_cache(maxsize=32)
def equiangular(lengths: tuple[int, ...]) -> Polygon:
    """A polygon of equal angles with sides of these lengths, which have to close it. The first side
    lies at the bottom and the corners follow clockwise, each rounded to the nearest thousandth, in
    a box from 0,0.

    Fifty digits are reckoned with, none of them by the machine's own floats, so the corners are the
    same on every machine. Only what has been moved to its place is rounded.
    """
    with localcontext(DIGITS):
        cos, sin = _cos_sin(2 * PI / len(lengths))
        x, y, dx, dy = Decimal(lengths[0]), Decimal(0), Decimal(-1), Decimal(0)
        walked = []
        for length in lengths:
            walked.append((x, y))
            x, y, dx, dy = (
                x + dx * length,
                y + dy * length,
                dx * cos + dy * sin,
                dy * cos - dx * sin,
            )
        left = min(x for x, _ in walked)
        return Polygon(
            tuple(
                (int((x - left).to_integral_value()), int(y.to_integral_value())) for x, y in walked
            )
        )


def _cos_sin(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Both by their series, to the digits of the context."""
    sums = [Decimal(1), Decimal(0)]
    term = Decimal(1)
    power = 0
    while abs(term) > Decimal("1e-55"):
        power += 1
        term = term * angle / power
        sums[power % 2] += -term if power % 4 in (2, 3) else term
    return sums[0], sums[1]
