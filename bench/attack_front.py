"""The attackers, in a process of their own: all from one address, which is not the players'.

They keep to what a server lets them do. Where it says "too many" they wait a little and go on,
where it says "too large" they come with less.
"""

import asyncio
import json
import resource
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from bench import attack_floods
from bench.attack_floods import BLOCK, BREATH, HERE, PATIENCE, SOURCE
from bench.attack_means import Ladder, Size, all_made
from bench.load_socket import Socket

TOO_MANY = 429
TOO_LARGE = (400, 409, 413, 422)
ENDING = 10.0
HALF = "POST /api/matches HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\nX-Slow: "


@dataclass(frozen=True, slots=True)
class Orders:
    """How much of everything at once."""

    sizes: tuple[Size, ...]
    at_once: int
    """Uploads, reviews, and requests with large tables."""
    halves: int
    sockets: int
    asked: float
    """Seconds between two requests of a socket."""
    floods: int
    """Connections that send frames, or requests, without end."""
    most: int = 20_000
    """Requests of one phase, whatever happens."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    size: int
    begins: bytes
    """The first part of the body."""

    @property
    def said(self) -> Any:
        return json.loads(self.begins)


class Front:
    """Everything that one phase does."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.port = 0
        means = tuple(all_made(orders.sizes))
        self.means = means
        self.uploads, self.tables = Ladder(means), Ladder(means)
        self.tally: Counter[str] = Counter()

    def begin(self, port: int) -> None:
        """Against another server, about which nothing is known yet."""
        self.port = port
        self.uploads, self.tables = Ladder(self.means), Ladder(self.means)
        self.tally, self._match = Counter(), None

    # -- HTTP --------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: bytes = b"") -> Answer | None:
        """One request on a connection of its own; None if nothing came of it."""
        if self.tally["requests"] >= self.orders.most:
            await asyncio.sleep(PATIENCE)
            return None
        self.tally["requests"] += 1
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._asked(method, path, body)
        except (OSError, TimeoutError, ValueError, IndexError, asyncio.IncompleteReadError):
            self.tally["no answer"] += 1
            await asyncio.sleep(BREATH)
            return None
        self.tally["bytes"] += answer.size
        if answer.status == TOO_MANY:
            self.tally["too many"] += 1
            await asyncio.sleep(BREATH)
            return None
        self.tally["accepted" if answer.status < 300 else f"status {answer.status}"] += 1
        return answer

    async def _asked(self, method: str, path: str, body: bytes) -> Answer:
        port = self.port
        reader, writer = await asyncio.open_connection(HERE, port, local_addr=(SOURCE, 0))
        try:
            kind = "text/plain" if path == "/api/records" else "application/json"
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: {HERE}:{port}\r\nConnection: close\r\n"
                f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            writer.write(head.encode() + body)
            status = int((await reader.readline()).split()[1])
            while (await reader.readline()).strip():
                pass
            begins = block = await reader.read(BLOCK)
            size = len(block)
            while block := await reader.read(BLOCK):
                size += len(block)
                if len(begins) < BLOCK:
                    begins += block
            return Answer(status, size, begins)
        finally:
            writer.transport.abort()

    async def upload(self, ladder: Ladder) -> str | None:
        """The name of a record that was taken in."""
        means = ladder.now
        answer = await self.ask("POST", "/api/records", means.record)
        if answer is not None and answer.status in TOO_LARGE:
            ladder.refused(means)
        if answer is None or answer.status != 201:
            return None
        match: str = answer.said["match"]
        return match

    # -- what they do ------------------------------------------------------------------------------

    async def upload_and_look(self) -> None:
        """Uploads, and everything that a record can be asked for."""
        kept: list[str] = []
        while True:
            match = await self.upload(self.uploads)
            if match:
                kept.append(match)
            for each in kept[-3:]:
                await self.ask("GET", f"/api/matches/{each}/moments")
                await self.ask("GET", f"/api/matches/{each}/record")
            await asyncio.sleep(0 if kept else BREATH)

    async def review(self) -> None:
        """Small records, each looked at again by the server."""
        while True:
            match = await self.upload(Ladder(self.means[-1:]))
            if match:
                await self.ask("GET", f"/api/matches/{match}/review")
            await asyncio.sleep(BREATH)

    async def try_tables(self) -> None:
        """New matches and practice on the largest tables."""
        number = 0
        while True:
            means = self.tables.now
            trial = means.trials[number % len(means.trials)]
            number += 1
            for path, body in (("/api/matches", means.wishes[0]), ("/api/practice", trial)):
                answer = await self.ask("POST", path, body)
                if answer is not None and answer.status in TOO_LARGE:
                    self.tables.refused(means)
            await asyncio.sleep(0)

    async def half_open(self) -> None:
        """A request that is never finished, again and again."""
        begun = HALF.format(host=f"{HERE}:{self.port}").encode()
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    reader, writer = await asyncio.open_connection(
                        HERE, self.port, local_addr=(SOURCE, 0)
                    )
            except (OSError, TimeoutError):
                self.tally["not let in"] += 1
                await asyncio.sleep(1)
                continue
            try:
                self.tally["half-open"] += 1
                writer.write(begun)
                while await reader.read(BLOCK):
                    pass
                self.tally["ended by the server"] += 1
            except OSError:
                self.tally["ended by the server"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(1)

    async def sit(self) -> None:
        """A socket at a table of one's own with the largest terrain, which asks for all of it."""
        match, token = await self._table()
        asked: list[dict[str, Any]] = [
            {"do": "legal", "seat": "red"},
            {"do": "table"},
            {"do": "check", "seat": "red", "action": {"do": "deploy", "unit": "R1", "at": [18, 1]}},
        ]
        while True:
            came = asyncio.Event()

            def heard(body: bytes, came: asyncio.Event = came) -> None:
                self.tally["bytes"] += len(body)
                came.set()

            socket = Socket(heard)
            try:
                async with asyncio.timeout(PATIENCE):
                    await socket.begin(self.port, f"/api/matches/{match}/socket", SOURCE)
                self.tally["sockets"] += 1
                socket.send(json.dumps({"do": "hello", "tokens": [token]}).encode())
                for number in range(self.orders.most):
                    if socket.closed:
                        break
                    came.clear()
                    self.tally["asked on sockets"] += 1
                    socket.send(json.dumps({"id": number, **asked[number % 3]}).encode())
                    with suppress(TimeoutError):
                        async with asyncio.timeout(PATIENCE):
                            await came.wait()
                    await asyncio.sleep(self.orders.asked)
            except (OSError, TimeoutError):
                self.tally["not let in"] += 1
            finally:
                socket.close()
            await asyncio.sleep(1)

    async def flood_with_frames(self) -> None:
        """Pings and pongs at a table of one's own."""
        match, _ = await self._table()
        await attack_floods.frames(self.port, match, self.tally)

    async def flood_with_requests(self) -> None:
        await attack_floods.requests(self.port, self.tally)

    _match: tuple[str, str] | None = None
    _making: asyncio.Lock | None = None

    async def _table(self) -> tuple[str, str]:
        """One for all sockets."""
        self._making = self._making or asyncio.Lock()
        async with self._making:
            while self._match is None:
                means = self.tables.now
                answer = await self.ask("POST", "/api/matches", means.wishes[0])
                if answer is not None and answer.status in TOO_LARGE:
                    self.tables.refused(means)
                if answer is not None and answer.status == 201:
                    self._match = answer.said["match"], answer.said["tokens"]["red"]
        return self._match

    def works(self, name: str) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        """Everything of one kind that goes on at once."""
        orders = self.orders
        return {
            "uploads": [self.upload_and_look] * orders.at_once,
            "reviews": [self.review] * orders.at_once,
            "large tables": [self.try_tables] * orders.at_once,
            "half-open requests": [self.half_open] * orders.halves,
            "sockets": [self.sit] * orders.sockets,
            "control frames": [self.flood_with_frames] * orders.floods,
            "pipelined requests": [self.flood_with_requests] * orders.floods,
        }[name]


ATTACKS = (
    "uploads",
    "reviews",
    "large tables",
    "half-open requests",
    "sockets",
    "control frames",
    "pipelined requests",
)


def run(orders: Orders, pipe: Connection) -> None:
    """The life of the process: a port and the names of attacks begin a phase, no names end it."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    front = Front(orders)

    async def main() -> None:
        pipe.send([str(each.size) for each in front.means])
        tasks: list[asyncio.Task[None]] = []
        while True:
            port, names = await asyncio.to_thread(pipe.recv)
            if names:
                front.begin(port)
                works = [work for name in names for work in front.works(name)]
                tasks = [asyncio.ensure_future(work()) for work in works]
                continue
            failed = [task.exception() for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=ENDING)
            tally = Counter(front.tally)
            tally["size of uploads"] = len(front.uploads.now.record)
            tally["size of tables"] = len(front.tables.now.wishes[0])
            pipe.send((tally, [repr(each) for each in failed[:3]]))

    uvloop.run(main())
