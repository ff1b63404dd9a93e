"""Tables that are ready to play on: what stands about in a dining room (SKM-S5).

All of it lies within 16" of the middle, so that it fits on every table for two to eight, and looks
the same from either of two opposite sides. How many sit where is `seats.py`'s.
"""

from dataclasses import replace

from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon, Shape
from outrider.table.terrain import Piece, Table

SIZE = (36 * INCH, 36 * INCH)
MIDDLE = (18 * INCH, 18 * INCH)


def inch(value: float) -> int:
    return round(value * INCH)


def disc(name: str, x: float, y: float, radius: float, height: float) -> Piece:
    return Piece(Disc((inch(x), inch(y)), inch(radius)), name, inch(height))


def box(name: str, x: float, y: float, width: float, depth: float, height: float) -> Piece:
    """A box with its lower left corner there, its sides along those of the table."""
    left, bottom, right, top = inch(x), inch(y), inch(x + width), inch(y + depth)
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Piece(Polygon(corners), name, inch(height))


def shape(name: str, height: float, *corners: tuple[float, float]) -> Piece:
    return Piece(Polygon(tuple((inch(x), inch(y)) for x, y in corners)), name, inch(height))


def turned(piece: Piece) -> Piece:
    """The same thing seen from the other side of the table."""

    def opposite(point: Point) -> Point:
        return 2 * MIDDLE[0] - point[0], 2 * MIDDLE[1] - point[1]

    if isinstance(piece.shape, Disc):
        return replace(piece, shape=Disc(opposite(piece.shape.at), piece.shape.radius))
    return replace(piece, shape=Polygon(tuple(map(opposite, piece.shape.points))))


def laid(name: str, middle: tuple[Piece, ...], *half: Piece) -> Table:
    """A table with some things in the middle, and others once for either side."""
    pairs = (each for piece in half for each in (piece, turned(piece)))
    return Table(SIZE, (*middle, *pairs), name)


BREAKFAST = laid(
    "Breakfast",
    (
        shape("bread board", 0.75, (13, 15.5), (23, 15.5), (23, 20.5), (13, 20.5)),
        shape("loaf", 4, (15, 16.5), (21, 16.5), (21, 19.5), (15, 19.5)),
    ),
    disc("plate", 11, 9, 3.5, 0.5),
    disc("cup", 18, 8.5, 1.5, 3),
    disc("jam jar", 24.5, 11, 1.25, 3.5),
    box("butter dish", 6.5, 14.5, 4, 2.5, 1.5),
    box("toast rack", 26, 16, 3, 2, 2.5),
)
TINS = laid(
    "Cigar tins",
    (
        box("tall tin", 16, 16, 4, 4, 3),
        box("lid", 14, 15, 8, 6, 1),
    ),
    box("long tin", 8, 10.5, 6, 2, 1),
    box("small tin", 9, 10.5, 2, 2, 2),
    box("flat tin", 20.5, 8, 4, 3, 1),
    box("match box", 26.5, 13, 2, 1.5, 0.75),
    disc("lighter", 13, 5.5, 0.75, 2.5),
    box("ash tray", 4.5, 17, 3, 3, 1),
)
GAME_NIGHT = laid(
    "Game night",
    (disc("fruit bowl", 18, 18, 3, 3),),
    box("game box", 6, 11, 9, 5, 2.5),
    box("box lid", 7, 9.5, 5, 1.5, 1),
    disc("dice tower", 20, 10, 1, 6),
    box("deck of cards", 23.5, 7.5, 2.5, 3.5, 0.75),
    disc("mug", 27, 13.5, 1.5, 3.75),
    shape("open rulebook", 0.5, (14, 4.5), (18, 4), (18.5, 7), (14.5, 7.5)),
)
BANQUET = laid(
    "Banquet",
    (
        disc("cake stand", 18, 18, 5, 2),
        disc("cake", 18, 18, 3, 4),
        disc("cherry", 18, 18, 0.75, 4.5),
    ),
    disc("plate", 9, 10, 2.5, 0.5),
    disc("goblet", 12.5, 7.5, 1, 4),
    disc("plate", 27, 10, 2.5, 0.5),
    disc("goblet", 23.5, 7.5, 1, 4),
    disc("candlestick", 7, 16.5, 0.75, 8),
    shape("napkin", 1.5, (16.5, 6), (19.5, 6), (18, 9.5)),
)
SHIPPED = {
    "breakfast": BREAKFAST,
    "tins": TINS,
    "game-night": GAME_NIGHT,
    "banquet": BANQUET,
}


def put_on(table: Table, bare: Table, middle: Point) -> Table:
    """What stands on a shipped table, put in the middle of another."""
    by = middle[0] - MIDDLE[0], middle[1] - MIDDLE[1]
    return replace(
        bare, terrain=tuple(moved(piece, by) for piece in table.terrain), name=table.name
    )


def moved(piece: Piece, by: Point) -> Piece:
    def shifted(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    made: Shape
    if isinstance(piece.shape, Disc):
        made = Disc(shifted(piece.shape.at), piece.shape.radius)
    else:
        made = Polygon(tuple(map(shifted, piece.shape.points)))
    return replace(piece, shape=made)
