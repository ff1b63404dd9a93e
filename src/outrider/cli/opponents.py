"""Bots at the terminal's table."""

import random
import secrets
import time
from collections.abc import Mapping
from typing import Any

from outrider.bots import Clock
from outrider.bots.protocol import Bot
from outrider.bots.seating import let_choose, seated, seconds_of
from outrider.core.game import Game, checked_seat
from outrider.core.record import Chose, Line
from outrider.core.wire import Event
from outrider.play.match import Match


class Opponents:
    """The seats that programs play. `pace` is the least time in seconds that a choice takes, so
    that people can follow."""

    def __init__(self, match: Match, named: Mapping[str, str], pace: float) -> None:
        self._match = match
        self._pace = pace
        self._names = dict(named)
        self._seed = secrets.token_hex(8)
        self._bots: dict[str, Bot] = {
            checked_seat(seat, match.terms.seats): seated(match.game, seat, name)
            for seat, name in named.items()
        }

    def __contains__(self, seat: str) -> bool:
        return seat in self._bots

    def act(self, seat: str) -> tuple[Event, ...]:
        """One choice of a bot."""
        begun = time.monotonic()
        clock = Clock(seconds_of(self._names[seat], 5.0))
        source = random.Random(f"{self._seed}|{self._match.version}|{seat}")
        events, _ = let_choose(self._match, seat, self._bots[seat], clock, source)
        time.sleep(max(0.0, self._pace - (time.monotonic() - begun)))
        return events

    def close(self) -> None:
        for bot in self._bots.values():
            close = getattr(bot, "close", None)
            if close is not None:
                close()


def said(game: Game[Any, Any], line: Line) -> str:
    """A line of the record as somebody would have typed it."""
    if isinstance(line, Chose):
        return game.write_action(game.action_from_json(line.action))
    return str(line.to_json().get("match", ""))
