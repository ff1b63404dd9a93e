"""What a number of an action stands for, and which of them are legal: what is useful is the
kernel's list of it, and whether it is legal, the kernel says."""

import numpy as np

from outrider.compiled import lowest, part, rule
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
    UNITS,
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
from outrider.games.skirmishers.kernel.moving import (
    bars,
    is_aside,
    is_near_any,
    terrain_about,
    why_not_open,
    why_not_path,
    why_not_set_out,
)
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
    BITS_AT,
    CHOOSE_AT,
    END,
    FIRE_AT,
    FIRE_BACK,
    FIRST,
    GOALS,
    MOVE_AT,
    NOWHERE,
    OFFSETS,
    PAGE,
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
from outrider.table.kernel.sight import WORD

ANSWERS = (ENDS, FIRES_BACK, FIRES_AT, STANDS_BY, WAITS)
"""The kinds of the actions that name nobody, by their numbers."""


ROUNDED = 4
"""More than what roundings make of a way to where an enemy is in range."""


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
def into_contact(
    record: Numbers, ground: Ground, unit: int, foe: int, limit: int
) -> tuple[bool, int, int]:
    """Into contact with an enemy on the near side, if it is no farther."""
    x, y = place(record, unit)
    foe_x, foe_y = place(record, foe)
    apart = record[at(unit, BASE)] + record[at(foe, BASE)] + ground[3][TOUCH] // 2
    if not within(x, y, foe_x, foe_y, limit + apart):
        return False, x, y
    to_x, to_y = along(foe_x, foe_y, x, y, apart)
    return within(x, y, to_x, to_y, limit), to_x, to_y


@rule
def into_range(record: Numbers, unit: int, foe: int, limit: int) -> tuple[bool, int, int]:
    """To where an enemy is just in range, if that is no farther."""
    x, y = place(record, unit)
    foe_x, foe_y = place(record, foe)
    wanted = record[at(unit, RANGE)] - SLACK
    if record[at(unit, WEAPON)] == NO_WEAPON or not is_about(
        x, y, foe_x, foe_y, wanted, limit + ROUNDED
    ):
        return False, x, y
    to_x, to_y = at_range(x, y, foe_x, foe_y, wanted)
    return within(x, y, to_x, to_y, limit), to_x, to_y


@rule
def is_about(ax: int, ay: int, bx: int, by: int, wanted: int, slack: int) -> bool:
    """Whether two points are so far apart, or at most `slack` more or less."""
    if not within(ax, ay, bx, by, wanted + slack):
        return False
    return wanted <= slack or not within(ax, ay, bx, by, wanted - slack)


@part
def end_of_aim(
    record: Numbers, ground: Ground, plan: Numbers, unit: int, aim: int
) -> tuple[bool, int, int]:
    """The same of a way that is not one of those all round."""
    if aim < plan[GOALS]:
        return toward_goal(record, ground, unit, aim)
    aim -= plan[GOALS]
    side, limit = plan[SIDE], record[at(unit, MOVEMENT)]
    foe = piece_of(record, 1 - seat_of(record, unit), aim % side)
    if foe == NONE or not is_here(record, foe):
        x, y = place(record, unit)
        return False, x, y
    if aim < side:
        return into_contact(record, ground, unit, foe, limit)
    return into_range(record, unit, foe, limit)


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


@rule
def is_remembered(memory: Numbers, page: int, x: int, y: int, limit: int) -> bool:
    there: bool = memory[page] == x and memory[page + 1] == y and memory[page + 2] == limit
    return there


@part
def doubted_ways(record: Numbers, ground: Ground, plan: Numbers, unit: int) -> int:
    """Which of the same ways come near terrain that bars them or that has its price, as bits."""
    x, y = place(record, unit)
    limit, found = record[at(unit, MOVEMENT)], 0
    for first in range(0, ground[0].shape[1], WORD):
        near = terrain_about(ground, first, x, y, limit)
        if near:
            for way in range(TOWARDS + plan[GOALS]):
                _, to_x, to_y = end_of_way(record, ground, plan, unit, way)
                if is_near_any(ground, first, near, (x, y, to_x, to_y)):
                    found |= 1 << way
    return found


