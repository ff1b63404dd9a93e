"""Attack and siege (SKN-A1 to SKN-A8)."""

import pytest

from games.skirminion.table import (
    activation,
    around,
    decider,
    ended,
    event_names,
    forts,
    healths,
    illegal,
    moves,
    play,
    position,
    refused,
    texts,
)

FAR = {"h8": 6, "g8": 6}

# -- SKN-A1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", sorted(around("d4")))
def test_an_enemy_in_contact_may_be_attacked(enemy: str) -> None:
    """SKN-A1: in any of the eight directions."""
    state = position({"d4": 6, "a1": 6}, {enemy: 6, "h8": 6})
    assert f"d4x{enemy}" in texts(state)
    state = play(state, f"d4x{enemy}")
    assert healths(state) == {"d4": 5, "a1": 6, enemy: 5, "h8": 6}


@pytest.mark.parametrize("enemy", ["d6", "f6", "b4", "e6", "b2", "c2"])
def test_an_enemy_out_of_contact_may_not(enemy: str) -> None:
    """SKN-A1: two squares are too far."""
    state = position({"d4": 6, "a1": 6}, {enemy: 6, "h8": 6})
    assert illegal(state, f"d4x{enemy}") == "SKN-A1"


def test_nobody_attacks_round_the_edge() -> None:
    """SKN-A1: h4 touches nothing on the a-file, h8 nothing on row 1."""
    state = position({"h4": 6, "h1": 6}, {"a4": 6, "a5": 6, "a3": 6, "h8": 6})
    assert not [text for text in texts(state) if "x" in text]


def test_friends_and_empty_squares_are_no_targets() -> None:
    """SKN-A1: the target is an enemy unit."""
    state = position({"d4": 6, "d5": 6}, {"e5": 6, "h8": 6}, red_forts=["c3"])
    for target in ("d5", "c4", "c3", "d4"):
        assert illegal(state, f"d4x{target}") == "SKN-A1"


def test_a_fort_is_not_attacked_like_a_unit() -> None:
    """SKN-A1, SKN-A4: an enemy fort is besieged."""
    state = position({"d3": 6, "a1": 6}, FAR, blue_forts=["d4"])
    assert illegal(state, "d3xd4") in ("SKN-A1", "SKN-A4")
    assert "d3*d4" in texts(state)


# -- SKN-A2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "attacker", "defender"),
    [
        (["a1"], ["h8"], 1, 1),
        (["e4"], ["h8"], 1, 2),
        (["a1"], ["c5"], 2, 1),
        (["e4"], ["c5"], 2, 2),
        (["c4", "e4"], ["h8"], 1, 3),
        (["a1"], ["c3", "e3", "d3"], 4, 1),
        (["d6", "e6", "c6"], ["d3"], 2, 4),
        (["d3"], ["d6"], 1, 1),
        (["c4", "d3"], ["e5", "d6"], 2, 2),
    ],
)
def test_losses_count_the_units_in_contact(
    red: list[str], blue: list[str], attacker: int, defender: int
) -> None:
    """SKN-A2: d4 attacks d5; each loses one and one more for every other enemy touching it, and
    those that touch only the wrong one of the two do not count."""
    state = position({"d4": 6, **dict.fromkeys(red, 6)}, {"d5": 6, **dict.fromkeys(blue, 6)})
    after = healths(play(state, "d4xd5"))
    assert (6 - after["d4"], 6 - after["d5"]) == (attacker, defender)


def test_seven_friends_help() -> None:
    """SKN-A2: eight attackers around a unit take more than any unit has."""
    red = dict.fromkeys(sorted(around("d5")), 6)
    state = play(position(red, {"d5": 6, "h8": 6}), "d4xd5")
    assert healths(state) == {**red, "d4": 5, "h8": 6}


def test_forts_lend_no_support() -> None:
    """SKN-A2: neither Red's fort at the defender nor Blue's at the attacker counts."""
    state = position({"d4": 6, "a1": 6}, {"d5": 6, "h8": 6}, red_forts=["e6"], blue_forts=["c3"])
    assert healths(play(state, "d4xd5")) == {"d4": 5, "a1": 6, "d5": 5, "h8": 6}


def test_the_defender_strikes_by_the_same_rule() -> None:
    """SKN-A2: who attacks does not matter for what both lose."""
    red, blue = {"d4": 6, "e4": 6}, {"d5": 6, "h8": 6}
    by_red = healths(play(position(red, blue), "d4xd5"))
    assert by_red == healths(play(position(red, blue, to_act="blue"), "d5xd4"))
    assert (by_red["d4"], by_red["d5"]) == (5, 4)


# -- SKN-A3 --------------------------------------------------------------------------------------


