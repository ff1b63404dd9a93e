"""The socket of a table, as a visitor keeps it: nothing missed, nothing said twice.

It keeps to "Missing nothing" of docs/server.md: lines in order, what was missed asked for, what was
not answered sent again under the same name on the next connection.
"""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.visiting.hearing import BEAT, MESSAGE, REFUSED, Form, misfit, plain
from outrider.visiting.posting import KINDS, Denied, Gone
from outrider.visiting.witness import Forged, Json, Witness

SILENCE = 3.0
"""Seconds without a word after which is asked how things stand, and after twice as many the line
is given up."""
OPENING = 10.0
LARGEST = 16 * 1024 * 1024
QUEUE = 64
"""Messages that may wait while a bot thinks. Then the server has to."""
LOST = (OSError, EOFError, TimeoutError, WebSocketException)


class Line:
    """One connection, from hello to its end."""

    def __init__(self, address: str, token: str, witness: Witness, table: Json) -> None:
        self._witness = witness
        self._count = 0
        self._sent: dict[str, Json] = {}
        self.table = table
        """Everything that was told, the latest of each."""
        self._open = ExitStack()
        try:
            self._socket: ClientConnection = self._open.enter_context(
                connect(
                    address,
                    open_timeout=OPENING,
                    close_timeout=1.0,
                    max_size=LARGEST,
                    max_queue=QUEUE,
                )
            )
        except LOST as error:
            raise Gone(_said(error)) from None
        witness.anew()
        try:
            self._send({"do": "hello", "tokens": [token], "version": witness.version})
            first = self._next(OPENING)
            if first is None:
                raise Gone("it does not say hello")
            if first.get("ok") is False:
                raise denied(shaped(first, REFUSED)["error"])
            self._took(first)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._open.close()

    # -- saying ------------------------------------------------------------------------------------

    def _send(self, said: Json) -> None:
        try:
            self._socket.send(dumps(said))
        except LOST as error:
            raise Gone(_said(error)) from None

    def say(self, said: Json) -> str:
        """Ask for something; its answer has the name that this gives."""
        self._count += 1
        id = f"q{self._count}"
        self._sent[id] = said
        self._send({**said, "id": id})
        return id

    # -- hearing -----------------------------------------------------------------------------------

    def _next(self, seconds: float) -> Json | None:
        try:
            text = self._socket.recv(timeout=seconds)
        except TimeoutError:
            return None
        except (ConnectionClosed, *LOST) as error:
            raise Gone(_said(error)) from None
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Forged("the server says what is no JSON") from None
        return shaped(said, MESSAGE)

    def hear(self, answered: Callable[[Json, Json], None]) -> None:
        """Take in one message, or ask how things stand where none comes. Answers are handed on with
        what they answer."""
        said = self._next(SILENCE)
        if said is None:
            self.say({"do": "table", "version": self._witness.version})
            said = self._next(2 * SILENCE)
            if said is None:
                raise Gone("nothing is heard of it")
        if said["type"] == "answer":
            asked = self._sent.pop(str(said.get("id")), {})
            if not said.get("ok"):
                shaped(said, REFUSED)
            if asked.get("do") in ("table", "lines") and said.get("ok"):
                self._took(said)
            else:
                answered(asked, said)
        else:
            self._took(said)

    def _took(self, said: Json) -> None:
        if said["type"] == "beat":
            shaped(said, BEAT)
            if said["version"] > self._witness.version or said["stage"] != self.table.get("stage"):
                self._catch_up()
            return
        if said["type"] in ("table", "answer"):
            self._witness.begin(said)
        self._witness.follow((said.get("missed") or {}).get("lines") or said.get("lines") or [])
        self.table |= {name: value for name, value in said.items() if name not in PASSING}
        if self.is_behind:
            self._catch_up()

    @property
    def is_behind(self) -> bool:
        """Whether there are lines that were not seen."""
        return bool(self._witness.hashes) and self._witness.version < self.table.get("version", 0)

    def _catch_up(self) -> None:
        """Ask for what was missed, once at a time: all of it at once, or a page of lines."""
        if any(asked["do"] in ("table", "lines") for asked in self._sent.values()):
            return
        if self.is_behind:
            self.say({"do": "lines", "from": self._witness.version})
        else:
            self.say({"do": "table", "version": self._witness.version})


PASSING = ("type", "id", "ok", "missed", "lines", "events", "from", "client")
"""What belongs to a message and not to the table."""


def shaped(said: Any, form: Form) -> Json:
    """What was said, if it is something that a server of ours says; else raises Forged."""
    place = misfit(said, form)
    if place is not None:
        what = place.removeprefix("it.")
        raise Forged(f"what it says of {plain(what)} is not what an Outrider server says")
    found: Json = said
    return found


def denied(error: Any) -> Refusal:
    """What the server says no with."""
    kind = str(error.get("kind"))
    message = plain(error.get("message"))
    if kind in ("unavailable", "too-many", "broken"):
        raise Gone(message)
    return Denied(KINDS.get(kind, "unknown"), message)


def _said(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def pauses(most: float) -> Any:
    """How long to wait before each further attempt, until so many seconds have passed."""
    begun, pause = time.monotonic(), 0.25
    while time.monotonic() < begun + most:
        yield min(pause, max(0.05, begun + most - time.monotonic()))
        pause = min(5.0, 2 * pause)
