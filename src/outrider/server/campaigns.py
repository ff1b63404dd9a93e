"""The HTTP side of campaigns."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from outrider.campaigns import (
    examined,
    games_with_campaigns,
    names,
    schema_of,
    shipped,
    value_of,
)
from outrider.campaigns.course import Learnt
from outrider.core.refusal import malformed
from outrider.games import game as game_by_id
from outrider.server import campaigning, lobby, models, recounting
from outrider.server.designs import read
from outrider.server.models import Hex, Name, OwnSecret, SeatWish, Strict, Token
from outrider.server.routes import REFUSALS, Identity, SeatToken, hall_of, person_of

CampaignId = Annotated[str, Path(pattern="^[a-z0-9]{12}$", description="A campaign's name.")]
Short = Annotated[str, Field(min_length=1, max_length=60)]
MOST_FAULTS = 100
"""Told at a time."""
router = APIRouter(responses=REFUSALS)


class NewCampaign(Strict):
    """A campaign to be played: one that comes with a game by its name, or the JSON of another."""

    game: Short
    campaign: dict[str, Any] | Short
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=2)]
    clock: dict[str, Any] | None = None
    pace: Annotated[int, Field(ge=0, le=5000)] = 0
    client: OwnSecret | None = None


class BegunCampaign(BaseModel):
    """One that was begun. Tokens are told here and never again; they speak for a seat in all its
    battles."""

    campaign: str
    tokens: dict[str, str]
    invites: dict[str, str]


class JoinCampaign(Strict):
    invite: Token
    name: Name | None = None
    token: OwnSecret | None = None


class Enter(Strict):
    """Sitting down to the battle that is next, by the campaign's token."""

    token: Token
    commitment: Hex | None = None
    seal: bool = False


class Entered(BaseModel):
    match: str
    seat: str


class Pick(Strict):
    id: Annotated[str, Field(max_length=20)]
    rating: Annotated[str, Field(max_length=40)]


class Learn(Strict):
    """What the winners learn of the battle whose number that is, counted from 1."""

    token: Token
    picks: Annotated[list[Pick], Field(max_length=40)]
    battle: Annotated[int, Field(ge=1, le=100)]


class ByToken(Strict):
    token: Token


class CampaignTold(BaseModel):
    """A campaign as it stands: rosters, battles that were and are to come, and what is `now`."""

    model_config = ConfigDict(extra="allow")
    campaign: str
    game: str
    title: str
    stage: str
    version: int


class Campaigns(BaseModel):
    campaigns: list[CampaignTold]


class Check(Strict):
    campaign: Any


@router.get("/api/campaigns/shipped")
async def shipped_campaigns() -> dict[str, Any]:
    """Those that come with the games, to choose from."""
    return {"campaigns": await asyncio.to_thread(_shipped)}


def _shipped() -> list[dict[str, Any]]:
    return [
        recounting.brief(shipped(game, name), name)
        for game in games_with_campaigns()
        for name in names(game)
    ]


@router.get("/api/campaigns/schema")
async def campaign_schema(game: Annotated[str, Query(max_length=60)]) -> dict[str, Any]:
    """The JSON Schema of a game's campaigns."""
    return schema_of(game_by_id(game))


@router.post("/api/campaigns/check")
async def check(request: Request) -> dict[str, Any]:
    """Everything that is wrong with a campaign, each with its place."""
    asked = read(Check, await request.body())
    campaigning.check_size(asked.campaign)
    campaign, faults = await asyncio.to_thread(examined, asked.campaign)
    said = [
        {"place": each.place, "message": each.reason, "rule": each.rule or None} for each in faults
    ]
    brief = None if campaign is None else recounting.brief(campaign, None)
    return {"ok": campaign is not None, "faults": said[:MOST_FAULTS], "campaign": brief}


