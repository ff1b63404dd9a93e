"""A turn by the policy: shots, moves, blows; and its answers to what is offered."""

from outrider.bots.measured.chance import Numbers, Reals, copy, share
from outrider.bots.skirmishers.kernel import memory
from outrider.bots.skirmishers.kernel.going import LEAST, weigh
from outrider.bots.skirmishers.kernel.judging import best_blow, count_up, dear
from outrider.bots.skirmishers.kernel.memory import World, gain_at, melee_at, plan_at, where, worth
from outrider.bots.skirmishers.kernel.questions import (
    chance,
    is_sighted,
    let_fall,
    put_at,
    way_at,
)
from outrider.bots.skirmishers.kernel.styles import LAST, SIDE_WORTH
from outrider.compiled import part
from outrider.core.game import FACES
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.choosing import may_strike, put
from outrider.games.skirmishers.kernel.melee import add_striker
from outrider.games.skirmishers.kernel.record import (
    at,
    end_of,
    first_of,
    gap_of,
    is_here,
    is_over,
    place,
    striker_at,
)
from outrider.games.skirmishers.kernel.turns import dice_due

FIRST = 1000.0
"""Shots before moves."""
LATER = 6
"""At how many places of the rest of a mover's way it is asked whether a shot would be better."""
BETTER = 0.02
FINISHED = 4.0
"""How much rather one is beaten who dies of it."""
UNPLANNED, DONE = -1, 0
"""Instead of the age of a plan."""


@part
def begin_turn(record: Numbers, world: World) -> None:
    """Nothing is planned yet."""
    notes, seat = world[2], record[layout.SEAT]
    for unit in range(record[layout.UNITS]):
        fresh = record[at(unit, layout.FLAGS)] & (layout.SPENT & ~layout.REACTED) == 0
        own = first_of(record, seat) <= unit < end_of(record, seat)
        notes[memory.AGES + unit] = UNPLANNED if own and fresh else DONE
    notes[memory.MADE], notes[memory.AGAIN] = 1, 0


@part
def make_plan(record: Numbers, world: World, style: Reals, unit: int, rows: Numbers) -> None:
    """What a piece does next, if anything."""
    units, notes, marks = record[layout.UNITS], world[2], world[3]
    gain = gain_at(units, unit)
    marks[gain] = LEAST
    put(rows[0], layout.END, 0, 0)
    weigh(record, world, style, unit, rows, marks[gain : gain + 1], 1)
    first = plan_at(units, unit)
    copy(rows[0], notes[first : first + layout.ACTION])
    notes[memory.AGES + unit] = notes[memory.MADE]


@part
def next_of(record: Numbers, world: World) -> int:
    """Who acts next: those who fire before those who move, and of them who gains most."""
    units, notes, marks = record[layout.UNITS], world[2], world[3]
    best, whom = -FIRST, layout.NONE
    for unit in range(units):
        kind = notes[plan_at(units, unit) + layout.KIND]
        if notes[memory.AGES + unit] > DONE and is_here(record, unit) and kind != layout.END:
            gain = marks[gain_at(units, unit)] + (FIRST if kind == layout.SHOOT else 0.0)
            if gain > best:
                best, whom = gain, unit
    return whom


@part
def plan_deed(record: Numbers, world: World, style: Reals, rows: Numbers) -> int:
    """Who does what he has planned next. A plan is as old as the last deed when it was made; before
    it is carried out it is made anew if anything has happened since. Whoever had nothing to do
    looks once more in the end."""
    notes, units = world[2], record[layout.UNITS]
    while True:
        for unit in range(units):
            if notes[memory.AGES + unit] == UNPLANNED and is_here(record, unit):
                make_plan(record, world, style, unit, rows)
        unit = next_of(record, world)
        if unit == layout.NONE:
            if notes[memory.MADE] == 1 or notes[memory.AGAIN] != 0:
                return layout.NONE
            notes[memory.AGAIN] = 1
            for each in range(units):
                if DONE < notes[memory.AGES + each] < notes[memory.MADE]:
                    notes[memory.AGES + each] = UNPLANNED
        elif notes[memory.AGES + unit] < notes[memory.MADE]:
            notes[memory.AGES + unit] = UNPLANNED
        else:
            notes[memory.AGES + unit] = DONE
            notes[memory.MADE] += 1
            return unit


@part
def put_blow(record: Numbers, world: World, foe: int, action: Numbers) -> None:
    """All who touch an enemy and may strike it do so together."""
    put(action, layout.STRIKE, 0, foe)
    for unit in range(first_of(record, record[layout.SEAT]), end_of(record, record[layout.SEAT])):
        if may_strike(record, gap_of(world[0]), unit, foe):
            add_striker(action, unit)


