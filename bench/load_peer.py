"""Two players at a server of boardgame.io: they add to a number in turn.

They speak its language, Socket.IO 4 over a web socket: a packet is a digit of Engine.IO's, for a
message one of Socket.IO's, the name space of the game, and JSON.
"""

import random
import time
from collections.abc import Sequence
from typing import Any

import orjson

from bench.load_clients import Live, Place, Tally

PATH = "/socket.io/?EIO=4&transport=websocket"
OPENED, PING, PONG = b"0", b"2", b"3"
CONNECT, EVENT, REFUSED = b"40", b"42", b"44"
PLAYERS = 2


class Exchange(Live):
    def __init__(self, place: Place, tally: Tally, source: random.Random) -> None:
        super().__init__(place, tally, source)
        self._space = f"/{place.game},".encode()
        self._event = EVENT + self._space
        self.version = -1
        self.base = -1
        self.next = ""
        self._news = b""
        self._number = -1
        """The last there were, and the version they tell of."""

    @classmethod
    def prepare(cls, places: Sequence[Place]) -> None:
        """Nothing: there are no rules to compile."""

    async def begin(self) -> None:
        for seat, (port, _) in self.place.seats.items():
            await self.sockets[seat].begin(port, PATH)

    @property
    def open(self) -> bool:
        return self.version >= 0

    def act(self) -> None:
        mover, match = self.next, self.place.match
        what = {"type": "add", "args": [self.source.randint(1, 6)], "playerID": mover}
        action = {
            "type": "MAKE_MOVE",
            "payload": {**what, "credentials": self.place.seats[mover][1]},
        }
        self.base = self.version
        self._send(mover, self._packet("update", action, self.version, match, mover))

    def _packet(self, *event: object) -> bytes:
        return self._event + orjson.dumps(event)

    def heard(self, seat: str, body: bytes) -> None:
        at = time.perf_counter()
        if body.startswith(self._event):
            self._told(seat, body, at)
        elif body == PING:
            self.sockets[seat].send(PONG)
        elif body.startswith(OPENED):
            self.sockets[seat].send(CONNECT + self._space)
        elif body.startswith(CONNECT):
            token = self.place.seats[seat][1]
            self.sockets[seat].send(self._packet("sync", self.place.match, seat, token, PLAYERS))
        elif body.startswith(REFUSED):
            self.tally.refused["connection"] += 1

    def _told(self, seat: str, body: bytes, at: float) -> None:
        self.tally.received += 1
        if body != self._news:  # both seats are told the same
            kind, _, *said = orjson.loads(body[len(self._event) :])
            if kind == "sync":
                self._follow(said[0]["state"])
                self._seated()
            if kind != "update":
                return
            self._news, self._number = body, said[0]["_stateID"]
            self._follow(said[0])
        if self.outstanding and self._number > self.base:
            of = self.tally.answers if seat == self.mover else self.tally.delays
            self._arrived(of, at)

    def _follow(self, state: dict[str, Any]) -> None:
        if state["_stateID"] > self.version:
            self.version, self.next = state["_stateID"], state["ctx"]["currentPlayer"]
