"""Fire (SKR-G1 to SKR-G6), whoever fires and why."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.layout import (
    COVER,
    COVER_REACH,
    FINE,
    FIRE_INTO_MELEE,
    FIRED,
    FIRED_BEFORE,
    FOUGHT,
    HIDDEN,
    IS_PINNED,
    MARK_TOUCHES,
    MOVED,
    MOVED_NO_FIRE,
    NO_FIREARM,
    NO_MARK,
    NO_PIECE,
    NO_WEAPON,
    NONE,
    OUT_OF_RANGE,
    RANGE,
    SEAT,
    STRUCK_NO_FIRE,
    TOUCHES,
    UNITS,
    WEAPON,
)
from outrider.games.skirmishers.kernel.record import (
    Answer,
    Ground,
    Numbers,
    at,
    gap_of,
    has,
    holder,
    is_here,
    pins,
    place,
    seat_of,
    touched,
)
from outrider.table.kernel.crossing import holds
from outrider.table.kernel.layout import BOTTOM, LEFT, RIGHT, TOP
from outrider.table.kernel.points import distance, within
from outrider.table.kernel.reaching import shelters
from outrider.table.kernel.sight import blocked_across


@rule
def is_own(record: Numbers, unit: int) -> bool:
    """SKR-T1: a live piece on the table, of the side whose turn it is."""
    return (
        0 <= unit < record[UNITS]
        and seat_of(record, unit) == record[SEAT]
        and is_here(record, unit)
    )


@rule
def is_foe(record: Numbers, unit: int, target: int) -> bool:
    """Whether a piece is an enemy of another, on the table."""
    return (
        0 <= target < record[UNITS]
        and seat_of(record, target) != seat_of(record, unit)
        and is_here(record, target)
    )


@part
def why_not_ready(record: Numbers, ground: Ground, unit: int) -> Answer:
    """Why a piece cannot fire at anybody, be it in its own turn or not."""
    if record[at(unit, WEAPON)] == NO_WEAPON:
        return NO_FIREARM, unit, 0  # SKR-G1
    over = holder(record, pins(ground), unit, NONE)
    if over != NONE:
        return IS_PINNED, unit, over  # SKR-F11
    if ground[3][FIRE_INTO_MELEE] == 0:
        x, y = place(record, unit)
        foe = touched(record, gap_of(ground), unit, x, y, NONE)
        if foe != NONE:
            return TOUCHES, unit, foe  # SKR-G6
    return FINE, 0, 0


@part
def hiding(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> int:
    """SKR-G4: the first piece of terrain that hides a point from a piece; else NONE."""
    from_x, from_y = place(record, unit)
    return blocked_across(ground[0], ground[1], from_x, from_y, x, y)


@part
def why_not_at(record: Numbers, ground: Ground, unit: int, target: int) -> Answer:
    """Why a piece that is ready to fire cannot do so at that one."""
    if not is_foe(record, unit, target):
        return NO_MARK, 0, 0  # SKR-G1
    x, y = place(record, target)
    if ground[3][FIRE_INTO_MELEE] == 0:
        foe = touched(record, gap_of(ground), target, x, y, NONE)
        if foe != NONE:
            return MARK_TOUCHES, foe, 0  # SKR-G6
    from_x, from_y = place(record, unit)
    reach = record[at(unit, RANGE)]
    if not within(from_x, from_y, x, y, reach):
        length = distance(from_x, from_y, x, y)
        return OUT_OF_RANGE, length, max(1, length - reach)  # SKR-G1
    piece = hiding(record, ground, unit, x, y)
    if piece != NONE:
        return HIDDEN, piece, 0  # SKR-G4
    return FINE, 0, 0


@rule
def why_not_own_shot(record: Numbers, unit: int) -> int:
    """SKR-T2 to SKR-T4: why a piece does not fire in its own turn."""
    if has(record, unit, FIRED):
        return FIRED_BEFORE
    if has(record, unit, MOVED):
        return MOVED_NO_FIRE
    return STRUCK_NO_FIRE if has(record, unit, FOUGHT) else FINE


@part
def why_not_shoot(record: Numbers, ground: Ground, unit: int, target: int) -> Answer:
    if not is_own(record, unit):
        return NO_PIECE, unit, 0
    reason = why_not_own_shot(record, unit)
    if reason != FINE:
        return reason, unit, 0
    answer = why_not_ready(record, ground, unit)
    if answer[0] != FINE:
        return answer
    return why_not_at(record, ground, unit, target)


@part
def may_fire(record: Numbers, ground: Ground, unit: int, target: int) -> bool:
    """Whether a piece may fire at another, all that is spent left aside (SKR-X1)."""
    if why_not_ready(record, ground, unit)[0] != FINE:
        return False
    return why_not_at(record, ground, unit, target)[0] == FINE


@part
def cover_at(ground: Ground, unit_x: int, unit_y: int, x: int, y: int) -> int:
    """SKR-G5: the best cover of a target at x, y: of terrain it stands in, and of terrain that the
    line passes through near enough to it."""
    pieces, corners = ground[0], ground[1]
    near = ground[3][COVER_REACH]
    best = 0
    for each in range(pieces.shape[1]):
        if pieces[COVER, each] <= best:
            continue
        if pieces[LEFT, each] - near > x or pieces[RIGHT, each] + near < x:
            continue
        if pieces[BOTTOM, each] - near > y or pieces[TOP, each] + near < y:
            continue
        leg = x, y, unit_x, unit_y
        if holds(pieces, corners, each, x, y) or shelters(pieces, corners, each, leg, near):
            best = pieces[COVER, each]
    return best


@rule
def cover_of(record: Numbers, ground: Ground, unit: int, target: int) -> int:
    unit_x, unit_y = place(record, unit)
    x, y = place(record, target)
    return cover_at(ground, unit_x, unit_y, x, y)
