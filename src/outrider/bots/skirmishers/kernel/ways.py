"""The way on foot over a grid: how far it is, and which way one goes."""

from math import hypot

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmishers.kernel import memory
from outrider.bots.skirmishers.kernel.memory import World, slope_to, ways_to, where
from outrider.bots.skirmishers.kernel.questions import asked, put_at
from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel import layout
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
def cell_of(mind: Reals, x: int, y: int) -> int:
    column = min(max(x // where(mind, memory.CELL), 0), where(mind, memory.COLUMNS) - 1)
    row = min(max(y // where(mind, memory.CELL), 0), where(mind, memory.ROWS) - 1)
    return row * where(mind, memory.COLUMNS) + column


@rule
def middle_of(ground: Ground, mind: Reals, cell: int) -> tuple[int, int]:
    """The middle of a cell, which is on the table."""
    size, columns = where(mind, memory.CELL), where(mind, memory.COLUMNS)
    x, y = size * (cell % columns) + size // 2, size * (cell // columns) + size // 2
    return min(x, ground[2][layout.WIDTH]), min(y, ground[2][layout.DEPTH])


@part
def beside(mind: Reals, cell: int, number: int) -> int:
    """One of the cells around a cell; -1 where the table ends."""
    columns = where(mind, memory.COLUMNS)
    column, row = cell % columns + number % 3 - 1, cell // columns + number // 3 - 1
    if not (0 <= column < columns and 0 <= row < where(mind, memory.ROWS)):
        return -1
    return row * columns + column


@part
def measure_steps(record: Numbers, world: World, steps: Reals) -> None:
    """steps[c, n]: what it costs from a cell to the n-th one beside it. A piece is thought there
    that cannot go at all, and the rules say how much it is short of."""
    ground, mind, action = world[0], world[1], world[2][memory.SLIP : memory.THROWN]
    record[at(0, layout.MOVEMENT)] = 0
    action[layout.UNIT], action[layout.USED] = 0, 1
    for cell in range(len(steps)):
        x, y = middle_of(ground, mind, cell)
        put_at(record, 0, x, y)
        for number in range(BESIDE):
            other = beside(mind, cell, number)
            steps[cell, number] = FAR
            if other >= 0:
                to_x, to_y = middle_of(ground, mind, other)
                action[layout.SLOTS], action[layout.SLOTS + 1] = to_x, to_y
                reason, short, _ = asked(record, world, layout.ON_WAY, action)
                if reason == layout.TOO_FAR:
                    steps[cell, number] = short / INCH
                elif reason != layout.IMPASSABLE:
                    steps[cell, number] = hypot(to_x - x, to_y - y) / INCH


@part
def spread(record: Numbers, world: World) -> None:
    """Fill in how far it is on foot; FAR where there is no way."""
    mind = world[1]
    count = where(mind, memory.CELLS)
    steps = np.empty((count, BESIDE))
    measure_steps(record, world, steps)
    queue, waits = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
    for source in range(count):
        first = ways_to(mind, source)
        for cell in range(count):
            mind[first + cell] = FAR
        mind[first + source] = 0
        head, tail = 0, 1
        queue[0] = source
        while head != tail:
            cell = queue[head]
            head = (head + 1) % (count + 1)
            waits[cell] = 0
            for number in range(BESIDE):
                far = mind[first + cell] + steps[cell, number]
                other = beside(mind, cell, number)
                if other >= 0 and far < mind[first + other] - LEAST:
                    mind[first + other] = far
                    if waits[other] == 0:
                        waits[other] = 1
                        queue[tail] = other
                        tail = (tail + 1) % (count + 1)
    for number in range(all_goals(world[0])):
        spread_to_goal(world[0], world[1], number)


@part
def spread_to_goal(ground: Ground, mind: Reals, number: int) -> None:
    """The same to the zone or the edge of a condition, if it has one."""
    goal, first = goal_of(number), slope_to(mind, number)
    kind = ground[2][goal + layout.GOAL]
    for cell in range(where(mind, memory.CELLS)):
        mind[first + cell] = FAR
    if kind not in (layout.REACH, layout.HOLD, layout.LEAVE):
        return
    for other in range(where(mind, memory.CELLS)):
        x, y = middle_of(ground, mind, other)
        to_x, to_y = goal_point(ground, goal, x, y)
        more = hypot(to_x - x, to_y - y)
        is_there = more <= where(mind, memory.CELL)
        if kind != layout.LEAVE:
            more = 0.0
            is_there = holds(ground[0], ground[1], ground[2][goal + layout.ZONE], x, y)
        if is_there:
            for cell in range(where(mind, memory.CELLS)):
                far = mind[ways_to(mind, cell) + other] + more / INCH
                mind[first + cell] = min(mind[first + cell], far)


@rule
def goal_of(number: int) -> int:
    """Where a condition stands in the plan."""
    return layout.GOALS + layout.GOAL_FIELDS * number


@rule
def is_mine(ground: Ground, number: int, seat: int) -> bool:
    """Whether a condition is that side's."""
    blue: bool = number >= ground[2][layout.RED_GOALS]
    return blue == (seat == 1)


@rule
def all_goals(ground: Ground) -> int:
    """How many conditions there are, Red's first."""
    count: int = ground[2][layout.RED_GOALS] + ground[2][layout.BLUE_GOALS]
    return count


@part
def walk(ground: Ground, mind: Reals, first: int, x: int, y: int) -> float:
    """How far it is from a point, by how far it is from the cells around it; the slope of distances
    begins there."""
    here, best = cell_of(mind, x, y), FAR
    for number in range(BESIDE):
        cell = beside(mind, here, number)
        if cell >= 0 and mind[first + cell] < FAR:
            to_x, to_y = middle_of(ground, mind, cell)
            best = min(best, mind[first + cell] + hypot(to_x - x, to_y - y) / INCH)
    return best


@part
def follow(record: Numbers, world: World, action: Numbers, first: int, limit: float) -> None:
    """Fill in the way of a move by so much walking down a slope of distances."""
    ground, mind = world[0], world[1]
    x, y = place(record, action[layout.UNIT])
    here, used = cell_of(mind, x, y), 0
    while used < STEPS and limit > 0:
        best, nearest = mind[first + here] - LEAST, -1
        for number in range(BESIDE):
            cell = beside(mind, here, number)
            if cell >= 0 and mind[first + cell] < best:
                best, nearest = mind[first + cell], cell
        if nearest < 0:
            break
        to_x, to_y = middle_of(ground, mind, nearest)
        cost = hypot(to_x - x, to_y - y) / INCH
        if mind[first + here] < FAR:
            cost = max(cost, mind[first + here] - best)
        share = min(1.0, limit / max(cost, LEAST))
        x, y = x + int((to_x - x) * share), y + int((to_y - y) * share)
        action[layout.SLOTS + 2 * used], action[layout.SLOTS + 2 * used + 1] = x, y
        limit -= cost
        here, used = nearest, used + 1
    action[layout.USED] = used
