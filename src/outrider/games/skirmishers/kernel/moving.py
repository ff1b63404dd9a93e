"""Movement (SKR-M1, SKR-M2): which ways there are."""

import numpy as np

from outrider.compiled import Word, lowest, part, rule
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
    SLOW,
    SLOWS,
    TOO_FAR,
    TOP,
    UNIT,
    UNITS,
    UNSURE,
    USED,
    WALL,
    WIDTH,
    X,
    Y,
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
from outrider.table.kernel.costs import INCH, fine_cost, near_box
from outrider.table.kernel.crossing import Leg, enters_disc, enters_piece
from outrider.table.kernel.layout import BOTTOM as LOW
from outrider.table.kernel.layout import LEFT as NEAR
from outrider.table.kernel.layout import RIGHT as FAR
from outrider.table.kernel.layout import TOP as HIGH
from outrider.table.kernel.points import squared
from outrider.table.kernel.sight import NO_BITS, ONE, WORD, on_line


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


@rule
def is_met(record: Numbers, unit: int, foe: int, leg: Leg) -> bool:
    """SKR-M2: whether a leg passes through an enemy who is there; touching is not too close."""
    x, y = place(record, foe)
    return enters_disc(x, y, record[at(unit, BASE)] + record[at(foe, BASE)], leg, 1, 1)


@part
def meets_enemy(record: Numbers, unit: int, leg: Leg) -> bool:
    """SKR-M2: whether a leg passes through an enemy."""
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe) and is_met(record, unit, foe, leg):
            return True
    return False


@rule
def slow_pieces(ground: Ground) -> Numbers:
    """Which pieces change what a move costs, the dearest first."""
    plan = ground[2]
    first = GOALS + GOAL_FIELDS * (plan[RED_GOALS] + plan[BLUE_GOALS])
    return plan[first : first + plan[SLOWS]]


@part
def terrain_about(ground: Ground, first: int, x: int, y: int, reach: int) -> Word:
    """Of up to 64 pieces of terrain from `first` on, those that bar a way or change what it costs
    and may have something of one as long as that."""
    pieces, found = ground[0], NO_BITS
    for number in range(min(WORD, pieces.shape[1] - first)):
        which = first + number
        if (
            (pieces[WALL, which] or pieces[SLOW, which])
            and pieces[NEAR, which] < x + reach
            and pieces[FAR, which] > x - reach
            and pieces[LOW, which] < y + reach
            and pieces[HIGH, which] > y - reach
        ):
            found |= ONE << np.uint64(number)
    return found


@rule
def is_near_any(ground: Ground, first: int, which: Word, leg: Leg) -> bool:
    """Whether a leg may have something of one of those pieces; if not, it is open, and costs no
    more than it is long."""
    left = which
    while left:
        if near_box(ground[0], first + int(lowest(left)), leg):
            return True
        left &= left - ONE
    return False


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
def why_not_open(record: Numbers, ground: Ground, action: Numbers, is_paid: bool) -> Answer:
    """Why a way cannot be walked whoever else is about; whether it is too long is not asked if it
    is known to be paid."""
    width, depth = ground[2][WIDTH], ground[2][DEPTH]
    for number in range(action[USED]):
        x, y = slot_point(action, number)
        if not (0 <= x <= width and 0 <= y <= depth):
            return OFF_TABLE, number, 0  # SKR-M2
    return (FINE, 0, 0) if is_paid else why_not_paid(record, ground, action)


@rule
def why_not_way(record: Numbers, ground: Ground, action: Numbers, is_paid: bool) -> Answer:
    """Why a way cannot be walked, wherever it may end."""
    answer = why_not_open(record, ground, action, is_paid)
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


@rule
def overlaps(record: Numbers, unit: int, each: int, x: int, y: int) -> bool:
    """Whether the base of a piece that ends there would overlap another's."""
    apart = record[at(each, BASE)] + record[at(unit, BASE)]
    other_x, other_y = place(record, each)
    over: bool = squared(other_x, other_y, x, y) < apart * apart
    return over


@part
def why_not_end(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> Answer:
    """SKR-M2: no base overlaps another at the end; a piece that leaves is not there any more."""
    for each in range(record[UNITS]):
        if each != unit and is_here(record, each) and overlaps(record, unit, each, x, y):
            if exit_edge(ground, seat_of(record, unit), x, y) == NO_EXIT:
                return OVERLAPS, each, 0
            return FINE, 0, 0
    return FINE, 0, 0


@rule
def is_aside(record: Numbers, unit: int, each: int, length: int) -> bool:
    """Whether another piece is so far away that it is met and overlapped on no way as long as that
    from where the first stands."""
    reach = length + record[at(unit, BASE)] + record[at(each, BASE)]
    x, y = place(record, unit)
    far: bool = squared(x, y, record[at(each, X)], record[at(each, Y)]) >= reach * reach
    return far


@rule
def bars(record: Numbers, ground: Ground, unit: int, each: int, to_x: int, to_y: int) -> bool:
    """SKR-M2: whether another piece, which is there, keeps one from going straight to a point: it
    is an enemy in the way, or stands there."""
    x, y = place(record, unit)
    is_foe = seat_of(record, each) != seat_of(record, unit)
    if is_foe and is_met(record, unit, each, (x, y, to_x, to_y)):
        return True
    if not overlaps(record, unit, each, to_x, to_y):
        return False
    return exit_edge(ground, seat_of(record, unit), to_x, to_y) == NO_EXIT


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
