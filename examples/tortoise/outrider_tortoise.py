"""A bot that looks before it moves: every action is played on to the end, on a batch."""

import random
from typing import Any

import numpy as np

from outrider import Action, Game
from outrider.bots import Asked, Clock

ACTIONS, PLAYOUTS = 24, 16
"""How many actions are looked at, and how often each is played on."""
LONGEST = 2000
"""Random actions after which a game counts as drawn."""


class Tortoise:
    """Plays everything on at random and takes what went best.

    The first line above is what a page shows beside its name.
    """

    seconds = 1.0

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        listed: list[Action] = list(asked.choices) or [asked.choices.sample(source)]
        if len(listed) > ACTIONS:
            listed = source.sample(listed, ACTIONS)
        if len(listed) == 1:
            return listed[0]
        return listed[int(np.argmax(self.weighed(asked, listed, source)))]

    def weighed(self, asked: Asked, actions: list[Action], source: random.Random) -> Any:
        """What each action is worth to the seat: a point for a win, half of one for a draw."""
        game, count = self._game, len(actions)
        after = [game.apply(asked.state, asked.seat, action).state for action in actions]
        batch = game.batch(game.terms_of(asked.state), count * PLAYOUTS, source.getrandbits(48))
        batch.put([state for state in after for _ in range(PLAYOUTS)], check=False)
        batch.playout(LONGEST)
        won = batch.wins()
        mine = won[:, batch.seats.index(asked.seat)]
        points = np.where(mine, 1.0, np.where(won.any(axis=1), 0.0, 0.5))
        return points.reshape(count, PLAYOUTS).mean(axis=1)
