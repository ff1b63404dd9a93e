"""What a number of an action stands for, and which of them are legal: what is useful is the
kernel's list of it, and whether it is legal, the kernel says."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.choosing import clash, is_bit, may_shoot, put
from outrider.games.skirmishers.kernel.fire import why_not_at
from outrider.games.skirmishers.kernel.layout import (
    AT,
    BASE,
    CHOOSE,
    CHOOSING,
    FIGHTING,
    FINE,
    GOAL,
    HOLD,
    KIND,
    LEAVE,
    MOVE,
    MOVEMENT,
    NO_WEAPON,
    NONE,
    RANGE,
    REACH,
    SEAT,
    SHOOT,
    SLOTS,
    STAGE,
    STRIKE,
    STRIKERS,
    TOUCH,
    UNIT,
    USED,
    WEAPON,
)
from outrider.games.skirmishers.kernel.layout import END as ENDS
from outrider.games.skirmishers.kernel.layout import FIRE_AT as FIRES_AT
from outrider.games.skirmishers.kernel.layout import FIRE_BACK as FIRES_BACK
from outrider.games.skirmishers.kernel.layout import STAND_BY as STANDS_BY
from outrider.games.skirmishers.kernel.layout import STRIKER as STRIKER_FIELD
from outrider.games.skirmishers.kernel.layout import WAIT as WAITS
from outrider.games.skirmishers.kernel.legality import why_no_answer
from outrider.games.skirmishers.kernel.listing import goal_point
from outrider.games.skirmishers.kernel.melee import add_striker
from outrider.games.skirmishers.kernel.moving import why_not_path, why_not_set_out
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    gap_of,
    is_here,
    place,
    seat_of,
    striker_at,
)
from outrider.games.skirmishers.kernel.turns import decides
from outrider.games.skirmishers.kernel.victory import goal_at, goals_of
from outrider.rl.kernel.out import Bytes
from outrider.rl.kernel.ways import RING
from outrider.rl.skirmishers.kernel.layout import (
    CHOOSE_AT,
    END,
    FIRE_AT,
    FIRE_BACK,
    FIRST,
    GOALS,
    MOVE_AT,
    OFFSETS,
    SHOOT_AT,
    SIDE,
    STAND_BY,
    STRIKE_AT,
    TOWARDS,
    WAIT,
    WAYS,
)
from outrider.table.kernel.candidates import along, at_range
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import within

ANSWERS = (ENDS, FIRES_BACK, FIRES_AT, STANDS_BY, WAITS)
"""The kinds of the actions that name nobody, by their numbers."""


@rule
def nothing(action: Numbers) -> None:
    """A number that stands for nothing now."""
    action[KIND] = NONE


@rule
def piece_of(record: Numbers, seat: int, number: int) -> int:
    """A piece of a side by its number; NONE if the side has not so many."""
    piece = first_of(record, seat) + number
    return piece if piece < end_of(record, seat) else NONE


# -- ways ----------------------------------------------------------------------------------------


@part
def toward_goal(record: Numbers, ground: Ground, unit: int, number: int) -> tuple[bool, int, int]:
    """Towards a condition's zone, or to the exit edge of one's own; conditions of one's own side
    come first."""
    x, y = place(record, unit)
    seat = seat_of(record, unit)
    whose = seat
    if number >= goals_of(ground, seat):
        number -= goals_of(ground, seat)
        whose = 1 - seat
    if number >= goals_of(ground, whose):
        return False, x, y
    goal = goal_at(ground, whose, number)
    kind = ground[2][goal + GOAL]
    if kind not in (REACH, HOLD) and not (kind == LEAVE and whose == seat):
        return False, x, y
    to_x, to_y = goal_point(ground, goal, x, y)
    limit = record[at(unit, MOVEMENT)]
    if not within(x, y, to_x, to_y, limit):
        to_x, to_y = along(x, y, to_x, to_y, limit)
    return True, to_x, to_y


@rule
def about_enemy(
    record: Numbers, ground: Ground, unit: int, foe: int, touches: bool
) -> tuple[bool, int, int]:
    """Into contact with an enemy on the near side, or to where it is just in range."""
    x, y = place(record, unit)
    if foe == NONE or not is_here(record, foe):
        return False, x, y
    foe_x, foe_y = place(record, foe)
    if touches:
        apart = record[at(unit, BASE)] + record[at(foe, BASE)] + ground[3][TOUCH] // 2
        to_x, to_y = along(foe_x, foe_y, x, y, apart)
        return True, to_x, to_y
    to_x, to_y = at_range(x, y, foe_x, foe_y, record[at(unit, RANGE)] - SLACK)
    return record[at(unit, WEAPON)] != NO_WEAPON, to_x, to_y


@part
def end_of_aim(
    record: Numbers, ground: Ground, plan: Numbers, unit: int, aim: int
) -> tuple[bool, int, int]:
    """The same of a way that is not one of those all round."""
    if aim < plan[GOALS]:
        return toward_goal(record, ground, unit, aim)
    aim -= plan[GOALS]
    x, y = place(record, unit)
    side = plan[SIDE]
    foe = piece_of(record, 1 - seat_of(record, unit), aim % side)
    there, to_x, to_y = about_enemy(record, ground, unit, foe, aim < side)
    near = there and within(x, y, to_x, to_y, record[at(unit, MOVEMENT)])
    return near, to_x, to_y


@rule
def end_of_way(
    record: Numbers, ground: Ground, plan: Numbers, unit: int, way: int
) -> tuple[bool, int, int]:
    """Where a piece goes, and whether there is such a way."""
    if way < TOWARDS:
        x, y = place(record, unit)
        east = OFFSETS + RING * unit + 2 * way
        return True, x + plan[east], y + plan[east + 1]
    return end_of_aim(record, ground, plan, unit, way - TOWARDS)


@rule
def put_move(action: Numbers, unit: int, x: int, y: int) -> None:
    """A straight move; what else stands in the action is 0 already."""
    action[KIND], action[UNIT], action[AT], action[USED] = MOVE, unit, 0, 1
    action[SLOTS], action[SLOTS + 1] = x, y


# -- what a number is ----------------------------------------------------------------------------


@part
def put_strike(record: Numbers, ground: Ground, foe: int, who: int, action: Numbers) -> None:
    """All who may strike an enemy, or one of them alone, from 1."""
    seat = record[SEAT]
    put(action, STRIKE, 0, foe)
    if who > 0:
        unit = piece_of(record, seat, who - 1)
        if unit != NONE:
            add_striker(action, unit)
    else:
        low, high = clash(record, gap_of(ground), foe)
        first = first_of(record, seat)
        for each in range(end_of(record, seat) - first):
            if is_bit(low, high, each):
                add_striker(action, first + each)
    if action[USED] == 0:
        nothing(action)


@part
def put_code(record: Numbers, ground: Ground, plan: Numbers, index: int, action: Numbers) -> None:
    """Fill in the batch's numbers of an action; it is legal if the mask has it."""
    seat, side = record[SEAT], plan[SIDE]
    put(action, NONE, 0, 0)
    if index >= plan[MOVE_AT]:
        unit = piece_of(record, seat, (index - plan[MOVE_AT]) // plan[WAYS])
        if unit != NONE:
            way = (index - plan[MOVE_AT]) % plan[WAYS]
            there, x, y = end_of_way(record, ground, plan, unit, way)
            if there:
                put_move(action, unit, x, y)
    elif index >= plan[SHOOT_AT]:
        unit = piece_of(record, seat, (index - plan[SHOOT_AT]) // side)
        foe = piece_of(record, 1 - seat, (index - plan[SHOOT_AT]) % side)
        if unit != NONE and foe != NONE:
            put(action, SHOOT, unit, foe)
    elif index >= plan[STRIKE_AT]:
        foe = piece_of(record, 1 - seat, (index - plan[STRIKE_AT]) // (side + 1))
        if foe != NONE:
            put_strike(record, ground, foe, (index - plan[STRIKE_AT]) % (side + 1), action)
    elif index >= FIRST:
        unit = piece_of(record, seat, index - FIRST)
        if unit != NONE:
            put(action, CHOOSE, unit, 0)
    else:
        action[KIND] = ANSWERS[index]


# -- what is legal -------------------------------------------------------------------------------


@part
def mark_strikes(record: Numbers, ground: Ground, plan: Numbers, out: Bytes) -> None:
    seat = record[SEAT]
    first = first_of(record, 1 - seat)
    for number in range(end_of(record, 1 - seat) - first):
        low, high = clash(record, gap_of(ground), first + number)
        if low != 0 or high != 0:
            place_of = plan[STRIKE_AT] + (plan[SIDE] + 1) * number
            out[place_of] = 1
            for each in range(end_of(record, seat) - first_of(record, seat)):
                if is_bit(low, high, each):
                    out[place_of + 1 + each] = 1


@part
def mark_shots(record: Numbers, ground: Ground, plan: Numbers, number: int, out: Bytes) -> None:
    seat = record[SEAT]
    unit, first = first_of(record, seat) + number, first_of(record, 1 - seat)
    if not may_shoot(record, ground, unit):
        return
    for other in range(end_of(record, 1 - seat) - first):
        if why_not_at(record, ground, unit, first + other)[0] == FINE:
            out[plan[SHOOT_AT] + plan[SIDE] * number + other] = 1


@part
def mark_moves(
    record: Numbers, ground: Ground, plan: Numbers, number: int, action: Numbers, out: Bytes
) -> None:
    unit = first_of(record, record[SEAT]) + number
    if why_not_set_out(record, ground, unit)[0] != FINE:
        return
    first = plan[MOVE_AT] + plan[WAYS] * number
    for way in range(plan[WAYS]):
        there, x, y = end_of_way(record, ground, plan, unit, way)
        if there:
            put_move(action, unit, x, y)
            if why_not_path(record, ground, action, False)[0] == FINE:
                out[first + way] = 1


@part
def mark(record: Numbers, ground: Ground, plan: Numbers, action: Numbers, out: Bytes) -> None:
    """Fill `out` with 1 for what is legal, and 0 for the rest. `action` is room to try some in."""
    for each in range(len(out)):
        out[each] = 0
    stage = record[STAGE]
    if not decides(record):
        return
    if stage == CHOOSING:
        first = first_of(record, record[SEAT])
        for number in range(record[STRIKERS]):
            striker = record[striker_at(record, number, STRIKER_FIELD)]
            out[plan[CHOOSE_AT] + striker - first] = 1
        return
    if stage != FIGHTING:
        for answer in (FIRE_BACK, FIRE_AT, STAND_BY, WAIT):
            out[answer] = why_no_answer(record, ANSWERS[answer]) == FINE
        return
    out[END] = 1  # SKR-T1: a turn may always end
    mark_strikes(record, ground, plan, out)
    put(action, NONE, 0, 0)
    first = first_of(record, record[SEAT])
    for number in range(end_of(record, record[SEAT]) - first):
        if is_here(record, first + number):
            mark_shots(record, ground, plan, number, out)
            mark_moves(record, ground, plan, number, action, out)
