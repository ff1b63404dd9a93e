"""Old tables go, by the host's settings: a few at a time, so that nobody waits for it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from outrider.server.settings import Keep
from outrider.server.storage.base import Stage, Storage
from outrider.server.storage.campaigns import CampaignStage

DAY = 24 * 3600 * 1000
"""Milliseconds."""
FEW = 100
"""Matches that are deleted in one transaction."""
PAUSE = 0.05
"""Seconds between two of them."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Which matches go after how many days; those of no stage are those that all have hidden."""

    name: str
    days: int
    stages: tuple[Stage, ...]
    words: str

    campaigns: tuple[CampaignStage, ...] = ()
    """Of campaigns; then of no matches: those become like any others."""

    async def count(self, storage: Storage, now: int) -> int:
        """How many it would be."""
        before = now - self.days * DAY
        if self.campaigns:
            return await storage.old_campaigns(before, self.campaigns)
        if not self.stages:
            return await storage.all_hidden(before)
        return await storage.old(before, self.stages)

    async def prune(self, storage: Storage, now: int) -> int:
        before, gone = now - self.days * DAY, 0
        while True:
            if self.campaigns:
                some = await storage.prune_campaigns(before, self.campaigns, FEW)
            elif self.stages:
                some = await storage.prune(before, self.stages, FEW)
            else:
                some = await storage.prune_hidden(before, FEW)
            gone += some
            if some < FEW:
                return gone
            await asyncio.sleep(PAUSE)


def bounds(keep: Keep) -> Iterator[Bound]:
    """Those that are set."""
    for bound in (
        # Campaigns come first, since their battles stay as long as they do.
        Bound("open campaigns", keep.open, (), "campaigns never begun", ("open",)),
        Bound("campaigns", keep.running, (), "campaigns without a battle", ("running",)),
        Bound("campaigns over", keep.over, (), "campaigns that are over", ("over",)),
        Bound("open", keep.open, ("open", "revealing"), "never begun"),
        Bound("running", keep.running, ("running",), "without a move"),
        Bound("over", keep.over, ("over",), "finished"),
        Bound("archived", keep.archived, ("archived",), "brought along"),
        Bound("hidden", keep.hidden, (), "hidden by all who played"),
    ):
        if bound.days > 0:
            yield bound


async def prune(storage: Storage, keep: Keep, now: int) -> int:
    """Delete what is too old; how many matches and campaigns that were."""
    return sum([await bound.prune(storage, now) for bound in bounds(keep)])
