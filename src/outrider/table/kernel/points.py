"""Distances, compared without roots, and rounded where a sentence or a useful point needs one."""

from math import sqrt

from outrider.compiled import rule


@rule
def squared(ax: int, ay: int, bx: int, by: int) -> int:
    """The square of the distance between two points."""
    dx, dy = ax - bx, ay - by
    return dx * dx + dy * dy


@rule
def within(ax: int, ay: int, bx: int, by: int, limit: int) -> bool:
    """Whether two points are at most `limit` apart; exactly the limit is within it."""
    return limit >= 0 and squared(ax, ay, bx, by) <= limit * limit


@rule
def floor_root(square: int) -> int:
    """The square root rounded down. A float proposes, whole numbers decide."""
    root = int(sqrt(square))
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


@rule
def rounded_root(square: int) -> int:
    """The square root rounded to the nearest whole number."""
    root = floor_root(square)
    return root + 1 if square - root * root > root else root


@rule
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The distance rounded to the nearest thousandth."""
    return rounded_root(squared(ax, ay, bx, by))
