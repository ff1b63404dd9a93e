"""Somebody connected to a match: the seats they speak for, and what is on its way to them, which
is text in UTF-8."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from outrider.server.messages import Message

Passed: TypeAlias = Callable[[], Callable[[bytes], bool] | None] | None
"""Who passes finished frames on where the server can, and says whether it has; None without a
connection."""
MOST_WAITING = 256
"""Messages that may wait for one socket. Whoever cannot keep up is let go, and may come back."""


def nobody() -> None:
    """Nobody is told."""


class Watcher:
    """There are thousands of them, so a queue is a list here, and nobody waits for it to fill:
    whoever sends is woken, and goes again when it is empty."""

    __slots__ = (
        *("_leave", "_passed", "_waiting", "_wake"),
        *("is_sending", "left", "looked", "looks", "packs", "seats"),
    )

    def __init__(
        self, seats: frozenset[str], passed: Passed = None, wake: Callable[[], None] = nobody
    ) -> None:
        self.seats = seats
        self.looks: str | None = None
        """The address of whoever wants to be told what their seats may do, if they do; and of which
        version they were told last."""
        self.looked = -1
        self.packs = False
        """Whether they can read what is compressed."""
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

    def send(self, told: bytes | Message) -> None:
        """Have something sent. If nothing is on its way it is passed on at once: to wake somebody
        up for it would take longer than all the rest."""
        message = told if isinstance(told, Message) else Message(told)
        if self.left or self._is_passed(message.frame(self.packs)):
            return
        if len(self._waiting) >= MOST_WAITING:
            self.leave()
            return
        self._waiting.append(message.text)
        if not self.is_sending:
            self.is_sending = True
            self._wake()

    def answer(self, news: Message, text: bytes) -> None:
        """Have news sent, and the answer to whoever made them: in one go, if nothing else is on its
        way."""
        answer = Message(text)
        if self.left or self._is_passed(news.frame(self.packs) + answer.frame(self.packs)):
            return
        self.send(news)
        self.send(answer)

    def beat(self, message: Message) -> None:
        """A sign of life. Whoever has not read what was sent before hears enough with that."""
        if not self._waiting:
            self.send(message)

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


def send_all(
    watchers: Iterable[Watcher], text: bytes, asked: Watcher | None = None, answer: bytes = b""
) -> None:
    """The same to everybody. Whoever `asked` gets an answer after it."""
    message = Message(text)
    for watcher in tuple(watchers):
        if watcher is asked:
            watcher.answer(message, answer)
        else:
            watcher.send(message)


def beat_all(watchers: Iterable[Watcher], text: bytes) -> None:
    """The frame is made once: a server with a thousand matches sends some thousands a second."""
    message = Message(text)
    for watcher in watchers:
        watcher.beat(message)
