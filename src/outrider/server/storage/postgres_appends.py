"""Lines on their way into PostgreSQL: all that come while a transaction runs go into the next.

A transaction that notifies holds up every other that does until it is on disk, so many small ones
would wait for the disk one after the other.
"""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outrider.server.storage.base import Conflict, Missing
from outrider.server.storage.postgres_links import CHANNEL, Links, lost

if TYPE_CHECKING:
    from outrider.server.storage.postgres_links import Link

LARGEST_GROUP = 200

# Rows are locked in the order of their ids, lest two processes wait for each other.
WRITE = f"""
WITH here AS (
    SELECT id FROM matches WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
), changed AS (
    UPDATE matches m
    SET touched = c.touched, due = c.due, stage = c.stage, result = c.result
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::json[])
        AS c (id, touched, due, stage, result) JOIN here ON here.id = c.id
    WHERE m.id = c.id
    RETURNING m.id
), added AS (
    INSERT INTO lines (match, n, line, at, client)
    SELECT * FROM unnest($6::text[], $7::integer[], $8::json[], $9::bigint[], $10::text[])
)
SELECT id, pg_notify('{CHANNEL}', id || ' ' || $11) FROM changed
"""
READ = """
SELECT n, line, at, client FROM lines WHERE match = $1 AND n = ANY ($2::integer[]) ORDER BY n
"""


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Lines of one match, and who waits for them."""

    id: str
    lines: Sequence[tuple[Any, ...]]
    change: tuple[Any, ...]
    """touched, due, stage, result"""
    future: asyncio.Future[None]


class Appender:
    """One process's appends."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self.process = secrets.token_hex(6)
        """Told with every append, so that one's own are known again."""
        self._waiting: list[Append] = []
        self._task: asyncio.Task[None] | None = None

    def append(
        self, id: str, lines: Sequence[tuple[Any, ...]], change: Any
    ) -> asyncio.Future[None]:
        """Written on its own even if the caller is cancelled: somebody may be told of it."""
        append = Append(id, lines, change, asyncio.get_running_loop().create_future())
        self._waiting.append(append)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return append.future

    async def close(self) -> None:
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._write(self._group())
        finally:
            self._task = None

    def _group(self) -> list[Append]:
        """The next of every match: a later one of the same match comes with the next group."""
        group: dict[str, Append] = {}
        later = []
        for append in self._waiting:
            if append.id in group or len(group) == LARGEST_GROUP:
                later.append(append)
            else:
                group[append.id] = append
        self._waiting = later
        return list(group.values())

    async def _write(self, group: list[Append]) -> None:
        """All at once; if anything is wrong with any of them, each by itself."""
        tries = 0
        if len(group) > 1:
            try:
                await self._together(group)
                return
            except Exception as error:
                # If not lost, somebody made a mistake, and will hear of it below.
                tries = int(lost(error))
        await asyncio.gather(*(self._alone(append, tries) for append in group))

    async def _together(self, group: list[Append]) -> None:
        async with self._links.acquire() as link:
            written = await _written(link, group, self.process)
        for append in group:
            if append.id in written:
                _settle(append)
            else:
                _settle(append, Missing(append.id))

    async def _alone(self, append: Append, tries: int) -> None:
        async def work(link: "Link") -> None:
            if not await _written(link, [append], self.process):
                raise Missing(append.id)

        async def done(link: "Link") -> None:
            if not append.lines:
                raise Missing(append.id)
            there = await link.fetch(READ, append.id, [line[1] for line in append.lines])
            if [tuple(row) for row in there] != [line[1:] for line in append.lines]:
                raise Conflict("somebody else has written there first")

        try:
            await self._links.use(work, done, tries)
        except Exception as error:
            _settle(append, error)
        else:
            _settle(append)


async def _written(link: "Link", group: Sequence[Append], process: str) -> set[str]:
    """The ids of the matches that were there and are changed."""
    changes = [(append.id, *append.change) for append in group]
    lines = [line for append in group for line in append.lines]
    values = [*_columns(changes), *_columns(lines), process]
    return {row[0] for row in await link.fetch(WRITE, *values)}


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [[row[k] for row in rows] for k in range(5)]


def _settle(append: Append, error: Exception | None = None) -> None:
    if append.future.done():
        return
    if error is None:
        append.future.set_result(None)
    else:
        append.future.set_exception(error)
