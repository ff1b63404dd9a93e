"""Discs and simple polygons, the two shapes everything on a table has."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from outrider.core.refusal import malformed
from outrider.core.wire import a_list, an_object, known_fields, shown
from outrider.table.lengths import LARGEST_TABLE, a_length, inches
from outrider.table.points import Point, a_point, to_json

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


def a_shape(value: object, what: str) -> Shape:
    """A shape from its JSON; other fields of the object are the caller's."""
    data = an_object(value, what)
    kind = data.get("shape")
    if kind == "disc":
        radius = a_length(data.get("radius"), f"{what}: the radius", 1, LARGEST_TABLE)
        return Disc(a_point(data.get("at"), f"{what}: `at`"), radius)
    if kind == "polygon":
        points = a_list(data.get("points"), f"{what}: `points`")
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
    if not 3 <= len(points) <= MOST_CORNERS:
        raise malformed(f"{what}: a polygon has 3 to {MOST_CORNERS} corners, not {len(points)}")
    for index, corner in enumerate(points):
        if corner in points[:index]:
            raise malformed(f"{what}: the corner {to_json(corner)} stands twice")
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(sides), 2):
        beside = j == i + 1 or (i == 0 and j == len(sides) - 1)
        if folded(a, b, c, d) if beside else meet(a, b, c, d):
            raise malformed(f"{what}: its sides from {to_json(a)} and {to_json(c)} cross")
    return Polygon(tuple(points))


def on_side(a: Point, b: Point, p: Point) -> bool:
    """Whether p lies on the stretch from a to b."""
    return (
        turn(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches have a point in common."""
    one, two = turn(a, b, c), turn(a, b, d)
    three, four = turn(c, d, a), turn(c, d, b)
    if ((one > 0) != (two > 0)) and one and two and ((three > 0) != (four > 0)) and three and four:
        return True
    return on_side(a, b, c) or on_side(a, b, d) or on_side(c, d, a) or on_side(c, d, b)


def folded(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two sides that share a corner lie on each other."""
    shared = b if b in (c, d) else a
    one = a if shared == b else b
    two = d if shared == c else c
    return on_side(shared, one, two) or on_side(shared, two, one)


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies inside the shape or on its outline."""
    if isinstance(shape, Disc):
        dx, dy = point[0] - shape.at[0], point[1] - shape.at[1]
        return dx * dx + dy * dy <= shape.radius * shape.radius
    points = shape.points
    inside = False
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
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
