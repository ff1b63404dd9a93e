"""A plain policy, for games by the thousand: whatever leaves the best position, looking no further.

It is no level, and goes by `outrider.whole.skirminion.plain:Plain` wherever bots are named.
"""

import random
from typing import Any

from outrider.bots.protocol import Asked, Clock
from outrider.core.game import Game
from outrider.core.wire import Action
from outrider.whole.lane import Lane, whole_of
from outrider.whole.skirminion import PLAIN


class Plain:
    """Asks the kernel of whole games for one choice."""

    games = ("skirminion",)

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        whole = whole_of(self._game)
        assert whole is not None
        state = asked.state
        lane = Lane(self._game, self._game.terms_of(state), whole, state)
        (told,) = lane.play((PLAIN, PLAIN), [source.getrandbits(62)], 1)
        return next(lane.action(code) for _, code in told.read())
