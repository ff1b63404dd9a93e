"""Shared tables and scenarios, in an SQLite file."""

import sqlite3
from typing import Any, Literal

from outrider.server.storage.base import Missing
from outrider.server.storage.designs import DESIGN, MOST_GONE, TOLD, DesignRow, design_row
from outrider.server.storage.sqlite_threads import Writer

COLUMNS = ", ".join(DESIGN)
MARKS = ", ".join("?" * len(DESIGN))
SHELVED = "listed AND NOT hidden AND gone IS NULL"


class SqliteDesigns:
    """What an SqliteStorage knows of them."""

    @property
    def _write(self) -> Writer:
        raise NotImplementedError

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def put_design(self, design: DesignRow) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(f"INSERT INTO designs ({COLUMNS}) VALUES ({MARKS})", design.values())

        await self._write.do(work)

    async def design(self, id: str) -> DesignRow:
        rows = await self._all(f"SELECT {COLUMNS} FROM designs WHERE id = ?", id)
        if not rows:
            raise Missing(id)
        return design_row(rows[0])

    async def designs(
        self, game: str | None, limit: int, before: tuple[int, str] | None = None
    ) -> tuple[DesignRow, ...]:
        rows = await self._all(
            f"SELECT {TOLD} FROM designs WHERE {SHELVED} AND (? IS NULL OR game = ?)"
            " AND (? IS NULL OR (created, id) < (?, ?)) ORDER BY created DESC, id DESC LIMIT ?",
            *(game, game, *(before or (None, None))[:1], *(before or (None, None)), limit),
        )
        return tuple(design_row(row) for row in rows)

    async def designs_of(self, who: str, limit: int) -> tuple[DesignRow, ...]:
        rows = await self._all(
            f"SELECT {TOLD} FROM designs WHERE who = ? AND gone IS NULL"
            " ORDER BY created DESC, id DESC LIMIT ?",
            *(who, limit),
        )
        return tuple(design_row(row) for row in rows)

    async def all_designs(self, after: str, limit: int) -> tuple[DesignRow, ...]:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM designs WHERE id > ? ORDER BY id LIMIT ?", after, limit
        )
        return tuple(design_row(row) for row in rows)

    async def hide_design(self, id: str, hidden: bool) -> None:
        def work(db: sqlite3.Connection) -> None:
            if not db.execute("UPDATE designs SET hidden = ? WHERE id = ?", (hidden, id)).rowcount:
                raise Missing(id)

        await self._write.do(work)

    async def drop_design(self, id: str, by: Literal["author", "host"]) -> None:
        sql = "UPDATE designs SET gone = ?, body = NULL, bytes = 0, title = '', author = ''"
        of = (
            "FROM designs WHERE gone IS NOT NULL"
            " AND origin = (SELECT origin FROM designs WHERE id = ?)"
        )

        def work(db: sqlite3.Connection) -> None:
            if not db.execute(f"{sql} WHERE id = ? AND gone IS NULL", (by, id)).rowcount:
                raise Missing(id)
            kept = f"SELECT id {of} ORDER BY created DESC, id DESC LIMIT ?"
            db.execute(f"DELETE {of} AND id NOT IN ({kept})", (id, id, MOST_GONE))

        await self._write.do(work)

    async def designs_kept(self, origin: str | None) -> tuple[int, int]:
        sql = "SELECT count(*), coalesce(sum(bytes), 0) FROM designs WHERE gone IS NULL"
        some = f"{sql} AND origin = ?"
        rows = await (self._all(sql) if origin is None else self._all(some, origin))
        return int(rows[0][0]), int(rows[0][1])
