"""Useful points to go to, one at a time by its number.

Differences of coordinates stay below 2**18 and lengths, too, so their products stay below 2**36.
"""

import numpy as np

from outrider.compiled import rule
from outrider.table.kernel.layout import DIRECTIONS
from outrider.table.kernel.points import floor_root, squared

AROUND = len(DIRECTIONS)
RINGS = 2 * AROUND
VECTORS = np.array(DIRECTIONS, np.int64)


@rule
def toward_zero(value: int, divisor: int) -> int:
    return value // divisor if value >= 0 else -(-value // divisor)


@rule
def along(x: int, y: int, to_x: int, to_y: int, length: int) -> tuple[int, int]:
    """The point `length` from the start in the direction of another point, never farther."""
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    if square == 0:
        return x, y
    root = floor_root(square)
    if root * root < square:
        root += 1
    return x + toward_zero(dx * length, root), y + toward_zero(dy * length, root)


@rule
def away(x: int, y: int, foe_x: int, foe_y: int, length: int) -> tuple[int, int]:
    """The same, straight away from it."""
    return along(x, y, 2 * x - foe_x, 2 * y - foe_y, length)


@rule
def ring(x: int, y: int, limit: int, number: int) -> tuple[int, int]:
    """One of the points all round, at the full length or, from `AROUND` on, at half of it."""
    length = limit if number < AROUND else limit // 2
    at = number % AROUND
    return along(x, y, x + VECTORS[at, 0], y + VECTORS[at, 1], length)


@rule
def at_range(x: int, y: int, foe_x: int, foe_y: int, wanted: int) -> tuple[int, int]:
    """The point so far from an enemy, on the straight line to it."""
    step = floor_root(squared(x, y, foe_x, foe_y)) - wanted
    if step > 0:
        return along(x, y, foe_x, foe_y, step)
    return away(x, y, foe_x, foe_y, -step)


@rule
def shelter(x: int, y: int, foe_x: int, foe_y: int, room: int) -> tuple[int, int]:
    """Touching a friend, on the side away from an enemy."""
    return away(x, y, foe_x, foe_y, room + 2)
