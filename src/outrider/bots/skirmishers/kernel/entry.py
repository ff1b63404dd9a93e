"""What the bots' Python calls. It is one entry, since all that it does stands on the same rules."""

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, copy, seeded, share
from outrider.bots.measured.plans import SEEDS
from outrider.bots.skirmishers.kernel import styles
from outrider.bots.skirmishers.kernel.going import weigh
from outrider.bots.skirmishers.kernel.memory import World, gain_at, plan_at
from outrider.bots.skirmishers.kernel.outlook import outlook
from outrider.bots.skirmishers.kernel.questions import play, throw
from outrider.bots.skirmishers.kernel.turns import begin_turn, draw, next_action, put_blow
from outrider.bots.skirmishers.kernel.ways import spread
from outrider.compiled import entry, part
from outrider.games.skirmishers import kernel as rulebook
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.record import Ground, end_of, first_of, is_here
from outrider.table import kernel as measuring

EVEN = 0.5
HASTE = 0.02
"""How much less each turn makes the end worth to who chooses: nothing is put off for ever."""
BLOWS = 1000.0
"""What blows gain, so that they come first in a list."""


@entry(rulebook, measured, measuring)
def think(
    record: Numbers,
    ground: Ground,
    mind: Reals,
    task: int,
    style: Reals,
    given: Numbers,
    rows: Numbers,
    values: Reals,
) -> int:
    """Do one of the tasks of `styles`, each in its own words below; the record stays as it is."""
    units = record[layout.UNITS]
    notes = np.zeros(plan_at(units, units), np.int64)
    world = ground, mind, notes, np.zeros(gain_at(units, units))
    now = record.copy()
    seeded(notes, given[styles.SEED])
    if task == styles.SPREAD:
        spread(now, world)
        return 0
    begin_turn(now, world)
    if task == styles.DECIDE:
        next_action(now, world, style, rows)
        return 1
    if task == styles.LIST:
        return listed(now, world, style, rows, values)
    for number in range(len(given) - styles.SEED):
        seed = given[styles.SEED + number]
        values[number] = played(record, world, style, given, rows[0], now, seed)
    return 0


@part
def listed(now: Numbers, world: World, style: Reals, rows: Numbers, gains: Reals) -> int:
    """Every blow with all who can, and every shot and move that was thought of, with what it gains;
    how many."""
    size, seat = 0, now[layout.SEAT]
    for foe in range(first_of(now, 1 - seat), end_of(now, 1 - seat)):
        put_blow(now, world, foe, rows[size])
        if rows[size, layout.USED] > 0:
            gains[size] = BLOWS
            size += 1
    for unit in range(first_of(now, seat), end_of(now, seat)):
        if is_here(now, unit):
            size = weigh(now, world, style, unit, rows, gains, size)
    return size


@part
def played(
    record: Numbers,
    world: World,
    style: Reals,
    given: Numbers,
    first: Numbers,
    now: Numbers,
    seed: int,
) -> float:
    """How it ends for a side if an action, unless its kind is NONE, is played and then everybody
    goes on, with the dice of a seed, for so many turns after this one: that side in the first of
    the styles, and the enemy in any of the others, if there are. The seed's own share of all seeds
    is the luck of the first dice."""
    copy(record, now)
    seeded(world[2], seed)
    others = len(style) // styles.WHOLE - 1
    enemy = styles.WHOLE * (1 + int(share(world[2]) * others)) if others > 0 else 0
    room, drawn, begun = np.empty((2, layout.ACTION), np.int64), False, False
    action = room[0]
    copy(first, action)
    worth = 1.0
    while True:
        if action[layout.KIND] != layout.NONE:
            play(now, world, action)
        if not drawn:
            drawn = draw(now, world, seed / SEEDS)
        throw(now, world)
        if action[layout.KIND] == layout.END and given[styles.HASTY]:
            worth *= 1 - HASTE
        if action[layout.KIND] == layout.END or not begun:
            begin_turn(now, world)
            begun = True
        gone = now[layout.TURNS] - record[layout.TURNS]
        if now[layout.STAGE] == layout.OVER_ or gone > given[styles.HORIZON]:
            return EVEN + worth * (outlook(now, world, given[styles.SIDE]) - EVEN)
        begins = 0 if now[layout.SEAT] == given[styles.SIDE] else enemy
        next_action(now, world, style[begins : begins + styles.WHOLE], room)
