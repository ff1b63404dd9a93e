"""Actions straight off the socket: frames that are read without the parser, requests one after the
other, another process that writes in between; and signs of life only where there is no news."""

import asyncio
import base64
import os
import socket
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from outrider.server.prompt import taken
from outrider.server.pulse import PULSE, TICK, Pulse
from server.driving import Sat, Server, inside, seated

PATIENCE = 180.0


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with inside(Path(tmp_path_factory.mktemp("prompt"))) as server:
        yield server


class Raw:
    """A web socket whose bytes one chooses oneself."""

    def __init__(self, host: Server, sat: Sat, seat: str, offer: str = "") -> None:
        name, port = host.url.removeprefix("http://").split(":")
        self._socket = socket.create_connection((name, int(port)), PATIENCE)
        self._file = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET /api/matches/{sat.match}/socket HTTP/1.1\r\nHost: {name}:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{offer}\r\n".encode()
        )
        self.head = b"".join(iter(self._file.readline, b"\r\n")).decode()
        """What the server said to the handshake."""
        self.frames: list[tuple[bool, int]] = []
        """Whether each frame so far was compressed, and how many bytes it had."""
        self.write(masked({"do": "hello", "tokens": [sat.tokens[seat]]}))

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def heard(self, kind: str) -> Any:
        """The next message of a kind."""
        while True:
            first, size = self._file.read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self._file.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._file.read(8))
            body = self._file.read(size)
            self.frames.append((first == 0xC1, size))
            if first == 0xC1:
                body = zlib.decompressobj(-15).decompress(body + b"\0\0\xff\xff")
            said = orjson.loads(body)
            if said["type"] == kind:
                return said

    def is_ended(self) -> bool:
        """Whether the server closes it, after whatever it still had to say."""
        while self._file.read(1):
            pass
        return True

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def masked(request: dict[str, Any], first: int = 0x81) -> bytes:
    return of_bytes(orjson.dumps(request), first)


def of_bytes(text: bytes, first: int) -> bytes:
    mask = os.urandom(4)
    size = len(text)
    head = bytes((first, 0x80 | size)) if size <= 125 else bytes((first, 0x80 | 126))
    long = b"" if size <= 125 else struct.pack("!H", size)
    return head + long + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))


@pytest.fixture
def red(host: Server) -> Iterator[Raw]:
    raw = Raw(host, seated(host, "skirmishers"), "red")
    yield raw
    raw.close()


@pytest.mark.parametrize("size", [60, 125, 126, 127, 4000])
@pytest.mark.parametrize("do", ["ping", "play"])
def test_a_text_is_read_whatever_its_size_and_wherever_it_is_torn(
    red: Raw, size: int, do: str
) -> None:
    bare = len(orjson.dumps({"do": do, "id": ""}))
    request = {"do": do, "id": "x" * (size - bare)}
    data = masked(request)
    red.write(data)
    assert red.heard("answer")["id"] == request["id"]
    for at in (1, 2, 5, len(data) - 1):
        red.write(data[:at])
        red.write(data[at:])
        assert red.heard("answer")["id"] == request["id"]


def test_requests_that_come_together_are_answered_in_their_order(red: Raw) -> None:
    plays: list[dict[str, Any]] = [
        {"do": "play", "id": n, "client": str(n), "version": n, "action": {"do": "end"}}
        for n in range(3)
    ]
    others: list[dict[str, Any]] = [{"do": "ping", "id": "a"}, {"do": "legal", "id": "b"}]
    asked = [plays[0], others[0], plays[1], others[1], plays[2]]
    for request in asked:
        red.write(masked(request))
    answers = [red.heard("answer") for _ in asked]
    assert [answer["id"] for answer in answers] == [request["id"] for request in asked]
    assert answers[0]["ok"] and answers[0]["version"] == 1
    # It was not Red's turn any more; nothing was done for it.
    assert not answers[2]["ok"] and not answers[4]["ok"]


def test_an_action_in_two_frames_counts_once(red: Raw) -> None:
    request = {"do": "play", "id": 1, "client": "a", "version": 0, "action": {"do": "end"}}
    text = orjson.dumps(request)
    for first, part in ((0x01, text[:20]), (0x80, text[20:])):
        red.write(bytes((first, 0x80 | len(part))) + bytes(4) + part)
    assert red.heard("answer")["version"] == 1
    red.write(masked(request))
    assert red.heard("answer")["version"] == 1


def test_not_utf8_and_not_masked_end_the_socket(host: Server) -> None:
    for data in (b"\x81\x82" + bytes(4) + b"\xff\xfe", b"\x81\x02{}"):
        raw = Raw(host, seated(host, "skirmishers"), "red")
        raw.heard("table")
        raw.write(data)
        assert raw.is_ended()
        raw.close()


def test_a_lock_is_taken_only_if_nobody_has_it_or_waits_for_it() -> None:
    async def run() -> None:
        lock = asyncio.Lock()
        assert taken(lock)
        assert not taken(lock)
        waiting = asyncio.ensure_future(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert not taken(lock)  # it is free, but promised
        assert await waiting
        lock.release()
        assert taken(lock)

    asyncio.run(run())


class Told:
    """A table that notes when it beats."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.spoke = 0.0
        self.beats: list[float] = []
        self.watched = True

    def is_watched(self) -> bool:
        return self.watched

    def beat(self) -> None:
        self.spoke = self._clock()
        self.beats.append(self.spoke)


def test_a_table_beats_only_after_a_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0

    def clock() -> float:
        return now

    monkeypatch.setattr("outrider.server.pulse.time", SimpleNamespace(monotonic=clock))
    silent, lively, left = Told(clock), Told(clock), Told(clock)
    tables = {"silent": silent, "lively": lively, "left": left}
    wheel = Pulse(tables)
    for id in tables:
        wheel.add(id)
        wheel.add(id)
    for ticks in range(1000):
        now += TICK
        if ticks < 500 and ticks % 40 == 0:
            lively.spoke = now
        left.watched = not 100 <= ticks < 300
        if ticks == 300:
            wheel.add("left")
        wheel.tick()
    for table in (silent, lively):
        between = [late - early for early, late in zip(table.beats, table.beats[1:], strict=False)]
        assert between and all(PULSE - 2 * TICK <= gap <= PULSE + TICK for gap in between)
    assert len(silent.beats) >= 1000 * TICK / (PULSE + TICK) - 1
    assert lively.beats[0] > 100 + 480 * TICK
    gone = [at for at in left.beats if 100 + 100 * TICK + TICK < at < 100 + 300 * TICK]
    assert not gone
    assert left.beats[-1] > 100 + 900 * TICK
