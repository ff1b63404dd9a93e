"""Bots for Skirmishers."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.kernel.styles import STYLES
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=5.0, careless=0.35),
    "soldier": Budget(width=2, samples=4, horizon=0),
    "captain": Budget(width=3, samples=8, horizon=1, doubt=2.0),
    "marshal": Budget(width=8, samples=256, horizon=1),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    return Searcher(game, level, SkirmishersBrain(game, STYLES[level.name], budget.horizon), budget)
