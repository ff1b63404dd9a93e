"""All of another storage on its way into PostgreSQL."""

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from outrider.server.storage.campaigns import BATTLE, CAMPAIGN, FOLLOWER, CampaignRow
from outrider.server.storage.designs import DESIGN, DesignRow
from outrider.server.storage.moving import COUNTED, Rest, Whole, refuse_unless_empty
from outrider.server.storage.postgres_links import understood
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

if TYPE_CHECKING:
    import asyncpg
    from asyncpg.pool import PoolAcquireContext
    from asyncpg.transaction import Transaction

    from outrider.server.storage.postgres_links import Link


async def totals_of(link: "Link") -> dict[str, int]:
    return {table: await link.fetchval(f"SELECT count(*) FROM {table}") for table in COUNTED}


async def rest_of(link: "Link") -> Rest:
    kept = await link.fetch("SELECT name, value FROM kept ORDER BY name")
    downs = await link.fetch("SELECT since, until FROM downs ORDER BY since, until")
    beat = await link.fetchval("SELECT last FROM beats")
    hidden, origins = [
        tuple(tuple(row) for row in await link.fetch(_ordered(table, columns)))
        for table, columns in (("hidden", HIDDEN), ("origins", ORIGIN))
    ]
    spans = tuple((row[0], row[1]) for row in downs)
    return Rest({row[0]: row[1] for row in kept}, spans, beat, hidden, origins)


def _ordered(table: str, columns: list[str]) -> str:
    """In the order of bytes, as the other database has them."""
    order = ", ".join(f'{column} COLLATE "C"' for column in columns[:2])
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"


class PostgresIncoming:
    """One transaction."""

    def __init__(self, acquired: "PoolAcquireContext[asyncpg.Record]", place: str) -> None:
        self._acquired = acquired
        self._place = place

    async def __aenter__(self) -> "PostgresIncoming":
        self._link: Link = await self._acquired.__aenter__()
        self._transaction: Transaction = self._link.transaction()
        await self._transaction.start()
        try:
            # Others may read, and wait if they want to write.
            await self._link.execute(
                f"LOCK TABLE {', '.join((*COUNTED, 'beats'))} IN EXCLUSIVE MODE"
            )
            beat = (await rest_of(self._link)).beat
            refuse_unless_empty(self._place, await totals_of(self._link), beat)
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
                await self._transaction.commit()
            else:
                await self._transaction.rollback()
        finally:
            await self._acquired.__aexit__(kind, error, trace)

    async def put(self, batch: Sequence[Whole]) -> None:
        seats = [row for match, seated, _ in batch for row in placed(match.id, seated)]
        lines = [line_values(match.id, line) for match, _, written in batch for line in written]
        for table, columns, rows in (
            ("matches", MATCH, [match_values(match) for match, _, _ in batch]),
            ("terms", TERMS, [terms_values(match) for match, _, _ in batch]),
            ("seats", ["place", *SEAT], seats),
            ("lines", LINE, lines),
        ):
            await self._copy(table, columns, rows)

    async def put_rest(self, rest: Rest) -> None:
        await self._copy("kept", ["name", "value"], list(rest.kept.items()))
        await self._copy("downs", ["since", "until"], list(rest.downs))
        await self._copy("hidden", HIDDEN, rest.hidden)
        await self._copy("origins", ORIGIN, rest.origins)
        await self._link.execute("UPDATE beats SET last = $1", rest.beat)

    async def put_designs(self, designs: Sequence[DesignRow]) -> None:
        await self._copy("designs", DESIGN, [design.values() for design in designs])

    async def put_campaigns(self, rows: Sequence[CampaignRow]) -> None:
        followers = [(row.id, who) for row in rows for who in row.followers]
        battles = [(match, row.id) for row in rows for match in row.matches]
        await self._copy("campaigns", CAMPAIGN, [row.values() for row in rows])
        await self._copy("followers", FOLLOWER, followers)
        await self._copy("battles", BATTLE, battles)

    async def totals(self) -> dict[str, int]:
        return await totals_of(self._link)

    async def _copy(
        self, table: str, columns: list[str], rows: Sequence[tuple[object, ...]]
    ) -> None:
        try:
            await self._link.copy_records_to_table(table, columns=columns, records=rows)
        except Exception as error:
            meant = understood(error, self._place)
            if meant is error:
                raise
            raise meant from None
