"""Real server processes to be killed, and players who notice if anything they were told is lost.

A player sends every action with a client id and the version it saw, and after a lost connection
sends again what was not acknowledged. What was acknowledged, refused and sent is kept, and compared
with the log at the end.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from outrider.core.course import last, replay
from outrider.core.record import Record, record_from_text
from outrider.dice import verified
from outrider.games import game as game_by_id
from outrider.server.storage import opened
from outrider.server.storage.base import LineRow
from server.ports import lasting_port

PATIENCE = 180.0
LOST = (OSError, EOFError, TimeoutError, WebSocketException)
CONNECT: dict[str, Any] = {"open_timeout": PATIENCE, "close_timeout": 0.1, "ping_interval": None}
GAMES = ("skirminion", "basic", "skirmish", "skirmishers", "skirmish-2012")


class Server:
    """One `outrider serve`, on the same port every time it is started."""

    def __init__(self, database: str, log: Path, *more: str) -> None:
        self.port = lasting_port()
        self.log = log
        self.starts: list[float] = []
        """How long each start took, in seconds."""
        self._command = [sys.executable, "-m", "outrider", "serve", "--port", str(self.port)]
        self._command += ["--database", database, "--made-per-minute", "100000"]
        self._command += ["--connections-each", "10000", "--sockets-each", "10000", *more]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when it answers."""
        begun = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < begun + PATIENCE, "the server does not start"
            time.sleep(0.02)
        self.starts.append(time.monotonic() - begun)

    def _answers(self) -> bool:
        try:
            return bool(self.ask("/healthz")["ok"])
        except OSError:
            return False

    def kill(self) -> None:
        """As if the power failed."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def stop(self) -> None:
        """In good order."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(PATIENCE)
            finally:
                self.kill()

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def ask(self, path: str, body: object = None, **headers: str) -> Any:
        """The JSON of an answer."""
        return json.loads(self.text(path, body, **headers))

    def text(self, path: str, body: object = None, **headers: str) -> str:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            said: bytes = answer.read()
            return said.decode()


@dataclass
class Sent:
    """An action on its way."""

    client: str
    version: int
    request: dict[str, Any]


@dataclass
class Seat:
    """What a player at one seat knows."""

    match: str
    game: str
    seat: str
    token: str
    source: random.Random
    places: Sequence[Server]
    """The servers to connect to, one after the other."""
    pause: float = 0.0
    place: int = 0
    seen: int = 0
    shown: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Sent] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    waiting: Sent | None = None
    connections: int = 0
    again: int = 0
    """How often something was sent again."""
    told: dict[int, float] = field(default_factory=dict)
    """When each version was first seen."""
    acted: dict[int, float] = field(default_factory=dict)
    """When the action was sent that made a version."""

    @property
    def over(self) -> bool:
        return self.shown.get("result") is not None

    @property
    def to_act(self) -> bool:
        return self.seat in self.shown.get("pending", {}).get("decide", ())

    async def play(self, done: Callable[[], bool]) -> None:
        """Until the match is over or it is enough, whatever becomes of connections."""
        while not self.over and not done():
            server = self.places[self.place % len(self.places)]
            url = f"ws://127.0.0.1:{server.port}/api/matches/{self.match}/socket"
            try:
                async with connect(
                    url, open_timeout=20, close_timeout=0.1, ping_interval=None
                ) as to:
                    await self._at_table(to, done)
            except LOST:
                self.place += 1
                await asyncio.sleep(0.01)

    async def _at_table(self, to: ClientConnection, done: Callable[[], bool]) -> None:
        hello = {"do": "hello", "tokens": [self.token], "version": self.seen}
        await to.send(json.dumps(hello))
        said = json.loads(await asyncio.wait_for(to.recv(), 30))
        if said.get("error", {}).get("message") == "nobody said hello":
            raise TimeoutError("this machine was too busy to say so in time")
        self._heard(said)
        self.connections += 1
        while not self.over and not done():
            if self.waiting is not None:
                self.again += 1
                await self._ask(to, self.waiting)
            elif self.to_act:
                if self.pause:
                    await asyncio.sleep(self.pause * self.source.random())
                await self._ask(to, self.chosen())
            else:
                with suppress(TimeoutError):
                    self._heard(json.loads(await asyncio.wait_for(to.recv(), 0.2)))

    def chosen(self) -> Sent:
        game = game_by_id(self.game)
        state = game.load(self.shown["state"])
        action = game.choices(state, self.seat).sample(self.source).to_json()
        return self.send("play", action=action)

    def send(self, do: str, **more: Any) -> Sent:
        """Something to be sent under a new client id."""
        client = f"{len(self.sent)}-{self.source.getrandbits(32):x}"
        request = {"do": do, "id": client, "client": client, "version": self.seen, **more}
        self.waiting = self.sent[client] = Sent(client, self.seen, request)
        return self.waiting

    async def _ask(self, to: ClientConnection, sent: Sent) -> None:
        begun = time.monotonic()
        await to.send(json.dumps(sent.request))
        while self.waiting is sent:
            said = json.loads(await asyncio.wait_for(to.recv(), 30))
            self._heard(said)
        made = self.acknowledged.get(sent.client)
        if made is not None:
            self.acted.setdefault(made, begun)

    def _heard(self, said: dict[str, Any]) -> None:
        if "state" in said:
            assert said["state"] is not None, said
            if said["type"] == "news" or said["version"] >= self.seen:
                self._saw(said)
            else:
                assert said["type"] == "answer", f"{self.seen} was seen, and now {said['version']}"
        if said["type"] != "answer":
            return
        assert self.waiting is not None and said["id"] == self.waiting.client, said
        if said["ok"]:
            self.acknowledged[said["client"]] = said["version"]
        else:
            assert said["error"]["kind"] in ("stale", "not-your-turn", "illegal", "over"), said
            self.refused.add(said["id"])
        self.waiting = None

    def _saw(self, said: dict[str, Any]) -> None:
        version = said["version"]
        assert version >= self.seen, f"{self.seen} was seen, and now {version}"
        now = time.monotonic()
        for n in range(said.get("from", version - 1) + 1, version + 1):
            self.told.setdefault(n, now)
        self.seen = version
        self.shown = said


