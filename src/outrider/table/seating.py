"""Who sits where: each player's own side of a table for two to eight."""

from dataclasses import replace

from outrider.core.refusal import malformed, unknown
from outrider.core.seats import SEATS
from outrider.core.wire import shown
from outrider.table.lengths import LARGEST_TABLE, said
from outrider.table.points import Point
from outrider.table.shapes import equiangular, regular
from outrider.table.terrain import (
    FEWEST_CORNERS,
    FEWEST_SPACED,
    GAP,
    SIDE,
    Edge,
    Table,
    outlined,
)

FEWEST = 2
AT_A_RECTANGLE = FEWEST_CORNERS - 1
"""How many find a side of their own at a rectangle."""


def rectangle(size: Point, seats: int) -> tuple[Edge, ...]:
    """The edges of a rectangular table: two sit opposite each other, three or four clockwise."""
    if not FEWEST <= seats <= AT_A_RECTANGLE:
        raise malformed(f"{FEWEST} to {AT_A_RECTANGLE} sit at a rectangle, not {seats}")
    width, depth = size
    bottom = (width, 0), (0, 0)
    left = (0, 0), (0, depth)
    top = (0, depth), (width, depth)
    right = (width, depth), (width, 0)
    taken = (bottom, top) if seats == FEWEST else (bottom, left, top, right)[:seats]
    return tuple((seat, a, b) for seat, (a, b) in zip(SEATS, taken, strict=False))


def polygon_table(seats: int, side: int = SIDE) -> Table:
    """A bare table for five or more: a regular polygon, the first seat's side at the bottom, the
    others clockwise."""
    if not FEWEST_CORNERS <= seats <= len(SEATS):
        raise malformed(f"{FEWEST_CORNERS} to {len(SEATS)} sit at a polygon, not {seats}")
    table = outlined(regular(seats, side).points) if side > 0 else None
    if table is None or max(table.size) > LARGEST_TABLE:
        raise malformed(f"no table for {seats} has sides of {said(side)}")
    return table


def spaced_table(seats: int) -> Table:
    """A bare table for three or more who do not touch: a polygon of equal angles with twice as many
    sides, every other of which is nobody's."""
    if not FEWEST_SPACED <= seats <= len(SEATS):
        raise malformed(f"{FEWEST_SPACED} to {len(SEATS)} sit spaced, not {seats}")
    return outlined(equiangular((SIDE, GAP) * seats).points, every=2)


def seated(table: Table, seats: int) -> Table:
    """The table with an edge for each of so many seats."""
    if not table.outline:
        return replace(table, edges=rectangle(table.size, seats))
    if len(table.edges) != seats:
        raise malformed(f"this table is for {len(table.edges)}, not for {seats}")
    return table


def edge_of(table: Table, seat: str) -> tuple[Point, Point]:
    """The ends of a seat's own side."""
    for owner, a, b in table.edges:
        if owner == seat:
            return a, b
    raise unknown(f"nobody sits at {shown(seat)}")
