"""Turns: any action in any order, one side after the other (BSK-T1, BSK-T2)."""

import itertools

import pytest

from games.basic.battlefield import (
    FLAGS,
    GAME,
    SEATS,
    alive,
    battle,
    decider,
    foe,
    happened,
    illegal,
    legal,
    marked,
    offers,
    opened,
    outcome,
    play,
    refused,
    unit,
)

MELEE = {
    "R1": (12, 10),
    "R2": (13, 10),
    "R4": (9, 10),
    "B1": (12, 11),
    "B2": (13, 11),
    "B4": (9, 18),
}
SHARES = (("move R1 12,9.5",), ("attack R4 B4", 5, 5), ("command bolster",))

# -- BSK-T1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_move_attack_and_command_come_in_any_order(order: tuple[int, ...]) -> None:
    """BSK-T1: all six orders are played, and give the same end of the turn."""
    state = battle(MELEE)
    for index in order:
        state = play(state, *SHARES[index])
    assert decider(state) == "red"
    assert unit(state, "R1")["at"] == [12, 9.5]
    assert (marked(state, "moved"), marked(state, "attacked")) == ({"R1"}, {"R4"})
    assert marked(state, "bolstered") == {"R1", "R2", "R4"}
    assert decider(play(state, "end")) == "blue"


def test_a_unit_attacks_and_then_moves_or_the_other_way_round() -> None:
    """BSK-T1: neither order is fixed."""
    first = play(battle(MELEE), "attack R1 B1", 3, 3, "move R1 12,8")
    second = play(battle(MELEE), "move R1 12,10.1", "attack R1 B1", 3, 3)
    for state in (first, second):
        assert unit(state, "R1")["moved"] and unit(state, "R1")["attacked"]


def test_units_may_be_interleaved() -> None:
    """BSK-T1: one moves, another attacks, the first attacks, a third moves, the second moves."""
    state = play(battle(MELEE), "move R1 12,10.2", "attack R2 B2", 4, 4, "attack R1 B1", 3, 3)
    state = play(state, "move R4 9,11", "command rush", "move R2 15,10")
    assert marked(state, "moved") == {"R1", "R2", "R4"}
    assert marked(state, "attacked") == {"R1", "R2"}


def test_a_turn_may_be_ended_at_once() -> None:
    """BSK-T1: as much as wanted may be nothing at all."""
    assert decider(play(battle(MELEE), "end")) == "blue"
    assert decider(play(battle(MELEE), "end", "end")) == "red"


def test_all_units_may_do_all_they_can_in_one_turn() -> None:
    """BSK-T1: five moves, five attacks and a command; then the end is all that is left."""
    red = {"R1": (10, 10), "R2": (12, 10), "R3": (14, 10), "R4": (9, 8), "R5": (16, 8)}
    blue = {"B1": (10, 11), "B2": (12, 11), "B3": (14, 11)}
    state = play(battle({**red, **blue}), "command bolster")
    for id, target, face in (("R1", "B1", 3), ("R2", "B2", 4), ("R3", "B3", 4), ("R4", "B1", 4)):
        state = play(state, f"attack {id} {target}", face, 6)
    state = play(state, "attack R5 B3", 4, 4)
    for id, (x, y) in red.items():
        state = play(state, f"move {id} {x},{y - 1}")
    assert offers(state) == ["end"]
    assert GAME.choices(state, "red").complete


def test_one_acts_with_ones_own_units() -> None:
    """BSK-T1: the enemy's are not there to be moved or to attack with."""
    assert illegal(battle(MELEE), "move B1 12,12") == "BSK-T1"
    assert illegal(battle(MELEE), "attack B1 R1") == "BSK-T1"


def test_the_dead_do_nothing() -> None:
    """BSK-T1, BSK-C5: a unit that is removed neither moves nor attacks."""
    state = battle(MELEE)
    assert illegal(state, "move R3 12,12") == "BSK-T1"
    assert illegal(state, "attack R3 B1") == "BSK-T1"


@pytest.mark.parametrize("action", ["move B1 12,12", "attack B1 R1", "command rush", "end"])
def test_the_other_side_waits(action: str) -> None:
    """BSK-T1: for everything it could do."""
    state = battle(MELEE)
    assert list(GAME.choices(state, "blue")) == []
    assert refused(state, action, "blue")[0] == "not-your-turn"


@pytest.mark.parametrize("action", ["move R2 12,8", "attack R2 B2", "command rush", "end"])
@pytest.mark.parametrize("faces", [(), (4,)], ids=["attack", "save"])
def test_nothing_happens_while_dice_have_to_fall(action: str, faces: tuple[int, ...]) -> None:
    """BSK-T1, BSK-C2, BSK-C4: an attack is finished first, both of its rolls."""
    state = play(battle(MELEE), "attack R1 B1", *faces)
    for seat in SEATS:
        assert list(GAME.choices(state, seat)) == []
        assert refused(state, action, seat)[0] == "not-your-turn"


# -- BSK-T2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", SEATS)
def test_turns_alternate(first: str) -> None:
    """BSK-T2: and are counted from 1."""
    state, seat = opened(first), first
    for number in range(1, 8):
        assert (decider(state), GAME.dump(state)["turn"]) == (seat, number)
        told = happened(state, "end")
        assert {"event": "turn", "seat": foe(seat), "turn": number + 1} in told
        state, seat = play(state, "end"), foe(seat)


def test_a_new_turn_is_fresh() -> None:
    """BSK-T2, BSK-M1, BSK-C3, BSK-C6: who moved, attacked or missed may do so again."""
    state = play(battle(MELEE), "move R1 12,10.1", "attack R1 B1", 1, "attack R4 B4", 6, 6)
    state = play(state, "move R4 9,9", "end")
    assert not any(marked(state, flag) for flag in FLAGS)
    state = play(state, "end")
    for action in ("move R1 12,9", "attack R1 B1", "move R4 9,12", "attack R4 B4"):
        assert legal(state, action)


def test_a_side_that_has_lost_units_still_has_its_turn() -> None:
    """BSK-T2: one unit is enough."""
    state = battle({**MELEE, "B2": (13, 11)}, {"B2": {"health": 1}})
    state = play(state, "attack R2 B2", 4, 1, "end")
    assert alive(state) == {"R1", "R2", "R4", "B1", "B4"}
    assert decider(state) == "blue"
    assert outcome(play(state, "end")) is None
