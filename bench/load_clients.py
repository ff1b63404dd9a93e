"""The players of a load test, in a process of their own: two sockets for every match.

They know the rules, follow the lines of the news and send a random legal action whenever it is time
for another one. Sending and receipt are timed by the same clock.
"""

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from bench.load_socket import Socket
from outrider.core.game import Game
from outrider.core.pending import Decide
from outrider.core.record import Chose, Fell, line_from_json
from outrider.games import game as game_by_id

AT_ONCE = 50
"""Sockets that are being opened at the same time."""
LAG = 0.01
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Place:
    """A match to be played: where each seat connects to, and with which token."""

    match: str
    game: str
    seats: dict[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Plan:
    places: list[Place]
    rate: float
    seconds: float
    before: int
    """Actions of every match before anything is measured."""
    seed: int = 1


@dataclass(slots=True)
class Tally:
    """What came of it. Times are milliseconds."""

    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    received: int = 0
    ended: int = 0
    lost: int = 0
    silent: int = 0
    """Actions the opponent never heard of."""
    cpu: float = 0.0
    seconds: float = 0.0


class Played:
    """One match, as its two players know it."""

    def __init__(self, place: Place, tally: Tally, source: random.Random) -> None:
        self.place = place
        self.game: Game[Any, Any] = game_by_id(place.game)
        self.tally = tally
        self.source = source
        self.sockets = {seat: Socket(self._hears(seat)) for seat in place.seats}
        self.waiting = len(self.sockets)
        self.state: Any = None
        self.version = -1
        self.base = -1
        self.mover = ""
        self.sent = 0.0
        self.outstanding = 0
        """What the action on its way still lacks: the answer, and the other's receipt."""
        self.ready = asyncio.Event()
        self.numbers = 0

    def _hears(self, seat: str) -> Any:
        return lambda body: self.heard(seat, body)

    async def begin(self) -> None:
        for seat, (port, token) in self.place.seats.items():
            await self.sockets[seat].begin(port, f"/api/matches/{self.place.match}/socket")
            self.sockets[seat].send(json.dumps({"do": "hello", "tokens": [token]}).encode())
        await asyncio.wait_for(self.ready.wait(), 30)

    @property
    def free(self) -> bool:
        return self.outstanding == 0 and isinstance(self.game.pending(self.state), Decide)

    def act(self) -> None:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Decide)
        self.mover = self.source.choice(pending.seats)
        action = self.game.choices(self.state, self.mover).sample(self.source)
        self.numbers += 1
        request = {"do": "play", "id": 1, "client": str(self.numbers), "version": self.version}
        text = json.dumps({**request, "action": action.to_json()}).encode()
        self.base = self.version
        self.outstanding = 2
        self.tally.sent += 1
        self.sent = time.perf_counter()
        self.sockets[self.mover].send(text)

    def heard(self, seat: str, body: bytes) -> None:
        at = time.perf_counter()
        if body.startswith((b'{"type":"presence"', b'{"type":"beat"')):
            return
        said = json.loads(body)
        self.tally.received += 1
        kind = said["type"]
        if kind == "news":
            if seat != self.mover and self.outstanding and said["from"] == self.base:
                self.tally.delays.append((at - self.sent) * 1000)
                self.outstanding -= 1
            self._follow(said)
        elif kind == "answer":
            self._answered(said, at)
        elif said.get("state") is not None:
            self._shown(said)

    def _answered(self, said: dict[str, Any], at: float) -> None:
        if said["ok"]:
            self.tally.answers.append((at - self.sent) * 1000)
            self.outstanding -= 1
        else:
            self.tally.refused[said.get("error", {}).get("kind", "?")] += 1
            self.outstanding = 0

    def _shown(self, said: dict[str, Any]) -> None:
        if said["version"] > self.version:
            self.state, self.version = self.game.load(said["state"]), said["version"]
        self.waiting -= 1
        if self.waiting <= 0:
            self.ready.set()

    def _follow(self, said: dict[str, Any]) -> None:
        if said["from"] != self.version:
            return
        for data in said["lines"]:
            line = line_from_json(data, self.version + 1)
            if isinstance(line, Chose):
                action = self.game.action_from_json(line.action)
                self.state = self.game.apply(self.state, line.seat, action).state
            elif isinstance(line, Fell):
                self.state = self.game.roll(self.state, line.faces).state
            self.version += 1
        if said["result"] is not None:
            self.tally.ended += 1


class Players:
    """All of them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.source = random.Random(plan.seed)
        self.all = [Played(place, self.tally, self.source) for place in plan.places]

    async def begin(self) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(each: Played) -> None:
            async with gate:
                await each.begin()

        await asyncio.gather(*(opened(each) for each in self.all))

    async def warm_up(self) -> None:
        """Bring every match into the middle of its game, as fast as is comfortable."""
        most = 4 * AT_ONCE
        for done in range(self.plan.before):
            for each in self.all:
                until = time.monotonic() + PATIENCE
                while sum(other.outstanding > 0 for other in self.all[:most]) > AT_ONCE:
                    if time.monotonic() > until:
                        raise RuntimeError(f"no answer to {AT_ONCE} actions for {PATIENCE:.0f} s")
                    await asyncio.sleep(0.002)
                if each.free:
                    each.act()
                    await asyncio.sleep(0.0005)
            await asyncio.sleep(0.2 if done % 5 == 4 else 0)
        # Whatever is still on its way would be counted with what is measured.
        until = time.monotonic() + PATIENCE
        while any(each.outstanding > 0 for each in self.all):
            if time.monotonic() > until:
                raise RuntimeError(f"an action is not answered in {PATIENCE:.0f} s")
            await asyncio.sleep(0.05)

    async def play(self) -> Tally:
        """So many actions a second, whatever the server does."""
        fresh = Tally()
        for each in self.all:
            each.tally = fresh
        self.tally = fresh
        lag = asyncio.ensure_future(self._lag())
        begun, cpu = time.perf_counter(), time.process_time()
        total = int(self.plan.rate * self.plan.seconds)
        for k in range(total):
            wait = begun + k / self.plan.rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            free = self._free()
            if free is not None:
                free.act()
        fresh.seconds = time.perf_counter() - begun
        fresh.cpu = time.process_time() - cpu
        await asyncio.sleep(1.5)
        lag.cancel()
        fresh.silent = sum(each.outstanding > 0 for each in self.all)
        fresh.lost = sum(socket.closed for each in self.all for socket in each.sockets.values())
        return fresh

    def _free(self) -> Played | None:
        for _ in range(50):
            each = self.source.choice(self.all)
            if each.free:
                return each
        return None

    async def _lag(self) -> None:
        """How late this process itself is: what it measures is late by as much."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(LAG)
            self.tally.lags.append((time.perf_counter() - begun - LAG) * 1000)

    def close(self) -> None:
        for each in self.all:
            for socket in each.sockets.values():
                socket.close()


def run(plan: Plan, pipe: Connection) -> None:
    """The life of the process: connect, warm up, wait for the word, play, report."""
    for game in {place.game for place in plan.places}:
        game_by_id(game).warm()

    async def main() -> None:
        players = Players(plan)
        await players.begin()
        await players.warm_up()
        pipe.send("ready")
        while not pipe.poll():
            await asyncio.sleep(0.01)
        pipe.send(await players.play())
        players.close()
        await asyncio.sleep(0.1)

    uvloop.run(main())
