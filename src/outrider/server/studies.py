"""Games looked at again, and hints: what people want to know besides playing.

It is worked on behind the bots, in processes that give way to all others, and in a queue in which
the addresses take turns. What an address may ask for is counted in seconds of work, and what was
not used is given back.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from outrider.bots.protocol import BotFailed
from outrider.server.errors import TooMany
from outrider.server.limits import Limits
from outrider.server.live import Live
from outrider.server.thinking import Advice, Asked, Judge, Study, Told
from outrider.server.workers import Workers

LOG = logging.getLogger("outrider.server")
NICE = 10
"""How far the processes stand back behind those of the bots."""
SECONDS = 60.0
"""How long a review takes at most,"""
A_LINE, BESIDES = 0.5, 5.0
"""and how long it is taken to, for each line of the record and besides, until it is known."""
TRIES = 2
MOST_WAITING = 500
"""In all; whoever comes then is told when to come back."""
LEFT = 60.0
"""Seconds after which a review that nobody has asked for again is not begun."""
COMES_BACK = 0.5
"""Seconds of work that an address gets back in a second."""


@dataclass(eq=False)
class Job:
    """Something to be found out. `long` ones leave a worker free for short ones."""

    address: str
    made: Callable[[], Awaitable[Asked]]
    cost: float
    long: bool
    told: Told
    wanted: float = field(default_factory=time.monotonic)
    """When somebody last asked how far it is."""
    after: Callable[[dict[str, Any] | None], None] = field(default=lambda answer: None)
    share: float = 0.0
    part: dict[str, Any] | None = None
    """What is known so far,"""
    parts: int = 0
    """and how often that has been told."""
    answer: dict[str, Any] | None = None
    failed: str | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, kind: str, said: Any) -> None:
        if kind == "progress":
            self.share = float(said)
        elif kind == "part":
            self.part, self.parts = said, self.parts + 1
        else:
            self.told(kind, said)

    def end(self, answer: dict[str, Any] | None, failed: str | None) -> None:
        self.answer, self.failed, self.part = answer, failed, None
        self.after(answer)
        self.made, self.after = _spent, _nothing  # they hold a whole match
        self.ended.set()


async def _spent() -> Asked:
    raise BotFailed("it was answered")


def _nothing(answer: dict[str, Any] | None) -> None:
    return


class Studies:
    """The queue, and who works on it."""

    def __init__(
        self, count: int, seconds: int, spawn: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        self._count = max(2, count)
        self.workers = Workers(self._count, NICE)
        self._purses = Limits(seconds, COMES_BACK)
        self.spawn = spawn
        self._lines: dict[str, deque[Job]] = {}
        """What each address waits for; whose turn it is comes first."""
        self._running: set[Job] = set()
        self._reviews: dict[str, Job] = {}

    # -- asking ------------------------------------------------------------------------------------

    def review(self, live: Live, address: str, text: Callable[[], Awaitable[str]]) -> Job:
        """The review of a game, whose record is `text`: as it stands, or begun for this address.
        Raises TooMany."""
        id = live.row.id
        job = self._reviews.get(id)
        if job is None:
            cost = min(SECONDS, A_LINE * live.playing().version + BESIDES)

            async def made() -> Study:
                return Study(live.row.game, await text(), SECONDS)

            def after(answer: dict[str, Any] | None) -> None:
                if answer is not None:
                    live.review = answer
                    self._reviews.pop(id, None)

            job = self._reviews[id] = self.ask(address, made, cost, long=True)
            job.after = after
        job.wanted = time.monotonic()
        if job.ended.is_set():
            del self._reviews[id]  # it failed, which is told once
        return job

    async def advise(
        self, advice: Advice | Judge, address: str, told: Told = lambda kind, said: None
    ) -> dict[str, Any]:
        """A hint, or what a position is worth. Raises TooMany and BotFailed. Whoever does not wait
        for it gives its place up."""

        async def made() -> Advice | Judge:
            return advice

        job = self.ask(address, made, advice.seconds, False, told)
        try:
            await job.ended.wait()
        finally:
            self._leave(job)
        if job.answer is None:
            raise BotFailed(job.failed or "nobody waited for it")
        return job.answer

    def ask(
        self,
        address: str,
        made: Callable[[], Awaitable[Asked]],
        cost: float,
        long: bool,
        told: Told = lambda kind, said: None,
    ) -> Job:
        """Put something into the queue. Raises TooMany."""
        if sum(len(line) for line in self._lines.values()) >= MOST_WAITING:
            raise TooMany(SECONDS, "very many wait for an answer")
        wait = self._purses.wait(address, cost)
        if wait:
            raise TooMany(wait, "you have asked for much at once")
        job = Job(address, made, cost, long, told)
        self._lines.setdefault(address, deque()).append(job)
        self._go_on()
        return job

    def ahead(self, job: Job) -> int:
        """How many of its kind come first, those at work counted as one; 0 if it is at work."""
        places = [
            (place, turn, each)
            for turn, line in enumerate(self._lines.values())
            for place, each in enumerate(other for other in line if other.long == job.long)
        ]
        order = [each for *_, each in sorted(places, key=lambda found: found[:2])]
        return order.index(job) + 1 if job in order else 0

    @property
    def is_waited_for(self) -> bool:
        """Whether anybody waits for a worker with something long."""
        return any(job.long for line in self._lines.values() for job in line)

    # -- working -----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        while len(self._running) < self._count and (job := self._next()) is not None:
            self._running.add(job)
            self.spawn(self._work(job))

    def _next(self) -> Job | None:
        """The first of whose turn it is. Long ones leave a worker to the short ones."""
        full = sum(job.long for job in self._running) >= self._count - 1
        for address, line in tuple(self._lines.items()):
            for job in tuple(line):
                if job.long and time.monotonic() > job.wanted + LEFT:
                    self._leave(job)
                    job.end(None, "nobody waited for it")
                elif not (job.long and full):
                    self._take_out(job)
                    if address in self._lines:  # all others first, then this address again
                        self._lines[address] = self._lines.pop(address)
                    return job
        return None

    async def _work(self, job: Job) -> None:
        begun, failed = time.monotonic(), "the server is closing"
        answer = None
        try:
            question = await job.made()  # a long record takes its time
            for _ in range(TRIES):
                try:
                    answer = await self.workers.choose(question, job.heard)
                    break
                except BotFailed as caught:
                    failed = str(caught)
        except Exception as broken:
            failed = "something went wrong here"
            LOG.error("a study failed", exc_info=broken)
        finally:
            job.end(answer, failed)
            self._running.discard(job)
            used = min(job.cost, time.monotonic() - begun)
            self._purses.give_back(job.address, job.cost - used)
        self._go_on()

    def _leave(self, job: Job) -> None:
        """Give a place in the queue up, with what it would have cost."""
        if self._take_out(job):
            self._purses.give_back(job.address, job.cost)

    def _take_out(self, job: Job) -> bool:
        line = self._lines.get(job.address)
        if line is None or job not in line:
            return False
        line.remove(job)
        if not line:
            del self._lines[job.address]
        return True
