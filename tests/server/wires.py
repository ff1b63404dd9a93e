"""A cable between players and a server on which single messages meet their fate.

It passes bytes on both ways. Where they are a web socket's it knows where a message begins and
ends, and asks for each one what becomes of it.
"""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from typing import BinaryIO

CHUNK = 65536
TEXT = 1


class Fate(Enum):
    PASS = auto()
    LOSE = auto()
    """It is gone, and nobody notices."""
    TWICE = auto()
    HOLD = auto()
    """It comes after the next one."""
    CUT = auto()
    """The line breaks before it is through."""
    LAST = auto()
    """The line breaks behind it."""


Judge = Callable[[bool, str], Fate]
"""Is told whether a message goes up to the server, and the message."""


class Wire:
    def __init__(self, address: str, judge: Judge) -> None:
        host, port = address.split(":")
        self._far = (host, int(port))
        self._judge = judge
        self._judging = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._closed = False
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self.cuts = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._closed = True
        # Closing alone does not wake whoever waits for the next connection.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _listen(self) -> None:
        while not self._closed:
            with suppress(OSError):
                near, _ = self._listener.accept()
                Link(self, near, socket.create_connection(self._far)).start()

    def fate(self, up: bool, text: str) -> Fate:
        with self._judging:
            found = self._judge(up, text)
            self.cuts += found in (Fate.CUT, Fate.LAST)
            return found


class Link:
    """One connection."""

    def __init__(self, wire: Wire, near: socket.socket, far: socket.socket) -> None:
        self._wire = wire
        self._near, self._far = near, far
        self._upgraded = False
        self._ended = threading.Barrier(2)

    def start(self) -> None:
        for up in (True, False):
            threading.Thread(target=self._run, args=(up,), daemon=True).start()

    def _run(self, up: bool) -> None:
        one, other = (self._near, self._far) if up else (self._far, self._near)
        # Either end may hang up in the middle of anything.
        with suppress(OSError, EOFError), one.makefile("rb") as source:
            if not self._headed(source, other, up):
                while block := source.read1(CHUNK):
                    other.sendall(block)
            else:
                self._messages(source, other, up)
        self._cut()
        self._ended.wait()
        one.close()

    def _cut(self) -> None:
        for each in (self._near, self._far):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _headed(self, source: BinaryIO, other: socket.socket, up: bool) -> bool:
        """Pass the head on; whether messages follow it."""
        head = []
        while line := source.readline():
            # Nothing is compressed, so that it can be read here.
            if not line.lower().startswith(b"sec-websocket-extensions:"):
                head.append(line)
            if line == b"\r\n":
                break
        if up:
            self._upgraded = any(line.lower() == b"upgrade: websocket\r\n" for line in head)
        other.sendall(b"".join(head))
        return self._upgraded and (up or (head[:1] != [] and b" 101 " in head[0]))

    def _messages(self, source: BinaryIO, other: socket.socket, up: bool) -> None:
        held = b""
        while True:
            frame, kind, text = taken(source)
            fate = self._wire.fate(up, text.decode()) if kind == TEXT else Fate.PASS
            if fate is Fate.CUT:
                return
            if fate is Fate.HOLD:
                held += frame
            elif fate is not Fate.LOSE:
                other.sendall(frame * (2 if fate is Fate.TWICE else 1) + held)
                held = b""
            if fate is Fate.LAST:
                return


def taken(source: BinaryIO) -> tuple[bytes, int, bytes]:
    """A frame, its kind, and what it says. All that is sent here comes in one frame each."""
    head = exactly(source, 2)
    size, more = head[1] & 127, b""
    if size >= 126:
        more = exactly(source, 2 if size == 126 else 8)
        size = int.from_bytes(more, "big")
    mask = exactly(source, 4) if head[1] & 128 else b""
    body = exactly(source, size)
    said = bytes(each ^ mask[at % 4] for at, each in enumerate(body)) if mask else body
    return head + more + mask + body, head[0] & 15, said


def exactly(source: BinaryIO, count: int) -> bytes:
    found = source.read(count)
    if len(found) < count:
        raise EOFError
    return found
