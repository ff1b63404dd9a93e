"""Who is here, where several processes serve one database: the same at all of them, and gone with a
process that is killed."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from outrider.core.refusal import Refusal
from outrider.server import lobby
from outrider.server.hall import BEAT, Hall
from outrider.server.identity import Person
from outrider.server.lobby import Terms, Wish
from outrider.server.settings import Settings
from outrider.server.storage import opened
from outrider.server.watcher import Watcher
from server.lasting import CONNECT, PATIENCE, Server

SOON = 180.0
"""Seconds; on an idle machine it takes one. Long enough for a busy one."""


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Server]]:
    """Two processes on one database."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/matches.db"
    else:
        url = request.getfixturevalue("database")
    running = [Server(url, tmp_path / f"log {k}") for k in range(2)]
    yield running
    for server in running:
        server.kill()


class Guest:
    """A socket that remembers the last word on who is here."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.here: dict[str, bool] = {}
        self.watching = 0
        self.answer: Any = None

    async def heard(self, holds: Callable[[], bool]) -> float:
        """Listen until something is so; how many seconds that took."""
        begun = time.monotonic()
        async with asyncio.timeout(SOON):
            while not holds():
                said = json.loads(await self.socket.recv())
                if "seats" in said:
                    self.here = {seat["seat"]: seat["here"] for seat in said["seats"]}
                    self.watching = said.get("watching", self.watching)
                if said["type"] == "answer":
                    self.answer = said
        return time.monotonic() - begun

    async def ask(self, **request: Any) -> Any:
        self.answer = None
        await self.socket.send(json.dumps(request))
        await self.heard(lambda: self.answer is not None)
        return self.answer


@asynccontextmanager
async def guest(server: Server, match: str, **hello: Any) -> AsyncIterator[Guest]:
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/socket"
    async with connect(url, **CONNECT) as socket:
        found = Guest(socket)
        await socket.send(json.dumps({"do": "hello", **hello}))
        await found.heard(lambda: bool(found.here))
        yield found


def made(server: Server) -> Any:
    return server.ask("/api/matches", {"game": "basic", "seats": [{"kind": "here"}] * 2})


def test_who_is_at_another_process_is_here(servers: list[Server]) -> None:
    match = made(servers[0])
    id, tokens = match["match"], match["tokens"]

    async def test() -> None:
        async with guest(servers[0], id, tokens=[tokens["red"]]) as red:
            assert not red.here["blue"]
            async with guest(servers[1], id, tokens=[tokens["blue"]]) as blue:
                took = await red.heard(lambda: red.here["blue"])
                await blue.heard(lambda: blue.here["red"])
                print(f"known at the other process after {took:.2f} s")
                with_token = {"outrider-token": tokens["red"]}
                for server in servers:
                    about = server.ask(f"/api/matches/{id}", **with_token)
                    assert all(seat["here"] for seat in about["seats"])
                claimed = await red.ask(do="claim", against="blue", id=1)
                refused = claimed["error"]["message"]
                assert "here" in refused or "does not wait" in refused
            took = await red.heard(lambda: not red.here["blue"])
            print(f"gone at the other process after {took:.2f} s")
            async with guest(servers[1], id, tokens=[], watch=match["watch"]):
                await red.heard(lambda: red.watching == 1)
            await red.heard(lambda: red.watching == 0)

    asyncio.run(test())


def test_who_was_at_a_process_that_is_killed_is_gone(servers: list[Server]) -> None:
    match = made(servers[0])
    id, tokens = match["match"], match["tokens"]

    async def test() -> None:
        async with guest(servers[0], id, tokens=[tokens["red"]]) as red:
            async with guest(servers[1], id, tokens=[tokens["blue"]]):
                await red.heard(lambda: red.here["blue"])
                await asyncio.to_thread(servers[1].kill)
                took = await red.heard(lambda: not red.here["blue"])
                print(f"gone {took:.2f} s after a kill")
            await asyncio.to_thread(servers[1].start)
            async with guest(servers[1], id, tokens=[tokens["blue"]]) as blue:
                await red.heard(lambda: red.here["blue"])
                await blue.heard(lambda: blue.here["red"])

    asyncio.run(test())


def test_a_process_that_stood_still_comes_back_with_its_people(servers: list[Server]) -> None:
    match = made(servers[0])
    id, tokens = match["match"], match["tokens"]

    async def test() -> None:
        async with (
            guest(servers[0], id, tokens=[tokens["red"]]) as red,
            guest(servers[1], id, tokens=[tokens["blue"]]) as blue,
        ):
            await red.heard(lambda: red.here["blue"])
            servers[1].freeze()
            try:
                await red.heard(lambda: not red.here["blue"])
            finally:
                servers[1].thaw()
            await red.heard(lambda: red.here["blue"])
            await blue.heard(lambda: blue.here["red"])

    asyncio.run(test())


def test_a_seat_taken_again_is_known_everywhere(servers: list[Server]) -> None:
    """Also where the match is in memory already, with what opened the seat before."""
    seats = [{"kind": "me"}, {"kind": "link"}]
    match = servers[0].ask("/api/matches", {"game": "basic", "seats": seats})
    id, invite = match["match"], match["invites"]["blue"]
    old, new = "a" * 32, "b" * 32
    url = f"http://127.0.0.1:{servers[0].port}"

    async def test() -> None:
        with httpx.Client(base_url=url, timeout=PATIENCE) as person:
            for token in (old, new):
                wish = {"invite": invite, "token": token}
                joined = person.post(f"/api/matches/{id}/join", json=wish)
                assert joined.json() == {"seat": "blue", "token": token}, joined.text
                async with asyncio.timeout(SOON):
                    while not await opens(servers[1], id, token):
                        await asyncio.sleep(0.1)
        assert not await opens(servers[1], id, old)

    asyncio.run(test())


async def opens(server: Server, match: str, token: str) -> bool:
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/socket"
    async with connect(url, **CONNECT) as socket:
        await socket.send(json.dumps({"do": "hello", "tokens": [token]}))
        return bool(json.loads(await socket.recv())["type"] == "table")


def test_nobody_is_claimed_against_who_sits_at_another_process(tmp_path: Path) -> None:
    """Two halls in one loop, so that a day need not be waited for."""
    url = f"sqlite:///{tmp_path}/matches.db"
    settings = Settings(url, workers=1, claim_after=0)

    async def test() -> None:
        halls = []
        for _ in range(2):
            storage = opened(url)
            await storage.open()
            halls.append(Hall(storage, settings))
            await halls[-1].open()
        try:
            async with asyncio.timeout(PATIENCE):
                await claimed_at(*halls)
        finally:
            for hall in halls:
                await hall.close()
                await hall.storage.close()

    asyncio.run(test())


async def claimed_at(one: Hall, other: Hall) -> None:
    terms = Terms("basic", {}, [Wish("here"), Wish("here")])
    made = await lobby.make(one, Person("anna"), terms)
    here, there = await one.get(made.match), await other.get(made.match)
    asked = there.playing().deciders()[0]
    against = "red" if asked == "red" else "blue"
    seat = "blue" if against == "red" else "red"
    watcher = Watcher(frozenset([against]))
    there.arrive(watcher)
    while not any(each["here"] for each in here.about()["seats"] if each["seat"] == against):
        await asyncio.sleep(BEAT / 5)
    for _ in range(20):  # asking again and again makes nobody absent
        with pytest.raises(Refusal, match="is here"):
            await lobby.claim(one, here, seat, against)
    there.depart(watcher)
    while any(each["here"] for each in here.about()["seats"] if each["seat"] == against):
        await asyncio.sleep(BEAT / 5)
    await lobby.claim(one, here, seat, against)
    assert here.row.stage == "over"
