"""Ground as it is told in JSON, read as docs/protocol.md says, with whole numbers only."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import cos, isqrt, pi, sin
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Point: TypeAlias = tuple[int, int]

BESIDE = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))


def thousandths(value: float) -> Fraction:
    """Of an inch; a number is what it is written as."""
    return Fraction(str(value)) * 1000


def point(value: Sequence[float]) -> Point:
    x, y = map(thousandths, value)
    assert x.denominator == y.denominator == 1, "a point lies on whole thousandths"
    return int(x), int(y)


_read: dict[int, tuple[Json, list[Point], list[int]]] = {}
"""Shapes that were read before, with their corners and the box around them; by what they are, since
a shape of many corners is asked about thousands of times."""


def corners_of(shape: Json) -> tuple[list[Point], list[int]]:
    kept = _read.get(id(shape))
    if kept is None or kept[0] is not shape:
        corners = [point(corner) for corner in shape["points"]]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        kept = _read[id(shape)] = shape, corners, [min(xs), min(ys), max(xs), max(ys)]
    return kept[1:]


def side(shape: Json, at: Point) -> int:
    """1 if a point lies inside a shape, 0 if on its outline, -1 if outside."""
    if shape["shape"] == "disc":
        (x, y), radius = point(shape["at"]), thousandths(shape["radius"])
        over = radius**2 - (x - at[0]) ** 2 - (y - at[1]) ** 2
        return (over > 0) - (over < 0)
    corners, (left, bottom, right, top) = corners_of(shape)
    if not (left <= at[0] <= right and bottom <= at[1] <= top):
        return -1
    if shape["shape"] == "line":
        (ax, ay), (bx, by) = corners
        on = (bx - ax) * (at[1] - ay) == (by - ay) * (at[0] - ax)
        return 0 if on else -1
    found, (x, y) = -1, at
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            found = -found
    return found


def holds(area: Json, at: Point) -> bool:
    """Whether a point is in an area."""
    return (
        side(area, at) >= 0
        and all(side(shape, at) >= 0 for shape in area.get("within", ()))
        and all(side(shape, at) <= 0 for shape in area.get("without", ()))
        and all(side(shape, at) < 0 for shape in area.get("beneath", ()))
    )


def held(areas: Sequence[Json], at: Point) -> bool:
    return any(holds(area, at) for area in areas)


def shapes(area: Json) -> list[Json]:
    """All that has an outline in it."""
    return [
        area,
        *(each for name in ("within", "without", "beneath") for each in area.get(name, ())),
    ]


def on_outline(source: random.Random, shape: Json) -> Point:
    """A point as near to an outline as whole thousandths are."""
    if shape["shape"] == "disc":
        (x, y), radius = point(shape["at"]), float(thousandths(shape["radius"]))
        angle = source.uniform(0, 2 * pi)
        return x + round(radius * cos(angle)), y + round(radius * sin(angle))
    corners = [point(corner) for corner in shape["points"]]
    start = source.randrange(len(corners))
    (ax, ay), (bx, by) = corners[start - 1], corners[start]
    share = source.choice((0.0, 1.0, source.random(), source.random()))
    return round(ax + share * (bx - ax)), round(ay + share * (by - ay))


def beside_borders(source: random.Random, areas: Sequence[Json], count: int) -> Iterator[Point]:
    """Points on every kind of border of an area, and all those a thousandth from them."""
    borders = [shape for area in areas for shape in shapes(area)]
    for _ in range(count):
        x, y = on_outline(source, source.choice(borders))
        yield from ((x + dx, y + dy) for dx, dy in BESIDE)


def about(source: random.Random, at: Point, far: int, count: int) -> Iterator[Point]:
    """Points all round, evenly, up to a tenth farther than `far`."""
    for _ in range(count):
        length, angle = 1.1 * far * isqrt(source.randrange(10**6)) / 1000, source.uniform(0, 2 * pi)
        yield at[0] + round(length * cos(angle)), at[1] + round(length * sin(angle))
