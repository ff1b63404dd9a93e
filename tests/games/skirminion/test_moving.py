"""Moving (SKN-M1 to SKN-M6)."""

import pytest

from games.skirminion.table import (
    GAME,
    activation,
    around,
    decider,
    forts,
    healths,
    illegal,
    moves,
    play,
    position,
    refused,
    texts,
)
from outrider import Refusal

FAR = {"h8": 6, "g8": 6}
RUNS = {"b4", "d2", "d6", "f4"}
"""Two straight steps from d4."""

# -- SKN-M1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corner", "reached"),
    [
        ("a1", {"a2", "a3", "b1", "c1", "b2"}),
        ("h1", {"h2", "h3", "g1", "f1", "g2"}),
        ("a8", {"a7", "a6", "b8", "c8", "b7"}),
        ("h8", {"h7", "h6", "g8", "f8", "g7"}),
        ("h4", {"g3", "g4", "g5", "h3", "h5", "h2", "h6", "f4"}),
        ("a5", {"b4", "b5", "b6", "a4", "a6", "a3", "a7", "c5"}),
        ("g1", {"f1", "e1", "h1", "f2", "g2", "h2", "g3"}),
    ],
)
def test_moves_end_on_the_board(corner: str, reached: set[str]) -> None:
    """SKN-M1: nothing goes over an edge or round it."""
    state = position({corner: 6, "d1": 1}, {"d8": 1, "e4": 1})
    assert moves(state, corner) == reached


@pytest.mark.parametrize("text", ["a1-a0", "h1-i1", "a8-a9", "a1-`1"])
def test_squares_off_the_board_have_no_name(text: str) -> None:
    """SKN-M1, SKN-P1: such a move cannot even be written."""
    with pytest.raises(Refusal) as caught:
        GAME.read_action(text)
    assert caught.value.kind == "malformed"


def test_a_move_ends_on_an_empty_square() -> None:
    """SKN-M1: on no unit, whoever's it is, and on no fort, whoever's it is."""
    state = position(
        {"d4": 6, "d5": 6, "b4": 6},
        {"d2": 6, "h8": 6},
        red_forts=["e4"],
        blue_forts=["f2"],
    )
    for square in ("d5", "b4", "d2", "e4", "f2"):
        assert illegal(state, f"d4-{square}") == "SKN-M1"


def test_staying_is_not_a_move() -> None:
    """SKN-M1: the destination is another square, by step and by fort move alike."""
    assert illegal(position({"d4": 6, "a1": 6}, FAR), "d4-d4") == "SKN-M1"
    assert illegal(position({"d4": 6, "a1": 6}, FAR, red_forts=["d5"]), "d4-d4") == "SKN-M1"


# -- SKN-M2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", sorted(around("d4")))
def test_contact_with_a_unit_makes_a_retreat(enemy: str) -> None:
    """SKN-M2, SKN-M4: one step, to where that enemy is not touched, from all eight directions."""
    state = position({"d4": 6, "a1": 6}, {enemy: 1, "h8": 6})
    assert moves(state, "d4") == around("d4") - around(enemy) - {enemy}


@pytest.mark.parametrize("fort", sorted(around("d4")))
def test_contact_with_a_fort_makes_a_retreat(fort: str) -> None:
    """SKN-M2, SKN-M4: an enemy fort is as good as a unit."""
    state = position({"d4": 6, "a1": 6}, FAR, blue_forts=[fort])
    assert moves(state, "d4") == around("d4") - around(fort) - {fort}


def test_a_retreat_ends_in_contact_with_no_enemy_at_all() -> None:
    """SKN-M2: neither with the first enemy nor with another unit nor with a fort."""
    state = position({"d4": 6, "a1": 6}, {"d5": 6, "b2": 6}, blue_forts=["f2"])
    assert moves(state, "d4") == {"d3"}
    for square in ("c4", "e4", "c3", "e3"):
        assert illegal(state, f"d4-{square}") == "SKN-M2"


def test_a_retreat_may_be_impossible() -> None:
    """SKN-M2: no square out of contact, no move."""
    state = position({"d4": 6, "a1": 6}, {"d5": 6, "d2": 6})
    assert moves(state, "d4") == set()
    assert illegal(state, "d4-d3") == "SKN-M2"


def test_friends_do_not_make_a_retreat() -> None:
    """SKN-M2: friendly units and forts in contact leave a unit free."""
    state = position({"d4": 6, "c4": 6}, FAR, red_forts=["e3"])
    assert {"d6", "d2"} <= moves(state, "d4")


def test_two_squares_away_is_no_contact() -> None:
    """SKN-M2, SKN-M3: a unit at a distance runs and may run into contact."""
    state = position({"d4": 6, "a1": 6}, {"d7": 6, "f5": 6})
    assert moves(state, "d4") == around("d4") | RUNS
    state = play(state, "d4-d6")
    assert texts(state) == {"d6xd7", "end"}


# -- SKN-M3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("health", [4, 5, 6])
def test_a_strong_unit_goes_one_step_or_two_straight(health: int) -> None:
    """SKN-M3: eight squares around, and four two squares away."""
    state = position({"d4": health, "a1": 6}, FAR)
    assert moves(state, "d4") == around("d4") | RUNS


