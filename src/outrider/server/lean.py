"""The short way of a socket, which costs little memory while it is open."""

import re

from fastapi import FastAPI, WebSocket

from outrider.server.greeting import serve
from outrider.server.guard import Receive, Scope, Send

ADDRESS = re.compile(r"/api/matches/([^/]*)/socket")


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
