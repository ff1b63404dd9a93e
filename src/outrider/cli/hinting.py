"""Hints for people at the terminal."""

from typing import Any

from outrider.analysis import Analyst
from outrider.bots import bot_of
from outrider.core.game import Game
from outrider.core.patience import hurry, in_a_hurry

ADVISER = "captain"
MOST = 3


def hints(game: Game[Any, Any], state: Any, seat: str) -> list[str]:
    """Actions with the winning chances they leave a seat. First what the adviser would do, which
    need not be the best by numbers that are guesses; then the best of the others. It is looked at
    as many positions as the game's bots say, however long that takes: a position has one hint."""
    hurried = in_a_hurry()
    hurry(False)  # as plain Python so many positions would take minutes
    try:
        bot_of(game, ADVISER)
        best = Analyst(game).best(state, seat, MOST, ADVISER)
    finally:
        hurry(hurried)
    texts = [game.write_action(action) for action, _ in best]
    wide = max(map(len, texts), default=0)
    found = [f"{text:<{wide}}  {100 * best[n][1]:.0f}%" for n, text in enumerate(texts)]
    if not found:
        return ["no idea"]
    found[0] += f"  a {ADVISER}'s choice"
    return [f"{seat.capitalize()}'s winning chance after", *found]
