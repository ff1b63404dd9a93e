"""The ground of the naive model: measuring, shapes, what lies across a line, what a leg costs.

Every coordinate is a whole number of thousandths of an inch and every question is answered in whole
numbers. A place between them (where a leg meets an outline) is a whole number of parts of the leg,
so fine that nothing on a table could tell it from the place itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import isqrt

Point = tuple[int, int]

INCH = 1000
PARTS = 10**40
"""A leg is divided into so many parts."""
ALMOST = 10**10
"""So few parts are the error of a square root that was rounded down, and no length."""
NEAR = 1 * INCH
"""How close to the target terrain on the line covers it (SKR-G5)."""
LOOK = INCH // 2
"""How far apart the looks along a way are (SKR-X4)."""


@dataclass(frozen=True)
class Disc:
    at: Point
    radius: int

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, bottom, right and top of it."""
        (x, y), far = self.at, self.radius
        return x - far, y - far, x + far, y + far


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, bottom, right and top of it."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(zip(self.points, (*self.points[1:], self.points[0]), strict=True))


Shape = Disc | Polygon


@dataclass(frozen=True, slots=True)
class Terrain:
    """`cost` is in thousandths of an inch for each inch crossed, None where nobody may go."""

    shape: Shape
    cost: int | None
    cover: int
    blocks_sight: bool


# -- measuring -----------------------------------------------------------------------------------


def square(one: Point, another: Point) -> int:
    """The square of the distance of two centres."""
    return (one[0] - another[0]) ** 2 + (one[1] - another[1]) ** 2


def within(one: Point, another: Point, limit: int) -> bool:
    """Every limit is inclusive."""
    return square(one, another) <= limit**2


def nearest_root(number: int) -> int:
    """The whole number nearest to the root of one; it never lies half way between two."""
    low = isqrt(number)
    return low + (number > low * low + low)


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive if c lies to the left of the line from a to b, 0 if on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def comes_within(a: Point, b: Point, centre: Point, limit: int) -> bool:
    """Whether the segment from a to b has a point closer to the centre than the limit."""
    along = (centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])
    length = square(a, b)
    if along <= 0:
        return square(a, centre) < limit**2
    if along >= length:
        return square(b, centre) < limit**2
    return turn(a, b, centre) ** 2 < limit**2 * length


# -- standing ------------------------------------------------------------------------------------


def place(shape: Shape, at: Point, scale: int = 1) -> int:
    """1 inside, 0 on the outline, -1 outside. The point is in thousandths times a scale."""
    x, y = at
    if isinstance(shape, Disc):
        gap = (x - shape.at[0] * scale) ** 2 + (y - shape.at[1] * scale) ** 2
        rim = (shape.radius * scale) ** 2
        return (gap < rim) - (gap > rim)
    inside = False
    for (ax, ay), (bx, by) in shape.edges:
        ax, ay, bx, by = ax * scale, ay * scale, bx * scale, by * scale
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
    return 1 if inside else -1


def stands_in(shape: Shape, at: Point) -> bool:
    """Inside, or on the outline."""
    return place(shape, at) >= 0


# -- lines ---------------------------------------------------------------------------------------


def crosses(shape: Shape, a: Point, b: Point) -> bool:
    """Whether some point between a and b lies inside: merely touching an outline is no crossing."""
    if apart(shape, a, b):
        return False
    if isinstance(shape, Disc):
        return comes_within(a, b, shape.at, shape.radius)
    turns = [turn(a, b, point) for point in shape.points]
    if min(turns) >= 0 or max(turns) <= 0:
        return False  # all of it lies on one side of the line
    if any(cut(a, b, c, d) for c, d in shape.edges):
        return True
    # Only corners and edges are met, or nothing: what lies between them is inside as a whole or
    # not at all.
    marks = sorted({Fraction(0), Fraction(1), *meetings(shape, a, b)})
    for one, another in pairwise(marks):
        middle = (one + another) / 2
        scale = middle.denominator
        if place(shape, on_leg(a, b, middle.numerator, scale), scale) > 0:
            return True
    return False


def apart(shape: Shape, a: Point, b: Point) -> bool:
    """Whether the boxes round a shape and a segment have at most a border in common: then nothing
    of the segment is inside."""
    left, bottom, right, top = shape.box
    return (
        (a[0] <= left and b[0] <= left)
        or (a[0] >= right and b[0] >= right)
        or (a[1] <= bottom and b[1] <= bottom)
        or (a[1] >= top and b[1] >= top)
    )


def cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cut each other at a point that is an end of neither."""
    one, two, three, four = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    return (one > 0 > two or one < 0 < two) and (three > 0 > four or three < 0 < four)


def meetings(polygon: Polygon, a: Point, b: Point) -> Iterator[Fraction]:
    """Where between a and b, as a share of the way, an edge is met or runs along."""
    length = square(a, b)
    for c, d in polygon.edges:
        here, there = turn(c, d, a), turn(c, d, b)
        if here == there == 0 and length:
            for x, y in (c, d):
                along = (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])
                if 0 < along < length:
                    yield Fraction(along, length)
        elif here != there and 0 <= (share := Fraction(here, here - there)) <= 1:
            yield share


def on_leg(a: Point, b: Point, part: int, parts: int) -> Point:
    """The point so many parts on the way from a to b, in thousandths times the parts."""
    return a[0] * parts + (b[0] - a[0]) * part, a[1] * parts + (b[1] - a[1]) * part


def near_end(shape: Shape, a: Point, b: Point) -> bool:
    """Whether the line from a to b crosses a shape within an inch of b (SKR-G5), exactly an inch
    included, as with every limit."""
    if not crosses(shape, a, b):
        return False
    length = isqrt(square(a, b) * PARTS**2)  # in parts of a thousandth
    last = (length - NEAR * PARTS) * PARTS // length
    return any(high >= last - ALMOST for _, high in inside(shape, a, b))


# -- stretches of a leg --------------------------------------------------------------------------


def borders(shape: Shape, a: Point, b: Point) -> list[int]:
    """Where a leg meets the outline, in parts of it."""
    if isinstance(shape, Polygon):
        return [share.numerator * PARTS // share.denominator for share in meetings(shape, a, b)]
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - shape.at[0], a[1] - shape.at[1]
    length, half = dx * dx + dy * dy, -(fx * dx + fy * dy)
    under = half * half - length * (fx * fx + fy * fy - shape.radius**2)
    if under < 0:
        return []
    root = isqrt(under * PARTS**2)
    found = [(half * PARTS + sign * root) // length for sign in (-1, 1)]
    return [part for part in found if 0 <= part <= PARTS]


def inside(shape: Shape, a: Point, b: Point) -> list[tuple[int, int]]:
    """The stretches of a leg that lie inside a shape, its outline left out, in parts."""
    return [
        (low, high)
        for low, high in between(borders(shape, a, b))
        if place(shape, on_leg(a, b, low + high, 2 * PARTS), 2 * PARTS) > 0
    ]


def between(marks: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches between marks on a leg; those of no length are none."""
    points = sorted({0, PARTS, *marks})
    return [(low, high) for low, high in pairwise(points) if high - low > ALMOST]


def charges(terrain: Sequence[Terrain], a: Point, b: Point) -> list[tuple[int, int, Terrain]]:
    """The stretches of a leg inside terrain, in parts, and the piece that charges for each: of
    overlapping ones the dearest (SKR-M2). Whoever walks along an outline is not inside."""
    costly = [piece for piece in terrain if piece.cost and not apart(piece.shape, a, b)]
    marks = [mark for piece in costly for mark in borders(piece.shape, a, b)]
    stretches: list[tuple[int, int, Terrain]] = []
    for low, high in between(marks):
        middle = on_leg(a, b, low + high, 2 * PARTS)
        there = [piece for piece in costly if place(piece.shape, middle, 2 * PARTS) > 0]
        if not there:
            continue
        dearest = max(there, key=lambda piece: piece.cost or 0)
        if stretches and stretches[-1][2] is dearest and low - stretches[-1][1] <= ALMOST:
            low = stretches.pop()[0]
        stretches.append((low, high, dearest))
    return stretches


def stretch(a: Point, b: Point, low: int, high: int) -> int:
    """The length of a stretch, rounded to the nearest thousandth, halves up."""
    length = isqrt((high - low) ** 2 * square(a, b))
    return (2 * length + PARTS + ALMOST * INCH) // (2 * PARTS)


def leg_cost(terrain: Sequence[Terrain], a: Point, b: Point) -> int:
    """What a leg costs, in millionths of an inch: its rounded length, and more or less for what is
    inside terrain, each stretch of which is rounded, too."""
    cost = nearest_root(square(a, b)) * INCH
    for low, high, piece in charges(terrain, a, b):
        assert piece.cost is not None
        cost += stretch(a, b, low, high) * (piece.cost - INCH)
    return cost


def way_cost(terrain: Sequence[Terrain], start: Point, path: Sequence[Point]) -> int:
    return sum(leg_cost(terrain, a, b) for a, b in legs(start, path))


# -- the points of a way -------------------------------------------------------------------------


def legs(start: Point, path: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The legs of a way; those of no length are passed over (SKR-M2)."""
    return [(a, b) for a, b in pairwise([start, *path]) if a != b]


def points(start: Point, path: Sequence[Point]) -> Iterator[tuple[int, Point, bool]]:
    """SKR-X4: every whole thousandth of an inch along each leg, its end included: how far it is
    along the way, where it is, and whether it is a look: every so often, and each corner."""
    before = 0
    for (ax, ay), (bx, by) in legs(start, path):
        long = nearest_root(square((ax, ay), (bx, by)))
        dx, dy = bx - ax, by - ay
        for i in range(1, long + 1):
            x = ax + (2 * dx * i + long) // (2 * long)
            y = ay + (2 * dy * i + long) // (2 * long)
            yield before + i, (x, y), (before + i) % LOOK == 0 or i == long
        before += long


def way_length(start: Point, path: Sequence[Point]) -> int:
    return sum(nearest_root(square(a, b)) for a, b in legs(start, path))
