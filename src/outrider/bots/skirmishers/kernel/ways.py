"""The way on foot over a grid: how far it is, and which way one goes."""

from math import hypot

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmishers.kernel.questions import put_at, toll
from outrider.bots.skirmishers.kernel.styles import (
    CELL,
    COLUMNS,
    GRID,
    PLANS,
    ROWS,
    TO_GOALS,
    WAYS,
    Mind,
    World,
)
from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.layout import (
    BLUE_GOALS,
    DEPTH,
    GOAL,
    GOAL_FIELDS,
    GOALS,
    HOLD,
    IMPASSABLE,
    LEAVE,
    MOVEMENT,
    REACH,
    RED_GOALS,
    SLOTS,
    TOO_FAR,
    UNIT,
    USED,
    WIDTH,
    ZONE,
)
from outrider.games.skirmishers.kernel.listing import goal_point
from outrider.games.skirmishers.kernel.record import Ground, at, place
from outrider.table.kernel.crossing import holds
from outrider.table.lengths import INCH

FAR = 500.0
BESIDE = 9
"""Cells around a cell, with itself in the middle."""
LEAST = 1e-6
STEPS = 12
"""Cells that one walks over at most in a turn."""


@rule
def cell_of(grid: Numbers, x: int, y: int) -> int:
    column = min(max(x // grid[CELL], 0), grid[COLUMNS] - 1)
    row = min(max(y // grid[CELL], 0), grid[ROWS] - 1)
    cell: int = row * grid[COLUMNS] + column
    return cell


@rule
def middle_of(ground: Ground, grid: Numbers, cell: int) -> tuple[int, int]:
    """The middle of a cell, which is on the table."""
    x = grid[CELL] * (cell % grid[COLUMNS]) + grid[CELL] // 2
    y = grid[CELL] * (cell // grid[COLUMNS]) + grid[CELL] // 2
    return min(x, ground[2][WIDTH]), min(y, ground[2][DEPTH])


@part
def beside(grid: Numbers, cell: int, number: int) -> int:
    """One of the cells around a cell; -1 where the table ends."""
    column = cell % grid[COLUMNS] + number % 3 - 1
    row = cell // grid[COLUMNS] + number // 3 - 1
    if not (0 <= column < grid[COLUMNS] and 0 <= row < grid[ROWS]):
        return -1
    other: int = row * grid[COLUMNS] + column
    return other


@part
def measure_steps(record: Numbers, world: World, steps: Reals) -> None:
    """steps[c, n]: what it costs from a cell to the n-th one beside it. A piece is thought there
    that cannot go at all, and the rules say how much it is short of."""
    ground, grid, action = world[0], world[1][GRID], world[2][PLANS][0, 0]
    record[at(0, MOVEMENT)] = 0
    action[UNIT], action[USED] = 0, 1
    for cell in range(len(steps)):
        x, y = middle_of(ground, grid, cell)
        put_at(record, 0, x, y)
        for number in range(BESIDE):
            other = beside(grid, cell, number)
            steps[cell, number] = FAR
            if other >= 0:
                to_x, to_y = middle_of(ground, grid, other)
                action[SLOTS], action[SLOTS + 1] = to_x, to_y
                reason, short, _ = toll(record, world, action)
                if reason == TOO_FAR:
                    steps[cell, number] = short / INCH
                elif reason != IMPASSABLE:
                    steps[cell, number] = hypot(to_x - x, to_y - y) / INCH


@part
def spread(record: Numbers, world: World) -> None:
    """Fill in how far it is on foot; FAR where there is no way."""
    ways, grid = world[1][WAYS], world[1][GRID]
    count = len(ways)
    steps = np.empty((count, BESIDE))
    measure_steps(record, world, steps)
    queue, waits = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
    for source in range(count):
        for cell in range(count):
            ways[source, cell] = FAR
        ways[source, source] = 0
        head, tail = 0, 1
        queue[0] = source
        while head != tail:
            cell = queue[head]
            head = (head + 1) % (count + 1)
            waits[cell] = 0
            for number in range(BESIDE):
                far = ways[source, cell] + steps[cell, number]
                other = beside(grid, cell, number)
                if other >= 0 and far < ways[source, other] - LEAST:
                    ways[source, other] = far
                    if waits[other] == 0:
                        waits[other] = 1
                        queue[tail] = other
                        tail = (tail + 1) % (count + 1)
    for number in range(all_goals(world[0])):
        spread_to_goal(world[0], world[1], number)


@part
def spread_to_goal(ground: Ground, mind: Mind, number: int) -> None:
    """The same to the zone or the edge of a condition, if it has one."""
    ways, found, grid = mind[WAYS], mind[TO_GOALS][number], mind[GRID]
    goal = goal_of(number)
    kind = ground[2][goal + GOAL]
    for cell in range(len(ways)):
        found[cell] = FAR
    if kind not in (REACH, HOLD, LEAVE):
        return
    for other in range(len(ways)):
        x, y = middle_of(ground, grid, other)
        to_x, to_y = goal_point(ground, goal, x, y)
        more = hypot(to_x - x, to_y - y)
        is_there = more <= grid[CELL]
        if kind != LEAVE:
            more = 0.0
            is_there = holds(ground[0], ground[1], ground[2][goal + ZONE], x, y)
        if is_there:
            for cell in range(len(ways)):
                found[cell] = min(found[cell], ways[cell, other] + more / INCH)


@rule
def goal_of(number: int) -> int:
    """Where a condition stands in the plan."""
    return GOALS + GOAL_FIELDS * number


@rule
def is_mine(ground: Ground, number: int, seat: int) -> bool:
    """Whether a condition is that side's."""
    blue: bool = number >= ground[2][RED_GOALS]
    return blue == (seat == 1)


@rule
def all_goals(ground: Ground) -> int:
    """How many conditions there are, Red's first."""
    count: int = ground[2][RED_GOALS] + ground[2][BLUE_GOALS]
    return count


@part
def walk(ground: Ground, grid: Numbers, found: Reals, x: int, y: int) -> float:
    """How far it is from a point, by how far it is from the cells around it."""
    here, best = cell_of(grid, x, y), FAR
    for number in range(BESIDE):
        cell = beside(grid, here, number)
        if cell >= 0 and found[cell] < FAR:
            to_x, to_y = middle_of(ground, grid, cell)
            best = min(best, found[cell] + hypot(to_x - x, to_y - y) / INCH)
    return best


@part
def follow(record: Numbers, world: World, action: Numbers, found: Reals, limit: float) -> None:
    """Fill in the way of a move by so much walking down a slope of distances."""
    ground, grid = world[0], world[1][GRID]
    x, y = place(record, action[UNIT])
    here, used = cell_of(grid, x, y), 0
    while used < STEPS and limit > 0:
        best, nearest = found[here] - LEAST, -1
        for number in range(BESIDE):
            cell = beside(grid, here, number)
            if cell >= 0 and found[cell] < best:
                best, nearest = found[cell], cell
        if nearest < 0:
            break
        to_x, to_y = middle_of(ground, grid, nearest)
        cost = hypot(to_x - x, to_y - y) / INCH
        if found[here] < FAR:
            cost = max(cost, found[here] - best)
        share = min(1.0, limit / max(cost, LEAST))
        x, y = x + int((to_x - x) * share), y + int((to_y - y) * share)
        action[SLOTS + 2 * used], action[SLOTS + 2 * used + 1] = x, y
        limit -= cost
        here, used = nearest, used + 1
    action[USED] = used
