"""Matches that nobody looks at leave the memory, also if somebody brings very many along, and of
what was brought along little stays in it."""

import asyncio
import gc
import json
import socket
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from sys import getsizeof

import pytest

from outrider.core.conduct import Moment
from outrider.games import installed
from outrider.play.shelf import shelve
from outrider.server import hall
from server.driving import DEADLINE, at_table, inside, seated
from server.weighty import lengthened, played

OF_SOCKETS = ("asyncio", "uvicorn", "websockets", "starlette", "outrider/server")
IDLE, MOST_OF_A_SOCKET = 40, 13_500
"""Bytes of Python's that one may take."""
MOST_OF_A_STATE = 150
"""Bytes besides its fields."""


def test_what_nobody_looks_at_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MOST_UNWATCHED", 1_000)
    text = lengthened(played("skirminion", 60), 400).encode()
    with inside(tmp_path) as server, server.person() as person:
        kept = server.app.state.hall
        mine = seated(server, "basic").match
        brought = []
        for _ in range(6):
            match = person.post("/api/records", content=text).json()["match"]
            assert person.get(f"/api/matches/{match}").status_code == 200
            brought.append(match)
        until = time.monotonic() + DEADLINE
        while sum(id in kept.live for id in brought) > 2:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert brought[-1] in kept.live, "the newest stays"
        assert person.get(f"/api/matches/{brought[0]}").status_code == 200, "and any comes back"
        assert person.get(f"/api/matches/{mine}").status_code in (200, 403)


def test_what_was_brought_along_costs_little_while_it_is_watched(tmp_path: Path) -> None:
    """Of a long record hardly anything is in memory, and still all of it is there."""
    texts = [lengthened(played("skirmishers", 40, seed=seed), 1_200) for seed in range(3)]
    with inside(tmp_path) as server, server.person() as person:
        kept = [person.post("/api/records", content=text).json()["match"] for text in texts]

        async def run() -> None:
            async with AsyncExitStack() as stack:
                gc.collect()
                before = moments_in_memory()
                for match, text in zip(kept, texts, strict=True):
                    lines = text.count("\n") - 2
                    watching = await stack.enter_async_context(at_table(server, match))
                    assert watching.table["version"] == lines and watching.table["state"]
                    for version in (0, 600, lines):
                        told = await watching.ask("table", version=version)
                        assert told["missed"]["lines"] == [] and told["version"] == lines
                await asyncio.sleep(1.0)
                assert moments_in_memory() <= before + 3 * len(kept)
                assert all(server.app.state.hall.live[match].watchers for match in kept)
                for match, text in zip(kept, texts, strict=True):
                    found = await asyncio.to_thread(person.get, f"/api/matches/{match}/record")
                    assert found.text == text
                    asked = f"/api/matches/{match}/moments?from=700&count=2"
                    page = (await asyncio.to_thread(person.get, asked)).json()
                    assert page["total"] == text.count("\n") - 1 and len(page["moments"]) == 2

        asyncio.run(run())
        assert "broken" not in "".join(server.heard)


def moments_in_memory() -> int:
    return sum(type(each) is Moment for each in gc.get_objects())


def test_the_ends_of_a_match_are_not_taken_for_all_of_it() -> None:
    match = played("skirmishers", 30)
    first, last, version = match.moments[0], match.moments[-1], match.version
    shelve(match)
    assert match.version == version and match.moments[0] is first and match.moments[-1] is last
    assert match.moments[version] is last and match.moments[version + 1 :] == []
    assert match.moments[version:] == [last] and match.state is last.state
    for wrong in (1, version - 1, -2):
        with pytest.raises(LookupError):
            match.moments[wrong]
    for asked in (match.record, lambda: [*reversed(match.moments)], lambda: match.moments[:2]):
        with pytest.raises(LookupError):
            asked()


@pytest.mark.parametrize("game", sorted(installed().games))
def test_a_state_that_was_looked_at_keeps_little_of_it(game: str) -> None:
    """A match has one for each of its lines."""
    match = played(game, 30)
    for state in (moment.state for moment in match.moments):
        match.game.dump(state)
        match.game.pending(state)
        kept = getattr(state, "__dict__", {})
        more = kept.keys() - {each.name for each in fields(state)}
        assert sum(getsizeof(kept[name]) for name in more) < MOST_OF_A_STATE, more


def test_a_socket_that_is_idle_takes_little(tmp_path: Path) -> None:
    """Of which a thousand tables have two each: see docs/load.md."""
    with (
        inside(tmp_path, sockets_each=1_000, connections_each=1_000) as server,
        ExitStack() as stack,
    ):
        sat = seated(server, "skirminion")
        token = next(iter(sat.tokens.values()))

        def sit() -> None:
            stack.enter_context(plainly_at_table(server.url, sat.match, token))

        for _ in range(4):
            sit()
        gc.collect()
        tracemalloc.start()
        try:
            for _ in range(IDLE):
                sit()
            gc.collect()
            snapshot = tracemalloc.take_snapshot()
        finally:
            tracemalloc.stop()
    parts = [tracemalloc.Filter(True, f"*/{part}/*") for part in OF_SOCKETS]
    taken = snapshot.filter_traces(parts).statistics("filename")
    each = sum(part.size for part in taken) / IDLE
    assert 2_000 < each < MOST_OF_A_SOCKET, [*map(str, taken[:8])]


@contextmanager
def plainly_at_table(url: str, match: str, token: str) -> Iterator[None]:
    """A socket of the system's alone: what is measured is the server's, in the same process."""
    host, port = url.removeprefix("http://").split(":")
    asked = (
        f"GET /api/matches/{match}/socket HTTP/1.1", f"host: {host}:{port}",
        "connection: upgrade", "upgrade: websocket",
        "sec-websocket-version: 13", f"sec-websocket-key: {'A' * 22}==", "", "",
    )  # fmt: skip
    hello = json.dumps({"do": "hello", "tokens": [token]}).encode()
    with socket.create_connection((host, int(port)), DEADLINE) as line:
        line.sendall("\r\n".join(asked).encode())
        hear(line, b"\r\n\r\n")
        line.sendall(bytes([0x81, 0x80 | len(hello), *bytes(4)]) + hello)
        hear(line, b'"presence"')
        yield


def hear(line: socket.socket, word: bytes) -> None:
    heard = b""
    while word not in heard:
        some = line.recv(65_536)
        assert some, heard
        heard += some
