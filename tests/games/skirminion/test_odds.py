"""Odds: after the initiative nothing is left to chance, so every chance is 0 or 1."""

from fractions import Fraction

import pytest

from games.skirminion.table import GAME, START, decider, play, position, read, rolled, texts
from outrider import Odds, Refusal
from outrider.games.skirminion.state import State

FAR = {"h8": 6, "g8": 6}


def odds(state: State, action: str) -> Odds:
    return GAME.odds(state, decider(state), GAME.read_action(action))


def certain(state: State, action: str) -> set[str]:
    """What is sure to happen; all else has to be sure not to."""
    chances = odds(state, action).chances
    assert set(chances) == {"kill", "die", "capture", "win", "draw", "lose"}
    assert set(chances.values()) <= {Fraction(0), Fraction(1)}
    return {name for name, chance in chances.items() if chance}


def losses(state: State, action: str) -> tuple[int, int]:
    """What the enemy and the acting side lose, always a whole number."""
    expected = odds(state, action).expected
    assert set(expected) == {"damage", "loss"}
    assert all(value.denominator == 1 for value in expected.values())
    return int(expected["damage"]), int(expected["loss"])


# -- attacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "sure", "damage", "loss"),
    [
        ({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6}, set(), 1, 1),
        ({"d4": 6, "e4": 6}, {"d5": 6, "c5": 6}, set(), 2, 2),
        ({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}, {"kill"}, 1, 1),
        ({"d4": 1, "a1": 6}, {"d5": 6, "h8": 6}, {"die"}, 1, 1),
        ({"d4": 1, "a1": 3}, {"d5": 1, "h8": 6}, {"kill", "die"}, 1, 1),
        ({"d4": 6}, {"d5": 6, "h8": 6}, set(), 2, 1),
        ({"d4": 6, "a1": 6}, {"d5": 6}, set(), 1, 2),
    ],
)
def test_an_attack(
    red: dict[str, int], blue: dict[str, int], sure: set[str], damage: int, loss: int
) -> None:
    """SKN-A2, SKN-A8, SKN-B3: who dies of d4xd5, and what both sides lose."""
    state = position(red, blue)
    assert certain(state, "d4xd5") == sure
    assert losses(state, "d4xd5") == (damage, loss)


def test_nobody_loses_more_than_he_has() -> None:
    """SKN-B3: a blow of three at a unit of 1 takes 1."""
    state = position({"d4": 6, "c4": 6, "e4": 6}, {"d5": 1, "h8": 6})
    assert losses(state, "d4xd5") == (1, 1)


@pytest.mark.parametrize(
    ("red", "blue", "sure"),
    [
        ({"d4": 6, "a1": 6}, {"d5": 1}, {"kill", "win"}),
        ({"d4": 1}, {"d5": 6, "h8": 6}, {"die", "lose"}),
        ({"d4": 2}, {"d5": 2}, {"kill", "die", "draw"}),
        ({"d4": 2, "e4": 5}, {"d5": 6}, {"die", "win"}),
        ({"d4": 2, "e4": 4}, {"d5": 6}, {"die", "draw"}),
        ({"d4": 5}, {"d5": 1, "h8": 6}, {"kill", "lose"}),
    ],
)
def test_win_draw_and_lose(red: dict[str, int], blue: dict[str, int], sure: set[str]) -> None:
    """SKN-V1 to SKN-V3: an attack that ends the game, in every way."""
    assert certain(position(red, blue), "d4xd5") == sure


def test_blue_sees_its_own_odds() -> None:
    """SKN-V1: kill, die and win are the acting side's."""
    state = position({"d5": 1}, {"d4": 6, "h8": 6}, to_act="blue")
    assert certain(state, "d4xd5") == {"kill", "win"}
    state = position({"d5": 6, "a1": 6}, {"d4": 1}, to_act="blue")
    assert certain(state, "d4xd5") == {"die", "lose"}


# -- sieges --------------------------------------------------------------------------------------


def test_a_capture() -> None:
    """SKN-A7: certain, and it costs nothing."""
    state = position({"d3": 6, "a1": 6}, FAR, blue_forts=["d4"])
    assert certain(state, "d3*d4") == {"capture"}
    assert losses(state, "d3*d4") == (0, 0)


