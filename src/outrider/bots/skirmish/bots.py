"""Bots for Skirmish, in both editions."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=3.0),
    "soldier": Budget(),
    "captain": Budget(width=6, samples=8),
    "marshal": Budget(width=12, samples=32),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    return Searcher(game, level, SkirmishBrain(game), BUDGETS[level.name])
