"""Movement (BSK-M1, BSK-M2)."""

import pytest

from games.basic.battlefield import (
    GAME,
    Changes,
    Place,
    battle,
    happened,
    illegal,
    legal,
    marked,
    offers,
    play,
    unit,
)

MOVEMENT = {"R1": 5, "R2": 3, "R3": 3, "R4": 4, "R5": 4}
ALONE = {"B1": (1.0, 23.0)}

# -- BSK-M1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "inches"), MOVEMENT.items())
@pytest.mark.parametrize(("right", "up"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_unit_moves_up_to_its_movement(id: str, inches: int, right: int, up: int) -> None:
    """BSK-M1, BSK-U1: exactly that far, and not a thousandth more."""
    state = battle({id: (12, 12), **ALONE})
    limit, beyond = float(inches), inches + 0.001
    assert legal(state, f"move {id} {12 + right * limit:.3f},{12 + up * limit:.3f}")
    far = f"move {id} {12 + right * beyond:.3f},{12 + up * beyond:.3f}"
    assert illegal(state, far) == "BSK-M1"


@pytest.mark.parametrize(
    ("id", "inside", "outside"),
    [
        ("R1", "15,16", "15.001,16"),
        ("R1", "8,9", "8,8.999"),
        ("R2", "13.8,14.4", "13.8,14.401"),
        ("R4", "14.4,15.2", "14.4,15.201"),
    ],
)
def test_slanting_moves_are_measured_straight(id: str, inside: str, outside: str) -> None:
    """BSK-M1: by the length of the line, not by rows and columns."""
    state = battle({id: (12, 12), **ALONE})
    assert legal(state, f"move {id} {inside}")
    assert illegal(state, f"move {id} {outside}") == "BSK-M1"


def test_a_move_too_far_by_less_than_a_thousandth_is_too_far() -> None:
    """BSK-M1: nothing is rounded in the mover's favour."""
    state = battle({"R2": (12, 12), **ALONE})
    assert 2999**2 + 77**2 < 3000**2 < 2999**2 + 78**2
    assert legal(state, "move R2 14.999,12.077")
    assert illegal(state, "move R2 14.999,12.078") == "BSK-M1"


@pytest.mark.parametrize("place", [(12.001, 12), (12, 12.5), (13, 13), (12, 12)])
def test_any_shorter_move_will_do(place: Place) -> None:
    """BSK-M1: the full length is not required, nor any length."""
    state = play(battle({"R1": (12, 12), **ALONE}), f"move R1 {place[0]},{place[1]}")
    assert unit(state, "R1")["at"] == list(place)
    assert marked(state, "moved") == {"R1"}


def test_a_unit_moves_once_a_turn() -> None:
    """BSK-M1: also if the first move was a short one."""
    state = play(battle({"R1": (12, 12), "R2": (14, 12), **ALONE}), "move R1 12,12.5")
    assert illegal(state, "move R1 12,13") == "BSK-M1"
    assert not [text for text in offers(state, "move") if "R1" in text]
    assert legal(state, "move R2 14,13")


def test_a_move_changes_nothing_else() -> None:
    """BSK-M1: one unit's place and that it moved."""
    before = battle({"R1": (12, 12), "R2": (14, 12), **ALONE})
    after = GAME.dump(play(before, "move R2 14,14.25"))
    expected = GAME.dump(before)
    expected["units"][1].update(at=[14, 14.25], moved=True)
    assert after == expected


def test_a_move_is_told() -> None:
    """BSK-M1: with both ends."""
    (told,) = happened(battle({"R2": (14, 12), **ALONE}), "move R2 14,14.25")
    assert told["event"] == "moved"
    assert (told["unit"], told["from"], told["to"]) == ("R2", [14, 12], [14, 14.25])


@pytest.mark.parametrize(
    "changes",
    [{"R1": {"moved": True}}, {"R1": {"attacked": True, "done": True}}],
    ids=["moved", "missed"],
)
def test_reach_is_the_disc_of_the_movement(changes: Changes) -> None:
    """BSK-M1, BSK-C3: of a unit that may move now, and of no other."""
    state = battle({"R1": (12, 12), "R2": (14, 12), **ALONE}, changes)
    commander = {"shape": "disc", "at": [12, 12], "radius": 0.8}
    told = {"shape": "disc", "at": [14, 12], "radius": 3, "without": [commander]}
    assert GAME.reach(state, "red", "R2") == (told,)
    assert GAME.reach(state, "red", "R1") == ()
    assert GAME.reach(state, "blue", "R2") == ()
    assert GAME.reach(state, "red", "B1") == ()
    assert GAME.reach(state, "red", "R5") == ()


@pytest.mark.parametrize("faces", [(), (6,)], ids=["attack", "save"])
def test_there_is_no_reach_while_dice_have_to_fall(faces: tuple[int, ...]) -> None:
    """BSK-M1, BSK-C2: nobody may move now."""
    state = battle({"R1": (12, 12), "R4": (14, 12), "B1": (14, 20)})
    state = play(state, "attack R4 B1", *faces)
    assert GAME.reach(state, "red", "R1") == ()


def test_there_is_no_reach_after_the_end() -> None:
    """BSK-M1, BSK-V1: nobody may move any more."""
    state = battle({"R1": (12, 12), "R4": (14, 12), "B1": (14, 20)}, {"B1": {"health": 1}})
    state = play(state, "attack R4 B1", 6, 1)
    assert GAME.reach(state, "red", "R1") == ()


# -- BSK-M2 --------------------------------------------------------------------------------------


def test_units_do_not_block_the_way() -> None:
    """BSK-M2: straight over a friend and an enemy."""
    state = battle({"R1": (12, 12), "R2": (12, 13), "B2": (12, 14), **ALONE})
    assert unit(play(state, "move R1 12,15.5"), "R1")["at"] == [12, 15.5]


@pytest.mark.parametrize("other", ["R4", "B4"])
def test_bases_may_touch_but_not_overlap_at_the_end(other: str) -> None:
    """BSK-M2: 0.8 inches from centre to centre are enough, a thousandth less is not."""
    state = battle({"R1": (12, 12), other: (14, 12), "B1": (1, 23)})
    for point in ("13.2,12", "14.8,12", "14,12.8", "14,11.2", "13.52,12.64", "14.48,11.36"):
        assert legal(state, f"move R1 {point}")
    for point in ("13.201,12", "14.799,12", "14,12.799", "14,11.201", "13.52,12.639", "14,12"):
        assert illegal(state, f"move R1 {point}") == "BSK-M2"


def test_ones_own_base_is_not_in_the_way() -> None:
    """BSK-M2: a move of less than a base's width."""
    state = battle({"R1": (12, 12), **ALONE})
    assert legal(state, "move R1 12.3,12")


def test_the_dead_are_not_in_the_way() -> None:
    """BSK-M2, BSK-C5: where a unit fell there is room."""
    state = battle({"R1": (12, 12), "R4": (9, 12), "B4": (14, 12), **ALONE}, {"B4": {"health": 1}})
    assert illegal(state, "move R1 14,12") == "BSK-M2"
    state = play(state, "attack R4 B4", 4, 3)
    assert unit(state, "B4")["at"] == [14, 12]
    assert unit(play(state, "move R1 14,12"), "R1")["at"] == [14, 12]


@pytest.mark.parametrize(
    ("start", "rim", "beyond"),
    [
        ((2, 12), "0,12", "-0.001,12"),
        ((22, 12), "24,12", "24.001,12"),
        ((12, 2), "12,0", "12,-0.001"),
        ((12, 22), "12,24", "12,24.001"),
        ((2, 2), "0,0", "-0.001,0"),
    ],
)
def test_the_centre_stays_on_the_table(start: Place, rim: str, beyond: str) -> None:
    """BSK-M2: the rim is on it."""
    state = battle({"R1": start, "B2": (12, 12)})
    assert legal(state, f"move R1 {rim}")
    assert illegal(state, f"move R1 {beyond}") == "BSK-M2"


def test_the_rim_is_that_of_the_table_in_use() -> None:
    """BSK-M2: on a table 30.5 by 20 inches."""
    state = battle({"R1": (28, 18), "B2": (12, 12)}, options={"table": "30.5x20"})
    assert legal(state, "move R1 30.5,20")
    assert illegal(state, "move R1 30.501,19") == "BSK-M2"
    assert illegal(state, "move R1 29,20.001") == "BSK-M2"
