"""Campaigns, in PostgreSQL."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.campaigns import (
    CAMPAIGN,
    COLUMNS,
    STILL,
    CampaignRow,
    CampaignStage,
    campaign_row,
)
from outrider.server.storage.postgres_links import Links

if TYPE_CHECKING:
    from outrider.server.storage.postgres_links import Link

MARKS = ", ".join(f"${n}" for n in range(1, len(CAMPAIGN) + 1))
OLD = f"stage = ANY ($1::text[]) AND touched < $2 AND {STILL.format('$2')}"


async def note(link: "Link", row: CampaignRow) -> None:
    """Whose it is, and which its battles are: as the row has it, and nothing else."""
    for table in ("followers", "battles"):
        await link.execute(f"DELETE FROM {table} WHERE campaign = $1", row.id)
    await link.executemany(
        "INSERT INTO followers (campaign, who) VALUES ($1, $2)",
        [(row.id, who) for who in row.followers],
    )
    await link.executemany(
        "INSERT INTO battles (match, campaign) VALUES ($1, $2)",
        [(match, row.id) for match in row.matches],
    )


class PostgresCampaigns:
    """What a PostgresStorage knows of them."""

    _links: Links

    async def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    async def put_campaign(self, row: CampaignRow) -> None:
        async def work(link: "Link") -> None:
            async with link.transaction():
                sql = f"INSERT INTO campaigns ({COLUMNS}) VALUES ({MARKS})"
                await link.execute(sql, *row.values())
                await note(link, row)

        await self._links.use(work, self._is_kept(row))

    async def change_campaign(self, row: CampaignRow) -> None:
        names = ", ".join(f"{name} = ${n}" for n, name in enumerate(CAMPAIGN, 1))
        last = len(CAMPAIGN) + 1

        async def work(link: "Link") -> None:
            async with link.transaction():
                sql = (
                    f"UPDATE campaigns SET {names} WHERE id = $1 AND version = ${last} RETURNING 1"
                )
                if not await link.fetch(sql, *row.values(), row.version - 1):
                    there = await link.fetch("SELECT 1 FROM campaigns WHERE id = $1", row.id)
                    raise Conflict("the campaign has gone on") if there else Missing(row.id)
                await note(link, row)

        await self._links.use(work, self._is_kept(row))

    def _is_kept(self, row: CampaignRow) -> Any:
        """Whether it was written, after a connection was lost on the way."""

        async def done(link: "Link") -> None:
            found = await link.fetchrow(f"SELECT {COLUMNS} FROM campaigns WHERE id = $1", row.id)
            if found is None or campaign_row(tuple(found)) != row:
                raise Conflict("there is another of that id, or it has gone on")

        return done

    async def campaign(self, id: str) -> CampaignRow:
        rows = await self._all(f"SELECT {COLUMNS} FROM campaigns WHERE id = $1", id)
        if not rows:
            raise Missing(id)
        return campaign_row(rows[0])

    async def campaigns_of(self, who: str, limit: int) -> tuple[CampaignRow, ...]:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM campaigns WHERE id IN"
            " (SELECT campaign FROM followers WHERE who = $1)"
            ' ORDER BY touched DESC, id COLLATE "C" LIMIT $2',
            *(who, limit),
        )
        return tuple(campaign_row(row) for row in rows)

    async def campaign_of(self, match: str) -> CampaignRow | None:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM campaigns WHERE id ="
            " (SELECT campaign FROM battles WHERE match = $1)",
            match,
        )
        return campaign_row(rows[0]) if rows else None

    async def all_campaigns(self, after: str, limit: int) -> tuple[CampaignRow, ...]:
        rows = await self._all(
            f'SELECT {COLUMNS} FROM campaigns WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C"'
            " LIMIT $2",
            *(after, limit),
        )
        return tuple(campaign_row(row) for row in rows)

    async def campaigns_kept(self, origin: str | None) -> tuple[int, int]:
        rows = await self._all(
            "SELECT count(*), coalesce(sum(bytes), 0) FROM campaigns"
            " WHERE $1::text IS NULL OR origin = $1",
            origin,
        )
        return int(rows[0][0]), int(rows[0][1])

    async def drop_campaign(self, id: str) -> None:
        if not await self._all("DELETE FROM campaigns WHERE id = $1 RETURNING 1", id):
            raise Missing(id)

    async def old_campaigns(self, before: int, stages: Sequence[CampaignStage]) -> int:
        sql = f"SELECT count(*) FROM campaigns WHERE {OLD}"
        return int((await self._all(sql, list(stages), before))[0][0])

    async def prune_campaigns(
        self, before: int, stages: Sequence[CampaignStage], limit: int | None = None
    ) -> int:
        # Said twice: what somebody plays in between is looked at again before it goes.
        sql = (
            f"DELETE FROM campaigns WHERE {OLD} AND id IN"
            f" (SELECT id FROM campaigns WHERE {OLD} LIMIT $3) RETURNING 1"
        )
        return len(await self._all(sql, list(stages), before, limit))
