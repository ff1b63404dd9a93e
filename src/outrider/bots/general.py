"""A bot for any game: it plays each of some candidates on at random, and takes what went best.

It knows nothing but the rules, so it is no match for a bot that was made for its game.
"""

import random
from typing import Any

from outrider.bots.protocol import Asked, Clock, Level
from outrider.core.choices import Choices
from outrider.core.game import FACES, Game
from outrider.core.pending import Over, Roll
from outrider.core.wire import Action

CANDIDATES = {"recruit": 4, "soldier": 8, "captain": 16, "marshal": 24}
PLAYOUTS = {"recruit": 2, "soldier": 6, "captain": 16, "marshal": 40}
"""For each candidate."""
LONGEST = 400
"""Steps after which a playout counts as a draw."""


class General:
    """Flat sampling with random playouts."""

    def __init__(self, game: Game[Any, Any], level: Level) -> None:
        self._game = game
        self._level = level

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        candidates = drawn(asked.choices, CANDIDATES[self._level.name], source)
        if len(candidates) == 1:
            return candidates[0]
        state, seat = asked.state, asked.seat
        scores = [0.0] * len(candidates)
        for _ in range(PLAYOUTS[self._level.name]):
            for index, action in enumerate(candidates):
                if clock.is_over():
                    return candidates[scores.index(max(scores))]
                after = self._game.apply(state, seat, action).state
                scores[index] += self._played_out(after, seat, clock, source)
        return candidates[scores.index(max(scores))]

    def _played_out(self, state: Any, seat: str, clock: Clock, source: random.Random) -> float:
        """1 for a win, a half for a draw or a game that is not over in time."""
        game = self._game
        for step in range(LONGEST):
            pending = game.pending(state)
            if isinstance(pending, Over):
                winners = pending.outcome.winners
                return 1 / len(winners) if seat in winners else 0.5 * (not winners)
            if isinstance(pending, Roll):
                faces = [1 + int(FACES * source.random()) for _ in range(pending.dice)]
                state = game.roll(state, faces).state
            else:
                asked = pending.seats[int(source.random() * len(pending.seats))]
                action = game.choices(state, asked).sample(source)
                state = game.advance(state, asked, action).state
            if step % 16 == 0 and clock.is_over():
                return 0.5
        return 0.5


def drawn(choices: Choices[Any], most: int, source: random.Random) -> list[Action]:
    """Some of the choices: all of them if they are few, else a sample without repetition."""
    listed = list(choices)
    if len(listed) > most:
        return source.sample(listed, most)
    return listed or [choices.sample(source)]
