"""The battle: turns, activations, destruction, forts (SKN-B1 to SKN-B4)."""

import pytest

from games.skirminion.table import (
    START,
    activation,
    decider,
    ended,
    event_names,
    forts,
    healths,
    illegal,
    moves,
    play,
    position,
    read,
    refused,
    texts,
)

# -- SKN-B1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "order"), [("r", ["red", "blue"]), ("b", ["blue", "red"])])
def test_the_sides_alternate(side: str, order: list[str]) -> None:
    """SKN-B1: one activation each in turn, whoever begins."""
    state = read(START.replace(" r ", f" {side} "))
    for seat in order * 3:
        assert decider(state) == seat
        state = play(state, "pass")


def test_any_unit_may_be_activated_and_the_same_one_again() -> None:
    """SKN-B1: every unit of the side has moves, also the one that acted last time."""
    state = read(START)
    assert {text[:2] for text in texts(state) if "-" in text} == {f"{file}1" for file in "abcdefgh"}
    state = play(state, "e1-e2", "a8-a7", "e2-e3", "a7-a6", "e3-e4", "a6-a5")
    assert healths(state)["e4"] == 6 and healths(state)["a5"] == 6
    assert decider(state) == "red"


def test_a_side_activates_its_own_units_only() -> None:
    """SKN-B1: neither the enemy's units nor empty squares nor both at once."""
    state = read(START)
    assert illegal(state, "e8-e7") == "SKN-B1"
    assert illegal(state, "e4-e5") == "SKN-B1"
    assert illegal(state, "e8xe1") == "SKN-B1"
    assert illegal(state, "e4*e5") == "SKN-B1"
    assert illegal(state, "rest e8") == "SKN-B1"
    assert illegal(state, "rest e4") == "SKN-B1"
    assert refused(state, "e8-e7", "blue") == ("not-your-turn", None)


def test_a_destroyed_unit_is_not_activated_any_more() -> None:
    """SKN-B1: only what remains on the board acts."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6, "h7": 6})
    state = play(state, "d4xd5", "end")
    assert decider(state) == "blue"
    assert illegal(state, "d5-d6") == "SKN-B1"


# -- SKN-B2 --------------------------------------------------------------------------------------


def test_a_move_and_then_an_attack() -> None:
    """SKN-B2: into contact, a blow, and the turn is over."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6})
    state = play(state, "d3-d4")
    assert (decider(state), activation(state)) == ("red", "d4m")
    assert texts(state) == {"d4xd5", "end"}
    state = play(state, "d4xd5")
    assert (decider(state), activation(state)) == ("blue", "-")
    assert healths(state) == {"d4": 5, "a1": 6, "d5": 5, "h8": 6}


def test_an_attack_and_then_a_move() -> None:
    """SKN-B2: a blow that frees the unit, a move, and the turn is over."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6, "h7": 6})
    state = play(state, "d4xd5")
    assert (decider(state), activation(state)) == ("red", "d4a")
    state = play(state, "d4-d6")
    assert (decider(state), activation(state)) == ("blue", "-")
    assert healths(state) == {"d6": 5, "a1": 6, "h8": 6, "h7": 6}


def test_only_a_move() -> None:
    """SKN-B2: the attack may be left out, by choice or for want of an enemy."""
    state = position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6})
    assert decider(play(state, "d3-c3")) == "blue"
    assert decider(play(state, "d3-d4", "end")) == "blue"
    assert healths(play(state, "d3-d4", "end")) == {"d4": 6, "a1": 6, "d5": 6, "h8": 6}


def test_only_an_attack() -> None:
    """SKN-B2: the move may be left out, too."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6, "h7": 6})
    state = play(state, "d4xd5", "end")
    assert decider(state) == "blue"
    assert healths(state) == {"d4": 5, "a1": 6, "h8": 6, "h7": 6}


def test_neither() -> None:
    """SKN-B2: passing changes nothing but the turn."""
    state = position({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6})
    passed = play(state, "pass")
    assert healths(passed) == healths(state)
    assert decider(passed) == "blue"


def test_no_second_move() -> None:
    """SKN-B2: one move an activation."""
    state = play(position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}), "d3-d4")
    assert illegal(state, "d4-d3") == "SKN-B2"
    assert illegal(state, "d4-c3") == "SKN-B2"


