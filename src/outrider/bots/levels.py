"""What a bot is, and which there are for a game."""

import random
from dataclasses import dataclass
from typing import Any, Protocol

from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.refusal import unknown
from outrider.core.wire import Action, shown


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think about one choice."""

    seconds: float


class Bot(Protocol):
    """Chooses for a seat, knowing what that seat may see and no die to come. It keeps nothing from
    one choice to the next, so it may be started anew at any time."""

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        """One of the choices, within the time."""


class RandomPlayer:
    """Any legal action."""

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        action: Action = choices.sample(source)
        return action


LEVELS = ("random",)


def bot_of(game: Game[Any, Any], level: str) -> Bot:
    """The bot of a level for a game."""
    if level not in LEVELS:
        raise unknown(f"there is no bot {shown(level)}; there are {', '.join(LEVELS)}")
    return RandomPlayer()
