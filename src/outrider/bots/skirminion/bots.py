"""The levels of Skirminion: the same search, with more or less to spend."""

import random
from dataclasses import dataclass
from typing import Any

from outrider.bots.protocol import Asked, Clock, Level, RandomPlayer
from outrider.bots.skirminion.kernel.room import Net
from outrider.bots.skirminion.net import NO_NET
from outrider.bots.skirminion.opening import opening
from outrider.bots.skirminion.thinking import SPARE, Mind, net_of, ready
from outrider.core.game import Game
from outrider.core.wire import Action
from outrider.games.skirminion.actions import action_of
from outrider.games.skirminion.numbers import is_the_books
from outrider.games.skirminion.state import State


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level may spend, and how often it does not think at all."""

    nodes: int
    careless: float = 0.0
    solved_forts: int = 0
    """With how many forts on the board the last duels are worked out, once they are near."""
    net: bool = False
    """Whether a net corrects what it thinks of positions."""


BUDGETS = {
    "recruit": Strength(150, careless=0.2),
    "soldier": Strength(2_500, careless=0.02),
    "captain": Strength(25_000, solved_forts=1, net=True),
    "marshal": Strength(3_000_000, solved_forts=3, net=True),
}


ANYTHING = RandomPlayer()
GLANCE = 10_000
"""Nodes that are enough to look at every action once, in a few milliseconds."""
CONTEMPT = 100
"""A draw counts as a health point lost: strong play tends to sit still until the game is drawn, and
whoever is afraid of that has to come out."""
NEAR_DUELS = 6
"""With so many units on the board, duels come into sight."""
SOLVING = 0.5
"""Seconds on the clock with which duels with one fort may be solved; twice as many for each more.
It takes a fifth of that, or less, and happens once a game."""


class Searcher:
    """Looks ahead, as far as its level lets it."""

    def __init__(self, level: Level, strength: Strength) -> None:
        self._level = level
        self.strength = strength

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        seed = source.getrandbits(63)
        careless = source.random() < self.strength.careless
        only = list(asked.choices)
        if len(only) == 1:
            action: Action = only[0]
            return action
        state: State = asked.state
        if state.stage and is_the_books(state.numbers):
            return opening(state, source)
        if careless:
            return ANYTHING.choose(asked, clock, source)
        seconds = min(self._level.seconds, clock.left())
        code = self.thought(state, clock, seconds, seed) if seconds >= SPARE else 0
        # Whoever has no time left at all still looks before it leaps: chance is for the careless.
        code = code or self.glanced(state, seed)
        return action_of(code) if code else ANYTHING.choose(asked, clock, source)

    def thought(self, state: State, clock: Clock, seconds: float, seed: int) -> int:
        """The code of the best action; 0 if there was no time to find any."""
        before = clock.left() - seconds
        mind = Mind(
            state.words,
            state.numbers,
            self.strength.nodes,
            solved_forts=self.solved_forts(state, clock),
            contempt=-CONTEMPT if state.decider == "red" else CONTEMPT,
            net=self.net(state),
            seed=seed,
            # As with the duels: what the clock was set to, so that the same game repeats.
            seconds=min(self._level.seconds, clock.seconds),
        )
        # Making room, and solving duels, took some of the time.
        left = clock.left() - before
        return mind.think_until(min(seconds, left), left=lambda: clock.left() - before).code

    def glanced(self, state: State, seed: int) -> int:
        mind = Mind(state.words, state.numbers, GLANCE, net=self.net(state), seed=seed)
        return mind.think(1).code

    def net(self, state: State) -> Net:
        return net_of(state.numbers) if self.strength.net else NO_NET

    def solved_forts(self, state: State, clock: Clock) -> int:
        """By what the clock was set to, not by what is left on it: it shall not be a matter of
        luck."""
        units = state.units_of("red") | state.units_of("blue")
        solved = self.strength.solved_forts if units.bit_count() <= NEAR_DUELS else 0
        while solved and min(clock.seconds, self._level.seconds) < SOLVING * 2 ** (solved - 1):
            solved -= 1
        return solved


def make(game: Game[Any, Any], level: Level) -> Searcher:
    """The bot of a level. What has to be compiled is compiled now: no clock runs yet."""
    ready()
    return Searcher(level, BUDGETS[level.name])
