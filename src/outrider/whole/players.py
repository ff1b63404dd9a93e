"""Who can play whole games inside a kernel, and how players are written for it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from outrider.bots.levels import LEVELS, RANDOM, bot_of
from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.plans import NOISE
from outrider.bots.measured.search import Budget, Searcher
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action
from outrider.whole.writing import STYLE, Lines, Words


class Run(Protocol):
    def __call__(
        self, batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int
    ) -> None:
        """Play all games of a batch, whose rows are changed in place."""


class Whole(Protocol):
    """What a game brings."""

    def players(self, bots: Sequence[str]) -> Reals | None:
        """A row for each seat; None if one of them does not play inside a kernel."""

    def placed(
        self, game: Game[Any, Any], state: Any, seat: str, level: str, choices: Choices[Any]
    ) -> Action | None:
        """What a level does before the kernel takes over; None once it does."""

    def run(
        self, batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """The table games: who does not search plays by a style. Figures are placed as the level's own
    bot places them."""

    styles: Mapping[str, Reals]
    budgets: Mapping[str, Budget]
    runs: Run

    def players(self, bots: Sequence[str]) -> Reals | None:
        rows = [self._player(bot) for bot in bots]
        return None if any(row is None for row in rows) else np.array(rows)

    def _player(self, bot: str) -> Reals | None:
        size = len(next(iter(self.styles.values())))
        made = np.zeros(STYLE + size)
        if bot == RANDOM:
            made[0] = 1
            return made
        if bot not in LEVELS or self.budgets[bot].width:
            return None
        made[0] = self.budgets[bot].careless
        made[STYLE:] = self.styles[bot]
        made[STYLE + NOISE] = self.budgets[bot].noise
        return made

    def placed(
        self, game: Game[Any, Any], state: Any, seat: str, level: str, choices: Choices[Any]
    ) -> Action | None:
        bot = bot_of(game, level)
        assert isinstance(bot, Searcher)
        if bot.brain.wish(state) is None:
            return None
        # Where a wish is to be granted nothing is left to chance.
        return bot.brain.plain(state, seat, choices, 0.0, random.Random(1))

    def run(
        self, batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int
    ) -> None:
        self.runs(batch, players, words, lines, sizes, most)
