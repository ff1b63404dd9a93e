"""What the bots think of a position: chances to win, and actions in order."""

import random
from functools import cache
from typing import Any

from outrider.bots.measured.search import chance
from outrider.bots.protocol import Clock
from outrider.bots.skirmishers.bots import BUDGETS, STYLES
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.thinking import weighed
from outrider.core.game import Game
from outrider.core.wire import Action

SAMPLES = 64


@cache
def brain_of(game: Game[Any, Any], level: str) -> SkirmishersBrain:
    return SkirmishersBrain(game, STYLES[level], BUDGETS[level].horizon)


def evaluate(game: Game[Any, Any], state: Any, seat: str, samples: int = SAMPLES) -> float:
    """The chance of a seat to win, a draw counted as half: so many games played to their end by the
    policy. The same position always gets the same answer."""
    # Who is patient waits for the other to begin: those who look for a fight bring it to an end.
    return chance(game, brain_of(game, "captain"), state, seat, samples, random.Random(0))


def ranked(
    game: Game[Any, Any],
    state: Any,
    seat: str,
    level: str,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Actions worth a look and their values, best first, as a level of bots sees them; a level that
    does not search looks as the marshal does."""
    level = level if BUDGETS[level].width else "marshal"
    choices = game.choices(state, seat)
    return weighed(brain_of(game, level), state, seat, choices, BUDGETS[level], clock, source)
