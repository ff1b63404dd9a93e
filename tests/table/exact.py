"""A slow model of the measuring table, to compare it with: fractions, and decimals of 150 digits.

Nothing here is clever. A line is cut at every place where it meets an outline, and of each piece of
it the middle is looked at.
"""

from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon, Shape

Place: TypeAlias = tuple[Fraction, Fraction]

DIGITS = 150


def place(a: Point, b: Point, t: Fraction) -> Place:
    """The point at the share t of the way from a to b."""
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def cross(o: Place | Point, p: Place | Point, q: Place | Point) -> Fraction:
    return Fraction((p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]))


def sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    corners = polygon.points
    return [(corners[i], corners[(i + 1) % len(corners)]) for i in range(len(corners))]


def on_outline(polygon: Polygon, p: Place) -> bool:
    for c, d in sides(polygon):
        between = (p[0] - c[0]) * (p[0] - d[0]) + (p[1] - c[1]) * (p[1] - d[1]) <= 0
        if cross(c, d, p) == 0 and between:
            return True
    return False


def inside(shape: Shape, p: Place) -> bool:
    """Strictly inside: as many sides to the right of the point as make an odd number."""
    if isinstance(shape, Disc):
        return (p[0] - shape.at[0]) ** 2 + (p[1] - shape.at[1]) ** 2 < shape.radius**2
    if on_outline(shape, p):
        return False
    odd = False
    for c, d in sides(shape):
        if (c[1] > p[1]) != (d[1] > p[1]):
            x = c[0] + Fraction(d[0] - c[0], d[1] - c[1]) * (p[1] - c[1])
            if x > p[0]:
                odd = not odd
    return odd


def cuts(polygon: Polygon, a: Point, b: Point) -> list[Fraction]:
    """The shares of the way from a to b, the ends included, at which it may meet the outline."""
    found = {Fraction(0), Fraction(1)}
    square = Fraction((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    for c, d in sides(polygon):
        from_c, from_d = cross(a, b, c), cross(a, b, d)
        if from_c == from_d == 0:
            found |= {
                ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / square
                for p in (c, d)
            }
        elif from_c * from_d <= 0:
            found.add(cross(c, d, a) / (cross(c, d, a) - cross(c, d, b)))
    return sorted(t for t in found if 0 <= t <= 1)


def parts_inside(polygon: Polygon, a: Point, b: Point) -> list[tuple[Fraction, Fraction]]:
    """The shares between which a leg is inside a polygon."""
    if a == b:
        return []
    marks = cuts(polygon, a, b)
    return [(s, t) for s, t in pairwise(marks) if inside(polygon, place(a, b, (s + t) / 2))]


def nearest_share(a: Point, b: Point, p: Point) -> Fraction:
    """Where on the leg from a to b the point nearest to p is."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if not square:
        return Fraction(0)
    dot = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    return min(max(Fraction(dot, square), Fraction(0)), Fraction(1))


def squared_distance(a: Point, b: Point, p: Point) -> Fraction:
    x, y = place(a, b, nearest_share(a, b, p))
    return (x - p[0]) ** 2 + (y - p[1]) ** 2


def enters(shape: Shape, a: Point, b: Point, until: Fraction = Fraction(1)) -> bool:
    """Whether a point of the leg at a share less than `until` (or at 0) is strictly inside."""
    if inside(shape, place(a, b, Fraction(0))):
        return True
    if isinstance(shape, Disc):
        # The nearest point in the part is also the first to be inside, if any is; where that part
        # has no last point, one just before it is inside if the last would be.
        return inside(shape, place(a, b, min(nearest_share(a, b, shape.at), until)))
    return any(s < until for s, _ in parts_inside(shape, a, b))


def touches(shape: Shape, a: Point, b: Point) -> bool:
    if isinstance(shape, Disc):
        return squared_distance(a, b, shape.at) <= shape.radius**2
    return any(
        inside(shape, p) or on_outline(shape, p)
        for p in (place(a, b, t) for t in ([Fraction(0)] if a == b else cuts(shape, a, b)))
    )


def blocks(shape: Shape, height: int, a: Point, eye_a: int, b: Point, eye_b: int) -> bool:
    """Whether the line from eye to eye passes strictly inside and strictly below the top."""
    low, high, near, far = eye_a, eye_b, a, b
    if eye_a > eye_b:
        low, high, near, far = eye_b, eye_a, b, a
    if height <= low:
        return False
    return enters(
        shape, near, far, Fraction(1) if height > high else Fraction(height - low, high - low)
    )


def below(height: int, eye_a: int, eye_b: int) -> tuple[Fraction, Fraction] | None:
    """Between which shares of its way a line from eye to eye is below a height."""
    if eye_a >= height and eye_b >= height:
        return None
    if eye_a < height and eye_b < height:
        return Fraction(0), Fraction(1)
    share = Fraction(height - eye_a, eye_b - eye_a)
    return (Fraction(0), share) if eye_a < height else (share, Fraction(1))


def first_blocked(
    shape: Shape, height: int, a: Point, eye_a: int, b: Point, eye_b: int
) -> Decimal | None:
    """The share of its way at which a line from eye to eye is first inside and below the top; if a
    leg leads nowhere, 0."""
    span = below(height, eye_a, eye_b)
    if span is None:
        return None
    if a == b:
        return Decimal(0) if inside(shape, place(a, b, Fraction(0))) else None
    for begin, end in shares_inside(shape, a, b):
        first = max(begin, decimal(span[0]))
        if first < min(end, decimal(span[1])):
            return first
    return None


def decimal(value: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(value.numerator) / Decimal(value.denominator)


def shares_inside(shape: Shape, a: Point, b: Point) -> list[tuple[Decimal, Decimal]]:
    """The same as `parts_inside` for both shapes, to 150 digits."""
    with localcontext() as context:
        context.prec = DIGITS
        if isinstance(shape, Polygon):
            return [(decimal(s), decimal(t)) for s, t in parts_inside(shape, a, b)]
        x, y = shape.at[0] - a[0], shape.at[1] - a[1]
        dx, dy = b[0] - a[0], b[1] - a[1]
        square, dot = dx * dx + dy * dy, x * dx + y * dy
        under = dot * dot - square * (x * x + y * y - shape.radius**2)
        if not square or under <= 0:
            return []
        root = Decimal(under).sqrt()
        first = max((dot - root) / square, Decimal(0))
        last = min((dot + root) / square, Decimal(1))
        return [(first, last)] if first < last else []


def length_inside(shape: Shape, a: Point, b: Point) -> Decimal:
    """How much of a leg is inside, to about 150 digits."""
    return measured(shares_inside(shape, a, b), a, b)


def measured(parts: list[tuple[Decimal, Decimal]], a: Point, b: Point) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        share = sum((t - s for s, t in parts), Decimal(0))
        return share * Decimal((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2).sqrt()


def rounded(value: Decimal) -> int:
    """To the nearest whole number, a half up; what is a half but for the last digits is one."""
    with localcontext() as context:
        context.prec = DIGITS
        twice = 2 * value
        if abs(twice - twice.to_integral_value()) < Decimal(10) ** -100:
            twice = twice.to_integral_value()
        return int(((twice + 1) / 2).to_integral_value(ROUND_FLOOR))


def point_at(share: Decimal, a: Point, b: Point) -> Point:
    with localcontext() as context:
        context.prec = DIGITS
        return rounded(a[0] + share * (b[0] - a[0])), rounded(a[1] + share * (b[1] - a[1]))
