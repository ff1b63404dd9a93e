"""A bot for Pebbles, which Outrider finds through the entry point `outrider.bots`."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from outrider import Action
from outrider.bots import Asked, Bot, Clock, Level
from outrider_pebbles.actions import Pass, Take
from outrider_pebbles.state import State

SLIPS = {"recruit": 0.6, "soldier": 0.3, "captain": 0.1}
"""How often a level takes whatever comes to hand."""
FACES = 6


@cache
def hope(heap: int, misere: bool) -> float:
    """How likely whoever is about to roll wins, of two who do not pass."""
    if heap == 0:
        return 1.0 if misere else 0.0
    rolls = [range(1, min(face, heap) + 1) for face in range(1, FACES + 1)]
    return sum(max(1 - hope(heap - take, misere) for take in takes) for takes in rolls) / FACES


class Counter:
    """Takes so many that the next player is left with as little hope as can be."""

    def __init__(self, slips: float) -> None:
        self.slips = slips

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        listed: Sequence[Action] = list(asked.choices)
        if source.random() < self.slips:
            return source.choice(listed)
        return max(listed, key=lambda action: worth(asked.state, action))


def worth(state: State, action: Action) -> float:
    misere = state.options.flag("misere")
    taken = action.pebbles if isinstance(action, Take) else 0
    assert taken or isinstance(action, Pass)
    return 1 - hope(state.heap - taken, misere)


def make(game: Any, level: Level) -> Bot:
    """Who plays at a level."""
    return Counter(SLIPS.get(level.name, 0.0))
