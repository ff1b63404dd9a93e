"""How these tests talk to a server: a real process, HTTP, and web sockets."""

import asyncio
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from outrider.core.record import Record, record_from_text
from outrider.dice import commitment
from outrider.games import game as game_by_id
from outrider.server.app import create_app
from outrider.server.connections import protocols
from outrider.server.doors import Doors
from outrider.server.settings import Settings

Json = dict[str, Any]
DEADLINE = 180.0
"""Seconds after which nothing is expected any more, however busy a machine is."""
WIDE = ("--made-per-minute", "100000", "--connections-each", "10000", "--sockets-each", "10000")
"""All of these tests come from one address."""
ENTROPY = {"red": "a1" * 16, "blue": "b2" * 16, "green": "c3" * 16}


# -- servers ---------------------------------------------------------------------------------------


@dataclass
class Server:
    """A server that runs, wherever it does."""

    url: str
    database: Path
    said: Callable[[], str] = lambda: ""
    """Everything it has printed so far."""
    app: Any = None
    heard: list[str] = field(default_factory=list)
    """Everything it has answered, to whomever."""
    pid: int = 0

    @property
    def address(self) -> str:
        return self.url.removeprefix("http://")

    def spent(self) -> float:
        """Seconds of a processor that its process has used so far. Whoever waits while it does
        something else is held up by as much, whatever else the machine has to do."""
        stat = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def person(self, **more: Any) -> httpx.Client:
        """Somebody with a browser of their own."""

        def note(response: httpx.Response) -> None:
            self.heard.append(f"{response.headers}\n{response.read().decode('utf-8', 'replace')}")

        hooks = {"response": [note]}
        return httpx.Client(base_url=self.url, timeout=DEADLINE, event_hooks=hooks, **more)


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Server]:
    """`outrider serve` in a process of its own, stopped at the end."""
    database = folder / "matches.db"
    with tempfile.TemporaryFile() as complaints:
        command = ["serve", "--port", "0", "--database", f"sqlite:///{database}", *options]
        process = subprocess.Popen(
            [sys.executable, "-m", "outrider", *command],
            stdout=subprocess.PIPE,
            stderr=complaints,
            env={**os.environ, "OUTRIDER_DATA": str(folder)},
        )
        printed: list[bytes] = []

        def said() -> str:
            assert process.stdout is not None
            while select.select([process.stdout], [], [], 0)[0]:
                block = os.read(process.stdout.fileno(), 65536)
                if not block:
                    break
                printed.append(block)
            complaints.seek(0)
            return (b"".join(printed) + complaints.read()).decode()

        try:
            yield Server(_address(process, said), database, said, pid=process.pid)
        finally:
            stop(process)


def _address(process: subprocess.Popen[bytes], said: Callable[[], str]) -> str:
    until = time.monotonic() + DEADLINE
    while time.monotonic() < until:
        found = re.search(r"Outrider is at (http://\S+)", said())
        if found and _answers(found[1]):
            return found[1]
        assert process.poll() is None, said()
        time.sleep(0.02)
    raise AssertionError("the server did not start")


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=DEADLINE).status_code == 200
    except httpx.TransportError:
        return False


