"""Somebody connected to a match: the seats they speak for, and what is on its way to them, which
is text in UTF-8."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeAlias

Passed: TypeAlias = Callable[[], Callable[[bytes], bool] | None] | None
"""Who passes finished frames on where the server can, and says whether it has; None without a
connection."""
MOST_WAITING = 256
"""Messages that may wait for one socket. Whoever cannot keep up is let go, and may come back."""

TEXT = b"\x81"
"""How a frame begins that is the whole of a text."""
SHORT, MIDDLE = 125, 0xFFFF
"""How many bytes a frame may have whose length stands in one byte, and in two more."""


class Watcher:
    """There are thousands of them, so a queue is a list here, and waiting a future that is there
    only while somebody waits."""

    __slots__ = ("_passed", "_waiting", "_woken", "left", "seats")

    def __init__(self, seats: frozenset[str], passed: Passed = None) -> None:
        self.seats = seats
        self._passed = passed
        self._waiting: list[bytes] = []
        self._woken: asyncio.Future[None] | None = None
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Whoever serves the socket is to close it, also in the middle of sending something."""

    async def next(self) -> bytes:
        """What is to be sent next. One may ask at a time."""
        while not self._waiting:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        return self._waiting.pop(0)

    def send(self, text: bytes, frame: bytes | None = None) -> None:
        """Have a text sent, which may be there as a frame already. If nothing is on its way it is
        passed on at once: to wake somebody up for it would take longer than all the rest."""
        if self.left.done() or self._is_passed(frame or frame_of(text)):
            return
        if len(self._waiting) >= MOST_WAITING:
            self.leave()
            return
        self._waiting.append(text)
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    def beat(self, text: bytes, frame: bytes) -> None:
        """A sign of life, also as a frame. Whoever has not read what was sent before hears enough
        with that."""
        if not self._waiting:
            self.send(text, frame)

    def _is_passed(self, frame: bytes) -> bool:
        """Whether a frame is on its way past whoever sends what waits here, who is idle."""
        if self._passed is None or self._waiting or self._woken is None or self._woken.done():
            return False
        pass_on = self._passed()
        return pass_on is not None and pass_on(frame)

    def leave(self) -> None:
        """Close the socket. What waits is dropped."""
        if not self.left.done():
            self.left.set_result(None)
        self._waiting.clear()


def frame_of(text: bytes) -> bytes:
    """A text as one frame of a web socket (RFC 6455, 5.2), as servers send them: not masked."""
    size = len(text)
    if size <= SHORT:
        return TEXT + bytes((size,)) + text
    if size <= MIDDLE:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + text


def send_all(watchers: Iterable[Watcher], text: bytes) -> None:
    """The same to everybody: it becomes a frame once."""
    frame = frame_of(text)
    for watcher in tuple(watchers):
        watcher.send(text, frame)


def beat_all(watchers: Iterable[Watcher], text: bytes) -> None:
    """The frame is made once: a server with a thousand matches sends some thousands a second."""
    frame = frame_of(text)
    for watcher in watchers:
        watcher.beat(text, frame)
