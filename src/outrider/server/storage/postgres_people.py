"""Who is here, who has hidden what, and where matches came from, in PostgreSQL."""

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outrider.server.storage.base import Place, Stage
from outrider.server.storage.campaigns import UNDER_WAY
from outrider.server.storage.postgres_links import CHANNEL, Links

if TYPE_CHECKING:
    from outrider.server.storage.postgres_links import Link

MOST_TOLD = 100
"""When more matches than so many go at once, it is said that anything may have changed."""
OLD = "greatest(touched, created) < $1 AND stage = ANY ($2::text[])"
OLD += f" AND NOT {UNDER_WAY}"
HIDDEN = f"""
NOT {UNDER_WAY} AND stage IN ('over', 'archived') AND EXISTS
    (SELECT 1 FROM hidden WHERE match = matches.id AND who = host AND at < $1)
AND NOT EXISTS (
    SELECT 1 FROM seats WHERE match = matches.id AND who IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM hidden WHERE match = matches.id AND who = seats.who AND at < $1)
)
"""
"""Whoever made it and all who sat in it have hidden it."""


class PostgresPeople:
    """What a PostgresStorage knows of people."""

    _links: Links

    async def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    # -- who is here -------------------------------------------------------------------------------

    async def attend(self, process: str, there: Mapping[Place, int], whole: bool) -> bool:
        come = [(process, *place, count) for place, count in there.items() if count]
        gone = [(process, *place) for place, count in there.items() if not count]
        anew = secrets.randbits(40)  # unlike any that was seen before

        async def work(link: "Link") -> bool:
            async with link.transaction():
                # Not worth a wait for the disk: when the database is gone, so are these people.
                await link.execute("SET LOCAL synchronous_commit = off")
                if whole:
                    await link.execute("DELETE FROM processes WHERE process = $1", process)
                    await link.execute("INSERT INTO processes VALUES ($1, 0, $2)", process, anew)
                elif not await link.fetch(
                    "UPDATE processes SET beats = beats + 1, changes = changes + $1"
                    " WHERE process = $2 RETURNING 1",
                    *(int(bool(there)), process),
                ):
                    return False
                await link.executemany(
                    "INSERT INTO presence (process, match, seat, count) VALUES ($1, $2, $3, $4)"
                    " ON CONFLICT (process, match, seat) DO UPDATE SET count = excluded.count",
                    come,
                )
                await link.executemany(
                    "DELETE FROM presence WHERE process = $1 AND match = $2 AND seat = $3", gone
                )
            return True

        return await self._links.use(work)

    async def processes(self) -> dict[str, tuple[int, int]]:
        rows = await self._all("SELECT process, beats, changes FROM processes")
        return {process: (beats, changes) for process, beats, changes in rows}

    async def present(self, process: str) -> dict[Place, int]:
        rows = await self._all(
            "SELECT match, seat, count FROM presence WHERE process = $1", process
        )
        return {(match, seat): count for match, seat, count in rows}

    async def leave(self, process: str) -> None:
        await self._all("DELETE FROM processes WHERE process = $1", process)

    # -- whose it is -------------------------------------------------------------------------------

    async def hide(self, id: str, who: str, at: int) -> None:
        await self._all(
            "INSERT INTO hidden (match, who, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            *(id, who, at),
        )

    async def show(self, id: str, who: str) -> None:
        await self._all("DELETE FROM hidden WHERE match = $1 AND who = $2", id, who)

    async def kept_from(self, origin: str) -> tuple[int, int]:
        rows = await self._all(
            "SELECT count(*), coalesce(sum(bytes), 0) FROM origins WHERE origin = $1", origin
        )
        return int(rows[0][0]), int(rows[0][1])

    async def kept_in_all(self) -> tuple[int, int]:
        rows = await self._all(
            "SELECT (SELECT count(*) FROM matches), (SELECT coalesce(sum(bytes), 0) FROM origins)"
        )
        return int(rows[0][0]), int(rows[0][1])

    # -- what is old -------------------------------------------------------------------------------

    async def old(self, before: int, stages: Sequence[Stage]) -> int:
        sql = f"SELECT count(*) FROM matches WHERE {OLD}"
        return int((await self._all(sql, before, list(stages)))[0][0])

    async def all_hidden(self, before: int) -> int:
        sql = f"SELECT count(*) FROM matches WHERE {HIDDEN}"
        return int((await self._all(sql, before))[0][0])

    async def prune(self, before: int, stages: Sequence[Stage], limit: int | None = None) -> int:
        return await self._pruned(OLD, (before, list(stages)), limit)

    async def prune_hidden(self, before: int, limit: int | None = None) -> int:
        return await self._pruned(HIDDEN, (before,), limit)

    async def _pruned(self, which: str, values: Sequence[Any], limit: int | None) -> int:
        # Said twice: what somebody plays in between is looked at again before it goes.
        sql = (
            f"DELETE FROM matches WHERE {which} AND id IN"
            f" (SELECT id FROM matches WHERE {which} LIMIT ${len(values) + 1}) RETURNING id"
        )

        async def work(link: "Link") -> int:
            async with link.transaction():
                gone = await link.fetch(sql, *values, limit)
                told = [row[0] for row in gone] if len(gone) <= MOST_TOLD else [""]
                await link.executemany("SELECT pg_notify($1, $2)", [(CHANNEL, id) for id in told])
            return len(gone)

        return await self._links.use(work)
