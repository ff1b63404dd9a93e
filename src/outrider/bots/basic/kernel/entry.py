"""What the bots' Python calls: how it goes on from here, and what is done now, by which plan."""

import numpy as np

from outrider.bots import measured
from outrider.bots.basic.kernel.going import GOALS, goal, may_end
from outrider.bots.basic.kernel.judging import Scene, faces_for, scene_of
from outrider.bots.basic.kernel.outlook import outlook
from outrider.bots.basic.kernel.styles import GO, GOAL_X, GOAL_Y, MODE, PLANNED, STAY
from outrider.bots.basic.kernel.turns import BEGIN, next_action, rushes, throw
from outrider.bots.measured.chance import Numbers, Reals, copy, seeded, share
from outrider.bots.measured.plans import SEEDS, SKETCH, VARY
from outrider.compiled import entry, part
from outrider.games.basic import kernel as rulebook
from outrider.games.basic.kernel import layout
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
    struck, unsaved = faces_for(numbers, unit, target)
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
    scene, unplanned = scene_of(record, table, numbers), np.zeros(PLANNED, np.int64)
    now = scene.record
    for i in range(len(seeds)):
        seeded(scene.luck, seeds[i])
        copy(record, now)
        if action[layout.KIND] != layout.NONE:
            acted(now, numbers, action, seeds[i] / SEEDS)
        throw(scene)
        turns, step = 1 if action[layout.KIND] == layout.END else 0, BEGIN
        while turns <= action[HORIZON] and now[layout.STAGE] != layout.OVER:
            way = plan if turns == 0 else unplanned
            style = styles[now[layout.SEAT]]
            step, kind, unit, third, fourth = next_action(scene, style, way, step)
            play(now, numbers, kind, unit, third, fourth)
            throw(scene)
            if kind == layout.END:
                turns += 1
        values[i] = outlook(now, action[WHOSE])


@part
def sketch(scene: Scene, style: Reals, plan: Numbers) -> None:
    """Everybody goes where he would go in a style, and that is the plan."""
    unplanned, step = np.zeros(PLANNED, np.int64), BEGIN
    for row in range(layout.SIDE + 1):
        plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y] = STAY, 0, 0
    while True:
        step, kind, unit, third, fourth = next_action(scene, style, unplanned, step)
        if kind == layout.MOVE:
            row = unit - own(scene.record)
            plan[row, MODE], plan[row, GOAL_X], plan[row, GOAL_Y] = GO, third, fourth
        elif kind == layout.COMMAND and third == layout.RUSH:
            plan[layout.SIDE, MODE] = GO
        else:
            return
        play(scene.record, scene.numbers, kind, unit, third, fourth)


@part
def vary(scene: Scene, plan: Numbers) -> None:
    """Another place for somebody, at random, or a rush more or less."""
    now, luck = scene.record, scene.luck
    if why_not_command(now) == layout.FINE and share(luck) < RETHINK:
        plan[layout.SIDE, MODE] = STAY if rushes(scene, plan[layout.SIDE, MODE]) else GO
    if rushes(scene, plan[layout.SIDE, MODE]):
        play(now, scene.numbers, layout.COMMAND, 0, layout.RUSH, 0)
    for _ in range(TRIES):
        row = int(share(luck) * layout.SIDE)
        unit = own(now) + row
        if why_not_set_out(now, unit) != layout.FINE:
            continue
        number = int(share(luck) * (GOALS + STAYS))
        if number >= GOALS:
            plan[row, MODE] = STAY
            return
        there, x, y = goal(scene, unit, number)
        if there and may_end(scene, unit, x, y):
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
    scene = scene_of(record, table, numbers)
    seeded(scene.luck, seed)
    if how & SKETCH:
        sketch(scene, styles[1], plan)
        copy(record, scene.record)
    if how & VARY:
        vary(scene, plan)
        copy(record, scene.record)
    _, kind, unit, third, fourth = next_action(scene, styles[0], plan, BEGIN)
    return kind, unit, third, fourth
