"""Bots for Basic Skirmish Rules."""

from typing import Any

from outrider.bots.basic.brain import BasicBrain
from outrider.bots.basic.kernel.styles import STYLES
from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.core.game import Game

BUDGETS = {
    "recruit": Budget(noise=24.0),
    "soldier": Budget(),
    "captain": Budget(width=3, samples=8, horizon=1, doubt=1.5),
    "marshal": Budget(width=8, samples=128, horizon=2, generations=1),
}


def make(game: Game[Any, Any], level: Level) -> Bot:
    brain = BasicBrain(game, STYLES[level.name], BUDGETS[level.name].horizon)
    return Searcher(game, level, brain, BUDGETS[level.name])
