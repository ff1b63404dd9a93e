"""Rest (SKN-R1 to SKN-R3)."""

import pytest

from games.skirminion.table import (
    around,
    decider,
    ended,
    event_names,
    healths,
    illegal,
    play,
    position,
    texts,
)

FAR = {"h8": 6, "g8": 6}

# -- SKN-R1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("health", [1, 2, 3])
def test_a_wounded_unit_gains_one_by_passing(health: int) -> None:
    """SKN-R1: up to 3 health, one more, and the turn is over."""
    state = position({"d4": health, "a1": 6}, FAR)
    assert "rest d4" in texts(state)
    rested = play(state, "rest d4")
    assert healths(rested) == {"d4": health + 1, "a1": 6, **FAR}
    assert decider(rested) == "blue"
    assert event_names(state, "rest d4")[0] == "rested"


@pytest.mark.parametrize("health", [4, 5, 6])
def test_a_strong_unit_does_not_rest(health: int) -> None:
    """SKN-R1: from 4 health on."""
    assert illegal(position({"d4": health, "a1": 6}, FAR), "rest d4") == "SKN-R1"


def test_rest_goes_up_to_four() -> None:
    """SKN-R1: one by one, until the unit has 4."""
    state = position({"d4": 1, "a1": 6}, FAR)
    for health in (2, 3, 4):
        state = play(state, "rest d4", "pass")
        assert healths(state)["d4"] == health
    assert illegal(state, "rest d4") == "SKN-R1"


@pytest.mark.parametrize("square", sorted(around("d4")))
def test_an_enemy_unit_in_contact_forbids_rest(square: str) -> None:
    """SKN-R1: in any of the eight directions."""
    assert illegal(position({"d4": 2, "a1": 6}, {square: 1, "h8": 6}), "rest d4") == "SKN-R1"


@pytest.mark.parametrize("square", ["b2", "b4", "c6", "d6", "f6", "f4", "e2", "d2"])
def test_an_enemy_unit_two_squares_away_does_not(square: str) -> None:
    """SKN-R1: without contact there is rest."""
    assert "rest d4" in texts(position({"d4": 2, "a1": 6}, {square: 6, "h8": 6}))


def test_contact_does_not_reach_round_the_edge() -> None:
    """SKN-R1: h4 and a4, a5 or h3 and a4 are far apart."""
    state = position({"h4": 2, "a1": 6}, {"a4": 6, "a5": 6, "a3": 6})
    assert "rest h4" in texts(state)


def test_an_enemy_fort_does_not_disturb_rest() -> None:
    """SKN-R1: only units do, although the fort is contact for moving."""
    state = position({"d4": 2, "a1": 6}, FAR, blue_forts=["e5"])
    assert healths(play(state, "rest d4"))["d4"] == 3


def test_a_friendly_unit_in_contact_does_not_disturb_rest() -> None:
    """SKN-R1: not even one that fights."""
    state = position({"d4": 2, "d5": 6}, {"d6": 6, "h8": 6})
    assert healths(play(state, "rest d4"))["d4"] == 3


def test_a_unit_that_has_acted_does_not_rest() -> None:
    """SKN-R1: rest is for those who do nothing at all; ending after a move heals nobody."""
    state = play(position({"d3": 2, "a1": 2}, {"d5": 6, "h8": 6}), "d3-d4")
    assert illegal(state, "rest d4") == "SKN-R1"
    assert illegal(state, "rest a1") == "SKN-R1"
    assert healths(play(state, "end"))["d4"] == 2


def test_a_unit_that_has_attacked_does_not_rest() -> None:
    """SKN-R1: ending after an attack heals nobody either."""
    state = play(position({"d4": 3, "a1": 6}, {"d5": 1, "h8": 6, "g8": 6}), "d4xd5")
    assert illegal(state, "rest d4") == "SKN-R1"
    assert healths(play(state, "end"))["d4"] == 2


def test_moving_is_no_rest() -> None:
    """SKN-R1: a wounded unit that moves stays as wounded as it was."""
    assert healths(play(position({"d4": 2, "a1": 6}, FAR), "d4-d5"))["d5"] == 2