@router.post("/api/campaigns", status_code=201)
async def begin(request: Request, response: Response, cookie: Identity = None) -> BegunCampaign:
    """Begin a campaign. Its tokens are told here and nowhere else, again to whoever brings the same
    `client` again."""
    wish = read(NewCampaign, await request.body())
    person = person_of(request, response, cookie, wish.client)
    given = wish.campaign
    game = game_by_id(wish.game)
    value = await asyncio.to_thread(value_of, game, given) if isinstance(given, str) else given
    if value.get("game") != wish.game:
        raise malformed("that campaign is of another game")
    seats = [lobby.Wish(seat.kind, seat.level, seat.name) for seat in wish.seats]
    asked = campaigning.Begin(value, seats, wish.clock, wish.pace, wish.client)
    made = await campaigning.begin(hall_of(request), person, asked)
    return BegunCampaign(campaign=made.row.id, tokens=dict(made.tokens), invites=dict(made.invites))


@router.get("/api/campaigns/mine")
async def mine(
    request: Request,
    response: Response,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    cookie: Identity = None,
) -> Campaigns:
    """Those one has begun or has a seat in, last touched first."""
    person = person_of(request, response, cookie)
    rows = await hall_of(request).storage.campaigns_of(person.who, limit)
    return Campaigns(campaigns=[CampaignTold(**recounting.line(row)) for row in rows])


@router.get("/api/campaigns/{id}")
async def campaign(request: Request, id: CampaignId, token: SeatToken = None) -> CampaignTold:
    """A campaign. Before everybody has sat down whoever knows its name may see what it is about."""
    hall = hall_of(request)
    row = await campaigning.row_of(hall, id)
    if row.stage != "open":
        campaigning.own_seat(row, token)
    kept = await campaigning.current(hall, id)
    return CampaignTold(**await recounting.whole(hall, kept))


@router.post("/api/campaigns/{id}/join")
async def join(
    request: Request,
    response: Response,
    id: CampaignId,
    wish: JoinCampaign,
    cookie: Identity = None,
) -> models.Joined:
    """Take the seat an invitation is for, for all battles."""
    person = person_of(request, response, cookie, wish.token)
    brought = lobby.Seating(wish.invite, wish.name, token=wish.token)
    seat, token = await campaigning.join(hall_of(request), id, person, brought)
    return models.Joined(seat=seat, token=token)


@router.post("/api/campaigns/{id}/battle")
async def enter(
    request: Request, response: Response, id: CampaignId, wish: Enter, cookie: Identity = None
) -> Entered:
    """Sit down to the battle that is next. Whoever comes first begins it, and it is begun once;
    asked for again, the answer is the same."""
    hall = hall_of(request)
    row = await campaigning.row_of(hall, id)
    seat = campaigning.own_seat(row, wish.token)
    person = person_of(request, response, cookie, wish.token)
    brought = lobby.Seating(commitment=wish.commitment, seal=wish.seal)
    _, match = await campaigning.enter(hall, id, person, wish.token, brought)
    return Entered(match=match, seat=seat)


@router.post("/api/campaigns/{id}/learn")
async def learn(request: Request, id: CampaignId, wish: Learn) -> CampaignTold:
    """Say what the winners of the last battle have learnt; an empty list is a choice, too."""
    hall = hall_of(request)
    picks = [Learnt(pick.id, pick.rating) for pick in wish.picks]
    kept = await campaigning.learn(hall, id, wish.token, picks, wish.battle)
    return CampaignTold(**await recounting.whole(hall, kept))


@router.post("/api/campaigns/{id}/give-up")
async def give_up(request: Request, id: CampaignId, wish: ByToken) -> CampaignTold:
    """Lose the campaign, and the battle that is being fought."""
    hall = hall_of(request)
    kept = await campaigning.give_up(hall, id, wish.token)
    return CampaignTold(**await recounting.whole(hall, kept))


@router.delete("/api/campaigns/{id}")
async def delete(
    request: Request, response: Response, id: CampaignId, cookie: Identity = None
) -> models.Done:
    """Delete a campaign that one has begun, unless others are playing it."""
    await campaigning.drop(hall_of(request), id, person_of(request, response, cookie))
    return models.Done()
