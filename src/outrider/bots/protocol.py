"""What a bot is.

A bot chooses for one seat. It is told which, and given the state as that seat knows it; it never
sees a die before it has fallen, and keeps nothing from one choice to the next, so that it may be
stopped and started anew at any time.
"""

import random
import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action

PATIENCE, BESIDES = 4.0, 1.0
"""How many times as long a bot may take on a busy machine, and how many seconds besides."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think about one choice, from when the clock was made."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        return self.begun + self.seconds - time.monotonic()

    def is_over(self) -> bool:
        return self.left() <= 0

    def part(self, share: float) -> "Clock":
        """The same clock with so much of its time only."""
        return replace(self, seconds=share * self.seconds)


@dataclass(frozen=True, slots=True)
class BusyClock(Clock):
    """Counts the time that this process has had on the processor: beside others that want it, too,
    a bot still thinks for as long as its level does. By the wall it may take a few times as long,
    and no longer."""

    used: float = field(default_factory=time.process_time)

    def left(self) -> float:
        thinking = self.used + self.seconds - time.process_time()
        waiting = self.begun + PATIENCE * self.seconds + BESIDES - time.monotonic()
        return min(thinking, waiting)


@dataclass(frozen=True, slots=True)
class Unhurried(Clock):
    """Is never over: counts alone bound what is looked at, so that the same is found again."""

    seconds: float = 1e9

    def left(self) -> float:
        return self.seconds


class BotFailed(Exception):
    """A bot gave no answer, or none that can be used. The message may be shown to players."""


@dataclass(frozen=True)
class Asked:
    """What a bot is asked: to choose for a seat in a game whose `state` is as that seat knows it.
    Whoever needs the choices, or all of it as JSON, has them made of that, once."""

    game: Game[Any, Any]
    state: Any
    seat: str

    @classmethod
    def of(cls, game: Game[Any, Any], state: Any, seat: str) -> "Asked":
        """The question that a state poses to a seat, which may not know all of it."""
        return cls(game, game.known(state, seat), seat)

    @cached_property
    def choices(self) -> Choices[Any]:
        return self.game.choices(self.state, self.seat)

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, self.seat)


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        """One of the choices, before the clock is over. The same question and source give the same
        answer, unless the clock cuts the thinking short."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot plays. A game's bots give it a budget of nodes or samples, which makes its
    choices repeatable; above that is a time that no choice takes longer than."""

    name: str
    seconds: float


class RandomPlayer:
    """Any legal action."""

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        action: Action = asked.choices.sample(source)
        return action
