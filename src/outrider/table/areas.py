"""Ground that is told: a shape within others and without others.

A point is in an area if it lies in its shape and in every one of `within`, not inside any of
`without`, and in none of `beneath`. Outlines belong to what they surround: who touches a base in
`without` does not stand in it, and who stands on the outline of something in `beneath` stands on
top of that, and not in this area. So where a move may end can be said exactly, without an outline
that would have to be rounded.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isqrt
from typing import Any

from outrider.table.lengths import INCH, inches
from outrider.table.points import Point, squared, to_json
from outrider.table.shapes import Disc, Polygon, Shape, shape_to_json, sides, turn
from outrider.table.snapping import Other
from outrider.table.terrain import Table

FINER = 10**6
"""A radius whose square is a whole number of square thousandths has a root with no end. It is told
in so many parts of a thousandth, rounded up: fine enough to hold the same points."""


@dataclass(frozen=True, slots=True)
class Round:
    """All points whose distance from one, squared, is at most a number."""

    at: Point
    square: int

    @property
    def radius(self) -> int:
        """Rounded up to a thousandth."""
        return 1 + isqrt(self.square - 1) if self.square else 0

    def to_json(self) -> dict[str, Any]:
        root = isqrt(self.square)
        if root * root == self.square:
            told: int | float = inches(root)
        else:
            told = (isqrt(self.square * FINER**2) + 1) / (INCH * FINER)
        return {"shape": "disc", "at": to_json(self.at), "radius": told}


def area(
    disc: Round,
    within: Iterable[Shape] = (),
    without: Iterable[Shape] = (),
    beneath: Iterable[Shape] = (),
) -> dict[str, Any]:
    """As JSON, without what is too far away to cut the disc."""
    near = {
        "within": list(within),
        "without": [shape for shape in without if is_near(shape, disc)],
        "beneath": [shape for shape in beneath if is_near(shape, disc)],
    }
    cut = {name: list(map(shape_to_json, shapes)) for name, shapes in near.items() if shapes}
    return {**disc.to_json(), **cut}


def is_near(shape: Shape, disc: Round) -> bool:
    """Whether a shape and a disc may have points in common, by the boxes around them."""
    if isinstance(shape, Disc):
        return squared(shape.at, disc.at) <= (shape.radius + disc.radius) ** 2
    (x, y), far = disc.at, disc.radius
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return min(xs) <= x + far and max(xs) >= x - far and min(ys) <= y + far and max(ys) >= y - far


def bases(others: Iterable[Other]) -> Iterator[Disc]:
    """What whoever may at most touch others keeps out of."""
    return (Disc(other.at, other.apart) for other in others)


def rim(table: Table, disc: Round) -> tuple[Polygon, ...]:
    """The table, if the disc reaches beyond it."""
    width, depth = table.size
    corners = table.outline or ((0, 0), (0, depth), (width, depth), (width, 0))
    far = disc.radius
    for a, b in sides(corners):
        # The corners run clockwise, so the table lies to the right of each side.
        side = turn(a, b, disc.at)
        if side > 0 or side**2 < far * far * squared(a, b):
            return (Polygon(corners),)
    return ()
