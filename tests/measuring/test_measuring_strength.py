"""The page of `bench.strength` is printed row by row, and keeps what is not played anew."""

from pathlib import Path

import pytest

from bench import strength
from outrider.games import games


def test_rows_of_series_that_are_not_at_hand_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "strength.md"
    rows = [f"| {game.id} | {one} | {two} | 9 |" for game in games() for one, two in strength.PAIRS]
    page.write_text("\n".join(["# How strong the bots are", *rows]) + "\n", "utf-8")
    words = ["strength", "--print", "--markdown", str(page), "--folder", str(tmp_path)]
    monkeypatch.setattr("sys.argv", words)
    for _ in range(2):
        strength.main()
    assert [line for line in page.read_text("utf-8").splitlines() if line in rows] == rows


def test_one_level_is_played_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["strength", "--fixed", "--only", "basic", "--levels", "soldier", "--games", "2"]
    monkeypatch.setattr("sys.argv", [*words, "--cores", "1", "--folder", str(tmp_path)])
    strength.main()
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["basic-soldier-random.jsonl", "basic-soldier-recruit.jsonl"]