@pytest.mark.parametrize("target", ["f6", "b2", "b6", "f2", "e6", "f5", "c2", "d7", "g4", "a4"])
def test_no_two_diagonal_steps_no_turns_no_third_step(target: str) -> None:
    """SKN-M3: two steps go straight on, and three are too many."""
    state = position({"d4": 6, "h1": 6}, FAR)
    assert illegal(state, f"d4-{target}") == "SKN-M3"


def test_nothing_is_jumped_over() -> None:
    """SKN-M3: a friend on the first square closes the way to the second."""
    state = position({"d4": 6, "d5": 6, "e4": 6}, FAR)
    assert moves(state, "d4") == (around("d4") | {"d2", "b4"}) - {"d5", "e4"}
    assert illegal(state, "d4-d6") == "SKN-M3"


def test_no_way_through_enemies_or_forts() -> None:
    """SKN-M3, SKN-M1: a run stops before whatever stands on its second square."""
    state = position({"d4": 6, "a1": 6}, {"d6": 6, "h8": 6}, red_forts=["f4"], blue_forts=["d2"])
    assert moves(state, "d4") == around("d4") | {"b4"}


def test_a_run_may_pass_by_an_enemy() -> None:
    """SKN-M3: contact on the way does not matter, only at the beginning."""
    state = position({"d2": 6, "a1": 6}, {"b3": 6, "h8": 6}, blue_forts=["f4"])
    assert "d4" in moves(state, "d2")


# -- SKN-M4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("health", [1, 2, 3])
def test_a_weak_unit_goes_one_step(health: int) -> None:
    """SKN-M4: the eight squares around it."""
    state = position({"d4": health, "a1": 6}, FAR)
    assert moves(state, "d4") == around("d4")
    for target in RUNS:
        assert illegal(state, f"d4-{target}") == "SKN-M4"


def test_a_weak_unit_may_step_into_contact() -> None:
    """SKN-M4: only a retreat has to avoid the enemy."""
    state = position({"d4": 1, "a1": 6}, {"d6": 6, "h8": 6})
    assert moves(state, "d4") == around("d4")
    assert texts(play(state, "d4-d5")) == {"d5xd6", "end"}


def test_a_retreating_unit_does_not_run() -> None:
    """SKN-M4: one step, however strong it is and however safe the second square."""
    state = position({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6})
    assert moves(state, "d4") == {"c3", "d3", "e3"}
    assert illegal(state, "d4-d2") == "SKN-M4"


# -- SKN-M5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blue", "blue_forts"),
    [({"d5": 6, "h8": 6}, []), ({"d5": 1, "c3": 6}, []), ({"d5": 1, "h8": 6}, ["e3"])],
    ids=["the defender", "another unit", "a fort"],
)
def test_no_move_after_an_attack_while_in_contact(
    blue: dict[str, int], blue_forts: list[str]
) -> None:
    """SKN-M5: with the defender, another unit or a fort; nothing is left and the turn is over."""
    state = position({"d4": 6, "a1": 6}, blue, blue_forts=blue_forts)
    state = play(state, "d4xd5")
    assert (decider(state), activation(state)) == ("blue", "-")
    assert refused(state, "d4-d3", "red")[0] == "not-your-turn"


@pytest.mark.parametrize(
    ("before", "reached"), [(6, around("d4") | RUNS), (5, around("d4") | RUNS), (4, around("d4"))]
)
def test_a_move_after_an_attack_by_the_present_health(before: int, reached: set[str]) -> None:
    """SKN-M5: what is left after the blow decides, 4 or 3."""
    state = position({"d4": before, "a1": 6}, {"d5": 1, "h8": 6})
    state = play(state, "d4xd5")
    assert healths(state)["d4"] == before - 1
    assert moves(state, "d4") == reached
    assert illegal(state, "d4-d7") == ("SKN-M3" if before > 4 else "SKN-M4")


def test_a_move_after_an_attack_may_end_in_contact() -> None:
    """SKN-M5: free of the enemy the unit is not retreating."""
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "d7": 6})
    state = play(state, "d4xd5", "d4-d6")
    assert (decider(state), healths(state)) == ("blue", {"d6": 5, "a1": 6, "d7": 6})


def test_a_fort_move_after_an_attack() -> None:
    """SKN-M5, SKN-M6: round a friendly fort, also when weak."""
    state = position({"d4": 3, "a1": 6}, {"d5": 1, "h8": 6}, red_forts=["c3"])
    state = play(state, "d4xd5")
    assert moves(state, "d4") == (around("d4") | around("c3")) - {"c3", "d4"}


