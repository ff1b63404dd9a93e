"""A player who keeps to what docs/server.md says of the socket, whatever becomes of the line.

It holds on to the lines it was told of, in order. Where one is missing it asks for what it missed;
what it has sent without hearing an answer it sends again, under the same client id.
"""

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from outrider.games import game as game_by_id

Json = dict[str, Any]
LOST = (OSError, EOFError, TimeoutError, WebSocketException)
SILENCE = 3.0
"""Seconds without a word after which the line is given up."""
AGAIN = 1.0
"""Seconds after which something that was not answered is sent again."""


@dataclass
class Follower:
    address: str
    match: str
    game: str
    seat: str
    token: str
    source: random.Random
    silence: float = SILENCE
    lines: list[Json] = field(default_factory=list)
    shown: Json = field(default_factory=dict)
    sent: dict[str, Json] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[Json] = field(default_factory=list)
    waiting: Json | None = None
    since: float = 0.0
    """When what is waited for was sent."""
    asked: float = 0.0
    """When what was missed was asked for; 0 where nothing is."""
    connections: int = 0
    old: int = 0
    """How much was told again."""
    gaps: int = 0
    filled: int = 0
    """Answers that brought what was missed."""
    again: int = 0
    """How often something was sent again."""

    @property
    def version(self) -> int:
        return len(self.lines)

    @property
    def over(self) -> bool:
        return self.shown.get("result") is not None

    @property
    def to_act(self) -> bool:
        return self.seat in self.shown.get("pending", {}).get("decide", ())

    # -- playing -----------------------------------------------------------------------------------

    async def play(self, most: int) -> None:
        """So many actions of this seat and then the game is given up, unless it ends before."""
        while not self.over or self.waiting is not None:
            url = f"ws://{self.address}/api/matches/{self.match}/socket"
            with suppress(*LOST):
                async with connect(
                    url, open_timeout=20, close_timeout=0.1, ping_interval=None
                ) as to:
                    await self._at_table(to, most)

    async def _at_table(self, to: ClientConnection, most: int) -> None:
        self.asked = 0.0
        self.connections += 1
        hello = {"do": "hello", "tokens": [self.token], "version": self.version}
        await to.send(json.dumps(hello))
        await self._next(to)
        if self.waiting is not None:
            await self._send(to, self.waiting)
        while not self.over or self.waiting is not None:
            if self.waiting is None and self.to_act and not self.asked:
                await self._send(to, self._chosen(most))
            await self._next(to)

    def _chosen(self, most: int) -> Json:
        client = f"{len(self.sent)}-{self.source.getrandbits(32):x}"
        said: Json = {"do": "resign"}
        if len(self.sent) < most:
            game = game_by_id(self.game)
            state = game.load(self.shown["state"])
            action = game.choices(state, self.seat).sample(self.source).to_json()
            said = {"do": "play", "action": action}
        request = {**said, "id": client, "client": client, "version": self.version}
        self.waiting = self.sent[client] = request
        return request

    async def _send(self, to: ClientConnection, request: Json) -> None:
        self.since = time.monotonic()
        await to.send(json.dumps(request))

    # -- listening ---------------------------------------------------------------------------------

    async def _next(self, to: ClientConnection) -> None:
        said = json.loads(await asyncio.wait_for(to.recv(), self.silence))
        kind = said["type"]
        if kind == "news":
            self._news(said)
        elif kind == "table":
            self._table(said)
        elif kind == "answer":
            self._answer(said)
        elif self.waiting is not None and time.monotonic() > self.since + AGAIN:
            self.again += 1
            await self._send(to, self.waiting)
        behind = kind != "presence" and said.get("version", 0) > self.version
        if behind and (not self.asked or time.monotonic() > self.asked + AGAIN):
            self.asked = time.monotonic()
            await to.send(json.dumps({"do": "table", "id": "missed", "version": self.version}))

    def _news(self, said: Json) -> None:
        if said["version"] <= self.version:
            self.old += 1
        elif said["from"] != self.version:
            self.gaps += 1
        else:
            self._took(said, said["lines"])

    def _table(self, said: Json) -> None:
        if said["version"] == self.version:
            self._took(said, [])
        elif "missed" in said and said["missed"]["from"] == self.version:
            self._took(said, said["missed"]["lines"])
            self.filled += said["type"] == "answer"
        else:
            self.gaps += said["version"] > self.version

    def _answer(self, said: Json) -> None:
        if said["id"] == "missed":
            self.asked = 0.0
            self._table(said)
            return
        if self.waiting is None or said["id"] != self.waiting["id"]:
            assert said["id"] in self.sent, said
            return  # the answer to something that was sent twice
        if said["ok"]:
            self.acknowledged[said["client"]] = said["version"]
        else:
            self.refused.append(said["error"])
        self.waiting = None

    def _took(self, said: Json, lines: list[Json]) -> None:
        for line in lines:
            assert line["n"] == len(self.lines) + 1, f"{line} after {len(self.lines)} lines"
            self.lines.append(line)
        assert said["version"] == len(self.lines), "lines are missing"
        self.shown = said
