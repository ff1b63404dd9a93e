"""Connections as such, before anybody has said anything on them: how many, and for how long.

Whoever begins a request has some seconds to end it, and whoever is answered has to take the answer
in; a connection on which neither goes on is ended. One address holds so many of them, all together
hold fewer than there are files, so that there are always some left for storage and bots. What is no
HTTP and no frame is counted here and not written into any log.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakMethod

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from outrider.core.wire import dumps
from outrider.server.errors import error
from outrider.server.files import most_connections

HALF = 10.0
"""Seconds in which a request has to be there once it has begun, and the first one at all."""
SLOWEST = 16 * 1024
"""Bytes in a second that a larger body, or an answer, has to get on by."""
LARGEST_HEAD = 64 * 1024
STEP = 1.0
"""Seconds between two looks at all connections."""
FRAMES = "outrider.frames"
"""The extension by which a finished frame is passed on to a socket."""
MOST_PARTS = 1_000
"""Pieces of one message on a socket."""


@dataclass(slots=True)
class Doors:
    """Who holds how many connections. `trusted` addresses are a proxy's, behind which many people
    are: of those only all together count."""

    each: int
    every: int = field(default_factory=most_connections)
    trusted: tuple[str, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)
    """What was ended or turned away, for the metrics."""
    open: set["Connection | Socket"] = field(default_factory=set)
    _by_address: Counter[str] = field(default_factory=Counter)
    _timer: asyncio.TimerHandle | None = None

    def enter(self, connection: "Connection | Socket", address: str) -> str | None:
        """None if it may; else why not."""
        if len(self.open) >= self.every:
            self.counts["connections_refused"] += 1
            return "the server is full; come back in a minute"
        if address not in self.trusted and self._by_address[address] >= self.each:
            self.counts["connections_refused"] += 1
            return f"one address may hold at most {self.each} connections"
        self.open.add(connection)
        self._by_address[address] += 1
        self._wind(connection.loop)
        return None

    def leave(self, connection: "Connection | Socket", address: str) -> None:
        if connection in self.open:
            self.open.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def exchange(self, before: "Connection | Socket", after: "Connection | Socket") -> None:
        """A connection has become a socket; it is the same one to whoever holds it."""
        if before in self.open:
            self.open.discard(before)
            self.open.add(after)

    def _wind(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None:
            self._timer = loop.call_later(STEP, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = time.monotonic()
        for connection in tuple(self.open):
            connection.looked_at(now)
        if self.open:
            self._wind(loop)


@dataclass(slots=True)
class Pace:
    """Whether what is on its way out gets on."""

    left: int = 0
    since: float = 0.0

    def stuck(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether an answer has been waiting for too long for somebody to take it."""
        left = transport.get_write_buffer_size()
        if not left or not self.left or self.left - left >= min(SLOWEST, self.left // 2):
            self.left, self.since = left, now
            return False
        self.left = max(self.left, left)
        return now - self.since > HALF


class Connection(HttpToolsProtocol):
    """HTTP, with an end to everything."""

    doors: Doors
    loop: asyncio.AbstractEventLoop

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._pace = Pace()
        self._begun: float | None = time.monotonic()
        """Since when a request is on its way in; None while none is."""
        self._head = self._body = 0
        self._headed = False
        """Whether the head of the present request is there; then `cycle` is its own."""
        self._address = self.client[0] if self.client else "?"
        refused = self.doors.enter(self, self._address)
        if refused is not None:
            self._end(503, "too-many", refused)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self, self._address)
        super().connection_lost(exc)

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
        except (httptools.HttpParserError, UnicodeError, ValueError):
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

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._headed = False
        if self._begun is None:
            self._begun, self._head, self._body = time.monotonic(), 0, 0

    def on_headers_complete(self) -> None:
        self._headed = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._begun = None
        super().on_message_complete()

    def looked_at(self, now: float) -> None:
        """Once a second: end what does not go on."""
        if self._pace.stuck(self.transport, now):
            self.doors.counts["slow_readers"] += 1
            self.transport.abort()
        elif self.transport.is_closing() or self._begun is None:
            return
        elif now - self._begun > HALF + self._body / SLOWEST and not self.flow.read_paused:
            # Reading is paused where it is the server that does not take the rest in yet.
            self.doors.counts["half_requests"] += 1
            self._end(408, "malformed", f"a request has to be there within {HALF:.0f} s")

    def _end(self, status: int, kind: str, message: str) -> None:
        """Say why, unless the request has an answer already, and close."""
        own = self.cycle if self._headed else None
        if own is None or not own.response_started:
            self.transport.write(said(status, kind, message))
        if own is not None and not own.response_complete:
            own.disconnected = True  # whoever still works on it has nobody to talk to
            own.message_event.set()
        self.transport.close()


class Received:
    """What has come in on a socket. As asyncio's queue for one who waits, in a fifth of the memory:
    there are thousands."""

    __slots__ = ("_came", "_events")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._came: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._came is not None and not self._came.done():
            self._came.set_result(None)

    def empty(self) -> bool:
        return not self._events

    async def get(self) -> Any:
        while not self._events:
            self._came = asyncio.get_running_loop().create_future()
            await self._came
        return self._events.pop(0)


class Socket(WebSocketsSansIOProtocol):
    """A web socket, whose broken frames are counted and not told to the log."""

    doors: Doors
    loop: asyncio.AbstractEventLoop

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Received()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._pace = Pace()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self, self.client[0] if self.client else "?")
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds the connection, as above

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # else it was no handshake, and there is nobody to speak to
            # Weakly: the scope is ours, and would keep us in memory.
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[FRAMES] = WeakMethod(self.write_frame)

    def write_frame(self, frame: bytes) -> None:
        """Pass on what was made once for many, instead of making it again for each."""
        if self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return  # gone, or behind with its reading
        self.transport.write(frame)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # Nobody asks for the heads of either side again; a thousand sockets have megabytes.
            self.request = self.response = None  # type: ignore[assignment]
        if message["type"] == "websocket.http.response.body":
            # An answer instead of a socket is a handshake as good as any, and no cause for alarm.
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_PARTS:
            self.conn.fail(1009, "a message has too many parts")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        self.doors.counts["bad_frames"] += 1
        super().handle_parser_exception()

    def looked_at(self, now: float) -> None:
        if self._pace.stuck(self.transport, now):
            self.doors.counts["slow_readers"] += 1
            self.transport.abort()


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
