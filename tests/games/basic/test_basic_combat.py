"""Combat and the units' numbers (BSK-C1 to BSK-C6, BSK-U1)."""

import itertools

import pytest

import outrider
from games.basic.battlefield import (
    GAME,
    HEALTHS,
    Place,
    alive,
    battle,
    decider,
    happened,
    health,
    illegal,
    kind_of,
    legal,
    marked,
    names,
    offers,
    play,
    refusal,
    unit,
)
from outrider import Refusal

RANGE = {"R1": 1, "R2": 1, "R4": 10}
ATTACK = {"commander": 3, "close": 4, "long": 4}
SAVE = {"commander": 3, "close": 4, "long": 4}
DAMAGE = {"commander": 3, "close": 1, "long": 1}
ATTACKERS, TARGETS = ("R1", "R2", "R4"), ("B1", "B2", "B4")
duels = pytest.mark.parametrize(("attacker", "target"), list(itertools.product(ATTACKERS, TARGETS)))
CLOSE = {"R1": (12, 12), "R2": (13, 12), "R4": (14, 12), "B1": (12, 13), "B2": (13, 13)}


def duel(attacker: str, target: str, place: Place = (12, 13)) -> outrider.Step[object]:
    """An attack that has been made, with a unit beside each of the two."""
    state = battle({attacker: (12, 12), target: place, "R5": (2, 2), "B5": (22, 22)})
    return GAME.apply(state, "red", GAME.read_action(f"attack {attacker} {target}"))


def beside(x: float, y: float) -> Place:
    return round(x, 3), round(y, 3)


