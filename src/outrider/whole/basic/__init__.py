"""Whole games of Basic between recruits, soldiers and chance."""

from typing import Any

from outrider.bots.basic.bots import BUDGETS
from outrider.bots.basic.kernel.styles import STYLES
from outrider.bots.measured.chance import Numbers, Reals
from outrider.whole.players import Measured
from outrider.whole.writing import Lines, Words


def run(batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int) -> None:
    from outrider.whole.basic.kernel import whole_games

    table, numbers = batch.state(0).setting.arrays
    whole_games(batch.rows, table, numbers, players, words, lines, sizes, most)


WHOLE = Measured(STYLES, BUDGETS, run)
