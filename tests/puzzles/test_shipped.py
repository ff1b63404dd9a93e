"""Every puzzle that comes with a game is solved again, and is what it says."""

from typing import Any

import pytest

from outrider.core.refusal import Refusal
from outrider.games import built_in
from outrider.puzzles.puzzle import FORCED, Puzzle, puzzle_from_json
from outrider.puzzles.shelf import puzzles, read, shelf
from outrider.puzzles.solving import solver_of

LEAST = {"skirminion": 200}
OTHERS = 50
PARTS = 4
"""So that they are solved side by side."""


@pytest.mark.plain
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_exactly_one_answer_is_the_best(game: Any, part: int) -> None:
    solver = solver_of(game)
    for puzzle in puzzles(game)[part::PARTS]:
        state = game.load(puzzle.state)
        answers = solver.answers(state, puzzle.seat, puzzle.aim)
        assert game.write_action(answers[0].action) == puzzle.best, puzzle.id
        assert (answers[0].chance, answers[1].chance) == (puzzle.chance, puzzle.after), puzzle.id
        assert answers[0].chance > answers[1].chance and len(answers) == puzzle.choices
        assert puzzle.aim.kind not in FORCED or puzzle.chance - puzzle.after == 1


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_there_are_enough_of_all_sorts(game: Any) -> None:
    found = puzzles(game)
    assert len(found) >= LEAST.get(game.id, OTHERS)
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert len({puzzle.level for puzzle in found}) >= 3
    assert [puzzle.level for puzzle in found] == sorted(puzzle.level for puzzle in found)


def any_puzzle(id: str = "skirminion") -> Puzzle:
    return puzzles(next(game for game in built_in() if game.id == id))[0]


def test_puzzles_are_written_as_they_are_read() -> None:
    for game in built_in():
        for puzzle in puzzles(game)[:5]:
            assert puzzle_from_json(puzzle.to_json()) == puzzle


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"aim": {"kind": "dance"}}, "aim.kind"),
        ({"aim": {"kind": "win", "activations": 0}}, "aim.activations"),
        ({"aim": {"kind": "take"}}, "aim.units"),
        ({"chance": "three"}, "chance is a fraction"),
        ({"chance": "1/0"}, "chance is a fraction"),
        ({"chance": "3/2"}, "between 0 and 1"),
        ({"level": 9}, "level"),
        ({"more": 1}, "no field"),
        ({"state": 5}, "state must be an object"),
    ],
)
def test_a_damaged_puzzle_is_refused_with_the_place(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        puzzle_from_json({**any_puzzle().to_json(), **change})


def test_a_puzzle_lacks_nothing() -> None:
    data = any_puzzle().to_json()
    del data["best"]
    with pytest.raises(Refusal, match="`best`"):
        puzzle_from_json(data)


def test_a_damaged_file_is_refused_with_the_line(tmp_path: Any) -> None:
    game = next(game for game in built_in() if game.id == "skirminion")
    path = shelf(game)
    assert path is not None
    lines = path.read_text("utf-8").splitlines()
    for damaged in ("{", "{}", lines[1].replace('"skirminion"', '"basic"', 1)):
        copy = tmp_path / "skirminion.jsonl"
        copy.write_text("\n".join([lines[0], damaged]), "utf-8")
        with pytest.raises(Refusal, match=r"skirminion\.jsonl, line 2"):
            read(copy, game)
