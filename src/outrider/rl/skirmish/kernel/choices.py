"""What a number of an action stands for, and which of them are legal: what is useful is the
kernel's list of it, and whether it is legal, the kernel says."""

from typing import TypeAlias

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.choosing import able, beside, targets
from outrider.games.skirmish.kernel.grenades import why_not_land
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ATTACKING,
    FINE,
    LANDING,
    LOB,
    MINUTE,
    MOVE,
    MOVE_TO,
    NEAR_EDGE,
    NONE,
    PLACING,
    READY_UP,
    SEATS,
    SHOOT,
    SHOT_RANGE,
    SIDE,
    STAGE,
    STRIKE,
    TAKE,
    TELL,
)
from outrider.games.skirmish.kernel.layout import DEPLOY as DEPLOYS
from outrider.games.skirmish.kernel.layout import LAND as LANDS
from outrider.games.skirmish.kernel.layout import SKIP as SKIPS
from outrider.games.skirmish.kernel.legality import asked
from outrider.games.skirmish.kernel.listing import (
    ROUNDING,
    first_landing,
    first_place,
    foot_on,
    lengths,
    line,
    nth_landing,
)
from outrider.games.skirmish.kernel.moving import why_not_end
from outrider.games.skirmish.kernel.record import Numbers, is_enemy, place, seat_of
from outrider.games.skirmish.kernel.setup import why_not_here
from outrider.rl.kernel.out import Bytes
from outrider.rl.skirmish.kernel.layout import (
    DEPLOY,
    LAND,
    MOVE_PART,
    OFFSETS,
    PARTS,
    READY,
    ROW,
    SKIP,
    SPOTS,
    TOWARDS,
)
from outrider.table.kernel.candidates import along, at_range
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import distance

Code: TypeAlias = tuple[int, int, int, int]
"""An action of a batch; NONE if a number stands for nothing now."""
Terms: TypeAlias = tuple[Numbers, Numbers]
"""The numbers of the rules, and the plan of the actions (`layout.plan`)."""

KINDS = (MOVE_TO, SHOOT, STRIKE, LOB, TELL, TAKE)
"""What each part is."""


# -- who -----------------------------------------------------------------------------------------


