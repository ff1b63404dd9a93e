"""Bots for Basic Skirmish Rules."""

from typing import Any

from outrider.bots.basic.brain import BasicBrain
from outrider.bots.basic.layout import STYLES
from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=24.0),
    "soldier": Budget(noise=4.0),
    "captain": Budget(),
    "marshal": Budget(width=8, samples=64, doubt=3.0),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    brain = BasicBrain(game, STYLES[level.name])
    return Searcher(game, level, brain, BUDGETS[level.name])
