"""Questions about a state that somebody brings along: the engine's answers, and nothing is kept."""

from dataclasses import dataclass
from typing import Any

from outrider.core.game import Game
from outrider.core.pending import Roll
from outrider.core.refusal import malformed
from outrider.core.wire import Event
from outrider.games import game as game_by_id


@dataclass(frozen=True, slots=True)
class Try:
    """One request: `state`, `legal`, `check`, `odds`, `preview`, `reach` or `play`."""

    game: str
    do: str
    state: dict[str, Any] | str
    seat: str
    action: dict[str, Any] | str | None = None
    unit: str | None = None
    faces: tuple[int, ...] = ()


def tried(trial: Try) -> dict[str, Any]:
    """What the engine says."""
    game = game_by_id(trial.game)
    state = game.read(trial.state) if isinstance(trial.state, str) else game.load(trial.state)
    if trial.do == "state":
        return shown(game, state, ())
    if trial.do == "legal":
        return legal(game, state, trial.seat)
    if trial.do == "reach":
        return reach(game, state, trial.seat, trial.unit or "")
    action = game.action(trial.action)
    if trial.do == "odds":
        return game.odds(state, trial.seat, action).to_json()
    if trial.do == "check":
        return check(game, state, trial.seat, action)
    if trial.do == "preview":
        return {"events": told(game.preview(state, trial.seat, action))}
    return played(game, state, trial, action)


def legal(game: Game[Any, Any], state: Any, seat: str) -> dict[str, Any]:
    choices = game.choices(state, seat)
    return {"actions": [each.to_json() for each in choices], "complete": choices.complete}


def reach(game: Game[Any, Any], state: Any, seat: str, unit: str) -> dict[str, Any]:
    threats = game.threats(state, seat, unit)
    return {"reach": list(game.reach(state, seat, unit)), "threats": list(threats)}


def check(game: Game[Any, Any], state: Any, seat: str, action: Any) -> dict[str, Any]:
    """Whether an action would do; if not, why, and what would be close to it."""
    refusal = game.choices(state, seat).why_not(action)
    if refusal is None:
        return {"legal": True, "refusal": None}
    close = game.suggest(state, seat, action)
    said = {"legal": False, "refusal": refusal.to_json()}
    return said if close is None else {**said, "instead": close.to_json()}


def played(game: Game[Any, Any], state: Any, trial: Try, action: Any) -> dict[str, Any]:
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
