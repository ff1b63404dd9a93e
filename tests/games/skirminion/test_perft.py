"""Perft: one number a position and depth, counted by the kernel and by the naive model.

The positions have forts, sieges, wounded units and endings; see perft_positions.json.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import outrider
from games.skirminion import naive
from outrider.core.game import Game

TABLE: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("perft_positions.json").read_text("utf-8")
)

FEW = 8000
"""So many positions at most are gone through for one count of the naive model in `make test`."""

game = outrider.game("skirminion")
names = [row["name"] for row in TABLE]


def test_the_table_is_worth_it() -> None:
    """From the start to depth 5, and eight or more other positions to depth 4."""
    assert TABLE[0]["position"] == naive.START_TEXT
    assert TABLE[0]["perft"] == [31, 961, 34503, 1237867, 48419173]
    assert sum(len(row["perft"]) >= 4 for row in TABLE[1:]) >= 8
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("row", TABLE, ids=names)
def test_kernel(row: dict[str, Any]) -> None:
    state = game.read(row["position"])
    counts = [game.perft(state, depth) for depth in range(1, len(row["perft"]) + 1)]
    assert counts == row["perft"]


@pytest.mark.kernel
@pytest.mark.parametrize("row", TABLE, ids=names)
def test_kernel_uncompiled(row: dict[str, Any]) -> None:
    """Depth 2 again, also with the compiler off."""
    state = game.read(row["position"])
    if row["perft"][1] <= 300:
        assert game.perft(state, 2) == row["perft"][1]
    assert game.perft(state, 1) == row["perft"][0]
    assert game.perft(state, 0) == 1


def counted(row: dict[str, Any], depth: int) -> list[int]:
    position = naive.read(row["position"])
    return [naive.perft(position, each) for each in range(1, depth + 1)]


@pytest.mark.plain
@pytest.mark.parametrize("row", TABLE, ids=names)
def test_naive_model(row: dict[str, Any]) -> None:
    """To depth 3 at least; `make slow` goes all the way."""
    depth = 1 + sum(count <= FEW for count in row["perft"][:-1])
    assert depth >= 3
    assert counted(row, depth) == row["perft"][:depth]


@pytest.mark.slow
@pytest.mark.parametrize("row", TABLE, ids=names)
def test_naive_model_to_the_end(row: dict[str, Any]) -> None:
    assert counted(row, len(row["perft"])) == row["perft"]


@pytest.mark.parametrize("row", TABLE[:6], ids=names[:6])
def test_facade(row: dict[str, Any]) -> None:
    """The counting that every game inherits, through the interface, agrees with the kernel's."""
    state = game.read(row["position"])
    assert Game.perft(game, state, 1) == row["perft"][0]
    assert slow_count(state, 2) == row["perft"][1]


def slow_count(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    pending = game.pending(state)
    if not isinstance(pending, outrider.Decide):
        return 0
    (seat,) = pending.seats
    actions = list(game.choices(state, seat))
    return sum(slow_count(game.apply(state, seat, action).state, depth - 1) for action in actions)


def test_perft_in_the_setup() -> None:
    """SKN-S3, SKN-S5: five declarations; then 24 squares for the first fort."""
    state = game.new(game.terms()).state
    for face in (5, 2):
        state = game.roll(state, [face]).state
    assert game.perft(state, 1) == 5
    placing = game.apply(state, "blue", game.read_action("forts 1")).state
    assert game.perft(placing, 1) == 24


def test_perft_before_the_dice_counts_them() -> None:
    """SKN-S2: each die is a step with six ways to fall; ties roll again."""
    state = game.new(game.terms()).state
    assert game.perft(state, 1) == 6
    assert game.perft(state, 2) == 36
    assert game.perft(state, 3) == 30 * 5 + 6 * 6


def test_perft_of_a_finished_game_is_nothing() -> None:
    state = game.read("7f/8/8/8/8/8/8/F7 r - -")
    assert game.perft(state, 1) == 0
    assert game.perft(state, 0) == 1
