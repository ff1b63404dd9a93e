"""Two players of ours: they know the rules, follow the lines of the news and send random legal
actions."""

import random
import time
from collections.abc import Sequence
from typing import Any

import orjson

from bench.load_clients import Live, Place, Tally
from outrider.core.game import Game
from outrider.core.pending import Decide
from outrider.core.record import Chose, Fell, line_from_json
from outrider.games import game as game_by_id


class Played(Live):
    def __init__(self, place: Place, tally: Tally, source: random.Random) -> None:
        super().__init__(place, tally, source)
        self.game: Game[Any, Any] = game_by_id(place.game)
        self.state: Any = None
        self.version = -1
        self.base = -1
        self.numbers = 0
        self._news = b""
        self._since = -1
        """The last there were, and the version they follow on."""
        self._told = 0.0
        """When they came."""
        self._looked = -1
        """The version of which it was last told what may be done."""

    @classmethod
    def prepare(cls, places: Sequence[Place]) -> None:
        for game in {place.game for place in places}:
            game_by_id(game).warm()

    async def begin(self) -> None:
        for seat, (port, token) in self.place.seats.items():
            path = f"/api/matches/{self.place.match}/socket"
            await self.sockets[seat].begin(port, path, packs=self.place.pages)
            looks = {"looks": True} if self.place.pages else {}
            self.sockets[seat].send(orjson.dumps({"do": "hello", "tokens": [token], **looks}))

    @property
    def open(self) -> bool:
        return isinstance(self.game.pending(self.state), Decide)

    @property
    def settled(self) -> bool:
        looked = not (self.place.pages and self.open) or self._looked == self.version
        return super().settled and looked

    def act(self) -> None:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Decide)
        mover = self.source.choice(pending.seats)
        action = self.game.choices(self.state, mover).sample(self.source)
        self.numbers += 1
        request = {"do": "play", "id": 1, "client": str(self.numbers), "version": self.version}
        text = orjson.dumps({**request, "action": action.to_json()})
        self.base = self.version
        self._send(mover, text)

    def heard(self, seat: str, body: bytes) -> None:
        at = time.perf_counter()
        if body.startswith((b'{"type":"presence"', b'{"type":"beat"')):
            return
        self.tally.received += 1
        if body != self._news:  # both seats are told the same
            said = orjson.loads(body)
            if said["type"] != "news":
                self._else(said, at)
                return
            self._news, self._since, self._told = body, said["from"], at
            self._follow(said)
        if seat != self.mover and self.outstanding and self._since == self.base:
            self._arrived(self.tally.delays, at)

    def _else(self, said: dict[str, Any], at: float) -> None:
        if said["type"] == "answer":
            self._answered(said, at)
        elif said["type"] == "look":
            self._looked = said["of"]
            if said["of"] == self.version and self._told:
                self.tally.looks.append((at - self._told) * 1000)
        elif said.get("state") is not None:
            self._shown(said)

    def _answered(self, said: dict[str, Any], at: float) -> None:
        if said["ok"]:
            self._arrived(self.tally.answers, at)
        else:
            self.tally.refused[said.get("error", {}).get("kind", "?")] += 1
            self.outstanding = 0

    def _shown(self, said: dict[str, Any]) -> None:
        if said["version"] > self.version:
            self.state, self.version = self.game.load(said["state"]), said["version"]
        self._seated()

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