# -- SKN-R2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", ["c5", "d5", "e5", "e4"])
def test_no_rest_beside_a_friendly_fort_that_an_enemy_touches(enemy: str) -> None:
    """SKN-R2: straight or diagonally."""
    state = position({"c3": 2, "a1": 6}, {enemy: 6, "h8": 6}, red_forts=["d4"])
    assert illegal(state, "rest c3") == "SKN-R2"


@pytest.mark.parametrize("enemy", ["b6", "d6", "f6", "f4", "e6"])
def test_rest_beside_a_friendly_fort_that_no_enemy_touches(enemy: str) -> None:
    """SKN-R2: an enemy two squares from the fort does not matter."""
    state = position({"c3": 2, "a1": 6}, {enemy: 6, "h8": 6}, red_forts=["d4"])
    assert healths(play(state, "rest c3"))["c3"] == 3


def test_a_friendly_fort_out_of_contact_does_not_matter() -> None:
    """SKN-R2: the unit itself has to touch the fort."""
    state = position({"b3": 2, "a1": 6}, {"d5": 6, "h8": 6}, red_forts=["d4"])
    assert "rest b3" in texts(state)


def test_one_troubled_fort_of_two_is_enough() -> None:
    """SKN-R2: beside a quiet and a troubled fort there is no rest."""
    state = position({"c4": 2, "a1": 6}, {"e6": 6, "h8": 6}, red_forts=["b3", "d5"])
    assert illegal(state, "rest c4") == "SKN-R2"


def test_an_enemy_fort_that_an_enemy_touches_does_not_matter() -> None:
    """SKN-R2: it speaks of friendly forts only."""
    state = position({"c3": 2, "a1": 6}, {"e5": 6, "h8": 6}, blue_forts=["d4"])
    assert "rest c3" in texts(state)


def test_a_friendly_unit_at_the_fort_does_not_matter() -> None:
    """SKN-R2: own units do not trouble their fort."""
    state = position({"c3": 2, "e5": 6}, FAR, red_forts=["d4"])
    assert "rest c3" in texts(state)


# -- SKN-R3 --------------------------------------------------------------------------------------


def test_no_plain_pass_if_every_unit_would_rest() -> None:
    """SKN-R3: all of a side's units are wounded and undisturbed."""
    state = position({"a1": 3, "c1": 1}, FAR)
    assert not {"pass", "end"} & texts(state)
    assert {"rest a1", "rest c1"} <= texts(state)
    assert illegal(state, "pass") == "SKN-R3"


@pytest.mark.parametrize(
    ("red", "blue", "red_forts"),
    [
        ({"a1": 4, "c1": 1}, FAR, []),
        ({"a1": 3, "d4": 1}, {"d5": 6, "h8": 6}, []),
        ({"a1": 3, "c3": 1}, {"e5": 6, "h8": 6}, ["d4"]),
    ],
    ids=["one is strong", "one is in contact", "one is beside a troubled fort"],
)
def test_a_plain_pass_with_a_unit_that_does_not_rest(
    red: dict[str, int], blue: dict[str, int], red_forts: list[str]
) -> None:
    """SKN-R3: one that does not qualify is enough, and its pass heals nobody."""
    state = position(red, blue, red_forts=red_forts)
    assert "pass" in texts(state)
    assert healths(play(state, "pass")) == {**red, **blue}


def test_an_only_unit_cannot_decline_to_rest() -> None:
    """SKN-R3: against a strong last unit every pass brings the end nearer."""
    state = position({"a1": 2}, {"h8": 6})
    assert illegal(state, "pass") == "SKN-R3"
    state = play(state, "rest a1", "pass")
    assert healths(state) == {"a1": 3, "h8": 6}
    assert illegal(state, "pass") == "SKN-R3"
    assert ended(play(state, "rest a1")) == ("blue", "SKN-V3")


def test_no_plain_pass_in_the_middle_of_an_activation() -> None:
    """SKN-P2: what has begun is ended with `end`."""
    state = play(position({"d3": 6, "a1": 6}, {"d5": 6, "h8": 6}), "d3-d4")
    assert illegal(state, "pass") == "SKN-P2"
