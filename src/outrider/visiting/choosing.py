"""A bot's choice at a table elsewhere: asked with what the server shows, checked by the rules."""

import random
from collections.abc import Mapping
from typing import Any

from outrider.bots.protocol import Asked, Bot, Clock
from outrider.contests.seating import answer_of, dismiss, seated
from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Action
from outrider.visiting.hearing import plain
from outrider.visiting.witness import Forged

TRIES = 3
"""How often a bot is asked for one choice."""
LEAST = 0.05
SHARE = 25
"""Of the time that is left for a whole game, this part is for one choice."""


class Unable(Exception):
    """The bot gives no action. The message says why, and what its program wrote."""


class Chooser:
    """One bot, for one seat."""

    def __init__(
        self, game: Game[Any, Any], seat: str, name: str, seconds: float, memory: int
    ) -> None:
        self._game, self._seat, self._seconds = game, seat, seconds
        self._bot: Bot = seated(game, seat, name, memory)
        self._seed = random.SystemRandom().getrandbits(64)

    def close(self) -> None:
        dismiss(self._bot)

    def choose(self, table: Mapping[str, Any]) -> Action:
        """A legal action; asked again if there is none. Raises Unable."""
        asked = Asked(self._game, self._shown(table), self._seat)
        seconds = allowed(self._seconds, table.get("clock") or {}, self._seat)
        reason = ""
        for attempt in range(TRIES):
            source = random.Random(f"{self._seed}|{table.get('version', 0)}|{attempt}")
            answer = answer_of(self._bot, asked, Clock(seconds), source)
            reason = f"{answer.reason}; it wrote: {answer.wrote}" if answer.wrote else answer.reason
            if answer.action is None:
                continue
            try:
                refusal = asked.choices.why_not(answer.action)
            except Refusal as refused:
                refusal = refused
            if refusal is None:
                return answer.action
            reason = f"the bot wanted what is not allowed: {refusal}"
            self.close()  # started anew it knows only what it is told
        raise Unable(reason)

    def _shown(self, table: Mapping[str, Any]) -> Any:
        try:
            return self._game.load(table.get("state"))
        except Refusal as refusal:
            said = plain(refusal.message)
            raise Forged(f"the server shows a position that cannot be: {said}") from None

    def at_random(self, table: Mapping[str, Any]) -> Action:
        choices = self._game.choices(self._shown(table), self._seat)
        action: Action = choices.sample(random.Random(f"{self._seed}|{table.get('version', 0)}"))
        return action


def allowed(seconds: float, clock: Mapping[str, Any], seat: str) -> float:
    """How long a bot may think without losing by the clock."""
    left = (clock.get("left") or {}).get(seat)
    if left is not None:
        control = clock["control"]
        part = 2 if control["kind"] == "move" else SHARE
        seconds = min(seconds, left / 1000 / part + 0.8 * control.get("increment", 0))
    limit = clock.get("limit")
    if limit is not None:
        seconds = min(seconds, limit / 1000 / SHARE)
    return max(LEAST, seconds)
