"""Analysis: chances that are chances, swings that add up, and a command that prints them."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.bots.analysis import Analyst, review, shares
from outrider.core.pending import Outcome, Roll
from outrider.dice import SeededDice
from outrider.games import built_in
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

RECORDS = Path(__file__).resolve().parents[1] / "playthroughs"


def middle(game: Any, steps: int = 12) -> Match:
    """A match somewhere in its middle."""
    match = Match(game, game.terms(), SeededDice(2))
    source = random.Random(4)
    for _ in range(steps):
        seat = match.deciders()[0]
        match.play(seat, match.choices(seat).sample(source))
    return match


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_chances_are_chances(game: Any) -> None:
    match = middle(game)
    found = Analyst(game).chances(match.state)
    assert set(found) == set(match.terms.seats)
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in found.values())
    seat = match.deciders()[0]
    best = Analyst(game).best(match.state, seat, 3, "soldier", 1.0)
    assert best and all(action in match.choices(seat) for action, _ in best)


def test_a_result_is_shared() -> None:
    assert shares(Outcome(("red",), ""), ("red", "blue")) == {"red": 1.0, "blue": 0.0}
    assert shares(Outcome((), ""), ("red", "blue")) == {"red": 0.5, "blue": 0.5}


def test_dice_are_taken_as_they_may_fall() -> None:
    """Before a roll the chances are the mean of those after each face."""
    game = outrider.game("basic")
    data = game.dump(middle(game, 10).state)
    places = {"R4": [6, 5], "B4": [6, 14]}
    kept = [{**u, "at": places[u["id"]]} for u in data["units"] if u["id"] in places]
    state = game.load({**data, "units": kept, "pending": {"decide": ["red"]}, "turn": 1,
                       "first": "red", "initiative": "red"})  # fmt: skip
    before = game.apply(state, "red", game.read_action("attack R4 B4")).state
    assert isinstance(game.pending(before), Roll)
    analyst = Analyst(game)
    misses = [analyst.chances(game.roll(before, [face]).state)["red"] for face in (1, 2, 3)]
    assert misses[0] == misses[1] == misses[2]
    hit = analyst.chances(game.roll(before, [6]).state)["red"]
    assert misses[0] <= analyst.chances(before)["red"] <= hit


def test_a_game_without_bots_of_its_own() -> None:
    game = Pebbles()
    match = middle(game, 2)
    estimates = Analyst(game).estimates(match.state, playouts=4, seconds=5)
    assert sum(each.mean for each in estimates.values()) == pytest.approx(1)
    assert all(each.low <= each.mean <= each.high for each in estimates.values())
    assert Analyst(game).best(match.state, match.deciders()[0], seconds=1)


@pytest.mark.parametrize("name", ["basic", "skirmishers"])
def test_the_swings_of_a_game_add_up(name: str) -> None:
    record = outrider.record_from_text((RECORDS / f"{name}.jsonl").read_text("utf-8"))
    found = review(outrider.game(name), record)
    assert len(found.chances) == len(record.lines) + 1
    for seat in found.seats:
        total = sum(swing.by[seat] for swing in found.swings)
        assert found.chances[0][seat] + total == pytest.approx(found.chances[-1][seat])
    assert len(found.moments) == 3
    assert json.loads(json.dumps(found.to_json()))["luck"].keys() == set(found.seats)


def test_the_command() -> None:
    file = RECORDS / "basic.jsonl"
    command = [sys.executable, "-m", "outrider", "analyse", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert "What mattered most" in done.stdout and "by the dice" in done.stdout