def test_a_move_after_a_capture() -> None:
    """SKN-M5, SKN-B4: the captured fort is a friend and does not hold the unit."""
    state = position({"d3": 6, "a1": 6}, FAR, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert (decider(state), activation(state)) == ("red", "d3a")
    assert moves(state, "d3") == (
        around("d3") | around("d4") | {"b3", "f3", "d1"}
    ) - {"d3", "d4"}  # fmt: skip


def test_no_move_after_a_capture_beside_another_enemy_fort() -> None:
    """SKN-M5: the second fort is still an enemy."""
    state = position({"d3": 6, "a1": 6}, FAR, blue_forts=["d4", "c2"])
    assert decider(play(state, "d3*d4")) == "blue"


def test_no_move_after_a_siege_that_was_fought() -> None:
    """SKN-M5: the fort stays an enemy in contact."""
    state = position({"d3": 6, "a1": 6}, {"d5": 1, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert healths(state) == {"d3": 5, "a1": 6, "h8": 6}
    assert decider(state) == "blue"


# -- SKN-M6 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("health", [1, 3])
def test_a_weak_unit_goes_all_round_its_fort(health: int) -> None:
    """SKN-M6: any other empty square adjacent to the fort, besides its single steps."""
    state = position({"c3": health, "a1": 6}, FAR, red_forts=["d4"])
    assert moves(state, "c3") == (around("c3") | around("d4")) - {"c3", "d4"}


def test_a_strong_unit_has_runs_and_its_fort() -> None:
    """SKN-M6, SKN-M3: the one or the other."""
    state = position({"c3": 4, "a1": 6}, FAR, red_forts=["d4"])
    assert moves(state, "c3") == (
        around("c3") | around("d4") | {"a3", "c1", "e3", "c5"}
    ) - {"c3", "d4"}  # fmt: skip


def test_a_fort_move_needs_no_free_way() -> None:
    """SKN-M6: units around do not stop it, but their squares are taken."""
    red = {"d3": 1, "c3": 1, "e3": 1, "c2": 1, "d2": 1, "e2": 1, "c4": 1, "e4": 1}
    state = position(red, FAR, red_forts=["d4"])
    assert moves(state, "d3") == {"c5", "d5", "e5"}


def test_a_fort_on_the_edge_has_fewer_squares() -> None:
    """SKN-M6: the ring of a fort ends where the board ends."""
    state = position({"a3": 1, "d1": 6}, FAR, red_forts=["a4"])
    assert moves(state, "a3") == {"a2", "b2", "b3", "b4", "b5", "a5"}


def test_two_forts_offer_both_their_rings() -> None:
    """SKN-M6: a unit between two friendly forts chooses."""
    state = position({"c4": 1, "a1": 6}, FAR, red_forts=["b3", "d5"])
    rings = around("b3") | around("d5") | around("c4")
    assert moves(state, "c4") == rings - {"c4", "b3", "d5"}


def test_a_fort_move_does_not_go_on_to_the_next_fort() -> None:
    """SKN-M6: only forts in contact at the beginning serve."""
    state = position({"c3": 1, "a1": 6}, FAR, red_forts=["d4", "f4"])
    assert moves(state, "c3") == (around("c3") | around("d4")) - {"c3", "d4"}
    assert illegal(state, "c3-g4") in ("SKN-M6", "SKN-M4")


@pytest.mark.parametrize(
    ("blue", "blue_forts"),
    [({"b2": 6, "h8": 6}, []), (FAR, ["b2"])],
    ids=["unit", "fort"],
)
def test_no_fort_move_out_of_contact_with_an_enemy(
    blue: dict[str, int], blue_forts: list[str]
) -> None:
    """SKN-M6, SKN-M2: whoever touches an enemy unit or fort can only retreat."""
    state = position({"c3": 6, "h1": 6}, blue, red_forts=["d4"], blue_forts=blue_forts)
    assert moves(state, "c3") == {"b4", "c4", "d3", "d2"}
    assert illegal(state, "c3-e5") in ("SKN-M4", "SKN-M6")


def test_a_fort_move_may_end_in_contact() -> None:
    """SKN-M6: beside an enemy unit or fort, which may then be attacked."""
    state = position({"c3": 1, "a1": 6}, {"f6": 6, "h8": 6}, red_forts=["d4"], blue_forts=["f2"])
    assert {"e5", "e3"} <= moves(state, "c3")
    assert texts(play(state, "c3-e5")) == {"e5xf6", "end"}
    assert texts(play(state, "c3-e3")) == {"e3*f2", "end"}


def test_an_enemy_fort_offers_no_fort_move() -> None:
    """SKN-M6: only friendly forts; beside an enemy's the unit retreats."""
    state = position({"c3": 6, "a1": 6}, FAR, blue_forts=["d4"])
    assert moves(state, "c3") == around("c3") - around("d4") - {"d4"}


def test_a_fort_out_of_contact_offers_nothing() -> None:
    """SKN-M6: two squares are too far."""
    state = position({"b4": 1, "a1": 6}, FAR, red_forts=["d4"])
    assert moves(state, "b4") == around("b4")
    assert illegal(state, "b4-d5") == "SKN-M4"


def test_a_fort_move_is_the_move_of_the_activation() -> None:
    """SKN-M6, SKN-B2: no second one after it."""
    state = position({"c3": 1, "a1": 6}, {"f6": 6, "h8": 6}, red_forts=["d4"])
    state = play(state, "c3-e5")
    assert illegal(state, "e5-c3") == "SKN-B2"
    assert forts(state) == {"d4": "red"}
