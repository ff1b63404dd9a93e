"""Setting up (BSK-S1 to BSK-S5)."""

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    DEPTH,
    FIGHTING,
    FINE,
    FIRST,
    HAS_PLACE,
    NONE,
    NOT_OWN,
    OFF_TABLE,
    OUT_OF_ZONE,
    OVERLAPS,
    PLACED,
    PLACING,
    ROLLED,
    SEAT,
    SIDE,
    STAGE,
    UNITS,
    ZONE,
    X,
    Y,
)
from outrider.games.basic.kernel.moving import overlapped, rests_on
from outrider.games.basic.kernel.record import (
    Answer,
    Numbers,
    at,
    first_of,
    has,
    is_alive,
    mark,
    seat_of,
)


@rule
def roll_for_first(record: Numbers, face: int) -> None:
    """BSK-S2: Red rolls, then Blue; the higher places first, and tied both roll again."""
    red = record[ROLLED]
    if red == 0:
        record[ROLLED] = face
        return
    record[ROLLED] = 0
    if red != face:
        record[FIRST] = 0 if red > face else 1
        record[SEAT] = record[FIRST]
        record[STAGE] = PLACING


@rule
def waits(record: Numbers, unit: int) -> bool:
    """Whether a unit has still to be placed."""
    return is_alive(record, unit) and not has(record, unit, PLACED)


@rule
def waiting(record: Numbers, seat: int) -> int:
    """How many of a side's units have still to be placed."""
    count = 0
    for unit in range(first_of(seat), first_of(seat) + SIDE):
        if waits(record, unit):
            count += 1
    return count


@rule
def zone(table: Numbers, numbers: Numbers, seat: int) -> tuple[int, int]:
    """BSK-S3: between which lines a side places its units."""
    if seat == 0:
        return 0, numbers[ZONE]
    return table[DEPTH] - numbers[ZONE], table[DEPTH]


@rule
def why_not_here(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """BSK-S5, BSK-S3: on the table, clear of all bases, in the zone."""
    if not rests_on(table, x, y):
        return OFF_TABLE, 0, 0
    other = overlapped(record, numbers, unit, x, y, UNITS)
    if other != NONE:
        return OVERLAPS, other, 0
    low, high = zone(table, numbers, seat_of(unit))
    if y < low:
        return OUT_OF_ZONE, low - y, 0
    if y > high:
        return OUT_OF_ZONE, y - high, 0
    return FINE, 0, 0


@rule
def why_not_deploy(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """BSK-S2, BSK-S5: one's own unit, which has no place yet."""
    if seat_of(unit) != record[SEAT]:
        return NOT_OWN, 0, 0
    if not waits(record, unit):
        return HAS_PLACE, 0, 0
    return why_not_here(record, table, numbers, unit, x, y)


@rule
def deploy(record: Numbers, unit: int, x: int, y: int) -> None:
    """BSK-S2: one battalion, then the other, then the first turn (BSK-S4)."""
    record[at(unit, X)] = x
    record[at(unit, Y)] = y
    mark(record, unit, PLACED)
    seat = record[SEAT]
    if waiting(record, seat) > 0:
        return
    if waiting(record, 1 - seat) > 0:
        record[SEAT] = 1 - seat
        return
    record[SEAT] = record[FIRST]
    record[STAGE] = FIGHTING
