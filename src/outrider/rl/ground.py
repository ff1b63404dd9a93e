"""The ground of all games of an environment as planes of bytes: it never changes, so it is told
once and is in no observation."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import holds
from outrider.table.terrain import IMPASSABLE, Table, on_table

Planes: TypeAlias = npt.NDArray[np.uint8]

PLANES = ("on the table", "height", "blocks sight", "cover", "cost")
MOST_CELLS = 256
"""To a side."""
HIGHEST = 32 * INCH
"""What a height is a share of."""
MOST = 255
TENTHS = 10


def planes_of(table: Table, cells: int) -> Planes:
    """What lies under the middle of each square cell, so many to the table's longer side."""
    found = np.zeros((len(PLANES), cells, cells), np.uint8)
    whole = max(table.size)
    for row in range(cells):
        for column in range(cells):
            x, y = (whole * (2 * each + 1) // (2 * cells) for each in (column, row))
            if on_table(table, (x, y)):
                found[:, row, column] = under(table, (x, y))
    return found


def under(table: Table, point: Point) -> tuple[int, ...]:
    """A byte of each plane. Where pieces of terrain lie over each other the highest, the best cover
    and the dearest counts."""
    here = [piece for piece in table.terrain if holds(piece.shape, point)]
    costs = [piece.cost for piece in here if piece.cost != INCH]
    cost = MOST if IMPASSABLE in costs else TENTHS * max(costs, default=INCH) // INCH
    return (
        1,
        min(MOST * max((piece.height for piece in here), default=0) // HIGHEST, MOST),
        any(piece.blocks_sight for piece in here),
        min(max((piece.cover for piece in here), default=0), MOST),
        min(cost, MOST),
    )
