"""The pages: one document for all of them, and the files it is made of."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache, partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from outrider.core.refusal import Refusal, not_your_turn
from outrider.core.rulebook import Rule, Rulebook
from outrider.core.variant import Variant
from outrider.core.wire import parse
from outrider.games import game as game_by_id
from outrider.play.older import OlderMatch
from outrider.server import models, preloading, records
from outrider.server.examining import begun
from outrider.server.routes import (
    REFUSALS,
    MatchId,
    SeatToken,
    WatchToken,
    address_of,
    allowed,
    hall_of,
)
from outrider.server.skins import SHORTLY, Files
from outrider.server.storage.base import StorageError

LISTENING = 1.0
"""Seconds that whoever asks for a review waits for it, before hearing how far it is."""
VariantText = Annotated[
    str | None, Query(max_length=4000, description="Changed numbers, a variant's JSON.")
]
router = APIRouter(responses=REFUSALS)


def static() -> Files:
    return Files(directory=preloading.WEB)


async def page(request: Request, module: str | None = None, status: int = 200) -> HTMLResponse:
    """The one document, which names what it begins with."""
    games = await _games_of(request, module)
    text = preloading.page(module, request.app.state.pages, games)
    return HTMLResponse(text, status, headers={"cache-control": SHORTLY})


async def _games_of(request: Request, module: str | None) -> list[str]:
    """The games whose skins a page draws with."""
    if module == "home" and "id" not in request.path_params:
        return list(request.app.state.pages.told)
    if "id" in request.path_params:
        with suppress(Refusal, StorageError):
            return [(await hall_of(request).glance(request.path_params["id"])).row.game]
        return []
    return [request.path_params["game"]] if "game" in request.path_params else []


def _known(module: str) -> Callable[[Request], Awaitable[HTMLResponse]]:
    async def known(request: Request) -> HTMLResponse:
        return await page(request, module)

    return known


for address, module in preloading.PAGES.items():
    router.add_api_route(address, _known(module), include_in_schema=False)


@router.get("/api/games/{game}/rules")
async def rules(game: str, variant: VariantText = None) -> dict[str, Any]:
    """A game's rules in our own words. With a variant, its numbers stand in them: such a rule comes
    in `parts`, each a text and whether it is a changed number, which says what it was. A rule may
    have a `table`, rows of cells of the same kind, and a `lead` that stands above it instead of the
    text."""
    known = game_by_id(game)
    changed = None if variant is None else known.variant(parse(variant))
    book = known.rulebook().by(changed)
    chapters = [
        {"title": chapter.title, "rules": [_rule(book, rule, changed) for rule in chapter.rules]}
        for chapter in book.chapters
    ]
    return {
        "title": book.title,
        "summary": book.summary,
        "credits": book.credits,
        "chapters": chapters,
        "variant": None if changed is None else changed.to_json(),
    }


@router.get("/api/games/{game}/settings")
async def settings(game: str) -> dict[str, Any]:
    """The tables or scenarios that come with a game, as people choose them: story, every side's
    aims and forces, the first `state` with its `standing` for a picture, and the `terms` to ask for
    a match with."""
    return {"settings": await asyncio.to_thread(_settings, game_by_id(game).id)}


@cache
def _settings(id: str) -> list[dict[str, Any]]:
    """They never change, and the states take a while."""
    game = game_by_id(id)
    return [{**each.to_json(), **begun(game, each.terms)} for each in game.settings()]


def _rule(book: Rulebook, rule: Rule, changed: Variant | None) -> dict[str, Any]:
    said: dict[str, Any] = {"id": rule.id, "source": rule.source, "text": rule.text}
    if rule.table:
        said |= {"lead": rule.lead, "table": book.tabled(rule, changed)}
    return {**said, "parts": rule.parts()} if rule.marks else said


@router.get("/api/matches/{id}/review", responses={202: {"model": models.Progress}})
async def review(
    request: Request,
    id: MatchId,
    token: SeatToken = None,
    watch: WatchToken = None,
    seen: Annotated[int, Query(ge=0, description="The `part` that is known already.")] = 0,
) -> Any:
    """A finished game looked at again: winning chances, what every swing was due to, and what would
    have been better. While that is being found out the answer is how far it is, with what is known
    so far; ask again."""
    hall = hall_of(request)
    live = await hall.get(id)
    allowed(live, token, watch)
    if live.row.stage not in ("over", "archived"):
        raise not_your_turn("a game is looked at again when it is over")
    match = live.playing()
    if isinstance(match, OlderMatch) and match.parting is not None:
        raise not_your_turn(f"this game cannot be looked at again: it was {match.parting}")
    if live.review is None:
        text = partial(records.text_of, hall, live)
        job = hall.studies.review(live, address_of(request), text)
        with suppress(TimeoutError):
            async with asyncio.timeout(LISTENING):
                await job.ended.wait()
        if not job.ended.is_set():
            about = {"game": live.row.game, "names": live.names()}
            found = job.part if job.parts > seen and job.part is not None else None
            progress = models.Progress(
                ahead=hall.studies.ahead(job),
                done=job.share,
                part=job.parts,
                found=found and {**about, **found},
            )
            return JSONResponse(progress.model_dump(), 202)
        if job.answer is None:
            raise Refusal("unknown", f"the game could not be looked at: {job.failed}")
        live.review = job.answer
    return {"game": live.row.game, "names": live.names(), **live.review}
