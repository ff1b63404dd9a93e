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
    """One request: `legal`, `check`, `odds`, `preview`, `reach` or `play`, in a state of one's
    own."""

    game: Annotated[str, Field(max_length=60)]
    do: Literal["state", "legal", "check", "odds", "preview", "reach", "play"]
    state: dict[str, Any] | Annotated[str, Field(max_length=100_000)]
    seat: Annotated[str, Field(max_length=20)] = "red"
    action: dict[str, Any] | Annotated[str, Field(max_length=2_000)] | None = None
    unit: Annotated[str, Field(max_length=20)] | None = None
    faces: Annotated[list[int], Field(max_length=MOST_FACES, default_factory=list)]


@router.post("/api/practice")
async def practice(request: Request, trial: Trial) -> dict[str, Any]:
    """What the engine says."""
    faces = tuple(trial.faces)
    asked = Try(trial.game, trial.do, trial.state, trial.seat, trial.action, trial.unit, faces)
    if bounded(weighed(trial.state)).light:
        return tried(asked)
    found: dict[str, Any] = await hall_of(request).heavy.do(asked, address_of(request))
    return found