@dataclass
class Table:
    """A match in play."""

    match: str
    watch: str
    seats: list[Seat]

    @property
    def acknowledged(self) -> int:
        return sum(len(seat.acknowledged) for seat in self.seats)


def table(
    server: Server,
    game: str,
    source: random.Random,
    places: Sequence[Server] | None = None,
    **more: Any,
) -> Table:
    """A new match with a player at each seat. Of several servers each begins with another."""
    wish = {"game": game, "seats": [{"kind": "here"}, {"kind": "here"}], **more}
    made = server.ask("/api/matches", wish)
    places = places or [server]
    seats = [
        Seat(made["match"], game, seat, token, random.Random(source.random()), places, place=k)
        for k, (seat, token) in enumerate(made["tokens"].items())
    ]
    return Table(made["match"], made["watch"], seats)


async def played_on(server: Server, at: Table) -> None:
    """End a match: whoever sits first resigns, if nobody has won."""
    seat = at.seats[0]
    seat.places = [server]
    async with asyncio.timeout(PATIENCE):
        while not seat.over:
            if seat.waiting is None:
                seat.send("resign")
            waiting = seat.waiting
            await seat.play(lambda waiting=waiting: seat.waiting is not waiting)  # type: ignore[misc]


def fetched(server: Server, at: Table) -> Record:
    with_token = {"outrider-token": at.seats[0].token}
    return record_from_text(server.text(f"/api/matches/{at.match}/record", **with_token))


def lines_of(database: str, matches: Sequence[str]) -> dict[str, tuple[LineRow, ...]]:
    """What is written of some matches."""

    async def read() -> dict[str, tuple[LineRow, ...]]:
        storage = opened(database)
        await storage.open()
        try:
            return {id: await storage.lines(id) for id in matches}
        finally:
            await storage.close()

    return asyncio.run(read())


def sound(at: Table, rows: Sequence[LineRow], record: Record, bots: bool = False) -> None:
    """Nothing that was acknowledged is lost, nothing is there twice, and all of it holds."""
    assert [row.n for row in rows] == [*range(1, len(rows) + 1)]
    assert [row.line for row in rows] == record.to_json()[1:-1]
    written = {row.client: row for row in rows if row.client is not None}
    assert Counter(row.client for row in rows if row.client).most_common(1)[0][1] == 1
    said = {f"{seat.seat}:{client}" for seat in at.seats for client in seat.sent}
    assert said >= set(written), "something nobody has sent"
    for seat in at.seats:
        for client in seat.acknowledged:
            row = written.get(f"{seat.seat}:{client}")
            assert row is not None, f"{client} was acknowledged and is lost"
            request = seat.sent[client].request
            action = request.get("action", {"match": request["do"]})
            said_so = {name: value for name, value in row.line.items() if name != "hash"}
            assert said_so == {"n": row.n, "seat": seat.seat, **action}
        assert not any(f"{seat.seat}:{client}" in written for client in seat.refused)
    chosen = [row for row in rows if "do" in row.line and row.line["seat"] is not None]
    sent = [row for row in chosen if not bots or row.line["seat"] in {s.seat for s in at.seats}]
    assert all(row.client is not None for row in sent), "a choice nobody has sent"
    last(replay(game_by_id(record.header.game), record))
    verdict = verified(record)
    assert verdict.wrong is None, verdict.wrong
