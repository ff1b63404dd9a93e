"""Whole games of Skirmishers between recruits, soldiers and chance."""

from typing import Any

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmishers.bots import BUDGETS
from outrider.bots.skirmishers.manners import STYLES
from outrider.whole.players import Measured
from outrider.whole.writing import STYLE, Lines, Words


def run(batch: Any, players: Reals, words: Words, lines: Lines, sizes: Numbers, most: int) -> None:
    from outrider.bots.skirmishers.brain import closely, mind_in
    from outrider.games.skirmishers.engine import engine
    from outrider.whole.skirmishers.kernel import whole_games

    state = batch.state(0)
    given = engine().ground(state.setting), mind_in(state)
    looks = players.copy()
    for player in looks:
        player[STYLE:] = closely(player[STYLE:])
    whole_games(batch.rows, given, looks, words, lines, sizes, most)


WHOLE = Measured(STYLES, BUDGETS, run)
