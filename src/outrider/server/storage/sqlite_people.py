"""Who is here, who has hidden what, and where matches came from, in an SQLite file."""

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from outrider.server.storage.base import Missing, Place, Stage
from outrider.server.storage.campaigns import UNDER_WAY
from outrider.server.storage.sqlite_threads import Writer

OLD = f"max(touched, created) < ? AND stage IN (%s) AND NOT {UNDER_WAY}"
HIDDEN = f"""
NOT {UNDER_WAY} AND stage IN ('over', 'archived') AND EXISTS
    (SELECT 1 FROM hidden WHERE match = matches.id AND who = host AND at < ?)
AND NOT EXISTS (
    SELECT 1 FROM seats WHERE match = matches.id AND who IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM hidden WHERE match = matches.id AND who = seats.who AND at < ?)
)
"""
"""Whoever made it and all who sat in it have hidden it."""


class SqlitePeople:
    """What an SqliteStorage knows of people."""

    @property
    def _write(self) -> Writer:
        raise NotImplementedError

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    # -- who is here -------------------------------------------------------------------------------

    async def attend(self, process: str, there: Mapping[Place, int], whole: bool) -> bool:
        come = [(process, *place, count) for place, count in there.items() if count]
        gone = [(process, *place) for place, count in there.items() if not count]
        anew = secrets.randbits(40)  # unlike any that was seen before

        def work(db: sqlite3.Connection) -> bool:
            if whole:
                db.execute("DELETE FROM processes WHERE process = ?", (process,))
                db.execute("INSERT INTO processes VALUES (?, 0, ?)", (process, anew))
            elif not db.execute(
                "UPDATE processes SET beats = beats + 1, changes = changes + ? WHERE process = ?",
                (bool(there), process),
            ).rowcount:
                return False
            db.executemany(
                "INSERT INTO presence (process, match, seat, count) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (process, match, seat) DO UPDATE SET count = excluded.count",
                come,
            )
            db.executemany(
                "DELETE FROM presence WHERE process = ? AND match = ? AND seat = ?", gone
            )
            return True

        return await self._write.do(work)

    async def processes(self) -> dict[str, tuple[int, int]]:
        rows = await self._all("SELECT process, beats, changes FROM processes")
        return {process: (beats, changes) for process, beats, changes in rows}

    async def present(self, process: str) -> dict[Place, int]:
        rows = await self._all("SELECT match, seat, count FROM presence WHERE process = ?", process)
        return {(match, seat): count for match, seat, count in rows}

    async def leave(self, process: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM processes WHERE process = ?", (process,))

        await self._write.do(work)

    # -- whose it is -------------------------------------------------------------------------------

    async def hide(self, id: str, who: str, at: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            there = db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone()
            if there is None:
                raise Missing(id)
            db.execute(
                "INSERT INTO hidden (match, who, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (id, who, at),
            )

        await self._write.do(work)

    async def show(self, id: str, who: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM hidden WHERE match = ? AND who = ?", (id, who))

        await self._write.do(work)

    async def kept_from(self, origin: str) -> tuple[int, int]:
        rows = await self._all(
            "SELECT count(*), coalesce(sum(bytes), 0) FROM origins WHERE origin = ?", origin
        )
        return int(rows[0][0]), int(rows[0][1])

    async def kept_in_all(self) -> tuple[int, int]:
        rows = await self._all(
            "SELECT (SELECT count(*) FROM matches), (SELECT coalesce(sum(bytes), 0) FROM origins)"
        )
        return int(rows[0][0]), int(rows[0][1])

    # -- what is old -------------------------------------------------------------------------------

    async def old(self, before: int, stages: Sequence[Stage]) -> int:
        marks = ", ".join("?" * len(stages))
        sql = f"SELECT count(*) FROM matches WHERE {OLD % marks}"
        return int((await self._all(sql, before, *stages))[0][0])

    async def all_hidden(self, before: int) -> int:
        sql = f"SELECT count(*) FROM matches WHERE {HIDDEN}"
        return int((await self._all(sql, before, before))[0][0])

    async def prune(self, before: int, stages: Sequence[Stage], limit: int | None = None) -> int:
        marks = ", ".join("?" * len(stages))
        return await self._pruned(OLD % marks, (before, *stages), limit)

    async def prune_hidden(self, before: int, limit: int | None = None) -> int:
        return await self._pruned(HIDDEN, (before, before), limit)

    async def _pruned(self, which: str, values: Sequence[Any], limit: int | None) -> int:
        told: list[str] = []

        def work(db: sqlite3.Connection) -> int:
            gone = db.execute(
                f"DELETE FROM matches WHERE id IN (SELECT id FROM matches WHERE {which} LIMIT ?)"
                " RETURNING id",
                (*values, -1 if limit is None else limit),
            ).fetchall()
            told[:] = [id for (id,) in gone]
            return len(gone)

        return await self._write.do(work, told)