def test_both_may_fall_together() -> None:
    """SKN-A3: a dying defender strikes back as hard."""
    state = position({"d4": 1, "a1": 3}, {"d5": 1, "h8": 6})
    assert event_names(state, "d4xd5").count("died") == 2
    state = play(state, "d4xd5")
    assert healths(state) == {"a1": 3, "h8": 6}
    assert decider(state) == "blue"


def test_losses_do_not_depend_on_each_other() -> None:
    """SKN-A3: the attacker's death does not save the defender, nor the other way round."""
    state = position({"d4": 1, "e4": 6}, {"d5": 2, "c5": 6, "e5": 6})
    assert healths(play(state, "d4xd5")) == {"e4": 6, "c5": 6, "e5": 6}


def test_helpers_are_not_hurt() -> None:
    """SKN-A3: only the attacker and the defender lose health."""
    state = position({"d4": 6, "c4": 5, "e4": 4}, {"d5": 6, "c5": 3, "e5": 2})
    after = healths(play(state, "d4xd5"))
    assert after == {"d4": 3, "c4": 5, "e4": 4, "d5": 3, "c5": 3, "e5": 2}


# -- SKN-A4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", sorted(around("d4")))
def test_a_fort_in_contact_may_be_besieged(unit: str) -> None:
    """SKN-A4: from all eight sides."""
    assert f"{unit}*d4" in texts(position({unit: 6, "a1": 6}, FAR, blue_forts=["d4"]))


@pytest.mark.parametrize("unit", ["d2", "b2", "f5", "d6", "b4"])
def test_a_fort_out_of_contact_may_not(unit: str) -> None:
    """SKN-A4: two squares are too far."""
    state = position({unit: 6, "a1": 6}, FAR, blue_forts=["d4"])
    assert illegal(state, f"{unit}*d4") == "SKN-A4"


@pytest.mark.parametrize("enemy", ["c2", "d2", "e2", "c3", "e3", "c4", "e4"])
def test_no_siege_in_contact_with_an_enemy_unit(enemy: str) -> None:
    """SKN-A4: wherever it stands; the unit may be attacked instead."""
    state = position({"d3": 6, "a1": 6}, {enemy: 6, "h8": 6}, blue_forts=["d4"])
    assert illegal(state, "d3*d4") == "SKN-A4"
    assert f"d3x{enemy}" in texts(state)


def test_contact_of_friends_does_not_forbid_a_siege() -> None:
    """SKN-A4: only the besieger's own contact counts."""
    state = position({"d3": 6, "e3": 6}, {"f3": 6, "h8": 6}, blue_forts=["d4"])
    assert "d3*d4" in texts(state)
    assert illegal(state, "e3*d4") == "SKN-A4"


def test_only_enemy_forts_are_besieged() -> None:
    """SKN-A4: neither an own fort nor a unit nor an empty square."""
    state = position({"d3": 6, "e3": 6}, FAR, red_forts=["d4"], blue_forts=["c2"])
    for target in ("d4", "e3", "d2", "h8"):
        assert illegal(state, f"d3*{target}") == "SKN-A4"
    assert "d3*c2" in texts(state)


def test_two_forts_are_two_choices() -> None:
    """SKN-A4: a unit between two enemy forts besieges either."""
    state = position({"d3": 6, "a1": 6}, FAR, blue_forts=["c2", "d4"])
    assert {"d3*c2", "d3*d4"} <= texts(state)


def test_a_siege_after_a_move() -> None:
    """SKN-A4, SKN-B2: a siege is the attack of an activation."""
    state = play(position({"d2": 6, "a1": 6}, FAR, blue_forts=["d4"]), "d2-d3")
    assert texts(state) == {"d3*d4", "end"}
    state = play(state, "d3*d4")
    assert (decider(state), forts(state)) == ("blue", {"d4": "red"})


def test_no_siege_after_a_move_into_contact_with_a_unit() -> None:
    """SKN-A4: beside a unit and a fort at once there is only the unit to attack."""
    state = position({"d2": 6, "a1": 6}, {"e4": 6, "h8": 6}, blue_forts=["c4"])
    state = play(state, "d2-d3")
    assert texts(state) == {"d3xe4", "end"}
    assert illegal(state, "d3*c4") == "SKN-A4"


# -- SKN-A5 --------------------------------------------------------------------------------------


