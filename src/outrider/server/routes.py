"""The HTTP side: making and finding matches, records, health."""

import asyncio
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Header, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from outrider._version import __version__
from outrider.bots.guests import about, guests, plays
from outrider.core.game import Game
from outrider.games import games
from outrider.play.catalogue import PROTOCOL, described
from outrider.server import addresses, archive, lobby, models, records, telling
from outrider.server.doors import Doors
from outrider.server.errors import UNAVAILABLE, Forbidden, error
from outrider.server.hall import Hall
from outrider.server.health import SORRY
from outrider.server.hosts import name_of
from outrider.server.identity import COOKIE, FOREVER, Identities, Person, a_nickname, stranger
from outrider.server.live import Live
from outrider.server.network import is_loopback, reached_at
from outrider.server.quotas import origin_of
from outrider.server.settings import Settings
from outrider.server.skins import Pages
from outrider.server.storage.base import Summary

MatchId = Annotated[str, Path(pattern="^[a-z0-9]{12}$", description="A match's name.")]
SeatToken = Annotated[
    str | None, Header(alias="outrider-token", max_length=64, description="A seat's token.")
]
WatchToken = Annotated[
    str | None, Header(alias="outrider-watch", max_length=64, description="The link to watch by.")
]
Identity = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]
Limit = Annotated[int, Query(ge=1, le=100)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Error} for status in (400, 403, 404, 409, 413, 429)
}
RECORD = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
router = APIRouter(responses=REFUSALS)


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def address_of(request: Request | WebSocket) -> str:
    """Where a request comes from, as the proxy says if it is believed."""
    return addresses.address_of(request.client)


def person_of(
    request: Request, response: Response, cookie: str | None, secret: str | None = None
) -> Person:
    """Who asks; a stranger is given a cookie. One who brings a secret of their own is the same when
    they ask again, though the answer with the cookie was lost."""
    identities: Identities = request.app.state.identities
    origin = origin_of(hall_of(request).key, address_of(request))
    known = identities.read(cookie)
    if known is not None:
        return replace(known, origin=origin)
    person = stranger(secret)
    remember(request, response, person)
    return replace(person, origin=origin)


def remember(request: Request, response: Response, person: Person) -> None:
    identities: Identities = request.app.state.identities
    settings: Settings = request.app.state.settings
    response.set_cookie(
        COOKIE,
        identities.write(person),
        max_age=FOREVER,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )


def allowed(live: Live, token: str | None, watch: str | None) -> None:
    """Whoever has a seat, or the link to watch, may look; at a listed match anybody may."""
    if lobby.seat_of(live, token) is None and not lobby.may_watch(live, watch):
        raise Forbidden("this match is not open to all: ask who sits there for a link")


def told_whole(live: Live) -> None:
    """What everybody did is told of a game with secrets when it is over, and not before."""
    if live.row.stage == "running" and live.game.secret:
        raise Forbidden("this game has secrets: what was done is told when it is over")


# -- people ----------------------------------------------------------------------------------------


@router.get("/api/me")
async def me(request: Request, response: Response, cookie: Identity = None) -> models.Me:
    """One's own name."""
    return models.Me(name=person_of(request, response, cookie).name)


@router.put("/api/me")
async def call_me(
    request: Request, response: Response, wish: models.Nickname, cookie: Identity = None
) -> models.Me:
    """Choose a name."""
    person = person_of(request, response, cookie)
    named = Person(person.who, a_nickname(wish.name))
    remember(request, response, named)
    return models.Me(name=named.name)


@router.get("/api/addresses")
async def addresses_here(request: Request) -> models.Addresses:
    """Where others on the network find this server, for the links that its host sends them. Told on
    this machine alone: whoever comes from elsewhere has found it."""
    own = is_loopback(request.client.host if request.client else "")
    if not own or not is_loopback(name_of(request.headers.get("host", ""))):
        return models.Addresses(addresses=[])
    settings: Settings = request.app.state.settings
    _, port = request.scope["server"]
    return models.Addresses(addresses=list(reached_at(settings.host, port)))


# -- games and matches -----------------------------------------------------------------------------


