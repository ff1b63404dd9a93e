"""Who may fire at a mover, and where first (SKR-X3, SKR-X4)."""

from outrider.compiled import part
from outrider.games.skirmishers.kernel.fire import hiding
from outrider.games.skirmishers.kernel.layout import (
    FIRE_INTO_MELEE,
    GONE,
    HOLDING,
    LOOK,
    MOVER,
    NEVER,
    NO_WEAPON,
    NONE,
    POINTS,
    RANGE,
    REACTED,
    WAITING,
    WAY,
    WEAPON,
)
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    gap_of,
    has,
    holder,
    is_here,
    is_in,
    is_over,
    pins,
    place,
    seat_of,
    touch_reach,
    touched,
    touches_at,
)
from outrider.table.kernel.points import distance, within
from outrider.table.kernel.watching import Way, after_circle, after_piece, point_of


@part
def way_of(record: Numbers, leg: int) -> Way:
    """A leg of the way under way."""
    x, y = record[WAY + 2 * leg], record[WAY + 2 * leg + 1]
    to_x, to_y = record[WAY + 2 * leg + 2], record[WAY + 2 * leg + 3]
    return x, y, to_x - x, to_y - y, distance(x, y, to_x, to_y)


@part
def whole_way(record: Numbers) -> int:
    """How long a way is, leg by leg."""
    length = 0
    for leg in range(record[POINTS]):
        length += way_of(record, leg)[4]
    return length


@part
def point_at(record: Numbers, gone: int) -> tuple[int, int]:
    """SKR-X4: the point so far along the way."""
    for leg in range(record[POINTS]):
        way = way_of(record, leg)
        if 0 < gone <= way[4]:
            return point_of(way, gone)
        gone -= way[4]
    return record[WAY], record[WAY + 1]


@part
def next_look(record: Numbers, ground: Ground, gone: int) -> int:
    """SKR-X4: the first look at that place or after it: every half inch, at each corner and at the
    end."""
    look = ground[3][LOOK]
    found = -(-gone // look) * look
    length = 0
    for leg in range(record[POINTS]):
        length += way_of(record, leg)[4]
        if gone <= length:
            look_at: int = min(found, length)
            return look_at
    return NEVER


@part
def can_watch(record: Numbers, ground: Ground, unit: int, mover: int) -> bool:
    """Whether an enemy may fire at a mover once it is in range and sight. Whether that one touches
    it or pins it is not looked at: that changes on its way."""
    if not is_here(record, unit) or has(record, unit, REACTED):
        return False  # SKR-X3
    if record[at(unit, WEAPON)] == NO_WEAPON or is_in(record, HOLDING, unit):
        return False  # SKR-G1, SKR-X4
    if holder(record, pins(ground), unit, mover) != NONE:
        return False  # SKR-F11
    if ground[3][FIRE_INTO_MELEE] != 0:
        return True
    x, y = place(record, unit)
    return touched(record, gap_of(ground), unit, x, y, mover) == NONE  # SKR-G6


@part
def seen_on(
    record: Numbers, ground: Ground, unit: int, mover: int, way: Way, low: int, high: int
) -> int:
    """The first point of a leg, from `low` to `high`, at which a piece may fire at the mover, as
    far as the mover's place decides (SKR-G1, SKR-G4, SKR-G6); else NONE."""
    from_x, from_y = place(record, unit)
    reach, gap = record[at(unit, RANGE)], gap_of(ground)
    into_melee = ground[3][FIRE_INTO_MELEE] != 0
    number = low
    while number <= high:
        x, y = point_of(way, number)
        if not within(from_x, from_y, x, y, reach):
            number = after_circle(way, from_x, from_y, reach, number)
            continue
        foe = NONE if into_melee else touched(record, gap, mover, x, y, NONE)
        if foe != NONE:
            foe_x, foe_y = place(record, foe)
            apart = touch_reach(record, gap, mover, foe)
            number = after_circle(way, foe_x, foe_y, apart, number)
            continue
        piece = hiding(record, ground, unit, x, y)
        if piece == NONE:
            return number
        number = after_piece(way, ground[0], ground[1], piece, from_x, from_y, number)
    return NONE


@part
def first_seen(record: Numbers, ground: Ground, unit: int, low: int, before: int) -> int:
    """How far along the way a piece may first fire at the mover, from there on; NEVER if not before
    that."""
    start = 0
    for leg in range(record[POINTS]):
        way = way_of(record, leg)
        first, last = max(low - start, 1), min(way[4], before - 1 - start)
        if first <= last:
            found = seen_on(record, ground, unit, record[MOVER], way, first, last)
            if found != NONE:
                return start + found
        start += way[4]
    return NEVER


@part
def seen_at_look(record: Numbers, ground: Ground, unit: int, low: int, before: int) -> int:
    """The same for a piece that waits: only looks count (SKR-X4)."""
    look = next_look(record, ground, low)
    while look < before:
        if first_seen(record, ground, unit, look, look + 1) == look:
            return look
        look = next_look(record, ground, look + 1)
    return NEVER


@part
def first_apart(record: Numbers, ground: Ground, foe: int) -> int:
    """SKR-F8: how far along the way, from where it is, the mover first does not touch an enemy."""
    mover, gap = record[MOVER], gap_of(ground)
    foe_x, foe_y = place(record, foe)
    apart = touch_reach(record, gap, mover, foe)
    start = 0
    for leg in range(record[POINTS]):
        way = way_of(record, leg)
        number = max(record[GONE] + 1 - start, 1)
        while number <= way[4]:
            x, y = point_of(way, number)
            if not touches_at(record, gap, mover, x, y, foe):
                apart_at: int = start + number
                return apart_at
            number = after_circle(way, foe_x, foe_y, apart, number)
        start += way[4]
    return NEVER


@part
def next_stop(record: Numbers, ground: Ground, last: int) -> tuple[int, int]:
    """SKR-X4: how far along the way the mover is stopped next, and who is asked there. Where it is
    now, those were asked who come in unit order up to `last`. NEVER and NONE if nobody is."""
    mover = record[MOVER]
    seat = 1 - seat_of(record, mover)
    stop, asked = NEVER, NONE
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if not can_watch(record, ground, unit, mover):
            continue
        low = record[GONE] if unit > last else record[GONE] + 1
        if pins(ground) and is_over(record, mover, unit):
            low = max(low, first_apart(record, ground, unit))  # SKR-F11
        if is_in(record, WAITING, unit):
            found = seen_at_look(record, ground, unit, low, stop)
        else:
            found = first_seen(record, ground, unit, low, stop)
        if found < stop:
            stop, asked = found, unit
    return stop, asked
