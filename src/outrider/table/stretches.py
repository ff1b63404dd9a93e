"""Which stretches of a leg lie inside a shape: exactly, and as a length in whole thousandths."""

from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import TypeAlias

from outrider.table.crossing import leftwise, passing
from outrider.table.points import Point
from outrider.table.roots import Term, nearest, rounded_down, sign
from outrider.table.shapes import Disc, Shape, turn


@dataclass(slots=True)
class Mark:
    """A place on a leg: the share (whole + side * sqrt(root)) / over of the way along it. `over` is
    positive, `side` is 1 or -1, and 0 where there is no root. Nobody changes one; it is not frozen
    because that takes three times as long to make."""

    whole: int
    over: int = 1
    side: int = 0
    root: int = 0

    def __lt__(self, other: "Mark") -> bool:
        """Whether this place comes before the other on the same leg."""
        whole = self.whole * other.over - other.whole * self.over
        if not self.side and not other.side:
            return whole < 0
        roots = (self.side * other.over, self.root), (-other.side * self.over, other.root)
        return sign(((whole, 1), *roots)) < 0


START, END = Mark(0), Mark(1)

Stretch: TypeAlias = tuple[Mark, Mark]
"""Where it begins and where it ends; never in the same place."""


def stretches(shape: Shape, a: Point, b: Point) -> list[Stretch]:
    """The parts of the leg from a to b that lie inside, in order. A leg that leads nowhere has
    none."""
    if a == b:
        return []
    if isinstance(shape, Disc):
        return disc_stretches(shape, a, b)
    return outline_stretches(leftwise(shape.points), a, b)


def disc_stretches(disc: Disc, a: Point, b: Point) -> list[Stretch]:
    """The line meets the circle where length * t**2 - 2 * along * t + beyond = 0."""
    x, y = disc.at[0] - a[0], disc.at[1] - a[1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    length, along = dx * dx + dy * dy, x * dx + y * dy
    beyond = x * x + y * y - disc.radius * disc.radius
    root = along * along - length * beyond
    # What `beyond` is at the start of the leg, this is at its end.
    past = beyond + length - 2 * along
    if beyond >= 0 and (along <= 0 or root <= 0 or (past >= 0 and along >= length)):
        return []
    begin = START if beyond < 0 else Mark(along, length, -1, root)
    end = END if past < 0 else Mark(along, length, 1, root)
    return [(begin, end)]


def outline_stretches(points: tuple[Point, ...], a: Point, b: Point) -> list[Stretch]:
    """The same for a polygon, from where the line goes in and where it comes out again."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    offs = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    entries: list[tuple[int, int]] = []
    exits: list[tuple[int, int]] = []
    for at, v in enumerate(points):
        off, last = offs[at], offs[at - 1]
        if off * last < 0:
            reach = turn(v, points[at - 1], a)
            if last > 0:
                entries.append((reach, last - off))
            else:
                exits.append((-reach, off - last))
        elif off == 0:
            come, go = passing(points, offs, at)
            share = dx * (v[0] - ax) + dy * (v[1] - ay), dx * dx + dy * dy
            entries += [share] * go
            exits += [share] * come
    entries.sort(key=order)
    exits.sort(key=order)
    return [
        (Mark(*begin) if begin[0] > 0 else START, Mark(*end) if end[0] < end[1] else END)
        for begin, end in zip(entries, exits, strict=True)
        if begin[0] < begin[1] and end[0] > 0
    ]


def order(share: tuple[int, int]) -> int:
    """A whole number that sorts fractions. Two of them with different values and denominators below
    2**39, as areas on the largest table are, differ by more than 2**-78: then so do these."""
    return (share[0] << 80) // share[1]


def length_of(parts: list[Stretch], a: Point, b: Point) -> int:
    """How long these stretches of a leg are together, to the nearest whole thousandth; a half is
    rounded up. Nothing is rounded before they are added."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    over = prod({mark.over for mark in chain(*parts)})
    terms: list[Term] = []
    for begin, end in parts:
        for mark, side in ((end, 1), (begin, -1)):
            times = side * over // mark.over
            terms.append((times * mark.whole, square))
            if mark.side:
                terms.append((times * mark.side, square * mark.root))
    return nearest(terms, over)


def point_at(mark: Mark, a: Point, b: Point) -> Point:
    """A place on a leg as the nearest point with whole thousandths; halves are rounded up."""
    return coordinate(mark, a[0], b[0]), coordinate(mark, a[1], b[1])


def coordinate(mark: Mark, start: int, end: int) -> int:
    """Only whole numbers are compared with what is divided, so the root can be rounded down."""
    way = end - start
    twice = 2 * way * mark.whole + mark.over
    if mark.side:
        twice += rounded_down((2 * way * mark.side, mark.root))
    return start + twice // (2 * mark.over)
