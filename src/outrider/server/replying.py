"""What a bot does in a state that somebody brings along: the other side of a lesson's fight."""

import random
from dataclasses import dataclass
from typing import Any

from outrider.core.patience import hurry
from outrider.core.wire import dumps
from outrider.play.desk import Desk
from outrider.server.trying import Try, tried

LEVEL = "recruit"
"""The only one that fights in lessons: whoever is learning shall win, and it thinks for a moment
only, so that nobody can keep the server busy with it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A seat's next action, to be chosen by a bot and played."""

    game: str
    state: dict[str, Any] | str
    seat: Any
    faces: tuple[int, ...] = ()
    """As in a Try."""


def replied(reply: Reply) -> dict[str, Any]:
    """What was done, and how things stand then. The same state is answered alike."""
    from outrider.bots import LEVELS, Asked, BusyClock, bot_of
    from outrider.games import game as game_by_id

    game = game_by_id(reply.game)
    state = game.read(reply.state) if isinstance(reply.state, str) else game.load(reply.state)
    desk = Desk(game, state)
    seat = desk.question({"do": "legal", "seat": reply.seat}).seat
    source = random.Random(dumps(game.dump(state)))
    if desk.is_idle(seat):
        desk.choices(seat).sample(source)  # which says why there is nothing to choose
    hurry()  # somebody waits, and a recruit can do without a compiler
    try:
        bot = bot_of(game, LEVEL)
        clock = BusyClock(LEVELS[LEVEL].seconds)
        action = bot.choose(Asked.of(game, state, str(seat)), clock, source).to_json()
    finally:
        hurry(False)
    request = {"do": "play", "seat": seat, "action": action}
    return tried(Try(reply.game, reply.state, request, reply.faces))
