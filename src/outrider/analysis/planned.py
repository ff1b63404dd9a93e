"""What table games' bots think of a position: chances to win, and actions in order.

Positions are played on by the policy. Before all are placed nobody is played on: the policy places
them, and who wins is seen after that.
"""

import random
from collections.abc import Sequence
from typing import Any

from outrider.bots.levels import LEVELS
from outrider.bots.measured.family import Family
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.search import weighed
from outrider.bots.protocol import Clock
from outrider.core.game import Game
from outrider.core.wire import Action

SEVERAL = 6
"""Who looks at fewer plans has little to say about what else there was."""


class Planned:
    """What a family thinks."""

    def __init__(self, family: Family) -> None:
        self._family = family

    def _brain(self, game: Game[Any, Any]) -> Planner:
        return self._family.brain_of(game, self._family.level)

    def ready(self, game: Game[Any, Any]) -> None:
        self._brain(game)

    def plain(self, game: Game[Any, Any]) -> bool:
        return self._brain(game).is_plain()

    def onward(
        self, game: Game[Any, Any], state: Any, seat: str, source: random.Random
    ) -> Action | None:
        """The next to be placed."""
        brain = self._brain(game)
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
        brain = self._brain(game)
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
        budgets, choices = self._family.budgets, game.choices(state, seat)
        name = next(each for each in (level, *LEVELS) if budgets[each].width >= SEVERAL)
        brain = self._family.brain_of(game, name)
        return weighed(brain, state, seat, choices, budgets[name], clock, source)
