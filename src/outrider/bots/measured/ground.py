"""Questions about terrain that kernels ask, with points in inches. The answers are the table's own
for points rounded to thousandths; what a leg costs is only about right."""

from math import hypot

from outrider.bots.measured.chance import Numbers, Reals
from outrider.compiled import part
from outrider.table.kernel.crossing import enters_piece, holds
from outrider.table.kernel.layout import HEIGHT
from outrider.table.kernel.sight import blocked_across, blocked_over

LOOKS = 6
"""At how many places of a leg it is asked what the ground costs."""


@part
def whole(value: float) -> int:
    return round(value * 1000)


@part
def is_in(pieces: Numbers, corners: Numbers, at: int, x: float, y: float) -> bool:
    return holds(pieces, corners, at, whole(x), whole(y))


@part
def height_at(pieces: Numbers, corners: Numbers, x: float, y: float) -> float:
    """How high one stands there."""
    found = 0
    for at in range(pieces.shape[1]):
        height = pieces[HEIGHT, at]
        if height > found and holds(pieces, corners, at, whole(x), whole(y)):
            found = height
    return found / 1000


@part
def sees_over(
    pieces: Numbers,
    corners: Numbers,
    ax: float,
    ay: float,
    eye: float,
    bx: float,
    by: float,
    other: float,
) -> bool:
    """Whether eyes at these heights see each other."""
    if pieces.shape[1] == 0:
        return True
    found = blocked_over(
        pieces, corners, whole(ax), whole(ay), whole(eye), whole(bx), whole(by), whole(other)
    )
    return found < 0


@part
def sees_across(
    pieces: Numbers, corners: Numbers, ax: float, ay: float, bx: float, by: float
) -> bool:
    """Whether two see each other in plan."""
    if pieces.shape[1] == 0:
        return True
    return blocked_across(pieces, corners, whole(ax), whole(ay), whole(bx), whole(by)) < 0


@part
def cover_at(
    pieces: Numbers,
    corners: Numbers,
    covers: Reals,
    ax: float,
    ay: float,
    bx: float,
    by: float,
) -> int:
    """What terrain adds for somebody at b who is fired at from a: what he stands in, and what the
    last inch of the line passes through."""
    best = 0.0
    apart = hypot(ax - bx, ay - by)
    near = min(1.0, apart) / max(apart, 0.001)
    px, py = whole(bx + (ax - bx) * near), whole(by + (ay - by) * near)
    for at in range(pieces.shape[1]):
        if covers[at] > best and (
            holds(pieces, corners, at, whole(bx), whole(by))
            or enters_piece(pieces, corners, at, (px, py, whole(bx), whole(by)))
        ):
            best = covers[at]
    return int(best)


@part
def leg_cost(
    pieces: Numbers,
    corners: Numbers,
    costs: Reals,
    ax: float,
    ay: float,
    bx: float,
    by: float,
) -> float:
    """What a straight leg costs in movement, about; negative if something impassable is in the
    way, whose cost is 0."""
    length = hypot(ax - bx, ay - by)
    cost = length
    for at in range(pieces.shape[1]):
        if costs[at] == 1:
            continue
        if costs[at] == 0:
            if enters_piece(pieces, corners, at, (whole(ax), whole(ay), whole(bx), whole(by))):
                return -1.0
            continue
        inside = 0
        for look in range(LOOKS):
            share = (look + 0.5) / LOOKS
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            inside += holds(pieces, corners, at, whole(x), whole(y))
        cost += length * inside / LOOKS * (costs[at] - 1)
    return cost
