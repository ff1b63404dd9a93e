"""Somebody connected to a match: the seats they speak for, and what is on its way to them."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeAlias

Passed: TypeAlias = Callable[[], Callable[[bytes], None] | None] | None
"""Who passes finished frames on, while there is a connection, where the server can."""
MOST_WAITING = 256
"""Messages that may wait for one socket. Whoever cannot keep up is let go, and may come back."""

TEXT, SHORT = 0x81, 125
"""How a frame begins that is the whole of a text, and how many bytes may follow its own two."""


class Watcher:
    """There are thousands of them, so a queue is a list here, and waiting a future that is there
    only while somebody waits."""

    __slots__ = ("_passed", "_waiting", "_woken", "left", "seats")

    def __init__(self, seats: frozenset[str], passed: Passed = None) -> None:
        self.seats = seats
        self._passed = passed
        self._waiting: list[str] = []
        self._woken: asyncio.Future[None] | None = None
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Whoever serves the socket is to close it, also in the middle of sending something."""

    async def next(self) -> str:
        """What is to be sent next. One may ask at a time."""
        while not self._waiting:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        return self._waiting.pop(0)

    def send(self, text: str) -> None:
        if self.left.done():
            return
        if len(self._waiting) >= MOST_WAITING:
            self.leave()
            return
        self._waiting.append(text)
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    def beat(self, text: str, frame: bytes) -> None:
        """A sign of life, also as a frame. Whoever has not read what was sent before hears enough
        with that."""
        if self._waiting:
            return
        idle = self._woken is not None and not self._woken.done()
        pass_on = self._passed() if self._passed is not None and idle else None
        if pass_on is None:
            self.send(text)
        else:
            pass_on(frame)

    def leave(self) -> None:
        """Close the socket. What waits is dropped."""
        if not self.left.done():
            self.left.set_result(None)
        self._waiting.clear()


def beat_all(watchers: Iterable[Watcher], text: str) -> None:
    """The frame is made once: a server with a thousand matches sends some thousands a second."""
    data = text.encode()
    assert len(data) <= SHORT
    frame = bytes((TEXT, len(data))) + data
    for watcher in watchers:
        watcher.beat(text, frame)
