"""The HTTP side of what people make: examining, sharing, the shelf."""

import asyncio
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import parse
from outrider.games import game as game_by_id
from outrider.server import designing, models
from outrider.server.bounds import bounded, weighed
from outrider.server.dealing import Deal
from outrider.server.errors import Forbidden
from outrider.server.examining import (
    QUICK_BYTES,
    Examine,
    Roster,
    examined,
    is_quick,
    mustered,
)
from outrider.server.identity import Person
from outrider.server.measuring import Measure, Measures, Sliced
from outrider.server.models import Name, OwnSecret, Strict
from outrider.server.network import is_loopback
from outrider.server.routes import REFUSALS, Identity, address_of, hall_of, person_of
from outrider.server.storage.designs import DesignRow

DesignId = Annotated[str, Path(pattern="^[a-z0-9]{12}$", description="What it is shared under.")]
GameId = Annotated[str, Field(min_length=1, max_length=60)]
Kind = Annotated[str, Field(min_length=1, max_length=20)]
Some = Annotated[int, Query(ge=1, le=1000)]
Asked = TypeVar("Asked", bound=Strict)
LISTENING = 5
"""Tenths of a second that whoever has something measured waits for news of it."""
router = APIRouter(responses=REFUSALS)


class Draft(Strict):
    """A table or a scenario as far as it is made: the contract's JSON."""

    game: GameId
    kind: Kind
    value: Any
    pictured: bool = False
    """Whether the setting is told with the state it begins with."""


class Share(Strict):
    """One to be shared, under the name of its author. `follows` is the one it is made from."""

    game: GameId
    kind: Kind
    value: dict[str, Any]
    author: Name | None = None
    listed: bool = True
    follows: Annotated[str, Field(pattern="^[a-z0-9]{12}$")] | None = None
    client: OwnSecret | None = None


class Dealt(Strict):
    """A fight to be dealt: the same seed and size deal the same."""

    game: GameId
    seed: int
    pieces: int | None = None


class Muster(Strict):
    """A roster as far as it is made."""

    game: GameId
    value: Any


class Design(BaseModel):
    """A line of the shelf. Title and author are what people wrote: text, and nothing else."""

    model_config = ConfigDict(extra="allow")
    id: str
    game: str
    kind: str
    title: str
    author: str
    created: int
    listed: bool
    follows: str | None
    own: bool
    hidden: bool


class Designs(BaseModel):
    designs: list[Design]
    next: str | None = None
    """What to ask with for those before."""


