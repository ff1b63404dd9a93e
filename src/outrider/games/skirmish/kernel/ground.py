"""The table under the figures: what is on it, how high one stands, how near an edge is.

Coordinates differ by less than 2**18 and a turn of three points is less than 2**38, so its square
takes more than 64 bits: `more` compares it exactly.
"""

from typing import NamedTuple

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.layout import (
    CORNERS,
    DEPTH,
    EDGES,
    END,
    NEAR_EDGE,
    OUTLINE,
    PIECE_CORNERS,
    PIECES,
    SEATS,
    TERRAIN,
    WIDTH,
)
from outrider.games.skirmish.kernel.record import Numbers, is_in
from outrider.table.kernel.crossing import more, turned
from outrider.table.kernel.layout import FIELDS
from outrider.table.kernel.points import squared
from outrider.table.kernel.terrain import height_at


class Ground(NamedTuple):
    """A table, opened: its size, edges and outline, and its terrain as `table.kernel` takes it."""

    frame: Numbers
    pieces: Numbers
    corners: Numbers


@rule
def opened(table: Numbers) -> Ground:
    """A table's one array in its parts."""
    middle = TERRAIN + FIELDS * table[PIECES]
    end = middle + 2 * table[PIECE_CORNERS]
    pieces = table[TERRAIN:middle].reshape((FIELDS, table[PIECES]))
    corners = table[middle:end].reshape((2, table[PIECE_CORNERS]))
    return Ground(table[:TERRAIN], pieces, corners)


@rule
def rests_on(ground: Ground, x: int, y: int) -> bool:
    """Whether a point lies on the table, its rim included. An outline runs clockwise and is convex:
    on the table means not to the left of any of its sides."""
    frame = ground.frame
    if x < 0 or y < 0 or x > frame[WIDTH] or y > frame[DEPTH]:
        return False
    count = frame[CORNERS]
    for corner in range(count):
        a, b = OUTLINE + 2 * corner, OUTLINE + 2 * ((corner + 1) % count)
        if turned(frame[a], frame[a + 1], frame[b], frame[b + 1], x, y) > 0:
            return False
    return True


@part
def height(ground: Ground, x: int, y: int) -> int:
    """SKM-M2: the height a figure stands at."""
    return height_at(ground.pieces, ground.corners, x, y)


@rule
def edge(ground: Ground, seat: int) -> tuple[int, int, int, int]:
    """Where a seat's edge begins and ends."""
    frame, first = ground.frame, EDGES + END * seat
    return frame[first], frame[first + 1], frame[first + 2], frame[first + 3]


@part
def within_edge(ground: Ground, seat: int, x: int, y: int, limit: int) -> bool:
    """SKM-D1: whether a figure's centre is at most so far from a seat's edge, which ends at its
    corners."""
    ax, ay, bx, by = edge(ground, seat)
    dx, dy = bx - ax, by - ay
    along = (x - ax) * dx + (y - ay) * dy
    length = dx * dx + dy * dy
    if along <= 0:
        return squared(ax, ay, x, y) <= limit * limit
    if along >= length:
        return squared(bx, by, x, y) <= limit * limit
    off = abs(turned(ax, ay, bx, by, x, y))
    return not more(off, off, limit * limit, length)


@rule
def at_edge(ground: Ground, numbers: Numbers, seat: int, x: int, y: int) -> bool:
    """SKM-S2, SKM-O1: near a seat's edge."""
    return within_edge(ground, seat, x, y, numbers[NEAR_EDGE])


FARTHEST = 2**19
"""More than anything is away from an edge."""


@part
def too_far_from_edge(ground: Ground, numbers: Numbers, seat: int, x: int, y: int) -> int:
    """By how much a point is outside a seat's strip, at least a thousandth."""
    low, high = 0, FARTHEST
    while high - low > 1:
        middle = (low + high) // 2
        if within_edge(ground, seat, x, y, numbers[NEAR_EDGE] + middle):
            high = middle
        else:
            low = middle
    return high


@part
def armies_near(
    record: Numbers, ground: Ground, numbers: Numbers, seat: int, x: int, y: int
) -> int:
    """SKM-O1, SKM-O7: the opponents still in at whose edge a point is."""
    found = 0
    for other in range(record[SEATS]):
        if other != seat and at_edge(ground, numbers, other, x, y) and is_in(record, other):
            found |= 1 << other
    return found
