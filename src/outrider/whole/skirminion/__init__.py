"""Whole games of Skirminion between levels that search little, a plain policy and chance."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from outrider.bots.levels import RANDOM
from outrider.bots.measured.chance import Numbers, Reals
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.wire import Action
from outrider.whole.writing import Lines, Words

PLAIN = "outrider.whole.skirminion.plain:Plain"
MOST_NODES = 10_000
"""Who searches more is played choice by choice: a single game takes seconds."""


class SkirminionWhole:
    """A player is what it may spend."""

    def players(self, bots: Sequence[str]) -> Reals | None:
        rows = [self._player(bot) for bot in bots]
        return None if any(row is None for row in rows) else np.array(rows)

    def _player(self, bot: str) -> tuple[float, ...] | None:
        from outrider.bots.skirminion.bots import BUDGETS, CONTEMPT
        from outrider.bots.skirminion.thinking import DEEPEST_LOOK

        if bot == RANDOM:
            return 1.0, 0.0, 0.0, 0.0
        if bot == PLAIN:
            return 0.0, 0.0, 0.0, CONTEMPT
        strength = BUDGETS.get(bot)
        if strength is None or strength.nodes > MOST_NODES:
            return None
        return strength.careless, strength.nodes, DEEPEST_LOOK, CONTEMPT

    def placed(
        self, game: Game[Any, Any], state: Any, seat: str, level: str, choices: Choices[Any]
    ) -> Action | None:
        return None

    def run(
        self, batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int
    ) -> None:
        from outrider.whole.skirminion.kernel import whole_games
        from outrider.whole.skirminion.thinking import Thinker

        thinker = Thinker(batch.state(0).numbers, players)
        if players[:, 1].any():
            for game in range(len(sizes)):
                at = slice(game, game + 1)
                sizes[game] = thinker.play(batch.rows[at], words[at], lines[at], most)
            return
        given = thinker.given(most)
        whole_games(batch.rows, thinker.room, players, words, lines, sizes, given)


WHOLE = SkirminionWhole()
