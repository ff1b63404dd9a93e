"""Grenades (SKM-N1 to SKM-N5). A point lies off a line by a turn of less than 2**38, whose square
takes more than 64 bits: `more` compares it exactly."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.attacking import in_reach, too_far, why_not_act
from outrider.games.skirmish.kernel.ground import Ground, rests_on
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    FACE_DOWN,
    FACES_OF_DIE,
    FINE,
    FLYING,
    GRENADES,
    LANDING,
    LANDS_BEHIND,
    LANDS_OFF_LINE,
    LANDS_OFF_TABLE,
    LANDS_TOO_FAR,
    LEAVES_TABLE,
    NO_CORPSE,
    NO_DIRECTION,
    NO_GRENADE,
    NONE,
    OFF_LINE,
    OUT_OF_REACH,
    PLACED,
    SHORT_THROW,
    SPOT_X,
    SPOT_Y,
    STAGE,
    STRIKER,
    TAKE_REACH,
    THROWS,
    WITHIN,
)
from outrider.games.skirmish.kernel.record import Answer, Numbers, at, has, is_alive, place
from outrider.games.skirmish.kernel.resisting import come_into_blast, next_caught, settle
from outrider.games.skirmish.kernel.rounds import next_turn, spend
from outrider.table.kernel.candidates import along
from outrider.table.kernel.crossing import more
from outrider.table.kernel.points import distance, within


@rule
def ahead_and_off(
    x: int, y: int, to_x: int, to_y: int, at_x: int, at_y: int
) -> tuple[int, int, int]:
    """How far a point lies along and off the line of a throw, both times the line's length, and the
    square of that."""
    dx, dy = to_x - x, to_y - y
    px, py = at_x - x, at_y - y
    return dx * px + dy * py, abs(dx * py - dy * px), dx * dx + dy * dy


@rule
def on_line(off: int, length: int) -> bool:
    """SKM-N1: on the line, to a few thousandths."""
    return not more(off, off, OFF_LINE * OFF_LINE, length)


@part
def lands(ground: Ground, x: int, y: int, to_x: int, to_y: int, at_x: int, at_y: int) -> bool:
    """SKM-N1: ahead of the thrower, on the line, on the table."""
    ahead, off, length = ahead_and_off(x, y, to_x, to_y, at_x, at_y)
    return ahead > 0 and on_line(off, length) and rests_on(ground, at_x, at_y)


NEXT, AROUND = 8, 24
"""How many points lie next to one, and how many with those round them."""


@rule
def step_around(number: int) -> tuple[int, int]:
    """One of the steps to the points about one: the eight next to it, then those round them."""
    if number < NEXT:
        cell = number if number < 4 else number + 1
        return cell // 3 - 1, cell % 3 - 1
    cell = number - NEXT
    if cell < 5:
        return -2, cell - 2
    if cell < 11:
        return (cell - 5) // 2 - 1, -2 if cell % 2 else 2
    return 2, cell - 13


@part
def why_not_toward(record: Numbers, ground: Ground, unit: int, to_x: int, to_y: int) -> int:
    """SKM-N1: a direction in which it can land on the table. Two steps from the thrower are on
    every line from there; a landing farther ahead leaves room for one step on the table."""
    x, y = place(record, unit)
    if x == to_x and y == to_y:
        return NO_DIRECTION
    for number in range(AROUND):
        dx, dy = step_around(number)
        if lands(ground, x, y, to_x, to_y, x + dx, y + dy):
            return FINE
    return LEAVES_TABLE


@rule
def why_no_throw(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> int:
    """SKM-N1: a grenade to throw, and somewhere to throw it."""
    return why_not_toward(record, ground, unit, x, y) if carries(record, unit) else NO_GRENADE


@rule
def why_not_lob(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> Answer:
    reason = why_not_act(record, unit)
    if reason != FINE:
        return reason, record[ACTING], 0
    return why_no_throw(record, ground, unit, x, y), 0, 0


@rule
def lob(record: Numbers, numbers: Numbers, unit: int, x: int, y: int) -> None:
    record[at(unit, GRENADES)] -= 1
    spend(record, numbers, unit)
    record[STRIKER] = unit
    record[SPOT_X] = x
    record[SPOT_Y] = y
    record[STAGE] = FLYING


@rule
def fly(record: Numbers, numbers: Numbers, face: int) -> None:
    """SKM-N1: the die says how far it may go."""
    which = (face - 1) * THROWS // FACES_OF_DIE
    record[WITHIN] = numbers[SHORT_THROW + which]
    record[STAGE] = LANDING


@part
def why_not_land(record: Numbers, ground: Ground, at_x: int, at_y: int) -> Answer:
    """SKM-N1: on the table, ahead on the line, not too far, measured flat."""
    x, y = place(record, record[STRIKER])
    ahead, off, length = ahead_and_off(x, y, record[SPOT_X], record[SPOT_Y], at_x, at_y)
    if not rests_on(ground, at_x, at_y):
        return LANDS_OFF_TABLE, 0, 0
    if ahead <= 0:
        return LANDS_BEHIND, 0, 0
    if not on_line(off, length):
        return LANDS_OFF_LINE, 0, 0
    limit = record[WITHIN]
    if within(x, y, at_x, at_y, limit):
        return FINE, 0, 0
    return LANDS_TOO_FAR, max(1, distance(x, y, at_x, at_y) - limit), 0


@rule
def land(record: Numbers, ground: Ground, numbers: Numbers, x: int, y: int) -> None:
    """SKM-N2, SKM-N3: everybody in the blast has to resist, one after another."""
    record[SPOT_X] = x
    record[SPOT_Y] = y
    record[WITHIN] = NONE
    unit = next_caught(record, ground, numbers, 0)
    if unit == NONE:
        settle(record, ground, numbers)
    else:
        come_into_blast(record, unit)


@part
def aimed(
    record: Numbers, ground: Ground, unit: int, to_x: int, to_y: int, reach: int
) -> tuple[int, int]:
    """Where a grenade lands that is meant for a point: there, or as far towards it as it gets. The
    table is convex: what is on it along the line comes first."""
    x, y = place(record, unit)
    if within(x, y, to_x, to_y, reach) and lands(ground, x, y, to_x, to_y, to_x, to_y):
        return to_x, to_y
    best_x, best_y = x, y
    low, high = 0, min(reach, distance(x, y, to_x, to_y))
    while low <= high:
        middle = (low + high) // 2
        at_x, at_y = along(x, y, to_x, to_y, middle)
        stays = at_x == x and at_y == y
        if stays or lands(ground, x, y, to_x, to_y, at_x, at_y):
            best_x, best_y, low = at_x, at_y, middle + 1
        else:
            high = middle - 1
    return best_x, best_y


# -- corpses -------------------------------------------------------------------------------------


@rule
def carries(record: Numbers, unit: int) -> bool:
    left: bool = record[at(unit, GRENADES)] > 0
    return left


@rule
def why_no_corpse(record: Numbers, numbers: Numbers, unit: int, corpse: int) -> int:
    """SKM-N4, SKM-H2: a corpse in reach with grenades on it."""
    if is_alive(record, corpse) or not has(record, corpse, PLACED):
        return NO_CORPSE
    if not carries(record, corpse):
        return FACE_DOWN
    return FINE if in_reach(record, unit, corpse, numbers[TAKE_REACH]) else OUT_OF_REACH


@rule
def why_not_take(record: Numbers, numbers: Numbers, unit: int, corpse: int) -> Answer:
    reason = why_not_act(record, unit)
    if reason != FINE:
        return reason, record[ACTING], 0
    reason = why_no_corpse(record, numbers, unit, corpse)
    if reason != OUT_OF_REACH:
        return reason, 0, 0
    length, by = too_far(record, unit, corpse, numbers[TAKE_REACH])
    return reason, length, by


@rule
def take(record: Numbers, ground: Ground, numbers: Numbers, unit: int, corpse: int) -> None:
    """SKM-N4: all it has; then it is turned face down (SKM-H2)."""
    record[at(unit, GRENADES)] += record[at(corpse, GRENADES)]
    record[at(corpse, GRENADES)] = 0
    spend(record, numbers, unit)
    next_turn(record, ground, numbers)