@part
def known_ways(
    record: Numbers, ground: Ground, plan: Numbers, memory: Numbers, unit: int, action: Numbers
) -> int:
    """The ways that lead to no enemy and that a piece could go if nobody else were about, as bits.
    They depend on where it stands and on what never changes, and are worked out once; those of
    where it stood first are never forgotten, since all games begin there."""
    x, y = place(record, unit)
    limit, page = record[at(unit, MOVEMENT)], 2 * PAGE * unit
    for _ in range(2):
        if is_remembered(memory, page, x, y, limit):
            known: int = memory[page + BITS_AT]
            return known
        if memory[page] != NOWHERE:
            page += PAGE
    page = min(page, PAGE * (2 * unit + 1))
    found, doubted = 0, doubted_ways(record, ground, plan, unit)
    for way in range(TOWARDS + plan[GOALS]):
        there, to_x, to_y = end_of_way(record, ground, plan, unit, way)
        if there and (to_x != x or to_y != y):
            put_move(action, unit, to_x, to_y)
            is_paid = doubted >> way & 1 == 0 and within(x, y, to_x, to_y, limit)
            if why_not_open(record, ground, action, is_paid)[0] == FINE:
                found |= 1 << way
    memory[page], memory[page + 1], memory[page + 2] = x, y, limit
    memory[page + BITS_AT] = found
    return found


@part
def free_ways(
    record: Numbers, ground: Ground, plan: Numbers, unit: int, each: int, known: int
) -> int:
    """Those of the ways on which another piece, which is there, is not in the way."""
    left = known
    while left:
        one = left & -left
        left -= one
        way = int(lowest(np.uint64(one)))
        _, x, y = end_of_way(record, ground, plan, unit, way)
        if bars(record, ground, unit, each, x, y):
            known -= one
    return known


@part
def mark_moves(
    record: Numbers, ground: Ground, plan: Numbers, memory: Numbers, number: int, action: Numbers,
    out: Bytes,
) -> None:  # fmt: skip
    unit = first_of(record, record[SEAT]) + number
    if why_not_set_out(record, ground, unit)[0] != FINE:
        return
    known = known_ways(record, ground, plan, memory, unit, action)
    limit = record[at(unit, MOVEMENT)]
    for each in range(record[UNITS]):
        if each != unit and is_here(record, each) and not is_aside(record, unit, each, limit):
            known = free_ways(record, ground, plan, unit, each, known)
    first = plan[MOVE_AT] + plan[WAYS] * number
    for way in range(TOWARDS + plan[GOALS]):
        out[first + way] = known >> way & 1
    mark_aims(record, ground, plan, unit, first + TOWARDS + plan[GOALS], action, out)


@part
def mark_aims(
    record: Numbers, ground: Ground, plan: Numbers, unit: int, first: int, action: Numbers,
    out: Bytes,
) -> None:  # fmt: skip
    """The ways to enemies: into contact, then to where they are in range."""
    foes, limit = first_of(record, 1 - record[SEAT]), record[at(unit, MOVEMENT)]
    for number in range(end_of(record, 1 - record[SEAT]) - foes):
        if is_here(record, foes + number):
            there, x, y = into_contact(record, ground, unit, foes + number, limit)
            if there:
                out[first + number] = may_go(record, ground, unit, x, y, action)
            there, x, y = into_range(record, unit, foes + number, limit)
            if there:
                out[first + plan[SIDE] + number] = may_go(record, ground, unit, x, y, action)


@part
def may_go(record: Numbers, ground: Ground, unit: int, x: int, y: int, action: Numbers) -> bool:
    """Whether a piece may go there straight."""
    put_move(action, unit, x, y)
    fine: bool = why_not_path(record, ground, action, False)[0] == FINE
    return fine


@part
def mark(
    record: Numbers, ground: Ground, plan: Numbers, memory: Numbers, action: Numbers, out: Bytes
) -> None:
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
            mark_moves(record, ground, plan, memory, number, action, out)
