"""What stands before every request: sizes, rates, origins, and headers that keep pages honest.

Plain ASGI, so that it sees requests before anything has read them.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from outrider.core.wire import dumps, shown
from outrider.server.addresses import address_of
from outrider.server.errors import BROKEN, FORBIDDEN, MISDIRECTED, TOO_LARGE, TOO_MANY, error
from outrider.server.hosts import Names, name_of
from outrider.server.limits import Gate, Limits, Room
from outrider.server.network import is_loopback
from outrider.server.settings import Settings

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LOG = logging.getLogger("outrider.server")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; media-src 'self'; font-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
OPENER = b"cross-origin-opener-policy"
OF_PAGES = {
    OPENER,
    b"content-security-policy",
    b"permissions-policy",
    b"x-frame-options",
}
PARTS = (b"text/javascript", b"text/css")
"""No pages, and there are many: what only a page heeds, longer than most of them, is left out."""
NO_STORE = (b"cache-control", b"no-store")
PRIVATE = ("/api/", "/metrics", "/healthz")
"""What no cache may keep: tokens, records, names, and whatever is soon not so any more."""
MAKING = ("/api/matches", "/api/records", "/api/designs", "/api/campaigns")
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
SMALL = 64 * 1024
"""Bytes of a body that are always taken in."""
STRICT_TRANSPORT = ("strict-transport-security", "max-age=31536000")


def too_large(most: int) -> str:
    return f"that is too large: at most {most:,} bytes may be sent here at once"


class Taken:
    """What is taken in of one body. A large one needs room that many at once do not find."""

    def __init__(self, room: Room, address: str, most: int) -> None:
        self._room, self._address, self._most = room, address, most
        self._seen = self._held = 0

    def more(self, size: int) -> None:
        self._seen += size
        if self._seen > self._most:
            raise HTTPException(TOO_LARGE, too_large(self._most))
        needed = max(0, self._seen - SMALL) - self._held
        if not self._room.take(self._address, needed):
            said = "too much is being brought along at once; wait a moment"
            raise HTTPException(TOO_MANY, said, {"retry-after": "10"})
        self._held += needed

    def end(self) -> None:
        self._room.leave(self._address, self._held)


class Guard:
    def __init__(
        self, app: App, settings: Settings, counts: Counter[str], gate: Gate, door: App
    ) -> None:
        self._app = app
        self._door = door
        """Where sockets go."""
        self._gate = gate
        self._counts = counts
        self._names = Names(settings.host, *settings.names)
        self._sockets: Counter[str] = Counter()
        self._settings = settings
        self._making = Limits(settings.made_per_minute, settings.made_per_minute / 60)
        self._asking = Limits(4.0 * settings.asked_per_second, settings.asked_per_second)
        self._room = Room(settings.held_each, settings.held_in_all)
        extra = [STRICT_TRANSPORT] if settings.secure else []
        self._headers = [
            (name.encode(), value.encode()) for name, value in [*HEADERS.items(), *extra]
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pages from elsewhere open no sockets here, whatever cookies the browser sends along."""
        if not self.is_own(scope) or self._foreign(scope) is not None:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        address = address_of(scope.get("client"))
        if self._sockets[address] >= self._settings.sockets_each:
            self._counts["sockets_refused"] += 1
            await receive()
            await self._full(scope, send)
            return
        self._sockets[address] += 1
        try:
            await self._gate.turn(address)
            await self._door(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def _full(self, scope: Scope, send: Send) -> None:
        """No further socket for this address; said before it is one, where that can be."""
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        most = self._settings.sockets_each
        message = f"one address may sit at or watch at most {most} tables at a time"
        body = dumps(error("too-many", message)).encode()
        headers = [(b"content-type", b"application/json"), (b"retry-after", b"10"), *self._headers]
        start = {"type": "websocket.http.response.start", "status": TOO_MANY, "headers": headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": body})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope)
        if refused is not None:
            await self._refuse(send, *refused)
            return
        address = address_of(scope.get("client"))
        await self._gate.turn(address)
        taken = Taken(self._room, address, self._most(scope))
        begun = False

        async def counted() -> Message:
            message = await receive()
            try:
                taken.more(len(message.get("body", b"")))
            except HTTPException as much:
                self._counts["bodies_refused"] += much.status_code == TOO_MANY
                raise  # the application answers it
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message["headers"]}
                given |= set() if self._is_trusted(scope) else {OPENER}
                given |= OF_PAGES if _is_part(message["headers"]) else set()
                message["headers"] = [
                    *message["headers"],
                    *(pair for pair in self._headers if pair[0] not in given),
                ]
                if scope["path"].startswith(PRIVATE) and b"cache-control" not in given:
                    message["headers"].append(NO_STORE)
            await send(message)

        try:
            await self._app(scope, counted, dressed)
        except ClientDisconnect:
            return  # gone in the middle of a request
        except Exception as broken:
            if begun:
                return  # it has been answered and noted
            LOG.error("a request failed", exc_info=broken)
            await self._refuse(send, BROKEN, "broken", "something went wrong here")
        finally:
            taken.end()

    def _refused(self, scope: Scope) -> tuple[int, str, str] | None:
        address = address_of(scope.get("client"))
        foreign = self._foreign(scope)
        if foreign is not None:
            self._counts["foreign_hosts"] += 1
            said = f"this is not {shown(foreign)}; whoever runs the server names it by --name"
            return MISDIRECTED, "forbidden", said
        if scope["method"] in CHANGING:
            if not self.is_own(scope):
                return FORBIDDEN, "forbidden", "pages from elsewhere may not do that"
            if scope["path"].startswith(MAKING) and self._making.wait(address):
                return TOO_MANY, "too-many", "too many at once; wait a moment"
        if self._asking.wait(address):
            return TOO_MANY, "too-many", "too many at once; wait a moment"
        length = _header(scope, b"content-length")
        if length is not None and (not length.isdigit() or int(length) > self._most(scope)):
            return TOO_LARGE, "malformed", too_large(self._most(scope))
        return None

    def _foreign(self, scope: Scope) -> str | None:
        """A name this server is asked by and does not have. Of several each has to be its own."""
        for key, value in scope["headers"]:
            if key == b"host" and not self._names.answers_to(value.decode("latin-1")):
                found: str = value.decode("latin-1")
                return found
        return None

    def _is_trusted(self, scope: Scope) -> bool:
        """Whether a browser takes what comes from here for what we sent: over https, or on this
        machine. Elsewhere, as from a phone in the house, it complains of headers that need that."""
        if self._settings.secure or scope["scheme"] == "https":
            return True
        return is_loopback(name_of(_header(scope, b"host") or ""))

    def _most(self, scope: Scope) -> int:
        upload = scope["path"].startswith("/api/records")
        return self._settings.largest_upload if upload else self._settings.largest_message

    def is_own(self, scope: Scope) -> bool:
        """Whether a request comes from a page of this server, or from no page at all."""
        origin = _header(scope, b"origin")
        if origin is None:
            return True
        host = _header(scope, b"host")
        own = () if host is None else (f"http://{host}", f"https://{host}")
        return origin in self._settings.origins or origin in own

    async def _refuse(self, send: Send, status: int, kind: str, message: str) -> None:
        body = dumps(error(kind, message)).encode()
        headers = [(b"content-type", b"application/json"), *self._headers, NO_STORE]
        if status == TOO_MANY:
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _is_part(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and kind.startswith(PARTS) for name, kind in headers)


def _header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None
