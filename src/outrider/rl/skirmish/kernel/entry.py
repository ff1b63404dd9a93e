"""What an environment calls: a step of many games, what a number of an action stands for, and how
things look to any seat."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import NOBODY, entry
from outrider.games.skirmish import kernel as rules
from outrider.games.skirmish.kernel.ground import opened
from outrider.games.skirmish.kernel.layout import OVER as IS_OVER
from outrider.games.skirmish.kernel.layout import STAGE
from outrider.games.skirmish.kernel.legality import decider
from outrider.games.skirmish.kernel.playing import play
from outrider.games.skirmish.kernel.record import Numbers
from outrider.games.skirmish.kernel.running import throw
from outrider.games.skirmish.kernel.victory import winners
from outrider.rl import kernel as common
from outrider.rl.kernel.bytes import pay
from outrider.rl.kernel.flow import AGAIN, GOES_ON, LOOK, OVER
from outrider.rl.kernel.out import Bytes, Out
from outrider.rl.skirmish.kernel.choices import code_at, mark
from outrider.rl.skirmish.kernel.seeing import see
from outrider.table import kernel as measuring

Randoms: TypeAlias = npt.NDArray[np.uint64]
Shared: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The table, the numbers of the rules, and the plan of the actions."""


@entry(rules, measuring, common)
def step(
    records: Numbers, shared: Shared, randoms: Randoms, begins: Numbers, actions: Numbers, out: Out,
    what: int,
) -> None:  # fmt: skip
    """Do one of the things of `flow` in every game: play what was chosen, which has to be legal,
    let dice fall, and tell how it stands."""
    ground, numbers, terms = opened(shared[0]), shared[1], (shared[1], shared[2])
    observations, masks, seats, rewards, earned, become, finals = out
    for i in range(len(records)):
        record, actor = records[i], seats[i]
        if what != LOOK:
            kind, unit, third, fourth = code_at(record, ground, terms, actor, actions[i])
            play(record, ground, numbers, kind, unit, third, fourth)
        randoms[i] = throw(record, ground, numbers, randoms[i])
        become[i] = OVER if record[STAGE] == IS_OVER else GOES_ON
        pay(rewards[i], winners(record) if become[i] != GOES_ON else 0)
        earned[i] = rewards[i, actor] if actor != NOBODY else 0
        if what == AGAIN and become[i] != GOES_ON:
            see(record, ground, numbers, actor, finals[i])
            for each in range(len(record)):
                record[each] = begins[each]
            randoms[i] = throw(record, ground, numbers, randoms[i])
        seats[i] = decider(record)
        see(record, ground, numbers, max(seats[i], 0), observations[i])
        mark(record, ground, terms, seats[i], masks[i])


@entry(rules, measuring, common)
def view(records: Numbers, shared: Shared, seat: int, observations: Bytes) -> None:
    """What a seat sees in each game, whether it decides or not."""
    ground = opened(shared[0])
    for i in range(len(records)):
        see(records[i], ground, shared[1], seat, observations[i])


@entry(rules, measuring, common)
def marks(records: Numbers, shared: Shared, seat: int, masks: Bytes) -> None:
    """What a seat may do in each game, whether it is the first that is asked or not."""
    ground, terms = opened(shared[0]), (shared[1], shared[2])
    for i in range(len(records)):
        mark(records[i], ground, terms, seat, masks[i])


@entry(rules, measuring, common)
def codes(
    records: Numbers, shared: Shared, seats: Numbers, actions: Numbers, found: Numbers
) -> None:
    """What each game's action of a seat is to a batch."""
    ground, terms = opened(shared[0]), (shared[1], shared[2])
    for i in range(len(actions)):
        found[i, 0], found[i, 1], found[i, 2], found[i, 3] = code_at(
            records[i], ground, terms, seats[i], actions[i]
        )
