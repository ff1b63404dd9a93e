"""Bots for Basic Skirmish Rules."""

from typing import Any

from outrider.bots.basic.brain import BasicBrain
from outrider.bots.basic.layout import PLAIN, STYLE
from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=12.0),
    "soldier": Budget(),
    "captain": Budget(width=4, samples=16, doubt=1.0),
    "marshal": Budget(width=18, samples=64),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    # Those who search begin from the style that wins most; the others play a plain one.
    brain = BasicBrain(game, STYLE if budget.width else PLAIN)
    return Searcher(game, level, brain, budget)
