"""Sockets that cost little memory while they are open, and none when they are closed."""

import re

from fastapi import FastAPI, WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from outrider.server.guard import Receive, Scope, Send
from outrider.server.sockets import serve

ADDRESS = re.compile(r"/api/matches/([^/]*)/socket")


class Sockets(WebSocketsSansIOProtocol):
    """The parser of a connection holds the connection, and the connection the parser. Both would
    stay until all memory is searched for garbage, which is done rarely."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()


class Requests(HttpToolsProtocol):
    """The same for what a socket was before it became one."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class Door:
    """From the guard straight to the table. What lies between is made for HTTP; on the way of a
    socket it would be a dozen coroutines that wait for its end."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"])
        if found is None:
            await self._app(scope, receive, send)
            return
        id = found[1]
        del found
        scope["headers"] = []  # they have been looked at
        await serve(self._app.state.hall, WebSocket(scope, receive, send), id)
