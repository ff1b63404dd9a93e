"""All of another storage on its way into an SQLite file."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from outrider.server.storage.campaigns import CampaignRow
from outrider.server.storage.designs import DESIGN, DesignRow
from outrider.server.storage.moving import COUNTED, Rest, Whole, refuse_unless_empty
from outrider.server.storage.rows import (
    HIDDEN,
    LINE,
    MATCH,
    ORIGIN,
    SEAT,
    TERMS,
    line_values,
    match_values,
    placed,
    terms_values,
)
from outrider.server.storage.sqlite_campaigns import insert_campaigns
from outrider.server.storage.sqlite_threads import connected, understood

T = TypeVar("T")


def totals_of(db: sqlite3.Connection) -> dict[str, int]:
    return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED}


def rest_of(db: sqlite3.Connection) -> Rest:
    kept = db.execute("SELECT name, value FROM kept ORDER BY name").fetchall()
    downs = db.execute("SELECT since, until FROM downs ORDER BY since, until").fetchall()
    (beat,) = db.execute("SELECT last FROM beats").fetchone()
    hidden, origins = (
        db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {columns[0]}, {columns[1]}")
        for table, columns in (("hidden", HIDDEN), ("origins", ORIGIN))
    )
    return Rest(dict(kept), tuple(downs), beat, tuple(hidden), tuple(origins))


def insert(
    db: sqlite3.Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> None:
    marks = ", ".join("?" * len(columns))
    db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


class SqliteIncoming:
    """One transaction, in a thread and on a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "outrider-incoming")
        self._db: sqlite3.Connection | None = None

    async def __aenter__(self) -> "SqliteIncoming":
        try:
            await self._do(self._begin)
        except BaseException as error:
            await self.__aexit__(type(error), error, None)
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                await self._do(lambda db: db.execute("COMMIT"))
        finally:
            # Whatever was not committed by now is taken back.
            await asyncio.to_thread(self._thread.shutdown)
            if self._db is not None:
                self._db.close()

    async def put(self, batch: Sequence[Whole]) -> None:
        def work(db: sqlite3.Connection) -> None:
            insert(db, "matches", MATCH, [match_values(match) for match, _, _ in batch])
            insert(db, "terms", TERMS, [terms_values(match) for match, _, _ in batch])
            for match, seats, lines in batch:
                insert(db, "seats", ["place", *SEAT], placed(match.id, seats))
                insert(db, "lines", LINE, [line_values(match.id, line) for line in lines])

        await self._do(work)

    async def put_rest(self, rest: Rest) -> None:
        def work(db: sqlite3.Connection) -> None:
            insert(db, "kept", ["name", "value"], list(rest.kept.items()))
            insert(db, "downs", ["since", "until"], rest.downs)
            insert(db, "hidden", HIDDEN, rest.hidden)
            insert(db, "origins", ORIGIN, rest.origins)
            db.execute("UPDATE beats SET last = ?", (rest.beat,))

        await self._do(work)

    async def put_designs(self, designs: Sequence[DesignRow]) -> None:
        rows = [design.values() for design in designs]
        await self._do(lambda db: insert(db, "designs", DESIGN, rows))

    async def put_campaigns(self, rows: Sequence[CampaignRow]) -> None:
        await self._do(lambda db: insert_campaigns(db, rows))

    async def totals(self) -> dict[str, int]:
        return await self._do(totals_of)

    def _begin(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        refuse_unless_empty(f"sqlite:///{self._path}", totals_of(db), rest_of(db).beat)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def inside() -> T:
            try:
                if self._db is None:
                    self._db = connected(self._path)
                return work(self._db)
            except sqlite3.Error as error:
                raise understood(error, str(self._path)) from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, inside)