def test_no_second_attack() -> None:
    """SKN-B2: one attack an activation, also where a fort is still in reach."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6, "h7": 6})
    state = play(state, "d4xd5")
    assert illegal(state, "d4xd5") in ("SKN-B2", "SKN-A1")
    state = position({"d4": 6, "a1": 6}, {"h8": 6, "h7": 6}, blue_forts=["c5", "e5"])
    state = play(state, "d4*c5")
    assert decider(state) == "blue"
    assert forts(state) == {"c5": "red", "e5": "blue"}


def test_no_other_unit_in_the_middle_of_an_activation() -> None:
    """SKN-B1, SKN-B2: the activated unit goes on, or the turn ends."""
    state = play(position({"d3": 6, "a1": 6, "e4": 2}, {"d5": 6, "h8": 6}), "d3-d4")
    assert illegal(state, "a1-a2") == "SKN-B1"
    assert illegal(state, "e4xd5") == "SKN-B1"
    assert texts(state) == {"d4xd5", "end"}


# -- SKN-B3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(1, None), (2, None), (3, 1), (4, 2)])
def test_zero_health_or_less_is_the_end_of_a_unit(before: int, after: int | None) -> None:
    """SKN-B3: a loss of two takes a unit of 1 or 2 off the board at once, and leaves 3 with 1."""
    state = position({"d4": 6, "e4": 6}, {"d5": before, "h8": 6})
    state = play(state, "d4xd5")
    assert healths(state).get("d5") == after


def test_a_destroyed_unit_frees_its_square() -> None:
    """SKN-B3: the attacker may go where its victim stood."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6, "h7": 6})
    assert healths(play(state, "d4xd5", "d4-d5"))["d5"] == 5


def test_the_activation_dies_with_its_unit() -> None:
    """SKN-B3: when the attacker falls the other side is next."""
    state = position({"d4": 1, "a1": 6}, {"d5": 6, "h8": 6})
    assert event_names(state, "d4xd5").count("died") == 1
    state = play(state, "d4xd5")
    assert healths(state) == {"a1": 6, "d5": 5, "h8": 6}
    assert (decider(state), activation(state), ended(state)) == ("blue", "-", None)


def test_the_activation_of_a_mover_dies_with_it() -> None:
    """SKN-B3: also when it had moved before."""
    state = position({"d3": 1, "a1": 6}, {"d5": 6, "h8": 6})
    state = play(state, "d3-d4", "d4xd5")
    assert healths(state) == {"a1": 6, "d5": 5, "h8": 6}
    assert (decider(state), activation(state)) == ("blue", "-")


# -- SKN-B4 --------------------------------------------------------------------------------------


def test_forts_do_not_act() -> None:
    """SKN-B4: a fort neither moves nor attacks nor rests nor besieges."""
    state = position({"a1": 6, "a2": 6}, {"e5": 6, "h8": 6}, red_forts=["d4"], blue_forts=["b4"])
    for action in ("d4-d3", "d4xe5", "d4*b4", "rest d4"):
        assert illegal(state, action) == "SKN-B1"


def test_forts_do_not_die() -> None:
    """SKN-B4: no number of sieges takes a fort off the board."""
    state = position({"d3": 6, "c3": 6, "a1": 6}, {"d5": 4, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4", "pass", "c3*d4", "pass", "d3*d4")
    assert forts(state) == {"d4": "red"}


def test_a_captured_fort_serves_its_new_owner_at_once() -> None:
    """SKN-B4: in the same activation the captor goes round it as round any fort of its own."""
    state = position({"d3": 2, "a1": 6}, {"h8": 6, "h7": 6}, blue_forts=["d4"])
    assert moves(state, "d3") == {"c2", "d2", "e2"}
    state = play(state, "d3*d4")
    assert forts(state) == {"d4": "red"}
    assert moves(state, "d3") == {
        "c2", "d2", "e2", "c3", "e3", "c4", "e4", "c5", "d5", "e5",
    }  # fmt: skip


def test_a_captured_fort_is_an_enemy_of_its_old_owner_at_once() -> None:
    """SKN-B4: the old owner's units near it are retreating, and may besiege it in turn."""
    state = position({"d3": 6, "a1": 6}, {"d6": 6, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4", "end")
    assert "d5" in moves(state, "d6")
    state = play(state, "d6-d5")
    assert texts(state) == {"d5*d4", "end"}
    state = play(state, "end", "pass")
    assert moves(state, "d5") == {"c6", "d6", "e6"}
