"""The terrain of a table made ready for questions about lines: boxes first, shapes after."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from outrider.table.crossing import enters_disc, enters_outline, leftwise
from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape, holds
from outrider.table.stretches import Stretch, disc_stretches, outline_stretches
from outrider.table.terrain import IMPASSABLE, Piece, Table

MOST_KEPT = 64
"""How many tables are kept ready."""


class Drawn(NamedTuple):
    """A piece with its number on the table and the middle and the size of the box around it; the
    middle doubled, so as to be whole. `points` are a polygon's corners with the inside on their
    left; a disc has none."""

    number: int
    piece: Piece
    shape: Shape
    points: tuple[Point, ...]
    twice_x: int
    twice_y: int
    wide: int
    tall: int


Boxed: TypeAlias = tuple[int, int, int, int, Drawn]
"""A piece behind the left, right, bottom and top of its box, which most questions end at."""


class Sketch(NamedTuple):
    """The pieces of a table by what they do; one that does nothing is left out."""

    tall: tuple[Boxed, ...]
    opaque: tuple[Boxed, ...]
    slow: tuple[Boxed, ...]
    """Those that change what a move costs, the dearest first; not the impassable ones."""
    impassable: tuple[Boxed, ...]


_kept: dict[int, tuple[Table, Sketch]] = {}


def sketch(table: Table) -> Sketch:
    """The sketch of a table, made once for each. Tables are known by identity here: to compare two
    takes longer than any question, and a game keeps the one it has."""
    found = _kept.get(id(table))
    if found is not None and found[0] is table:
        return found[1]
    made = drawn(table)
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    _kept[id(table)] = table, made
    return made


def drawn(table: Table) -> Sketch:
    every = [(piece, boxed(number, piece)) for number, piece in enumerate(table.terrain)]
    cheap = any(IMPASSABLE < piece.cost < INCH for piece in table.terrain)
    plain = (IMPASSABLE,) if cheap else (INCH, IMPASSABLE)
    slow = [(piece, box) for piece, box in every if piece.cost not in plain]
    return Sketch(
        tuple(box for piece, box in every if piece.height > 0),
        tuple(box for piece, box in every if piece.blocks_sight),
        tuple(box for _, box in sorted(slow, key=lambda each: -each[0].cost)),
        tuple(box for piece, box in every if piece.cost == IMPASSABLE),
    )


def boxed(number: int, piece: Piece) -> Boxed:
    shape = piece.shape
    points: tuple[Point, ...] = ()
    if isinstance(shape, Disc):
        (x, y), r = shape.at, shape.radius
        left, right, bottom, top = x - r, x + r, y - r, y + r
    else:
        points = leftwise(shape.points)
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        bottom, top = min(y for _, y in points), max(y for _, y in points)
    sums, sizes = (left + right, bottom + top), (right - left, top - bottom)
    return left, right, bottom, top, Drawn(number, piece, shape, points, *sums, *sizes)


def on_line(boxes: Iterable[Boxed], a: Point, b: Point) -> list[Drawn]:
    """The pieces the inside of whose box a leg has something of.

    Two convex figures are apart if they are so in the direction of a side of one of them: here x, y
    and across the leg.
    """
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    left, right = (ax, bx) if dx > 0 else (bx, ax)
    bottom, top = (ay, by) if dy > 0 else (by, ay)
    near = [
        box
        for x0, x1, y0, y1, box in boxes
        if x1 > left and x0 < right and y1 > bottom and y0 < top
    ]
    if not near or a == b:
        return near
    off, far, up = 2 * (dx * ay - dy * ax), right - left, top - bottom
    return [
        box
        for box in near
        if abs(dx * box.twice_y - dy * box.twice_x - off) < far * box.tall + up * box.wide
    ]


def crossed(boxes: Iterable[Boxed], a: Point, b: Point) -> list[Drawn]:
    """The pieces whose inside the leg from a to b passes through."""
    return [box for box in on_line(boxes, a, b) if entered(box, a, b)]


def entered(box: Drawn, a: Point, b: Point, part: int = 1, whole: int = 1) -> bool:
    """Whether the first `part` of `whole` equal parts of a leg passes through the inside."""
    shape = box.shape
    if isinstance(shape, Disc):
        return enters_disc(shape.at, shape.radius, a, b, part, whole)
    return enters_outline(box.points, a, b, part, whole)


def stretches_in(box: Drawn, a: Point, b: Point) -> list[Stretch]:
    """The parts of a leg that lie inside a piece, in order."""
    if a == b:
        return []
    if isinstance(box.shape, Disc):
        return disc_stretches(box.shape, a, b)
    return outline_stretches(box.points, a, b)


def stands_in(box: Drawn, point: Point) -> bool:
    """Whether a point lies in a piece or on its outline."""
    x, y = 2 * point[0] - box.twice_x, 2 * point[1] - box.twice_y
    return abs(x) <= box.wide and abs(y) <= box.tall and holds(box.shape, point)
