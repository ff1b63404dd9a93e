"""What an environment calls: a step of many games, and what a number of an action stands for."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import NOBODY, entry
from outrider.games.skirmishers import kernel as rules
from outrider.games.skirmishers.kernel.entry import MOST_FACES
from outrider.games.skirmishers.kernel.layout import ACTION, ENDING, OVER_, STAGE
from outrider.games.skirmishers.kernel.playing import play
from outrider.games.skirmishers.kernel.record import Ground, Numbers
from outrider.games.skirmishers.kernel.running import throw
from outrider.games.skirmishers.kernel.turns import awaited
from outrider.rl import kernel as common
from outrider.rl.kernel.bytes import pay
from outrider.rl.kernel.flow import AGAIN, GOES_ON, LOOK, OVER
from outrider.rl.kernel.out import Bytes, Out
from outrider.rl.skirmishers.kernel.choices import mark, put_code
from outrider.rl.skirmishers.kernel.seeing import see
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]
Shared: TypeAlias = tuple[Ground, Numbers, Numbers, Numbers]
"""The ground, with room to reckon in that nobody else uses meanwhile; the plan of the actions; who
has won, as bits, by how a game has ended; and what is remembered of each game (see `layout`)."""


@entry(rules, measuring, common)
def step(
    records: Numbers, shared: Shared, randoms: Randoms, begins: Numbers, actions: Numbers, out: Out,
    what: int,
) -> None:  # fmt: skip
    """Do one of the things of `flow` in every game: play what was chosen, which has to be legal,
    let dice fall, and tell how it stands."""
    ground, plan, won, memory = shared
    observations, masks, seats, rewards, earned, become, finals = out
    faces, action = np.empty(MOST_FACES, np.int64), np.empty(ACTION, np.int64)
    for i in range(len(records)):
        record, actor = records[i], seats[i]
        if what != LOOK:
            put_code(record, ground, plan, actions[i], action)
            play(record, ground, action)
        randoms[i] = throw(record, ground, randoms[i], faces)
        become[i] = OVER if record[STAGE] == OVER_ else GOES_ON
        pay(rewards[i], won[record[ENDING]])
        earned[i] = rewards[i, actor] if actor != NOBODY else 0
        if what == AGAIN and become[i] != GOES_ON:
            see(record, ground, plan, actor, finals[i])
            for each in range(len(record)):
                record[each] = begins[each]
            randoms[i] = throw(record, ground, randoms[i], faces)
        seats[i] = awaited(record)[1]
        see(record, ground, plan, max(seats[i], 0), observations[i])
        mark(record, ground, plan, memory[i], action, masks[i])


@entry(rules, measuring, common)
def codes(records: Numbers, shared: Shared, actions: Numbers, found: Numbers) -> None:
    """What each game's action is to a batch."""
    for i in range(len(actions)):
        put_code(records[i], shared[0], shared[1], actions[i], found[i])


@entry(rules, measuring, common)
def view(records: Numbers, shared: Shared, seat: int, observations: Bytes) -> None:
    """What a seat sees in each game, whether it decides or not."""
    for i in range(len(records)):
        see(records[i], shared[0], shared[1], seat, observations[i])
