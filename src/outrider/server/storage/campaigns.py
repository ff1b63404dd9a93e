"""Campaigns that people play, as they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, Protocol, TypeAlias

import orjson

CampaignStage: TypeAlias = Literal["open", "running", "over"]
"""Waiting for somebody to sit down; under way; at its end."""
CAMPAIGN = ["id", "game", "title", "host", "origin", "bytes", "stage", "version", "created"]
CAMPAIGN += ["touched", "body", "setup", "seats", "course"]
COLUMNS = ", ".join(CAMPAIGN)
FOLLOWER = ["campaign", "who"]
BATTLE = ["match", "campaign"]
JSON = ("setup", "seats", "course")
UNDER_WAY = (
    "EXISTS (SELECT 1 FROM battles b JOIN campaigns c ON c.id = b.campaign"
    " WHERE b.match = matches.id AND c.stage <> 'over')"
)
"""Of a match: it is a battle of a campaign that goes on, and has to stay."""
STILL = "NOT EXISTS (SELECT 1 FROM battles b JOIN matches m ON m.id = b.match"
STILL += " WHERE b.campaign = campaigns.id AND m.touched >= {})"
"""Of a campaign: in none of its battles has anything happened since."""


@dataclass(frozen=True, slots=True)
class SeatKept:
    """Who has a seat in all battles. `kind` is me, here, link or bot, tokens are hashes."""

    seat: str
    kind: str
    level: str | None = None
    name: str | None = None
    who: str | None = None
    token: str | None = None
    invite: str | None = None

    @property
    def taken(self) -> bool:
        return self.kind == "bot" or self.token is not None


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """One of them. Whoever changes it writes the next version."""

    id: str
    game: str
    title: str
    host: str
    """Who began it, by identity,"""
    origin: str
    """and from where: a keyed hash of the address."""
    bytes: int
    stage: CampaignStage
    version: int
    created: int
    touched: int
    body: str
    """The campaign itself, a text that never changes."""
    setup: dict[str, Any]
    """The clock of its battles, and what it was asked for with."""
    seats: tuple[SeatKept, ...]
    course: dict[str, Any]
    """What was fought, and the match that is being played."""

    @property
    def followers(self) -> tuple[str, ...]:
        """Everybody who has to do with it."""
        some = (self.host, *(seat.who for seat in self.seats if seat.who is not None))
        return tuple(sorted(set(some)))

    @property
    def matches(self) -> tuple[str, ...]:
        """The matches of all battles that were begun."""
        some = [row.get("match") for row in self.course.get("fought", ())]
        some.append(self.course.get("match"))
        return tuple(match for match in some if match)

    def values(self) -> tuple[Any, ...]:
        made = {name: getattr(self, name) for name in CAMPAIGN}
        made["seats"] = [
            {part.name: getattr(seat, part.name) for part in fields(SeatKept)}
            for seat in self.seats
        ]
        for name in JSON:
            made[name] = orjson.dumps(made[name]).decode()
        return tuple(made[name] for name in CAMPAIGN)


def campaign_row(values: Sequence[Any]) -> CampaignRow:
    found = dict(zip(CAMPAIGN, values, strict=True))
    for name in JSON:
        found[name] = orjson.loads(found[name])
    found["seats"] = tuple(SeatKept(**seat) for seat in found["seats"])
    return CampaignRow(**found)


class KeepsCampaigns(Protocol):
    """The part of a storage that keeps them."""

    async def put_campaign(self, row: CampaignRow) -> None:
        """Conflict if there is one of that id."""

    async def change_campaign(self, row: CampaignRow) -> None:
        """Conflict unless the version before this one is what is kept. Raises Missing."""

    async def campaign(self, id: str) -> CampaignRow:
        """Raises Missing."""

    async def campaigns_of(self, who: str, limit: int) -> tuple[CampaignRow, ...]:
        """Those that somebody began or has a seat in, last touched first."""

    async def campaign_of(self, match: str) -> CampaignRow | None:
        """The one that a match is a battle of, if it is one."""

    async def all_campaigns(self, after: str, limit: int) -> tuple[CampaignRow, ...]:
        """Every one there is, by id."""

    async def campaigns_kept(self, origin: str | None) -> tuple[int, int]:
        """How many there are, and of how many bytes: those from an address, or all."""

    async def drop_campaign(self, id: str) -> None:
        """Delete it; its matches are matches like any others from then on. Raises Missing."""

    async def old_campaigns(self, before: int, stages: Sequence[CampaignStage]) -> int:
        """How many in these stages there are in which nothing has happened since then."""

    async def prune_campaigns(
        self, before: int, stages: Sequence[CampaignStage], limit: int | None = None
    ) -> int:
        """Delete those; how many."""
