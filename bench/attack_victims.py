"""Those who only want to play, while others attack: at one screen, and against bots.

They know a match by what the server says of it, choose random legal actions by the rules and send
them at an even pace.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.load_servers import Asking
from bench.load_socket import Socket
from outrider.games import game as game_by_id

PATIENCE = 60.0
"""Seconds after which an answer is not waited for any more."""


@dataclass(slots=True)
class Felt:
    """What came of one phase. Times are milliseconds."""

    moves: list[float] = field(default_factory=list)
    """From sending an action to its answer."""
    bots: list[float] = field(default_factory=list)
    """From the answer until the bot has answered, too, and it is one's turn again."""
    replaced: int = 0
    """Choices that were not the bot's own."""
    wrong: Counter[str] = field(default_factory=Counter)
    lags: list[float] = field(default_factory=list)
    """How late this process itself was."""


@dataclass(slots=True)
class Waits:
    """What is being waited for, since when, and where it counts."""

    bot: bool
    since: float
    felt: Felt
    given_up: bool = False

    def give_up(self) -> None:
        """It has not come: that is how long it took at least."""
        if self.given_up:
            return
        self.given_up = True
        took = 1000 * (time.monotonic() - self.since)
        (self.felt.bots if self.bot else self.felt.moves).append(took)
        self.felt.wrong["bots silent" if self.bot else "no answer"] += 1


class Victim:
    """One table, and whoever sits there."""

    def __init__(
        self, port: int, game: str, kinds: tuple[str, ...], pace: float, felt: Callable[[], Felt]
    ) -> None:
        self.port = port
        self.game = game_by_id(game)
        self.kinds = kinds
        self.pace = pace
        self.felt = felt
        self.waits: Waits | None = None
        self.met = 0
        """Moves that have been answered so far, by the server and by the bot."""
        self._source = random.Random(port)
        self._socket: Socket | None = None
        self._match = ""
        self._tokens: dict[str, str] = {}
        self._table: dict[str, Any] = {}
        self._answers: dict[str, Any] = {}
        """The last answer."""
        self._changed = asyncio.Event()
        self._number = 0

    @property
    def has_bot(self) -> bool:
        return "bot" in self.kinds

    async def live(self) -> None:
        """Play one game after the other, whatever happens."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.to_thread(self._make)
                    await self._sit_down()
                await self._play()
            except (OSError, TimeoutError, RuntimeError) as error:
                if self.waits is not None:
                    self.waits.give_up()
                self.felt().wrong[type(error).__name__] += 1
                await asyncio.sleep(0.2)
            finally:
                self.waits = None
                if self._socket is not None:
                    self._socket.close()

    # -- sitting down ------------------------------------------------------------------------------

    def _make(self) -> None:
        seats = [
            {"kind": kind} | ({"level": "soldier"} if kind == "bot" else {}) for kind in self.kinds
        ]
        made = Asking(self.port).make({"game": self.game.id, "seats": seats})
        self._match, self._tokens = made["match"], made["tokens"]

    async def _sit_down(self) -> None:
        self._table = {}
        self._socket = Socket(self._heard)
        await self._socket.begin(self.port, f"/api/matches/{self._match}/socket")
        hello = {"do": "hello", "tokens": list(self._tokens.values())}
        self._socket.send(json.dumps(hello).encode())
        await self._until(lambda: self._table.get("state") is not None)

    def _heard(self, body: bytes) -> None:
        said = json.loads(body)
        if said.get("type") == "answer":
            self._answers = said
        if said.get("state") is not None:
            self._table = said
        for line in said.get("lines", ()):
            self.felt().replaced += line.get("match") == "substitute"
        self._changed.set()

    async def _until(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            if self._socket is None or self._socket.closed:
                raise ConnectionError("the socket was closed")
            self._changed.clear()
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError("no answer")
            # Looked at every second: a socket that is closed changes nothing else.
            # (Not by `wait_for`, which in Python 3.11 now and then forgets to be cancelled.)
            with suppress(TimeoutError):
                async with asyncio.timeout(min(1.0, left)):
                    await self._changed.wait()

    # -- playing -----------------------------------------------------------------------------------

    def _mine(self) -> list[str]:
        """The seats of this screen that have a choice."""
        decide = (self._table.get("pending") or {}).get("decide", ())
        return [seat for seat in decide if seat in self._tokens]

    def _is_over(self) -> bool:
        return self._table.get("result") is not None

    async def _play(self) -> None:
        due = time.monotonic()
        while True:
            await self._until(lambda: self._is_over() or bool(self._mine()))
            if self._is_over():
                return
            felt = self.felt()
            await self._act(felt)
            answered = time.monotonic()
            if self.has_bot:
                self.waits = Waits(True, answered, felt)
                await self._until(lambda: self._is_over() or bool(self._mine()))
                if not self.waits.given_up:
                    felt.bots.append(1000 * (time.monotonic() - answered))
                self.waits = None
            self.met += 1
            due = max(due + self.pace, time.monotonic())
            await asyncio.sleep(due - time.monotonic())

    async def _act(self, felt: Felt) -> None:
        state = self.game.load(self._table["state"])
        seat = self._source.choice(self._mine())
        action = self.game.choices(state, seat).sample(self._source)
        self._number += 1
        asked = {"do": "play", "id": self._number, "client": str(self._number), "seat": seat}
        text = json.dumps({**asked, "version": self._table["version"], "action": action.to_json()})
        assert self._socket is not None
        waits = self.waits = Waits(False, time.monotonic(), felt)
        self._socket.send(text.encode())
        await self._until(lambda: self._answers.get("id") == self._number)
        if not waits.given_up:
            self.count(felt, 1000 * (time.monotonic() - waits.since))
        self.waits = None
        answer = self._answers
        if not answer.get("ok"):
            felt.wrong[str(answer.get("error", {}).get("kind"))] += 1
        else:
            # The news may come after the answer.
            await self._until(lambda: self._table["version"] >= answer.get("version", 0))

    def count(self, felt: Felt, took: float) -> None:
        """A move that waits keeps those after it from being made: they count as having waited, too,
        each for as long as it would have."""
        while took > 0:
            felt.moves.append(took)
            took -= 1000 * self.pace


async def lag(felt: Callable[[], Felt], every: float = 0.01) -> None:
    """How late this process is, whatever the server does."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(every)
        felt().lags.append((time.perf_counter() - begun - every) * 1000)
