"""The server's clocks: on time under load, and right after the server was away for a while."""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from outrider.games import game as game_by_id
from server.lasting import CONNECT, PATIENCE, Seat, Server, Table, lines_of, table

OTHERS = 40
MINUTE = 2
LATE = 150
"""Milliseconds that the end of a minute may be late, half of the time; at worst ten times that."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path}/matches.db", tmp_path / "log")
    yield made
    made.kill()


@pytest.fixture(autouse=True, scope="module")
def rules() -> None:
    """The rules are here before anybody's clock runs: loading them takes a second."""
    game_by_id("basic").warm()


def database(folder: Path) -> str:
    return f"sqlite:///{folder}/matches.db"


def in_minute(seat: Seat) -> bool:
    return bool(seat.shown and seat.shown["clock"]["limit"] is not None)


async def until_the_minute(at: Table) -> None:
    """Put all figures on the table, so that the minute begins."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(seat.play(lambda: in_minute(at.seats[0])) for seat in at.seats))


async def told(seat: Seat, server: Server) -> dict[str, Any]:
    """What a newcomer with a seat's token is shown."""
    url = f"ws://127.0.0.1:{server.port}/api/matches/{seat.match}/socket"
    async with connect(url, **CONNECT) as to:
        await to.send(json.dumps({"do": "hello", "tokens": [seat.token]}))
        said: dict[str, Any] = json.loads(await asyncio.wait_for(to.recv(), PATIENCE))
        assert said["type"] == "table", said
        return said


async def watched(seat: Seat, until: str, seconds: float = PATIENCE) -> dict[str, Any]:
    """Sit and do nothing until the news have something in them."""
    url = f"ws://127.0.0.1:{seat.places[0].port}/api/matches/{seat.match}/socket"
    async with asyncio.timeout(seconds), connect(url, **CONNECT) as to:
        await to.send(json.dumps({"do": "hello", "tokens": [seat.token], "version": 0}))
        while True:
            said: dict[str, Any] = json.loads(await to.recv())
            lines = said.get("missed", said).get("lines", [])
            if any(until in (line.get("do"), line.get("match")) for line in lines):
                return said


