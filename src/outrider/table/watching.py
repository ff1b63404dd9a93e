"""Somebody who watches a whole path: the same question as `sight.sight_across`, many times over.

Most terrain is nowhere near a watcher and what he watches. It is left out once for all of it, not
once for every line.
"""

from collections.abc import Iterable

from outrider.table.points import Point
from outrider.table.sketch import Boxed, entered, on_line, sketch, stands_in
from outrider.table.terrain import Table


def screens(table: Table, watcher: Point, points: Iterable[Point]) -> tuple[Boxed, ...]:
    """The pieces that could hide any of these points from a watcher."""
    opaque = sketch(table).opaque
    if not opaque:
        return ()
    left, bottom = right, top = watcher
    for x, y in points:
        if x < left:
            left = x
        elif x > right:
            right = x
        if y < bottom:
            bottom = y
        elif y > top:
            top = y
    return tuple(
        box
        for box in opaque
        if box[0] < right and box[1] > left and box[2] < top and box[3] > bottom
    )


def seen(screens: tuple[Boxed, ...], a: Point, b: Point) -> bool:
    """Whether none of these pieces hides b from a (SKR-G4)."""
    if not screens:
        return True
    return not any(
        entered(box, a, b) and not stands_in(box, a) and not stands_in(box, b)
        for box in on_line(screens, a, b)
    )
