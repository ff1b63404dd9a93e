"""What an environment calls: a step of many games, and what a number of an action stands for."""

from typing import TypeAlias

import numpy as np

from outrider.compiled import NOBODY, Word, entry, rule
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.layout import (
    BLUE_DESTROYED_ALL,
    BLUE_STRONGER,
    RED_DESTROYED_ALL,
    RED_STRONGER,
    ROW,
)
from outrider.games.skirminion.kernel.many import played, thrown
from outrider.games.skirminion.kernel.running import Rows, load, opened
from outrider.games.skirminion.kernel.words import Row, decider, ending_of
from outrider.rl import kernel as common
from outrider.rl.kernel.flow import AGAIN, GOES_ON, LOOK, OVER
from outrider.rl.kernel.out import Bytes, Floats, Numbers, Out, Small
from outrider.rl.skirminion.kernel.masking import Planes, Ways, code_at, mark
from outrider.rl.skirminion.kernel.seeing import see, see_as

Shared: TypeAlias = tuple[Row, Planes, Ways]
"""The numbers of the rules, and the planes of actions both ways."""
Told: TypeAlias = tuple[Row, Row, Numbers, Small, Floats, Bytes, Row]
"""Where a step of one game writes: observation and mask of its own, in words, and then places for
all games; the last is its own, too."""


@rule
def judge(ending: Word) -> int:
    """What Red has won: 1, -1 or, in a draw, 0; Blue has the opposite."""
    if ending in (RED_DESTROYED_ALL, RED_STRONGER):
        return 1
    return -1 if ending in (BLUE_DESTROYED_ALL, BLUE_STRONGER) else 0


@rule
def step_at(
    i: int,
    row: Row,
    shared: Shared,
    randoms: Row,
    begins: Row,
    actions: Numbers,
    out: Told,
    what: int,
) -> None:
    """Do one of the things of `flow` in a game: play what was chosen, which has to be legal, let
    dice fall, and tell how it stands."""
    numbers, planes, ways = shared
    seen, marked, seats, rewards, earned, become, last = out
    actor, book = seats[i], opened(numbers)
    if what != LOOK:
        played(row, code_at(load(row), actions[i], ways), book)
    randoms[i] = thrown(row, randoms[i])
    ending = ending_of(row[7])
    become[i] = OVER if ending else GOES_ON
    rewards[i, 0], rewards[i, 1], earned[i] = 0, 0, 0.0
    if ending:
        won = judge(ending)
        rewards[i, 0], rewards[i, 1] = won, -won
        if actor != NOBODY:
            earned[i] = rewards[i, actor]
        if what == AGAIN:
            see(load(row), book, last)
            for each in range(ROW):
                row[each] = begins[each]
            randoms[i] = thrown(row, randoms[i])
    words = load(row)
    seats[i] = NOBODY if ending_of(words[7]) else int(decider(words[7]))
    see(words, book, seen)
    mark(words, book, planes, marked)


@entry(rules, common)
def step(
    rows: Rows, shared: Shared, randoms: Row, begins: Row, actions: Numbers, out: Out, what: int
) -> None:
    """The same in every game."""
    observations, masks, seats, rewards, earned, become, finals = out
    seen, marked = observations.view(np.uint64), masks.view(np.uint64)
    last = finals.view(np.uint64)
    for i in range(len(rows)):
        told = seen[i], marked[i], seats, rewards, earned, become, last[i]
        step_at(i, rows[i], shared, randoms, begins, actions, told, what)


@entry(rules, common)
def codes(rows: Rows, shared: Shared, actions: Numbers, found: Numbers) -> None:
    """What each game's action is to a batch."""
    for i in range(len(actions)):
        found[i, 0] = code_at(load(rows[i]), actions[i], shared[2])


@entry(rules, common)
def view(rows: Rows, shared: Shared, seat: int, observations: Bytes) -> None:
    """What a seat sees in each game, whether it decides or not."""
    seen, book = observations.view(np.uint64), opened(shared[0])
    for i in range(len(rows)):
        see_as(load(rows[i]), np.uint64(seat), book, seen[i])
