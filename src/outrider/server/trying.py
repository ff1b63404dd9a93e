"""Questions about a state that somebody brings along: the desk answers, and nothing is kept."""

from dataclasses import dataclass
from typing import Any

from outrider.dice import ListedDice
from outrider.games import game as game_by_id
from outrider.play.desk import Desk, Position
from outrider.play.questions import Play
from outrider.server.skins import picture_of


@dataclass(frozen=True, slots=True)
class Try:
    """A request about a state: any question, `play`, `roll` to let dice fall that are due, or
    `state` to see how it stands."""

    game: str
    state: dict[str, Any] | str
    request: dict[str, Any]
    faces: tuple[int, ...] = ()
    """What dice show that fall if something is played. Those that are left over do not matter, and
    where there are too few the next roll stays to be made."""


def tried(trial: Try) -> dict[str, Any]:
    """What the desk says; of what was played also how it is written in JSON."""
    game = game_by_id(trial.game)
    state = game.read(trial.state) if isinstance(trial.state, str) else game.load(trial.state)
    if trial.request["do"] == "state":
        return _shown(Position(game, state))
    desk = Desk(game, state, ListedDice(trial.faces))
    if trial.request["do"] == "roll":
        return _shown(desk.rolled())
    asked = desk.question(trial.request)
    answer = desk.answer(asked)
    said = _shown(answer) if isinstance(answer, Position) else answer.to_json()
    return {"action": asked.action.to_json(), **said} if isinstance(asked, Play) else said


def _shown(position: Position) -> dict[str, Any]:
    return {**position.to_json(), **picture_of(position.game, position.state)}
