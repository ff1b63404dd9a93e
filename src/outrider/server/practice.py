"""Trying things out without a match: the engine's answer to one request, and nothing is kept.

Lessons are played through this. The page brings the state and the faces, the engine the rules.
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from outrider.core.game import Game
from outrider.core.pending import Roll
from outrider.core.refusal import malformed
from outrider.core.wire import Event
from outrider.games import game as game_by_id
from outrider.server.models import Strict
from outrider.server.routes import REFUSALS

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
async def practice(trial: Trial) -> dict[str, Any]:
    """What the engine says."""
    game = game_by_id(trial.game)
    state = game.read(trial.state) if isinstance(trial.state, str) else game.load(trial.state)
    if trial.do == "state":
        return shown(game, state, ())
    if trial.do == "legal":
        choices = game.choices(state, trial.seat)
        return {"actions": [each.to_json() for each in choices], "complete": choices.complete}
    if trial.do == "reach":
        unit = trial.unit or ""
        threats = game.threats(state, trial.seat, unit)
        return {"reach": list(game.reach(state, trial.seat, unit)), "threats": list(threats)}
    action = game.action(trial.action)
    if trial.do == "odds":
        return game.odds(state, trial.seat, action).to_json()
    if trial.do == "check":
        refusal = game.choices(state, trial.seat).why_not(action)
        close = game.suggest(state, trial.seat, action) if refusal is not None else None
        said = {"legal": refusal is None, "refusal": refusal and refusal.to_json()}
        return said if close is None else {**said, "instead": close.to_json()}
    if trial.do == "preview":
        return {"events": told(game.preview(state, trial.seat, action))}
    return played(game, state, trial, action)


def played(game: Game[Any, Any], state: Any, trial: Trial, action: Any) -> dict[str, Any]:
    """Play an action, and let the given faces fall as they are asked for."""
    step = game.apply(state, trial.seat, action)
    events = list(step.events)
    faces = list(trial.faces)
    pending = game.pending(step.state)
    while isinstance(pending, Roll) and faces:
        if len(faces) < pending.dice:
            raise malformed(f"{pending.dice} dice have to fall, but {len(faces)} faces are left")
        step = game.roll(step.state, faces[: pending.dice])
        del faces[: pending.dice]
        events += step.events
        pending = game.pending(step.state)
    return shown(game, step.state, tuple(events))


def shown(game: Game[Any, Any], state: Any, events: tuple[Event, ...]) -> dict[str, Any]:
    return {
        "state": game.dump(state),
        "pending": game.pending(state).to_json(),
        "question": game.question(state),
        "events": told(events),
    }


def told(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    return [{**event.to_json(), "text": str(event)} for event in events]
