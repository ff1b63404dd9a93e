"""The bots of a table game: a brain for each level, and its budget."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from outrider.bots.measured.chance import Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.search import Budget, Searcher
from outrider.bots.protocol import Bot, Level
from outrider.core.game import Game


class Family:
    """Who plays a game. What is thought of its positions is played on by the style of one
    `level`."""

    def __init__(
        self,
        brain: Callable[[Game[Any, Any], Reals, int], Planner],
        styles: Mapping[str, Reals],
        budgets: Mapping[str, Budget],
        level: str = "marshal",
    ) -> None:
        self.budgets = budgets
        self.level = level

        @cache
        def brain_of(game: Game[Any, Any], level: str) -> Planner:
            return brain(game, styles[level], budgets[level].horizon)

        self.brain_of = brain_of

    def make(self, game: Game[Any, Any], level: Level) -> Bot:
        return Searcher(self.brain_of(game, level.name), self.budgets[level.name])
