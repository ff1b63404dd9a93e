"""A match in this process's memory, with everybody who is connected to it here.

Whatever is written goes to the storage first, and only then happens and is told. Another process
may have written meanwhile: then this one catches up and looks again whether the action still holds.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from outrider.core.course import terms_of
from outrider.core.frozen import frozen
from outrider.core.game import Game
from outrider.core.pending import Decide, Roll
from outrider.core.record import Chose, Fell, Line, Record, header_from_json, outcome_from_json
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import Event
from outrider.dice import AskedDice, SealedDice
from outrider.games import game as game_by_id
from outrider.play import waiting
from outrider.play.clock import Clock, Pauses, a_control
from outrider.play.match import Draft, Holder, Match
from outrider.play.older import OlderMatch
from outrider.play.signing import Signer
from outrider.server import dicing, telling
from outrider.server.bounds import SHORT, Weight, is_full, weighed_header
from outrider.server.errors import Stale
from outrider.server.lines import chained, keep, kept_line
from outrider.server.presence import WATCHING
from outrider.server.saying import said
from outrider.server.staleness import is_stale
from outrider.server.storage.base import Change, Conflict, LineRow, MatchRow, SeatRow, Storage
from outrider.server.times import now
from outrider.server.waits import Waits, weakly
from outrider.server.watcher import Watcher, beat_all, send_all

TRIES = 8
"""How often a write is tried again after another process came first."""


@frozen
class Prepared:
    """A draft with all that is written when it happens."""

    draft: Draft
    clock: Clock
    rows: list[LineRow]
    change: Change


class Live:
    """One match. `stuck` says why it cannot go on here, if it cannot."""

    def __init__(
        self, storage: Storage, row: MatchRow, seats: tuple[SeatRow, ...], pauses: Pauses
    ) -> None:
        self.storage = storage
        self.pauses = pauses
        self.row = row
        self.seats: dict[str, SeatRow] = {seat.seat: seat for seat in seats}
        self.match: Match | None = None
        self.weight: Weight = weighed_header(row.header)
        self.stuck: str | None = None
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: Mapping[str, int] = {}
        """How many sockets each seat has at other processes."""
        self.clients: dict[str, int] = {}
        """The version that each client's action made."""
        self._last: str | None = None
        self.acted: dict[str, int] = {}
        """When each seat last did something."""
        self.used = now()
        self.after_change: Callable[[Live], None] = lambda live: None
        self.moved: Callable[[], None] = lambda: None
        """Hears that somebody has come or gone."""
        self.beaten: Callable[[], Awaitable[None]] = _nothing
        """Looks whether there was a time without a server just now."""
        self.signer: Signer | None = None
        self.seals: Callable[[Live], dict[str, Any] | None] = lambda live: None
        """What everybody may know of links that dice wait for."""
        self.slowly = asyncio.Lock()
        """Held while a long match is loaded: several at once would be felt by everybody."""
        self.review: dict[str, Any] | None = None
        """What came of looking at it again, once somebody has."""
        self.gone = False
        self.spoke = 0.0
        """When everybody was last told how far the match is."""
        self.waits = Waits(weakly(self.tell_presence))

    # -- loading -----------------------------------------------------------------------------------

    def begin(self, rows: tuple[LineRow, ...]) -> None:
        """Set the match up and play all that is written, with the times at which it was."""
        try:
            match = self._older() or self._fresh()
            match.pauses = self.pauses
            self._followed(match, rows)
            if isinstance(match, OlderMatch) and match.result is None:
                self.stuck = match.why()
            self.match = match  # not before: a thread may be doing this
        except Refusal as refusal:
            self.stuck = f"this match cannot go on here: {refusal.message}"

    def _older(self) -> OlderMatch | None:
        """The match, if it was begun by other rules than today's."""
        game, header = game_by_id(self.row.game), header_from_json(self.row.header)
        if header.rules == game.rules_version:
            return None
        ended = self.row.result if self.row.stage in ("over", "archived") else None
        recorded = None if ended is None else outcome_from_json(ended)
        names = header.names if self.row.stage == "archived" else self.names()
        match = OlderMatch(game, replace(header, names=names), recorded, self._holders())
        if self.is_chained:
            match.chain(self.row.header)
        return match

    def _holders(self) -> dict[str, Holder]:
        return {name: Holder(seat.kind, seat.level) for name, seat in self.seats.items()}

    async def begun(self, rows: tuple[LineRow, ...]) -> None:
        """The same; where it takes long, in a thread, for nobody else to wait."""
        if len(rows) <= SHORT and self.weight.light:
            self.begin(rows)
            return
        async with self.slowly:
            await asyncio.to_thread(self.begin, rows)

    def _fresh(self) -> Match:
        game = game_by_id(self.row.game)
        header = header_from_json(self.row.header)
        match = Match(
            game,
            terms_of(game, header),
            names=self.names(),
            date=header.date,
            start=header.start,
            holders=self._holders(),
            control=a_control(self.row.setup.get("clock")),
        )
        match.dice = dicing.dice_of(self.row, self.seats)
        if self.is_chained:
            match.chain(self.row.header)
        return match

    @property
    def is_chained(self) -> bool:
        return bool(self.row.setup.get("chained"))

    def names(self) -> dict[str, str]:
        return {seat.seat: seat.name for seat in self.seats.values() if seat.name}

    def follow(self, rows: tuple[LineRow, ...]) -> tuple[Event, ...]:
        """Let lines happen that are written."""
        assert self.match is not None
        return self._followed(self.match, rows)

    def _followed(self, match: Match, rows: tuple[LineRow, ...]) -> tuple[Event, ...]:
        events: list[Event] = []
        for row in rows:
            line, came = kept_line(row)
            if came is not None:
                match.arrived[match.awaited() or 0] = came
            events += match.follow(line, row.at)
            if match.moments[-1].hash != row.line.get("hash"):
                raise malformed(f"line n={row.n} is not the one that was written")
            self._noted(line, row.at, row.client)
        return tuple(events)

    def _noted(self, line: Line, at: int, client: str | None) -> None:
        if client is not None or not isinstance(line, Fell):
            self._last = client
        if self._last is not None:
            # The rolls that follow a choice belong to it.
            self.clients[self._last] = line.n
        if isinstance(line, Chose) and line.seat is not None:
            self.acted[line.seat] = at

    async def catch_up(self) -> None:
        """Read what other processes have written, and tell it."""
        async with self.lock:
            await self._caught_up()

    async def up_to(self, version: int | None) -> None:
        """Catch up if somebody has seen more elsewhere."""
        if version is not None and self.match is not None and version > self.match.version:
            await self.catch_up()

    async def _caught_up(self) -> None:
        if self.match is not None:
            await self._follow_on(self.match)
        else:
            self.row = await self.storage.match(self.row.id)
            self.seats = {seat.seat: seat for seat in await self.storage.seats(self.row.id)}
            if self.row.stage in ("running", "over") and self.stuck is None:
                await self._begin_here()
            self.tell_all()
        self.after_change(self)

    async def _begin_here(self) -> None:
        lines = await self.storage.lines(self.row.id)
        if self.match is None:
            await self.begun(lines)

    async def _follow_on(self, match: Match) -> None:
        base = match.version
        if isinstance(match.dice, SealedDice):
            await self._seats_anew(match.dice)
        rows = await self.storage.lines(self.row.id, base)
        if not rows:
            self.row = await self.storage.match(self.row.id)
            # Somebody may have a new token for their seat.
            self.seats = {seat.seat: seat for seat in await self.storage.seats(self.row.id)}
            return
        events = self.follow(rows)
        self.row = replace(self.row, touched=rows[-1].at)
        if match.result is not None:
            self.row = replace(self.row, stage="over", result=match.result.to_json())
        self.tell_news(base, events)

    async def _seats_anew(self, dice: SealedDice) -> None:
        """Others may have offered links, or left a seal with the server, at another process."""
        self.seats = {seat.seat: seat for seat in await self.storage.seats(self.row.id)}
        dice.entrusted = dicing.entrusted(self.seats)
        if self.watchers:
            self.send(said({"type": "seals", "seals": self.seals(self)}))

    # -- writing -----------------------------------------------------------------------------------

    async def write(
        self,
        draft_of: Callable[[Match], Draft | None],
        seat: str | None = None,
        version: int | None = None,
        client: str | None = None,
        *,
        whenever: bool = False,
    ) -> int | None:
        """Write what is drafted and let it happen; the version after it. A client's action that is
        written already is not written again: the version it made is given again. None if there was
        nothing to write. Once begun it is done, also if whoever asked for it is gone. `whenever`:
        it means the same however far the match has gone on."""
        work = self._write(draft_of, seat, version, client, whenever)
        return await asyncio.shield(asyncio.ensure_future(work))

    async def _write(
        self,
        draft_of: Callable[[Match], Draft | None],
        seat: str | None,
        version: int | None,
        client: str | None,
        whenever: bool,
    ) -> int | None:
        async with self.lock:
            if version is not None and version > self.playing().version:
                # Seen at another process, whose word has not come yet.
                await self._caught_up()
            for _ in range(TRIES):
                if client is not None and client in self.clients:
                    return self.clients[client]
                match = self.playing()
                if version is not None and is_stale(match, seat, version, whenever):
                    raise Stale
                late = None if version is None else await self._late(match)
                draft = late or draft_of(match)
                if draft is None or not draft.moments:
                    return None
                try:
                    made = await self._written(match, draft, None if late else client)
                    if not late:
                        return made
                except Conflict:
                    await self._caught_up()
            raise Stale

    async def _late(self, match: Match) -> Draft | None:
        """What has to happen before anybody may act, as a clock has run out."""
        if self.draft_due(match) is not None:
            await self.beaten()
        return self.draft_due(match)

    def draft_due(self, match: Match) -> Draft | None:
        """What has to happen now that time has run out for somebody, if it has."""
        if match.is_timeless or is_full(match.version):
            return None
        return match.draft_due(now(), self.missing())

    def due(self, match: Match) -> int | None:
        """When time runs out for somebody, if nothing happens before."""
        if match.is_timeless or is_full(match.version):
            return None
        ends = (match.clock.due(match.pauses), match.late_for_links(self.missing()))
        return min((end for end in ends if end is not None), default=None)

    def missing(self) -> tuple[str, ...]:
        """The seats whose links dice wait for."""
        return tuple((self.seals(self) or {"missing": ()})["missing"])

    def playing(self) -> Match:
        if self.match is None:
            raise Refusal("not-your-turn", self.stuck or "the match has not begun yet")
        return self.match

    async def _written(self, match: Match, draft: Draft, client: str | None) -> int:
        made = self.prepared(match, draft, client)
        await self.storage.append(self.row.id, made.rows, made.change)
        return self.happened(match, made)

    def prepared(self, match: Match, draft: Draft, client: str | None) -> Prepared:
        """What has to be written before a draft may happen."""
        at = now()
        result = match.result_after(draft)
        clock = match.clock_after(draft, at)
        stage = self.row.stage if result is None else "over"
        outcome = None if result is None else result.to_json()
        due = None if result is not None else self._due(match, draft, at, clock)
        rows = [
            LineRow(moment.line.n, keep(match, moment), at, client if index == 0 else None)
            for index, moment in enumerate(draft.moments)
            if moment.line is not None
        ]
        return Prepared(draft, clock, rows, Change(at, due, stage, outcome))

    def happened(
        self,
        match: Match,
        made: Prepared,
        asked: Watcher | None = None,
        answer: Callable[[int], bytes] | None = None,
    ) -> int:
        """Let it happen now that it is written, and tell everybody; whoever `asked` for it gets an
        answer, too."""
        draft, change, base = made.draft, made.change, match.version
        events = match.accept(draft, change.touched, made.clock)
        for row, line in zip(made.rows, draft.lines, strict=True):
            self._noted(line, row.at, row.client)
        self.row = self.row.changed(change)
        self.used = change.touched
        self.tell_news(base, events, asked, answer(match.version) if answer else b"")
        self.after_change(self)
        return match.version

    def _due(self, match: Match, draft: Draft, at: int, clock: Clock) -> int | None:
        """When the server has to look at this match again by itself."""
        if isinstance(match, OlderMatch) or is_full(match.version + len(draft.moments)):
            return None
        last = draft.moments[-1]
        pending = last.pending
        if isinstance(pending, Decide) and any(self.is_bot(seat) for seat in pending.seats):
            return at
        if isinstance(pending, Roll) and last.seals is not None:
            # Whoever has to open a link; one that the server opens itself is there at once.
            return waiting.due(clock, match.terms.seats, at, match.pauses)
        return clock.due(match.pauses)

    def is_bot(self, seat: str) -> bool:
        return self.seats[seat].kind == "bot"

    # -- telling ---------------------------------------------------------------------------------
    @property
    def game(self) -> Game[Any, Any]:
        return game_by_id(self.row.game)

    def record(self) -> Record:
        match = self.playing()
        if match.moments[0].hash is not None:
            return chained(match, self.row, self.signer)
        dice = dicing.told(self.row, self.seats, self.row.stage == "over")
        record = match.record()
        return Record(replace(record.header, dice=dice), record.lines, record.result)

    def about(self) -> dict[str, Any]:
        """The match without its state: who sits where, what it waits for."""
        seats = [self._seat(seat) for seat in self.seats.values()]
        over = self.row.stage == "over"
        return {
            "match": self.row.id,
            "game": self.row.game,
            "rules": self.row.rules,
            "stage": self.row.stage,
            "listed": self.row.listed,
            "options": self.row.header["options"],
            "variant": self.row.header.get("variant"),
            "seats": seats,
            "dice": dicing.told(self.row, self.seats, over),
            "head": None if self.match is None else self.match.moments[0].hash,
            "clock": self.row.setup.get("clock"),
            "version": 0 if self.match is None else self.match.version,
            "result": self.row.result,
            "created": self.row.created,
            "touched": self.row.touched,
            "stuck": self.stuck,
            **({"campaign": campaign} if (campaign := self.row.setup.get("campaign")) else {}),
            **self.waits.to_json(),
        }

    def _seat(self, seat: SeatRow) -> dict[str, Any]:
        return {
            "seat": seat.seat,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "taken": seat.token is not None or seat.kind == "bot",
            "here": self.is_here(seat.seat) or seat.kind == "bot",
        }

    def is_watched(self) -> bool:
        return bool(self.watchers)

    def arrive(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.moved()

    def depart(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.moved()

    def is_here(self, seat: str) -> bool:
        """Whether somebody is connected who speaks for a seat, at whichever process."""
        return seat in self.elsewhere or any(seat in each.seats for each in self.watchers)

    def going_on(self) -> Match:
        """The match, if there is still something to play in it."""
        match = self.playing()
        if isinstance(match, OlderMatch):
            raise Refusal("not-your-turn", match.why())
        return match

    def tell_news(
        self,
        base: int,
        events: tuple[Event, ...],
        asked: Watcher | None = None,
        answer: bytes = b"",
    ) -> None:
        """Tell everybody what has happened since a version; whoever `asked` for it is answered."""
        if asked is not None and asked not in self.watchers:
            asked.send(answer)
        if not self.watchers:
            return
        match = self.playing()
        dice = {}
        if self.row.stage == "over":
            dice = {"dice": dicing.told(self.row, self.seats, True)}
        for eye, watchers in telling.by_eyes(match, self.watchers).items():
            news = {"type": "news", **telling.news(match, base, events, eye), **dice}
            send_all(watchers, said({**news, **telling.shown(self, eye)}), asked, answer)
        self.spoke = time.monotonic()

    def tell_all(self) -> None:
        """Tell everybody how things stand, for what is no line of the record."""
        if not self.watchers:
            return
        about = {"type": "table", **self.about()}
        for eye, watchers in telling.by_eyes(self.match, self.watchers).items():
            send_all(watchers, said({**about, **telling.shown(self, eye)}))
        self.spoke = time.monotonic()

    def tell_presence(self) -> None:
        if self.watchers:
            seats = [self._seat(seat) for seat in self.seats.values()]
            watching = sum(not watcher.seats for watcher in self.watchers)
            watching += self.elsewhere.get(WATCHING, 0)
            here = {"seats": seats, "watching": watching, **self.waits.to_json()}
            self.send(said({"type": "presence", **here}))

    def beat(self) -> None:
        """Tell everybody how far the match is: who has heard of less has missed something. Stages
        are no lines of the record, so they are told, too."""
        version = 0 if self.match is None else self.match.version
        text = f'{{"type":"beat","version":{version},"stage":"{self.row.stage}"}}'
        beat_all(self.watchers, text.encode())
        self.spoke = time.monotonic()

    def send(self, text: bytes) -> None:
        send_all(self.watchers, text)

    def roller(self) -> str | None:
        """The seat whose dice have to be typed in now."""
        match = self.match
        if match is None or not isinstance(match.dice, AskedDice):
            return None
        pending = match.pending
        return pending.seat if isinstance(pending, Roll) else None

    def waited_for(self, match: Match) -> set[str]:
        """The seats without which the match does not go on."""
        roller = self.roller()
        return {*match.deciders(), *self.missing(), *(() if roller is None else (roller,))}


async def _nothing() -> None: ...
