"""What the bots think of a position: chances to win, and actions in order."""

import random
from functools import cache
from typing import Any

from outrider.bots.measured.search import chance, weighed
from outrider.bots.protocol import Clock
from outrider.bots.skirmishers.bots import BUDGETS
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.core.game import Game
from outrider.core.wire import Action

SAMPLES = 64


@cache
def brain_of(game: Game[Any, Any]) -> SkirmishersBrain:
    return SkirmishersBrain(game)


def evaluate(game: Game[Any, Any], state: Any, seat: str, samples: int = SAMPLES) -> float:
    """The chance of a seat to win, a draw counted as half: so many games played to their end by the
    policy. The same position always gets the same answer."""
    return chance(game, brain_of(game), state, seat, samples, random.Random(0))


def ranked(
    game: Game[Any, Any],
    state: Any,
    seat: str,
    level: str,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Actions worth a look and their values, best first, as a level of bots sees them; a level that
    does not search looks as the least of those does that do."""
    budget = BUDGETS[level] if BUDGETS[level].width else BUDGETS["captain"]
    choices = game.choices(state, seat)
    return weighed(brain_of(game), state, seat, choices, budget, clock, source)
