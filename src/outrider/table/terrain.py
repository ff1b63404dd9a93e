"""Terrain and whole tables, from JSON and back."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from outrider.core import kept
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.wire import (
    a_list,
    a_string,
    a_whole_number,
    an_object,
    known_fields,
    parse,
    shown,
)
from outrider.table.lengths import INCH, LARGEST_TABLE, a_length, inches, said
from outrider.table.points import Point, a_point, to_json
from outrider.table.shapes import (
    Disc,
    Polygon,
    Shape,
    a_shape,
    equiangular,
    holds,
    regular,
    shape_to_json,
    sides,
    squared_to_side,
)

KEPT = 64
MOST_PIECES = 200
LONGEST_NAME = 60
HIGHEST = 24 * INCH
LARGEST_COST = 20 * INCH
IMPASSABLE = 0
"""The cost of ground nobody crosses; a real cost is never 0."""
SIDE = 24 * INCH
"""Each player's side of a polygonal table."""
GAP = 16 * INCH
"""The side that is nobody's, between two neighbours who sit spaced."""
FEWEST_CORNERS = 5
FEWEST_SPACED = 3

Edge: TypeAlias = tuple[str, Point, Point]
"""A seat and the side of the table it has, whose ends follow clockwise."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table. `cost` is thousandths of movement for each inch crossed, IMPASSABLE if
    it cannot be crossed."""

    shape: Shape
    name: str = ""
    height: int = 0
    cost: int = INCH
    cover: int = 0
    blocks_sight: bool = False

    def to_json(self) -> dict[str, Any]:
        made = shape_to_json(self.shape)
        if self.name:
            made["name"] = self.name
        if self.height:
            made["height"] = inches(self.height)
        if self.cost != INCH:
            made["cost"] = "impassable" if self.cost == IMPASSABLE else inches(self.cost)
        if self.cover:
            made["cover"] = self.cover
        if self.blocks_sight:
            made["blocks_sight"] = True
        return made


@dataclass(frozen=True)
class Table:
    """A table: a rectangle from 0,0 to `size`, or the `outline` inside it, clockwise and convex.
    `edges` are the seats' own sides. Those of a rectangle depend on how many sit there, so it is
    written down without them; `seating.seated` adds them."""

    size: Point
    terrain: tuple[Piece, ...] = ()
    name: str = ""
    outline: tuple[Point, ...] = ()
    edges: tuple[Edge, ...] = ()

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = kept.copy(self._written)
        return made

    @cached_property
    def _written(self) -> bytes:
        made: dict[str, Any] = {"size": to_json(self.size)}
        if self.name:
            made = {"name": self.name, **made}
        if self.outline:
            made["outline"] = [to_json(point) for point in self.outline]
            made["edges"] = {seat: [to_json(a), to_json(b)] for seat, a, b in self.edges}
        made["terrain"] = [piece.to_json() for piece in self.terrain]
        return kept.packed(made)


SHAPE_FIELDS = {"disc": ("shape", "at", "radius"), "polygon": ("shape", "points")}
PIECE_FIELDS = ("name", "height", "cost", "cover", "blocks_sight")


def a_name(value: object, what: str) -> str:
    name = a_string(value, what)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise malformed(f"{what} has 1 to {LONGEST_NAME} printable characters")
    return name


def a_piece(value: object, what: str) -> Piece:
    """One piece of terrain from its JSON."""
    shape = a_shape(value, what)
    data = an_object(value, what)
    kind = "disc" if isinstance(shape, Disc) else "polygon"
    known_fields(data, [*SHAPE_FIELDS[kind], *PIECE_FIELDS], what)
    cost = data.get("cost", 1)
    blocks = data.get("blocks_sight", False)
    if not isinstance(blocks, bool):
        raise malformed(f"{what}: blocks_sight is true or false, not {shown(blocks)}")
    return Piece(
        shape,
        a_name(data["name"], f"{what}: the name") if "name" in data else "",
        a_length(data.get("height", 0), f"{what}: the height", 0, HIGHEST),
        IMPASSABLE
        if cost == "impassable"
        else a_length(cost, f"{what}: the cost", 1, LARGEST_COST),
        a_whole_number(data.get("cover", 0), f"{what}: the cover", 0, 6),
        blocks,
    )


SIZE = "the table's size"


def a_table(value: object) -> Table:
    """A table from its JSON, with every piece of terrain on it. The same JSON gives the same table:
    whether the sides of polygons cross is looked at once."""
    return kept.known(value, _read, _known)


