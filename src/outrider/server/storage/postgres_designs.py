"""Shared tables and scenarios, in PostgreSQL."""

from typing import TYPE_CHECKING, Any, Literal

from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.designs import DESIGN, MOST_GONE, TOLD, DesignRow, design_row
from outrider.server.storage.postgres_links import Links

if TYPE_CHECKING:
    from outrider.server.storage.postgres_links import Link

COLUMNS = ", ".join(DESIGN)
MARKS = ", ".join(f"${n}" for n in range(1, len(DESIGN) + 1))
SHELVED = "listed AND NOT hidden AND gone IS NULL"


class PostgresDesigns:
    """What a PostgresStorage knows of them."""

    _links: Links

    async def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    async def put_design(self, design: DesignRow) -> None:
        async def work(link: "Link") -> None:
            sql = f"INSERT INTO designs ({COLUMNS}) VALUES ({MARKS})"
            await link.execute(sql, *design.values())

        async def done(link: "Link") -> None:
            sql = f"SELECT {COLUMNS} FROM designs WHERE id = $1"
            row = await link.fetchrow(sql, design.id)
            if row is None or design_row(tuple(row)) != design:
                raise Conflict("there is another of that id")

        await self._links.use(work, done)

    async def design(self, id: str) -> DesignRow:
        rows = await self._all(f"SELECT {COLUMNS} FROM designs WHERE id = $1", id)
        if not rows:
            raise Missing(id)
        return design_row(rows[0])

    async def designs(
        self, game: str | None, limit: int, before: tuple[int, str] | None = None
    ) -> tuple[DesignRow, ...]:
        when, id = before or (None, None)
        rows = await self._all(
            f"SELECT {TOLD} FROM designs WHERE {SHELVED} AND ($1::text IS NULL OR game = $1)"
            ' AND ($2::bigint IS NULL OR (created, id COLLATE "C") < ($2, $3::text COLLATE "C"))'
            ' ORDER BY created DESC, id COLLATE "C" DESC LIMIT $4',
            *(game, when, id, limit),
        )
        return tuple(design_row(row) for row in rows)

    async def designs_of(self, who: str, limit: int) -> tuple[DesignRow, ...]:
        rows = await self._all(
            f"SELECT {TOLD} FROM designs WHERE who = $1 AND gone IS NULL"
            ' ORDER BY created DESC, id COLLATE "C" DESC LIMIT $2',
            *(who, limit),
        )
        return tuple(design_row(row) for row in rows)

    async def all_designs(self, after: str, limit: int) -> tuple[DesignRow, ...]:
        rows = await self._all(
            f'SELECT {COLUMNS} FROM designs WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C"'
            " LIMIT $2",
            *(after, limit),
        )
        return tuple(design_row(row) for row in rows)

    async def hide_design(self, id: str, hidden: bool) -> None:
        await self._changed("UPDATE designs SET hidden = $1 WHERE id = $2", hidden, id)

    async def drop_design(self, id: str, by: Literal["author", "host"]) -> None:
        sql = "UPDATE designs SET gone = $1, body = NULL, bytes = 0, title = '', author = ''"
        await self._changed(f"{sql} WHERE id = $2 AND gone IS NULL", by, id)
        of = (
            "FROM designs WHERE gone IS NOT NULL"
            " AND origin = (SELECT origin FROM designs WHERE id = $1)"
        )
        kept = f'SELECT id {of} ORDER BY created DESC, id COLLATE "C" DESC LIMIT $2'
        await self._all(f"DELETE {of} AND id NOT IN ({kept}) RETURNING 1", id, MOST_GONE)

    async def _changed(self, sql: str, value: Any, id: str) -> None:
        if not await self._all(f"{sql} RETURNING 1", value, id):
            raise Missing(id)

    async def designs_kept(self, origin: str | None) -> tuple[int, int]:
        rows = await self._all(
            "SELECT count(*), coalesce(sum(bytes), 0) FROM designs"
            " WHERE gone IS NULL AND ($1::text IS NULL OR origin = $1)",
            origin,
        )
        return int(rows[0][0]), int(rows[0][1])
