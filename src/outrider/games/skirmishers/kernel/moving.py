"""Movement (SKR-M1, SKR-M2): which ways there are."""

import numpy as np

from outrider.compiled import lowest, part, rule
from outrider.games.skirmishers.kernel.fire import is_own
from outrider.games.skirmishers.kernel.layout import (
    BASE,
    BLUE_GOALS,
    BOTTOM,
    COST,
    DEPTH,
    EDGE,
    ENEMY_IN_WAY,
    FINE,
    FIRED,
    FOUGHT,
    GOAL,
    GOAL_FIELDS,
    GOALS,
    HAS_FIRED,
    HAS_MOVED,
    HAS_STRUCK,
    IMPASSABLE,
    IS_PINNED,
    LEAVE,
    LEFT,
    MOVED,
    MOVEMENT,
    NO_EXIT,
    NO_PIECE,
    NO_WAY,
    NONE,
    OFF_TABLE,
    OVERLAPS,
    RED_GOALS,
    SLOTS,
    SLOWS,
    TOO_FAR,
    TOP,
    UNIT,
    UNITS,
    UNSURE,
    USED,
    WALL,
    WIDTH,
)
from outrider.games.skirmishers.kernel.record import (
    Answer,
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    has,
    holder,
    is_here,
    pins,
    place,
    seat_of,
)
from outrider.games.skirmishers.kernel.victory import goal_at, goals_of
from outrider.table.kernel.costs import INCH, fine_cost
from outrider.table.kernel.crossing import Leg, enters_disc, enters_piece
from outrider.table.kernel.points import squared
from outrider.table.kernel.sight import WORD, on_line

ONE = np.uint64(1)


@part
def why_not_set_out(record: Numbers, ground: Ground, unit: int) -> Answer:
    """Why a piece of the side whose turn it is may not move at all, wherever to."""
    if has(record, unit, MOVED):
        return HAS_MOVED, unit, 0  # SKR-T2
    if has(record, unit, FIRED):
        return HAS_FIRED, unit, 0  # SKR-T2
    if has(record, unit, FOUGHT):
        return HAS_STRUCK, unit, 0  # SKR-T3
    over = holder(record, pins(ground), unit, NONE)
    return (FINE, 0, 0) if over == NONE else (IS_PINNED, unit, over)  # SKR-F11


@rule
def slot_point(action: Numbers, number: int) -> tuple[int, int]:
    """A point of an action's way."""
    return action[SLOTS + 2 * number], action[SLOTS + 2 * number + 1]


@rule
def leg_of(record: Numbers, action: Numbers, number: int) -> Leg:
    """A leg of an action's way; the first begins where the piece stands."""
    if number == 0:
        ax, ay = place(record, action[UNIT])
    else:
        ax, ay = slot_point(action, number - 1)
    bx, by = slot_point(action, number)
    return ax, ay, bx, by


@part
def is_barred(ground: Ground, leg: Leg) -> bool:
    """SKR-M2: whether a leg passes through impassable terrain."""
    pieces, corners = ground[0], ground[1]
    ax, ay, bx, by = leg
    for first in range(0, pieces.shape[1], WORD):
        left = on_line(pieces, WALL, 0, first, ax, ay, bx, by)
        while left:
            which = first + int(lowest(left))
            left &= left - ONE
            if enters_piece(pieces, corners, which, leg):
                return True
    return False


@part
def meets_enemy(record: Numbers, unit: int, leg: Leg) -> bool:
    """SKR-M2: whether a leg passes through an enemy; touching is not too close."""
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe):
            x, y = place(record, foe)
            apart = record[at(unit, BASE)] + record[at(foe, BASE)]
            if enters_disc(x, y, apart, leg, 1, 1):
                return True
    return False


@rule
def slow_pieces(ground: Ground) -> Numbers:
    """Which pieces change what a move costs, the dearest first."""
    plan = ground[2]
    first = GOALS + GOAL_FIELDS * (plan[RED_GOALS] + plan[BLUE_GOALS])
    return plan[first : first + plan[SLOWS]]


