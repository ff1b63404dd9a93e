"""Where a straight line meets a piece, and how much of a leg costs more (SKR-S3, SKR-G5).

Shares of a leg are fractions of areas, below 2**38, or come from a root below 2**74, of which the
whole number under it is exact. So a float length, at most 2**18, is off by less than 2**-30. What
is decided by such a length is decided only if it is farther than `CLOSE` from the border; otherwise
it is decided with whole numbers, or said to be unsure.
"""

from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import part, rule
from outrider.table.kernel.crossing import Leg, Numbers, turned
from outrider.table.kernel.layout import CORNERS, FIRST, RADIUS
from outrider.table.kernel.wide import excess, is_more, product, times

Floats: TypeAlias = npt.NDArray[np.float64]

CLOSE = 2.0**-20
BEGIN, END = 0, 1
"""Rows of the room for stretches."""


@part
def corner_on_line(xs: Numbers, ys: Numbers, at: int, leg: Leg) -> tuple[bool, bool]:
    """At a corner on the line: whether just before it, and just after it, the line is inside."""
    ax, ay, bx, by = leg
    dx, dy = bx - ax, by - ay
    count = len(xs)
    before = at - 1 if at > 0 else count - 1
    after = at + 1 if at + 1 < count else 0
    last = dx * (ys[before] - ay) - dy * (xs[before] - ax)
    then = dx * (ys[after] - ay) - dy * (xs[after] - ax)
    if turned(xs[before], ys[before], xs[at], ys[at], xs[after], ys[after]) >= 0:
        return last < 0 < then, then < 0 < last
    return last < 0 or then > 0, last > 0 or then < 0


@part
def disc_meets(pieces: Numbers, corners: Numbers, at: int, leg: Leg) -> tuple[bool, float, float]:
    """Whether a leg passes through a disc's inside, and between which lengths along it."""
    ax, ay, bx, by = leg
    first, radius = pieces[FIRST, at], pieces[RADIUS, at]
    x, y = corners[0, first] - ax, corners[1, first] - ay
    dx, dy = bx - ax, by - ay
    square, along = dx * dx + dy * dy, x * dx + y * dy
    beyond = x * x + y * y - radius * radius
    past = beyond + square - 2 * along
    cross = abs(x * dy - y * dx)
    under = excess(square, radius * radius, cross, cross)
    if beyond >= 0 and (along <= 0 or under <= 0 or (past >= 0 and along >= square)):
        return False, 0.0, 0.0
    length = sqrt(float(square))
    half = sqrt(max(under, 0.0)) / length
    middle = float(along) / length
    return (
        True,
        0.0 if beyond < 0 else middle - half,
        length if past < 0 else middle + half,
    )


@part
def put(room: Floats, row: int, size: int, first: int, value: float) -> int:
    """Add a number to those from `first` on, which are in order."""
    at = size
    while at > first and room[row, at - 1] > value:
        room[row, at] = room[row, at - 1]
        at -= 1
    room[row, at] = value
    return size + 1


@part
def outline_meets(xs: Numbers, ys: Numbers, leg: Leg, room: Floats, first: int) -> int:
    """Fill the room from `first` on with the stretches of the whole line that lie inside a polygon,
    as lengths along the leg; how far the room is filled then."""
    ax, ay, bx, by = leg
    dx, dy = bx - ax, by - ay
    length = sqrt(float(dx * dx + dy * dy))
    count = len(xs)
    entries = exits = first
    last_x, last_y = xs[count - 1], ys[count - 1]
    last = dx * (last_y - ay) - dy * (last_x - ax)
    for at in range(count):
        x, y = xs[at], ys[at]
        off = dx * (y - ay) - dy * (x - ax)
        if off < 0 < last or last < 0 < off:
            share = float(turned(x, y, last_x, last_y, ax, ay)) / float(last - off) * length
            if off < 0:
                entries = put(room, BEGIN, entries, first, share)
            else:
                exits = put(room, END, exits, first, share)
        elif off == 0:
            come, go = corner_on_line(xs, ys, at, leg)
            share = float(dx * (x - ax) + dy * (y - ay)) / length
            if go:
                entries = put(room, BEGIN, entries, first, share)
            if come:
                exits = put(room, END, exits, first, share)
        last, last_x, last_y = off, x, y
    return entries


@part
def stretches(pieces: Numbers, corners: Numbers, at: int, leg: Leg, room: Floats, size: int) -> int:
    """Add the stretches of a leg inside a piece to the room; how far it is filled then."""
    if pieces[RADIUS, at]:
        meets, begin, end = disc_meets(pieces, corners, at, leg)
        if not meets:
            return size
        room[BEGIN, size], room[END, size] = begin, end
        return size + 1
    ax, ay, bx, by = leg
    length = sqrt(float((bx - ax) * (bx - ax) + (by - ay) * (by - ay)))
    first = pieces[FIRST, at]
    last = first + pieces[CORNERS, at]
    filled = outline_meets(corners[0, first:last], corners[1, first:last], leg, room, size)
    for each in range(size, filled):
        if room[BEGIN, each] < length and room[END, each] > 0.0:
            begin, end = max(room[BEGIN, each], 0.0), min(room[END, each], length)
            room[BEGIN, size], room[END, size] = begin, end
            size += 1
    return size


