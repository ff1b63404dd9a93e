"""The puzzles that come with a game: lines of JSON in the file `puzzles/ID.jsonl` of its folder."""

import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from outrider.core.game import Game
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import shown
from outrider.puzzles.puzzle import Puzzle, puzzle_from_json


def shelf(game: Game[Any, Any]) -> Path | None:
    """Where a game's puzzles are, if it has any."""
    package = type(game).__module__.rpartition(".")[0]
    path = Path(str(files(package))) / "puzzles" / f"{game.id}.jsonl" if package else None
    return path if path is not None and path.is_file() else None


@lru_cache(maxsize=64)
def puzzles(game: Game[Any, Any]) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easy ones first."""
    path = shelf(game)
    return () if path is None else read(path, game)


def read(path: Path, game: Game[Any, Any]) -> tuple[Puzzle, ...]:
    """Puzzles of a game from a file; refused with the line if one is damaged."""
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            puzzle = puzzle_from_json(json.loads(line))
        except json.JSONDecodeError as error:
            raise malformed(f"{path.name}, line {number}: no JSON ({error.msg})") from None
        except Refusal as refusal:
            raise malformed(f"{path.name}, line {number}: {refusal.message}") from None
        if puzzle.game != game.id:
            raise malformed(f"{path.name}, line {number}: a puzzle of {shown(puzzle.game)}")
        found.append(puzzle)
    return tuple(sorted(found, key=lambda puzzle: puzzle.level))


def puzzle(game: Game[Any, Any], name: str) -> Puzzle:
    """One puzzle by its id."""
    for each in puzzles(game):
        if each.id == name:
            return each
    raise unknown(f"{game.title} has no puzzle {shown(name)}")