# -- BSK-C1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "reach"), RANGE.items())
@pytest.mark.parametrize(("right", "up"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_target_is_within_range(id: str, reach: int, right: int, up: int) -> None:
    """BSK-C1, BSK-U1: exactly the range from centre to centre, and not a thousandth more."""
    for length, inside in ((reach, True), (reach + 0.001, False)):
        state = battle({id: (12, 12), "B2": beside(12 + right * length, 12 + up * length)})
        assert legal(state, f"attack {id} B2") is inside
        assert (f"attack {id} B2" in offers(state)) is inside


@pytest.mark.parametrize(("place", "inside"), [((18, 20), True), ((18.001, 20), False)])
def test_ranges_are_measured_straight(place: Place, inside: bool) -> None:
    """BSK-C1: 6 across and 8 up are 10 inches."""
    assert legal(battle({"R4": (12, 12), "B2": place}), "attack R4 B2") is inside


def test_a_range_exceeded_by_less_than_a_thousandth_is_exceeded() -> None:
    """BSK-C1: one thousandth sideways at the full length of 10 inches."""
    assert illegal(battle({"R4": (12, 12), "B2": (12.001, 22)}), "attack R4 B2") == "BSK-C1"


@pytest.mark.parametrize("id", ATTACKERS)
def test_an_attack_out_of_range_is_not_wasted(id: str) -> None:
    """BSK-C1: it is refused, and the unit may attack somebody else."""
    state = battle({id: (12, 12), "B2": (12, 22.5), "B3": (12, 13)})
    assert illegal(state, f"attack {id} B2") == "BSK-C1"
    assert legal(state, f"attack {id} B3")
    assert not marked(state, "attacked")


def test_there_is_no_line_of_sight() -> None:
    """BSK-C1: friends and enemies between the two do not matter."""
    between = {"R2": (12, 13), "R3": (12, 14), "B2": (12, 15), "B3": (12, 16), "B1": (12, 17)}
    assert legal(battle({"R4": (12, 12), "B4": (12, 22), **between}), "attack R4 B4")


def test_terrain_hides_nobody() -> None:
    """BSK-C1: a high wall that blocks sight in other games does nothing here."""
    wall = {"shape": "polygon", "points": [[8, 14], [16, 14], [16, 15], [8, 15]],
            "height": 6, "blocks_sight": True, "cover": 2}  # fmt: skip
    terms = GAME.terms(table={"size": [24, 24], "terrain": [wall]})
    data = GAME.dump(GAME.new(terms).state)
    stood = GAME.dump(battle({"R4": (12, 12), "B4": (12, 20)}))
    state = GAME.load({**stood, "options": data["options"], "table": data["table"]})
    assert legal(state, "attack R4 B4")


def test_a_long_range_unit_may_attack_from_close_by() -> None:
    """BSK-C1: there is no least range."""
    assert legal(battle({"R4": (12, 12), "B2": (12, 12.8)}), "attack R4 B2")


@pytest.mark.parametrize("target", ["R2", "R1", "B3"], ids=["friend", "itself", "dead"])
def test_the_target_is_a_live_enemy(target: str) -> None:
    """BSK-C1: neither a friend nor itself nor somebody who has been removed."""
    state = battle(CLOSE, {"B3": {"at": [12, 11]}})
    assert illegal(state, f"attack R1 {target}") == "BSK-C1"


def test_the_list_has_every_attack_and_no_other() -> None:
    """BSK-C1: who is in whose range."""
    near = {"R1 B1", "R2 B2", "R4 B1", "R4 B2"}
    assert set(offers(battle(CLOSE), "attack")) == {f"attack {pair}" for pair in near}


# -- BSK-C2, BSK-C4, BSK-U1 ----------------------------------------------------------------------


@duels
@pytest.mark.parametrize("face", range(1, 7))
def test_the_attacker_rolls_his_number_or_more(attacker: str, target: str, face: int) -> None:
    """BSK-C2, BSK-C4, BSK-U1: a hit asks the defender, a miss asks nobody."""
    state = duel(attacker, target).state
    assert GAME.pending(state) == outrider.Roll("attack", "red", 1)
    after = GAME.roll(state, [face]).state
    if face >= ATTACK[kind_of(attacker)]:
        assert GAME.pending(after) == outrider.Roll("save", "blue", 1)
    else:
        assert GAME.pending(after) == outrider.Decide(("red",))
    assert health(after, target) == HEALTHS[kind_of(target)]


@duels
@pytest.mark.parametrize("face", range(1, 7))
def test_the_defender_saves_with_his_number_or_more(attacker: str, target: str, face: int) -> None:
    """BSK-C4, BSK-C5, BSK-U1: unhurt, or hurt by the attacker's damage."""
    state = GAME.roll(GAME.roll(duel(attacker, target).state, [6]).state, [face]).state
    full, loss = HEALTHS[kind_of(target)], DAMAGE[kind_of(attacker)]
    saved = face >= SAVE[kind_of(target)]
    assert health(state, target) == (full if saved else max(0, full - loss))
    assert GAME.pending(state) == outrider.Decide(("red",))


def test_blue_attacks_by_the_same_rules() -> None:
    """BSK-C2, BSK-C4: then Blue rolls to hit and Red to save."""
    state = play(battle(CLOSE, to_act="blue"), "attack B1 R1")
    assert GAME.pending(state) == outrider.Roll("attack", "blue", 1)
    state = play(state, 3)
    assert GAME.pending(state) == outrider.Roll("save", "red", 1)
    assert health(play(state, 2), "R1") == 2


@pytest.mark.parametrize("faces", [[], [0], [7], [4, 4], [True], ["4"], [4.0]])
def test_each_roll_is_one_face(faces: list[int]) -> None:
    """BSK-C2, BSK-C4: one die, 1 to 6, for either."""
    for state in (play(battle(CLOSE), "attack R1 B1"), play(battle(CLOSE), "attack R1 B1", 6)):
        with pytest.raises(Refusal) as caught:
            GAME.roll(state, faces)
        assert caught.value.kind == "malformed"


def test_no_die_falls_without_an_attack() -> None:
    """BSK-C2: nor after both have fallen."""
    for state in (battle(CLOSE), play(battle(CLOSE), "attack R1 B1", 6, 6)):
        with pytest.raises(Refusal) as caught:
            GAME.roll(state, [6])
        assert caught.value.kind == "not-your-turn"


def test_combat_is_told() -> None:
    """BSK-C2 to BSK-C5: dice with purpose and seat, the loss, the removal."""
    state = battle(CLOSE, {"B2": {"health": 1}})
    told = happened(state, "attack R2 B2", 5, 2)
    dice = [event for event in told if event["event"] == "rolled"]
    assert [(die["purpose"], die["seat"], die["faces"]) for die in dice] == [
        ("attack", "red", [5]),
        ("save", "blue", [2]),
    ]
    kinds = [event["event"] for event in told]
    assert kinds.index("hurt") < kinds.index("died")
    assert [event["unit"] for event in told if event["event"] in ("hurt", "died")] == ["B2", "B2"]
    assert not {"hurt", "died"} & set(names(state, "attack R2 B2", 3))
    assert not {"hurt", "died"} & set(names(state, "attack R2 B2", 5, 4))
    assert "died" not in names(state, "attack R1 B1", 5, 1)


# -- BSK-C3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ATTACKERS)
def test_after_a_miss_a_unit_is_done(id: str) -> None:
    """BSK-C3: it neither attacks nor moves any more in this turn."""
    state = play(battle({id: (12, 12), "B1": (12, 13)}), f"attack {id} B1", 2)
    assert marked(state, "done") == {id}
    assert illegal(state, f"move {id} 12,11") == "BSK-C3"
    assert illegal(state, f"attack {id} B1") in ("BSK-C3", "BSK-C6")
    assert not offers(state, "move", "attack")


@pytest.mark.parametrize("save", [1, 6], ids=["hurt", "saved"])
@pytest.mark.parametrize("id", ATTACKERS)
def test_after_a_hit_a_unit_may_still_move(id: str, save: int) -> None:
    """BSK-C3: even if it was saved."""
    state = play(battle({id: (12, 12), "B1": (12, 13)}), f"attack {id} B1", 4, save)
    assert not marked(state, "done")
    assert unit(play(state, f"move {id} 12,10"), id)["at"] == [12, 10]


def test_a_miss_ends_one_unit_and_not_the_turn() -> None:
    """BSK-C3: the others go on."""
    state = play(battle(CLOSE), "attack R1 B1", 1)
    assert decider(state) == "red"
    assert legal(state, "attack R2 B2") and legal(state, "move R4 14,10")


def test_a_miss_after_the_move_leaves_the_unit_where_it_is() -> None:
    """BSK-C3: what was done before stays done."""
    state = play(battle(CLOSE), "move R4 14,10", "attack R4 B1", 3)
    assert unit(state, "R4")["at"] == [14, 10]
    assert marked(state, "done") == {"R4"}


@pytest.mark.parametrize("id", ATTACKERS)
def test_with_the_option_a_miss_leaves_the_move(id: str) -> None:
    """BSK-C3, BSK-C6: with miss_ends_unit = no it may move, but not attack again."""
    places = {id: (12, 12), "B1": (12, 13)}
    state = play(battle(places, options={"miss_ends_unit": False}), f"attack {id} B1", 2)
    assert not marked(state, "done")
    assert illegal(state, f"attack {id} B1") == "BSK-C6"
    assert unit(play(state, f"move {id} 12,10"), id)["at"] == [12, 10]


# -- BSK-C5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "target", "before", "after"),
    [
        ("R1", "B1", 5, 2),
        ("R1", "B1", 3, 0),
        ("R1", "B1", 2, 0),
        ("R1", "B2", 3, 0),
        ("R1", "B4", 2, 0),
        ("R2", "B1", 5, 4),
        ("R2", "B2", 3, 2),
        ("R2", "B2", 1, 0),
        ("R4", "B4", 2, 1),
        ("R4", "B4", 1, 0),
    ],
)
def test_damage_comes_off_the_health(attacker: str, target: str, before: int, after: int) -> None:
    """BSK-C5: never below zero, and at zero the unit is removed."""
    places = {attacker: (12, 12), target: (12, 13), "B5": (22, 22)}
    state = battle(places, {target: {"health": before}})
    state = play(state, f"attack {attacker} {target}", 6, 1)
    assert health(state, target) == after
    assert (target in alive(state)) is (after > 0)


def test_a_removed_unit_stays_listed_where_it_fell() -> None:
    """BSK-C5: dead, out of everybody's way and out of the fight."""
    state = play(battle(CLOSE, {"B2": {"health": 1}}), "attack R2 B2", 6, 1)
    fallen = unit(state, "B2")
    assert (fallen["at"], fallen["alive"], fallen["health"]) == ([13, 13], False, 0)
    assert illegal(state, "attack R4 B2") == "BSK-C1"
    state = play(state, "end")
    assert illegal(state, "move B2 13,14") == "BSK-T1"
    assert illegal(state, "attack B2 R2") == "BSK-T1"


# -- BSK-C6 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("save", [1, 6], ids=["hurt", "saved"])
def test_a_unit_attacks_once_a_turn(save: int) -> None:
    """BSK-C6: after a hit neither the same enemy nor another, also not after its move."""
    hit = play(battle(CLOSE), "attack R4 B1", 6, save)
    for state in (hit, play(hit, "move R4 14,11")):
        assert illegal(state, "attack R4 B1") == "BSK-C6"
        assert illegal(state, "attack R4 B2") == "BSK-C6"
        assert legal(state, "attack R1 B1")


def test_several_units_may_attack_the_same_enemy() -> None:
    """BSK-C6: each of them once."""
    state = play(battle(CLOSE), "attack R1 B1", 6, 1, "attack R4 B1", 6, 1)
    assert health(state, "B1") == 1


def test_a_refused_attack_says_by_how_much() -> None:
    """BSK-C1: the distance and what it is too long by."""
    message = refusal(battle({"R1": (12, 12), "B1": (12, 13.13)}), "attack R1 B1").message
    assert '1.13"' in message and '0.13"' in message
