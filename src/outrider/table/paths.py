"""Paths of straight legs: what they cost, and their points."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from outrider.table.lengths import INCH
from outrider.table.points import Point, distance
from outrider.table.sketch import crossed, on_line, sketch, stretches_in
from outrider.table.stretches import Stretch, length_of
from outrider.table.terrain import Table


def path_cost(table: Table, path: Sequence[Point]) -> int | None:
    """What a path costs in movement, from its first point on; None if it passes through impassable
    terrain (SKR-M1, SKR-S3). Only the whole is rounded up to a thousandth, not each leg, so that
    limits are kept exactly."""
    total = 0
    for a, b in pairwise(path):
        cost = fine_cost(table, a, b)
        if cost is None:
            return None
        total += cost
    return -(-total // INCH)


def fine_cost(table: Table, a: Point, b: Point) -> int | None:
    """What a leg costs in thousandths of a thousandth of an inch.

    Its length and what of it each piece charges for are rounded to whole thousandths, then
    multiplied and added. Where pieces lie over each other the dearest charges, so a wood made of
    several discs is one wood. Rounding never makes a leg cost less than nothing.
    """
    drawing = sketch(table)
    if crossed(drawing.impassable, a, b):
        return None
    cost = distance(a, b) * INCH
    charged: list[Stretch] = []
    for box in on_line(drawing.slow, a, b):
        inside = stretches_in(box, a, b)
        if inside:
            more = box.piece.cost - INCH
            for part in without(joined(inside), charged):
                cost += length_of([part], a, b) * more
            charged += inside
    return max(cost, 0)


def joined(parts: list[Stretch]) -> list[Stretch]:
    """The same stretches, in order, with those that meet as one."""
    found: list[Stretch] = []
    for begin, end in parts:
        if found and not found[-1][1] < begin:
            begin = found.pop()[0]
        found.append((begin, end))
    return found


def without(parts: list[Stretch], others: Iterable[Stretch]) -> list[Stretch]:
    """What is left of some stretches when others are taken away."""
    for begin, end in others:
        left = []
        for first, last in parts:
            if not (first < end and begin < last):
                left.append((first, last))
                continue
            if first < begin:
                left.append((first, begin))
            if end < last:
                left.append((end, last))
        parts = left
    return parts


def part_way(a: Point, b: Point, way: int, length: int) -> Point:
    """The point that far along a leg of that length, to the nearest thousandth, halves up."""
    over = 2 * length
    return (
        a[0] + (2 * way * (b[0] - a[0]) + length) // over,
        a[1] + (2 * way * (b[1] - a[1]) + length) // over,
    )
