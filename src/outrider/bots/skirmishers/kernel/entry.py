"""What the bots' Python calls. It is one entry, since all that it does stands on the same rules."""

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.bots.skirmishers.kernel.going import weigh
from outrider.bots.skirmishers.kernel.memory import World, gain_at, plan_at
from outrider.bots.skirmishers.kernel.outlook import outlook
from outrider.bots.skirmishers.kernel.questions import play, throw
from outrider.bots.skirmishers.kernel.styles import (
    DECIDE,
    HASTY,
    HORIZON,
    LIST,
    SEED,
    SIDE,
    SPREAD,
)
from outrider.bots.skirmishers.kernel.turns import begin_turn, draw, next_action, put_blow
from outrider.bots.skirmishers.kernel.ways import spread
from outrider.compiled import entry, part
from outrider.games.skirmishers import kernel as rulebook
from outrider.games.skirmishers.kernel.layout import (
    ACTION,
    END,
    KIND,
    NONE,
    OVER_,
    SEAT,
    STAGE,
    TURNS,
    UNITS,
    USED,
)
from outrider.games.skirmishers.kernel.record import Ground, end_of, first_of, is_here
from outrider.table import kernel as measuring

SEEDS = 1 << 30
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
    styles: Reals,
    given: Numbers,
    rows: Numbers,
    values: Reals,
) -> int:
    """Do one of the tasks of `styles`, each in its own words below; the record stays as it is."""
    units = record[UNITS]
    notes = np.zeros(plan_at(units, units), np.int64)
    world = ground, mind, notes, np.zeros(gain_at(units, units))
    now = record.copy()
    seeded(notes, given[SEED])
    if task == SPREAD:
        spread(now, world)
        return 0
    begin_turn(now, world)
    if task == DECIDE:
        next_action(now, world, styles[0], rows)
        return 1
    if task == LIST:
        return listed(now, world, styles[0], rows, values)
    for number in range(len(given) - SEED):
        values[number] = played(record, world, styles, given, rows[0], now, given[SEED + number])
    return 0


@part
def listed(now: Numbers, world: World, style: Reals, rows: Numbers, gains: Reals) -> int:
    """Every blow with all who can, and every shot and move that was thought of, with what it gains;
    how many."""
    size, seat = 0, now[SEAT]
    for foe in range(first_of(now, 1 - seat), end_of(now, 1 - seat)):
        put_blow(now, world, foe, rows[size])
        if rows[size, USED] > 0:
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
    styles: Reals,
    given: Numbers,
    first: Numbers,
    now: Numbers,
    seed: int,
) -> float:
    """How it ends for a side if an action, unless its kind is NONE, is played and then everybody
    goes on in the style of his side, with the dice of a seed, for so many turns after this one. The
    seed's own share of all seeds is the luck of the first dice."""
    for each in range(len(record)):
        now[each] = record[each]
    seeded(world[2], seed)
    room, drawn, begun = np.empty((2, ACTION), np.int64), False, False
    action = room[0]
    for each in range(ACTION):
        action[each] = first[each]
    worth = 1.0
    while True:
        if action[KIND] != NONE:
            play(now, world, action)
        if not drawn:
            drawn = draw(now, world, seed / SEEDS)
        throw(now, world)
        if action[KIND] == END and given[HASTY]:
            worth *= 1 - HASTE
        if action[KIND] == END or not begun:
            begin_turn(now, world)
            begun = True
        if now[STAGE] == OVER_ or now[TURNS] - record[TURNS] > given[HORIZON]:
            return EVEN + worth * (outlook(now, world, given[SIDE]) - EVEN)
        next_action(now, world, styles[now[SEAT]], room)