@router.get("/api/games")
async def known_games(request: Request) -> dict[str, Any]:
    """What can be played: ids, seats, schemas of the options, tables and scenarios; the
    numbers that a variant may change; bots that somebody has installed beside the levels; and where
    a game's own page is, if it has one."""
    pages: Pages = request.app.state.pages
    brought = await asyncio.to_thread(_guests)  # whose modules may take a while to be imported
    known = [
        {
            **described(game),
            "bots": brought[game.id],
            "settings": _settings_at(game),
            "page": pages.told.get(game.id),
        }
        for game in games()
    ]
    return {"protocol": PROTOCOL, "games": known}


@cache
def _guests() -> dict[str, list[dict[str, str]]]:
    """Bots beside the levels, by game, each with a few words about it."""
    return {
        game.id: [{"name": name, "about": about(name)} for name in guests() if plays(game, name)]
        for game in games()
    }


def _settings_at(game: Game[Any, Any]) -> str | None:
    """Where it is told what a game may be played on, if there is a choice."""
    return f"/api/games/{game.id}/settings" if game.settings() else None


@router.post("/api/matches", status_code=201)
async def make_match(
    request: Request, response: Response, wish: models.NewMatch, cookie: Identity = None
) -> models.Made:
    """Make a match. Its tokens are told here and nowhere else, again to whoever brings the same
    `client` again."""
    person = person_of(request, response, cookie, wish.client)
    seats = [lobby.Wish(seat.kind, seat.level, seat.name) for seat in wish.seats]
    terms = lobby.Terms(
        wish.game,
        wish.options,
        seats,
        wish.table,
        wish.scenario,
        wish.clock,
        wish.dice,
        wish.listed,
        wish.commitment,
        wish.pace,
        wish.seal,
        wish.client,
        wish.variant,
    )
    made = await lobby.make(hall_of(request), person, terms)
    return models.Made(match=made.match, tokens=made.tokens, invites=made.invites, watch=made.watch)


@router.get("/api/matches")
async def open_matches(request: Request, limit: Limit = 50) -> models.Matches:
    """Listed matches with a free seat."""
    found = await hall_of(request).storage.open_matches(limit)
    return models.Matches(matches=[_info(summary) for summary in found])


@router.get("/api/matches/mine")
async def my_matches(
    request: Request, response: Response, limit: Limit = 50, cookie: Identity = None
) -> models.Matches:
    """Those one has made or sits in."""
    person = person_of(request, response, cookie)
    found = await hall_of(request).storage.matches_of(person.who, limit)
    return models.Matches(matches=[_info(summary, person) for summary in found])


def _info(summary: Summary, person: Person | None = None) -> models.MatchInfo:
    """A line of a list; of one's own also whether one may `delete` it or `hide` it."""
    row = summary.match
    seats = [
        {
            "seat": seat.seat,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "taken": seat.token is not None or seat.kind == "bot",
        }
        for seat in summary.seats
    ]
    found: dict[str, Any] = {
        "match": row.id,
        "game": row.game,
        "stage": row.stage,
        "version": summary.version,
        "listed": row.listed,
        "options": row.header["options"],
        "variant": row.header.get("variant"),
        "seats": seats,
        "clock": row.setup.get("clock"),
        "dice": row.setup.get("dice"),
        "result": row.result,
        "created": row.created,
        "touched": row.touched,
    }
    if "campaign" in row.setup:
        found["campaign"] = row.setup["campaign"]
    if person is not None:
        found["may"] = lobby.may(row, summary.seats, person)
    return models.MatchInfo(**found)


@router.get("/api/matches/{id}")
async def match_info(
    request: Request, id: MatchId, token: SeatToken = None, watch: WatchToken = None
) -> models.MatchInfo:
    """A match and its table. Before it has begun everybody who knows its name may see who waits."""
    live = await hall_of(request).get(id)
    if live.row.stage in ("open", "revealing"):
        return models.MatchInfo(**live.about())
    allowed(live, token, watch)
    return models.MatchInfo(**{**live.about(), **telling.shown(live)})


