"""Bases: the discs units stand on, and where there is room for one."""

from collections.abc import Iterable
from typing import NamedTuple

from outrider.table.lengths import inches, said
from outrider.table.points import Point, distance, squared, within
from outrider.table.terrain import Table, on_table

RADIUS = 400
"""0.4", unless a unit says otherwise."""


class Base(NamedTuple):
    """Somebody who stands somewhere."""

    id: str
    at: Point
    radius: int = RADIUS


def overlapping(at: Point, radius: int, others: Iterable[Base]) -> Base | None:
    """The first base that one at this point would overlap; touching is not overlapping."""
    for base in others:
        room = radius + base.radius
        if squared(at, base.at) < room * room:
            return base
    return None


def too_far(start: Point, end: Point, limit: int, rise: int = 0) -> str | None:
    """By how much a move is too long, as a sentence; None if it is not."""
    if within(start, end, limit, rise):
        return None
    length = distance(start, end, rise)
    over = max(1, length - limit)
    return f"{said(length)} is too far by {said(over)}: it moves up to {said(limit)}"


def off_table(table: Table, at: Point) -> str | None:
    """That a point is off the table, as a sentence; None if it is on it."""
    if on_table(table, at):
        return None
    width, height = inches(table.size[0]), inches(table.size[1])
    return f"{inches(at[0])},{inches(at[1])} is off the table, which is {width} by {height} inches"
