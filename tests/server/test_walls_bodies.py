"""What is brought along has bounds while it comes in, and an end if it does not."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from outrider.server.guard import SMALL
from outrider.server.limits import Room
from server.driving import DEADLINE, Server, inside, running
from server.test_walls_connections import ELSEWHERE, ENOUGH, count, dialled, taken
from server.weighty import lengthened, played

LARGE = 8 * 1024 * 1024
MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("bodies"), "--made-per-minute", "100000") as server:
        yield server


def head(size: int, path: str = "/api/records", kind: str = "text/plain") -> bytes:
    lines = (f"POST {path} HTTP/1.1", "host: 127.0.0.1", f"content-type: {kind}")
    return "\r\n".join([*lines, f"content-length: {size}", "", ""]).encode()


def memory(server: Server) -> int:
    """Megabytes that it has now."""
    lines = Path(f"/proc/{server.pid}/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) // 1024


def until_counted(server: Server, name: str, least: int) -> None:
    until = time.monotonic() + DEADLINE
    while count(server, name) < least:
        assert time.monotonic() < until, name
        time.sleep(0.1)


def test_uploads_that_lack_a_byte_hold_neither_memory_nor_minutes(host: Server) -> None:
    before, ended = memory(host), count(host, "half_requests")
    with ExitStack() as stack:
        lines: list[socket.socket] = []
        for _ in range(24):
            line = stack.enter_context(dialled(host, ELSEWHERE))
            line.settimeout(DEADLINE)
            with suppress(ConnectionError):
                line.sendall(head(LARGE) + b"x" * (LARGE - 1))
            lines.append(line)
        assert memory(host) < before + 100, "of one address so many bytes are held, and no more"
        begun = time.monotonic()
        said = [taken(line) for line in lines]
        assert time.monotonic() < begun + ENOUGH, "the last byte is not waited for"
    refused = [each for each in said if each.startswith(b"HTTP/1.1 429 ")]
    assert len(refused) >= 20
    told = json.loads(refused[0].split(b"\r\n\r\n")[1])["error"]
    assert told["kind"] == "too-many" and b"retry-after: 10" in refused[0].lower()
    assert any(each.startswith(b"HTTP/1.1 408 ") for each in said)
    assert count(host, "half_requests") > ended and count(host, "bodies_refused") >= 20
    assert "Traceback" not in host.said()


def test_what_ended_makes_room_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one address, and in all: also what was refused, or broken off, takes none afterwards."""
    text = lengthened(played("skirmishers", 20), 4_000).encode()
    counted = len(text) - SMALL
    assert counted > SMALL
    bounds = {"held_each": 2 * counted, "held_in_all": 3 * counted}
    room = Room(2 * counted, 3 * counted)
    monkeypatch.setattr("outrider.server.guard.Room", lambda each, every: room)
    with inside(tmp_path, **bounds) as server, server.person() as person:

        def half(stack: ExitStack, source: str, number: int = 1) -> None:
            held, until = number * (counted - 1), time.monotonic() + DEADLINE
            line = stack.enter_context(dialled(server, source))
            line.sendall(head(len(text)) + text[:-1])
            while room._held[source] < held:
                assert time.monotonic() < until, "it is not taken in"
                time.sleep(0.01)

        assert person.post("/api/records", content=text).status_code == 201
        with ExitStack() as stack:
            half(stack, "127.0.0.1")
            assert person.post("/api/records", content=text).status_code == 201
            half(stack, "127.0.0.1", 2)
            assert person.post("/api/records", content=text).status_code == 429
            assert person.get("/api/games").status_code == 200
            small = person.post("/api/matches", json={"game": "skirmishers", "seats": []})
            assert small.status_code == 400, "what is small needs no room"
        with ExitStack() as stack:
            for source in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
                half(stack, source)
            assert person.post("/api/records", content=text).status_code == 429
        until = time.monotonic() + DEADLINE
        while person.post("/api/records", content=text).status_code != 201:
            assert time.monotonic() < until, "the room comes back"
            time.sleep(0.1)


def test_a_steady_trickle_has_an_end(host: Server) -> None:
    """Quick at first, and then as good as nothing: that has to be over in seconds."""
    with dialled(host, ELSEWHERE) as line:
        line.sendall(head(LARGE) + b"x" * MEBIBYTE)
        line.settimeout(0.5)
        begun = time.monotonic()
        said = b""
        while not said:
            assert time.monotonic() < begun + ENOUGH, "a few bytes now and then hold it open"
            line.sendall(b"x" * 100)
            with suppress(TimeoutError):
                said = line.recv(65536)
        assert said.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("path", ["/api/records", "/api/matches", "/api/practice"])
def test_what_is_broken_off_is_counted_and_not_written_down(host: Server, path: str) -> None:
    before, said = count(host, "broken_off"), host.said()
    kind = "text/plain" if path == "/api/records" else "application/json"
    for _ in range(3):
        with dialled(host) as line:
            line.sendall(head(100, path, kind) + b"hello")
            time.sleep(0.2)
    until_counted(host, "broken_off", before + 3)
    time.sleep(0.3)
    assert host.said() == said
