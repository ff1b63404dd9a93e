"""Tables that come and go: made, sat down at, played, given up, looked at again and left, as people
do, only quicker. What a server keeps of them shows in its memory.
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from outrider.games import game as game_by_id
from server.driving import DEADLINE

LOST = (OSError, EOFError, TimeoutError, WebSocketException, httpx.TransportError)
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "skirminion"},
    {"game": "basic"},
    {"game": "skirmishers"},
    {"game": "skirmish", "options": {"table": "20x20"}},
)


@dataclass
class Soak:
    """Some tables at once, each followed by another. `pause` is the time between two actions."""

    url: str
    tables: int
    pause: float
    longest: int = 24
    """Actions after which somebody gives up at the latest."""
    source: random.Random = field(default_factory=lambda: random.Random(7))
    ended: int = 0
    actions: int = 0
    problems: list[str] = field(default_factory=list)

    async def run(self, enough: Callable[[], bool]) -> None:
        # No connection is used twice: the server might be closing it just then.
        limits = httpx.Limits(max_connections=20, max_keepalive_connections=0)
        async with (
            httpx.AsyncClient(base_url=self.url, timeout=DEADLINE, limits=limits) as client,
            asyncio.TaskGroup() as group,
        ):
            for number in range(self.tables):
                group.create_task(self._tables(client, number, enough))

    async def _tables(
        self, client: httpx.AsyncClient, number: int, enough: Callable[[], bool]
    ) -> None:
        await asyncio.sleep(self.pause * self.source.random())
        while not enough():
            try:
                await self._table(client, GAMES[number % len(GAMES)], enough)
                self.ended += 1
            except* LOST as lost:  # both sockets of a table may be lost at once
                self.problems.append("; ".join(map(repr, lost.exceptions)))
                await asyncio.sleep(1)
            number += 1

    async def _table(
        self, client: httpx.AsyncClient, wish: dict[str, Any], enough: Callable[[], bool]
    ) -> None:
        seats = [{"kind": "me"}, {"kind": "link"}]
        answer = await client.post("/api/matches", json={**wish, "seats": seats})
        if answer.status_code == 408:
            return  # it was we who were held up, for ten seconds: the machine is busy
        assert answer.status_code == 201, answer.text
        made = answer.json()
        id, tokens = made["match"], dict(made["tokens"])
        asked = {"invite": made["invites"]["blue"]}
        joined = (await client.post(f"/api/matches/{id}/join", json=asked)).json()
        tokens[joined["seat"]] = joined["token"]
        address = f"{self.url.replace('http', 'ws')}/api/matches/{id}/socket"
        async with (
            sat_down(address, tokens["red"]) as red,
            sat_down(address, tokens["blue"]) as blue,
            asyncio.TaskGroup() as group,
        ):
            players = {"red": Player(red), "blue": Player(blue)}
            reading = [group.create_task(player.read()) for player in players.values()]
            await self._played(wish["game"], players, enough)
            for task in reading:
                task.cancel()
        headers = {"outrider-token": tokens["red"]}
        for what in ("record", "moments"):
            if self.source.random() < 0.3:
                await client.get(f"/api/matches/{id}/{what}", headers=headers)

    async def _played(
        self, id: str, players: "dict[str, Player]", enough: Callable[[], bool]
    ) -> None:
        game = game_by_id(id)
        last = self.source.randint(1, self.longest)
        count = 0
        while asked := await players["red"].asked():
            seat = self.source.choice(asked)
            player, table = players[seat], players["red"].table
            what: dict[str, Any] = {"do": "resign"}
            if count < last and not enough():
                state = game.load(table["state"])
                action = game.choices(state, seat).sample(self.source)
                what = {"do": "play", "action": action.to_json()}
            what |= {"client": f"{seat}{count}", "version": table["version"], "id": count}
            answer = await player.ask(what)
            await players["red"].reached(answer.get("version", 0))
            self.actions += 1
            count += 1
            await asyncio.sleep(self.pause * (0.5 + self.source.random()))


@asynccontextmanager
async def sat_down(address: str, token: str) -> AsyncIterator[ClientConnection]:
    """A socket that says hello at once: to the next one it may be a while on a busy machine."""
    async with connect(address, ping_interval=None, compression=None) as socket:
        await socket.send(json.dumps({"do": "hello", "tokens": [token]}))
        yield socket


class Player:
    """A socket that is always read, as a page does, and what was last heard on it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self._answers: dict[int, dict[str, Any]] = {}
        self._heard = asyncio.Event()

    async def read(self) -> None:
        async for text in self.socket:
            said = json.loads(text)
            if said["type"] == "answer":
                self._answers[said["id"]] = said
            if said.get("version", -1) >= self.table.get("version", 0) and "state" in said:
                self.table = said
            self._heard.set()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer, whether yes or no."""
        await self.socket.send(json.dumps(request))
        await self.until(lambda: request["id"] in self._answers)
        return self._answers.pop(request["id"])

    async def asked(self) -> list[str]:
        """Who is to decide, once the dice that wait have fallen; nobody when the game is over."""
        await self.until(lambda: "roll" not in self.table.get("pending", {"roll": 0}))
        found: list[str] = self.table["pending"].get("decide", [])
        return found

    async def reached(self, version: int) -> None:
        await self.until(lambda: self.table.get("version", 0) >= version)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not holds():
                self._heard.clear()
                await self._heard.wait()


def soaked(
    url: str, seconds: float, tables: int, pause: float, look: Callable[[float], None]
) -> Soak:
    """Soak a server for so long; it is looked at about every ten seconds."""
    soak = Soak(url, tables, pause)
    for wish in GAMES:
        game_by_id(wish["game"]).warm()  # while it compiled, the sockets would not be answered

    async def run() -> None:
        begun = time.monotonic()
        running = asyncio.ensure_future(soak.run(lambda: time.monotonic() > begun + seconds))
        while not running.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(running), 10)
            await asyncio.to_thread(look, time.monotonic() - begun)
        await running

    asyncio.run(run())
    return soak
