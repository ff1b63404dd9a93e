"""Campaigns, in an SQLite file."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.campaigns import (
    CAMPAIGN,
    COLUMNS,
    STILL,
    CampaignRow,
    CampaignStage,
    campaign_row,
)
from outrider.server.storage.sqlite_threads import Writer

OLD = f"stage IN (%s) AND touched < ? AND {STILL.format('?')}"


def insert_campaigns(db: sqlite3.Connection, rows: Sequence[CampaignRow]) -> None:
    marks = ", ".join("?" * len(CAMPAIGN))
    sql = f"INSERT INTO campaigns ({COLUMNS}) VALUES ({marks})"
    db.executemany(sql, [row.values() for row in rows])
    for row in rows:
        _note(db, row)


def _note(db: sqlite3.Connection, row: CampaignRow) -> None:
    """Whose it is, and which its battles are: as the row has it, and nothing else."""
    for table in ("followers", "battles"):
        db.execute(f"DELETE FROM {table} WHERE campaign = ?", (row.id,))
    db.executemany(
        "INSERT INTO followers (campaign, who) VALUES (?, ?)",
        [(row.id, who) for who in row.followers],
    )
    db.executemany(
        "INSERT INTO battles (match, campaign) VALUES (?, ?)",
        [(match, row.id) for match in row.matches],
    )


class SqliteCampaigns:
    """What an SqliteStorage knows of them."""

    @property
    def _write(self) -> Writer:
        raise NotImplementedError

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def put_campaign(self, row: CampaignRow) -> None:
        await self._write.do(lambda db: insert_campaigns(db, [row]))

    async def change_campaign(self, row: CampaignRow) -> None:
        names = ", ".join(f"{name} = ?" for name in CAMPAIGN)

        def work(db: sqlite3.Connection) -> None:
            sql = f"UPDATE campaigns SET {names} WHERE id = ? AND version = ?"
            if not db.execute(sql, (*row.values(), row.id, row.version - 1)).rowcount:
                there = db.execute("SELECT 1 FROM campaigns WHERE id = ?", (row.id,)).fetchone()
                raise Conflict("the campaign has gone on") if there else Missing(row.id)
            _note(db, row)

        await self._write.do(work)

    async def campaign(self, id: str) -> CampaignRow:
        rows = await self._all(f"SELECT {COLUMNS} FROM campaigns WHERE id = ?", id)
        if not rows:
            raise Missing(id)
        return campaign_row(rows[0])

    async def campaigns_of(self, who: str, limit: int) -> tuple[CampaignRow, ...]:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM campaigns WHERE id IN"
            " (SELECT campaign FROM followers WHERE who = ?) ORDER BY touched DESC, id LIMIT ?",
            *(who, limit),
        )
        return tuple(campaign_row(row) for row in rows)

    async def campaign_of(self, match: str) -> CampaignRow | None:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM campaigns WHERE id ="
            " (SELECT campaign FROM battles WHERE match = ?)",
            match,
        )
        return campaign_row(rows[0]) if rows else None

    async def all_campaigns(self, after: str, limit: int) -> tuple[CampaignRow, ...]:
        rows = await self._all(
            f"SELECT {COLUMNS} FROM campaigns WHERE id > ? ORDER BY id LIMIT ?", after, limit
        )
        return tuple(campaign_row(row) for row in rows)

    async def campaigns_kept(self, origin: str | None) -> tuple[int, int]:
        sql = "SELECT count(*), coalesce(sum(bytes), 0) FROM campaigns"
        some = f"{sql} WHERE origin = ?"
        rows = await (self._all(sql) if origin is None else self._all(some, origin))
        return int(rows[0][0]), int(rows[0][1])

    async def drop_campaign(self, id: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            if not db.execute("DELETE FROM campaigns WHERE id = ?", (id,)).rowcount:
                raise Missing(id)

        await self._write.do(work)

    async def old_campaigns(self, before: int, stages: Sequence[CampaignStage]) -> int:
        which = OLD % ", ".join("?" * len(stages))
        sql = f"SELECT count(*) FROM campaigns WHERE {which}"
        return int((await self._all(sql, *stages, before, before))[0][0])

    async def prune_campaigns(
        self, before: int, stages: Sequence[CampaignStage], limit: int | None = None
    ) -> int:
        which = OLD % ", ".join("?" * len(stages))
        sql = f"DELETE FROM campaigns WHERE id IN (SELECT id FROM campaigns WHERE {which} LIMIT ?)"
        values = (*stages, before, before, -1 if limit is None else limit)
        return await self._write.do(lambda db: db.execute(sql, values).rowcount)