def _body(model: type[BaseModel]) -> dict[str, Any]:
    content = {"application/json": {"schema": model.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def read(model: type[Asked], body: bytes) -> Asked:
    """Strictly, where no digit gets lost: lengths are exact."""
    try:
        return model.model_validate(parse(body))
    except ValidationError as wrong:
        places = [{**each, "loc": ("body", *each["loc"])} for each in wrong.errors()]
        raise RequestValidationError(places) from None


async def looked_at(request: Request, asked: Examine | Roster) -> dict[str, Any]:
    weight = bounded(weighed(asked.value))
    if is_quick(weight) and len(await request.body()) <= QUICK_BYTES:
        if isinstance(asked, Roster):
            return await asyncio.to_thread(mustered, asked)
        return await asyncio.to_thread(examined, asked)
    found: dict[str, Any] = await hall_of(request).heavy.do(asked, address_of(request))
    return found


def may_measure(request: Request) -> bool:
    """Whether this server measures what people make."""
    settings = hall_of(request).settings
    return is_loopback(settings.host) if settings.measures is None else settings.measures


@router.post("/api/making/check", openapi_extra=_body(Draft))
async def check(request: Request) -> dict[str, Any]:
    """What is wrong with a table or a scenario: each `finding` with its place in the JSON and on
    the table, its rule, and what would mend it. One that is not `grave` is advice. If nothing grave
    is wrong, `setting` says what it is like to play it."""
    draft = read(Draft, await request.body())
    said = await looked_at(request, Examine(draft.game, draft.kind, draft.value, draft.pictured))
    if may_measure(request):
        measures: Measures = request.app.state.measures
        measures.expect(draft.game)
    return said


@router.post("/api/making/measure", openapi_extra=_body(Draft))
async def measure(request: Request) -> dict[str, Any]:
    """Have bots play it, and say what is known so far: ask again until it is `done`. `found` has
    the first seat's `score` with its interval, how many were `drawn`, how long games were."""
    if not may_measure(request):
        raise Forbidden("this server measures nothing; on your own machine Outrider does")
    draft = read(Draft, await request.body())
    said = await looked_at(request, Examine(draft.game, draft.kind, draft.value))
    if not said["ok"]:
        raise malformed("what has faults cannot be measured: mend them first")
    return await _listened(request, Measure(draft.game, draft.kind, draft.value))


@router.post("/api/making/deal", openapi_extra=_body(Dealt))
async def deal(request: Request) -> dict[str, Any]:
    """Deal a fair fight, and say how far it is: ask again until it is `done`. `found` says how many
    were `tried` in how many `games`; the fair one comes with its `value`, and as a `setting`."""
    if not may_measure(request):
        raise Forbidden("this server deals no fights; on your own machine Outrider does")
    wish = read(Dealt, await request.body())
    deals = game_by_id(wish.game).deals
    if deals is None:
        raise malformed(f"no fights are dealt for {wish.game}")
    seed, pieces = deals.check(wish.seed, wish.pieces)
    return await _listened(request, Deal(wish.game, seed, pieces))


@router.post("/api/making/muster", openapi_extra=_body(Muster))
async def muster(request: Request) -> dict[str, Any]:
    """What is wrong with a roster, and what it costs: each piece its points, all together, and by
    how much that is `over` its budget."""
    wish = read(Muster, await request.body())
    return await looked_at(request, Roster(wish.game, wish.value))


async def _listened(request: Request, asked: Sliced) -> dict[str, Any]:
    """How far something is that is worked on a slice at a time, after a moment's waiting."""
    measures: Measures = request.app.state.measures
    course = measures.of(asked, address_of(request))
    seen = course.latest
    for _ in range(LISTENING):
        if course.done or course.failed or course.latest is not seen:
            break
        await asyncio.sleep(0.1)
    return measures.told(course)


@router.post("/api/designs", status_code=201, openapi_extra=_body(Share))
async def share(request: Request, response: Response, cookie: Identity = None) -> Design:
    """Share a table or a scenario. It has to be one that can be played, and never changes."""
    wish = read(Share, await request.body())
    person = person_of(request, response, cookie, wish.client)
    said = await looked_at(request, Examine(wish.game, wish.kind, wish.value))
    if not said["ok"]:
        first = next(each for each in said["findings"] if each["grave"])
        raise malformed(f"this cannot be shared yet: {first['message']}", first["rule"])
    row = await designing.share(
        hall_of(request),
        person,
        designing.Sharing(
            wish.game,
            wish.kind,
            wish.value,
            said["setting"]["title"],
            wish.author,
            wish.listed,
            wish.follows,
            wish.client,
        ),
    )
    return _line(row, person)


@router.get("/api/designs", response_model=Designs)
async def shelf(
    request: Request,
    response: Response,
    game: Annotated[str | None, Query(max_length=60)] = None,
    limit: Some = 100,
    before: Annotated[str | None, Query(pattern=r"^\d{1,15}-[a-z0-9]{12}$")] = None,
    cookie: Identity = None,
) -> Response:
    """What is shared on this server, newest first."""
    person = person_of(request, response, cookie)
    when, _, id = (before or "").partition("-")
    after = (int(when), id) if before else None
    found = await hall_of(request).storage.designs(game, limit, after)
    full = len(found) == limit
    following = f"{found[-1].created}-{found[-1].id}" if full else None
    # As bytes: for a thousand of them a model each would take longer than all the rest.
    said = {"designs": [_fields(row, person) for row in found], "next": following}
    made = Response(orjson.dumps(said), media_type="application/json")
    for each in response.headers.getlist("set-cookie"):
        made.headers.append("set-cookie", each)
    return made


@router.get("/api/designs/mine")
async def mine(
    request: Request, response: Response, limit: Some = 100, cookie: Identity = None
) -> Designs:
    """What one has shared."""
    person = person_of(request, response, cookie)
    found = await hall_of(request).storage.designs_of(person.who, limit)
    return Designs(designs=[_line(row, person) for row in found])


@router.get("/api/designs/{id}")
async def design(
    request: Request, response: Response, id: DesignId, cookie: Identity = None
) -> Design:
    """One of them whole: its `value`, and the `setting` to play it with. `findings` says what
    today's rules have against it, if they have anything."""
    person = person_of(request, response, cookie)
    row = await designing.found(hall_of(request), id, person)
    value = designing.value_of(row)
    said = await _told(request, row, value)
    line = _line(row, person).model_dump()
    return Design(**{**line, "value": value, **said})


async def _told(request: Request, row: DesignRow, value: dict[str, Any]) -> dict[str, Any]:
    """How it is to be played. A large one is examined elsewhere, as when it was shared."""
    if is_quick(weighed(value)):
        return await asyncio.to_thread(designing.told, row)
    asked = Examine(row.game, row.kind, value, pictured=True)
    try:
        found: dict[str, Any] = await hall_of(request).heavy.do(asked, address_of(request))
    except Refusal as refusal:
        return designing.refused(refusal)
    return found


@router.delete("/api/designs/{id}")
async def delete(
    request: Request, response: Response, id: DesignId, cookie: Identity = None
) -> models.Done:
    """Delete what one has shared. Its link says so from now on."""
    person = person_of(request, response, cookie)
    await designing.drop(hall_of(request), id, person)
    return models.Done()


def _line(row: DesignRow, person: Person) -> Design:
    return Design(**_fields(row, person))


def _fields(row: DesignRow, person: Person) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "kind": row.kind,
        "title": row.title,
        "author": row.author,
        "created": row.created,
        "listed": row.listed,
        "follows": row.follows,
        "own": row.who == person.who,
        "hidden": row.hidden,
    }
