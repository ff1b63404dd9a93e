"""Bots for Basic Skirmish Rules."""

from typing import Any

from outrider.bots.basic.brain import BasicBrain
from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=3.0),
    "soldier": Budget(),
    "captain": Budget(width=8, samples=24),
    "marshal": Budget(width=18, samples=96),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    return Searcher(game, level, BasicBrain(game), BUDGETS[level.name])
