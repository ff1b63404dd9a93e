"""A cable between a browser and the server that can be cut, or die without a word."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from browser.browsing import Hall, Person
from server.driving import Server
from server.wires import Judge, Wire

CHUNK = 65536


class Line:
    """Passes on whatever comes, both ways, as long as it is whole."""

    def __init__(self, server: Server) -> None:
        host, port = server.address.split(":")
        self._far = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._changed = threading.Condition()
        self._open: list[socket.socket] = []
        self._cut = self._up = self._down = self._closed = False
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    # -- what happens to it ------------------------------------------------------------------------

    def cut(self) -> None:
        """Both ends notice, and whoever tries anew is turned away."""
        self._set(cut=True)

    def die(self) -> None:
        """Nobody notices: nothing comes through any more, in either direction."""
        self._set(up=True, down=True)

    def deafen(self) -> None:
        """What the browser says still reaches the server, but nothing comes back."""
        self._set(down=True)

    def mend(self) -> None:
        self._set()

    def close(self) -> None:
        self._closed = True
        self._set(cut=True)
        self._listener.close()

    def _set(self, cut: bool = False, up: bool = False, down: bool = False) -> None:
        with self._changed:
            self._cut, self._up, self._down = cut, up, down
            if cut:
                for each in self._open:
                    with suppress(OSError):
                        each.shutdown(socket.SHUT_RDWR)
                self._open.clear()
            self._changed.notify_all()

    # -- passing on --------------------------------------------------------------------------------

    def _listen(self) -> None:
        while not self._closed:
            with suppress(OSError):
                near, _ = self._listener.accept()
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(self._far)
                with self._changed:
                    self._open += [near, far]
                for one, other, up in ((near, far, True), (far, near, False)):
                    threading.Thread(target=self._pass, args=(one, other, up), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, up: bool) -> None:
        with suppress(OSError):
            while block := one.recv(CHUNK):
                with self._changed:
                    while self._up if up else self._down:
                        self._changed.wait()
                other.sendall(block)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def wired(hall: Hall) -> Iterator[tuple[Person, Line]]:
    """Somebody whose browser hangs on such a line."""
    line = Line(hall.server)
    try:
        yield behind(hall, line.url), line
    finally:
        line.close()


@contextmanager
def judged(hall: Hall, judge: Judge) -> Iterator[tuple[Person, Wire]]:
    """Somebody whose messages meet their fate one by one."""
    wire = Wire(hall.server.address, judge)
    try:
        yield behind(hall, wire.url), wire
    finally:
        wire.close()


def behind(hall: Hall, url: str) -> Person:
    person = Person(hall.browser, url)
    person.forgive("WebSocket connection|ERR_(CONNECTION|EMPTY|SOCKET|TIMED)")
    hall.people.append(person)
    return person
