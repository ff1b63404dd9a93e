"""Connections as such, before anybody has said anything on them: how many, and for how long.

Whoever begins a request has some seconds to end it, and whoever is answered has to take the answer
in; a connection on which neither goes on is ended. One address holds so many of them, all together
hold fewer than there are files, so that there are always some left for storage and bots. What is no
HTTP is counted here and not written into any log.
"""

import asyncio
import time
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from outrider.core.wire import dumps
from outrider.server.addresses import address_of
from outrider.server.doors import HALF, Doors, Pace
from outrider.server.errors import error
from outrider.server.frames import Socket

GETS_ON = 32 * 1024
"""Bytes in a second that a larger body has to get on by."""
LARGEST_HEAD = 64 * 1024
MOST_WAITING = 8
"""Requests on one connection that have been sent and not been answered. Hardly anybody sends a
second one before the first is answered."""


class Flooded(Exception):
    """More requests at once than are read."""


class Connection(HttpToolsProtocol):
    """HTTP, with an end to everything."""

    doors: Doors
    loop: asyncio.AbstractEventLoop

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._pace = Pace()
        self._until: float | None = time.monotonic() + HALF
        """When the request that is on its way in has to be there, or to have got on; None while
        there is none."""
        self._head = 0
        self._headed = False
        """Whether the head of the present request is there; then `cycle` is its own."""
        self._answered: RequestResponseCycle | None = None
        """What is being answered; `cycle` may be a later one."""
        self._address = address_of(self.client)
        refused = self.doors.enter(self, self._address)
        if refused is not None:
            self._end(503, "too-many", refused)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self, self._address)
        if self._until is not None and self._headed:
            self.doors.counts["broken_off"] += 1  # in the middle of a request, and not by us
        super().connection_lost(exc)
        self._leave()
        # They hold each other, and would stay until all memory is searched for garbage.
        self.pipeline.clear()
        self.cycle = self._answered = None  # type: ignore[assignment]

    def _leave(self) -> None:
        """Whoever still works on an answer has nobody to talk to."""
        for each in (self._answered, self.cycle):
            if each is not None and not each.response_complete:
                each.disconnected = True
                each.message_event.set()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if not self._headed:
            self._head += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                self.doors.exchange(self, self.transport.get_protocol())  # type: ignore[arg-type]
            else:
                self._bad("only web sockets are spoken here besides HTTP")
        except (httptools.HttpParserError, UnicodeError, ValueError) as problem:
            if isinstance(problem.__context__, Flooded):
                self._flooded()
            else:
                self._bad("that is no HTTP")
        else:
            if not self._headed and self._head > LARGEST_HEAD:
                self._bad(f"the head of a request has at most {LARGEST_HEAD} bytes")

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        # The parser holds the connection: both would stay until all memory is searched for garbage.
        self.parser = None  # type: ignore[assignment]

    def _bad(self, message: str) -> None:
        self.doors.counts["bad_requests"] += 1
        self._end(400, "malformed", message)

    def _flooded(self) -> None:
        """There is no place for a word: answers to earlier requests come first."""
        self.doors.counts["pipelined"] += 1
        self._close()

    def _is_answering(self) -> bool:
        return self._answered is not None and not self._answered.response_complete

    def on_message_begin(self) -> None:
        if len(self.pipeline) + self._is_answering() >= MOST_WAITING:
            raise Flooded  # out of the parser, which reads none of the rest
        super().on_message_begin()
        self._headed = False
        if self._until is None:
            self._until, self._head = time.monotonic() + HALF, 0

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_headers_complete(self) -> None:
        self._headed = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._until is not None:
            # Whoever has been quick has not earned more time to stand still in.
            got_on = self._until + len(body) / GETS_ON
            self._until = min(got_on, time.monotonic() + HALF)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._until = None
        super().on_message_complete()

    def looked_at(self, now: float) -> None:
        """Once a second: end what does not go on."""
        if self._pace.stuck(self.transport, now):
            self.doors.counts["slow_readers"] += 1
            self.transport.abort()
        elif self.transport.is_closing() or self._until is None:
            return
        elif self.flow.read_paused:
            # It is the server that does not take the rest in yet.
            self._until = max(self._until, now + HALF)
        elif now > self._until:
            self.doors.counts["half_requests"] += 1
            self._end(408, "malformed", f"a request has to be there within {HALF:.0f} s")

    def _end(self, status: int, kind: str, message: str) -> None:
        """Say why, unless the request has an answer already or others come before it, and close."""
        own = self.cycle if self._headed else None
        later = self._is_answering() and self._answered is not own
        if not later and (own is None or not own.response_started):
            self.transport.write(said(status, kind, message))
        self._close()

    def _close(self) -> None:
        self._until = None
        self._leave()
        self.transport.close()


def said(status: int, kind: str, message: str) -> bytes:
    """A whole answer, for when there is nobody else to give one."""
    phrase = {400: "Bad Request", 408: "Request Timeout", 503: "Service Unavailable"}[status]
    body = dumps(error(kind, message)).encode()
    head = [
        f"HTTP/1.1 {status} {phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def protocols(doors: Doors) -> dict[str, type[asyncio.Protocol]]:
    """What uvicorn is to speak, at these doors."""

    class Http(Connection):
        pass

    class Ws(Socket):
        pass

    Http.doors = Ws.doors = doors
    return {"http": Http, "ws": Ws}
