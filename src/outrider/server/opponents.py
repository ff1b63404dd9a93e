"""Bots at the tables of a server: who is asked, how often, and who chooses if nobody answers.

A slow answer is waited for, and the table is told so. Whoever fails is asked again; only after that
a lower level of the same game chooses, and the record says it. If all fail, the table is told, and
all are asked again after a while. Nobody's move is ever left to chance.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any

from outrider.bots.levels import below, seconds_of
from outrider.bots.protocol import BotFailed
from outrider.core.refusal import Refusal
from outrider.play.match import Draft, Match
from outrider.server import tokens
from outrider.server.live import Live
from outrider.server.metrics import Metrics
from outrider.server.thinking import Question, Told
from outrider.server.times import now
from outrider.server.waits import Wait
from outrider.server.workers import Workers

LOG = logging.getLogger("outrider.server")
TRIES = 3
"""How often a level is asked before a lower one is."""
SLOW = 1.5
"""Seconds beyond its own time after which people are told that a bot takes long."""
PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until all are asked again; twice as many each time."""
LONGEST_REASON = 200


def ladder(level: str) -> tuple[str, ...]:
    """Who is asked, one after the other: the level itself several times, then those below it."""
    return (level,) * TRIES + below(level)


def pauses() -> Iterator[float]:
    pause = PAUSE
    while True:
        yield pause
        pause = min(LONGEST_PAUSE, 2 * pause)


class Opponents:
    """The bots of all tables of this process."""

    def __init__(
        self, workers: Workers, metrics: Metrics, seconds: float, wanted: Callable[[str], None]
    ) -> None:
        self._workers = workers
        self._wanted = wanted
        self._metrics = metrics
        self._seconds = seconds

    def seconds(self, level: str) -> float:
        return min(self._seconds, seconds_of(level, self._seconds))

    def are_ready(self, live: Live) -> bool:
        """Whether the bots of a match could choose at once."""
        return all(self._workers.is_ready(live.row.game, level) for level in self._levels(live))

    async def get_ready(self, live: Live) -> None:
        """Have the bots of a match there before they are asked."""
        try:
            for level in self._levels(live):
                await self._workers.get_ready(live.row.game, level, self.hears(live))
        except BotFailed:
            return  # it is noticed when it is asked

    def hears(self, live: Live) -> Told:
        """What a worker says before it answers: that something has to be compiled."""

        def hear(kind: str, said: Any) -> None:
            if kind == "compiling":
                self._wanted(live.row.game)

        return hear

    @staticmethod
    def _levels(live: Live) -> list[str]:
        return [seat.level for seat in live.seats.values() if seat.kind == "bot" and seat.level]

    async def play(self, live: Live, seat: str) -> None:
        """One choice of a bot."""
        level = live.seats[seat].level or "random"
        begun = now()
        with live.waits.asking(self.seconds(level) + SLOW) as wait:
            for pause in pauses():
                if await self._tried(live, seat, level, begun, wait):
                    return
                LOG.error("no bot answers at a table; it is asked again in %s s", pause)
                wait.begin("failing")
                await asyncio.sleep(pause)
                if self._moot(live, seat):
                    return

    async def _tried(self, live: Live, seat: str, asked: str, begun: int, wait: Wait) -> bool:
        """Whether somebody has chosen, or nobody needs to any more."""
        reason = ""
        for attempt, level in enumerate(ladder(asked)):
            if self._moot(live, seat):
                return True
            match = live.playing()
            version = match.version
            try:
                question = self._question(live, match, seat, level, attempt)
                chosen = await self._workers.choose(question, self.hears(live))
                action = match.game.action_from_json(chosen)
                wait.answered()
                # People want to follow what happens, if the match says so.
                await asyncio.sleep(max(0, begun + live.row.setup.get("pace", 0) - now()) / 1000)
                note = self._note(level, asked, reason) if level != asked else None
                await self._written(live, version, seat, action, note)
                return True
            except BotFailed as failed:
                reason = str(failed)
            except Refusal as refusal:
                if live.playing().version != version:
                    return True  # it was right when it was asked; the match has gone on
                reason = f"the bot wanted what is not allowed: {refusal.message}"
            self._metrics.count("bot_failures")
            LOG.warning("a %s failed at %s: %s", level, live.row.game, reason)
        return False

    @staticmethod
    def _note(level: str, asked: str, reason: str) -> str:
        return f"a {level} chooses in place of the {asked}, who failed {TRIES} times: {reason}"

    @staticmethod
    async def _written(live: Live, version: int, seat: str, action: Any, note: str | None) -> None:
        """Write a choice, after a line that says so if another level has made it."""
        if note is not None:
            made = await live.write(lambda match: substituted(match, version, seat, note))
            version = version if made is None else made
        await live.write(lambda match: still(match, version, seat, action))

    def _question(self, live: Live, match: Match, seat: str, level: str, attempt: int) -> Question:
        secret = live.row.setup.get("secret", "")
        again = f"|{attempt}" if attempt else ""
        return Question(
            match.game.id,
            match.game.dump(match.state),
            seat,
            level,
            self.seconds(level),
            tokens.hashed(f"{secret}|bot|{match.version}|{seat}{again}"),
        )

    @staticmethod
    def _moot(live: Live, seat: str) -> bool:
        """Whether nobody waits for that choice any more."""
        match = live.match
        return (
            live.gone or match is None or match.result is not None or seat not in match.deciders()
        )


def still(match: Match, version: int, seat: str, action: Any) -> Draft | None:
    """A bot's action, if the seat may still act; in a phase for all others may have gone first."""
    if match.version != version and seat not in match.deciders():
        return None
    return match.draft_play(seat, action)


def substituted(match: Match, version: int, seat: str, reason: str) -> Draft | None:
    if match.version != version or seat not in match.deciders():
        return None
    return match.draft_note(seat, "substitute", reason=reason[:LONGEST_REASON])
