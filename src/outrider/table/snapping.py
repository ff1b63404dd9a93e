"""Where a move may end, and the end nearest to the one wished for.

The nearest end is found among boxes of points, halved again and again. A box with no legal end is
dropped; the first all-legal box that turns up in the order of distance holds the answer. There is
nothing to round, so the answer is exact and the same everywhere. The work grows with the length of
border that is hardly farther away than the answer: little, unless the wish is the middle of a
circle.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import count
from math import isqrt
from typing import Literal, NamedTuple

from outrider.table.lengths import said
from outrider.table.points import Point, distance, squared, within
from outrider.table.shapes import sides, turn
from outrider.table.terrain import Table, on_table

BASE = 400
"""The radius of a base, 0.4", unless a unit says otherwise."""


STEP, SEARCHED = 100, 3000
"""How finely and how far about a wish places are tried, where they obey more than distance."""


class Other(NamedTuple):
    """A base in the way: whoever ends nearer to it than `apart`, the two radii, overlaps it."""

    at: Point
    apart: int
    id: str = "another base"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move may not end there. `by` is how much too far or too near, at least a thousandth."""

    kind: Literal["too far", "off the table", "overlaps"]
    by: int = 0
    id: str = ""

    def __str__(self) -> str:
        if self.kind == "too far":
            return f"too far by {said(self.by)}"
        return f"overlaps {self.id}" if self.kind == "overlaps" else self.kind


def fits(
    end: Point, start: Point, limit: int, table: Table, others: Iterable[Other]
) -> Reason | None:
    """Nothing, if a straight move of at most `limit` may end there; else the first reason why not.
    Exactly the limit is not too far, the rim is on the table, and bases may touch."""
    if not within(start, end, limit):
        return Reason("too far", max(1, distance(start, end) - limit))
    if not on_table(table, end):
        return Reason("off the table")
    for other in others:
        if squared(other.at, end) < other.apart**2:
            return Reason("overlaps", max(1, other.apart - distance(other.at, end)), other.id)
    return None


@cache
def _about() -> tuple[Point, ...]:
    """Steps from a point to others about it, the nearest first."""
    steps = range(-SEARCHED, SEARCHED + 1, STEP)
    return tuple(sorted(((x, y) for x in steps for y in steps), key=lambda by: squared((0, 0), by)))


def close_by(wish: Point) -> Iterator[Point]:
    """A wish, and points about it on a grid, farther and farther away."""
    return ((wish[0] + x, wish[1] + y) for x, y in _about())


class Box(NamedTuple):
    """All points from one corner to the other, both included."""

    left: int
    bottom: int
    right: int
    top: int

    def nearest_to(self, point: Point) -> Point:
        x, y = point
        return min(max(x, self.left), self.right), min(max(y, self.bottom), self.top)

    def farthest_from(self, point: Point) -> Point:
        x, y = point
        return (
            self.left if 2 * x >= self.left + self.right else self.right,
            self.bottom if 2 * y >= self.bottom + self.top else self.top,
        )

    def halves(self) -> tuple["Box", "Box"]:
        left, bottom, right, top = self
        if right - left >= top - bottom:
            middle = (left + right) // 2
            return Box(left, bottom, middle, top), Box(middle + 1, bottom, right, top)
        middle = (bottom + top) // 2
        return Box(left, bottom, right, middle), Box(left, middle + 1, right, top)


class Bounds(NamedTuple):
    """What still cuts through a box: the reach from `start`, bases, and sides of the table."""

    limit: int | None
    others: tuple[Other, ...]
    rim: tuple[tuple[Point, Point], ...]

    def inside(self, box: Box, start: Point) -> "Bounds | None":
        """What of this cuts through a smaller box; None if no point there is legal."""
        limit = self.limit
        if limit is not None:
            if squared(box.nearest_to(start), start) > limit * limit:
                return None
            if squared(box.farthest_from(start), start) <= limit * limit:
                limit = None
        others = []
        for other in self.others:
            if squared(box.nearest_to(other.at), other.at) < other.apart**2:
                if squared(box.farthest_from(other.at), other.at) < other.apart**2:
                    return None
                others.append(other)
        rim = []
        for a, b in self.rim:
            # The outline runs clockwise: on the table means not to the left of any of its sides.
            left, bottom, right, top = box
            if b[1] < a[1]:
                left, right = right, left
            if b[0] > a[0]:
                bottom, top = top, bottom
            if turn(a, b, (right, top)) > 0:
                return None
            if turn(a, b, (left, bottom)) > 0:
                rim.append((a, b))
        return Bounds(limit, tuple(others), tuple(rim))


NO_BOUNDS = Bounds(None, (), ())


def nearest(
    wish: Point, start: Point, limit: int, table: Table, others: Iterable[Other]
) -> Point | None:
    """Of all legal ends of a straight move the one nearest to the wish; None if there is none.
    Of several equally near ones, always the same."""
    others = tuple(others)
    if fits(wish, start, limit, table, others) is None:
        return wish
    floor = at_least(wish, start, limit, others)
    queue: list[tuple[int, int, int, int, Box, Bounds]] = []
    number = count()

    def add(box: Box, outer: Bounds) -> None:
        bounds = outer.inside(box, start)
        if bounds is not None:
            near = box.nearest_to(wish)
            # Of equally near boxes one straight across or ahead comes first, since there the circle
            # round a wish has whole points; then the one on the side the move comes from.
            askew = min(abs(near[0] - wish[0]), abs(near[1] - wish[1]))
            way = squared(box.nearest_to(start), start)
            far = max(floor, squared(near, wish))
            heappush(queue, (far, askew, way, next(number), box, bounds))

    width, depth = table.size
    whole = Box(
        max(0, start[0] - limit),
        max(0, start[1] - limit),
        min(width, start[0] + limit),
        min(depth, start[1] + limit),
    )
    if whole.left <= whole.right and whole.bottom <= whole.top:
        add(whole, Bounds(limit, others, tuple(sides(table.outline))))
    while queue:
        *_, box, bounds = heappop(queue)
        if bounds == NO_BOUNDS:
            return box.nearest_to(wish)
        for half in box.halves():
            add(half, bounds)
    return None


def at_least(wish: Point, start: Point, limit: int, others: tuple[Other, ...]) -> int:
    """The square of a distance that no legal end is nearer than."""
    far = isqrt(squared(wish, start)) - limit
    for other in others:
        square = squared(wish, other.at)
        far = max(far, other.apart - (isqrt(square - 1) + 1 if square else 0))
    return max(0, far) ** 2