async def answer(seat: Seat, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request."""
    url = f"ws://127.0.0.1:{seat.places[0].port}/api/matches/{seat.match}/socket"
    async with asyncio.timeout(PATIENCE), connect(url, **CONNECT) as to:
        await to.send(json.dumps({"do": "hello", "tokens": [seat.token]}))
        await to.send(json.dumps({"id": 1, "client": "late", **request}))
        while True:
            said: dict[str, Any] = json.loads(await to.recv())
            if said["type"] == "answer":
                return said


def about_the_same(before: int, after: int) -> bool:
    """Up to a beat from before the kill is given back; and it takes a while to ask."""
    return before - 1200 <= after <= before + 700


def skirmish(server: Server, places: list[Server] | None = None, minute: int = MINUTE) -> Table:
    options = {"minute": minute}
    return table(server, "skirmish", random.Random(minute), places, options=options)


def called(rows: Any) -> list[int]:
    """How many milliseconds after the minute began its end was written, each time."""
    times = [k for k, row in enumerate(rows) if row.line.get("do") == "time"]
    # Whoever is at the other process may hear first that it has begun, and be ready in it.
    within = ("move", "ready")
    begun = [max(j for j in range(k) if rows[j].line.get("do") not in within) for k in times]
    return [rows[k].at - rows[j].at for j, k in zip(begun, times, strict=True)]


@pytest.mark.slow
def test_the_minute_ends_on_time_while_others_play(server: Server, tmp_path: Path) -> None:
    source = random.Random(1)
    live = [skirmish(server) for _ in range(8)]
    games = ("basic", "skirminion", "skirmishers", "skirmish")
    others = [table(server, games[k % 4], source) for k in range(OTHERS)]
    enough = False

    async def test() -> None:
        nonlocal enough
        for seat in (seat for each in others for seat in each.seats):
            seat.pause = 0.5
        playing = [
            asyncio.ensure_future(seat.play(lambda: enough))
            for each in others
            for seat in each.seats
        ]
        await asyncio.sleep(2)
        await asyncio.gather(*(until_the_minute(each) for each in live))
        await asyncio.gather(*(watched(each.seats[0], "time") for each in live))
        enough = True
        await asyncio.gather(*playing)

    asyncio.run(test())
    rows = lines_of(database(tmp_path), [each.match for each in live])
    late = sorted(took - MINUTE * 1000 for each in live for took in called(rows[each.match]))
    print(f"late by {late} ms, with {sum(each.acknowledged for each in others)} other actions")
    assert len(late) == len(live)
    assert late[0] >= 0
    assert statistics.median(late) <= LATE
    assert late[-1] <= 10 * LATE
    assert all(each.acknowledged > 2 for each in others)


def test_a_late_move_is_refused(server: Server) -> None:
    at = skirmish(server)

    async def test() -> None:
        await until_the_minute(at)
        seat = at.seats[0]
        move = {"do": "play", "action": seat.chosen().request["action"]}
        over = await watched(seat, "time")
        stale = await answer(seat, {**move, "version": seat.seen})
        assert stale["error"]["kind"] == "stale" and stale["version"] == over["version"]
        late = await answer(seat, {**move, "version": over["version"]})
        assert not late["ok"]
        # By then it may be the turn of either to attack.
        assert late["error"].get("rule") in ("SKM-R2", "SKM-R5", "SKM-R6", "SKM-R7"), late
        assert (await told(seat, server))["version"] == over["version"]

    asyncio.run(test())


def test_a_move_that_arrives_before_the_server_has_looked_is_late_too(
    server: Server, tmp_path: Path
) -> None:
    """The server stands still when the minute ends, and finds a move waiting."""
    at = skirmish(server)

    async def test() -> None:
        await until_the_minute(at)
        seat = at.seats[0]
        url = f"ws://127.0.0.1:{server.port}/api/matches/{seat.match}/socket"
        async with asyncio.timeout(PATIENCE), connect(url, **CONNECT) as to:
            await to.send(json.dumps({"do": "hello", "tokens": [seat.token]}))
            left = json.loads(await to.recv())["clock"]["limit"]
            server.freeze()
            await to.send(json.dumps(seat.chosen().request))
            time.sleep(left / 1000 + 0.1)
            server.thaw()
            said = json.loads(await to.recv())
            while said["type"] != "answer":
                said = json.loads(await to.recv())
        assert said["error"]["kind"] == "stale", said

    asyncio.run(test())
    (rows,) = lines_of(database(tmp_path), [at.match]).values()
    assert [row.line.get("do") for row in rows].count("time") == 1
    assert not [row for row in rows if row.line.get("do") == "move"]


@pytest.mark.slow
def test_time_without_a_server_is_nobodys(server: Server) -> None:
    at = skirmish(server, minute=3)

    async def test() -> None:
        await until_the_minute(at)
        seat = at.seats[0]
        await asyncio.sleep(1)
        before = (await told(seat, server))["clock"]["limit"]
        server.kill()
        await asyncio.sleep(before / 1000 + 0.1)
        server.start()
        after = (await told(seat, server))["clock"]["limit"]
        print(f"{before} ms were left, and {after} after the restart")
        assert about_the_same(before, after)
        assert (await answer(seat, seat.chosen().request))["ok"]
        begun = time.monotonic()
        await watched(seat, "time")
        took = (time.monotonic() - begun) * 1000
        assert after - 1000 <= took <= after + 1000

    asyncio.run(test())


@pytest.mark.slow
@pytest.mark.parametrize("how", ["move", "total"])
def test_who_runs_out_of_time_loses(server: Server, tmp_path: Path, how: str) -> None:
    """Also if the server was killed meanwhile and nobody has come back."""
    seconds = {"through": 2, "killed": 4}
    tables = {
        name: table(server, "basic", random.Random(2), clock={"kind": how, "seconds": given})
        for name, given in seconds.items()
    }

    async def test() -> None:
        for at in tables.values():
            decide = (await told(at.seats[0], server))["pending"]["decide"]
            first = next(seat for seat in at.seats if seat.seat in decide)
            assert (await answer(first, await first_move(first, server)))["ok"]
        said = await watched(tables["through"].seats[0], "flag", 10)
        assert "time" in said["result"]["reason"]
        clock = (await told(tables["killed"].seats[0], server))["clock"]
        server.kill()
        await asyncio.sleep(4)
        server.start()
        again = (await told(tables["killed"].seats[0], server))["clock"]
        (running,) = again["running"]
        assert clock["running"] == [running]
        assert about_the_same(clock["left"][running], again["left"][running])
        await asyncio.sleep(again["left"][running] / 1000 + 0.5)

    asyncio.run(test())
    rows = lines_of(database(tmp_path), [at.match for at in tables.values()])
    for at in tables.values():
        assert [row.line.get("match") for row in rows[at.match]].count("flag") == 1


async def first_move(seat: Seat, server: Server) -> dict[str, Any]:
    seat.shown = await told(seat, server)
    seat.seen = seat.shown["version"]
    return seat.chosen().request


# How late a call may be is asked above, on a machine that has little else to do.


def test_two_processes_call_the_time_once(database: str, tmp_path: Path) -> None:
    servers = [Server(database, tmp_path / f"log {k}") for k in range(2)]
    try:
        live = [skirmish(servers[k % 2], servers) for k in range(10)]

        async def test() -> None:
            await asyncio.gather(*(until_the_minute(each) for each in live))
            for server in servers:
                await asyncio.gather(*(told(each.seats[0], server) for each in live))
            await asyncio.gather(*(watched(each.seats[0], "time") for each in live))
            await asyncio.sleep(1)  # in which the other would call it, too

        asyncio.run(test())
        rows = lines_of(database, [each.match for each in live])
        took = [called(rows[each.match]) for each in live]
        print(took)
        assert all(len(each) == 1 and each[0] >= MINUTE * 1000 for each in took)
        assert not any("failed" in (tmp_path / f"log {k}").read_text() for k in range(2))
    finally:
        for server in servers:
            server.kill()


def test_the_other_process_calls_the_time(database: str, tmp_path: Path) -> None:
    """The one that began the minute is killed in it."""
    servers = [Server(database, tmp_path / f"log {k}") for k in range(2)]
    try:
        at = skirmish(servers[0])

        async def test() -> None:
            await until_the_minute(at)
            servers[0].kill()
            async with asyncio.timeout(PATIENCE):
                while not await asyncio.to_thread(called_so_far):
                    await asyncio.sleep(0.2)

        def called_so_far() -> list[int]:
            return called(lines_of(database, [at.match])[at.match])

        asyncio.run(test())
        took = called_so_far()
        print(took)
        assert len(took) == 1 and took[0] >= MINUTE * 1000
    finally:
        for server in servers:
            server.kill()
