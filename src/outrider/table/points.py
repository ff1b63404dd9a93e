"""Points on the table, and distances compared without roots."""

import re
from math import isqrt
from operator import index
from typing import Annotated, TypeAlias

from outrider.core.codec import Form
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.table.kernel.layout import LEAST, MOST
from outrider.table.lengths import INCH, a_length, rounded_root, said


def a_point(value: object, what: str, low: int = LEAST, high: int = MOST) -> tuple[int, int]:
    """A point from `[x, y]` in inches, on or off the table but within the largest one's reach."""
    if not isinstance(value, list) or len(value) != 2:
        raise malformed(f"{what} must be a pair of numbers [x, y], not {shown(value)}")
    return a_length(value[0], what, low, high), a_length(value[1], what, low, high)


def to_json(point: tuple[int, int]) -> list[int | float]:
    x, y = point
    return [x / INCH if x % INCH else x // INCH, y / INCH if y % INCH else y // INCH]


def point_text(point: tuple[int, int]) -> str:
    x, y = to_json(point)
    return f"{x},{y}"


LENGTH = r"-?[0-9]{1,3}(?:\.[0-9]{1,3})?"
WRITTEN = re.compile(f"({LENGTH}),({LENGTH})")


def point_from_text(text: str) -> tuple[int, int]:
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise malformed(f"{shown(text)} is not a point, such as 4,6 or 3,1.5")
    # So few digits are the same number as a float.
    parts = [float(part) if "." in part else int(part) for part in found.groups()]
    return a_point(parts, POINT.called)


POINT = Form(a_point, to_json, "the point", point_text, point_from_text)
Point: TypeAlias = Annotated[tuple[int, int], POINT]
"""x to the right, y away from Red, in thousandths of an inch."""


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
