"""What the analysis of all table games has in common: playing on by the policy, to the end."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from outrider.bots.levels import LEVELS
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.search import Brain, Budget, Reals, weighed
from outrider.bots.protocol import Clock
from outrider.core.game import Game
from outrider.core.wire import Action

ANYWAY = Budget(width=8, samples=64)
"""For a look at the actions where no level of a game looks at them."""
SEVERAL = 6
"""Who looks at fewer plans has little to say about what else there was."""


def searching(budgets: Mapping[str, Budget], level: str) -> tuple[str, Budget]:
    """A level that looks at several actions, and its budget: the one asked for if it does, else the
    least of those that do."""
    for name in (level, *LEVELS):
        if budgets[name].width >= SEVERAL:
            return name, budgets[name]
    return level, ANYWAY


def means(brain: Brain, state: Any, seats: Sequence[str], seeds: Sequence[int]) -> dict[str, float]:
    """Everybody's mean result if the policy plays on with these seeds.

    A brain plays the others not quite as it plays its own seat. So with two seats one half of the
    games is played from either side, and what one does not win the other does; with more, everybody
    has games of his own, and the sum is 1 only about.
    """
    if len(seats) == 2:
        one, other = seats
        # Halves and not every second one: seeds that lie evenly do so in each half.
        half = (len(seeds) + (seeds[0] & 1)) // 2
        total = float(brain.standing(state, one, seeds[:half]).sum()) if half else 0.0
        if rest := seeds[half:]:
            total += len(rest) - float(brain.standing(state, other, rest).sum())
        mean = min(1.0, max(0.0, total / len(seeds)))
        return {one: mean, other: 1 - mean}
    return {seat: float(brain.standing(state, seat, seeds).mean()) for seat in seats}


def in_order(
    game: Game[Any, Any],
    brain: Brain,
    state: Any,
    seat: str,
    budget: Budget,
    clock: Clock,
    source: random.Random,
) -> list[tuple[Action, float]]:
    """Actions in the order in which a search with this budget would choose them. The values are the
    search's own, a few turns deep: good to put actions in order, no chances to win."""
    return weighed(brain, state, seat, game.choices(state, seat), budget, clock, source)


def evaluated(game: Game[Any, Any], state: Any, seat: str, samples: int) -> float:
    """A seat's chance to win, a draw counted as half. The same position gets the same answer."""
    from outrider.bots.analyst import Analyst

    return Analyst(game).tally(state, 0, samples).means[seat]


SAMPLES = 64
JUDGE = "marshal"
"""The level by whose style positions are played on."""


class Judge:
    """What bots think of positions of their game: chances to win, and actions in order. Before all
    are placed nobody is played on: the policy places them, and who wins is seen after that."""

    def __init__(
        self,
        brain: Callable[[Game[Any, Any], Reals, int], Planner],
        styles: Mapping[str, Reals],
        budgets: Mapping[str, Budget],
    ) -> None:
        self._budgets = budgets

        @cache
        def brain_of(game: Game[Any, Any], level: str) -> Planner:
            return brain(game, styles[level], budgets[level].horizon)

        self._brain_of = brain_of

    def ready(self, game: Game[Any, Any]) -> None:
        self._brain_of(game, JUDGE)

    def onward(
        self, game: Game[Any, Any], state: Any, seat: str, source: random.Random
    ) -> Action | None:
        """The next to be placed."""
        brain = self._brain_of(game, JUDGE)
        if brain.wish(state) is None:
            return None
        return brain.plain(state, seat, game.choices(state, seat), 0.0, source)

    def sampled(
        self, game: Game[Any, Any], state: Any, seats: Sequence[str], seeds: Sequence[int]
    ) -> dict[str, float]:
        return means(self._brain_of(game, JUDGE), state, seats, seeds)

    def evaluate(
        self, game: Game[Any, Any], state: Any, seat: str, samples: int = SAMPLES
    ) -> float:
        """The chance of a seat to win, a draw counted as half: so many games played to their end by
        the policy. The same position always gets the same answer."""
        return evaluated(game, state, seat, samples)

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
        looks as the least of those does that do."""
        name, budget = searching(self._budgets, level)
        brain = self._brain_of(game, name)
        return in_order(game, brain, state, seat, budget, clock, source)
