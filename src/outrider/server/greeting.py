"""A socket from its first message to its end: who comes, to which match, and whether they may."""

import asyncio
import logging
import re
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.seats import SEATS
from outrider.core.wire import an_object, dumps, shown
from outrider.server import lobby
from outrider.server.errors import Forbidden
from outrider.server.hall import Hall
from outrider.server.live import Live
from outrider.server.sockets import BROKEN, UNAVAILABLE, Table, a_version, parsed, received
from outrider.server.storage.base import StorageError

LOG = logging.getLogger("outrider.server")
HELLO_SECONDS = 10.0
MATCH_NAME = re.compile("[a-z0-9]{12}")
POLICY, FAILED = 1008, 1011


async def serve(hall: Hall, socket: WebSocket, id: str) -> None:
    """A socket from its first message to its end."""
    await socket.accept()
    try:
        live, seats, version, looks = await _greeted(hall, socket, id)
    except (Refusal, Forbidden) as refused:
        kind = refused.kind if isinstance(refused, Refusal) else "forbidden"
        await _turned_away(socket, {"kind": kind, "message": refused.message}, POLICY)
        return
    except WebSocketDisconnect:
        return
    except TimeoutError:
        await _turned_away(socket, {"kind": "malformed", "message": "nobody said hello"}, POLICY)
        return
    except StorageError as error:
        hall.health.failed(error)
        await _turned_away(socket, UNAVAILABLE, FAILED)
        return
    except Exception as broken:
        hall.metrics.count("failures")
        LOG.error("a socket could not be opened", exc_info=broken)
        await _turned_away(socket, BROKEN, FAILED)
        return
    table = Table(hall, socket, live, seats)
    try:
        table.greet(version, looks)
        hall.metrics.count("sockets")
        await table.run()
    except WebSocketDisconnect:
        return
    finally:
        table.watcher.forget()


async def _turned_away(socket: WebSocket, error: dict[str, Any], code: int) -> None:
    with suppress(WebSocketDisconnect):
        await socket.send_text(dumps({"type": "answer", "id": None, "ok": False, "error": error}))
        await socket.close(code)


async def _greeted(
    hall: Hall, socket: WebSocket, id: str
) -> tuple[Live, frozenset[str], int | None, bool]:
    async with asyncio.timeout(HELLO_SECONDS):
        text = await received(socket)
    hello = an_object(parsed(text), "the first message")
    if hello.get("do") != "hello":
        raise malformed("the first message says hello")
    given = hello.get("tokens", [])
    if not isinstance(given, list) or not all(isinstance(token, str) for token in given):
        raise malformed("tokens are a list of strings")  # and are not repeated here
    if len(given) > len(SEATS):
        raise malformed(f"there are no more than {len(SEATS)} seats")
    version = a_version(hello.get("version"))
    if not MATCH_NAME.fullmatch(id):
        raise unknown(f"there is no match {shown(id)}")
    live = await hall.get(id)
    await live.up_to(version)
    if live.gone:
        # Put out of memory meanwhile: whatever happens is told at the one that is there now.
        live = await hall.get(id)
    found = [lobby.seat_of(live, token) for token in given]
    if None in found:
        raise Forbidden("that token opens no seat here")
    watch = hello.get("watch")
    known = isinstance(watch, str) and lobby.may_watch(live, watch)
    if not found and not known and not live.row.listed:
        raise Forbidden("this match is watched by its link")
    seats = frozenset(seat for seat in found if seat is not None)
    return live, seats, version, hello.get("looks") is True
