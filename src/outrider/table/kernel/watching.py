"""A watcher and a mover on a straight leg: at which of its points something may change (SKR-X4).

The points of a leg are its whole thousandths, each rounded to the grid, so each lies within half a
thousandth of the line in x and in y. What a watcher sees changes only where the mover crosses the
outline of a piece, or where the line of sight passes over a corner of it; what is in reach, where
the mover crosses a circle. For each such border there is a stretch of the leg outside of which
rounding cannot matter. Points there are looked at one by one, all others are passed over; but where
a leg runs along such a line, only on which side of it they lie is looked at, as long as that stays.

Places on the leg are counted in its points: 0 is its start, `length` its end.
"""

from math import ceil, sqrt
from typing import TypeAlias

from outrider.compiled import part, rule
from outrider.table.kernel.crossing import Numbers
from outrider.table.kernel.layout import CORNERS, FIRST, RADIUS

Way: TypeAlias = tuple[int, int, int, int, int]
"""A leg: from where, how far in x and y, and its length in whole thousandths, never 0."""

Point: TypeAlias = tuple[int, int]
Vector: TypeAlias = tuple[float, float]

OFF = 0.75
"""More than a point is ever off the line: half the diagonal of a square thousandth."""
SLACK = 0.05
"""More than floats are ever off, in points of a leg."""
BLUR = 0.001
"""More than the areas are ever off that a line of sight is judged by."""
AHEAD = 64
"""So many points ahead a leg is compared with a line that it runs along."""


@rule
def point_of(way: Way, at: int) -> tuple[int, int]:
    """SKR-X4: a point of the leg, halves up."""
    x, y, dx, dy, length = way
    twice = 2 * length
    return x + (2 * dx * at + length) // twice, y + (2 * dy * at + length) // twice


@rule
def sooner(found: int, at: int, begin: float, end: float) -> int:
    """The next point after `at` that a border may matter for, which lies from `begin` to `end`; or
    what was found before, if that comes sooner."""
    if end + SLACK < at:
        return found
    first = max(begin - SLACK, 0.0)
    if first >= found:
        return found
    return max(at + 1, ceil(first))


@part
def after_circle(way: Way, x: int, y: int, radius: int, at: int) -> int:
    """The next point at which a mover may have crossed a circle; past the end if there is none."""
    from_x, from_y, dx, dy, length = way
    found = length + 1
    square = float(dx * dx + dy * dy)
    whole = sqrt(square)
    to_x, to_y = x - from_x, y - from_y
    middle = float(to_x * dx + to_y * dy) / square * length
    off = float(to_x * dy - to_y * dx) / whole
    wide, narrow = radius + OFF, max(radius - OFF, 0.0)
    under = wide * wide - off * off
    if under < 0:
        return found
    scale = length / whole
    outer = sqrt(under) * scale
    under = narrow * narrow - off * off
    if under < 0:
        return min(found, sooner(found, at, middle - outer, middle + outer))
    inner = sqrt(under) * scale
    found = sooner(found, at, middle - outer, middle - inner)
    return sooner(found, at, middle + inner, middle + outer)


@rule
def after_line(found: int, at: int, length: int, start: float, slope: float, blur: float) -> int:
    """The next point at which start + slope * share of the leg may be as near to 0 as `blur`."""
    if slope == 0.0:
        return at + 1 if abs(start) <= blur and at + 1 < found else found
    one, two = (-start - blur) / slope, (-start + blur) / slope
    return sooner(found, at, min(one, two) * length, max(one, two) * length)


@rule
def blur_of(way: Way, x: float, y: float) -> float:
    """How much rounding a point may change its area with a vector. On a leg along x or y nothing is
    rounded."""
    _, _, dx, dy, _ = way
    if dx == 0 or dy == 0:
        return 0.0
    return 0.5 * (abs(x) + abs(y))


