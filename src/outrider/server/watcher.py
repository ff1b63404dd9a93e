"""Somebody connected to a match: the seats they speak for, and what is on its way to them, which
is text in UTF-8."""

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


def nobody() -> None:
    """Nobody is told."""


class Watcher:
    """There are thousands of them, so a queue is a list here, and nobody waits for it to fill:
    whoever sends is woken, and goes again when it is empty."""

    __slots__ = (
        *("_leave", "_passed", "_waiting", "_wake"),
        *("is_sending", "left", "looked", "looks", "seats"),
    )

    def __init__(
        self, seats: frozenset[str], passed: Passed = None, wake: Callable[[], None] = nobody
    ) -> None:
        self.seats = seats
        self.looks: str | None = None
        """The address of whoever wants to be told what their seats may do, if they do; and of which
        version they were told last."""
        self.looked = -1
        self._passed = passed
        self._wake = wake
        self._waiting: list[bytes] = []
        self._leave: Callable[[], None] = nobody
        self.is_sending = False
        """Whether something is on its way that has to be there before the next."""
        self.left = False
        """Whoever serves the socket is to close it, also in the middle of sending something."""

    def next(self) -> bytes | None:
        """What is to be sent next, if there is something. One may ask at a time."""
        self.is_sending = bool(self._waiting)
        return self._waiting.pop(0) if self._waiting else None

    def send(self, text: bytes, frame: bytes | None = None) -> None:
        """Have a text sent, which may be there as a frame already. If nothing is on its way it is
        passed on at once: to wake somebody up for it would take longer than all the rest."""
        if self.left or self._is_passed(frame or frame_of(text)):
            return
        if len(self._waiting) >= MOST_WAITING:
            self.leave()
            return
        self._waiting.append(text)
        if not self.is_sending:
            self.is_sending = True
            self._wake()

    def answer(self, news: bytes, frame: bytes, text: bytes) -> None:
        """Have news sent, which are a frame already, and the answer to whoever made them: in one
        go, if nothing else is on its way."""
        if self.left or self._is_passed(frame + frame_of(text)):
            return
        self.send(news, frame)
        self.send(text)

    def beat(self, text: bytes, frame: bytes) -> None:
        """A sign of life, also as a frame. Whoever has not read what was sent before hears enough
        with that."""
        if not self._waiting:
            self.send(text, frame)

    def _is_passed(self, frame: bytes) -> bool:
        """Whether a frame is on its way past whoever sends what waits here, who is idle."""
        if self._passed is None or self._waiting or self.is_sending:
            return False
        pass_on = self._passed()
        return pass_on is not None and pass_on(frame)

    def on_leaving(self, leave: Callable[[], None]) -> None:
        """Who is to be told that the socket shall be closed."""
        self._leave = leave
        if self.left:
            leave()

    def forget(self) -> None:
        """Nobody serves the socket any more. Whoever did knows this watcher, too, and both would
        wait in memory for a search for garbage, which is rare, with all they know of."""
        self._passed, self._wake, self._leave = None, nobody, nobody

    def leave(self) -> None:
        """Close the socket. What waits is dropped."""
        if not self.left:
            self.left = True
            self._leave()
        self._waiting.clear()


def frame_of(text: bytes) -> bytes:
    """A text as one frame of a web socket (RFC 6455, 5.2), as servers send them: not masked."""
    size = len(text)
    if size <= SHORT:
        return TEXT + bytes((size,)) + text
    if size <= MIDDLE:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + text


def send_all(
    watchers: Iterable[Watcher], text: bytes, asked: Watcher | None = None, answer: bytes = b""
) -> None:
    """The same to everybody: it becomes a frame once. Whoever `asked` gets an answer after it."""
    frame = frame_of(text)
    for watcher in tuple(watchers):
        if watcher is asked:
            watcher.answer(text, frame, answer)
        else:
            watcher.send(text, frame)


def beat_all(watchers: Iterable[Watcher], text: bytes) -> None:
    """The frame is made once: a server with a thousand matches sends some thousands a second."""
    frame = frame_of(text)
    for watcher in watchers:
        watcher.beat(text, frame)
