"""A turn by the policy: a rush if it brings somebody to a fight, moves, else bolster, attacks."""

from outrider.bots.basic.kernel.going import place_for
from outrider.bots.basic.kernel.judging import gain
from outrider.bots.basic.kernel.styles import GO, GOAL_X, GOAL_Y, MODE, NOISE, OPEN
from outrider.bots.measured.chance import Numbers, Reals, die, share
from outrider.compiled import part
from outrider.games.basic.kernel import layout
from outrider.games.basic.kernel.choosing import may_attack
from outrider.games.basic.kernel.combat import blow, why_not_strike
from outrider.games.basic.kernel.command import hears, why_not_command
from outrider.games.basic.kernel.moving import movement, why_not_set_out
from outrider.games.basic.kernel.playing import fall
from outrider.games.basic.kernel.record import enemies, has, is_alive, own, place, statistic
from outrider.games.basic.kernel.running import decides
from outrider.table.kernel.points import within

ORDER = (3, 4, 1, 2, 0)
"""Who moves first: those who shoot, then those who strike, the commander last."""
BEGIN = 0
BOLSTERS = 1 + layout.SIDE
ATTACKS = BOLSTERS + 1
AFTERWARDS = ATTACKS + 1
"""Steps of a turn."""


@part
def throw(record: Numbers, numbers: Numbers, luck: Numbers) -> None:
    """Let dice fall until somebody has a choice or it is over."""
    while record[layout.STAGE] != layout.OVER and not decides(record):
        fall(record, numbers, die(luck))


@part
def rushes(record: Numbers, numbers: Numbers, mode: int) -> bool:
    """Whether the commander has them rush: as planned, or else if that brings somebody to a fight
    to which nobody gets without."""
    if why_not_command(record) != layout.FINE:
        return False
    if mode != OPEN:
        return mode == GO
    gets = False
    for unit in range(own(record), own(record) + layout.SIDE):
        if why_not_strike(record, unit) != layout.FINE:
            continue
        reach = statistic(numbers, unit, layout.RANGE)
        goes = why_not_set_out(record, unit) == layout.FINE
        if goes:
            reach += movement(record, numbers, unit)
        hurries = goes and hears(record, numbers, layout.RUSH, unit)
        x, y = place(record, unit)
        for foe in range(enemies(record), enemies(record) + layout.SIDE):
            if is_alive(record, foe):
                foe_x, foe_y = place(record, foe)
                if within(x, y, foe_x, foe_y, reach):
                    return False
                if hurries and within(x, y, foe_x, foe_y, reach + numbers[layout.RUSH_MOVEMENT]):
                    gets = True
    return gets


@part
def best_attack(
    record: Numbers, numbers: Numbers, chances: Reals, style: Reals, luck: Numbers
) -> tuple[int, int]:
    """The attack worth most of all that are possible now: who, or NONE, and whom."""
    best, striker, victim = 0.0, layout.NONE, layout.NONE
    for unit in range(own(record), own(record) + layout.SIDE):
        if why_not_strike(record, unit) != layout.FINE:
            continue
        damage = blow(numbers, unit, has(record, unit, layout.BOLSTERED))
        for target in range(enemies(record), enemies(record) + layout.SIDE):
            if may_attack(record, numbers, unit, target):
                value = gain(record, chances, unit, target, damage, style)
                if style[NOISE] > 0:
                    value += style[NOISE] * share(luck)
                if value > best:
                    best, striker, victim = value, unit, target
    return striker, victim


@part
def next_action(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    chances: Reals,
    style: Reals,
    plan: Numbers,
    luck: Numbers,
    step: int,
) -> tuple[int, int, int, int, int]:
    """What is done next, and the step of the turn after that. Steps are where its choices are made,
    so that nobody who stays is asked twice: BEGIN for the rush, one for each unit's move, then
    bolster, attacks, and one for each unit that has attacked and may still move."""
    if step == BEGIN:
        step += 1
        if rushes(record, numbers, plan[layout.SIDE, MODE]):
            return step, layout.COMMAND, 0, layout.RUSH, 0
    while step < BOLSTERS:
        row = ORDER[step - 1]
        unit = own(record) + row
        step += 1
        if why_not_set_out(record, unit) == layout.FINE:
            planned = plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y]
            goes, x, y = place_for(record, table, numbers, chances, unit, planned, style, luck)
            if goes:
                return step, layout.MOVE, unit, x, y
    if step == BOLSTERS:
        step += 1
        if why_not_command(record) == layout.FINE:
            return step, layout.COMMAND, 0, layout.BOLSTER, 0
    unit = step - AFTERWARDS
    if unit >= 0 and why_not_set_out(record, unit) == layout.FINE:
        unplanned = OPEN, 0, 0
        goes, x, y = place_for(record, table, numbers, chances, unit, unplanned, style, luck)
        if goes:
            return ATTACKS, layout.MOVE, unit, x, y
    unit, target = best_attack(record, numbers, chances, style, luck)
    if unit == layout.NONE:
        return BEGIN, layout.END, 0, 0, 0
    return AFTERWARDS + unit, layout.ATTACK, unit, target, 0
