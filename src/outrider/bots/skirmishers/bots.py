"""Bots for Skirmishers."""

from typing import Any

from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=1.5),
    "soldier": Budget(),
    "captain": Budget(width=6, samples=8),
    "marshal": Budget(width=12, samples=32),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    return Searcher(game, level, SkirmishersBrain(game), BUDGETS[level.name])
