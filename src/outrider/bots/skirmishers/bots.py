"""Bots for Skirmishers."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.layout import PLAIN, STYLE
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=6.0),
    "soldier": Budget(),
    "captain": Budget(width=4, samples=8, doubt=1.0),
    "marshal": Budget(width=12, samples=48),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    # Those who search begin from the style that wins most; the others play a plain one.
    brain = SkirmishersBrain(game, STYLE if budget.width else PLAIN)
    return Searcher(game, level, brain, budget)
