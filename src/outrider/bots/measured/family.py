"""The bots of a table game, and what they think of a position: playing on by the policy."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from outrider.bots.levels import LEVELS
from outrider.bots.measured.chance import Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.search import Budget, Searcher, weighed
from outrider.bots.protocol import Bot, Clock, Level
from outrider.core.game import Game
from outrider.core.wire import Action

SEVERAL = 6
"""Who looks at fewer plans has little to say about what else there was."""


class Family:
    """A game's bots, and what they think of its positions: chances to win, and actions in order.
    Positions are played on by the style of one `level`. Before all are placed nobody is played on:
    the policy places them, and who wins is seen after that."""

    def __init__(
        self,
        brain: Callable[[Game[Any, Any], Reals, int], Planner],
        styles: Mapping[str, Reals],
        budgets: Mapping[str, Budget],
        level: str = "marshal",
    ) -> None:
        self._budgets = budgets
        self._level = level

        @cache
        def brain_of(game: Game[Any, Any], level: str) -> Planner:
            return brain(game, styles[level], budgets[level].horizon)

        self._brain_of = brain_of

    def make(self, game: Game[Any, Any], level: Level) -> Bot:
        return Searcher(self._brain_of(game, level.name), self._budgets[level.name])

    def ready(self, game: Game[Any, Any]) -> None:
        self._brain_of(game, self._level)

    def plain(self, game: Game[Any, Any]) -> bool:
        return self._brain_of(game, self._level).is_plain()

    def onward(
        self, game: Game[Any, Any], state: Any, seat: str, source: random.Random
    ) -> Action | None:
        """The next to be placed."""
        brain = self._brain_of(game, self._level)
        if brain.wish(state) is None:
            return None
        return brain.plain(state, seat, game.choices(state, seat), 0.0, source)

    def sampled(
        self, game: Game[Any, Any], state: Any, seats: Sequence[str], seeds: Sequence[int]
    ) -> dict[str, float]:
        """Everybody's mean result if the policy plays on with these seeds.

        A brain plays the others not quite as it plays its own seat. So with two seats one half of
        the games is played from either side, and what one does not win the other does; with more,
        everybody has games of his own, and the sum is 1 only about.
        """
        brain = self._brain_of(game, self._level)
        if len(seats) != 2:
            return {seat: float(brain.standing(state, seat, seeds).mean()) for seat in seats}
        one, other = seats
        # Halves and not every second one: seeds that lie evenly do so in each half.
        half = (len(seeds) + (seeds[0] & 1)) // 2
        total = float(brain.standing(state, one, seeds[:half]).sum()) if half else 0.0
        if rest := seeds[half:]:
            total += len(rest) - float(brain.standing(state, other, rest).sum())
        mean = min(1.0, max(0.0, total / len(seeds)))
        return {one: mean, other: 1 - mean}

    def ranked(
        self,
        game: Game[Any, Any],
        state: Any,
        seat: str,
        level: str,
        clock: Clock,
        source: random.Random,
    ) -> list[tuple[Action, float]]:
        """Actions worth a look in the order a level of bots sees them; a level that does not search
        looks as the least of those does that do. The values are the search's own, a few turns deep:
        good to put actions in order, no chances to win."""
        budgets, choices = self._budgets, game.choices(state, seat)
        name = next(each for each in (level, *LEVELS) if budgets[each].width >= SEVERAL)
        brain = self._brain_of(game, name)
        return weighed(brain, state, seat, choices, budgets[name], clock, source)
