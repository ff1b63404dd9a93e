"""The table of the naive model of Skirmish: edges, things that lie on it, and measuring.

Lengths are whole thousandths of an inch. Distances are compared by their squares, so every answer
is exact. The corners of a polygon to sit round are irrational: they are worked out to fifty digits
and then rounded, as the rules have it (SKM-S4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any

Point = tuple[int, int]
Edge = tuple[Point, Point]
Spot = tuple[int, int, int]
"""A place with its height."""

INCH = 1000
LENGTHS = {
    "edge": 2 * INCH,  # how near an edge is near it (SKM-S2, SKM-O1, SKM-O4, SKM-R1)
    "base": 400,  # the radius of every base
    "side": 24 * INCH,  # a player's side of a polygon, and the one between two players (SKM-S4)
    "gap": 16 * INCH,
}
SEATS = ("red", "blue", "green", "amber", "violet", "teal", "pink", "slate")


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table: a disc, or a polygon by its corners."""

    height: int
    centre: Point = (0, 0)
    radius: int = 0
    corners: tuple[Point, ...] = ()

    def box(self) -> tuple[int, int, int, int]:
        """The smallest and the largest x, then y."""
        if self.corners:
            xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
            return min(xs), max(xs), min(ys), max(ys)
        (x, y), r = self.centre, self.radius
        return x - r, x + r, y - r, y + r


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A table as it lies there, with what was already found out about places on it."""

    shown: Mapping[str, Any]
    size: Point
    outline: tuple[Point, ...]
    edges: Mapping[str, Edge]
    pieces: tuple[Piece, ...]
    tops: dict[Point, int] = field(default_factory=dict)
    seen: dict[tuple[Spot, Spot], bool] = field(default_factory=dict)


# -- measuring -----------------------------------------------------------------------------------


def thousandths(inches: float) -> int:
    """A length of JSON, exactly."""
    length = Fraction(str(inches)) * INCH
    if length.denominator != 1:
        raise ValueError(f"not a whole thousandth: {inches}")
    return length.numerator


def point(at: Sequence[float]) -> Point:
    return thousandths(at[0]), thousandths(at[1])


def square(one: Sequence[int], another: Sequence[int]) -> int:
    """The square of the distance of two places, with their heights if they have any."""
    flat = (one[0] - another[0]) ** 2 + (one[1] - another[1]) ** 2
    return flat if len(one) == len(another) == 2 else flat + (one[2] - another[2]) ** 2


def within(one: Sequence[int], another: Sequence[int], limit: int) -> bool:
    """Every limit is inclusive."""
    return square(one, another) <= limit**2


def overlap(one: Point, another: Point) -> bool:
    """Two bases that merely touch do not overlap. It is judged in plan."""
    return square(one, another) < (2 * LENGTHS["base"]) ** 2


def rounded_root(number: int) -> int:
    """The whole number nearest to a square root."""
    return (isqrt(4 * number) + 1) // 2


def turn(a: Point, b: Point, c: Point) -> int:
    """More than 0 if c lies to the left of the way from a to b, 0 if on that line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def near_segment(at: Point, edge: Edge, limit: int) -> bool:
    """Whether a place is within a distance of a segment: of its line where it lies beside it, else
    of an end."""
    a, b = edge
    way, off = (b[0] - a[0], b[1] - a[1]), (at[0] - a[0], at[1] - a[1])
    along, length = way[0] * off[0] + way[1] * off[1], way[0] ** 2 + way[1] ** 2
    if along <= 0:
        return within(at, a, limit)
    if along >= length:
        return within(at, b, limit)
    return turn(a, b, at) ** 2 <= limit**2 * length


def near_edge(ground: Ground, seat: str, at: Point) -> bool:
    """SKM-D1: within 2 inches of a seat's edge."""
    return near_segment(at, ground.edges[seat], LENGTHS["edge"])


