"""Frames and requests that are quickly sent and slowly read hold up nobody but their sender."""

import asyncio
import gc
import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import websockets
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from outrider.server import connections, frames
from server.driving import DEADLINE, Json, Player, Server, at_table, inside, running, seated
from server.test_walls_connections import ELSEWHERE, count, dialled, taken

PING, PONG, TEXT = 9, 10, 1
MANY = 60_000
"""Frames, or requests, at once: a third of a megabyte, which nobody reads in less than a second."""
GET = b"GET /api/x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
WORST = 0.5
"""Seconds of a processor that a server may spend on others while somebody waits for an answer."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("floods"), "--made-per-minute", "100000") as server:
        yield server


def frame(opcode: int, text: bytes = b"", last: bool = True) -> bytes:
    assert len(text) < 126
    return bytes((0x80 * last | opcode, 0x80 | len(text))) + b"\0\0\0\0" + text


def opened(server: Server, match: str) -> socket.socket:
    """A socket at a table, from elsewhere, on which anything may be sent."""
    line = dialled(server, ELSEWHERE)
    line.settimeout(DEADLINE)
    line.sendall(
        (
            f"GET /api/matches/{match}/socket HTTP/1.1\r\nhost: {server.address}\r\n"
            "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
    )
    assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
    line.sendall(frame(TEXT, b'{"do":"hello","tokens":[]}'))
    return line


def poured(line: socket.socket, data: bytes, seconds: float) -> None:
    """As much of it as is taken in, and nothing is read meanwhile."""
    until = time.monotonic() + seconds
    line.settimeout(0.2)
    left = memoryview(data)
    with suppress(ConnectionError):
        while left and time.monotonic() < until:
            with suppress(TimeoutError):
                left = left[line.send(left) :]


async def slowest(server: Server, player: Player, pouring: asyncio.Future[list[None]]) -> float:
    """The most that a server worked while somebody waited for an answer, until a second after all
    was poured."""
    worst, after = 0.0, 50
    while after:
        begun = server.spent()
        await player.ask("ping")
        worst = max(worst, server.spent() - begun)
        await asyncio.sleep(0.02)
        after -= pouring.done()
    return worst


def meanwhile(server: Server, data: bytes, *lines: socket.socket) -> float:
    """How long a server keeps somebody else waiting while this is poured into some lines."""
    mine = seated(server, "skirmishers", "here here", own=False)

    async def run() -> float:
        async with at_table(server, mine.match, mine.tokens["red"]) as player:
            await player.ask("ping")
            pouring = [asyncio.to_thread(poured, line, data, 3.0) for line in lines]
            return await slowest(server, player, asyncio.gather(*pouring))

    return asyncio.run(run())


# -- frames ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_pings_and_pongs_end_whoever_floods_with_them(host: Server, opcode: int) -> None:
    target = seated(host, "skirmishers", listed=True).match
    before, said = count(host, "frame_floods"), host.said()
    with opened(host, target) as line:
        assert meanwhile(host, frame(opcode) * MANY, line) < WORST
        line.settimeout(DEADLINE)
        taken(line)  # to its end, which comes
    assert count(host, "frame_floods") == before + 1
    assert count(host, "bad_frames") == 0
    assert host.said() == said, "it is counted, and not written down"


def test_whoever_floods_is_told_why(host: Server) -> None:
    target = seated(host, "skirmishers", listed=True).match

    async def run() -> None:
        where = f"ws://{host.address}/api/matches/{target}/socket"
        async with websockets.connect(where, ping_interval=None) as one:
            gone = asyncio.ensure_future(one.wait_closed())
            for _ in range(frames.CONTROLS):
                await one.pong()
            # The one too many is the last: who writes on to a closed line may miss what it said.
            async with asyncio.timeout(DEADLINE):
                while not gone.done():
                    with suppress(websockets.ConnectionClosed):
                        await one.pong()
                    await asyncio.wait([gone], timeout=0.5 / frames.CONTROLS_A_SECOND)
            assert one.close_code == 1008 and one.close_reason == "too many pings and pongs"

    asyncio.run(run())


def test_whoever_pings_now_and_then_stays(host: Server) -> None:
    sat = seated(host, "skirmishers", "here here", own=False)

    async def run() -> None:
        async with at_table(host, sat.match, sat.tokens["red"]) as red:
            for _ in range(frames.CONTROLS + 10):
                await asyncio.wait_for(await red.socket.ping(), DEADLINE)
                await asyncio.sleep(1 / frames.CONTROLS_A_SECOND)
            assert (await red.ask("ping"))["ok"]

    asyncio.run(run())


def test_many_messages_at_once_hold_nobody_up(host: Server) -> None:
    """Neither small ones nor the pieces of one; nothing is read that nobody has asked for."""
    target = seated(host, "skirmishers", listed=True).match
    for flood in (
        frame(TEXT, b"{}") * MANY,
        (frame(TEXT, b"{", last=False) + frame(0, last=False) * 900 + frame(0, b"}")) * 60,
    ):
        with opened(host, target) as line:
            assert meanwhile(host, flood, line) < WORST


def test_no_message_of_many_is_lost(tmp_path: Path) -> None:
    """Sent in one piece, and with pings and pieces between them: each is answered, in order."""
    with inside(tmp_path, asked_per_second=500) as server:
        sat = seated(server, "skirmishers", "here here", own=False)

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                await red.ask("ping")
                heard: list[Json] = []
                red._took = heard.append  # type: ignore[assignment, method-assign]
                flood = b""
                for n in range(700):
                    text = json.dumps({"do": "ping", "id": n}).encode()
                    flood += frame(TEXT, text[:5], last=False) + (
                        frame(PING) if n % 70 == 0 else b""
                    )
                    flood += frame(0, text[5:])
                red.socket.transport.write(flood)

                def answers() -> list[int]:
                    return [said["id"] for said in heard if said["type"] == "answer"]

                async with asyncio.timeout(DEADLINE):
                    while len(answers()) < 700:
                        await asyncio.sleep(0.05)
                assert answers() == [*range(700)]

        asyncio.run(run())


# -- requests --------------------------------------------------------------------------------------


def test_requests_that_are_not_waited_for_end_the_connection(host: Server) -> None:
    before, said = count(host, "pipelined"), host.said()
    with dialled(host, ELSEWHERE) as one, dialled(host, ELSEWHERE) as two:
        assert meanwhile(host, GET * MANY, one, two) < WORST
    assert count(host, "pipelined") == before + 2
    assert host.said() == said, "it is counted, and not written down"


def test_a_few_requests_at_once_are_answered(host: Server) -> None:
    with dialled(host) as line:
        line.settimeout(DEADLINE)
        last = GET.replace(b"host", b"connection: close\r\nhost")
        line.sendall(GET * (connections.MOST_WAITING - 1) + last)
        assert taken(line).count(b"HTTP/1.1 404") == connections.MOST_WAITING


def test_what_was_not_waited_for_leaves_the_memory(tmp_path: Path) -> None:
    """By itself: no search for garbage helps."""
    kinds = (connections.Connection, RequestResponseCycle)

    def there() -> Counter[str]:
        both = {*kinds, *connections.Connection.__subclasses__()}
        return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in both)

    with inside(tmp_path) as server:
        gc.collect()
        before = there()
        gc.disable()
        try:
            for number in range(20):
                with dialled(server) as line:
                    line.settimeout(DEADLINE)
                    with suppress(ConnectionError):
                        line.sendall(GET * (200 if number % 2 else 5))
                        line.shutdown(socket.SHUT_WR)
                        taken(line)
            until = time.monotonic() + DEADLINE
            while (left := there() - before) and time.monotonic() < until:
                time.sleep(0.1)
            assert not left
        finally:
            gc.enable()
