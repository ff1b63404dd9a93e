"""A PostgreSQL database, for any number of servers at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

from outrider.server.storage.base import (
    Change,
    Conflict,
    LineRow,
    MatchRow,
    Missing,
    Origin,
    SeatRow,
    Stage,
    Summary,
)
from outrider.server.storage.feed import Feed, Feeds
from outrider.server.storage.migrating import Migration, ahead, migrations
from outrider.server.storage.moving import Incoming, Rest
from outrider.server.storage.postgres_appends import Appender
from outrider.server.storage.postgres_campaigns import PostgresCampaigns
from outrider.server.storage.postgres_designs import PostgresDesigns
from outrider.server.storage.postgres_incoming import PostgresIncoming, rest_of, totals_of
from outrider.server.storage.postgres_links import (
    CHANNEL,
    LOST,
    Links,
    Listener,
    connection,
    understood,
    without_password,
)
from outrider.server.storage.postgres_people import PostgresPeople
from outrider.server.storage.rows import (
    MATCH,
    MATCHES,
    ORIGIN,
    SEAT,
    STAGES,
    json_text,
    latest_beat,
    line_row,
    line_values,
    match_row,
    match_values,
    placed,
    same_seat,
    seat_row,
    seat_values,
    seats_by_match,
    summaries,
    terms_values,
)

if TYPE_CHECKING:
    from outrider.server.storage.postgres_links import Alone, Link

BATCH = 200
LOCK = 0x6F757472
"""The advisory lock under which a schema is changed."""


def _marks(first: int, count: int) -> str:
    return ", ".join(f"${k}" for k in range(first, first + count))


_SEAT = ", ".join(SEAT)
_CREATE = f"INSERT INTO matches ({', '.join(MATCH)}) VALUES ({_marks(1, len(MATCH))})"
_SIT = f"INSERT INTO seats (place, {_SEAT}) VALUES ({_marks(1, len(SEAT) + 1)})"
_TAKE = (
    f"UPDATE seats SET ({_SEAT}) = ROW ({_marks(1, len(SEAT))}) WHERE "
    + " AND ".join(
        f"{column} IS NOT DISTINCT FROM ${k}" for k, column in enumerate(SEAT, len(SEAT) + 1)
    )
    + f" RETURNING pg_notify('{CHANNEL}', match)"
)
_COME = f"INSERT INTO origins ({', '.join(ORIGIN)}) VALUES ({_marks(1, len(ORIGIN))})"
_SEATS_OF = f"SELECT {_SEAT} FROM seats WHERE match = ANY ($1::text[]) ORDER BY match, place"
_MATCHES = f"SELECT {MATCHES} FROM matches m JOIN terms t ON t.match = m.id"
_SUMMARIES = (
    f"SELECT {MATCHES}, (SELECT count(*) FROM lines WHERE match = m.id)"
    " FROM matches m JOIN terms t ON t.match = m.id"
)


class PostgresStorage(PostgresPeople, PostgresDesigns, PostgresCampaigns):
    """Matches in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._address = url
        self.url = without_password(url)
        self._links = Links(url)
        self._appender = Appender(self._links)
        self._feeds = Feeds()
        self._listener = Listener(url, self._told)

    def __repr__(self) -> str:
        return f"PostgresStorage({self.url!r})"

    async def open(self) -> None:
        try:
            await prepare(self._address, migrations("postgres"))
            await self._links.open()
            await self._listener.open()
        except Exception as error:
            await self.close()
            meant = understood(error, self.url)
            if meant is error:
                raise
            raise meant from None

    async def close(self) -> None:
        await self._appender.close()
        await self._listener.close()
        await self._links.close()
        self._feeds.end()

    async def probe(self) -> None:
        """The disk is another machine's: that it takes what is written, every beat shows."""
        await self._all("SELECT 1")

    # -- matches -----------------------------------------------------------------------------------

    async def create(
        self, match: MatchRow, seats: Sequence[SeatRow], origin: Origin | None = None
    ) -> None:
        values, terms = match_values(match), terms_values(match)
        rows = placed(match.id, seats)

        async def work(link: "Link") -> None:
            async with link.transaction():
                await link.execute(_CREATE, *values)
                await link.execute("INSERT INTO terms VALUES ($1, $2, $3)", *terms)
                await link.executemany(_SIT, rows)
                if origin is not None:
                    came = (match.id, origin.address, origin.bytes)
                    await link.execute(_COME, *came)
                await link.execute("SELECT pg_notify($1, $2)", CHANNEL, match.id)

        async def done(link: "Link") -> None:
            row = await link.fetchrow(f"{_MATCHES} WHERE m.id = $1", match.id)
            if row is None or match_row(tuple(row)) != match:
                raise Conflict("there is another match of that id")

        await self._links.use(work, done)

    async def match(self, id: str) -> MatchRow:
        rows = await self._all(f"{_MATCHES} WHERE m.id = $1", id)
        if not rows:
            raise Missing(id)
        return match_row(rows[0])

    async def seats(self, id: str) -> tuple[SeatRow, ...]:
        rows = await self._all(_SEATS_OF, [id])
        if not rows:
            await self._links.use(lambda link: _there(link, id))
        return tuple(seat_row(row) for row in rows)

    async def take_seat(self, before: SeatRow, after: SeatRow) -> None:
        same_seat(before, after)

        async def work(link: "Link") -> None:
            if not await link.fetch(_TAKE, *seat_values(after), *seat_values(before)):
                await _there(link, before.match)
                raise Conflict("the seat is no longer as it was")

        async def done(link: "Link") -> None:
            rows = await link.fetch(_SEATS_OF, [after.match])
            if after not in [seat_row(tuple(row)) for row in rows]:
                raise Conflict("the seat is no longer as it was")

        await self._links.use(work, done)

    async def set_stage(
        self,
        id: str,
        before: Stage,
        after: Stage,
        touched: int,
        header: dict[str, Any] | None = None,
    ) -> None:
        text = json_text(header)

        async def work(link: "Link") -> None:
            async with link.transaction():
                if not await link.fetch(
                    "UPDATE matches SET stage = $1, touched = $2 WHERE id = $3 AND stage = $4"
                    f" RETURNING pg_notify('{CHANNEL}', id)",
                    *(after, touched, id, before),
                ):
                    await _there(link, id)
                    raise Conflict(f"the match is no longer {before}")
                if text is not None:
                    await link.execute("UPDATE terms SET header = $1 WHERE match = $2", text, id)

        async def done(link: "Link") -> None:
            row = await link.fetchrow("SELECT stage, touched FROM matches WHERE id = $1", id)
            if row is None or tuple(row) != (after, touched):
                raise Conflict(f"the match is no longer {before}")

        await self._links.use(work, done)

    async def delete(self, id: str) -> None:
        async def work(link: "Link") -> None:
            if not await link.fetch(
                f"DELETE FROM matches WHERE id = $1 RETURNING pg_notify('{CHANNEL}', id)", id
            ):
                raise Missing(id)

        async def done(link: "Link") -> None:
            """It is gone, whoever did it."""

        await self._links.use(work, done)

    # -- the log -----------------------------------------------------------------------------------

    def append(self, id: str, lines: Sequence[LineRow], change: Change) -> asyncio.Future[None]:
        changed = (change.touched, change.due, change.stage, json_text(change.result))
        return self._appender.append(id, [line_values(id, line) for line in lines], changed)

    async def lines(self, id: str, after: int = 0) -> tuple[LineRow, ...]:
        rows = await self._all(
            "SELECT n, line, at, client FROM lines WHERE match = $1 AND n > $2 ORDER BY n",
            *(id, after),
        )
        return tuple(line_row(row) for row in rows)

    async def count_lines(self, id: str) -> int:
        rows = await self._all("SELECT coalesce(max(n), 0) FROM lines WHERE match = $1", id)
        return int(rows[0][0])

    # -- lists -------------------------------------------------------------------------------------

    async def open_matches(self, limit: int) -> tuple[Summary, ...]:
        return await self._summaries(
            f"{_SUMMARIES} WHERE m.listed AND m.stage = 'open' AND EXISTS"
            " (SELECT 1 FROM seats WHERE match = m.id AND kind = 'link'"
            " AND token IS NULL AND who IS NULL) ORDER BY m.created DESC, m.id LIMIT $1",
            max(limit, 0),
        )

    async def matches_of(self, who: str, limit: int) -> tuple[Summary, ...]:
        return await self._summaries(
            f"{_SUMMARIES} WHERE m.id IN (SELECT id FROM matches WHERE host = $1"
            " UNION SELECT match FROM seats WHERE who = $1"
            " EXCEPT SELECT match FROM hidden WHERE who = $1)"
            " ORDER BY greatest(m.touched, m.created) DESC, m.id LIMIT $2",
            *(who, max(limit, 0)),
        )

    async def due_before(self, when: int, limit: int) -> tuple[tuple[str, int], ...]:
        rows = await self._all(
            "SELECT id, due FROM matches WHERE due IS NOT NULL AND due <= $1"
            " ORDER BY due, id LIMIT $2",
            *(when, max(limit, 0)),
        )
        return tuple((id, due) for id, due in rows)

    async def counts(self) -> dict[str, int]:
        rows = await self._all("SELECT stage, count(*) FROM matches GROUP BY stage")
        return dict.fromkeys(STAGES, 0) | dict(rows)

    async def every_match(self) -> AsyncIterator[tuple[MatchRow, tuple[SeatRow, ...]]]:
        last = ""
        while True:
            page = await self._summaries(
                f"{_SUMMARIES} WHERE m.id > $1 ORDER BY m.id LIMIT $2", last, BATCH
            )
            for summary in page:
                yield summary.match, summary.seats
            if len(page) < BATCH:
                return
            last = page[-1].match.id

    # -- several processes -------------------------------------------------------------------------

    def changes(self, own: bool = True) -> Feed:
        return self._feeds.new(own)

    async def lease(self, id: str, process: str, until: int, now: int) -> bool:
        try:
            rows = await self._all(
                "INSERT INTO leases (match, process, until) SELECT id, $1, $2 FROM matches"
                " WHERE id = $3 ON CONFLICT (match) DO UPDATE"
                " SET process = excluded.process, until = excluded.until"
                " WHERE leases.process = excluded.process OR leases.until <= $4 RETURNING 1",
                *(process, until, id, now),
            )
        except Missing:
            return False
        return bool(rows)

    async def release(self, process: str) -> None:
        await self._all("DELETE FROM leases WHERE process = $1", process)

    # -- time --------------------------------------------------------------------------------------

    async def beat(self, now: int, gap: int) -> None:
        async def work(link: "Link") -> None:
            async with link.transaction():
                last = await link.fetchval("SELECT last FROM beats FOR UPDATE")
                if last is not None and now - last > gap:
                    await link.execute("INSERT INTO downs VALUES ($1, $2)", last, now)
                await link.execute("UPDATE beats SET last = $1", latest_beat(last, now, gap))

        await self._links.use(work)

    async def down(self, since: int) -> tuple[tuple[int, int], ...]:
        rows = await self._all(
            "SELECT since, until FROM downs WHERE until > $1 ORDER BY since, until", since
        )
        return tuple((begun, ended) for begun, ended in rows)

    # -- secrets -----------------------------------------------------------------------------------

    async def kept(self, name: str, fresh: str) -> str:
        async def work(link: "Link") -> str:
            found = "SELECT value FROM kept WHERE name = $1"
            value: str | None = await link.fetchval(found, name)
            if value is None:
                await link.execute(
                    "INSERT INTO kept VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh
                )
                value = await link.fetchval(found, name)
            assert value is not None
            return value

        return await self._links.use(work)

    # -- moving ------------------------------------------------------------------------------------

    async def totals(self) -> dict[str, int]:
        return await self._links.use(totals_of)

    async def rest(self) -> Rest:
        return await self._links.use(rest_of)

    def incoming(self) -> AbstractAsyncContextManager[Incoming]:
        return PostgresIncoming(self._links.acquire(), self.url)

    # -- how ---------------------------------------------------------------------------------------

    def _told(self, told: list[str]) -> None:
        """Of an append it is also said which process did it."""
        for each in told:
            id, _, process = each.partition(" ")
            self._feeds.tell([id], own=process == self._appender.process)

    async def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """For one statement that may as well be done twice."""
        return [tuple(row) for row in await self._links.use(lambda link: link.fetch(sql, *values))]

    async def _summaries(self, sql: str, *values: Any) -> tuple[Summary, ...]:
        async def work(link: "Link") -> tuple[Summary, ...]:
            async with link.transaction(isolation="repeatable_read", readonly=True):
                rows = [tuple(row) for row in await link.fetch(sql, *values)]
                seats = await link.fetch(_SEATS_OF, [row[0] for row in rows])
            return summaries(rows, seats_by_match([tuple(row) for row in seats]))

        return await self._links.use(work)