@part
def next_deed(record: Numbers, world: World, style: Reals, rows: Numbers) -> None:
    """What is done next in a turn: shots, moves, then blows, the best first."""
    unit = plan_deed(record, world, style, rows)
    if unit != layout.NONE:
        first = plan_at(record[layout.UNITS], unit)
        copy(world[2][first : first + layout.ACTION], rows[0])
        return
    best, whom = -FIRST, layout.NONE
    count_up(record, world, style[LAST])
    for unit in range(first_of(record, record[layout.SEAT]), end_of(record, record[layout.SEAT])):
        if is_here(record, unit):
            x, y = place(record, unit)
            own = style[SIDE_WORTH] * dear(record, world, unit)
            value, foe = best_blow(record, world, own, unit, x, y)
            if foe != layout.NONE and value > best:
                best, whom = value, foe
    if whom == layout.NONE:
        put(rows[0], layout.END, 0, 0)
    else:
        put_blow(record, world, whom, rows[0])


@part
def waits(record: Numbers, world: World) -> bool:
    """Whether a shot at a mover is better somewhere on the rest of its way."""
    unit, mover, gone = record[layout.FIRER], record[layout.TARGET], record[layout.GONE]
    now = chance(record, world, unit, mover) + BETTER
    was_x, was_y = place(record, mover)
    left = way_at(record, world, gone)[0] - gone
    better = False
    for number in range(1, LATER + 1):
        _, x, y = way_at(record, world, gone + left * number // LATER)
        put_at(record, mover, x, y)
        if is_sighted(record, world, unit, mover) and chance(record, world, unit, mover) > now:
            better = True
    put_at(record, mover, was_x, was_y)
    return better


@part
def put_answer(record: Numbers, world: World, action: Numbers) -> None:
    """A shot costs nothing, so it is taken, now or where it is better; of those beaten the one that
    dies, or the strongest, suffers."""
    if record[layout.STAGE] == layout.RETURNING:
        put(action, layout.FIRE_BACK, 0, 0)
    elif record[layout.STAGE] != layout.CHOOSING:
        put(action, layout.WAIT if waits(record, world) else layout.FIRE_AT, 0, 0)
    else:
        best, whom = -1.0, layout.NONE
        for number in range(record[layout.STRIKERS]):
            unit = record[striker_at(record, number, layout.STRIKER)]
            value = worth(world[1], unit)
            value *= FINISHED if is_over(record, record[layout.TARGET], unit) else 1.0
            if value > best:
                best, whom = value, unit
        put(action, layout.CHOOSE, whom, 0)


@part
def next_action(record: Numbers, world: World, style: Reals, rows: Numbers) -> None:
    """What is done next by who has to decide, in the first of two rows."""
    if record[layout.STAGE] == layout.FIGHTING:
        next_deed(record, world, style, rows)
    else:
        put_answer(record, world, rows[0])


# -- the first dice ------------------------------------------------------------------------------


@part
def draw_shot(record: Numbers, world: World, lot: float) -> None:
    hits = lot < chance(record, world, record[layout.FIRER], record[layout.TARGET])
    high, low = (FACES, 1) if hits else (1, FACES)
    let_fall(record, world, high, high, 0)
    if record[layout.STAGE] == layout.DEFENSE_DICE:
        let_fall(record, world, low, low, 0)


@part
def draw_melee(record: Numbers, world: World, lot: float) -> None:
    dice = dice_due(record, world[0])
    mind, number = world[1], 0
    first = melee_at(mind, dice, record[at(record[layout.TARGET], layout.ATTACK)])
    while number < memory.OUTCOMES - 1 and lot >= mind[first + number]:
        lot -= mind[first + number]
        number += 1
    # Killed, beaten by one die, nothing, and the same the other way round.
    low, high = FACES if number == 0 else 1, FACES if number < 2 else 1
    let_fall(record, world, low, high, int(share(world[2]) * dice))
    if record[layout.STAGE] == layout.ANSWER_DICE:
        low, high = FACES if number == 4 else 1, FACES if number > 2 else 1
        let_fall(record, world, low, high, 0)


@part
def draw(record: Numbers, world: World, lot: float) -> bool:
    """A shot or a melee by one number from 0 to 1, whether it was: each outcome has its share. So
    numbers that lie evenly meet each as often as dice would."""
    if record[layout.STAGE] == layout.FIRING_DICE:
        draw_shot(record, world, lot)
        return True
    known = dice_due(record, world[0]) < where(world[1], memory.POOLS)
    if record[layout.STAGE] == layout.MELEE_DICE and known:
        draw_melee(record, world, lot)
        return True
    return False
