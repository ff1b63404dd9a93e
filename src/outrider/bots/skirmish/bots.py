"""Bots for Skirmish, in both editions."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.bots.skirmish.kernel.styles import STYLES
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=5.0),
    "soldier": Budget(noise=3.0),
    "captain": Budget(),
    "marshal": Budget(width=7, samples=128, horizon=1, generations=1, doubt=3.0),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    brain = SkirmishBrain(game, STYLES[level.name], budget.horizon)
    return Searcher(game, level, brain, budget)
