"""The way on foot over a grid, compiled: how far it is between any two cells."""

from math import hypot

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.ground import is_in, leg_cost
from outrider.bots.skirmishers.layout import CELL, COLUMNS, DEPTH, ROWS, WIDTH
from outrider.compiled import entry, part
from outrider.games import skirmishers
from outrider.games.skirmishers import kernel as rules
from outrider.table import kernel as measuring

BUILT_ON = (skirmishers, measured, measuring, rules)

FAR = 500.0


@part
def cell_of(facts: Reals, x: float, y: float) -> int:
    column = min(max(int(x / facts[CELL]), 0), int(facts[COLUMNS]) - 1)
    row = min(max(int(y / facts[CELL]), 0), int(facts[ROWS]) - 1)
    return row * int(facts[COLUMNS]) + column


@entry(*BUILT_ON)
def spread(
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    costs: Reals,
    cells: Reals,
    ways: Reals,
) -> None:
    """ways[a, b] is what it costs to walk from cell a to cell b; FAR if there is no way."""
    columns, rows, count = int(facts[COLUMNS]), int(facts[ROWS]), len(cells)
    steps = np.full((count, 8), FAR)
    beside = np.full((count, 8), -1, np.int64)
    for one in range(count):
        number = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dx == 0 and dy == 0:
                    continue
                column, row = one % columns + dx, one // columns + dy
                if 0 <= column < columns and 0 <= row < rows:
                    other = row * columns + column
                    cost = leg_cost(
                        pieces, corners, costs,
                        cells[one, 0], cells[one, 1], cells[other, 0], cells[other, 1],
                    )  # fmt: skip
                    if cost >= 0:
                        beside[one, number], steps[one, number] = other, cost
                number += 1
    queue = np.zeros(count + 1, np.int64)
    waits = np.zeros(count, np.bool_)
    for source in range(count):
        found = ways[source]
        found[:] = FAR
        found[source] = 0
        head, tail = 0, 1
        queue[0] = source
        waits[source] = True
        while head != tail:
            one = queue[head]
            head = (head + 1) % (count + 1)
            waits[one] = False
            for number in range(8):
                other = beside[one, number]
                if other >= 0 and found[one] + steps[one, number] < found[other] - 1e-9:
                    found[other] = found[one] + steps[one, number]
                    if not waits[other]:
                        waits[other] = True
                        queue[tail] = other
                        tail = (tail + 1) % (count + 1)


@entry(*BUILT_ON)
def to_goals(
    facts: Reals,
    zones: Numbers,
    outlines: Numbers,
    cells: Reals,
    ways: Reals,
    goals: Reals,
) -> None:
    """goals[g, c]: from cell c to zone g, and after the zones to the top, bottom, left and right
    edge."""
    count = zones.shape[1]
    for goal in range(count + 4):
        for one in range(len(cells)):
            goals[goal, one] = FAR
        for other in range(len(cells)):
            x, y = cells[other, 0], cells[other, 1]
            if goal < count:
                more = 0.0 if is_in(zones, outlines, goal, x, y) else FAR
            else:
                side = goal - count
                gap = facts[DEPTH] - y if side == 0 else y if side == 1 else x
                gap = facts[WIDTH] - x if side == 3 else gap
                more = gap if gap <= facts[CELL] else FAR
            if more >= FAR:
                continue
            for one in range(len(cells)):
                goals[goal, one] = min(goals[goal, one], ways[one, other] + more)


@part
def walk(facts: Reals, cells: Reals, found: Reals, x: float, y: float) -> float:
    """How far it is from a point, by how far it is from the cells around it."""
    columns, rows = int(facts[COLUMNS]), int(facts[ROWS])
    middle = cell_of(facts, x, y)
    best = FAR
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            column, row = middle % columns + dx, middle // columns + dy
            if 0 <= column < columns and 0 <= row < rows:
                at = row * columns + column
                if found[at] < FAR:
                    far = found[at] + hypot(cells[at, 0] - x, cells[at, 1] - y)
                    best = min(best, far)
    return best


@part
def follow(
    facts: Reals,
    cells: Reals,
    found: Reals,
    x: float,
    y: float,
    limit: float,
    out: Reals,
) -> None:
    """The point that one gets to by so much walking down a slope of distances, in `out`."""
    columns, rows = int(facts[COLUMNS]), int(facts[ROWS])
    px, py, left = x, y, limit
    at = cell_of(facts, x, y)
    for _ in range(12):
        best, nearest = found[at] - 1e-6, -1
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                column, row = at % columns + dx, at // columns + dy
                if 0 <= column < columns and 0 <= row < rows:
                    other = row * columns + column
                    if found[other] < best:
                        best, nearest = found[other], other
        if nearest < 0:
            break
        step = hypot(cells[nearest, 0] - px, cells[nearest, 1] - py)
        cost = max(step, found[at] - best) if found[at] < FAR else step
        if cost > left:
            px += (cells[nearest, 0] - px) * left / cost
            py += (cells[nearest, 1] - py) * left / cost
            break
        left -= cost
        at, px, py = nearest, cells[nearest, 0], cells[nearest, 1]
    out[0], out[1] = px, py
