"""The lessons are played on the real engine: every step of every one of them does what it says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.core.pending import Roll
from outrider.dice import ListedDice
from outrider.play.desk import Desk

LESSONS = Path(outrider.__file__).parent / "web" / "lessons"
NAMED = re.compile(r"\{([^}]*)\}")
OPEN = {
    "move R2 *": "move R2 10,11.7",
    "throw R3 *": "throw R3 9,9",
    "land *": "land 6,6",
}
"""What somebody might do where a lesson leaves the place open."""


def meant(game: str, wish: str) -> str:
    if wish == "move R1 *":
        return "move R1 10,9" if game == "skirmishers" else "move R1 9,18.6"
    return OPEN.get(wish, wish)


def play(game: Any, state: Any, seat: str, text: str, faces: list[int]) -> Any:
    desk = Desk(game, state, ListedDice(faces))
    played = desk.play(seat, game.read_action(text)).to_json()
    return game.load(played["state"])


def test_there_is_one_for_each_game() -> None:
    assert {path.stem for path in LESSONS.glob("*.json")} == {
        game.id for game in outrider.installed_games() if "outrider.games" in type(game).__module__
    }


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.json")), ids=lambda path: path.stem)
def test_the_numbers_are_those_of_the_game(path: Path) -> None:
    """They stand by their names, and every game has some to say."""
    lesson = json.loads(path.read_text("utf-8"))
    known = {figure.name for figure in outrider.game(path.stem).figures}
    said = [NAMED.findall(step["say"]) for step in lesson["steps"]]
    named = {name for found in said for names in found for name in names.split("+")}
    assert named and named <= known


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.json")), ids=lambda path: path.stem)
def test_every_step(path: Path) -> None:
    lesson = json.loads(path.read_text("utf-8"))
    game = outrider.game(lesson["game"])
    assert lesson["game"] == path.stem
    state: Any = None
    for step in lesson["steps"]:
        assert step["say"]
        if "position" in step:
            state = game.read(step["position"])
        if "state" in step:
            state = game.load(step["state"])
        for wish in step.get("want", [])[:1]:
            text = meant(game.id, wish)
            state = play(game, state, lesson["seat"], text, step.get("faces", []))
        if "lets" in step:
            assert game.read_action(step["lets"]) in game.choices(state, lesson["seat"])
        if "shows" in step:
            wanted = dict(step["shows"])
            id = wanted.pop("unit")
            unit = next(each for each in game.dump(state)["units"] if each["id"] == id)
            assert unit.items() >= wanted.items()
        for reply in step.get("then", []):
            state = play(game, state, reply["seat"], reply["action"], reply.get("faces", []))
        assert not isinstance(game.pending(state), Roll)
