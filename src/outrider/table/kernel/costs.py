"""What a straight leg costs, as in `outrider.table.paths` (SKR-M1, SKR-S3)."""

from outrider.compiled import part, rule
from outrider.table.kernel.crossing import Leg, Numbers
from outrider.table.kernel.layout import BOTTOM, LEFT, RIGHT, TOP
from outrider.table.kernel.points import distance
from outrider.table.kernel.reaching import BEGIN, CLOSE, END, Floats, left_of, stretches

INCH = 1000


@rule
def near_box(pieces: Numbers, at: int, leg: Leg) -> bool:
    """Whether a leg may have something of the inside of a piece."""
    ax, ay, bx, by = leg
    x0, x1, y0, y1 = pieces[LEFT, at], pieces[RIGHT, at], pieces[BOTTOM, at], pieces[TOP, at]
    if x1 <= min(ax, bx) or x0 >= max(ax, bx) or y1 <= min(ay, by) or y0 >= max(ay, by):
        return False
    dx, dy = bx - ax, by - ay
    off = dx * (y0 + y1 - 2 * ay) - dy * (x0 + x1 - 2 * ax)
    near: bool = abs(off) < abs(dx) * (y1 - y0) + abs(dy) * (x1 - x0)
    return near


@part
def fine_cost(
    pieces: Numbers, corners: Numbers, slow: Numbers, price: int, leg: Leg, room: Floats
) -> tuple[int, int]:
    """What a leg that nothing bars costs in thousandths of a thousandth of an inch: the least and
    the most it may be, the same number where floats are sure of it. `slow` are the pieces that
    change it, the dearest first, which charges where several lie over each other; `price` is the
    row that says how much a piece makes an inch cost."""
    ax, ay, bx, by = leg
    least = most = distance(ax, ay, bx, by) * INCH
    if least == 0:
        return 0, 0
    charged = 0
    for which in range(len(slow)):
        at = slow[which]
        if not near_box(pieces, at, leg):
            continue
        filled = stretches(pieces, corners, at, leg, room, charged)
        more = pieces[price, at] - INCH
        for each in range(charged, filled):
            low, high = left_of(room, charged, each)
            if each > charged and room[BEGIN, each] - room[END, each - 1] < CLOSE:
                low, high = low - 2, high + 2  # one stretch or two: not for floats to say
            least += min(low * more, high * more)
            most += max(low * more, high * more)
        charged = filled
    return max(least, 0), max(most, 0)
