"""What is measured comes to an end, whatever the dice do."""

import subprocess
import sys
from pathlib import Path

import pytest

import outrider
from bench.skirmish import TABLE
from bench.stepping import Walk

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120


def test_a_shot_is_found() -> None:
    """It was not: every die showed a three, and a tied initiative was rolled again for ever."""
    code = "from bench.skirmish import a_shot; print(a_shot()[3].do)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, cwd=ROOT, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout == "shoot\n", done.stderr


def test_dice_that_never_end_are_told() -> None:
    game = outrider.game("skirmish")
    walk = Walk(game, game.terms({"table": TABLE}), 1, faces=lambda dice: [3] * dice)

    def play() -> None:
        for _ in range(10_000):
            walk.act()

    with pytest.raises(RuntimeError, match="rolls of skirmish and nobody has a choice"):
        play()


@pytest.mark.parametrize("id", [game.id for game in outrider.installed_games()])
def test_random_play_goes_on_from_game_to_game(id: str) -> None:
    """Every game is stepped the same way, over its end and into the next one."""
    game = outrider.game(id)
    walk = Walk(game, game.terms(), 1)
    for _ in range(20_000):
        walk.act()
        if walk.games > 2:
            return
    raise AssertionError(f"no two games came to an end in 20,000 actions: {walk.games}")