@part
def after_corner(way: Way, found: int, at: int, x: int, y: int, to_x: int, to_y: int) -> int:
    """The next point at which the line from x, y through a corner may be crossed."""
    from_x, from_y, dx, dy, length = way
    side_x, side_y = to_x - x, to_y - y
    start = (from_x - x) * side_y - (from_y - y) * side_x
    slope = dx * side_y - dy * side_x
    blur = blur_of(way, float(side_x), float(side_y))
    if blur == 0.0 and slope == 0:
        return found  # nothing is rounded, and nothing changes
    near = after_line(found, at, length, float(start), float(slope), blur + BLUR)
    if near != at + 1:
        return near
    return after_side(way, found, at, (x, y), (float(side_x), float(side_y)), 0.0)


@part
def after_side(way: Way, found: int, at: int, start: Point, side: Vector, blur: float) -> int:
    """The next point that lies on another side of a line than this one, or so near to it that none
    can be told, or some way ahead."""
    x, y = start
    to_x, to_y = point_of(way, at)
    here = float(to_x - x) * side[1] - float(to_y - y) * side[0]
    last = min(found, at + AHEAD)
    if abs(here) < blur:
        return min(found, at + 1)
    for number in range(at + 1, last):
        to_x, to_y = point_of(way, number)
        there = float(to_x - x) * side[1] - float(to_y - y) * side[0]
        if abs(there) < blur or (there > 0) != (here > 0) or (there < 0) != (here < 0):
            return number
    return last


@part
def after_polygon(way: Way, xs: Numbers, ys: Numbers, x: int, y: int, at: int) -> int:
    """The next point at which a polygon may begin or cease to hide a mover from a watcher."""
    found = way[4] + 1
    count = len(xs)
    last_x, last_y = xs[count - 1], ys[count - 1]
    for each in range(count):
        next_x, next_y = xs[each], ys[each]
        found = after_corner(way, found, at, x, y, next_x, next_y)
        found = after_corner(way, found, at, last_x, last_y, next_x, next_y)
        last_x, last_y = next_x, next_y
    return found


@part
def after_disc(way: Way, disc: tuple[int, int, int], x: int, y: int, at: int) -> int:
    """The same for a disc: its circle, and the two lines from the watcher that touch it."""
    disc_x, disc_y, radius = disc
    from_x, from_y, dx, dy, length = way
    found = after_circle(way, disc_x, disc_y, radius, at)
    to_x, to_y = float(disc_x - x), float(disc_y - y)
    square = to_x * to_x + to_y * to_y
    under = square - float(radius * radius)
    if under <= 0.0:
        return found
    tangent = sqrt(under)
    for side in (-1.0, 1.0):
        # Where the line touches, seen from the watcher, with the tangent's length for a scale.
        touch_x = (to_x * tangent - side * radius * to_y) * tangent / square
        touch_y = (to_y * tangent + side * radius * to_x) * tangent / square
        start = (from_x - x) * touch_y - (from_y - y) * touch_x
        slope = dx * touch_y - dy * touch_x
        blur = blur_of(way, touch_x, touch_y) + BLUR
        near = found
        if abs(slope) > BLUR:
            near = after_line(found, at, length, start, slope, blur)
        elif abs(start) <= blur + BLUR:
            near = min(found, at + 1)
        if near == at + 1:
            near = after_side(way, found, at, (x, y), (touch_x, touch_y), BLUR)
        found = near
    return found


@part
def after_piece(
    way: Way, pieces: Numbers, corners: Numbers, which: int, x: int, y: int, at: int
) -> int:
    """The next point at which a piece may begin or cease to hide a mover from a watcher."""
    first = pieces[FIRST, which]
    if pieces[RADIUS, which]:
        disc = corners[0, first], corners[1, first], pieces[RADIUS, which]
        return after_disc(way, disc, x, y, at)
    last = first + pieces[CORNERS, which]
    return after_polygon(way, corners[0, first:last], corners[1, first:last], x, y, at)
