"""One file, for one server and whoever looks after it."""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

from outrider.server.storage.base import (
    Change,
    Conflict,
    LineRow,
    MatchRow,
    Missing,
    Origin,
    SeatRow,
    Stage,
    StorageError,
    Summary,
)
from outrider.server.storage.feed import Feed, Feeds
from outrider.server.storage.migrating import Migration, ahead, migrations, statements
from outrider.server.storage.moving import Incoming, Rest
from outrider.server.storage.rows import (
    MATCH,
    MATCHES,
    ORIGIN,
    SEAT,
    STAGES,
    TERMS,
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
from outrider.server.storage.sqlite_campaigns import SqliteCampaigns
from outrider.server.storage.sqlite_designs import SqliteDesigns
from outrider.server.storage.sqlite_incoming import SqliteIncoming, insert, rest_of, totals_of
from outrider.server.storage.sqlite_people import SqlitePeople
from outrider.server.storage.sqlite_threads import PATIENCE, Append, Readers, Writer, connected

BATCH = 200
LARGEST_CHECKED = 64 * 1024 * 1024
"""A file up to this size is read through for damage on opening; in a larger one, damage shows when
somebody reads what is damaged."""

PROBED = 512 * 1024
"""Bytes for which there has to be room."""

_SEAT = ", ".join(SEAT)
_UNCHANGED = " AND ".join(f"{column} IS ?" for column in SEAT)
_TAKE = f"UPDATE seats SET {', '.join(f'{column} = ?' for column in SEAT)} WHERE {_UNCHANGED}"
_SEATS_OF = f"SELECT {_SEAT} FROM seats WHERE match IN (%s) ORDER BY match, place"
_MATCHES = f"SELECT {MATCHES} FROM matches m JOIN terms t ON t.match = m.id"
_SUMMARIES = (
    f"SELECT {MATCHES}, (SELECT count(*) FROM lines WHERE match = m.id)"
    " FROM matches m JOIN terms t ON t.match = m.id"
)


class SqliteStorage(SqlitePeople, SqliteDesigns, SqliteCampaigns):
    """Matches in an SQLite file."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path).absolute()
        self.url = f"sqlite:///{self.path}"
        self._feeds = Feeds()
        self._writer: Writer | None = None
        self._readers: Readers | None = None

    def __repr__(self) -> str:
        return f"SqliteStorage({self.url!r})"

    async def open(self) -> None:
        await asyncio.to_thread(prepare, self.path, migrations("sqlite"))
        self._feeds = Feeds()
        try:
            self._readers = Readers(self.path)
            self._writer = Writer(self.path, self._feeds)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"{self.path}: {error}") from error

    async def close(self) -> None:
        if self._writer is not None and self._readers is not None:
            await self._writer.close()
            await self._readers.close()
            self._feeds.end()

    async def probe(self) -> None:
        await asyncio.to_thread(room_in, self.path.parent)

    # -- matches -----------------------------------------------------------------------------------

    async def create(
        self, match: MatchRow, seats: Sequence[SeatRow], origin: Origin | None = None
    ) -> None:
        values, terms = match_values(match), terms_values(match)
        rows = placed(match.id, seats)

        def work(db: sqlite3.Connection) -> None:
            insert(db, "matches", MATCH, [values])
            insert(db, "terms", TERMS, [terms])
            insert(db, "seats", ["place", *SEAT], rows)
            if origin is not None:
                insert(db, "origins", ORIGIN, [(match.id, origin.address, origin.bytes)])

        await self._write.do(work, [match.id])

    async def match(self, id: str) -> MatchRow:
        rows = await self._all(f"{_MATCHES} WHERE m.id = ?", id)
        if not rows:
            raise Missing(id)
        return match_row(rows[0])

    async def seats(self, id: str) -> tuple[SeatRow, ...]:
        def work(db: sqlite3.Connection) -> tuple[SeatRow, ...]:
            _there(db, id)
            return tuple(seat_row(row) for row in db.execute(_SEATS_OF % "?", (id,)))

        return await self._read.do(work)

    async def take_seat(self, before: SeatRow, after: SeatRow) -> None:
        same_seat(before, after)
        values = seat_values(after) + seat_values(before)

        def work(db: sqlite3.Connection) -> None:
            if not db.execute(_TAKE, values).rowcount:
                _there(db, before.match)
                raise Conflict("the seat is no longer as it was")

        await self._write.do(work, [before.match])

    async def set_stage(
        self,
        id: str,
        before: Stage,
        after: Stage,
        touched: int,
        header: dict[str, Any] | None = None,
    ) -> None:
        text = json_text(header)

        def work(db: sqlite3.Connection) -> None:
            if not db.execute(
                "UPDATE matches SET stage = ?, touched = ? WHERE id = ? AND stage = ?",
                (after, touched, id, before),
            ).rowcount:
                _there(db, id)
                raise Conflict(f"the match is no longer {before}")
            if text is not None:
                db.execute("UPDATE terms SET header = ? WHERE match = ?", (text, id))

        await self._write.do(work, [id])

    async def delete(self, id: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            if not db.execute("DELETE FROM matches WHERE id = ?", (id,)).rowcount:
                raise Missing(id)

        await self._write.do(work, [id])

    # -- the log -----------------------------------------------------------------------------------

    def append(self, id: str, lines: Sequence[LineRow], change: Change) -> asyncio.Future[None]:
        changed = (change.touched, change.due, change.stage, json_text(change.result))
        return self._write.append(Append(id, [line_values(id, line) for line in lines], changed))

    async def lines(self, id: str, after: int = 0) -> tuple[LineRow, ...]:
        rows = await self._all(
            "SELECT n, line, at, client FROM lines WHERE match = ? AND n > ? ORDER BY n", id, after
        )
        return tuple(line_row(row) for row in rows)

    async def count_lines(self, id: str) -> int:
        rows = await self._all("SELECT coalesce(max(n), 0) FROM lines WHERE match = ?", id)
        return int(rows[0][0])

    # -- lists -------------------------------------------------------------------------------------

    async def open_matches(self, limit: int) -> tuple[Summary, ...]:
        return await self._summaries(
            f"{_SUMMARIES} WHERE m.listed = 1 AND m.stage = 'open' AND EXISTS"
            " (SELECT 1 FROM seats WHERE match = m.id AND kind = 'link'"
            " AND token IS NULL AND who IS NULL) ORDER BY m.created DESC, m.id LIMIT ?",
            max(limit, 0),
        )

    async def matches_of(self, who: str, limit: int) -> tuple[Summary, ...]:
        return await self._summaries(
            f"{_SUMMARIES} WHERE m.id IN (SELECT id FROM matches WHERE host = ?"
            " UNION SELECT match FROM seats WHERE who = ?"
            " EXCEPT SELECT match FROM hidden WHERE who = ?)"
            " ORDER BY max(m.touched, m.created) DESC, m.id LIMIT ?",
            *(who, who, who, max(limit, 0)),
        )

    async def due_before(self, when: int, limit: int) -> tuple[tuple[str, int], ...]:
        rows = await self._all(
            "SELECT id, due FROM matches WHERE due IS NOT NULL AND due <= ?"
            " ORDER BY due, id LIMIT ?",
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
                f"{_SUMMARIES} WHERE m.id > ? ORDER BY m.id LIMIT ?", last, BATCH
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
        def work(db: sqlite3.Connection) -> bool:
            done = db.execute(
                "INSERT INTO leases (match, process, until) SELECT id, ?, ? FROM matches"
                " WHERE id = ? ON CONFLICT (match) DO UPDATE"
                " SET process = excluded.process, until = excluded.until"
                " WHERE leases.process = excluded.process OR leases.until <= ?",
                (process, until, id, now),
            )
            return done.rowcount > 0

        return await self._write.do(work)

    async def release(self, process: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM leases WHERE process = ?", (process,))

        await self._write.do(work)

    # -- time --------------------------------------------------------------------------------------

    async def beat(self, now: int, gap: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            (last,) = db.execute("SELECT last FROM beats").fetchone()
            if last is not None and now - last > gap:
                db.execute("INSERT INTO downs (since, until) VALUES (?, ?)", (last, now))
            db.execute("UPDATE beats SET last = ?", (latest_beat(last, now, gap),))

        await self._write.do(work)

    async def down(self, since: int) -> tuple[tuple[int, int], ...]:
        rows = await self._all(
            "SELECT since, until FROM downs WHERE until > ? ORDER BY since, until", since
        )
        return tuple((begun, ended) for begun, ended in rows)

    # -- secrets -----------------------------------------------------------------------------------

    async def kept(self, name: str, fresh: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            db.execute("INSERT OR IGNORE INTO kept (name, value) VALUES (?, ?)", (name, fresh))
            value: str
            (value,) = db.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
            return value

        return await self._write.do(work)

    # -- moving ------------------------------------------------------------------------------------

    async def totals(self) -> dict[str, int]:
        return await self._read.do(totals_of)

    async def rest(self) -> Rest:
        return await self._read.do(rest_of)

    def incoming(self) -> AbstractAsyncContextManager[Incoming]:
        return SqliteIncoming(self.path)

    # -- how ---------------------------------------------------------------------------------------

    @property
    def _write(self) -> Writer:
        if self._writer is None:
            raise StorageError(f"{self.path} is not open")
        return self._writer

    @property
    def _read(self) -> Readers:
        if self._readers is None:
            raise StorageError(f"{self.path} is not open")
        return self._readers

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return await self._read.do(lambda db: db.execute(sql, values).fetchall())

    async def _summaries(self, sql: str, *values: Any) -> tuple[Summary, ...]:
        def work(db: sqlite3.Connection) -> tuple[Summary, ...]:
            rows = db.execute(sql, values).fetchall()
            marks = ", ".join("?" * len(rows))
            seats = db.execute(_SEATS_OF % marks, [row[0] for row in rows])
            return summaries(rows, seats_by_match(seats))

        return await self._read.do(work)


def _there(db: sqlite3.Connection, id: str) -> None:
    if db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone() is None:
        raise Missing(id)


def room_in(folder: Path) -> None:
    """Write as much as a long match takes beside the file, and take it away again."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(os.urandom(PROBED))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"{folder}: {error.strerror}") from error


# -- opening ---------------------------------------------------------------------------------------


def prepare(path: Path, known: tuple[Migration, ...]) -> None:
    """Make the file if there is none, look whether it is sound, and bring its schema up to date."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # There are secrets in it; what SQLite makes beside it gets the same rights.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = connected(path)
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise _why(path, error) from error
    try:
        _use_wal(db)
        _check(db, path)
        while _step(db, path, known):
            pass
    except sqlite3.Error as error:
        raise _why(path, error) from error
    finally:
        db.close()


def _why(path: Path, error: sqlite3.Error) -> StorageError:
    """What is wrong. That there is no room, SQLite calls an error of the disk."""
    try:
        room_in(path.parent)
    except StorageError as full:
        return full
    return StorageError(f"{path}: {error}")


def _use_wal(db: sqlite3.Connection) -> None:
    """Stays so for ever. SQLite does not wait for others here, so several that start at once try
    until it is done."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if db.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",):
                return
            raise sqlite3.OperationalError("the file cannot be used with a write-ahead log")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _check(db: sqlite3.Connection, path: Path) -> None:
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if tables and "schema_version" not in tables:
        raise StorageError(f"{path} is a database of some other program")
    if path.stat().st_size <= LARGEST_CHECKED:
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StorageError(f"{path} is damaged ({' '.join(found.split())}): restore a backup")


def _step(db: sqlite3.Connection, path: Path, known: tuple[Migration, ...]) -> bool:
    """Apply the next migration, if there is one. Whoever else starts now waits for it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(
            "CREATE TABLE IF NOT EXISTS schema_version"
            " (version INTEGER PRIMARY KEY, name TEXT NOT NULL)"
        )
        (version,) = db.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
        lacking = ahead(str(path), version, known)
        if lacking:
            for statement in statements(lacking[0].sql):
                db.execute(statement)
            row = (lacking[0].version, lacking[0].name)
            db.execute("INSERT INTO schema_version (version, name) VALUES (?, ?)", row)
        db.execute("COMMIT")
        return len(lacking) > 1
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