async def _there(link: "Link", id: str) -> None:
    if await link.fetchval("SELECT 1 FROM matches WHERE id = $1", id) is None:
        raise Missing(id)


# -- opening ---------------------------------------------------------------------------------------


async def prepare(url: str, known: tuple[Migration, ...]) -> None:
    """Bring the schema up to date."""
    link = await connection(url)
    try:
        while await _step(link, without_password(url), known):
            pass
    finally:
        try:
            await link.close(timeout=5)
        except LOST:
            link.terminate()


async def _step(link: "Alone", place: str, known: tuple[Migration, ...]) -> bool:
    """Apply the next migration, if there is one. Whoever else starts now waits for it."""
    async with link.transaction():
        await link.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await link.execute("SET LOCAL client_min_messages = warning")
        await link.execute(
            "CREATE TABLE IF NOT EXISTS schema_version"
            " (version integer PRIMARY KEY, name text NOT NULL)"
        )
        version = await link.fetchval("SELECT coalesce(max(version), 0) FROM schema_version")
        lacking = ahead(place, version, known)
        if lacking:
            await link.execute(lacking[0].sql)
            row = (lacking[0].version, lacking[0].name)
            await link.execute("INSERT INTO schema_version VALUES ($1, $2)", *row)
        return len(lacking) > 1
