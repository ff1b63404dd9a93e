"""Random legal play of any game, stepped from Python, over and over.

Dice are drawn, never given: where the same face fell every time, a tied initiative was rolled again
for ever. Should rolls follow each other without end all the same, that is said.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

from bench.measure import Plan, Trial, rate
from outrider import Decide, Game, Over

BEFORE_A_LOOK = 200
"""Actions between two looks at the clock."""
MOST_ROLLS = 1000
"""Rolls between two decisions. Ten ties in a row are a wonder already."""


class Walk:
    """A game between random players; after its end comes the next."""

    def __init__(
        self,
        game: Game[Any, Any],
        terms: Any,
        seed: int,
        faces: Callable[[int], Iterable[int]] | None = None,
    ) -> None:
        self.game = game
        self.source = random.Random(seed)
        self._terms = terms
        self._faces = faces or self._drawn
        self.state = game.new(terms).state
        self.games = 1
        """Begun so far."""

    def _drawn(self, dice: int) -> list[int]:
        return [1 + int(6 * self.source.random()) for _ in range(dice)]

    def deciding(self) -> tuple[Any, ...]:
        """Roll, and begin anew, until somebody has a choice: who."""
        for _ in range(MOST_ROLLS):
            pending = self.game.pending(self.state)
            if isinstance(pending, Decide):
                return pending.seats
            if isinstance(pending, Over):
                self.state = self.game.new(self._terms).state
                self.games += 1
            else:
                self.state = self.game.roll(self.state, list(self._faces(pending.dice))).state
        raise RuntimeError(
            f"{MOST_ROLLS} rolls of {self.game.id} and nobody has a choice: {pending}"
        )

    def act(self) -> None:
        """One action of anybody who may act."""
        seats = self.deciding()
        seat = seats[int(len(seats) * self.source.random())]
        action = self.game.choices(self.state, seat).sample(self.source)
        self.state = self.game.apply(self.state, seat, action).state

    def rate(self, plan: Plan) -> Trial:
        """How many actions a second."""

        def work() -> int:
            for _ in range(BEFORE_A_LOOK):
                self.act()
            return BEFORE_A_LOOK

        return rate(work, plan)
