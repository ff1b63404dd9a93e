"""A straight leg against a disc or a polygon, in plan.

The inside of a shape is what lies strictly within its outline: a leg that only touches the outline,
runs along it or passes a corner does not enter. All is decided with whole numbers.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

from outrider.table.points import Point, squared
from outrider.table.shapes import (
    Disc,
    Polygon,
    Shape,
    holds,
    meet,
    on_side,
    sides,
    squared_to_side,
    turn,
)


def enters(shape: Shape, a: Point, b: Point) -> bool:
    """Whether the leg from a to b passes through the inside."""
    if isinstance(shape, Disc):
        return enters_disc(shape.at, shape.radius, a, b)
    return enters_outline(leftwise(shape.points), a, b)


def entered(shape: Shape, a: Point, b: Point) -> Iterator[range]:
    """Of equal legs, one after the other on a line, of which the one from a to b is number 0, those
    that pass through the inside. What `enters` says of each, at one look for all of them."""
    if isinstance(shape, Disc):
        yield from _entered_disc(shape, a, b)
        return
    begun = 0
    start = 0
    for at, turns in sorted(_crossed(leftwise(shape.points), a, b)):
        before, begun = begun, begun + turns
        if begun and not before:
            start = at
        elif before and not begun:
            yield range(start, at)


def _entered_disc(disc: Disc, a: Point, b: Point) -> Iterator[range]:
    """For lines along an axis. The inside of the disc reaches less than `half` to either side."""
    along = 0 if a[1] == b[1] else 1
    step, middle = b[along] - a[along], disc.at[along] - a[along]
    square = disc.radius**2 - (disc.at[1 - along] - a[1 - along]) ** 2
    if square > 0:
        half = isqrt(square - 1)  # the largest whole number below the root
        yield range(-((half - middle) // step) - 1, (middle + half) // step + 1)


def _crossed(points: tuple[Point, ...], a: Point, b: Point) -> Iterator[tuple[int, int]]:
    """Where the line through a and b enters the outline (1) and leaves it (-1): the number of the
    first leg that is inside for it, and of the first that is not."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    offs = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    if min(offs) >= 0 or max(offs) <= 0:
        return
    for at, v in enumerate(points):
        off, last = offs[at], offs[at - 1]
        if off * last < 0:
            reach, whole = turn(v, points[at - 1], a), last - off
            yield (reach // whole, 1) if last > 0 else (-(-reach // whole), -1)
        elif off == 0:
            come, go = passing(points, offs, at)
            reach, whole = dx * (v[0] - ax) + dy * (v[1] - ay), dx * dx + dy * dy
            if go:
                yield reach // whole, 1
            if come:
                yield -(-reach // whole), -1


def touches(shape: Shape, a: Point, b: Point) -> bool:
    """Whether the leg from a to b has a point in the shape or on its outline."""
    if isinstance(shape, Disc):
        return segment_within(a, b, shape.at, shape.radius)
    return holds(shape, a) or any(meet(a, b, c, d) for c, d in sides(shape.points))


def inside(shape: Shape, point: Point) -> bool:
    """Whether a point lies in the shape and not on its outline."""
    if isinstance(shape, Disc):
        return squared(shape.at, point) < shape.radius * shape.radius
    return holds(shape, point) and not any(on_side(c, d, point) for c, d in sides(shape.points))


def leftwise(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners in the order that has the inside on the left."""
    area = sum(turn(points[0], c, d) for c, d in pairwise(points[1:]))
    return points if area > 0 else points[::-1]


def enters_disc(at: Point, radius: int, a: Point, b: Point, part: int = 1, whole: int = 1) -> bool:
    """Whether the first `part` of `whole` equal parts of a leg passes through the inside of a disc.

    At the share t of the way the square of the distance to the centre, less that of the radius, is
    beyond - 2 * along * t + length * t**2. Its least value is where t = along / length.
    """
    x, y = at[0] - a[0], at[1] - a[1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    beyond = x * x + y * y - radius * radius
    if beyond < 0:
        return True
    along = x * dx + y * dy
    if along <= 0:
        return False
    length = dx * dx + dy * dy
    if along * whole < length * part:
        return along * along > length * beyond
    return (beyond * whole - 2 * along * part) * whole + length * part * part < 0


def enters_outline(
    points: tuple[Point, ...], a: Point, b: Point, part: int = 1, whole: int = 1
) -> bool:
    """Whether the first `part` of `whole` equal parts of a leg passes through the inside of a
    polygon whose corners have it on the left.

    The whole line is cut by the outline into stretches inside and outside. Those inside that the
    part of the leg has something of begin before its end, and do not end before or at its start.
    So they are the entries before its end, less the exits up to its start.
    """
    if a == b:
        return inside(Polygon(points), a)
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    offs = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    if min(offs) >= 0 or max(offs) <= 0:
        return False
    begun = 0
    for at, v in enumerate(points):
        off, last = offs[at], offs[at - 1]
        if off * last < 0:
            # This side of the polygon meets the line at the share reach / (last - off) of the leg.
            reach = turn(v, points[at - 1], a)
            if last > 0:
                begun += reach * whole < (last - off) * part
            else:
                begun -= reach >= 0
        elif off == 0:
            come, go = passing(points, offs, at)
            reach = dx * (v[0] - ax) + dy * (v[1] - ay)
            if go and reach * whole < (dx * dx + dy * dy) * part:
                begun += 1
            if come and reach <= 0:
                begun -= 1
    return begun > 0


def passing(points: tuple[Point, ...], offs: list[int], at: int) -> tuple[bool, bool]:
    """At a corner on the line: whether just before it, and just after it, the line is inside.

    The inside of a corner lies between the ways to the next corner and to the last, turning left.
    `offs` says on which side of the line each corner is: positive on the left.
    """
    after = at + 1 - len(points)
    last, next_ = offs[at - 1], offs[after]
    if turn(points[at - 1], points[at], points[after]) >= 0:
        return last < 0 < next_, next_ < 0 < last
    return last < 0 or next_ > 0, last > 0 or next_ < 0


def segment_within(a: Point, b: Point, p: Point, limit: int) -> bool:
    """Whether p is at most `limit` from the stretch between a and b."""
    over, under = squared_to_side(a, b, p)
    return limit >= 0 and over <= limit * limit * under


def gap(shape: Shape, point: Point) -> int:
    """How far a point is from a shape, 0 if it is in it, rounded up to a whole thousandth: that
    keeps comparisons with a limit exact."""
    if holds(shape, point):
        return 0
    if isinstance(shape, Disc):
        return rounded_up_root(squared(shape.at, point), 1) - shape.radius
    return min(rounded_up_root(*squared_to_side(c, d, point)) for c, d in sides(shape.points))


def rounded_up_root(over: int, under: int) -> int:
    """The square root of a fraction, rounded up: the least whole number whose square is not less.
    A square is whole, so that of the fraction can be rounded up before."""
    square = -(-over // under)
    root = isqrt(square)
    return root + (root * root < square)
