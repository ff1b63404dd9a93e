"""Places at a seat's edge: where figures may be put, and the nearest to one that is wished for."""

from collections.abc import Iterator
from math import isqrt

from outrider.table.lengths import INCH
from outrider.table.points import Point, distance

FINE = INCH // 10
"""The step in which a free place is looked for."""
SLACK = 3
"""Thousandths that rounding may cost."""


def beside(a: Point, b: Point, part: int, whole: int, depth: int) -> Point:
    """The point so far along an edge and so deep into the table, which lies on the edge's right."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = isqrt(dx * dx + dy * dy)
    return (
        a[0] + dx * part // whole + dy * depth // length,
        a[1] + dy * part // whole - dx * depth // length,
    )


def all_along(a: Point, b: Point, deep: int) -> Iterator[Point]:
    """Front, middle and back of the strip along an edge, in fine steps."""
    steps = distance(a, b) // FINE
    for depth in (deep - SLACK, deep // 2, SLACK):
        for part in range(1, steps):
            yield beside(a, b, part, steps, depth)


def foot_on(a: Point, b: Point, point: Point) -> Point:
    """The point of an edge that is nearest to another, to the thousandth."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = min(max((point[0] - a[0]) * dx + (point[1] - a[1]) * dy, 0), length)
    return a[0] + dx * part // length, a[1] + dy * part // length


def mean(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