@rule
def why_not_paid(record: Numbers, ground: Ground, action: Numbers) -> Answer:
    """SKR-M1, SKR-M2: why a way is barred, or longer than the piece may go. Terrain has its price
    (SKR-S3). Only the whole is rounded up."""
    least = most = 0
    slow = slow_pieces(ground)
    for number in range(action[USED]):
        leg = leg_of(record, action, number)
        if is_barred(ground, leg):
            return IMPASSABLE, 0, 0
        low, high = fine_cost(ground[0], ground[1], slow, COST, leg, ground[4])
        least += low
        most += high
    limit = record[at(action[UNIT], MOVEMENT)]
    if most <= limit * INCH:
        return FINE, 0, 0
    if least != most:
        return UNSURE, 0, 0
    return TOO_FAR, -(-most // INCH) - limit, 0


@rule
def why_not_way(record: Numbers, ground: Ground, action: Numbers, is_paid: bool) -> Answer:
    """Why a way cannot be walked, wherever it may end; whether it is too long is not asked if it is
    known to be paid."""
    width, depth = ground[2][WIDTH], ground[2][DEPTH]
    for number in range(action[USED]):
        x, y = slot_point(action, number)
        if not (0 <= x <= width and 0 <= y <= depth):
            return OFF_TABLE, number, 0  # SKR-M2
    if not is_paid:
        answer = why_not_paid(record, ground, action)
        if answer[0] != FINE:
            return answer
    for number in range(action[USED]):
        if meets_enemy(record, action[UNIT], leg_of(record, action, number)):
            return ENEMY_IN_WAY, 0, 0  # SKR-M2
    return FINE, 0, 0


@part
def exit_edge(ground: Ground, seat: int, x: int, y: int) -> int:
    """SKR-S4: the exit edge of a side that a point lies exactly on, if any; of two that of the
    condition listed first."""
    plan = ground[2]
    for number in range(goals_of(ground, seat)):
        goal = goal_at(ground, seat, number)
        if plan[goal + GOAL] == LEAVE:
            edge = plan[goal + EDGE]
            if edge in (TOP, BOTTOM):
                reached = y == (plan[DEPTH] if edge == TOP else 0)
            else:
                reached = x == (0 if edge == LEFT else plan[WIDTH])
            if reached:
                found: int = edge
                return found
    return NO_EXIT


@part
def why_not_end(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> Answer:
    """SKR-M2: no base overlaps another at the end; a piece that leaves is not there any more."""
    for each in range(record[UNITS]):
        if each != unit and is_here(record, each):
            apart = record[at(each, BASE)] + record[at(unit, BASE)]
            other_x, other_y = place(record, each)
            if squared(other_x, other_y, x, y) < apart * apart:
                if exit_edge(ground, seat_of(record, unit), x, y) == NO_EXIT:
                    return OVERLAPS, each, 0
                return FINE, 0, 0
    return FINE, 0, 0


@part
def why_not_path(record: Numbers, ground: Ground, action: Numbers, is_paid: bool) -> Answer:
    """Why a piece that may move may not move there. A way of no length is no move (SKR-M2)."""
    unit, used = action[UNIT], action[USED]
    start_x, start_y = place(record, unit)
    stays = True
    for number in range(used):
        x, y = slot_point(action, number)
        if x != start_x or y != start_y:
            stays = False
    if stays:
        return NO_WAY, unit, 0
    answer = why_not_way(record, ground, action, is_paid)
    if answer[0] != FINE:
        return answer
    x, y = slot_point(action, used - 1)
    return why_not_end(record, ground, unit, x, y)


@part
def why_not_move(record: Numbers, ground: Ground, action: Numbers, is_paid: bool) -> Answer:
    unit = action[UNIT]
    if not is_own(record, unit):
        return NO_PIECE, unit, 0  # SKR-T1
    answer = why_not_set_out(record, ground, unit)
    if answer[0] != FINE:
        return answer
    return why_not_path(record, ground, action, is_paid)
