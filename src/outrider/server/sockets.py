"""The web socket of a table: requests in, answers and news out, one JSON text each.

The first message says who one is: `{"do":"hello","tokens":[...],"watch":...,"version":...}`. Tokens
travel here and not in the address, where logs would keep them. Every request may bring an `id`,
which its answer repeats; one that changes something brings a `client` id of its own and the
`version` it was made for.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from outrider.bots.protocol import BotFailed
from outrider.core.refusal import Refusal, malformed, not_your_turn, over, unknown
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, parse, shown
from outrider.play.desk import MatchDesk
from outrider.play.match import Draft, Match
from outrider.play.questions import ASKED, OF_SEATS, action_in
from outrider.server import lobby, prompt, sealing, telling
from outrider.server.addresses import address_of
from outrider.server.bounds import MOST_LINES, is_full
from outrider.server.errors import Busy, Forbidden, Stale, TooMany
from outrider.server.frames import FRAMES, LINE, PACKS, Line
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
CLOSING_SECONDS = 1.0
LONGEST_CLIENT = 64
PLAY = '"play"'
"""What stands somewhere in every action."""
BROKEN = {"kind": "broken", "message": "something went wrong here; it has been noted"}
UNAVAILABLE = {"kind": "unavailable", "message": SORRY}
LONGER = (
    *("check", "try", "consider", "suggest", "reach", "threats", "ranges", "measure"),
    *("offers", "look"),
)
"""Questions that may take some milliseconds, also about a small table: kernels answer them without
holding up the others."""
ANYTIME = ("ranges", "measure")
"""Questions that are answered also to whoever has nothing to choose."""
NOTES = {
    "resign": "resign",
    "abandon": "abandon",
    "draw": "draw",
    "no-draw": "no-draw",
    "takeback": "takeback",
    "no-takeback": "no-takeback",
}
GOING_AWAY = 1001


class Table:
    """One connection to one match."""

    def __init__(self, hall: Hall, socket: WebSocket, live: Live, seats: frozenset[str]) -> None:
        self.hall = hall
        self.socket = socket
        self.live = live
        extensions = socket.scope.get("extensions", {})
        self.watcher = Watcher(seats, extensions.get(FRAMES), self._wake)
        self.watcher.packs = extensions.get(PACKS, False)
        self._line: Line | None = extensions.get(LINE)
        self._address = _address(socket)
        rate = hall.settings.asked_per_second
        self._bucket = Bucket(2.0 * rate, float(rate))
        self._text = ""
        """What was taken straight off the socket and waits for its turn."""
        self._acting: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._hinted: Any = None
        """Which request asked for the hint that is thought about."""

    def greet(self, version: int | None, looks: bool = False) -> None:
        """Tell them how the table stands, and what they have missed since a version; and if they
        want `looks`, that they will be told those."""
        told = {"type": "table", **self.live.about(), **stands(self.live, self.eye(), version)}
        told["you"] = sorted(self.watcher.seats)
        if looks:
            self.watcher.looks = self._address
            told["looks"] = True
        self.watcher.send(said(told))

    async def run(self) -> None:
        """Answer until one of the two has had enough."""
        self.live.arrive(self.watcher)
        self.live.tell_presence()
        self.hall.looks.tell(self.live)
        self._listen(self._take)
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
            self._listen(None)
            self._line = None
            self.live.depart(self.watcher)
            for task in (self._sending, self._thinking, self._acting):
                if task is not None:
                    task.cancel()
            self._sending = self._thinking = self._acting = None
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
        while True:
            text = await received(self.socket)
            while wait := self._bucket.take(time.monotonic()):
                await asyncio.sleep(wait)
            await self.hall.gate.turn(self._address)
            request, error = self._request(text)
            await self._answer(request, error)

    def _request(self, text: str | None) -> tuple[dict[str, Any], Exception | None]:
        """What is asked, and what is wrong with it, if something is."""
        request: dict[str, Any] = {}
        try:
            request = an_object(parsed(text), "a request")
            if isinstance(request.get("id"), dict | list):
                raise malformed("an `id` is a number or a string")
            do = a_string(request.get("do"), "`do`")
            if do not in REQUESTS:
                raise unknown(f"there is no request {shown(do)}")
        except Exception as error:
            return request, error
        return request, None

    async def _answer(self, request: dict[str, Any], error: Exception | None) -> None:
        """Answer one message, whatever it is; a hint comes later."""
        if error is not None:
            answer = self.denied(request, error)
        elif request["do"] == "hint":
            self._think(request)
            return
        else:
            answer = await self._answered(request)
        self.watcher.send(said(answer))

    async def _answered(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self._granted(request)
        except Exception as error:
            return self.denied(request, error)

    # -- straight off the socket -------------------------------------------------------------------

    def _listen(self, taker: Callable[[str], bool] | None) -> None:
        if self._line is not None:
            self._line.listen(taker)

    def _take(self, text: str) -> bool:
        """Take a message if it may be an action, and see to it as soon as it is our turn. Most have
        nobody to wait for, so that nobody is woken up for them."""
        if PLAY not in text or self._bucket.take(time.monotonic()):
            return False
        self._text = text
        if self.hall.gate.enter(self._address, self._taken):
            self._taken()
        return True

    def _taken(self) -> bool:
        """It is our turn. Whether there is still somebody to see to."""
        if self._line is None:
            return False
        request, error = self._request(self._text)
        try:
            if error is None and request["do"] == "play":
                seat, draft = self._choice(request)
                client, version = wanted(request)
                wish = prompt.Wish(draft, seat, version, f"{seat}:{client}")
                if prompt.begin(self.live, wish, Played(self, request.get("id"), client)):
                    return True
        except Exception as raised:
            error = raised
        self._acting = asyncio.ensure_future(self._act(request, error))
        return True

    async def _act(self, request: dict[str, Any], error: Exception | None) -> None:
        """The long way, for what has somebody to wait for, or is something else after all."""
        await self._answer(request, error)
        self.go_on()

    def go_on(self) -> None:
        """What was taken is answered."""
        if self._line is not None:
            self._line.go_on()

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
        self.watcher.send(said(await self._answered(request)))

    async def _granted(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = await REQUESTS[request["do"]](self, request)
        return {"type": "answer", "id": request.get("id"), "ok": True, **answer}

    def denied(self, request: dict[str, Any], error: Exception) -> dict[str, Any]:
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
        client, version = wanted(request)
        arrived = time.perf_counter()
        whenever = request["do"] in WHENEVER
        made = await self.live.write(draft, seat, version, f"{seat}:{client}", whenever=whenever)
        self.hall.metrics.acted(arrived)
        return {"client": client, "version": made}

    async def play(self, request: dict[str, Any]) -> dict[str, Any]:
        return await self.write(request, *self._choice(request))

    def _choice(self, request: dict[str, Any]) -> tuple[str, Callable[[Match], Draft]]:
        """Who chooses, and what is drafted of it."""
        seat = self.seat(request)
        if is_full(self.live.playing().version):
            raise over(
                f"a match has at most {MOST_LINES:,} lines; agree on a draw, or resign."
                " No clock runs any more"
            )
        action = action_in(self.live.game, request)
        return seat, lambda match: match.draft_play(seat, action)

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
        match = self.live.playing() if request["do"] in OF_SEATS else self.live.going_on()
        # What lies open may be measured by whoever watches, too.
        watches = request["do"] in ANYTIME and not self.watcher.seats and not match.game.secret
        desk, seat = MatchDesk(match), None if watches else self.seat(request)
        asked = {**request, "seat": seat}
        if self.live.weight.light or (request["do"] not in ANYTIME and desk.is_idle(seat)):
            question = desk.question(asked)
            if request["do"] in LONGER:
                return await asyncio.to_thread(lambda: desk.answer(question).to_json())
            return desk.answer(question).to_json()
        trial = Try(match.game.id, match.game.dump(match.state), asked)
        found: dict[str, Any] = await self.hall.heavy.do(trial, self._address)
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
            return await self.hall.studies.advise(advice, self._address, told)
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


class Played:
    """An action on its way, of one table."""

    __slots__ = ("_arrived", "_client", "_id", "_table", "watcher")

    def __init__(self, table: Table, id: Any, client: str) -> None:
        self.watcher = table.watcher
        self._table, self._id, self._client = table, id, client
        self._arrived = time.perf_counter()

    def answer(self, version: int) -> bytes:
        self._table.hall.metrics.acted(self._arrived)
        made = {"type": "answer", "id": self._id, "ok": True}
        return said({**made, "client": self._client, "version": version})

    def failed(self, error: Exception) -> None:
        self.watcher.send(said(self._table.denied({"id": self._id}, error)))

    def done(self) -> None:
        self._table.go_on()


def wanted(request: dict[str, Any]) -> tuple[str, int]:
    """The id that a client gave to something it wants to change, and the version it saw."""
    client = a_string(request.get("client"), "the `client` id")
    if not 0 < len(client) <= LONGEST_CLIENT or not client.isprintable():
        raise malformed(f"a `client` id has 1 to {LONGEST_CLIENT} printable characters")
    return client, a_whole_number(request.get("version"), "the `version` you saw", 0, 10**9)


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
