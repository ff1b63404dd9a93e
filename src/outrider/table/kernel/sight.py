"""A line against all pieces: boxes first, 64 at once as bits of a word, then shapes."""

import numpy as np

from outrider.compiled import Word, lowest, rule
from outrider.table.kernel.crossing import Numbers, enters_part, enters_piece, holds
from outrider.table.kernel.layout import BOTTOM, HEIGHT, LEFT, NONE, OPAQUE, RIGHT, TOP

WORD = 64
NO_BITS = np.uint64(0)
ONE = np.uint64(1)


@rule
def on_line(
    pieces: Numbers, what: int, least: int, first: int, ax: int, ay: int, bx: int, by: int
) -> Word:
    """Of up to 64 pieces from `first` on, those with more than `least` of something and the inside
    of whose box the leg has something of."""
    left, right = min(ax, bx), max(ax, bx)
    bottom, top = min(ay, by), max(ay, by)
    dx, dy = bx - ax, by - ay
    far, up = right - left, top - bottom
    still = far + up == 0
    found = NO_BITS
    count = min(WORD, pieces.shape[1] - first)
    for at in range(count):
        # Unsigned, it cannot count from the end: then several pieces are looked at in one step.
        which = np.uint64(first + at)
        x0, x1 = pieces[LEFT, which], pieces[RIGHT, which]
        y0, y1 = pieces[BOTTOM, which], pieces[TOP, which]
        off = dx * (y0 + y1 - 2 * ay) - dy * (x0 + x1 - 2 * ax)
        near = (x1 > left) & (x0 < right) & (y1 > bottom) & (y0 < top)
        met = (abs(off) < far * (y1 - y0) + up * (x1 - x0)) | still
        found |= np.uint64(near & met & (pieces[what, which] > least)) << np.uint64(at)
    return found


@rule
def blocked_over(
    pieces: Numbers, corners: Numbers, ax: int, ay: int, eye_a: int, bx: int, by: int, eye_b: int
) -> int:
    """The first piece in the list that the line from eye to eye passes through below its top."""
    if eye_a > eye_b:
        ax, ay, eye_a, bx, by, eye_b = bx, by, eye_b, ax, ay, eye_a
    for first in range(0, pieces.shape[1], WORD):
        left = on_line(pieces, HEIGHT, eye_a, first, ax, ay, bx, by)
        while left:
            at = first + int(lowest(left))
            left &= left - ONE
            part, whole = 1, 1
            if pieces[HEIGHT, at] <= eye_b:
                part, whole = pieces[HEIGHT, at] - eye_a, eye_b - eye_a
            if enters_part(pieces, corners, at, (ax, ay, bx, by), part, whole):
                return at
    return NONE


@rule
def blocked_across(pieces: Numbers, corners: Numbers, ax: int, ay: int, bx: int, by: int) -> int:
    """The first piece in the list that blocks sight, that the line passes through and that neither
    end stands in."""
    for first in range(0, pieces.shape[1], WORD):
        left = on_line(pieces, OPAQUE, 0, first, ax, ay, bx, by)
        while left:
            at = first + int(lowest(left))
            left &= left - ONE
            if (
                enters_piece(pieces, corners, at, (ax, ay, bx, by))
                and not holds(pieces, corners, at, ax, ay)
                and not holds(pieces, corners, at, bx, by)
            ):
                return at
    return NONE
