"""Who sees whom, over terrain with a height or across terrain that blocks sight."""

from dataclasses import dataclass

from outrider.table.points import Point, squared
from outrider.table.sketch import (
    Drawn,
    entered,
    on_line,
    sketch,
    stands_in,
    stretches_in,
)
from outrider.table.stretches import START, Mark, point_at
from outrider.table.terrain import Table


@dataclass(frozen=True, slots=True)
class Blocked:
    """Which piece of the terrain is in the way, and where the line first meets what blocks it."""

    piece_index: int
    at: Point


def sight_over(table: Table, a: Point, eye_a: int, b: Point, eye_b: int) -> Blocked | None:
    """What hides b from a, if anything does, with eyes at these heights above the table (SKM-G2).

    A piece is in the way if the line passes through its inside at a height below its top. Merely
    touching an outline or a top does not block.
    """
    near, far, low, high = (a, b, eye_a, eye_b) if eye_a <= eye_b else (b, a, eye_b, eye_a)
    found = []
    for box in on_line(sketch(table).tall, a, b):
        top = box.piece.height
        if top <= low:
            continue
        # From the lower eye on, the line is below the top for this share of its way.
        part, whole = (1, 1) if top > high else (top - low, high - low)
        if entered(box, near, far, part, whole):
            # Seen from a the line may have to come down first.
            low_from = Mark(eye_a - top, eye_a - eye_b) if eye_a > top else START
            found.append((meeting(box, low_from, a, b), box.number))
    return nearest_of(found, a)


def meeting(box: Drawn, low_from: Mark, a: Point, b: Point) -> Point:
    """Where a line enters a piece that blocks it, or comes down to its top inside it."""
    for begin, end in stretches_in(box, a, b):
        if low_from is START:
            return point_at(begin, a, b)
        if low_from < end:
            return point_at(max(begin, low_from), a, b)
    return a


def sight_across(table: Table, a: Point, b: Point) -> Blocked | None:
    """What hides b from a, if anything does: a piece that blocks sight, whose inside the line
    passes through and which neither of them stands in (SKR-G4)."""
    found = []
    for box in on_line(sketch(table).opaque, a, b):
        inside = stretches_in(box, a, b)
        if inside and not stands_in(box, a) and not stands_in(box, b):
            found.append((point_at(inside[0][0], a, b), box.number))
    return nearest_of(found, a)


def nearest_of(met: list[tuple[Point, int]], a: Point) -> Blocked | None:
    """Of where a line meets which pieces, the nearest to a; of several at the same thousandth the
    first in the list. Rounding keeps the order of places on a line, so that is the piece met first.
    """
    if not met:
        return None
    at, number = met[0]
    if len(met) > 1:
        at, number = min(met, key=lambda each: (squared(a, each[0]), each[1]))
    return Blocked(number, at)
