"""Moving in the minute (SKM-R3, SKM-M1, SKM-M2), and what is seen there (SKM-O1, SKM-O9)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground, armies_near, at_edge, height, rests_on
from outrider.games.skirmish.kernel.layout import (
    ACTIONS,
    CLIMBS,
    FINE,
    FRESH,
    HAS_MOVED,
    INSTANT,
    IS_DEAD,
    MOVE,
    NONE,
    OFF_TABLE,
    OTHERS_FIGURE,
    OVERLAPS,
    PLACED,
    SEEN,
    TOO_FAR,
    TOO_STEEP,
    UP,
)
from outrider.games.skirmish.kernel.record import (
    Answer,
    Numbers,
    at,
    can_act,
    figures,
    has,
    is_alive,
    mark,
    place,
    seat_of,
)
from outrider.games.skirmish.kernel.setup import overlapped, put
from outrider.games.skirmish.kernel.victory import reports_at_once
from outrider.table.kernel.points import rounded_root, squared


@rule
def why_not_set_out(record: Numbers, seat: int, unit: int) -> int:
    """Why a figure may not move at all, wherever to."""
    if seat_of(unit) != seat:
        return OTHERS_FIGURE  # SKM-R6
    if not is_alive(record, unit):
        return IS_DEAD  # SKM-H2
    return FINE if can_act(record, unit) else HAS_MOVED  # SKM-R3


@rule
def span(record: Numbers, numbers: Numbers, unit: int, height: int) -> int:
    """The square of how far in plan a figure may move that ends at a height; below 0 if that is too
    high or too deep. SKM-M1: in the revised edition it is measured straight."""
    limit = numbers[MOVE]
    rise = height - record[at(unit, UP)] if numbers[CLIMBS] != 0 else 0
    left: int = limit * limit - rise * rise
    return left


@part
def why_not_end(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """Why a figure that may move may not end its move there. SKM-M1: in the revised edition it is
    measured to the height it ends on."""
    start_x, start_y = place(record, unit)
    limit = numbers[MOVE]
    flat = squared(start_x, start_y, x, y)
    if flat > limit * limit:
        return TOO_FAR, max(1, rounded_root(flat) - limit), 0  # SKM-R3
    if not rests_on(ground, x, y):
        return OFF_TABLE, 0, 0  # SKM-M2
    other = overlapped(record, numbers, unit, x, y, figures(record))
    if other != NONE:
        return OVERLAPS, other, 0  # SKM-M2
    if numbers[CLIMBS] != 0:
        top = height(ground, x, y)
        if flat > span(record, numbers, unit, top):
            rise = top - record[at(unit, UP)]
            return TOO_STEEP, rise, max(1, rounded_root(flat + rise * rise) - limit)
    return FINE, 0, 0


@rule
def seen_from(record: Numbers, ground: Ground, numbers: Numbers, seat: int, x: int, y: int) -> int:
    """SKM-O1: the armies that a figure sees where its move ends; from home it sees none, however
    near another's edge is (SKM-O9)."""
    if at_edge(ground, numbers, seat, x, y):
        return 0
    return armies_near(record, ground, numbers, seat, x, y)


@rule
def move(record: Numbers, ground: Ground, numbers: Numbers, unit: int, x: int, y: int) -> None:
    """SKM-O2: what is seen is seen where the move ends. SKM-O5: it is fresh for this minute, unless
    news is reported at once."""
    put(record, ground, unit, x, y)
    record[at(unit, ACTIONS)] -= 1
    if seen_from(record, ground, numbers, seat_of(unit), x, y) != 0:
        if not has(record, unit, SEEN) and numbers[INSTANT] == 0:
            mark(record, unit, FRESH)
        mark(record, unit, SEEN)
    reports_at_once(record, ground, numbers, unit)


@part
def standing(record: Numbers, ground: Ground, numbers: Numbers) -> Answer:
    """SKM-M2: the first figure that stands where none can, or NONE; why, and whom it overlaps."""
    for unit in range(figures(record)):
        if has(record, unit, PLACED):
            x, y = place(record, unit)
            if not rests_on(ground, x, y):
                return unit, OFF_TABLE, 0
            other = overlapped(record, numbers, unit, x, y, unit)
            if is_alive(record, unit) and other != NONE:
                return unit, OVERLAPS, other
    return NONE, FINE, 0
