"""A match in this process's memory, with everybody who is connected to it here.

Whatever is written goes to the storage first, and only then happens and is told. Another process
may have written meanwhile: then this one catches up and looks again whether the action still holds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from outrider.core.game import Game
from outrider.core.pending import Decide, Over, Roll
from outrider.core.record import Chose, Fell, Line, Record, header_from_json, line_from_json
from outrider.core.refusal import Refusal
from outrider.core.wire import Event, dumps
from outrider.games import game as game_by_id
from outrider.play.clock import Pauses, a_control
from outrider.play.match import Draft, Holder, Match
from outrider.server import dicing
from outrider.server.errors import Stale
from outrider.server.storage.base import Change, Conflict, LineRow, MatchRow, SeatRow, Storage
from outrider.server.times import now
from outrider.server.waits import Waits
from outrider.server.watcher import Watcher

TRIES = 8
"""How often a write is tried again after another process came first."""


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
        self.stuck: str | None = None
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.clients: dict[str, int] = {}
        """The version that each client's action made."""
        self._last: str | None = None
        self.acted: dict[str, int] = {}
        """When each seat last did something."""
        self.used = now()
        self.after_change: Callable[[Live], None] = lambda live: None
        self.beaten: Callable[[], Awaitable[None]] = _nothing
        """Looks whether there was a time without a server just now."""
        self.review: dict[str, Any] | None = None
        """What came of looking at it again, once somebody has."""
        self.gone = False
        self.waits = Waits(self.tell_presence)

    # -- loading -----------------------------------------------------------------------------------

    def begin(self, rows: tuple[LineRow, ...]) -> None:
        """Set the match up and play all that is written, with the times at which it was."""
        try:
            match = self._fresh()
            match.pauses = self.pauses
            self.match = match
            self.follow(rows)
        except Refusal as refusal:
            self.match = None
            self.stuck = f"this match cannot go on here: {refusal.message}"

    def _fresh(self) -> Match:
        game = game_by_id(self.row.game)
        header = header_from_json(self.row.header)
        if header.rules != game.rules_version:
            raise Refusal(
                "unknown",
                f"it was begun by version {header.rules} of the rules, "
                f"and this server has {game.rules_version}",
            )
        terms = game.terms(header.options, len(header.seats), header.table, header.scenario)
        match = Match(
            game,
            terms,
            None,
            names=self.names(),
            date=header.date,
            start=header.start,
            holders={name: Holder(seat.kind, seat.level) for name, seat in self.seats.items()},
            control=a_control(self.row.setup.get("clock")),
        )
        match.dice = dicing.dice_of(self.row, self.seats)
        return match

    def names(self) -> dict[str, str]:
        return {seat.seat: seat.name for seat in self.seats.values() if seat.name}

    def follow(self, rows: tuple[LineRow, ...]) -> tuple[Event, ...]:
        """Let lines happen that are written."""
        assert self.match is not None
        events: list[Event] = []
        for row in rows:
            line = line_from_json(row.line, row.n)
            events += self.match.follow(line, row.at)
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
            self.begin(lines)

    async def _follow_on(self, match: Match) -> None:
        base = match.version
        rows = await self.storage.lines(self.row.id, base)
        if not rows:
            self.row = await self.storage.match(self.row.id)
            return
        events = self.follow(rows)
        self.row = replace(self.row, touched=rows[-1].at)
        if match.result is not None:
            self.row = replace(self.row, stage="over", result=match.result.to_json())
        self.tell_news(base, events)

    # -- writing -----------------------------------------------------------------------------------

    async def write(
        self,
        draft_of: Callable[[Match], Draft | None],
        seat: str | None = None,
        version: int | None = None,
        client: str | None = None,
    ) -> int | None:
        """Write what is drafted and let it happen; the version after it. A client's action that is
        written already is not written again: the version it made is given again. None if there was
        nothing to write. Once begun it is done, also if whoever asked for it is gone."""
        work = self._write(draft_of, seat, version, client)
        return await asyncio.shield(asyncio.ensure_future(work))

    async def _write(
        self,
        draft_of: Callable[[Match], Draft | None],
        seat: str | None,
        version: int | None,
        client: str | None,
    ) -> int | None:
        async with self.lock:
            if version is not None and version > self.playing().version:
                # Seen at another process, whose word has not come yet.
                await self._caught_up()
            for _ in range(TRIES):
                if client is not None and client in self.clients:
                    return self.clients[client]
                match = self.playing()
                if version is not None and self.is_stale(seat, version):
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
        if match.draft_due(now()) is not None:
            await self.beaten()
        return match.draft_due(now())

    def playing(self) -> Match:
        if self.match is None:
            raise Refusal("not-your-turn", self.stuck or "the match has not begun yet")
        return self.match

    async def _written(self, match: Match, draft: Draft, client: str | None) -> int:
        at = now()
        result = match.result_after(draft)
        clock = match.clock_after(draft, at)
        stage = self.row.stage if result is None else "over"
        outcome = None if result is None else result.to_json()
        due = self._due(match, draft, at, clock.due(match.pauses))
        rows = [
            LineRow(line.n, line.to_json(), at, client if index == 0 else None)
            for index, line in enumerate(draft.lines)
        ]
        await self.storage.append(self.row.id, rows, Change(at, due, stage, outcome))
        base = match.version
        events = match.accept(draft, at)
        for row, line in zip(rows, draft.lines, strict=True):
            self._noted(line, at, row.client)
        self.row = replace(self.row, stage=stage, result=outcome, touched=at, due=due)
        self.used = at
        self.tell_news(base, events)
        self.after_change(self)
        return match.version

    def _due(self, match: Match, draft: Draft, at: int, clock: int | None) -> int | None:
        """When the server has to look at this match again by itself."""
        if match.result_after(draft) is not None:
            return None
        pending = match.game.pending(draft.moments[-1].state)
        if isinstance(pending, Decide) and any(self.is_bot(seat) for seat in pending.seats):
            return at
        return clock

    def is_bot(self, seat: str) -> bool:
        return self.seats[seat].kind == "bot"

    def is_stale(self, seat: str | None, version: int) -> bool:
        """Whether what a client saw is too old to act on. Where several seats may act at once,
        others' choices do not make it so."""
        match = self.playing()
        if version == match.version:
            return False
        if not 0 <= version < match.version:
            return True
        changed = False
        for n in range(version, match.version):
            line = match.moments[n + 1].line
            if match.moments[n + 1].state is match.moments[n].state:
                continue  # somebody asked something; the table is as it was
            changed = True
            pending = match.game.pending(match.moments[n].state)
            both = isinstance(pending, Decide) and seat in pending.seats
            if not (both and isinstance(line, Chose) and line.seat not in (seat, None)):
                return True
        return changed and seat not in match.deciders()

    # -- telling -----------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        return game_by_id(self.row.game)

    def record(self) -> Record:
        match = self.playing()
        record = match.record()
        over = self.row.stage == "over"
        dice = dicing.told(self.row, self.seats, over)
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
            "seats": seats,
            "dice": dicing.told(self.row, self.seats, over),
            "clock": self.row.setup.get("clock"),
            "version": 0 if self.match is None else self.match.version,
            "result": self.row.result,
            "created": self.row.created,
            "touched": self.row.touched,
            "stuck": self.stuck,
            **self.waits.to_json(),
        }

    def _seat(self, seat: SeatRow) -> dict[str, Any]:
        here = any(seat.seat in watcher.seats for watcher in self.watchers)
        return {
            "seat": seat.seat,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "taken": seat.token is not None or seat.kind == "bot",
            "here": here or seat.kind == "bot",
        }

    def shown(self) -> dict[str, Any]:
        """What everybody may see of the game itself."""
        match = self.match
        if match is None:
            return {"version": 0, "state": None}
        conduct = match.moments[-1].conduct
        pending = match.pending
        result = pending.outcome if isinstance(pending, Over) else None
        return {
            "version": match.version,
            "state": match.game.view(match.state, None),
            "pending": pending.to_json(),
            "question": match.game.question(match.state) if result is None else result.sentence(),
            "result": None if result is None else result.to_json(),
            "conduct": {
                "draw": list(conduct.draw),
                "back": conduct.back,
                "asked": list(conduct.asked),
                "left": list(conduct.left),
            },
            "clock": match.clock.to_json(now(), match.pauses),
        }

    def tell_news(self, base: int, events: tuple[Event, ...]) -> None:
        """Tell everybody what has happened since a version."""
        if not self.watchers:
            return
        match = self.playing()
        lines = [moment.line.to_json() for moment in match.moments[base + 1 :] if moment.line]
        told = [{**event.to_json(), "text": str(event)} for event in events]
        news: dict[str, Any] = {"type": "news", "from": base, "lines": lines, "events": told}
        if self.row.stage == "over":
            news["dice"] = dicing.told(self.row, self.seats, True)
        self.send(dumps({**news, **self.shown()}))

    def tell_all(self) -> None:
        """Tell everybody how things stand, for what is no line of the record."""
        if self.watchers:
            self.send(dumps({"type": "table", **self.about(), **self.shown()}))

    def tell_presence(self) -> None:
        if self.watchers:
            seats = [self._seat(seat) for seat in self.seats.values()]
            watching = sum(not watcher.seats for watcher in self.watchers)
            here = {"seats": seats, "watching": watching, **self.waits.to_json()}
            self.send(dumps({"type": "presence", **here}))

    def send(self, text: str) -> None:
        for watcher in tuple(self.watchers):
            watcher.send(text)

    def roller(self) -> str | None:
        """The seat whose dice have to be typed in now."""
        pending = self.match.pending if self.match else None
        return pending.seat if isinstance(pending, Roll) else None

    def missed(self, version: int) -> Mapping[str, Any]:
        """What happened since a version somebody has seen."""
        match = self.match
        if match is None or not 0 <= version <= match.version:
            return {"from": 0, "lines": [], "events": []}
        moments = match.moments[version + 1 :]
        return {
            "from": version,
            "lines": [moment.line.to_json() for moment in moments if moment.line],
            "events": [
                {**event.to_json(), "text": str(event)}
                for moment in moments
                for event in moment.events
            ],
        }


async def _nothing() -> None:
    return
