"""What the bots think of a position: chances to win, and actions in order."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from outrider.bots.measured.analysis import evaluated, in_order, means, searching
from outrider.bots.protocol import Clock
from outrider.bots.skirmishers.bots import BUDGETS
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.kernel.styles import STYLES
from outrider.core.game import Game
from outrider.core.wire import Action

SAMPLES = 64
JUDGE = "captain"
"""The level by whose style positions are played on. Who is patient waits for the other to begin:
those who look for a fight bring it to an end."""


@cache
def brain_of(game: Game[Any, Any], level: str) -> SkirmishersBrain:
    return SkirmishersBrain(game, STYLES[level], BUDGETS[level].horizon)


def ready(game: Game[Any, Any]) -> None:
    brain_of(game, JUDGE)


def sampled(
    game: Game[Any, Any], state: Any, seats: Sequence[str], seeds: Sequence[int]
) -> dict[str, float]:
    return means(brain_of(game, JUDGE), state, seats, seeds)


def evaluate(game: Game[Any, Any], state: Any, seat: str, samples: int = SAMPLES) -> float:
    """The chance of a seat to win, a draw counted as half: so many games played to their end by the
    policy. The same position always gets the same answer."""
    return evaluated(game, state, seat, samples)


def ranked(
    game: Game[Any, Any],
    state: Any,
    seat: str,
    level: str,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Actions worth a look in the order a level of bots sees them; a level that does not search
    looks as the least of those does that do."""
    name, budget = searching(BUDGETS, level)
    return in_order(game, brain_of(game, name), state, seat, budget, clock, source)
