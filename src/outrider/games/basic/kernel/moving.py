"""Movement (BSK-M1, BSK-M2)."""

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    BASE,
    DEPTH,
    DONE,
    END_OFF_TABLE,
    END_OVERLAPS,
    FINE,
    HAS_MOVED,
    IS_DONE,
    MOVED,
    MOVEMENT,
    NO_UNIT,
    NONE,
    PLACED,
    RUSH_MOVEMENT,
    RUSHED,
    SEAT,
    TOO_FAR,
    UNITS,
    WIDTH,
    X,
    Y,
)
from outrider.games.basic.kernel.record import (
    Answer,
    Numbers,
    at,
    has,
    is_alive,
    mark,
    place,
    seat_of,
    statistic,
)
from outrider.table.kernel.points import distance, squared, within


@rule
def rests_on(table: Numbers, x: int, y: int) -> bool:
    """BSK-M2: whether a centre lies on the table, its rim included."""
    on: bool = 0 <= x <= table[WIDTH] and 0 <= y <= table[DEPTH]
    return on


@rule
def overlapped(record: Numbers, numbers: Numbers, unit: int, x: int, y: int, upto: int) -> int:
    """BSK-M2: the first of the units before `upto` whose base a unit's would overlap there; bases
    may touch."""
    apart = 2 * numbers[BASE]
    for other in range(upto):
        if other != unit and has(record, other, PLACED) and is_alive(record, other):
            other_x, other_y = place(record, other)
            if squared(x, y, other_x, other_y) < apart * apart:
                return other
    return NONE


@rule
def movement(record: Numbers, numbers: Numbers, unit: int) -> int:
    """BSK-M1, BSK-A3: how far a unit moves."""
    far = statistic(numbers, unit, MOVEMENT)
    return far + numbers[RUSH_MOVEMENT] if has(record, unit, RUSHED) else far


@rule
def why_not_set_out(record: Numbers, unit: int) -> int:
    """Why a unit may not move at all, wherever to."""
    if seat_of(unit) != record[SEAT] or not is_alive(record, unit):
        return NO_UNIT  # BSK-T1
    if has(record, unit, DONE):
        return IS_DONE  # BSK-C3
    if has(record, unit, MOVED):
        return HAS_MOVED  # BSK-M1
    return FINE


@rule
def why_not_end(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """Why a unit that may move may not end its move there."""
    start_x, start_y = place(record, unit)
    limit = movement(record, numbers, unit)
    if not within(start_x, start_y, x, y, limit):
        return TOO_FAR, limit, max(1, distance(start_x, start_y, x, y) - limit)
    if not rests_on(table, x, y):
        return END_OFF_TABLE, 0, 0
    other = overlapped(record, numbers, unit, x, y, UNITS)
    if other != NONE:
        return END_OVERLAPS, other, 0
    return FINE, 0, 0


@rule
def why_not_move(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    reason = why_not_set_out(record, unit)
    if reason != FINE:
        return reason, 0, 0
    return why_not_end(record, table, numbers, unit, x, y)


@rule
def move(record: Numbers, unit: int, x: int, y: int) -> None:
    """BSK-M1: once a turn."""
    record[at(unit, X)] = x
    record[at(unit, Y)] = y
    mark(record, unit, MOVED)


@rule
def standing(record: Numbers, table: Numbers, numbers: Numbers) -> Answer:
    """BSK-M2: the first unit that stands where none can, or NONE; why, and whom it overlaps."""
    for unit in range(UNITS):
        if has(record, unit, PLACED):
            x, y = place(record, unit)
            if not rests_on(table, x, y):
                return unit, END_OFF_TABLE, 0
            other = overlapped(record, numbers, unit, x, y, unit)
            if is_alive(record, unit) and other != NONE:
                return unit, END_OVERLAPS, other
    return NONE, FINE, 0