@lru_cache(KEPT)
def _known(text: str) -> Table:
    return _read(parse(text))


def _read(value: object) -> Table:
    data = an_object(value, "the table")
    known_fields(data, ["name", "size", "outline", "edges", "terrain"], "the table")
    if "outline" in data or "edges" in data:
        bare = an_outlined(data, a_point(data.get("size"), SIZE))
    else:
        bare = Table(a_point(data.get("size"), SIZE, INCH, LARGEST_TABLE))
    pieces = a_list(data.get("terrain", []), "the terrain")
    if len(pieces) > MOST_PIECES:
        raise malformed(f"a table has at most {MOST_PIECES} pieces of terrain")
    terrain = tuple(a_piece(piece, f"terrain {n}") for n, piece in enumerate(pieces, 1))
    for number, piece in enumerate(terrain, 1):
        if not lies_on(bare, piece.shape):
            raise malformed(f"terrain {number} does not lie on the table")
    name = a_name(data["name"], "the table's name") if "name" in data else ""
    return replace(bare, terrain=terrain, name=name)


def an_outlined(data: dict[str, Any], size: Point) -> Table:
    """The bare table round which people sit that the data describe: there are one or two for each
    number of them."""
    corners = a_list(data.get("outline"), "the outline")
    if not FEWEST_CORNERS <= len(corners) <= 2 * len(SEATS):
        raise malformed(f"an outline has {FEWEST_CORNERS} to {2 * len(SEATS)} corners")
    outline = tuple(a_point(corner, "a corner of the outline") for corner in corners)
    edges = {
        seat: [a_point(end, "the end of an edge") for end in a_list(ends, "an edge")]
        for seat, ends in an_object(data.get("edges"), "the edges").items()
    }
    bare = _round(len(corners), len(edges))
    wrong = {
        "size": size != bare.size,
        "outline": outline != bare.outline,
        "edges": edges != {seat: [a, b] for seat, a, b in bare.edges},
    }
    for name, differs in wrong.items():
        if differs:
            raise malformed(
                f"a table for {len(edges)} with {len(corners)} corners is the polygon of equal "
                f"angles with sides of {said(SIDE)}, of which this is not the {name}"
            )
    return bare


def _round(corners: int, seats: int) -> Table:
    """The bare table with so many corners for so many people."""
    if corners == seats and FEWEST_CORNERS <= seats <= len(SEATS):
        return outlined(regular(seats, SIDE).points)
    if corners == 2 * seats and FEWEST_SPACED <= seats <= len(SEATS):
        return outlined(equiangular((SIDE, GAP) * seats).points, every=2)
    raise malformed(f"no table with {corners} corners is for {seats}")


def outlined(outline: tuple[Point, ...], every: int = 1) -> Table:
    """A bare table with a seat at each side, or at every other, the first of them at the first."""
    size = max(x for x, _ in outline), max(y for _, y in outline)
    taken = list(sides(outline))[::every]
    edges = tuple((seat, a, b) for seat, (a, b) in zip(SEATS, taken, strict=False))
    return Table(size, outline=outline, edges=edges)


def lies_on(table: Table, shape: Shape) -> bool:
    """Whether all of a shape lies on the table."""
    if not on_rectangle(shape, table.size):
        return False
    if isinstance(shape, Polygon):
        return all(on_table(table, corner) for corner in shape.points)
    return on_table(table, shape.at) and all(
        over >= shape.radius**2 * under
        for over, under in (squared_to_side(a, b, shape.at) for a, b in sides(table.outline))
    )


def on_rectangle(shape: Shape, size: Point) -> bool:
    """Whether all of a shape lies on a rectangle from 0,0."""
    if isinstance(shape, Disc):
        (x, y), r = shape.at, shape.radius
        return r <= x <= size[0] - r and r <= y <= size[1] - r
    return all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in shape.points)


def on_table(table: Table, point: Point) -> bool:
    """Whether a point lies on the table, its rim included."""
    if not (0 <= point[0] <= table.size[0] and 0 <= point[1] <= table.size[1]):
        return False
    return not table.outline or holds(Polygon(table.outline), point)


def ground(table: Table, point: Point) -> int:
    """The height a figure stands at: the highest terrain its centre is in or on the outline of."""
    return max((piece.height for piece in table.terrain if holds(piece.shape, point)), default=0)
