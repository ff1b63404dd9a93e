"""`outrider analyse` takes what somebody has of a game in any form, and says what it cannot use."""

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.driving import outrider
from outrider.cli.analysing import analyse, points
from outrider.cli.given import given
from outrider.core.record import Record
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.dice import SeededDice
from outrider.games import built_in
from outrider.games import game as game_by_id
from outrider.play.match import Match

RECORDS = Path(__file__).resolve().parents[1] / "playthroughs"
DUEL = "8/8/3f4/8/3F4/8/8/F7 r - -"
each_game = pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)


def position(game: Any) -> Any:
    match = Match(game, game.terms(), SeededDice(2))
    source = random.Random(4)
    for _ in range(14):
        seat = match.deciders()[0]
        match.play(seat, match.choices(seat).sample(source))
    return match.state


class Piped:
    """Standard input as a process has it."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())


@each_game
def test_a_state_is_taken_in_any_form(
    game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(game)
    line, spread = (
        dumps(game.dump(state)),
        json.dumps(json.loads(dumps(game.dump(state))), indent=2),
    )
    bare = {name: value for name, value in game.dump(state).items() if name != "game"}
    file = tmp_path / "state.json"
    for text in (line, spread, line + "\n"):
        file.write_text(text)
        assert given(str(file), None) == (game, state)
        assert given(str(file), game.id) == (game, state)
        assert given(text, None) == (game, state)
        monkeypatch.setattr(sys, "stdin", Piped(text))
        assert given("-", None) == (game, state)
    assert given(dumps(bare), game.id) == (game, state)


@each_game
def test_a_record_is_taken_from_a_file_and_from_a_pipe(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RECORDS / f"{game.id}.jsonl"
    found = given(str(file), None)
    assert found[0] is game and isinstance(found[1], Record)
    monkeypatch.setattr(sys, "stdin", Piped(file.read_text("utf-8")))
    assert given("-", game.id) == found
    assert given(file.read_text("utf-8"), None) == found


def test_a_position_s_text_is_taken_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = game_by_id("skirminion")
    state = game.read(DUEL)
    file = tmp_path / "position"
    file.write_text(DUEL + "\n")
    monkeypatch.setattr(sys, "stdin", Piped(DUEL))
    for what in (DUEL, str(file), "-"):
        assert given(what, "skirminion") == (game, state)


@each_game
def test_positions_are_looked_at(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = dumps(game.dump(position(game)))
    analyse(text, None, True, 1.0, "soldier", 1)
    found = json.loads(capsys.readouterr().out)
    assert sum(mean for mean, _, _ in found["chances"].values()) == pytest.approx(1, abs=1e-3)
    for best in found["best"].values():
        assert sum(each["chosen"] for each in best) == 1
        assert [each["value"] for each in best] == sorted((e["value"] for e in best), reverse=True)
    analyse(text, game.id, False, 0.5, None, 2)
    shown = capsys.readouterr().out
    assert "Red " in shown and "* is what would be chosen" in shown


def test_chances_and_actions_agree(capsys: pytest.CaptureFixture[str]) -> None:
    analyse(DUEL, "skirminion", False, None, None, 1)
    shown = capsys.readouterr().out
    assert "Red 100% (proved)" in shown and "* red: d4-c5  100% (proved)" in shown


def test_a_review_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    analyse(str(RECORDS / "basic.jsonl"), "basic", False, 6, None, 1)
    shown = capsys.readouterr().out
    assert "What mattered most" in shown and "by the dice" in shown
    assert "beginning" in shown and "line 99" in shown
    assert "played on" in shown and "±" in shown
    assert "-0%" not in shown and "+0%" not in shown


def test_nothing_has_no_sign() -> None:
    assert [points(share) for share in (0.2, -0.2, 0.004, -0.004, 0)] == [
        "+20%", "-20%", "0%", "0%", "0%"
    ]  # fmt: skip


BAD: dict[str, tuple[list[str], bytes, str]] = {
    "no such file": (["nothing.jsonl"], b"", "is no file; for a position's text say --game"),
    "a folder": (["."], b"", "is not a file"),
    "nothing": (["-"], b" \n", "there is nothing to look at"),
    "no text": (["-"], b"\xff\xfe", "standard input: line 1: not UTF-8"),
    "cut JSON": (['{"game": "basic"'], b"", "not JSON"),
    "a list": (["[1, 2]"], b"", "a state"),
    "of no game": (["{}"], b"", "say --game"),
    "of a game there is none of": (['{"game": "chess"}'], b"", "chess"),
    "half a state": (['{"game": "basic"}'], b"", "a state needs the field"),
    "another game's": (['{"game": "basic"}', "--game", "skirmish"], b"", "basic"),
    "a long name": (["x" * 5000, "--game", "skirminion"], b"", ""),
    "no position": (["9/9/9", "--game", "skirminion"], b"", ""),
    "no level": ([DUEL, "--game", "skirminion", "--level", "nobody"], b"", "there are recruit,"),
    "the random player": ([DUEL, "--game", "skirminion", "--level", "random"], b"", "recruit,"),
    "a level for a record": (
        [str(RECORDS / "basic.jsonl"), "--level", "marshal"], b"", "--level is for a position",
    ),
    "another game's record": (
        [str(RECORDS / "basic.jsonl"), "--game", "skirmish"], b"", "a record of basic, not of",
    ),
    "a record without its end": (["-"], (RECORDS / "basic.jsonl").read_bytes()[:2000], "line"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_in_one_line(name: str) -> None:
    words, stdin, said = BAD[name]
    done = outrider("analyse", *words, stdin=stdin)
    assert done.returncode == 2, done
    assert done.stderr.startswith("outrider: ") and done.stderr.count("\n") == 1, done.stderr
    assert said in done.stderr
    assert done.stdout == ""


def test_a_zero_in_a_name_is_refused() -> None:
    """No shell hands one over, but a program may."""
    with pytest.raises(Refusal):
        given("state\0.json", "skirminion")
