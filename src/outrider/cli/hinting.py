"""Hints for people at the terminal."""

from typing import Any

from outrider.analysis import Analyst
from outrider.bots import bot_of
from outrider.core.game import Game

ADVISER = "captain"
SECONDS = 3.0
MOST = 3


def hints(game: Game[Any, Any], state: Any, seat: str) -> list[str]:
    """Actions with the winning chances they leave a seat. First what the adviser would do, which
    need not be the best by numbers that are guesses; then the best of the others."""
    bot_of(game, ADVISER)  # compiles what judging needs, which takes none of the time
    best = Analyst(game).best(state, seat, MOST, ADVISER, SECONDS)
    texts = [game.write_action(action) for action, _ in best]
    wide = max(map(len, texts), default=0)
    found = [f"{text:<{wide}}  {100 * best[n][1]:.0f}%" for n, text in enumerate(texts)]
    if not found:
        return ["no idea"]
    found[0] += f"  a {ADVISER}'s choice"
    return [f"{seat.capitalize()}'s winning chance after", *found]