@rule
def figure_seen(record: Numbers, seat: int, number: int) -> int:
    """A figure by its number as a seat counts them, its own first."""
    turned: int = (seat + number // SIDE) % record[SEATS]
    return SIDE * turned + number % SIDE


@rule
def enemy_seen(record: Numbers, seat: int, number: int) -> int:
    """The same without one's own."""
    return figure_seen(record, seat, number + SIDE)


@rule
def number_of(record: Numbers, seat: int, figure: int) -> int:
    """The number by which a seat counts a figure."""
    turned: int = (seat_of(figure) - seat) % record[SEATS]
    return SIDE * turned + figure % SIDE


# -- places --------------------------------------------------------------------------------------


@rule
def spot(
    record: Numbers, ground: Ground, numbers: Numbers, seat: int, which: int
) -> tuple[int, int]:
    """Front, middle and back of the strip, evenly along the edge."""
    return beside(ground, seat, 2 * (which % ROW) + 1, 2 * ROW, line(numbers, which // ROW))


@part
def any_spot(record: Numbers, ground: Ground, numbers: Numbers, seat: int, unit: int) -> Code:
    """Any place there is, if all others are taken."""
    for which in range(SPOTS - 1):
        x, y = spot(record, ground, numbers, seat, which)
        if why_not_here(record, ground, numbers, unit, x, y)[0] == FINE:
            return NONE, NONE, NONE, NONE
    x, y, reason = first_place(record, ground, numbers, unit)
    return (DEPLOYS, unit, x, y) if reason == FINE else (NONE, NONE, NONE, NONE)


@part
def deployment(record: Numbers, ground: Ground, numbers: Numbers, seat: int, number: int) -> Code:
    """A figure and a place for it."""
    unit, which = SIDE * seat + number // SPOTS, number % SPOTS
    if record[STAGE] != PLACING or not able(record, seat) >> unit & 1:
        return NONE, NONE, NONE, NONE
    if which == SPOTS - 1:
        return any_spot(record, ground, numbers, seat, unit)
    x, y = spot(record, ground, numbers, seat, which)
    return DEPLOYS, unit, x, y


@part
def landing(record: Numbers, ground: Ground, last: int, number: int) -> Code:
    """Where a grenade lands; the last number is any point, if none of the others will do."""
    if record[STAGE] != LANDING:
        return NONE, NONE, NONE, NONE
    if number < last:
        if number > lengths(record):
            return NONE, NONE, NONE, NONE
        x, y = nth_landing(record, number)
        return LANDS, 0, x, y
    for other in range(min(last, lengths(record) + 1)):
        x, y = nth_landing(record, other)
        if why_not_land(record, ground, x, y)[0] == FINE:
            return NONE, NONE, NONE, NONE
    x, y = first_landing(record, ground)
    return LANDS, 0, x, y


@rule
def end_of_way(
    record: Numbers, ground: Ground, terms: Terms, unit: int, way: int
) -> tuple[bool, int, int]:
    """Where a figure goes, and whether there is such a way: none to an edge it is at, or to and
    from the dead."""
    x, y = place(record, unit)
    if way < TOWARDS:
        east = OFFSETS + 2 * way
        return True, x + terms[1][east], y + terms[1][east + 1]
    numbers = terms[0]
    limit, seat, seats = numbers[MOVE], seat_of(unit), record[SEATS]
    way -= TOWARDS
    if way < seats:
        foot_x, foot_y = foot_on(ground, (seat + way) % seats, x, y)
        wanted = distance(x, y, foot_x, foot_y) - (numbers[NEAR_EDGE] - ROUNDING)
        to_x, to_y = along(x, y, foot_x, foot_y, min(max(wanted, 0), limit))
        return wanted > 0, to_x, to_y
    way -= seats
    enemies = SIDE * (seats - 1)
    foe = enemy_seen(record, seat, way % enemies)
    foe_x, foe_y = place(record, foe)
    if way < enemies:
        to_x, to_y = along(x, y, foe_x, foe_y, limit)
    else:
        to_x, to_y = at_range(x, y, foe_x, foe_y, numbers[SHOT_RANGE] - SLACK)
    return is_enemy(record, unit, foe), to_x, to_y


# -- what a number is ----------------------------------------------------------------------------


@part
def deed(record: Numbers, ground: Ground, terms: Terms, seat: int, index: int) -> Code:
    """A move, or what a figure does to another."""
    plan = terms[1]
    which = MOVE_PART
    while index >= plan[which + 2]:
        which += 1
    size = (plan[which + 2] - plan[which + 1]) // SIDE
    number = index - plan[which + 1]
    unit, other = SIDE * seat + number // size, number % size
    kind = KINDS[which]
    if kind == MOVE_TO:
        there, x, y = end_of_way(record, ground, terms, unit, other)
        return (MOVE_TO, unit, x, y) if there else (NONE, NONE, NONE, NONE)
    if kind in (TELL, TAKE):
        return kind, unit, figure_seen(record, seat, other), 0
    foe = enemy_seen(record, seat, other)
    if kind != LOB:
        return kind, unit, foe, 0
    x, y = place(record, foe)
    return (LOB, unit, x, y) if is_enemy(record, unit, foe) else (NONE, NONE, NONE, NONE)


@part
def code_at(record: Numbers, ground: Ground, terms: Terms, seat: int, index: int) -> Code:
    """The batch's numbers of a seat's action; it is legal if the mask has it."""
    plan = terms[1]
    if index >= plan[1]:
        return deed(record, ground, terms, seat, index)
    if index >= LAND:
        return landing(record, ground, plan[0] - 1, index - LAND)
    if index >= DEPLOY:
        return deployment(record, ground, terms[0], seat, index - DEPLOY)
    if index >= SKIP:
        return SKIPS, SIDE * seat + index - SKIP, 0, 0
    return READY_UP, seat, 0, 0


# -- what is legal -------------------------------------------------------------------------------


@rule
def mark_places(
    record: Numbers, ground: Ground, numbers: Numbers, seat: int, number: int, out: Bytes
) -> None:
    unit, found = SIDE * seat + number, False
    first = DEPLOY + SPOTS * number
    for which in range(SPOTS - 1):
        x, y = spot(record, ground, numbers, seat, which)
        if why_not_here(record, ground, numbers, unit, x, y)[0] == FINE:
            out[first + which] = 1
            found = True
    if not found and first_place(record, ground, numbers, unit)[2] == FINE:
        out[first + SPOTS - 1] = 1


@rule
def mark_moves(
    record: Numbers, ground: Ground, terms: Terms, seat: int, number: int, out: Bytes
) -> None:
    numbers, plan = terms
    size = (plan[MOVE_PART + 2] - plan[MOVE_PART + 1]) // SIDE
    unit = SIDE * seat + number
    first = plan[MOVE_PART + 1] + size * number
    for way in range(size):
        there, x, y = end_of_way(record, ground, terms, unit, way)
        if there and why_not_end(record, ground, numbers, unit, x, y)[0] == FINE:
            out[first + way] = 1


@rule
def mark_deeds(
    record: Numbers, ground: Ground, terms: Terms, seat: int, number: int, out: Bytes
) -> None:
    """All that a figure may do to others, or leave."""
    numbers, plan = terms
    unit = SIDE * seat + number
    out[SKIP + number] = 1
    for which in range(MOVE_PART + 1, PARTS):
        kind = KINDS[which]
        size = (plan[which + 2] - plan[which + 1]) // SIDE
        first = plan[which + 1] + size * number
        found = targets(record, ground, numbers, kind, unit)
        for other in range(size):
            figure = figure_seen(record, seat, other)
            if kind not in (TELL, TAKE):
                figure = enemy_seen(record, seat, other)
            if found >> figure & 1:
                out[first + other] = 1


@rule
def mark_landings(record: Numbers, ground: Ground, last: int, out: Bytes) -> None:
    found = False
    for number in range(min(last, lengths(record) + 1)):
        x, y = nth_landing(record, number)
        if why_not_land(record, ground, x, y)[0] == FINE:
            out[LAND + number] = 1
            found = True
    if not found:
        out[LAND + last] = 1


@part
def mark(record: Numbers, ground: Ground, terms: Terms, seat: int, out: Bytes) -> None:
    """Fill `out` with 1 for what is legal for a seat, and 0 for the rest."""
    for each in range(len(out)):
        out[each] = 0
    if seat == NONE or not asked(record) >> seat & 1:
        return
    stage = record[STAGE]
    if stage == LANDING:
        mark_landings(record, ground, terms[1][0] - 1, out)
        return
    if stage == MINUTE:
        out[READY] = 1  # SKM-R6
    found = able(record, seat)
    for number in range(SIDE):
        if found >> (SIDE * seat + number) & 1:
            if stage == PLACING:
                mark_places(record, ground, terms[0], seat, number, out)
            elif stage == MINUTE:
                mark_moves(record, ground, terms, seat, number, out)
            elif stage == ATTACKING:
                mark_deeds(record, ground, terms, seat, number, out)
