"""Points on the table, and distances compared without roots."""

from math import isqrt
from operator import index
from typing import TypeAlias

from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.table.kernel.layout import LEAST, MOST
from outrider.table.lengths import a_length, inches, rounded_root, said

Point: TypeAlias = tuple[int, int]
"""x to the right, y away from Red, in thousandths of an inch."""


def a_point(value: object, what: str) -> Point:
    """A point from `[x, y]` in inches, on or off the table but within the largest one's reach."""
    if not isinstance(value, list) or len(value) != 2:
        raise malformed(f"{what} must be a pair of numbers [x, y], not {shown(value)}")
    x, y = (a_length(part, what, LEAST, MOST) for part in value)
    return x, y


def bounded(point: Point) -> Point:
    """A point of an action as kernels take it: where `a_point` may put one."""
    try:
        x, y = map(index, point)
    except (TypeError, ValueError):
        pair = "a point is a pair of whole thousandths of an inch"
        raise malformed(f"{pair}, not {shown(point)}") from None
    if LEAST <= x <= MOST and LEAST <= y <= MOST:
        return x, y
    raise malformed(
        f"a point lies from {said(LEAST)} to {said(MOST)} each way, not at {shown(point)}"
    )


def to_json(point: Point) -> list[int | float]:
    return [inches(point[0]), inches(point[1])]


def squared(a: Point, b: Point, rise: int = 0) -> int:
    """The square of the distance between two points, one of which may lie higher."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy + rise * rise


def within(a: Point, b: Point, limit: int, rise: int = 0) -> bool:
    """Whether two points are at most `limit` apart; exactly the limit is within it."""
    return limit >= 0 and squared(a, b, rise) <= limit * limit


def distance(a: Point, b: Point, rise: int = 0) -> int:
    """The distance rounded to the nearest thousandth: for sentences and for what a leg costs."""
    return rounded_root(squared(a, b, rise))


def along(start: Point, towards: Point, length: int) -> Point:
    """The point `length` from the start in the direction of another point, never farther."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    square = dx * dx + dy * dy
    if square == 0:
        return start
    root = isqrt(square)
    root += root * root < square
    x = start[0] + _toward_zero(dx * length, root)
    y = start[1] + _toward_zero(dy * length, root)
    return x, y


def _toward_zero(value: int, divisor: int) -> int:
    return value // divisor if value >= 0 else -(-value // divisor)