@router.post("/api/matches/{id}/join")
async def join_match(
    request: Request, response: Response, id: MatchId, wish: models.Join, cookie: Identity = None
) -> models.Joined:
    """Take a seat by an invitation, or any free one of a listed match. Whoever has taken it by the
    same invitation or with the same token is given it again."""
    person = person_of(request, response, cookie, wish.token)
    brought = lobby.Seating(
        wish.invite, wish.name, wish.commitment, wish.token, wish.seal, wish.dice, wish.seat
    )
    seat, token = await lobby.join(hall_of(request), id, person, brought)
    return models.Joined(seat=seat, token=token)


@router.post("/api/matches/{id}/reveal")
async def reveal_entropy(request: Request, id: MatchId, wish: models.Reveal) -> models.Done:
    """Show the entropy a seat has committed to."""
    hall = hall_of(request)
    live = await hall.get(id)
    seat = lobby.seat_of(live, wish.token)
    if seat is None:
        raise Forbidden("that token opens no seat here")
    await lobby.reveal(hall, live, seat, wish.entropy)
    return models.Done()


@router.delete("/api/matches/{id}")
async def delete_match(
    request: Request, response: Response, id: MatchId, cookie: Identity = None
) -> models.Done:
    """Delete a match one has made, unless others are playing it or have played it."""
    hall = hall_of(request)
    person = person_of(request, response, cookie)
    await lobby.delete(hall, await hall.get(id), person)
    return models.Done()


@router.put("/api/matches/{id}/hidden")
async def hide_match(
    request: Request, response: Response, id: MatchId, cookie: Identity = None
) -> models.Done:
    """Leave a finished match out of one's own list."""
    hall = hall_of(request)
    person = person_of(request, response, cookie)
    await lobby.hide(hall, await hall.get(id), person)
    return models.Done()


@router.delete("/api/matches/{id}/hidden")
async def show_match(
    request: Request, response: Response, id: MatchId, cookie: Identity = None
) -> models.Done:
    """Have it there again."""
    hall = hall_of(request)
    person = person_of(request, response, cookie)
    await lobby.show(hall, await hall.get(id), person)
    return models.Done()


# -- records ---------------------------------------------------------------------------------------


@router.get("/api/matches/{id}/record", response_class=PlainTextResponse)
async def fetch_record(
    request: Request, id: MatchId, token: SeatToken = None, watch: WatchToken = None
) -> PlainTextResponse:
    """The record as JSON Lines, finished or not."""
    hall = hall_of(request)
    live = await hall.glance(id)
    if live.row.stage != "archived":
        live = await hall.get(id)
    allowed(live, token, watch)
    told_whole(live)
    name = f'attachment; filename="{live.row.game}-{live.row.id}.jsonl"'
    text = await records.text_of(hall, live)
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post("/api/records", status_code=201, openapi_extra={"requestBody": RECORD})
async def bring_record(
    request: Request, response: Response, cookie: Identity = None
) -> models.Kept:
    """Bring a record along, as JSON Lines. It is replayed, and kept if it holds."""
    text = await request.body()
    person = person_of(request, response, cookie)
    kept = await archive.archive(hall_of(request), person, text, address_of(request))
    return models.Kept(match=kept)


@router.get("/api/key")
async def key(request: Request) -> models.Key:
    """The key that this server signs records with."""
    signer = hall_of(request).signer
    assert signer is not None
    return models.Key(key=signer.key)


# -- for whoever runs it ---------------------------------------------------------------------------


@router.get("/healthz", response_model=models.Health, responses={503: {"model": models.Error}})
async def health(request: Request) -> models.Health | Response:
    """Whether the server answers, and its storage keeps what it is given."""
    hall = hall_of(request)
    trouble = await hall.health.trouble(hall.storage)
    if trouble is not None:
        return JSONResponse(error("unavailable", SORRY), UNAVAILABLE)
    counts = await hall.storage.counts()
    return models.Health(ok=True, version=__version__, matches=sum(counts.values()))


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """Numbers in the text format of Prometheus."""
    hall = hall_of(request)
    counts = await hall.storage.counts()
    gauges = {f"matches_{stage}": count for stage, count in counts.items()}
    gauges["live_matches"] = len(hall.live)
    gauges["live_sockets"] = sum(len(live.watchers) for live in hall.live.values())
    doors: Doors | None = request.app.state.doors
    if doors is not None:
        gauges["connections"] = len(doors.open)
    return PlainTextResponse(hall.metrics.text(gauges))
