"""Bots for Skirmishers."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.layout import EAGER, PLAIN, STEADY
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=3.0, careless=0.2),
    "soldier": Budget(),
    "captain": Budget(),
    "marshal": Budget(width=12, samples=256, horizon=3),
}
STYLES = {"recruit": PLAIN, "soldier": PLAIN, "captain": STEADY, "marshal": EAGER}


def make(game: Game[Any, Any], level: Level) -> Bot:
    budget = BUDGETS[level.name]
    return Searcher(game, level, SkirmishersBrain(game, STYLES[level.name], budget.horizon), budget)
