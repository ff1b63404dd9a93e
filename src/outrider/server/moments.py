"""A match from its beginning, a page at a time."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from outrider.core.refusal import Refusal, not_your_turn
from outrider.core.wire import dumps
from outrider.server.bounds import MOST_MOMENTS
from outrider.server.errands import Lacks, Page, Paged
from outrider.server.hall import Hall
from outrider.server.lines import bare
from outrider.server.live import Live
from outrider.server.models import Moments
from outrider.server.routes import (
    REFUSALS,
    MatchId,
    SeatToken,
    WatchToken,
    address_of,
    allowed,
    hall_of,
    told_whole,
)

TRIES = 4
"""How often a process may say what it lacks: with the last it is told everything."""
router = APIRouter(responses=REFUSALS)
Begin = Annotated[int, Query(alias="from", ge=0, le=10**9, description="The first moment.")]
Count = Annotated[int, Query(ge=1, le=MOST_MOMENTS, description="How many at most.")]


@router.get("/api/matches/{id}/moments", response_model=Moments)
async def moments(
    request: Request,
    id: MatchId,
    begin: Begin = 0,
    count: Count = MOST_MOMENTS,
    token: SeatToken = None,
    watch: WatchToken = None,
) -> Response:
    """A match from its beginning: every line with what happened and the state after it. Moment 0 is
    the state before the first line. There are `total`; fewer than asked for are told where they are
    large."""
    hall = hall_of(request)
    live = await hall.glance(id)
    allowed(live, token, watch)
    if live.row.stage in ("open", "revealing"):
        raise not_your_turn("the match has not begun yet")
    told_whole(live)
    total = await hall.storage.count_lines(id)
    page = Page(id, live.row.header, total, begin, count, live.row.result)
    found = await made(hall, page, address_of(request))
    about = _about(live, found, page)
    # The moments are JSON already: to read and write them again would hold everybody up.
    text = dumps(about)[:-1] + ',"moments":[' + ",".join(found.moments) + "]}"
    return Response(text, media_type="application/json")


def _about(live: Live, found: Paged, page: Page) -> dict[str, Any]:
    return {
        "game": live.row.game,
        "names": live.names(),
        "seats": live.row.header["seats"],
        "variant": live.row.header.get("variant"),
        "over": live.row.stage in ("over", "archived"),
        "result": live.row.result,
        "sentence": found.sentence,
        "older": found.older,
        "from": page.begin,
        "total": page.total + 1,
    }


async def made(hall: Hall, page: Page, address: str) -> Paged:
    """The page, by a process that may have to be told what was played."""
    asked = page
    for tried in range(TRIES):
        found: Paged | Lacks = await hall.heavy.do(asked, address)
        if isinstance(found, Paged):
            return found
        after = 0 if tried == TRIES - 2 else found.after
        rows = await hall.storage.lines(page.match, after)
        lines = tuple(bare(row.line) for row in rows[: page.total - after])
        asked = replace(page, after=after, lines=lines)
    raise Refusal("unknown", "the match changes faster than it can be shown")
