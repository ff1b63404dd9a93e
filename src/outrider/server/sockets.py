"""The web socket of a table: requests in, answers and news out, one JSON text each.

The first message says who one is: `{"do":"hello","tokens":[...],"watch":...,"version":...}`. Tokens
travel here and not in the address, where logs would keep them. Every request may bring an `id`,
which its answer repeats; one that changes something brings a `client` id of its own and the
`version` it was made for.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from outrider.bots.protocol import BotFailed
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.seats import SEATS
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, dumps, parse, shown
from outrider.play.desk import MatchDesk
from outrider.play.match import Draft, Match
from outrider.play.questions import ASKED, action_in
from outrider.server import lobby, sealing, telling
from outrider.server.addresses import address_of
from outrider.server.bounds import MOST_LINES, is_full
from outrider.server.errors import Busy, Forbidden, Stale, TooMany
from outrider.server.frames import FRAMES
from outrider.server.hall import Hall
from outrider.server.health import SORRY
from outrider.server.limits import Bucket
from outrider.server.live import Live
from outrider.server.saying import said
from outrider.server.staleness import WHENEVER
from outrider.server.storage.base import StorageError
from outrider.server.thinking import ADVISER, Advice
from outrider.server.trying import Try
from outrider.server.watcher import Watcher, nobody

LOG = logging.getLogger("outrider.server")
HELLO_SECONDS = 10.0
CLOSING_SECONDS = 1.0
LONGEST_CLIENT = 64
MATCH_NAME = re.compile("[a-z0-9]{12}")
BROKEN = {"kind": "broken", "message": "something went wrong here; it has been noted"}
UNAVAILABLE = {"kind": "unavailable", "message": SORRY}
NOTES = {
    "resign": "resign",
    "abandon": "abandon",
    "draw": "draw",
    "no-draw": "no-draw",
    "takeback": "takeback",
    "no-takeback": "no-takeback",
}
POLICY, GOING_AWAY, FAILED = 1008, 1001, 1011


class Table:
    """One connection to one match."""

    def __init__(self, hall: Hall, socket: WebSocket, live: Live, seats: frozenset[str]) -> None:
        self.hall = hall
        self.socket = socket
        self.live = live
        passed = socket.scope.get("extensions", {}).get(FRAMES)
        self.watcher = Watcher(seats, passed, self._wake)
        self._sending: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._hinted: Any = None
        """Which request asked for the hint that is thought about."""

    def greet(self, version: int | None) -> None:
        """Tell them how the table stands, and what they have missed since a version."""
        told = {"type": "table", **self.live.about(), **stands(self.live, self.eye(), version)}
        self.watcher.send(said({**told, "you": sorted(self.watcher.seats)}))

    async def run(self) -> None:
        """Answer until one of the two has had enough."""
        self.live.arrive(self.watcher)
        self.live.tell_presence()
        try:
            async with asyncio.timeout(None) as until:
                now = asyncio.get_running_loop().time
                self.watcher.on_leaving(lambda: until.reschedule(now()))
                await self._read()
        except WebSocketDisconnect:
            pass  # they have gone
        except Exception as broken:
            if not (self.watcher.left and isinstance(broken, TimeoutError)):  # they are let go
                LOG.error("a socket failed", exc_info=broken)
        finally:
            self.watcher.on_leaving(nobody)
            self.live.depart(self.watcher)
            for task in (self._sending, self._thinking):
                if task is not None:
                    task.cancel()
            self._sending = self._thinking = None
            if not self.live.gone:
                self.live.tell_presence()
        if self.watcher.left:
            # Whoever does not read does not take this in either.
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await self.socket.close(GOING_AWAY)

    def _wake(self) -> None:
        self._sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        """Send what waits. It is there only while something does: thousands of sockets are idle."""
        try:
            while (text := self.watcher.next()) is not None:
                await self.socket.send_text(text.decode())
        except (RuntimeError, WebSocketDisconnect):
            self.watcher.leave()  # they have closed it, and will hear nothing more
        except Exception as broken:
            LOG.error("a socket failed", exc_info=broken)
            self.watcher.leave()

    async def _read(self) -> None:
        rate = self.hall.settings.asked_per_second
        bucket = Bucket(2.0 * rate, float(rate))
        while True:
            text = await received(self.socket)
            while wait := bucket.take(time.monotonic()):
                await asyncio.sleep(wait)
            await self.hall.gate.turn(_address(self.socket))
            answer = await self._answered(text)
            if answer is not None:
                self.watcher.send(said(answer))

    async def _answered(self, text: str | None) -> dict[str, Any] | None:
        """The answer to one message, whatever it is; None if it comes later."""
        request: dict[str, Any] = {}
        try:
            request = an_object(parsed(text), "a request")
            if isinstance(request.get("id"), dict | list):
                raise malformed("an `id` is a number or a string")
            do = a_string(request.get("do"), "`do`")
            if do not in REQUESTS:
                raise unknown(f"there is no request {shown(do)}")
            if do == "hint":
                self._think(request)
                return None
            return await self._granted(request)
        except Exception as error:
            return self._denied(request, error)

    def _think(self, request: dict[str, Any]) -> None:
        """A hint may take long, and whoever waits for it may want to move meanwhile. Only the
        latest is waited for."""
        before, earlier = self._thinking, self._hinted
        self._thinking = asyncio.ensure_future(self._thought(request))
        self._hinted = request.get("id")
        if before is not None and not before.done():
            before.cancel()
            error = {"kind": "stale", "message": "another hint was asked for"}
            self.watcher.send(said(self._refused(earlier, error)))

    async def _thought(self, request: dict[str, Any]) -> None:
        try:
            answer = await self._granted(request)
        except Exception as error:
            answer = self._denied(request, error)
        self.watcher.send(said(answer))

    async def _granted(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = await REQUESTS[request["do"]](self, request)
        return {"type": "answer", "id": request.get("id"), "ok": True, **answer}

    def _denied(self, request: dict[str, Any], error: Exception) -> dict[str, Any]:
        id = request.get("id")
        if isinstance(id, dict | list):
            id = None
        if isinstance(error, Refusal | TooMany):
            return self._refused(id, error.to_json())
        if isinstance(error, Forbidden):
            return self._refused(id, {"kind": "forbidden", "message": error.message})
        if isinstance(error, Busy):
            return self._refused(id, {"kind": "too-many", "message": error.message})
        if isinstance(error, StorageError):
            self.hall.health.failed(error)
            return self._refused(id, UNAVAILABLE)
        if isinstance(error, Stale):
            stale = {"kind": "stale", "message": "the match has gone on since you looked"}
            return {**self._refused(id, stale), **telling.shown(self.live, self.eye())}
        self.hall.metrics.count("failures")
        LOG.error("a request failed", exc_info=error)
        return {"type": "answer", "id": id, "ok": False, "error": BROKEN}

    def _refused(self, id: Any, error: dict[str, Any]) -> dict[str, Any]:
        self.hall.metrics.count("refusals")
        return {"type": "answer", "id": id, "ok": False, "error": error}

    def eye(self) -> str | None:
        return telling.eye_of(self.live.match, self.watcher.seats)

    # -- who asks ----------------------------------------------------------------------------------

    def seat(self, request: dict[str, Any]) -> str:
        """The seat a request is for. Whoever holds one seat only need not name it."""
        if not self.watcher.seats:
            raise Forbidden("you are watching: you speak for no seat")
        given = request.get("seat")
        if given is None and len(self.watcher.seats) == 1:
            return next(iter(self.watcher.seats))
        seat = a_string(given, "the seat")
        if seat not in self.watcher.seats:
            raise Forbidden("you do not speak for that seat")
        return seat

    # -- changing ----------------------------------------------------------------------------------

    async def write(
        self, request: dict[str, Any], seat: str, draft: Callable[[Match], Draft]
    ) -> dict[str, Any]:
        """Write what is drafted, for the version the client saw, under the client's own id."""
        client = a_string(request.get("client"), "the `client` id")
        if not 0 < len(client) <= LONGEST_CLIENT or not client.isprintable():
            raise malformed(f"a `client` id has 1 to {LONGEST_CLIENT} printable characters")
        version = a_whole_number(request.get("version"), "the `version` you saw", 0, 10**9)
        arrived = time.perf_counter()
        whenever = request["do"] in WHENEVER
        made = await self.live.write(draft, seat, version, f"{seat}:{client}", whenever=whenever)
        self.hall.metrics.took((time.perf_counter() - arrived) * 1000)
        self.hall.metrics.count("actions")
        return {"client": client, "version": made}

    async def play(self, request: dict[str, Any]) -> dict[str, Any]:
        seat = self.seat(request)
        if is_full(self.live.playing().version):
            raise over(
                f"a match has at most {MOST_LINES:,} lines; agree on a draw, or resign."
                " No clock runs any more"
            )
        action = action_in(self.live.game, request)
        return await self.write(request, seat, lambda match: match.draft_play(seat, action))

    async def roll(self, request: dict[str, Any]) -> dict[str, Any]:
        """What real dice show. For a bot anybody at the table rolls."""
        seat = self.seat(request)
        faces = a_list(request.get("faces"), "faces")

        def rolled(match: Match) -> Draft:
            roller = self.live.roller()
            if roller is not None and roller != seat and not self.live.is_bot(roller):
                raise Forbidden(f"it is for {roller} to roll")
            return match.draft_roll(faces)

        return await self.write(request, seat, rolled)

    async def note(self, request: dict[str, Any]) -> dict[str, Any]:
        seat, kind = self.seat(request), NOTES[request["do"]]
        return await self.write(request, seat, lambda match: match.draft_note(seat, kind))

    async def claim(self, request: dict[str, Any]) -> dict[str, Any]:
        seat, against = self.seat(request), a_string(request.get("against"), "`against`")
        await lobby.claim(self.hall, self.live, seat, against)
        return {}

    async def reveal(self, request: dict[str, Any]) -> dict[str, Any]:
        entropy = a_string(request.get("entropy"), "the entropy")
        await lobby.reveal(self.hall, self.live, self.seat(request), entropy)
        return {}

    async def anchor(self, request: dict[str, Any]) -> dict[str, Any]:
        text = a_string(request.get("anchor"), "the anchor")
        meant = request.get("for", ...)
        await lobby.anchor(self.hall, self.live, self.seat(request), text, meant)
        return {}

    async def open(self, request: dict[str, Any]) -> dict[str, Any]:
        """Links of one's own seats, for the dice that wait."""
        links = an_object(request.get("links"), "the links")
        if not links or not set(links) <= self.watcher.seats:
            raise Forbidden("links are opened for the seats one speaks for")
        wanted = a_string(request.get("for"), "`for`")
        await sealing.open_links(self.live, links, wanted)
        return {}

    async def entrust(self, request: dict[str, Any]) -> dict[str, Any]:
        seed = a_string(request.get("seed"), "the seed")
        await sealing.entrust(self.live, self.seat(request), seed)
        return {}

    # -- asking ------------------------------------------------------------------------------------

    async def asked(self, request: dict[str, Any]) -> dict[str, Any]:
        """A question about the game. One about a large table may take long, and is answered where
        others need not wait for it."""
        match = self.live.playing() if request["do"] == "legal" else self.live.going_on()
        desk, seat = MatchDesk(match), self.seat(request)
        asked = {**request, "seat": seat}
        if self.live.weight.light or desk.is_idle(seat):
            return desk.answer(desk.question(asked)).to_json()
        trial = Try(match.game.id, match.game.dump(match.state), asked)
        found: dict[str, Any] = await self.hall.heavy.do(trial, _address(self.socket))
        return found

    async def hint(self, request: dict[str, Any]) -> dict[str, Any]:
        """What would be good here; only where nobody else is played against."""
        match, seat = self.live.playing(), self.seat(request)
        for name, row in self.live.seats.items():
            if row.kind != "bot" and name not in self.watcher.seats:
                raise Forbidden("there are no hints against people")
        if match.game.secret:
            raise Forbidden("there are no hints in a game with secrets")
        if seat not in match.deciders():
            raise not_your_turn("it is not for you to decide now")
        seconds = self.hall.settings.bot_seconds
        advice = Advice(match.game.id, match.game.dump(match.state), seat, ADVISER, seconds)
        try:
            told = self.hall.opponents.hears(self.live)
            return await self.hall.studies.advise(advice, _address(self.socket), told)
        except BotFailed as failed:
            raise unknown(f"there is no hint: {failed}") from None

    async def table(self, request: dict[str, Any]) -> dict[str, Any]:
        """Everything, anew; and for whoever says what it has seen, all that it missed."""
        version = a_version(request.get("version"))
        await self.live.up_to(version)
        return {**self.live.about(), **stands(self.live, self.eye(), version)}

    async def lines(self, request: dict[str, Any]) -> dict[str, Any]:
        """What was written after a line, as far as one answer goes."""
        first = a_whole_number(request.get("from"), "`from`", 0, 10**9)
        return {"from": first, "lines": telling.lines_from(self.live.match, first, self.eye())}

    async def ping(self, request: dict[str, Any]) -> dict[str, Any]:
        return {}


