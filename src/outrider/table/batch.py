"""Many questions about a table at once, for maps, bots and statistics: arrays in, arrays out.

The answers are those of `crossing`, `sight` and `terrain`, from compiled code. Points are
rows (x, y) and legs are rows (ax, ay, bx, by) of whole thousandths of an inch.
"""

from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.core.patience import patience
from outrider.core.refusal import malformed
from outrider.table.kernel.layout import FIELDS, LEAST, MOST, MOST_EYE
from outrider.table.lengths import LARGEST_TABLE
from outrider.table.points import Point
from outrider.table.shapes import Disc
from outrider.table.sketch import boxed
from outrider.table.terrain import HIGHEST, Table

Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

WAITING = "Outrider: compiling the measuring table for this machine, once (about 10 seconds)..."


@dataclass(frozen=True, slots=True, eq=False)
class PackedTable:
    """The terrain of a table in two arrays, as `kernel.layout` has them."""

    pieces: Numbers
    corners: Numbers


def packed(table: Table) -> PackedTable:
    """A table made ready. It takes longer than a thousand questions: keep it."""
    fields: list[tuple[int, ...]] = []
    corners: list[Point] = []
    for at, piece in enumerate(table.terrain):
        *box, drawn = boxed(at, piece)
        shape = piece.shape
        radius, points = (
            (shape.radius, (shape.at,)) if isinstance(shape, Disc) else (0, drawn.points)
        )
        whole_numbers(radius, "a radius", 0, LARGEST_TABLE)
        whole_numbers(piece.height, "a height", 0, HIGHEST)
        does = piece.height, int(piece.blocks_sight)
        fields.append((*box, *does, radius, len(corners), len(points)))
        corners += points
    columns = np.array(fields, np.int64).reshape(-1, FIELDS)
    return PackedTable(columns.T.copy(), rows(corners, 2, "a corner").T.copy())


@cache
def kernel() -> ModuleType:
    """The compiled functions. Nothing is compiled or even imported before the first question."""
    with patience(WAITING):
        from outrider.table.kernel import entry

        empty = packed(Table((0, 0)))
        legs, points = np.zeros((0, 4), np.int64), np.zeros((0, 2), np.int64)
        none, flags = np.zeros(0, np.int64), np.zeros(0, np.bool_)
        entry.enters(empty.pieces, empty.corners, 0, legs, flags)
        entry.over(empty.pieces, empty.corners, legs, points, none)
        entry.across(empty.pieces, empty.corners, legs, none)
        entry.grounds(empty.pieces, empty.corners, points, none)
    return entry


def warm() -> None:
    """Compile all of it, so that nobody waits for it later."""
    kernel()


def whole_numbers(values: npt.ArrayLike, what: str, least: int, most: int) -> Numbers:
    """An array of 64-bit numbers between two bounds: outside of them sums could overflow."""
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iu":
        raise malformed(f"{what} must be a whole number of thousandths of an inch")
    if given.size and not (least <= given.min() and given.max() <= most):
        raise malformed(f"{what} must be from {least} to {most} thousandths of an inch")
    # The kernels are compiled for arrays like these, which can be written to and have no gaps.
    return np.require(given, np.int64, ["C", "W"])


def rows(values: npt.ArrayLike, columns: int, what: str) -> Numbers:
    """Coordinates, that many in a row."""
    given = whole_numbers(values, what, LEAST, MOST)
    if given.size and (given.ndim != 2 or given.shape[1] != columns):
        raise malformed(f"{what} must be {columns} numbers in a row, one row for each")
    return given.reshape(-1, columns)


def sight_many(
    table: PackedTable, pairs: npt.ArrayLike, eyes: npt.ArrayLike | None = None
) -> Numbers:
    """For each pair the number of a piece that hides one point from the other, -1 if none does.

    Without eyes the question is that of `sight_across`; with a row of two heights for each pair it
    is that of `sight_over`. Of several pieces it is the first on the table's list.
    """
    legs = rows(pairs, 4, "a pair of points")
    found = np.empty(len(legs), np.int64)
    if eyes is None:
        kernel().across(table.pieces, table.corners, legs, found)
        return found
    heights = whole_numbers(eyes, "the height of an eye", 0, MOST_EYE).reshape(-1, 2)
    if len(heights) != len(legs):
        raise malformed("every pair of points needs a pair of eyes")
    kernel().over(table.pieces, table.corners, legs, heights, found)
    return found


def enters_many(table: PackedTable, piece: int, legs: npt.ArrayLike) -> Flags:
    """Whether each leg passes through the inside of that piece, as `enters` says."""
    if not 0 <= piece < table.pieces.shape[1]:
        raise malformed(f"the table has no piece {piece}")
    given = rows(legs, 4, "a leg")
    found = np.empty(len(given), np.bool_)
    kernel().enters(table.pieces, table.corners, piece, given, found)
    return found


def ground_many(table: PackedTable, points: npt.ArrayLike) -> Numbers:
    """The height a figure stands at on each point, as `ground` says."""
    given = rows(points, 2, "a point")
    found = np.empty(len(given), np.int64)
    kernel().grounds(table.pieces, table.corners, given, found)
    return found
