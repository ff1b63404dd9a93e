"""Everything there is, from one storage into another."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from outrider.server.storage.base import LineRow, MatchRow, SeatRow, Storage, StorageError
from outrider.server.storage.campaigns import CampaignRow
from outrider.server.storage.designs import DesignRow

Whole: TypeAlias = tuple[MatchRow, tuple[SeatRow, ...], tuple[LineRow, ...]]
COUNTED: tuple[str, ...] = (
    "matches",
    "seats",
    "lines",
    "hidden",
    "origins",
    "downs",
    "kept",
    "designs",
)
COUNTED += ("campaigns", "followers", "battles")
"""The tables whose rows are counted. Leases and presence are not moved: they are of processes."""
MOST_MATCHES = 100
MOST_LINES = 5_000
MOST_CAMPAIGNS = 20
"""Each of which may have a quarter of a megabyte."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a storage has besides matches."""

    kept: Mapping[str, str]
    downs: tuple[tuple[int, int], ...]
    beat: int | None
    hidden: tuple[tuple[Any, ...], ...] = ()
    origins: tuple[tuple[Any, ...], ...] = ()


class Incoming(Protocol):
    """A storage while all of another is written into it."""

    async def put(self, batch: Sequence[Whole]) -> None: ...

    async def put_rest(self, rest: Rest) -> None: ...

    async def put_designs(self, designs: Sequence[DesignRow]) -> None: ...

    async def put_campaigns(self, rows: Sequence[CampaignRow]) -> None: ...

    async def totals(self) -> dict[str, int]: ...


class Movable(Storage, Protocol):
    """A storage whose contents can be moved to another place, or that can take them in."""

    async def totals(self) -> dict[str, int]:
        """How many rows there are of each kind."""

    async def rest(self) -> Rest: ...

    def incoming(self) -> AbstractAsyncContextManager[Incoming]:
        """One transaction: what is put is kept only if the block ends well. Raises StorageError
        where there is something already."""


async def move(
    source: Movable, target: Movable, progress: Callable[[int, int], None]
) -> dict[str, int]:
    """Copy all into an empty storage, or nothing; how many rows of each kind. `progress` is told
    how many matches of how many are done."""
    totals, rest = await source.totals(), await source.rest()
    async with target.incoming() as incoming:
        batch: list[Whole] = []
        done = lines = 0
        async for match, seats in source.every_match():
            batch.append((match, seats, await source.lines(match.id)))
            lines += len(batch[-1][2])
            if len(batch) >= MOST_MATCHES or lines >= MOST_LINES:
                await incoming.put(batch)
                done, lines, batch = done + len(batch), 0, []
                progress(done, totals["matches"])
        await incoming.put(batch)
        await incoming.put_rest(rest)
        designs = await source.all_designs("", MOST_MATCHES)
        while designs:
            await incoming.put_designs(designs)
            designs = await source.all_designs(designs[-1].id, MOST_MATCHES)
        campaigns = await source.all_campaigns("", MOST_CAMPAIGNS)
        while campaigns:
            await incoming.put_campaigns(campaigns)
            campaigns = await source.all_campaigns(campaigns[-1].id, MOST_CAMPAIGNS)
        progress(done + len(batch), totals["matches"])
        if await source.totals() != totals or await source.rest() != rest:
            raise StorageError(f"{source.url} was written to meanwhile: stop its servers first")
        arrived = await incoming.totals()
        if arrived != totals:
            raise StorageError(f"of {totals} only {arrived} arrived; nothing was kept")
    return totals


def refuse_unless_empty(place: str, totals: Mapping[str, int], beat: int | None) -> None:
    if any(totals.values()) or beat is not None:
        raise StorageError(f"{place} is not empty: name a new database")
