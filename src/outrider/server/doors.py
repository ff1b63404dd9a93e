"""Who holds how many connections, and whether what is on its way out of them gets on."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from outrider.server.addresses import judged
from outrider.server.files import most_connections

HALF = 10.0
"""Seconds in which a request has to be there once it has begun, and the first one at all."""
SLOWEST = 16 * 1024
"""Bytes in a second that an answer has to get on by."""
STEP = 1.0
"""Seconds between two looks at a connection."""
PARTS, AT_ONCE = 20, 50
"""Not all are looked at together, if they are many."""


class Held(Protocol):
    """Something that holds a connection."""

    loop: asyncio.AbstractEventLoop

    def looked_at(self, now: float) -> None: ...


@dataclass(slots=True)
class Doors:
    """Who holds how many connections. `trusted` addresses are a proxy's, behind which many people
    are: of those only all together count."""

    each: int
    every: int = field(default_factory=most_connections)
    trusted: tuple[str, ...] = ()
    frames: int = 100
    """Frames of one socket in a second."""
    counts: Counter[str] = field(default_factory=Counter)
    """What was ended or turned away, for the metrics."""
    open: set[Held] = field(default_factory=set)
    _by_address: Counter[str] = field(default_factory=Counter)
    _timer: asyncio.TimerHandle | None = None
    _next: list[Held] = field(default_factory=list)
    _part: int = AT_ONCE
    _pause: float = STEP

    def enter(self, connection: Held, address: str) -> str | None:
        """None if it may; else why not."""
        if len(self.open) >= self.every:
            self.counts["connections_refused"] += 1
            return "the server is full; come back in a minute"
        if not self._is_trusted(address) and self._by_address[address] >= self.each:
            self.counts["connections_refused"] += 1
            return f"one address may hold at most {self.each} connections"
        self.open.add(connection)
        self._by_address[address] += 1
        self._wind(connection.loop)
        return None

    def _is_trusted(self, address: str) -> bool:
        return any(judged(each) == address for each in self.trusted)

    def leave(self, connection: Held, address: str) -> None:
        if connection in self.open:
            self.open.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def exchange(self, before: Held, after: Held) -> None:
        """A connection has become a socket; it is the same one to whoever holds it."""
        if before in self.open:
            self.open.discard(before)
            self.open.add(after)

    def _wind(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None:
            self._timer = loop.call_later(self._pause, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """A part of them, so that nobody waits until thousands are looked at."""
        self._timer = None
        if not self._next and self.open:
            self._next = list(self.open)
            self._part = max(len(self._next) // PARTS, AT_ONCE)
            self._pause = STEP * min(1.0, self._part / len(self._next))
        now = time.monotonic()
        for connection in self._next[-self._part :]:
            if connection in self.open:
                connection.looked_at(now)
        del self._next[-self._part :]
        if self.open:
            self._wind(loop)
        else:
            self._next.clear()
            self._pause = STEP


@dataclass(slots=True)
class Pace:
    """Whether what is on its way out gets on."""

    left: int = 0
    since: float = 0.0

    def stuck(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether an answer has been waiting for too long for somebody to take it."""
        left = transport.get_write_buffer_size()
        if not left or not self.left or self.left - left >= min(SLOWEST, self.left // 2):
            self.left, self.since = left, now
            return False
        self.left = max(self.left, left)
        return now - self.since > HALF