def on_table(ground: Ground, at: Point) -> bool:
    """Whether a centre lies on the table, its border included. The outline runs clockwise."""
    corners = ground.outline
    return all(turn(a, b, at) <= 0 for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


def side_of(piece: Piece, at: Point) -> int:
    """1 inside, 0 on the outline, -1 outside."""
    if not piece.corners:
        far = square(at, piece.centre) - piece.radius**2
        return (far < 0) - (far > 0)
    inside = False
    for a, b in zip(piece.corners, piece.corners[1:] + piece.corners[:1], strict=True):
        off = turn(a, b, at)
        if off == 0 and min(a[0], b[0]) <= at[0] <= max(a[0], b[0]):
            if min(a[1], b[1]) <= at[1] <= max(a[1], b[1]):
                return 0
        elif (a[1] > at[1]) != (b[1] > at[1]) and (off > 0) == (b[1] > a[1]):
            inside = not inside
    return 1 if inside else -1


def top(ground: Ground, at: Point) -> int:
    """SKM-M2: the height one stands at: that of the highest thing there, its outline included."""
    known = ground.tops.get(at)
    if known is None:
        known = max((p.height for p in ground.pieces if side_of(p, at) >= 0), default=0)
        ground.tops[at] = known
    return known


def spot(ground: Ground, at: Point) -> Spot:
    return at[0], at[1], top(ground, at)


# -- tables --------------------------------------------------------------------------------------


def piece_of(data: Mapping[str, Any]) -> Piece:
    height = thousandths(data.get("height", 0))
    if data["shape"] == "disc":
        return Piece(height, point(data["at"]), thousandths(data["radius"]))
    return Piece(height, corners=tuple(point(corner) for corner in data["points"]))


def inches(at: Sequence[int]) -> list[float]:
    """A point as JSON has it: the quotient is the number nearest to the decimal one."""
    return [at[0] / INCH, at[1] / INCH]


def lay(seats: int, seating: str, table: Mapping[str, Any]) -> Ground:
    """The table for so many players. Of a polygon only the things on it are taken from the JSON:
    its form follows from the number of players and from how they sit."""
    pieces = tuple(piece_of(data) for data in table.get("terrain", ()))
    if seats == 2 or (seating == "corners" and seats <= 4):
        width, depth = point(table["size"])
        a, b, c, d = (width, 0), (0, 0), (0, depth), (width, depth)
        sides = [(a, b), (c, d)] if seats == 2 else [(a, b), (b, c), (c, d), (d, a)][:seats]
        edges = dict(zip(SEATS, sides, strict=False))
        return Ground(table, (width, depth), (a, b, c, d), edges, pieces)
    corners = outline(seats, seating)
    ends = (
        corners if seating == "spaced" else tuple(c for a in range(seats) for c in two(corners, a))
    )
    edges = {seat: (ends[2 * n], ends[2 * n + 1]) for n, seat in enumerate(SEATS[:seats])}
    size = max(x for x, _ in corners), max(y for _, y in corners)
    shown = {
        **table,
        "size": inches(size),
        "outline": [inches(corner) for corner in corners],
        "edges": {seat: [inches(end) for end in edge] for seat, edge in edges.items()},
    }
    return Ground(shown, size, corners, edges, pieces)


def two(corners: tuple[Point, ...], number: int) -> tuple[Point, Point]:
    return corners[number], corners[(number + 1) % len(corners)]


def outline(seats: int, seating: str) -> tuple[Point, ...]:
    """SKM-S4: clockwise from the right end of Red's side, which is at the bottom. With equal angles
    each side points a little farther to the right than the one before."""
    sides = ("side", "gap") * seats if seating == "spaced" else ("side",) * seats
    with localcontext() as context:
        context.prec = 60
        x, y = Decimal(0), Decimal(0)
        corners = []
        for number, name in enumerate(sides):
            corners.append((x, y))
            ahead = circle(Fraction(len(sides) - 2 * number, 2 * len(sides)))
            x, y = x + LENGTHS[name] * ahead[0], y + LENGTHS[name] * ahead[1]
        left, low = min(x for x, _ in corners), min(y for _, y in corners)
        return tuple(
            (int((x - left).to_integral()), int((y - low).to_integral())) for x, y in corners
        )


def circle(share: Fraction) -> tuple[Decimal, Decimal]:
    """Cosine and sine of so many whole turns."""
    angle = 2 * pi() * share.numerator / share.denominator
    cosine, sine, term = Decimal(0), Decimal(0), Decimal(1)
    for number in range(120):
        if number % 2:
            sine += term if number % 4 == 1 else -term
        else:
            cosine += term if number % 4 == 0 else -term
        term = term * angle / (number + 1)
    return cosine, sine


def pi() -> Decimal:
    """By Machin: 16 arctan 1/5 - 4 arctan 1/239."""

    def arctan(n: int) -> Decimal:
        terms = (Decimal((-1) ** k) / ((2 * k + 1) * Decimal(n) ** (2 * k + 1)) for k in range(50))
        return sum(terms, Decimal(0))

    return 16 * arctan(5) - 4 * arctan(239)
