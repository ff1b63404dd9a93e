"""Somebody connected to a match: the seats they speak for, and what is on its way to them."""

import asyncio

MOST_WAITING = 256
"""Messages that may wait for one socket. Whoever cannot keep up is let go, and may come back."""


class Watcher:
    def __init__(self, seats: frozenset[str]) -> None:
        self.seats = seats
        self.queue: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self.left = asyncio.Event()
        """Whoever serves the socket is to close it, also in the middle of sending something."""

    def send(self, text: str) -> None:
        if self.left.is_set():
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.leave()

    def beat(self, text: str) -> None:
        """A sign of life. Whoever has not read what was sent before hears enough with that."""
        if self.queue.empty():
            self.send(text)

    def leave(self) -> None:
        """Close the socket. What waits is dropped."""
        self.left.set()
        while not self.queue.empty():
            self.queue.get_nowait()
