"""Which parts of a table hang together for whoever walks on it, on a grid: enough to tell people
that something is walled in, and decided by nobody else's rules than those of a leg (`crossing`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from outrider.table.crossing import entered, enters
from outrider.table.examining import extent
from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import Shape, holds
from outrider.table.terrain import IMPASSABLE, Table

FINE, COARSE = INCH // 2, INCH
LARGE = 36 * INCH
"""A table longer than this is looked at less closely."""
KEPT = 16


@dataclass(frozen=True)
class Parts:
    """`part` says for each place of the grid which part of the table it belongs to."""

    step: int
    part: dict[tuple[int, int], int]
    walls: tuple[Shape, ...]

    @cached_property
    def boxed(self) -> tuple[tuple[Shape, Point, Point], ...]:
        """The walls, each with the corners of the box around it."""
        return tuple((wall, *extent(wall)) for wall in self.walls)

    def _near(self, at: Point) -> list[Shape]:
        """The walls that a leg of a step from a point may come to."""
        x, y, far = *at, self.step
        return [
            wall
            for wall, low, high in self.boxed
            if low[0] - far <= x <= high[0] + far and low[1] - far <= y <= high[1] + far
        ]

    def of(self, at: Point) -> int | None:
        """The part that a point belongs to; none if it is shut in closer than the grid sees."""
        near = self._near(at)
        left, below = at[0] // self.step, at[1] // self.step
        corners = [(left + i, below + j) for i in (0, 1) for j in (0, 1)]
        for corner in corners:
            there = corner[0] * self.step, corner[1] * self.step
            if corner in self.part and not any(enters(wall, at, there) for wall in near):
                return self.part[corner]
        return None

    def within(self, zone: Shape) -> set[int]:
        """The parts that a zone has ground of."""
        (left, bottom), (right, top) = extent(zone)
        step, found = self.step, set[int]()
        for x in range(-(-left // step), right // step + 1):
            for y in range(-(-bottom // step), top // step + 1):
                number = self.part.get((x, y))
                known = number is None or number in found
                if not known and holds(zone, (x * step, y * step)):
                    found.add(self.part[x, y])
        return found


def parts_of(table: Table) -> Parts:
    walls = tuple(piece.shape for piece in table.terrain if piece.cost == IMPASSABLE)
    return _parts(table.size, walls)


@lru_cache(KEPT)
def _parts(size: Point, walls: tuple[Shape, ...]) -> Parts:
    step = FINE if max(size) <= LARGE else COARSE
    most = size[0] // step, size[1] // step
    shut = _shut(walls, step, most)
    part: dict[tuple[int, int], int] = {}
    for x in range(most[0] + 1):
        for y in range(most[1] + 1):
            if (x, y) not in part:
                _flood((x, y), most, shut, part)
    return Parts(step, part, walls)


def _shut(walls: tuple[Shape, ...], step: int, most: Point) -> tuple[list[int], list[int]]:
    """The steps that lead through a wall: for each line of the grid from left to right, and for
    each from the bottom up, a number with a bit for every step on it."""
    across, upward = [0] * (most[1] + 1), [0] * (most[0] + 1)
    for wall in walls:
        (left, bottom), (right, top) = extent(wall)
        for y in range(max(0, bottom // step), min(most[1], top // step + 1) + 1):
            across[y] |= _bits(entered(wall, (0, y * step), (step, y * step)), most[0])
        for x in range(max(0, left // step), min(most[0], right // step + 1) + 1):
            upward[x] |= _bits(entered(wall, (x * step, 0), (x * step, step)), most[1])
    return across, upward


def _bits(ranges: Iterator[range], most: int) -> int:
    found = 0
    for each in ranges:
        low, high = max(0, each.start), min(most, each.stop)
        if low < high:
            found |= (1 << high) - (1 << low)
    return found


def _flood(
    start: tuple[int, int],
    most: Point,
    shut: tuple[list[int], list[int]],
    part: dict[tuple[int, int], int],
) -> None:
    across, upward = shut
    number = len(part)  # unlike any before
    part[start] = number
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for there, line, door in (
            ((x + 1, y), across[y], x),
            ((x - 1, y), across[y], x - 1),
            ((x, y + 1), upward[x], y),
            ((x, y - 1), upward[x], y - 1),
        ):
            if there in part or door < 0 or line >> door & 1:
                continue
            if there[0] <= most[0] and there[1] <= most[1]:
                part[there] = number
                waiting.append(there)