def test_the_owner_chooses_among_all_units_at_the_fort() -> None:
    """SKN-A5: in Red's activation Blue decides, between c5 and e5, and e7 is too far away."""
    state = position({"d3": 6, "a1": 6}, {"c5": 6, "e5": 6, "e7": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert decider(state) == "blue"
    assert texts(state) == {"=c5", "=e5"}
    assert activation(state) == "d3a"
    assert ended(state) is None
    assert healths(state) == {"d3": 6, "a1": 6, "c5": 6, "e5": 6, "e7": 6}


def test_nobody_and_nothing_else_decides_a_siege() -> None:
    """SKN-A5: not the besieger, not by another action, not for another unit."""
    state = position({"d3": 6, "a1": 6}, {"c5": 6, "e5": 6, "e7": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    for action in ("=c5", "end", "d3-d2"):
        assert refused(state, action, "red")[0] == "not-your-turn"
    for action in ("=e7", "=d3", "=a1", "=d4", "=a8", "pass", "end", "e7-e6", "rest e7"):
        assert illegal(state, action) == "SKN-A5"


def test_no_choice_without_a_siege() -> None:
    """SKN-A5: in a quiet position there is nothing to receive."""
    assert illegal(position({"d3": 6, "a1": 6}, FAR, red_forts=["d4"]), "=d3") == "SKN-A5"


def test_the_activation_stays_the_besiegers() -> None:
    """SKN-A5, SKN-B1: after the choice the owner has its own turn."""
    state = position({"d3": 6, "a1": 6}, {"c5": 6, "e5": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4", "=e5")
    assert (decider(state), activation(state)) == ("blue", "-")
    assert "c5-c6" in texts(state)


def test_red_chooses_too() -> None:
    """SKN-A5: the owner of the fort, whoever that is."""
    state = position({"c3": 6, "e3": 6}, {"d5": 6, "h8": 6}, red_forts=["d4"], to_act="blue")
    state = play(state, "d5*d4")
    assert (decider(state), texts(state)) == ("red", {"=c3", "=e3"})


# -- SKN-A6 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "besieger", "recipient"),
    [
        ([], ["d5"], 1, 1),
        (["c3"], ["d5"], 1, 2),
        (["c3", "e3"], ["d5"], 1, 3),
        ([], ["d5", "c5"], 2, 1),
        (["c3"], ["d5", "c5", "e5"], 3, 2),
        (["d2"], ["d5", "d6"], 1, 1),
    ],
)
def test_losses_count_the_units_at_the_fort(
    red: list[str], blue: list[str], besieger: int, recipient: int
) -> None:
    """SKN-A6: d3 besieges d4; both lose one for every enemy of theirs that touches the fort."""
    state = position(
        {"d3": 6, "a1": 6, **dict.fromkeys(red, 6)},
        {"d5": 6, "h8": 6, **dict.fromkeys(blue, 6)},
        blue_forts=["d4"],
    )
    before = healths(state)
    state = play(state, "d3*d4")
    if "=d5" in texts(state):
        state = play(state, "=d5")
    assert healths(state) == {**before, "d3": 6 - besieger, "d5": 6 - recipient}
    assert forts(state) == {"d4": "blue"}


def test_friends_away_from_the_fort_do_not_count() -> None:
    """SKN-A6: beside the besieger or the recipient is not beside the fort."""
    state = position({"d3": 6, "d2": 6}, {"d5": 6, "d6": 6}, blue_forts=["d4"])
    assert healths(play(state, "d3*d4")) == {"d3": 5, "d2": 6, "d5": 5, "d6": 6}


@pytest.mark.parametrize("chosen", ["c5", "e5"])
def test_only_the_chosen_unit_is_hurt(chosen: str) -> None:
    """SKN-A6: the other one at the fort is not."""
    state = position({"d3": 6, "a1": 6}, {"c5": 4, "e5": 4}, blue_forts=["d4"])
    after = healths(play(state, "d3*d4", f"={chosen}"))
    assert after == {"d3": 4, "a1": 6, "c5": 4, "e5": 4} | {chosen: 3}


def test_the_fort_stays_even_if_its_last_defender_dies() -> None:
    """SKN-A6: taking it needs another attack."""
    state = position({"d3": 6, "a1": 6}, {"d5": 1, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4")
    assert healths(state) == {"d3": 5, "a1": 6, "h8": 6}
    assert forts(state) == {"d4": "blue"}
    assert forts(play(state, "pass", "d3*d4")) == {"d4": "red"}


def test_a_besieger_may_die() -> None:
    """SKN-A6, SKN-B3: and its activation with it."""
    state = position({"d3": 2, "a1": 6}, {"c5": 6, "e5": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4", "=c5")
    assert healths(state) == {"a1": 6, "c5": 5, "e5": 6}
    assert (decider(state), activation(state)) == ("blue", "-")


# -- SKN-A7 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("bystander", ["d6", "b6", "f2", "h8"])
def test_a_fort_without_defenders_is_captured(bystander: str) -> None:
    """SKN-A7: nobody loses health; units two squares from the fort do not defend it."""
    state = position({"d3": 6, "a1": 6}, {bystander: 6, "g8": 6}, blue_forts=["d4"])
    assert event_names(state, "d3*d4")[:2] == ["besieged", "captured"]
    after = play(state, "d3*d4")
    assert forts(after) == {"d4": "red"}
    assert healths(after) == healths(state)
    assert (decider(after), activation(after)) == ("red", "d3a")


def test_blue_captures_too() -> None:
    """SKN-A7: the fort goes to whoever attacks it."""
    state = position({"a1": 6, "b1": 6}, {"d5": 6, "h8": 6}, red_forts=["d4"], to_act="blue")
    assert forts(play(state, "d5*d4")) == {"d4": "blue"}


def test_a_captured_fort_may_be_taken_back() -> None:
    """SKN-A7, SKN-B4: as often as anybody likes."""
    state = position({"d3": 6, "a1": 6}, {"d7": 6, "h8": 6}, blue_forts=["d4"])
    state = play(state, "d3*d4", "d3-d2", "d7-d5", "d5*d4")
    assert forts(state) == {"d4": "blue"}


# -- SKN-A8 --------------------------------------------------------------------------------------


def test_a_lone_attacker_strikes_for_two() -> None:
    """SKN-A8: Red's only unit; what it suffers does not change."""
    state = position({"d4": 6}, {"d5": 6, "e5": 6})
    assert healths(play(state, "d4xd5")) == {"d4": 4, "d5": 4, "e5": 6}


def test_a_lone_defender_strikes_for_two() -> None:
    """SKN-A8: Blue's only unit takes two, one for each attacker, and deals two."""
    state = position({"d4": 6, "e4": 6}, {"d5": 6})
    assert healths(play(state, "d4xd5")) == {"d4": 4, "e4": 6, "d5": 4}
    state = position({"d4": 6, "a1": 6}, {"d5": 6})
    assert healths(play(state, "d4xd5")) == {"d4": 4, "a1": 6, "d5": 5}


def test_two_lone_units_strike_for_two_each() -> None:
    """SKN-A8: the last duel."""
    assert healths(play(position({"d4": 3}, {"d5": 6}), "d4xd5")) == {"d4": 1, "d5": 4}


def test_a_friend_anywhere_is_a_friend() -> None:
    """SKN-A8: a unit in the far corner, however weak, takes the last stand away."""
    state = position({"d4": 6, "a1": 1}, {"d5": 6, "h8": 1})
    assert healths(play(state, "d4xd5")) == {"d4": 5, "a1": 1, "d5": 5, "h8": 1}


def test_a_fort_is_no_friend() -> None:
    """SKN-A8: forts do not keep a unit company."""
    state = position({"d4": 6}, {"d5": 6, "h8": 6}, red_forts=["a1"])
    assert healths(play(state, "d4xd5"))["d5"] == 4


def test_a_lone_besieger_takes_two() -> None:
    """SKN-A8: from the recipient, with and without a choice."""
    state = position({"d3": 6}, {"d5": 6, "h8": 6}, blue_forts=["d4"])
    assert healths(play(state, "d3*d4")) == {"d3": 5, "d5": 4, "h8": 6}
    state = position({"d3": 6}, {"d5": 6, "c5": 6}, blue_forts=["d4"])
    assert healths(play(state, "d3*d4", "=c5")) == {"d3": 4, "d5": 6, "c5": 4}


def test_a_lone_recipient_takes_two() -> None:
    """SKN-A8: from the besieger, and suffers one for each enemy at the fort."""
    state = position({"d3": 6, "c3": 6, "a1": 6}, {"d5": 6}, blue_forts=["d4"])
    assert healths(play(state, "d3*d4")) == {"d3": 4, "c3": 6, "a1": 6, "d5": 4}


def test_a_siege_between_the_last_two() -> None:
    """SKN-A8: two each."""
    state = position({"d3": 3}, {"d5": 6}, blue_forts=["d4"])
    assert healths(play(state, "d3*d4")) == {"d3": 1, "d5": 4}


def test_casualties_of_the_attack_itself_come_too_late() -> None:
    """SKN-A8, SKN-A3: who is alone only after the attack was not alone in it."""
    state = position({"d4": 1, "a1": 6}, {"d5": 6, "h8": 6})
    assert healths(play(state, "d4xd5")) == {"a1": 6, "d5": 5, "h8": 6}
    state = position({"d4": 6, "a1": 6}, {"d5": 1, "h8": 6})
    assert healths(play(state, "d4xd5")) == {"d4": 5, "a1": 6, "h8": 6}


def test_a_last_stand_does_not_change_captures_and_moves() -> None:
    """SKN-A8, SKN-A7: alone or not, an undefended fort is captured without a blow."""
    state = play(position({"d3": 6}, FAR, blue_forts=["d4"]), "d3*d4")
    assert (forts(state), healths(state)) == ({"d4": "red"}, {"d3": 6, **FAR})
    assert "d5" in moves(state, "d3")
