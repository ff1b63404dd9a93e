"""The ground where a piece may end its move, in square cells (SKR-M1, SKR-M2).

A cell is taken only if every point in it can be reached: nothing that bars a way and no base has
anything of its inside, and the middle costs so little that whatever is left is enough for the way
from there to any point of the cell. A large cell of which that is not sure is parted in four. So
what is covered is never out of reach, and what is left out is hardly wider than the smallest cell.
"""

from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.knots import nearest, through
from outrider.games.skirmishers.kernel.layout import (
    BASE,
    CHEAPEST,
    COST,
    EAST,
    GOER,
    LEGS_LEFT,
    LIMIT,
    NONE,
    NORTH,
    SOUTH,
    STEP,
    UNITS,
    WALL,
    WEST,
)
from outrider.games.skirmishers.kernel.moving import slow_pieces
from outrider.games.skirmishers.kernel.record import Ground, Numbers, at, is_here, place
from outrider.table.kernel.costs import INCH
from outrider.table.kernel.crossing import strictly_in, turned
from outrider.table.kernel.layout import BOTTOM as LOW
from outrider.table.kernel.layout import CORNERS, FIRST, RADIUS
from outrider.table.kernel.layout import LEFT as NEAR
from outrider.table.kernel.layout import RIGHT as FAR
from outrider.table.kernel.layout import TOP as HIGH

Cells: TypeAlias = npt.NDArray[np.uint8]
Box: TypeAlias = tuple[int, int, int, int]
"""Its least x and y, and its greatest."""

WIDEST = 128
"""How many of the smallest cells the largest is wide."""
WAITING = 64
"""So many cells wait at most: three more for each time that one is parted."""
NARROW = 16
"""Where only the cost is in question cells of so many thousandths are not parted."""
OUT, CUT, IN = range(3)


@rule
def box_of(plan: Numbers, column: int, row: int, wide: int) -> Box:
    """A cell's box, which ends where the table does."""
    west, south, step = plan[WEST], plan[SOUTH], plan[STEP]
    return (
        min(west + column * step, plan[EAST]),
        min(south + row * step, plan[NORTH]),
        min(west + (column + wide) * step, plan[EAST]),
        min(south + (row + wide) * step, plan[NORTH]),
    )


@rule
def middle_of(box: Box) -> tuple[int, int]:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


@rule
def by_disc(box: Box, x: int, y: int, radius: int) -> int:
    """Whether a box lies outside of a disc, inside of it, or neither; touching is outside."""
    near_x, near_y = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
    if near_x * near_x + near_y * near_y >= radius * radius:
        return OUT
    far_x, far_y = max(x - box[0], box[2] - x), max(y - box[1], box[3] - y)
    return IN if far_x * far_x + far_y * far_y < radius * radius else CUT


@part
def by_polygon(box: Box, xs: Numbers, ys: Numbers) -> int:
    """The same for a polygon: neither if one of its sides has something of the box's inside."""
    count = len(xs)
    ax, ay = xs[count - 1], ys[count - 1]
    for each in range(count):
        bx, by = xs[each], ys[each]
        if (
            max(ax, bx) > box[0]
            and min(ax, bx) < box[2]
            and max(ay, by) > box[1]
            and min(ay, by) < box[3]
        ):
            one = turned(ax, ay, bx, by, box[0], box[1])
            two = turned(ax, ay, bx, by, box[2], box[1])
            three = turned(ax, ay, bx, by, box[0], box[3])
            four = turned(ax, ay, bx, by, box[2], box[3])
            if min(one, two, three, four) < 0 < max(one, two, three, four):
                return CUT
        ax, ay = bx, by
    x, y = middle_of(box)
    return IN if strictly_in(xs, ys, x, y) else OUT


@part
def by_piece(ground: Ground, box: Box, which: int) -> int:
    """The same for a piece of terrain."""
    pieces, corners = ground[0], ground[1]
    if pieces[FAR, which] <= box[0] or pieces[NEAR, which] >= box[2]:
        return OUT
    if pieces[HIGH, which] <= box[1] or pieces[LOW, which] >= box[3]:
        return OUT
    first = pieces[FIRST, which]
    if pieces[RADIUS, which]:
        return by_disc(box, corners[0, first], corners[1, first], pieces[RADIUS, which])
    last = first + pieces[CORNERS, which]
    return by_polygon(box, corners[0, first:last], corners[1, first:last])


