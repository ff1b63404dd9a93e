"""Outlines of cells: all of what is marked, and with fewer corners nothing that is not."""

import random
from typing import Any

import numpy as np
import pytest

from outrider.compiled.plain import twin
from outrider.table.kernel import tracing
from outrider.table.kernel.layout import AREA, COUNT, FIRST_CORNER, NONE, OUTLINE, OWNER
from table.told import Json, held

SIZE, SCALE = 14, 10


def blot(source: random.Random) -> Any:
    """Cells with a rim: noise, and discs put on it and taken off it."""
    cells = np.zeros((SIZE + 2, SIZE + 2), np.uint8)
    inner = cells[1:-1, 1:-1]
    share = source.choice((0, 0.2, 0.5))
    inner[:] = [[source.random() < share for _ in range(SIZE)] for _ in range(SIZE)]
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    for each in range(source.randint(1, 5)):
        x, y, radius = source.uniform(0, SIZE), source.uniform(0, SIZE), source.uniform(1, 7)
        inner[(columns - x) ** 2 + (rows - y) ** 2 < radius**2] = each % 2 == 0
    return cells


def outlined(cells: Any, far: int) -> tuple[list[Json], list[list[int]]]:
    """Areas of what is marked, with corners left out that are at most so far away; and the rows of
    their outlines."""
    points, outlines = np.zeros((2000, 2), np.int64), np.zeros((400, OUTLINE), np.int64)
    found = twin(tracing.trace)(cells, points, outlines)
    rows: list[list[int]] = outlines[:found].tolist()
    told = []
    for row in rows:
        first, count = row[FIRST_CORNER], row[COUNT]
        if far:
            count = twin(tracing.shorten)(cells, points, first, count, far)
        assert count >= 3
        corners = (points[first : first + count] * SCALE / 1000).tolist()
        told.append({"shape": "polygon", "points": corners})
    areas = [
        {**shape, "without": [told[n] for n, hole in enumerate(rows) if hole[OWNER] == which]}
        for which, (shape, row) in enumerate(zip(told, rows, strict=True))
        if row[AREA] > 0
    ]
    return areas, rows


def middles(cells: Any) -> list[tuple[tuple[int, int], bool]]:
    """A few points inside of every cell, and whether it is marked."""
    rows, columns = cells.shape
    return [
        ((SCALE * x + dx, SCALE * y + dy), bool(cells[y, x] & 1))
        for x in range(columns)
        for y in range(rows)
        for dx, dy in ((5, 5), (1, 1), (9, 1), (1, 9), (9, 9))
    ]


@pytest.mark.parametrize("seed", range(12))
def test_outlines_hold_what_is_marked_and_nothing_else(seed: int) -> None:
    cells = blot(random.Random(seed))
    count = int(cells.sum())
    areas, rows = outlined(cells, 0)
    assert sum(row[AREA] for row in rows) == 2 * count
    assert all((row[AREA] < 0) == (row[OWNER] != NONE) for row in rows)
    assert all(held(areas, at) == marked for at, marked in middles(cells))


@pytest.mark.parametrize("far", [1, 2, 4])
def test_with_fewer_corners_they_hold_nothing_more(far: int) -> None:
    fewer = 0
    for seed in range(12):
        cells = blot(random.Random(100 + seed))
        whole, _ = outlined(cells.copy(), 0)
        areas, _ = outlined(cells, far)
        assert not any(held(areas, at) for at, marked in middles(cells) if not marked)
        fewer += sum(len(area["points"]) for area in whole)
        fewer -= sum(len(area["points"]) for area in areas)
    assert fewer > 100


def test_without_room_there_is_no_answer() -> None:
    cells = blot(random.Random(2))
    few, outlines = np.zeros((3, 2), np.int64), np.zeros((4, OUTLINE), np.int64)
    assert twin(tracing.trace)(cells, few, outlines) == NONE
