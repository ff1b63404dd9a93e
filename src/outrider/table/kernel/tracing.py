"""The outlines of marked cells of a grid, and fewer corners for them.

Cells have a rim of unmarked ones all round. What is marked lies to the left of an outline: those
around it run counter-clockwise, those of holes in it clockwise. Cells that only touch at a corner
are apart.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import part, rule
from outrider.table.kernel.crossing import Numbers
from outrider.table.kernel.layout import AREA, COUNT, FIRST_CORNER, NONE, OWNER

Cells: TypeAlias = npt.NDArray[np.uint8]

MARKED, PASSED = 1, 2
"""Of a cell; PASSED once an outline has run along its lower side."""
EAST, NORTH, WEST, SOUTH = range(4)


@rule
def marked(cells: Cells, x: int, y: int) -> bool:
    is_marked: bool = cells[y, x] & MARKED != 0
    return is_marked


@rule
def leads(cells: Cells, x: int, y: int, way: int) -> bool:
    """Whether an outline goes on from a corner that way: marked on the left, and not on the
    right."""
    if way == EAST:
        return marked(cells, x, y) and not marked(cells, x, y - 1)
    if way == NORTH:
        return marked(cells, x - 1, y) and not marked(cells, x, y)
    if way == WEST:
        return marked(cells, x - 1, y - 1) and not marked(cells, x - 1, y)
    return marked(cells, x, y - 1) and not marked(cells, x - 1, y - 1)


@part
def follow(cells: Cells, x: int, y: int, points: Numbers, first: int) -> int:
    """List the corners of the outline that begins there to the east, from `first` on; where they
    end, or NONE if there is no room."""
    at_x, at_y, way, size = x, y, EAST, first
    while True:
        if size >= len(points):
            return NONE
        points[size, 0], points[size, 1] = at_x, at_y
        size += 1
        on = True
        while on:
            if way == EAST:
                cells[at_y, at_x] |= PASSED
            at_x += (way == EAST) - (way == WEST)
            at_y += (way == NORTH) - (way == SOUTH)
            # To the left first: so cells that only touch stay apart.
            turn = 1
            while not leads(cells, at_x, at_y, (way + turn) % 4):
                turn -= 1
            on = turn == 0
            way = (way + turn) % 4
        if at_x == x and at_y == y and way == EAST:
            return size


@part
def trace(cells: Cells, points: Numbers, outlines: Numbers) -> int:
    """List all outlines; how many there are, or NONE if there is no room."""
    found = size = 0
    for y in range(1, cells.shape[0] - 1):
        for x in range(1, cells.shape[1] - 1):
            if cells[y, x] == MARKED and not marked(cells, x, y - 1):
                end = follow(cells, x, y, points, size)
                if end == NONE or found >= len(outlines):
                    return NONE
                outlines[found, FIRST_CORNER], outlines[found, COUNT] = size, end - size
                outlines[found, AREA], outlines[found, OWNER] = area(points, size, end), NONE
                found, size = found + 1, end
    for each in range(found):
        if outlines[each, AREA] < 0:
            outlines[each, OWNER] = owner(points, outlines, found, each)
    return found


@part
def area(points: Numbers, first: int, end: int) -> int:
    """Twice the area of an outline."""
    total, last = 0, end - 1
    for each in range(first, end):
        total += points[last, 0] * points[each, 1] - points[each, 0] * points[last, 1]
        last = each
    return total


@part
def owner(points: Numbers, outlines: Numbers, found: int, hole: int) -> int:
    """The smallest outline around the cell above the first side of a hole."""
    x, y = points[outlines[hole, FIRST_CORNER], 0], points[outlines[hole, FIRST_CORNER], 1]
    best = NONE
    for each in range(found):
        size = outlines[each, AREA]
        if size > 0 and (best == NONE or size < outlines[best, AREA]):
            first = outlines[each, FIRST_CORNER]
            if surrounds(points, first, first + outlines[each, COUNT], x, y):
                best = each
    return best


@part
def surrounds(points: Numbers, first: int, end: int, x: int, y: int) -> bool:
    """Whether the cell with that lower left corner is in an outline: to its right are more sides
    that go up than down."""
    count, last = 0, end - 1
    for each in range(first, end):
        if points[each, 0] > x and points[each, 0] == points[last, 0]:
            low, high = points[last, 1], points[each, 1]
            if min(low, high) <= y < max(low, high):
                count += 1 if high > low else -1
        last = each
    return count > 0


# -- fewer corners -------------------------------------------------------------------------------


@part
def runs_inside(cells: Cells, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a line between two corners of the grid has marked cells under all of it."""
    if ax == bx or ay == by:
        for x in range(min(ax, bx), max(ax, bx)):
            if not (marked(cells, x, ay) or marked(cells, x, ay - 1)):
                return False
        for y in range(min(ay, by), max(ay, by)):
            if not (marked(cells, ax, y) or marked(cells, ax - 1, y)):
                return False
        return True
    if ax > bx:
        ax, ay, bx, by = bx, by, ax, ay
    dx, dy = bx - ax, by - ay
    for x in range(dx):
        # Where the line is at this column's sides, in parts of 1 / dx.
        here, then = dy * x, dy * (x + 1)
        for y in range(min(here, then) // dx, -(-max(here, then) // dx)):
            if not marked(cells, ax + x, ay + y):
                return False
    return True


@part
def is_short_cut(
    cells: Cells, points: Numbers, first: int, count: int, start: int, skipped: int, far: int
) -> bool:
    """Whether one may leave out so many corners after one of an outline: the line instead runs
    over marked cells only, and all of them lie to its right, so that nothing is taken in, and at
    most `far` from it. The last row and column of the grid may be narrower than the others, so
    nothing is cut there."""
    a, b = first + start, first + (start + skipped + 1) % count
    ax, ay, bx, by = points[a, 0], points[a, 1], points[b, 0], points[b, 1]
    right, top = cells.shape[1] - 1, cells.shape[0] - 1
    if max(ax, bx) >= right or max(ay, by) >= top:
        return False
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for each in range(1, skipped + 1):
        at = first + (start + each) % count
        x, y = points[at, 0] - ax, points[at, 1] - ay
        if points[at, 0] >= right or points[at, 1] >= top:
            return False
        off, along = dx * y - dy * x, dx * x + dy * y
        if off > 0 or off * off > far * far * square or not 0 <= along <= square:
            return False
    return square > 0 and runs_inside(cells, ax, ay, bx, by)


@part
def shorten(cells: Cells, points: Numbers, first: int, count: int, far: int) -> int:
    """Leave out corners of an outline, in place: what is left surrounds no more marked ground, or
    of a hole no less of what is not. How many are left."""
    kept = at = 0
    while at < count:
        step = 1
        more = 1
        # So many at once as it goes: twice as many again and again, then fewer.
        while more > 0:
            # Three are left at least.
            most = count - at - 1 - max(0, 2 - kept)
            if step - 1 + more <= most and is_short_cut(
                cells, points, first, count, at, step - 1 + more, far
            ):
                step += more
                more *= 2
            else:
                more //= 2
        points[first + kept, 0] = points[first + at, 0]
        points[first + kept, 1] = points[first + at, 1]
        kept += 1
        at += step
    return kept