@part
def by_walls(ground: Ground, box: Box) -> int:
    """The same for all that nobody crosses."""
    pieces, found = ground[0], OUT
    for which in range(pieces.shape[1]):
        if pieces[WALL, which]:
            how = by_piece(ground, box, which)
            if how == IN:
                return IN
            found = max(found, how)
    return found


@part
def by_bases(record: Numbers, unit: int, first: int, end: int, box: Box) -> int:
    """The same for the bases of some pieces, whom another may touch at most."""
    found, base = OUT, record[at(unit, BASE)]
    for each in range(first, end):
        if each != unit and is_here(record, each):
            x, y = place(record, each)
            how = by_disc(box, x, y, base + record[at(each, BASE)])
            if how == IN:
                return IN
            found = max(found, how)
    return found


@part
def crossing(ground: Ground, box: Box) -> int:
    """What a straight way from the middle of a box to anywhere in it costs at most. Its length and
    each stretch that costs something else are rounded."""
    slow, pieces = slow_pieces(ground), ground[0]
    dearest, rounded = INCH, 2
    for number in range(len(slow)):
        if by_piece(ground, box, slow[number]) != OUT:
            dearest = max(dearest, pieces[COST, slow[number]])
            rounded += 2
    x, y = middle_of(box)
    across, up = float(max(x - box[0], box[2] - x)), float(max(y - box[1], box[3] - y))
    return dearest * (int(sqrt(across * across + up * up)) + 1 + rounded)


@rule
def is_away(record: Numbers, plan: Numbers, box: Box) -> bool:
    """Whether a box is too far away on whatever ground."""
    x, y = place(record, plan[GOER])
    near_x, near_y = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
    far = plan[LIMIT] // plan[CHEAPEST] + 2
    away: bool = near_x * near_x + near_y * near_y > far * far
    return away


@part
def judged(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, box: Box, hint: int
) -> tuple[int, int]:
    """OUT if nothing of a box can be reached, IN if everything can, CUT if that is not sure; and by
    which knot its middle is reached."""
    x, y = middle_of(box)
    slack, limit = crossing(ground, box), plan[LIMIT]
    if hint != NONE and through(record, ground, plan, knots, hint, x, y) + slack <= limit:
        return IN, hint
    cost, by = nearest(record, ground, plan, knots, x, y, limit + slack)
    if by == NONE:
        return OUT, NONE
    return (IN if cost + slack <= limit else CUT), by


@part
def cover(record: Numbers, ground: Ground, plan: Numbers, knots: Numbers, cells: Cells) -> None:
    """Mark all cells of the grid, which has a rim of one more all round, that can be reached."""
    waiting = np.empty((WAITING, 4), np.int64)
    rows, columns = cells.shape[0] - 2, cells.shape[1] - 2
    for top in range(0, rows, WIDEST):
        for side in range(0, columns, WIDEST):
            waiting[0, 0], waiting[0, 1], waiting[0, 2], waiting[0, 3] = side, top, WIDEST, 0
            size = 1
            while size > 0 and plan[LEGS_LEFT] > 0:
                size -= 1
                size = parted(record, ground, plan, knots, cells, waiting, size)


@part
def parted(
    record: Numbers, ground: Ground, plan: Numbers, knots: Numbers,
    cells: Cells, waiting: Numbers, size: int,
) -> int:  # fmt: skip
    """Take, leave or part the cell that waits there; how many wait then."""
    column, row, wide, hint = (
        waiting[size, 0], waiting[size, 1], waiting[size, 2], waiting[size, 3],
    )  # fmt: skip
    box = box_of(plan, column, row, wide)
    if box[0] >= box[2] or box[1] >= box[3] or is_away(record, plan, box):
        return size
    how = max(by_walls(ground, box), by_bases(record, plan[GOER], 0, record[UNITS], box))
    if how == IN:
        return size
    if how == OUT:
        how, hint = judged(record, ground, plan, knots, box, hint)
        if how == IN:
            fill(cells, column, row, wide)
        if how != CUT or wide * plan[STEP] <= NARROW:
            return size
    if wide == 1:
        return size
    half = wide // 2
    for each in range(4):
        waiting[size, 0], waiting[size, 1] = column + half * (each & 1), row + half * (each >> 1)
        waiting[size, 2], waiting[size, 3] = half, hint
        size += 1
    return size


@part
def fill(cells: Cells, column: int, row: int, wide: int) -> None:
    """Mark a cell, as far as the grid goes; it begins one within the rim."""
    for y in range(row + 1, min(row + wide + 1, cells.shape[0] - 1)):
        for x in range(column + 1, min(column + wide + 1, cells.shape[1] - 1)):
            cells[y, x] = 1
