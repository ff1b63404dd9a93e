"""`outrider puzzle`: dealt, solved and kept at the terminal; made into a file."""

from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

import outrider
from outrider.cli import puzzling
from outrider.core.refusal import Refusal
from outrider.puzzles.puzzle import Puzzle
from outrider.puzzles.shelf import puzzles, read

SKIRMINION = outrider.game("skirminion")


@pytest.fixture(autouse=True)
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    script = iter(lines)

    def said(prompt: str) -> str:
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", said)


def drawn(game: Any, puzzle: Puzzle) -> str:
    """Its board as it is to be seen."""
    return Text.from_markup(game.picture(game.load(puzzle.state))).plain.rstrip("\n")


def test_what_is_solved_is_kept_and_the_next_is_dealt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = next(each for each in puzzles(SKIRMINION) if each.aim.kind == "hold")
    types(monkeypatch, "", "legal", "a1-h8", "dance", "tell", "again", first.best)
    puzzling.solve("skirminion", first.id, None, False)
    shown = capsys.readouterr().out
    assert "SKN-" in shown and f"It is {first.best}" in shown and "holds" in shown
    assert drawn(SKIRMINION, first) in shown and "[/]" not in shown, "drawn, and no markup is seen"
    assert puzzling.solved() == {first.id}
    puzzling.solve("skirminion", None, None, True)
    assert f"✓ {first.id}" in capsys.readouterr().out
    puzzling.solve(None, None, None, False)
    assert "skirminion" in capsys.readouterr().out
    assert puzzling.chosen(SKIRMINION, None, first.level).id != first.id


def test_a_board_is_whole_in_a_narrow_window_and_a_full_disk_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = outrider.game("skirmishers")
    (tmp_path / "outrider").write_text("no folder")
    puzzle = max(puzzles(game), key=lambda each: len(game.picture(game.load(each.state))))
    monkeypatch.setenv("COLUMNS", "60")
    types(monkeypatch, puzzle.best)
    puzzling.solve("skirmishers", puzzle.id, None, False)
    shown = capsys.readouterr().out
    assert drawn(game, puzzle) in shown
    assert "That it is solved could not be kept" in shown and "File exists" in shown


def test_a_win_is_played_out_or_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    longer = next(
        each for each in puzzles(SKIRMINION) if each.aim.kind == "win" and each.aim.activations == 5
    )
    types(monkeypatch, longer.best, "quit")
    puzzling.solve("skirminion", longer.id, None, False)
    assert "Right. Go on." in capsys.readouterr().out
    types(monkeypatch)
    puzzling.solve("skirminion", longer.id, None, False)
    assert puzzling.solved() == set()


def test_what_there_is_not_is_said() -> None:
    with pytest.raises(Refusal, match="no puzzle"):
        puzzling.solve("skirminion", "nothing", None, False)
    with pytest.raises(Refusal, match="no game"):
        puzzling.solve("chess", None, None, False)
    puzzling.progress_file().parent.mkdir(parents=True)
    puzzling.progress_file().write_text("{broken", "utf-8")
    assert puzzling.solved() == set()


def test_new_puzzles_are_made_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new.jsonl"
    game = outrider.game("skirmish")
    puzzling.make("skirmish", path, 2, 4)
    assert len(read(path, game)) == 2 and "2 puzzles" in capsys.readouterr().out
    with pytest.raises(Refusal, match="cannot be written"):
        puzzling.make("skirmish", tmp_path / "nowhere" / "new.jsonl", 1, 4)
