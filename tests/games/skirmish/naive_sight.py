"""Sight of the naive model of Skirmish (SKM-G2).

The line from eye to eye is cut wherever it meets an outline or the height of a top. Between two
cuts it is inside a thing or outside of it, below its top or not, all the way: so one point of each
stretch tells. Cuts are fractions of the line; a disc's are roots, so there the nearest point to its
centre is asked instead.
"""

from fractions import Fraction
from itertools import pairwise

from games.skirmish.naive_table import INCH, Ground, Piece, Point, Spot, side_of, square

EYE = 1 * INCH
"""How high above its standing height a figure's eye is."""

Stretch = tuple[Fraction, Fraction]


def visible(ground: Ground, one: Spot, another: Spot) -> bool:
    """Whether the line from eye to eye passes through nothing below its top. Both ways it is the
    same line."""
    ends = (one, another) if one <= another else (another, one)
    known = ground.seen.get(ends)
    if known is None:
        known = not any(hides(piece, *ends) for piece in ground.pieces)
        ground.seen[ends] = known
    return known


def hides(piece: Piece, one: Spot, another: Spot) -> bool:
    """To touch an outline or a top is not to pass through."""
    left, right, low, high = piece.box()
    if max(one[0], another[0]) <= left or min(one[0], another[0]) >= right:
        return False
    if max(one[1], another[1]) <= low or min(one[1], another[1]) >= high:
        return False
    stretch = below(piece.height, one[2] + EYE, another[2] + EYE)
    if stretch is None:
        return False
    ends = (one[0], one[1]), (another[0], another[1])
    return (
        through_corners(piece, stretch, *ends)
        if piece.corners
        else through_disc(piece, stretch, *ends)
    )


def below(height: int, start: int, end: int) -> Stretch | None:
    """That part of the line which is below a height, without its ends; None if there is none."""
    if start >= height and end >= height:
        return None
    if start < height and end < height:
        return Fraction(0), Fraction(1)
    cut = Fraction(height - start, end - start)
    return (Fraction(0), cut) if start < height else (cut, Fraction(1))


def through_disc(piece: Piece, stretch: Stretch, one: Point, another: Point) -> bool:
    """The point of the stretch that is nearest to the centre is inside, and so are those around it;
    an end of the stretch that is inside has neighbours that are."""
    way = another[0] - one[0], another[1] - one[1]
    off = piece.centre[0] - one[0], piece.centre[1] - one[1]
    nearest = Fraction(way[0] * off[0] + way[1] * off[1], square(one, another))
    at = min(max(nearest, stretch[0]), stretch[1])
    return (at * way[0] - off[0]) ** 2 + (at * way[1] - off[1]) ** 2 < piece.radius**2


def through_corners(piece: Piece, stretch: Stretch, one: Point, another: Point) -> bool:
    cuts = {*stretch}
    corners = piece.corners
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        cuts.update(cut for cut in meetings(one, another, a, b) if stretch[0] < cut < stretch[1])
    marks = sorted(cuts)
    return any(inside(piece, one, another, (a + b) / 2) for a, b in pairwise(marks))


def meetings(one: Point, another: Point, a: Point, b: Point) -> list[Fraction]:
    """Where a line meets that of a side; along it, nowhere: its ends are those of other sides."""
    way, side = (another[0] - one[0], another[1] - one[1]), (b[0] - a[0], b[1] - a[1])
    across = way[0] * side[1] - way[1] * side[0]
    if across == 0:
        return []
    return [Fraction((a[0] - one[0]) * side[1] - (a[1] - one[1]) * side[0], across)]


def inside(piece: Piece, one: Point, another: Point, share: Fraction) -> bool:
    """Whether a point of the line is strictly inside a polygon. All is made so many times larger
    that the point is whole."""
    scale = share.denominator
    at = tuple(scale * a + share.numerator * (b - a) for a, b in zip(one, another, strict=True))
    larger = Piece(0, corners=tuple((x * scale, y * scale) for x, y in piece.corners))
    return side_of(larger, (at[0], at[1])) > 0
