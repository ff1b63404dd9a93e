"""Whole games of Skirmish, in both editions, between recruits, soldiers and chance."""

from typing import Any

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmish.bots import BUDGETS
from outrider.bots.skirmish.kernel.styles import STYLES
from outrider.whole.players import Measured
from outrider.whole.writing import Lines, Words


def run(batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int) -> None:
    from outrider.bots.skirmish.brain import notes_of
    from outrider.whole.skirmish.kernel import whole_games

    setting = batch.state(0).setting
    given = (*setting.arrays, notes_of(setting.numbers).copy())
    whole_games(batch.rows, given, players, words, lines, sizes, most)


WHOLE = Measured(STYLES, BUDGETS, run)
