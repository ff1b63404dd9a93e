"""From centre to centre, everywhere (SKM-D1): bases of any size change nothing."""

import pytest

from games.skirmish.patrol import (
    DEAD,
    REVISED,
    both,
    health,
    illegal,
    legal,
    minute,
    new,
    play,
    rolling,
    stand,
    unit,
)
from outrider.games.skirmish.game import Skirmish

HERE = (10, 10)


@both
@pytest.mark.parametrize(("x", "near"), [(11, True), (11.001, False)])
def test_hand_to_hand(game: Skirmish, x: float, near: bool) -> None:
    """SKM-D1, SKM-F1: at most 1 inch apart is between the centres, though bases are 0.2 apart."""
    state = stand(game, {"R1": HERE, "B1": (x, 10)})
    assert legal(state, "strike R1 B1") == near
    if not near:
        assert illegal(state, "strike R1 B1") == "SKM-F1"


@both
@pytest.mark.parametrize(("x", "near"), [(11, True), (11.001, False)])
def test_a_corpse(game: Skirmish, x: float, near: bool) -> None:
    """SKM-D1, SKM-N4"""
    state = stand(game, {"R1": HERE, "B1": (x, 10), "B2": (30, 30)}, {"B1": DEAD})
    assert legal(state, "take R1 B1") == near


@both
@pytest.mark.parametrize(("x", "dice"), [(22, 4), (22.001, 2)])
def test_a_shot(game: Skirmish, x: float, dice: int) -> None:
    """SKM-D1, SKM-G1"""
    state = play(stand(game, {"R1": HERE, "B1": (x, 10)}), "shoot R1 B1")
    assert rolling(state) == ("attack", "red", dice)


@both
@pytest.mark.parametrize(("y", "dice"), [(18, 4), (18.001, 2), (19, 2), (19.001, 0)])
def test_a_blast(game: Skirmish, y: float, dice: int) -> None:
    """SKM-D1, SKM-N2: from where the grenade lands to the centre of the figure."""
    state = stand(game, {"R1": HERE, "R2": (30, 30), "B1": (10, y), "B2": (30, 2)})
    state = play(state, "throw R1 10,20", 6, "land 10,16")
    if dice:
        assert rolling(state) == ("blast", "red", dice)
    else:
        assert health(state, "B1") == 10


@both
def test_edges(game: Skirmish) -> None:
    """SKM-D1, SKM-S2, SKM-O1: the centre is within 2 inches, whatever of the base is."""
    state = new(game)
    assert legal(state, "deploy R1 10,2") and illegal(state, "deploy R1 10,2.001") == "SKM-S2"
    scout = minute(game, {"R1": (10, 31), "B1": (30, 20)})
    assert unit(play(scout, "move R1 10,34"), "R1")["seen"]
    assert not unit(play(scout, "move R1 10,33.999"), "R1")["seen"]


def test_a_move() -> None:
    """SKM-D1, SKM-R3: as far as the centre goes."""
    state = minute(REVISED, {"R1": HERE, "B1": (30, 20)})
    assert legal(state, "move R1 14,10") and illegal(state, "move R1 14.001,10") == "SKM-R3"