@rule
def nearest_whole(length: float) -> tuple[int, int]:
    """A length rounded to the nearest whole one, a half up: the least and the most it may be."""
    low = int(length + 0.5 - CLOSE)
    return low, int(length + 0.5 + CLOSE)


@part
def left_of(room: Floats, charged: int, which: int) -> tuple[int, int]:
    """How much of a stretch in the room is in none of the first `charged`: each part of it rounded,
    the least and the most that may be."""
    at, end = room[BEGIN, which], room[END, which]
    least = most = 0
    while at < end:
        stop = end
        covered = at
        for each in range(charged):
            begins, ends = room[BEGIN, each], room[END, each]
            if begins <= at < ends:
                covered = max(covered, ends)
            elif at < begins < stop:
                stop = begins
        if covered > at:
            at = covered
        else:
            low, high = nearest_whole(stop - at)
            least += low
            most += high
            at = stop
    return least, most


# -- cover ---------------------------------------------------------------------------------------


@rule
def disc_within(x: int, y: int, radius: int, leg: Leg, near: int) -> bool:
    """Whether a line that passes through a disc is inside it at most `near` from its start, which
    lies outside.

    Either the point so far along is in the disc, or the middle of the chord comes before it.
    """
    ax, ay, bx, by = leg
    to_x, to_y, dx, dy = x - ax, y - ay, bx - ax, by - ay
    beyond = to_x * to_x + to_y * to_y - radius * radius
    if beyond > (2 * radius + near) * near:
        return False
    square, along = dx * dx + dy * dy, to_x * dx + to_y * dy
    high, low = product(square, near * near)
    foot_high, foot_low = product(along, along)
    if not is_more(foot_high, foot_low, high, low):
        return True
    most = beyond + near * near
    high, low = product(most, most)
    high, low = times(high, low, square)
    reach_high, reach_low = product(2 * near * along, 2 * near * along)
    return not is_more(high, low, reach_high, reach_low)


@part
def share_within(over: int, under: int, square: int, near: int) -> bool:
    """Whether the share over / under of a leg, both positive, is at most `near` long; `square` is
    that of the leg."""
    length = float(over) / float(under) * sqrt(float(square))
    if abs(length - near) > CLOSE:
        return length < near
    high, low = product(over, over)
    high, low = times(high, low, square)
    most_high, most_low = product(under, under)
    most_high, most_low = times(most_high, most_low, near * near)
    return not is_more(high, low, most_high, most_low)


@part
def outline_within(xs: Numbers, ys: Numbers, leg: Leg, near: int) -> bool:
    """The same for a polygon: the entries up to there, less the exits up to the start."""
    ax, ay, bx, by = leg
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    count = len(xs)
    last_x, last_y = xs[count - 1], ys[count - 1]
    last = dx * (last_y - ay) - dy * (last_x - ax)
    begun = 0
    for at in range(count):
        x, y = xs[at], ys[at]
        off = dx * (y - ay) - dy * (x - ax)
        if off < 0 < last:
            over = turned(x, y, last_x, last_y, ax, ay)
            if over <= 0 or (over < last - off and share_within(over, last - off, square, near)):
                begun += 1
        elif last < 0 < off:
            if turned(x, y, last_x, last_y, ax, ay) >= 0:
                begun -= 1
        elif off == 0:
            come, go = corner_on_line(xs, ys, at, leg)
            over = dx * (x - ax) + dy * (y - ay)
            if go and (over <= 0 or (over < square and share_within(over, square, square, near))):
                begun += 1
            if come and over <= 0:
                begun -= 1
        last, last_x, last_y = off, x, y
    return begun > 0


@part
def shelters(pieces: Numbers, corners: Numbers, at: int, leg: Leg, near: int) -> bool:
    """Whether a line passes through the inside of a piece at most `near` from its start, which is
    not in it."""
    ax, ay, bx, by = leg
    if ax == bx and ay == by:
        return False
    first = pieces[FIRST, at]
    if pieces[RADIUS, at]:
        meets, _, _ = disc_meets(pieces, corners, at, leg)
        x, y = corners[0, first], corners[1, first]
        return meets and disc_within(x, y, pieces[RADIUS, at], leg, near)
    last = first + pieces[CORNERS, at]
    return outline_within(corners[0, first:last], corners[1, first:last], leg, near)
