"""The application: routes, guard, storage and hall put together."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from outrider._version import __version__
from outrider.core.refusal import Refusal, malformed
from outrider.server import campaigns, designs, labs, moments, pages, practice, puzzling, skins
from outrider.server.description import Described
from outrider.server.doors import Doors
from outrider.server.errors import (
    BROKEN,
    FORBIDDEN,
    STATUS,
    TOO_MANY,
    UNAVAILABLE,
    Busy,
    Forbidden,
    Full,
    TooMany,
    error,
    refused,
)
from outrider.server.guard import App, Guard
from outrider.server.hall import Hall
from outrider.server.health import SORRY
from outrider.server.identity import Identities
from outrider.server.lean import Door
from outrider.server.limits import Gate
from outrider.server.measuring import Measures
from outrider.server.packing import Packing
from outrider.server.routes import router
from outrider.server.settings import Settings
from outrider.server.storage import opened
from outrider.server.storage.base import StorageError

KINDS = {STATUS["unknown"]: "unknown", TOO_MANY: "too-many"}
PARTS = (
    router, pages.router, practice.router, designs.router, moments.router, puzzling.router,
    labs.router, campaigns.router,
)  # fmt: skip
"""What is answered over HTTP, room by room."""
LOG = logging.getLogger("outrider.server")


def create_app(settings: Settings, doors: Doors | None = None) -> App:
    """The whole server as one ASGI application."""
    counts: Counter[str] = Counter() if doors is None else doors.counts
    gate = Gate()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        storage = opened(settings.database)
        await storage.open()
        try:
            key = await storage.kept("identity key", secrets.token_hex(32))
            hall = Hall(storage, settings)
            hall.metrics.counts, hall.gate = counts, gate
            app.state.hall, app.state.settings, app.state.doors = hall, settings, doors
            app.state.identities = Identities(key)
            app.state.measures = Measures(hall.studies)
            await hall.open()
            try:
                yield
            finally:
                if hasattr(app.state, "lab"):
                    await asyncio.to_thread(app.state.lab.stop)
                await hall.close()
        finally:
            await storage.close()

    app = Described(
        title="Outrider",
        version=__version__,
        summary="Tabletop games, refereed.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # they would go wherever the request says it is
    )
    app.add_middleware(Packing)
    for each in PARTS:
        app.include_router(each)
    app.mount("/static", pages.static())
    skins.serve(app)
    _say_no(app)
    return Guard(app, settings, counts, gate, Door(app))


def _say_no(app: FastAPI) -> None:
    """How each kind of trouble is answered."""
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(Forbidden, _forbidden)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Full, _full)
    app.add_exception_handler(StorageError, _unkept)
    app.add_exception_handler(TooMany, _too_many)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)


async def _refusal(request: Request, caught: Exception) -> JSONResponse:
    assert isinstance(caught, Refusal)
    return JSONResponse(refused(caught), STATUS[caught.kind])


async def _forbidden(request: Request, caught: Exception) -> JSONResponse:
    assert isinstance(caught, Forbidden)
    return JSONResponse(error("forbidden", caught.message), FORBIDDEN)


async def _busy(request: Request, caught: Exception) -> JSONResponse:
    assert isinstance(caught, Busy)
    headers = {"retry-after": "5"}
    return JSONResponse(error("too-many", caught.message), TOO_MANY, headers)


async def _unkept(request: Request, caught: Exception) -> JSONResponse:
    request.app.state.hall.health.failed(caught)
    return JSONResponse(error("unavailable", SORRY), UNAVAILABLE, {"retry-after": "10"})


async def _full(request: Request, caught: Exception) -> JSONResponse:
    assert isinstance(caught, Full)
    said = error("full", caught.message)
    said["error"]["bound"] = caught.bound
    return JSONResponse(said, TOO_MANY)


async def _too_many(request: Request, caught: Exception) -> JSONResponse:
    assert isinstance(caught, TooMany)
    headers = {"retry-after": str(caught.wait)}
    return JSONResponse({"error": caught.to_json()}, TOO_MANY, headers)


async def _invalid(request: Request, caught: Exception) -> JSONResponse:
    """Says where and what is wrong, and repeats nothing of what was sent."""
    assert isinstance(caught, RequestValidationError)
    problem: dict[str, Any] = dict(caught.errors()[0])
    place = ".".join(str(part) for part in problem["loc"])
    return JSONResponse(refused(malformed(f"{place}: {problem['msg']}")), STATUS["malformed"])


async def _gone(request: Request, caught: Exception) -> Response:
    """Somebody broke off in the middle of a request, which was counted. Nobody hears this."""
    return Response(status_code=STATUS["malformed"])


async def _http(request: Request, caught: Exception) -> Response:
    assert isinstance(caught, HTTPException)
    if caught.status_code == STATUS["unknown"] and _is_a_person(request):
        return await pages.page(request, status=caught.status_code)
    kind = KINDS.get(caught.status_code, "malformed")
    return JSONResponse(error(kind, str(caught.detail)), caught.status_code, caught.headers)


def _is_a_person(request: Request) -> bool:
    """Whether somebody typed an address, or followed a link, to a page that there is not."""
    path = request.url.path
    asked = request.headers.get("accept", "")
    return "text/html" in asked and not path.startswith(("/api/", "/static/", "/games/"))


async def _broken(request: Request, caught: Exception) -> JSONResponse:
    LOG.error("a request failed", exc_info=caught)
    return JSONResponse(error("broken", "something went wrong here; it has been noted"), BROKEN)
