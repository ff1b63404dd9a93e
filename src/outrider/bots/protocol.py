"""What a bot is.

A bot chooses for one seat. It is told what that seat may see and what it may choose from; it never
sees a die before it has fallen, and keeps nothing from one choice to the next, so that it may be
stopped and started anew at any time.
"""

import random
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from outrider.core.choices import Choices
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


class BotFailed(Exception):
    """A bot gave no answer, or none that can be used. The message may be shown to players."""


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        """One of the choices, before the clock is over. The same view, choices and source give the
        same answer, unless the clock cuts the thinking short."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot plays. A game's bots give it a budget of nodes or samples, which makes its
    choices repeatable; above that is a time that no choice takes longer than."""

    name: str
    seconds: float


class RandomPlayer:
    """Any legal action."""

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        action: Action = choices.sample(source)
        return action
