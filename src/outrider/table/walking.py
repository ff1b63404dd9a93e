"""Which parts of a table hang together for whoever walks on it, on a grid: enough to tell people
that something is walled in, and decided by nobody else's rules than those of a leg (`crossing`)."""

from dataclasses import dataclass
from functools import lru_cache

from outrider.table.crossing import enters
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

    def of(self, at: Point) -> int | None:
        """The part that a point belongs to; none if it is shut in closer than the grid sees."""
        left, below = at[0] // self.step, at[1] // self.step
        corners = [(left + i, below + j) for i in (0, 1) for j in (0, 1)]
        for corner in corners:
            there = corner[0] * self.step, corner[1] * self.step
            if corner in self.part and not any(enters(wall, at, there) for wall in self.walls):
                return self.part[corner]
        return None

    def within(self, zone: Shape) -> set[int]:
        """The parts that a zone has ground of."""
        (left, bottom), (right, top) = extent(zone)
        step = self.step
        return {
            self.part[x, y]
            for x in range(-(-left // step), right // step + 1)
            for y in range(-(-bottom // step), top // step + 1)
            if (x, y) in self.part and holds(zone, (x * step, y * step))
        }


def parts_of(table: Table) -> Parts:
    walls = tuple(piece.shape for piece in table.terrain if piece.cost == IMPASSABLE)
    return _parts(table.size, walls)


@lru_cache(KEPT)
def _parts(size: Point, walls: tuple[Shape, ...]) -> Parts:
    step = FINE if max(size) <= LARGE else COARSE
    wide, high = size[0] // step, size[1] // step
    shut = _shut(walls, step, (wide, high))
    part: dict[tuple[int, int], int] = {}
    for x in range(wide + 1):
        for y in range(high + 1):
            if (x, y) not in part:
                _flood((x, y), (wide, high), shut, part)
    return Parts(step, part, walls)


def _shut(
    walls: tuple[Shape, ...], step: int, most: tuple[int, int]
) -> set[tuple[int, int, int, int]]:
    """The steps to the right and upwards that lead through a wall."""
    found = set()
    for wall in walls:
        (left, bottom), (right, top) = extent(wall)
        for x in range(max(0, left // step), min(most[0], right // step + 1) + 1):
            for y in range(max(0, bottom // step), min(most[1], top // step + 1) + 1):
                here = x * step, y * step
                for dx, dy in ((1, 0), (0, 1)):
                    there = here[0] + dx * step, here[1] + dy * step
                    if enters(wall, here, there):
                        found.add((x, y, dx, dy))
    return found


def _flood(
    start: tuple[int, int],
    most: tuple[int, int],
    shut: set[tuple[int, int, int, int]],
    part: dict[tuple[int, int], int],
) -> None:
    number = len(part)  # unlike any before
    part[start] = number
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for there, door in (
            ((x + 1, y), (x, y, 1, 0)),
            ((x - 1, y), (x - 1, y, 1, 0)),
            ((x, y + 1), (x, y, 0, 1)),
            ((x, y - 1), (x, y - 1, 0, 1)),
        ):
            if there in part or door in shut:
                continue
            if 0 <= there[0] <= most[0] and 0 <= there[1] <= most[1]:
                part[there] = number
                waiting.append(there)
