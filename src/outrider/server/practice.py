"""Trying things out without a match: the engine's answer to one request, and nothing is kept.

Lessons are played through this. The page brings the state and the faces, the engine the rules.
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from outrider.server.bounds import bounded, weighed
from outrider.server.models import Strict
from outrider.server.routes import REFUSALS, address_of, hall_of
from outrider.server.trying import Try, tried

router = APIRouter(responses=REFUSALS)
MOST_FACES = 200


class Trial(Strict):
    """One request in a state of one's own: a question as on the socket, `play` with the `faces` of
    dice that fall, or `state` to see how things stand."""

    game: Annotated[str, Field(max_length=60)]
    do: Literal["state", "legal", "check", "odds", "preview", "suggest", "reach", "threats", "play"]
    state: dict[str, Any] | Annotated[str, Field(max_length=100_000)]
    seat: Any = "red"
    action: Any = None
    unit: Any = None
    faces: Annotated[list[int], Field(max_length=MOST_FACES, default_factory=list)]

    def request(self) -> dict[str, Any]:
        """What is asked of the desk. What was not given is not there."""
        given = {name: getattr(self, name) for name in {"action", "unit"} & self.model_fields_set}
        return {"do": self.do, "seat": self.seat, **given}


@router.post("/api/practice")
async def practice(request: Request, trial: Trial) -> dict[str, Any]:
    """What the desk says."""
    asked = Try(trial.game, trial.state, trial.request(), tuple(trial.faces))
    if bounded(weighed(trial.state)).light:
        return tried(asked)
    found: dict[str, Any] = await hall_of(request).heavy.do(asked, address_of(request))
    return found