def _address(socket: WebSocket) -> str:
    return address_of(socket.client)


async def received(socket: WebSocket) -> str | None:
    """The next message; None if it is no text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text


def stands(live: Live, eye: str | None, version: int | None) -> dict[str, Any]:
    """How things stand, for whoever has seen a version of it, also what it missed."""
    missed = {} if version is None else {"missed": telling.missed(live.match, version, eye)}
    return {**telling.shown(live, eye), **missed}


def a_version(value: Any) -> int | None:
    """What somebody has seen last, if they say so."""
    return None if value is None else a_whole_number(value, "the version", 0, 10**9)


def parsed(text: str | None) -> Any:
    if text is None:
        raise malformed("a message is text, not bytes")
    return parse(text)


REQUESTS: dict[str, Callable[[Table, dict[str, Any]], Awaitable[dict[str, Any]]]] = {
    "play": Table.play,
    "roll": Table.roll,
    "claim": Table.claim,
    "reveal": Table.reveal,
    "anchor": Table.anchor,
    "open": Table.open,
    "entrust": Table.entrust,
    "hint": Table.hint,
    "table": Table.table,
    "lines": Table.lines,
    "ping": Table.ping,
    **dict.fromkeys(NOTES, Table.note),
    **dict.fromkeys(ASKED, Table.asked),
}


async def serve(hall: Hall, socket: WebSocket, id: str) -> None:
    """A socket from its first message to its end."""
    await socket.accept()
    try:
        live, seats, version = await _greeted(hall, socket, id)
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
        table.greet(version)
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
) -> tuple[Live, frozenset[str], int | None]:
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
    return live, frozenset(seat for seat in found if seat is not None), version
