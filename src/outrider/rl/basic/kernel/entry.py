"""What an environment calls: a step of many games, and what a number of an action stands for."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import NOBODY, entry, rule
from outrider.games.basic import kernel as rules
from outrider.games.basic.kernel.layout import BLUE_WON, ENDING, RED_WON, SEAT, STAGE
from outrider.games.basic.kernel.layout import OVER as IS_OVER
from outrider.games.basic.kernel.playing import play
from outrider.games.basic.kernel.record import Numbers
from outrider.games.basic.kernel.running import throw
from outrider.rl import kernel as common
from outrider.rl.basic.kernel.choices import code_at, mark
from outrider.rl.basic.kernel.seeing import see
from outrider.rl.kernel.bytes import pay
from outrider.rl.kernel.flow import AGAIN, GOES_ON, LOOK, OVER
from outrider.rl.kernel.out import Bytes, Floats, Out, Small
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]
Shared: TypeAlias = tuple[Numbers, Numbers]
"""The table and the numbers of the rules."""
Told: TypeAlias = tuple[Bytes, Bytes, Numbers, Small, Floats, Bytes, Bytes]
"""Where a step of one game writes: observation and mask of its own, and then places for all games;
the last is its own, too."""


@rule
def winners(ending: int) -> int:
    """The seats that have won, as bits."""
    return 1 if ending == RED_WON else 2 if ending == BLUE_WON else 0


@rule
def step_at(
    i: int,
    record: Numbers,
    shared: Shared,
    randoms: Randoms,
    begins: Numbers,
    actions: Numbers,
    out: Told,
    what: int,
) -> None:
    """Do one of the things of `flow` in a game: play what was chosen, which has to be legal, let
    dice fall, and tell how it stands."""
    table, numbers = shared
    seen, marked, seats, rewards, earned, become, last = out
    actor = seats[i]
    if what != LOOK:
        kind, unit, third, fourth = code_at(record, table, numbers, actions[i])
        play(record, numbers, kind, unit, third, fourth)
    randoms[i] = throw(record, numbers, randoms[i])
    become[i] = OVER if record[STAGE] == IS_OVER else GOES_ON
    pay(rewards[i], winners(record[ENDING]))
    earned[i] = rewards[i, actor] if actor != NOBODY else 0
    if what == AGAIN and become[i] != GOES_ON:
        see(record, table, numbers, record[SEAT], last)
        for each in range(len(record)):
            record[each] = begins[each]
        randoms[i] = throw(record, numbers, randoms[i])
    seats[i] = NOBODY if record[STAGE] == IS_OVER else record[SEAT]
    see(record, table, numbers, record[SEAT], seen)
    mark(record, table, numbers, marked)


@entry(rules, measuring, common)
def step(
    records: Numbers, shared: Shared, randoms: Randoms, begins: Numbers, actions: Numbers, out: Out,
    what: int,
) -> None:  # fmt: skip
    """The same in every game."""
    observations, masks, seats, rewards, earned, become, finals = out
    for i in range(len(records)):
        told = observations[i], masks[i], seats, rewards, earned, become, finals[i]
        step_at(i, records[i], shared, randoms, begins, actions, told, what)


@entry(rules, measuring, common)
def codes(records: Numbers, shared: Shared, actions: Numbers, found: Numbers) -> None:
    """What each game's action is to a batch."""
    for i in range(len(actions)):
        found[i, 0], found[i, 1], found[i, 2], found[i, 3] = code_at(
            records[i], shared[0], shared[1], actions[i]
        )


@entry(rules, measuring, common)
def view(records: Numbers, shared: Shared, seat: int, observations: Bytes) -> None:
    """What a seat sees in each game, whether it decides or not."""
    for i in range(len(records)):
        see(records[i], shared[0], shared[1], seat, observations[i])
