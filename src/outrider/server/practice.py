"""Trying things out without a match: the desk's answer to one request, and nothing is kept.

Lessons are played through this. The page brings the state and the faces, the engine the rules.
"""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field, ValidationError

from outrider.bots.protocol import BotFailed
from outrider.core.refusal import unknown
from outrider.core.wire import parse
from outrider.games import game as game_by_id
from outrider.server.bounds import bounded, weighed
from outrider.server.errors import Forbidden
from outrider.server.models import Strict
from outrider.server.replying import Reply
from outrider.server.routes import REFUSALS, address_of, hall_of
from outrider.server.thinking import Judge
from outrider.server.trying import Try, tried

router = APIRouter(responses=REFUSALS)
MOST_FACES = 200


class Trial(Strict):
    """One request in a state of one's own: a question as on the socket, `play` with the `faces` of
    dice that fall, `roll` to let them fall where they are due, `reply` to have a bot play for the
    seat, `judge` to hear what the bots think of it, or `state` to see how things stand."""

    game: Annotated[str, Field(max_length=60)]
    do: Literal[
        "state", "legal", "offers", "check", "try", "odds", "weigh", "preview", "suggest", "reach",
        "threats", "look", "consider", "ranges", "measure", "play", "reply",
        "judge", "roll",
    ]  # fmt: skip
    state: dict[str, Any] | Annotated[str, Field(max_length=100_000)]
    seat: Any = "red"
    action: Any = None
    unit: Any = None
    start: Annotated[Any, Field(alias="from")] = None
    to: Any = None
    faces: Annotated[list[int], Field(max_length=MOST_FACES, default_factory=list)]

    def request(self) -> dict[str, Any]:
        """What the desk is asked. What was not given is not in it."""
        given = {"action", "unit", "start", "to"} & self.model_fields_set
        said = {"from" if name == "start" else name: getattr(self, name) for name in given}
        return {"do": self.do, "seat": self.seat, **said}


TRIAL = {
    "required": True,
    "content": {"application/json": {"schema": Trial.model_json_schema()}},
}


@router.post("/api/practice", openapi_extra={"requestBody": TRIAL})
async def practice(request: Request) -> dict[str, Any]:
    """What the desk says."""
    trial = read(await request.body())
    if trial.do == "reply":
        bounded(weighed(trial.state))
        reply = Reply(trial.game, trial.state, trial.seat, tuple(trial.faces))
        replied: dict[str, Any] = await hall_of(request).heavy.do(reply, address_of(request))
        return replied
    if trial.do == "judge":
        return await judged(request, trial)
    asked = Try(trial.game, trial.state, trial.request(), tuple(trial.faces))
    if bounded(weighed(trial.state)).light:
        return await asyncio.to_thread(tried, asked)
    found: dict[str, Any] = await hall_of(request).heavy.do(asked, address_of(request))
    return found


async def judged(request: Request, trial: Trial) -> dict[str, Any]:
    """Everybody's chances in a state, and what would be good there. It waits for its turn among the
    reviews and hints, and the address pays for it as for those."""
    bounded(weighed(trial.state))
    hall = hall_of(request)
    # What is wrong with the state is told in words before anybody thinks about it.
    state = Try(trial.game, trial.state, {"do": "state", "seat": trial.seat}, ())
    if game_by_id(trial.game).secret:
        raise Forbidden("there are no hints in a game with secrets")
    await hall.heavy.do(state, address_of(request))
    asked = Judge(trial.game, trial.state, hall.settings.bot_seconds)
    try:
        return await hall.studies.advise(asked, address_of(request))
    except BotFailed as failed:
        raise unknown(f"nobody knows: {failed}") from None


def read(body: bytes) -> Trial:
    """As strictly as everywhere else, where no digit gets lost: lengths are exact."""
    try:
        return Trial.model_validate(parse(body))
    except ValidationError as wrong:
        places = [{**each, "loc": ("body", *each["loc"])} for each in wrong.errors()]
        raise RequestValidationError(places) from None
