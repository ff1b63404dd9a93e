"""What Python calls: each function answers many questions at once and fills an array with it.

All of it releases the interpreter lock, so that threads may share the work.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import entry
from outrider.table.kernel.crossing import Numbers, enters_piece
from outrider.table.kernel.sight import blocked_across, blocked_over
from outrider.table.kernel.terrain import height_at

Flags: TypeAlias = npt.NDArray[np.bool_]


@entry()
def enters(pieces: Numbers, corners: Numbers, at: int, pairs: Numbers, found: Flags) -> None:
    """found[i] says whether leg i passes through the inside of one piece."""
    for i in range(len(pairs)):
        ax, ay, bx, by = pairs[i, 0], pairs[i, 1], pairs[i, 2], pairs[i, 3]
        found[i] = enters_piece(pieces, corners, at, (ax, ay, bx, by))


@entry()
def over(pieces: Numbers, corners: Numbers, pairs: Numbers, eyes: Numbers, found: Numbers) -> None:
    """found[i] is the first piece that hides the ends of line i from each other, or NONE."""
    for i in range(len(pairs)):
        ax, ay, bx, by = pairs[i, 0], pairs[i, 1], pairs[i, 2], pairs[i, 3]
        found[i] = blocked_over(pieces, corners, ax, ay, eyes[i, 0], bx, by, eyes[i, 1])


@entry()
def across(pieces: Numbers, corners: Numbers, pairs: Numbers, found: Numbers) -> None:
    """The same in plan, for pieces that block sight."""
    for i in range(len(pairs)):
        ax, ay, bx, by = pairs[i, 0], pairs[i, 1], pairs[i, 2], pairs[i, 3]
        found[i] = blocked_across(pieces, corners, ax, ay, bx, by)


@entry()
def grounds(pieces: Numbers, corners: Numbers, points: Numbers, found: Numbers) -> None:
    """found[i] is the height of the highest piece that point i is in, or 0."""
    for i in range(len(points)):
        found[i] = height_at(pieces, corners, points[i, 0], points[i, 1])
