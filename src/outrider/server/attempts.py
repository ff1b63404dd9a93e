"""Tries at puzzles, as they are judged in a process of their own."""

from dataclasses import dataclass
from typing import Any

from outrider.games import game as game_by_id
from outrider.puzzles.shelf import puzzle as puzzle_by_id


@dataclass(frozen=True, slots=True)
class Judged:
    """An attempt, to be judged elsewhere."""

    game: str
    puzzle: str
    actions: tuple[Any, ...]


def judged(errand: Judged) -> dict[str, Any]:
    from outrider.puzzles.trying import given_up, tried

    game = game_by_id(errand.game)
    found = puzzle_by_id(game, errand.puzzle)
    verdict = tried(game, found, errand.actions) if errand.actions else given_up(game, found)
    return verdict.to_json()