def test_a_siege_with_one_defender() -> None:
    """SKN-A6: he may die, but the fort stays."""
    state = position({"d3": 6, "c3": 6, "a1": 6}, {"d5": 2, "h8": 6}, blue_forts=["d4"])
    assert certain(state, "d3*d4") == {"kill"}
    assert losses(state, "d3*d4") == (2, 1)


def test_a_siege_is_answered_with_the_cheapest_choice() -> None:
    """SKN-A5: the owner does not give up c5=1 while e5=6 can take the blow."""
    state = position({"d3": 6, "a1": 6}, {"c5": 1, "e5": 6}, blue_forts=["d4"])
    assert certain(state, "d3*d4") == set()
    assert losses(state, "d3*d4") == (1, 2)


def test_a_siege_that_costs_a_unit_whatever_the_choice() -> None:
    """SKN-A5, SKN-A6: both at the fort are too weak."""
    state = position({"d3": 2, "a1": 6}, {"c5": 1, "e5": 1, "h8": 6}, blue_forts=["d4"])
    assert certain(state, "d3*d4") == {"kill", "die"}
    assert losses(state, "d3*d4") == (1, 2)


def test_a_siege_that_loses_the_game() -> None:
    """SKN-V1: Red's last unit dies at the fort."""
    state = position({"d3": 2}, {"c5": 6, "e5": 6}, blue_forts=["d4"])
    assert certain(state, "d3*d4") == {"die", "lose"}


def test_the_owners_choice_has_odds_of_its_own() -> None:
    """SKN-A5: it is Blue who chooses, so a dead unit of Blue's is Blue's loss, not Red's."""
    state = position({"d3": 6, "c3": 6, "a1": 6}, {"c5": 1, "e5": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert decider(state) == "blue"
    assert certain(state, "=c5") == {"die"}
    assert losses(state, "=c5") == (2, 1)
    assert certain(state, "=e5") == set()
    assert losses(state, "=e5") == (2, 2)


def test_the_owner_wins_by_its_choice() -> None:
    """SKN-A5, SKN-V1: Red's last unit dies of the siege, which Blue's choice completes."""
    state = position({"d3": 2}, {"c5": 6, "e5": 6}, blue_forts=["d4"])
    assert certain(play(state, "d3*d4"), "=c5") == {"kill", "win"}


# -- everything else -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blue", "sure"), [(3, set()), (4, {"draw"}), (5, {"lose"})], ids=["goes on", "draw", "lose"]
)
def test_a_rest(blue: int, sure: set[str]) -> None:
    """SKN-R1, SKN-V3: nobody loses health, but the game may end."""
    state = position({"a1": 3}, {"h8": blue})
    assert certain(state, "rest a1") == sure
    assert losses(state, "rest a1") == (0, 0)


def test_a_draw_by_a_limit() -> None:
    """SKN-V5: the last quiet activation."""
    state = position({"a1": 6, "b1": 6}, FAR, quiet=99)
    assert certain(state, "pass") == {"draw"}
    assert certain(state, "a1-a2") == {"draw"}


def test_moves_and_passes_cost_nothing() -> None:
    """SKN-B2: nothing happens to anybody."""
    state = read(START)
    for action in texts(state):
        assert certain(state, action) == set()
        assert losses(state, action) == (0, 0)


def test_the_set_up_costs_nothing() -> None:
    """SKN-S3, SKN-S5: declaring and placing."""
    state = rolled(6, 1)
    assert certain(state, "forts 2") == set()
    assert certain(play(state, "forts 2"), "fort c3") == set()


def test_odds_are_for_legal_actions() -> None:
    """SKN-A1: an illegal action has a refusal instead."""
    state = position({"d4": 6, "a1": 6}, {"d6": 6, "h8": 6})
    with pytest.raises(Refusal) as caught:
        odds(state, "d4xd6")
    assert (caught.value.kind, caught.value.rule) == ("illegal", "SKN-A1")
    with pytest.raises(Refusal) as caught:
        GAME.odds(state, "blue", GAME.read_action("d6-d7"))
    assert caught.value.kind == "not-your-turn"


def test_odds_change_nothing() -> None:
    """SKN-A3: looking is not playing."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6})
    before = GAME.dump(state)
    odds(state, "d4xd5")
    assert GAME.dump(state) == before


def test_odds_as_json() -> None:
    """SKN-A2: fractions as strings."""
    data = odds(position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6}), "d4xd5").to_json()
    assert data["odds"]["kill"] == "1" and data["odds"]["die"] == "0"
    assert data["expected"] == {"damage": "1", "loss": "1"}
