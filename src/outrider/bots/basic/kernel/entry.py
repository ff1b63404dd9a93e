"""What the bots' Python calls: how it goes on from here, and what is done now, by which plan."""

import numpy as np

from outrider.bots import measured
from outrider.bots.basic.kernel.going import GOALS, goal, may_end
from outrider.bots.basic.kernel.judging import CHANCES, count_chances
from outrider.bots.basic.kernel.outlook import outlook
from outrider.bots.basic.kernel.styles import GO, GOAL_X, GOAL_Y, MODE, PLANNED, STAY
from outrider.bots.basic.kernel.turns import BEGIN, next_action, rushes, throw
from outrider.bots.measured.chance import Numbers, Reals, copy, seeded, share
from outrider.bots.measured.plans import SEEDS, SKETCH, VARY
from outrider.compiled import entry, part
from outrider.games.basic import kernel as rulebook
from outrider.games.basic.kernel import layout
from outrider.games.basic.kernel.combat import hits, saves
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.moving import why_not_set_out
from outrider.games.basic.kernel.odds import FACES
from outrider.games.basic.kernel.playing import fall, play
from outrider.games.basic.kernel.record import own
from outrider.table import kernel as measuring

BUILT_ON = (rulebook, measured, measuring)

HORIZON, WHOSE = layout.ACTION, layout.ACTION + 1
ASKED = layout.ACTION + 2
"""What is asked for with an action: for how many turns it is played on, and for which side."""
RETHINK = 0.1
"""How often a plan is varied by its command."""
TRIES, STAYS = 32, 2
"""How often another place is looked for; of all there may be, so many more are to stay."""


@part
def acted(record: Numbers, numbers: Numbers, action: Numbers, lot: float) -> None:
    """The first action, whatever it is. The dice of an attack are one number from 0 to 1: below the
    chance to wound it does, and the rest is shared by saves and misses. So seeds that lie evenly
    meet each as often as dice would."""
    unit, target = action[layout.UNIT], action[layout.THIRD]
    play(record, numbers, action[layout.KIND], unit, target, action[layout.FOURTH])
    if record[layout.STAGE] != layout.ATTACKING:
        return
    struck, unsaved = 0, 0
    for face in range(1, FACES + 1):
        struck += 1 if hits(numbers, unit, face) else 0
        unsaved += 0 if saves(numbers, target, face) else 1
    # If any face hits or saves the highest does; if any does not, the lowest.
    fall(record, numbers, FACES if lot * FACES < struck else 1)
    if record[layout.STAGE] == layout.SAVING:
        fall(record, numbers, 1 if lot * FACES * FACES < struck * unsaved else FACES)


@entry(*BUILT_ON)
def played(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    styles: Reals,
    action: Numbers,
    plan: Numbers,
    seeds: Numbers,
    values: Reals,
) -> None:
    """values[i] is how it ends for a side if the action, unless its kind is NONE, is played, the
    turn is ended as planned and then everybody goes on in the style of his side, with the dice of
    seed i, for so many turns. After the action's own numbers stand the turns and the side."""
    horizon, side = action[HORIZON], action[WHOSE]
    chances, luck = np.empty(CHANCES), np.zeros(1, np.int64)
    now, unplanned = np.empty(layout.RECORD, np.int64), np.zeros(PLANNED, np.int64)
    count_chances(numbers, chances)
    for i in range(len(seeds)):
        seeded(luck, seeds[i])
        copy(record, now)
        if action[layout.KIND] != layout.NONE:
            acted(now, numbers, action, seeds[i] / SEEDS)
        throw(now, numbers, luck)
        turns, step = 1 if action[layout.KIND] == layout.END else 0, BEGIN
        while turns <= horizon and now[layout.STAGE] != layout.OVER:
            step, kind, unit, third, fourth = next_action(
                now,
                table,
                numbers,
                chances,
                styles[now[layout.SEAT]],
                plan if turns == 0 else unplanned,
                luck,
                step,
            )
            play(now, numbers, kind, unit, third, fourth)
            throw(now, numbers, luck)
            if kind == layout.END:
                turns += 1
        values[i] = outlook(now, side)


@part
def vary(
    record: Numbers, table: Numbers, numbers: Numbers, luck: Numbers, plan: Numbers, now: Numbers
) -> None:
    """Another place for somebody, at random, or a rush more or less; `now` is room for trying."""
    if why_not_command(record) == layout.FINE and share(luck) < RETHINK:
        plan[layout.SIDE, MODE] = STAY if rushes(record, numbers, plan[layout.SIDE, MODE]) else GO
    copy(record, now)
    if rushes(now, numbers, plan[layout.SIDE, MODE]):
        play(now, numbers, layout.COMMAND, 0, layout.RUSH, 0)
    for _ in range(TRIES):
        row = int(share(luck) * layout.SIDE)
        unit = own(now) + row
        if why_not_set_out(now, unit) != layout.FINE:
            continue
        number = int(share(luck) * (GOALS + STAYS))
        if number >= GOALS:
            plan[row, MODE] = STAY
            return
        there, x, y = goal(now, numbers, unit, number)
        if there and may_end(now, table, numbers, unit, x, y):
            plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y] = GO, x, y
            return


@entry(*BUILT_ON)
def decided(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    styles: Reals,
    plan: Numbers,
    how: int,
    seed: int,
) -> tuple[int, int, int, int]:
    """What is done now, by a plan and where that leaves it open by the policy, in the first style.
    The plan may be sketched beforehand, in the second style, and varied."""
    chances, luck = np.empty(CHANCES), np.zeros(1, np.int64)
    count_chances(numbers, chances)
    seeded(luck, seed)
    now, unplanned = np.empty(layout.RECORD, np.int64), np.zeros(PLANNED, np.int64)
    copy(record, now)
    step = BEGIN
    if how & SKETCH:
        for row in range(layout.SIDE + 1):
            plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y] = STAY, 0, 0
    while how & SKETCH:
        step, kind, unit, third, fourth = next_action(
            now, table, numbers, chances, styles[1], unplanned, luck, step
        )
        if kind == layout.MOVE:
            row = unit - own(now)
            plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y] = GO, third, fourth
        elif kind == layout.COMMAND and third == layout.RUSH:
            plan[layout.SIDE, MODE] = GO
        else:
            break
        play(now, numbers, kind, unit, third, fourth)
    if how & VARY:
        vary(record, table, numbers, luck, plan, now)
    _, kind, unit, third, fourth = next_action(
        record, table, numbers, chances, styles[0], plan, luck, BEGIN
    )
    return kind, unit, third, fourth
