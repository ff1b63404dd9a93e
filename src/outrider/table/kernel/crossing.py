"""A leg against one piece, as in `outrider.table.crossing`, in 64-bit numbers that never overflow.

The bounds of `layout` keep coordinates' differences below 2**18, and sums of two of their products
below 2**37. A share part / whole of a leg comes from heights, below 2**15, so what is multiplied
with it stays below 2**54. Where two products of such sums have to be compared, `more` does it.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import rule
from outrider.table.kernel.layout import BOTTOM, CORNERS, FIRST, LEFT, RADIUS, RIGHT, TOP

Numbers: TypeAlias = npt.NDArray[np.int64]
Leg: TypeAlias = tuple[int, int, int, int]
"""From where, and to where."""

DIGIT = 20
DIGITS = (1 << DIGIT) - 1


@rule
def more(p: int, q: int, r: int, s: int) -> bool:
    """Whether p * q > r * s, none negative, p and r below 2**55, q and s below 2**40 and either
    product below 2**80: written with a last digit of 20 bits, either is two 64-bit numbers."""
    low_p = (p & DIGITS) * q
    low_r = (r & DIGITS) * s
    high_p = (p >> DIGIT) * q + (low_p >> DIGIT)
    high_r = (r >> DIGIT) * s + (low_r >> DIGIT)
    return high_p > high_r or (high_p == high_r and (low_p & DIGITS) > (low_r & DIGITS))


@rule
def turned(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Positive if the way from a over b to c turns left, negative if right."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@rule
def enters_disc(x: int, y: int, radius: int, leg: Leg, part: int, whole: int) -> bool:
    """Whether the first `part` of `whole` equal parts of a leg passes through a disc's inside."""
    ax, ay, bx, by = leg
    to_x, to_y = x - ax, y - ay
    dx, dy = bx - ax, by - ay
    beyond = to_x * to_x + to_y * to_y - radius * radius
    if beyond < 0:
        return True
    along = to_x * dx + to_y * dy
    if along <= 0:
        return False
    length = dx * dx + dy * dy
    if along * whole < length * part:
        return more(along, along, length, beyond)
    over = 2 * along * part - beyond * whole
    return over > 0 and more(over, whole, length * part, part)


@rule
def enters_outline(xs: Numbers, ys: Numbers, leg: Leg, part: int, whole: int) -> bool:
    """The same for a polygon: its entries before the end of the part, less its exits up to its
    start, are how many stretches inside the part has something of."""
    ax, ay, bx, by = leg
    if ax == bx and ay == by:
        return strictly_in(xs, ys, ax, ay)
    count = len(xs)
    dx, dy = bx - ax, by - ay
    last_x, last_y = xs[count - 1], ys[count - 1]
    last = dx * (last_y - ay) - dy * (last_x - ax)
    begun = 0
    for at in range(count):
        x, y = xs[at], ys[at]
        off = dx * (y - ay) - dy * (x - ax)
        if off < 0 < last:
            if turned(x, y, last_x, last_y, ax, ay) * whole < (last - off) * part:
                begun += 1
        elif last < 0 < off:
            if turned(x, y, last_x, last_y, ax, ay) >= 0:
                begun -= 1
        elif off == 0:
            begun += passed(xs, ys, at, leg, part, whole)
        last, last_x, last_y = off, x, y
    return begun > 0


@rule
def passed(xs: Numbers, ys: Numbers, at: int, leg: Leg, part: int, whole: int) -> int:
    """What a corner on the line adds to the count: 1 if the line goes in there before the end of
    the part, -1 if it comes out there at its start or before."""
    ax, ay, bx, by = leg
    dx, dy = bx - ax, by - ay
    count = len(xs)
    before = at - 1 if at > 0 else count - 1
    after = at + 1 if at + 1 < count else 0
    last = dx * (ys[before] - ay) - dy * (xs[before] - ax)
    then = dx * (ys[after] - ay) - dy * (xs[after] - ax)
    if turned(xs[before], ys[before], xs[at], ys[at], xs[after], ys[after]) >= 0:
        come, go = last < 0 < then, then < 0 < last
    else:
        come, go = last < 0 or then > 0, last > 0 or then < 0
    reach = dx * (xs[at] - ax) + dy * (ys[at] - ay)
    added = 0
    if go and reach * whole < (dx * dx + dy * dy) * part:
        added += 1
    if come and reach <= 0:
        added -= 1
    return added


@rule
def side_of(xs: Numbers, ys: Numbers, x: int, y: int) -> int:
    """1 if a point lies inside a polygon, 0 if on its outline, -1 if outside."""
    count = len(xs)
    last_x, last_y = xs[count - 1], ys[count - 1]
    side = -1
    for at in range(count):
        next_x, next_y = xs[at], ys[at]
        turn = turned(last_x, last_y, next_x, next_y, x, y)
        if (last_y > y) != (next_y > y):
            if turn == 0:
                return 0
            if (turn > 0) == (next_y > last_y):
                side = -side
        elif turn == 0 and (
            min(last_x, next_x) <= x <= max(last_x, next_x)
            and min(last_y, next_y) <= y <= max(last_y, next_y)
        ):
            return 0
        last_x, last_y = next_x, next_y
    return side


@rule
def strictly_in(xs: Numbers, ys: Numbers, x: int, y: int) -> bool:
    return side_of(xs, ys, x, y) > 0


@rule
def enters_part(
    pieces: Numbers, corners: Numbers, at: int, leg: Leg, part: int, whole: int
) -> bool:
    """The same for a piece of either shape."""
    first = pieces[FIRST, at]
    if pieces[RADIUS, at]:
        x, y = corners[0, first], corners[1, first]
        return enters_disc(x, y, pieces[RADIUS, at], leg, part, whole)
    end = first + pieces[CORNERS, at]
    xs, ys = corners[0, first:end], corners[1, first:end]
    return enters_outline(xs, ys, leg, part, whole)


@rule
def enters_piece(pieces: Numbers, corners: Numbers, at: int, leg: Leg) -> bool:
    """Whether a whole leg passes through the inside of a piece."""
    return enters_part(pieces, corners, at, leg, 1, 1)


@rule
def holds(pieces: Numbers, corners: Numbers, at: int, x: int, y: int) -> bool:
    """Whether a point lies in a piece or on its outline."""
    if x < pieces[LEFT, at] or x > pieces[RIGHT, at]:
        return False
    if y < pieces[BOTTOM, at] or y > pieces[TOP, at]:
        return False
    first = pieces[FIRST, at]
    if pieces[RADIUS, at]:
        dx, dy = x - corners[0, first], y - corners[1, first]
        near: bool = dx * dx + dy * dy <= pieces[RADIUS, at] * pieces[RADIUS, at]
        return near
    end = first + pieces[CORNERS, at]
    return side_of(corners[0, first:end], corners[1, first:end], x, y) >= 0