def kill(server: Server) -> None:
    """As if the power failed."""
    os.kill(server.pid, signal.SIGKILL)


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(60)
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def inside(folder: Path, **settings: Any) -> Iterator[Server]:
    """The same in a thread of this process, for what the command has no options for."""
    database = folder / "inside.db"
    wide: Json = {"made_per_minute": 100_000, "asked_per_second": 10_000, **settings}
    asked = Settings(f"sqlite:///{database}", **wide)
    doors = Doors(asked.connections_each, frames=2 * asked.asked_per_second)
    guarded = create_app(asked, doors)
    speaks: Json = {**protocols(doors)}
    config = uvicorn.Config(
        guarded,
        **speaks,
        host="127.0.0.1",
        port=0,
        log_level="critical",
        ws_max_size=asked.largest_message,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + DEADLINE
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Server(f"http://127.0.0.1:{port}", database, app=inner(guarded))
    finally:
        server.should_exit = True
        thread.join(DEADLINE)
        assert not thread.is_alive()


def inner(guarded: Any) -> Any:
    """The application behind the guard."""
    return guarded._app


# -- matches ---------------------------------------------------------------------------------------


@dataclass
class Sat:
    """A match with everybody sitting."""

    server: Server
    match: str
    tokens: dict[str, str]
    invites: dict[str, str]
    watch: str
    people: dict[str, httpx.Client]

    def fetch(self) -> str:
        """The record."""
        headers = {"outrider-watch": self.watch}
        with self.server.person() as person:
            found = person.get(f"/api/matches/{self.match}/record", headers=headers)
        assert found.status_code == 200, found.text
        return found.text

    def record(self) -> Record:
        return record_from_text(self.fetch())


def asked_for(game: str, kinds: str = "me link", **more: Any) -> Json:
    """A wish for a match."""
    return {"game": game, "seats": [{"kind": kind} for kind in kinds.split()], **more}


def made(person: httpx.Client, game: str, kinds: str = "me link", **more: Any) -> Json:
    answer = person.post("/api/matches", json=asked_for(game, kinds, **more))
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def seated(server: Server, game: str, kinds: str = "me link", own: bool = True, **more: Any) -> Sat:
    """A match that has begun: everybody joined, committed to entropy of their own, revealed it."""
    host = server.person()
    people = {"red": host}
    if own:
        more.setdefault("dice", "fair-2")
    if own and "me" in kinds:
        more["commitment"] = commitment(ENTROPY["red"])
    new = made(host, game, kinds, **more)
    tokens = dict(new["tokens"])
    for seat, invite in new["invites"].items():
        people[seat] = server.person()
        wish: Json = {"invite": invite}
        if more.get("dice") == "typed":
            wish["dice"] = "typed"
        if own:
            wish["commitment"] = commitment(ENTROPY[seat])
        answer = people[seat].post(f"/api/matches/{new['match']}/join", json=wish)
        assert answer.status_code == 200, answer.text
        assert answer.json()["seat"] == seat
        tokens[seat] = answer.json()["token"]
    for seat in people if own else ():
        shown = {"token": tokens[seat], "entropy": ENTROPY[seat]}
        answer = people[seat].post(f"/api/matches/{new['match']}/reveal", json=shown)
        assert answer.status_code == 200, answer.text
    for person in people.values():
        person.close()
    return Sat(server, new["match"], tokens, new["invites"], new["watch"], people)


# -- sockets ---------------------------------------------------------------------------------------


class Refused(Exception):
    """An answer that says no."""

    def __init__(self, answer: Json) -> None:
        super().__init__(json.dumps(answer["error"]))
        self.answer = answer
        self.kind: str = answer["error"]["kind"]


class Player:
    """One web socket at a table. What comes in besides answers is kept in order."""

    def __init__(self, server: Server, socket: ClientConnection) -> None:
        self.server = server
        self.socket = socket
        self.table: Json = {}
        self.news: list[Json] = []
        self.others: list[Json] = []
        self.beats: list[Json] = []
        self.version = 0
        self._answers: dict[Any, Json] = {}
        self._changed = asyncio.Event()
        self._count = 0
        self._reading: asyncio.Task[None] | None = None

    async def hello(self, **said: Any) -> Json:
        """Say who one is, and get the table."""
        await self.socket.send(json.dumps({"do": "hello", **said}))
        text = await asyncio.wait_for(self.socket.recv(), DEADLINE)
        assert isinstance(text, str)
        self.server.heard.append(text)
        answer: Json = json.loads(text)
        if answer.get("ok") is False:
            raise Refused(answer)
        self._took(answer)
        self._reading = asyncio.ensure_future(self._read())
        return answer

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.server.heard.append(text)
                self._took(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        finally:
            self._changed.set()

    def _took(self, message: Json) -> None:
        kind = message["type"]
        if kind == "answer":
            self._answers[message["id"]] = message
        elif kind == "news":
            self.news.append(message)
        elif kind == "beat":
            self.beats.append(message)
        elif kind != "table":
            self.others.append(message)
        if "state" in message:
            self.version = message["version"]
            self.table = {**self.table, **message}
        self._changed.set()

    async def until(self, holds: Callable[[], bool], seconds: float = DEADLINE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not holds():
                assert self._reading is None or not self._reading.done(), "the socket is closed"
                self._changed.clear()
                await self._changed.wait()

    async def raw(self, text: str | bytes, id: Any = None) -> Json:
        """Send anything, and wait for the answer with that id."""
        self._answers.pop(id, None)
        await self.socket.send(text)
        await self.until(lambda: id in self._answers)
        return self._answers.pop(id)

    async def ask(self, do: str, **said: Any) -> Json:
        """The answer to a request; raises Refused."""
        self._count += 1
        id = f"q{self._count}"
        answer = await self.raw(json.dumps({"do": do, "id": id, **said}), id)
        if not answer["ok"]:
            raise Refused(answer)
        return answer

    async def change(self, do: str, **said: Any) -> Json:
        """A request that changes something, for the version seen, under an id of its own."""
        named = {"version": self.version, "client": f"c{random.getrandbits(60):x}", **said}
        answer = await self.ask(do, **named)
        return {**answer, "named": named["client"]}

    async def refused(self, do: str, **said: Any) -> Json:
        """The refusal of a request that changes something."""
        try:
            answer = await self.change(do, **said)
        except Refused as refused:
            return refused.answer
        raise AssertionError(f"{do} was accepted: {answer}")

    async def reached(self, version: int) -> None:
        await self.until(lambda: self.version >= version)

    @property
    def pending(self) -> Json:
        found: Json = self.table["pending"]
        return found

    @property
    def over(self) -> bool:
        return self.table.get("result") is not None

    def choice(self, seat: str, source: random.Random) -> Json:
        """A legal action, by the rules and the state that the server has sent."""
        game = game_by_id(self.table["game"])
        state = game.load(self.table["state"])
        action: Json = game.choices(state, seat).sample(source).to_json()
        return action


@asynccontextmanager
async def connected(server: Server, match: str) -> AsyncIterator[Player]:
    """A socket on which nothing has been said."""
    address = f"ws://{server.address}/api/matches/{match}/socket"
    async with websockets.connect(address, max_size=2**24, close_timeout=2) as socket:
        player = Player(server, socket)
        try:
            yield player
        finally:
            if player._reading is not None:
                player._reading.cancel()


@asynccontextmanager
async def at_table(server: Server, match: str, *tokens: str, **said: Any) -> AsyncIterator[Player]:
    """A socket that has said who it is."""
    async with connected(server, match) as player:
        await player.hello(tokens=list(tokens), **said)
        yield player


@asynccontextmanager
async def both(sat: Sat) -> AsyncIterator[tuple[Player, Player]]:
    """Two players of a match, each with a socket of their own."""
    async with (
        at_table(sat.server, sat.match, sat.tokens["red"]) as red,
        at_table(sat.server, sat.match, sat.tokens["blue"]) as blue,
    ):
        yield red, blue


async def act(players: dict[str, Player], source: random.Random) -> None:
    """One random legal action of somebody who may act; all have heard of it afterwards."""
    one = next(iter(players.values()))
    for player in players.values():  # links of sealed dice may be on their way
        await player.until(lambda player=player: "roll" not in player.pending)  # type: ignore[misc]
    if one.over:
        return
    seat = source.choice([seat for seat in one.pending["decide"] if seat in players])
    action = players[seat].choice(seat, source)
    answer = await players[seat].change("play", seat=seat, action=action)
    for player in players.values():
        await player.reached(answer["version"])


async def play_on(players: dict[str, Player], source: random.Random, most: int = 3000) -> None:
    """Random legal play until the match is over, or for so many actions."""
    one = next(iter(players.values()))
    for _ in range(most):
        if one.over:
            return
        await act(players, source)
