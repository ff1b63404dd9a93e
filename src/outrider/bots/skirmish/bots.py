"""Bots for Skirmish, in both editions."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.bots.skirmish.layout import PLAIN, STYLE
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=3.0),
    "soldier": Budget(),
    "captain": Budget(width=3, samples=6, doubt=0.7),
    "marshal": Budget(width=12, samples=24),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    # Those who search begin from the style that wins most; the others play a plain one.
    brain = SkirmishBrain(game, STYLE if budget.width else PLAIN)
    return Searcher(game, level, brain, budget)
