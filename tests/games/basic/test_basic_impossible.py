"""States edited into what is malformed or can never be: refused, with the reason."""

import copy
import json
from decimal import Decimal
from typing import Any

import pytest

from games.basic.battlefield import (
    GAME,
    RED_DEPLOYS,
    Changes,
    battle,
    fields,
    new,
    opened,
    play,
)
from outrider import Refusal
from outrider.core.wire import parse

LINES = {
    "R1": (12, 10),
    "R2": (11, 10),
    "R4": (9, 8),
    "B1": (12, 11),
    "B2": (11, 11),
    "B4": (9, 16),
}
BATTLE = battle(LINES)
PLACING = play(new(), 6, 1, *RED_DEPLOYS[:3])
FIELDS = tuple(GAME.dump(BATTLE))
REQUIRED = ("game", "options", "phase", "pending", "result", "table", "units")
ROLL = {"roll": {"purpose": "attack", "seat": "red", "dice": 1}}
SHIELD = {"bolstered": True, "buffer": 1}


def refusal(data: object) -> Refusal:
    """The refusal of a state, which has to be malformed and to say why in a few words."""
    with pytest.raises(Refusal) as caught:
        GAME.load(data)
    assert caught.value.kind == "malformed", caught.value
    assert 0 < len(caught.value.message) < 300
    return caught.value


def edited(data: dict[str, Any], id: str, /, **changes: Any) -> dict[str, Any]:
    """A state's JSON with one unit changed."""
    made = copy.deepcopy(data)
    (entry,) = [unit for unit in made["units"] if unit["id"] == id]
    entry.update(changes)
    return made


# -- the form ------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [None, 5, 1.5, True, "x", [], [{}], {}])
def test_what_is_no_state_at_all(data: object) -> None:
    """BSK-S1: a state is an object with its fields."""
    refusal(data)


@pytest.mark.parametrize("name", REQUIRED)
def test_no_required_field_may_be_missing(name: str) -> None:
    """BSK-S1: and the refusal names it."""
    data = GAME.dump(BATTLE)
    del data[name]
    assert name in refusal(data).message


def test_unknown_fields_are_refused() -> None:
    """BSK-S1: of the state and of a unit."""
    assert "extra" in refusal({**GAME.dump(BATTLE), "extra": 1}).message
    assert "extra" in refusal(edited(GAME.dump(BATTLE), "R1", extra=1)).message


@pytest.mark.parametrize("game", ["skirminion", "Basic", "", None, 1])
def test_a_state_of_another_game(game: object) -> None:
    """BSK-S1: it belongs elsewhere."""
    refusal({**GAME.dump(BATTLE), "game": game})


@pytest.mark.parametrize("value", [5, "x", [1], True, 1.5, {"x": 1}, -1])
@pytest.mark.parametrize("name", [name for name in FIELDS if name not in ("game", "result")])
@pytest.mark.parametrize("state", [BATTLE, PLACING, new()], ids=["battle", "deploy", "roll"])
def test_wrong_types_are_refused(state: Any, name: str, value: object) -> None:
    """BSK-S1: in every field of the state. A turn may be 5, and a command may have been given."""
    if state is BATTLE and (name, value) in (("turn", 5), ("commanded", True)):
        return
    with pytest.raises(Refusal) as caught:
        GAME.load({**GAME.dump(state), name: value})
    assert caught.value.kind in ("malformed", "unknown")


@pytest.mark.parametrize("name", ["turn", "commanded", "attack", "initiative", "first"])
@pytest.mark.parametrize("state", [BATTLE, PLACING, new()], ids=["battle", "deploy", "roll"])
def test_empty_values_of_the_wrong_type_are_refused(state: Any, name: str) -> None:
    """BSK-T1: nothing is null or left out, not an empty something else."""
    values: list[object] = [0.0, "", []]
    values += [] if name == "turn" else [0]
    values += [] if name == "commanded" else [False]
    values += [] if name == "initiative" and state == new() else [{}]
    for value in values:
        refusal({**GAME.dump(state), name: value})


def test_whether_a_command_was_given_is_true_or_false() -> None:
    """BSK-A1: a number is no boolean."""
    for value in (1, 1.0, "true", "yes", [True]):
        refusal({**GAME.dump(BATTLE), "commanded": value})


@pytest.mark.parametrize("turn", [0, -1, 1.0, "1", True, 10**30, float("nan")])
def test_turns_are_counted_from_one(turn: object) -> None:
    """BSK-T2: in whole numbers."""
    refusal({**GAME.dump(BATTLE), "turn": turn})


@pytest.mark.parametrize(
    "pending",
    [
        {},
        {"decide": []},
        {"decide": ["red", "blue"]},
        {"decide": ["green"]},
        {"decide": "red"},
        {"decide": [None]},
        {"decide": [["red"]]},
        {"decide": ["red"], "offer": {"kind": "choose"}},
        {"decide": ["red"], "over": {"winners": [], "reason": ""}},
        {"roll": None},
        {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}},
        {"roll": {"purpose": "attack", "seat": "red", "dice": 1}},
        {"wait": True},
    ],
)
def test_a_battle_waits_for_one_sides_decision(pending: object) -> None:
    """BSK-T1: or for the dice of an attack, which has to be named."""
    refusal({**GAME.dump(BATTLE), "pending": pending})


# -- units ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "R6"}, {"id": "G1"}, {"id": "r1"}, {"id": None}, {"id": 1}, {"id": "B1"},
        {"seat": "blue"}, {"seat": "green"}, {"seat": None}, {"seat": ["red"]},
        {"kind": "close"}, {"kind": "long"}, {"kind": "hero"}, {"kind": None},
        {"health": 6}, {"health": -1}, {"health": 2.5}, {"health": "5"}, {"health": True},
        {"health": None}, {"health": 0}, {"health": 10**40}, {"health": float("nan")},
        {"alive": False}, {"alive": 1}, {"alive": None}, {"alive": "yes"},
        {"moved": 1}, {"attacked": None}, {"done": "no"}, {"bolstered": 0}, {"rushed": []},
        {"buffer": 2, "bolstered": True}, {"buffer": -1}, {"buffer": True, "bolstered": True},
        {"buffer": 1}, {"buffer": 0.5}, {"done": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_commander_that_is_none(changes: dict[str, Any]) -> None:
    """BSK-S1, BSK-U1, BSK-A6, BSK-C3: id, seat, kind, health and flags fit each other."""
    refusal(edited(GAME.dump(BATTLE), "R1", **changes))


@pytest.mark.parametrize(("id", "most"), [("R1", 5), ("R2", 3), ("R4", 2)])
def test_nobody_is_healthier_than_at_first(id: str, most: int) -> None:
    """BSK-U1: bolster is the buffer and not more health."""
    GAME.load(edited(GAME.dump(BATTLE), id, health=most))
    refusal(edited(GAME.dump(BATTLE), id, health=most + 1))


def test_an_id_stands_once() -> None:
    """BSK-S1: the second is refused by its name, alive or dead."""
    for id in ("R1", "R3"):
        data = GAME.dump(BATTLE)
        (again,) = [unit for unit in data["units"] if unit["id"] == id]
        assert id in refusal({**data, "units": [*data["units"], again]}).message


@pytest.mark.parametrize("at", [[24.001, 1], [-0.001, 1], [1, 24.001], [1, -0.001], [72, 72]])
def test_live_units_stand_on_the_table(at: list[float]) -> None:
    """BSK-M2: with their centres."""
    found = refusal(edited(GAME.dump(BATTLE), "R1", at=at))
    assert "R1" in found.message and found.rule == "BSK-M2"


@pytest.mark.parametrize("other", ["R4", "B2"])
def test_live_units_do_not_overlap(other: str) -> None:
    """BSK-M2: 0.799 inches are too near, 0.8 are not."""
    GAME.load(edited(edited(GAME.dump(BATTLE), "R1", at=[3, 3]), other, at=[3.8, 3]))
    found = refusal(edited(edited(GAME.dump(BATTLE), "R1", at=[3, 3]), other, at=[3.799, 3]))
    assert "R1" in found.message and other in found.message and found.rule == "BSK-M2"


def test_a_live_unit_of_a_battle_has_a_place() -> None:
    """BSK-S5: only before the battle may it have none."""
    assert refusal(edited(GAME.dump(BATTLE), "R1", at=None)).rule == "BSK-S5"


def test_no_unit_at_all_is_no_battle() -> None:
    """BSK-V1: somebody has to be left."""
    refusal(fields({}))


NUMBERS = ["NaN", "Infinity", "-Infinity", '"3"', "true", "false", "null", "[3]", "{}", "1e308",
           "-1e308", "1e309", "1e400", "3.0001", "3.00000000000000000001", "1e-400", "0.1e-3",
           "3." + "3" * 100, "3." + "0" * 100 + "1", "1" * 100, "1" * 5000, "145", "-73", "3,3",
           "1e99999999999999999999", "1e-99999999999999999999"]  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS, ids=lambda text: text[:24])
def test_what_is_no_coordinate(text: str) -> None:
    """BSK-M2: never rounded, whether in a state or in an action."""
    line = json.dumps(fields(LINES))
    assert "[12, 10]" in line
    with pytest.raises(Refusal) as caught:
        GAME.load(parse(line.replace("[12, 10]", f"[{text}, 10]")))
    assert caught.value.kind == "malformed"
    assert len(caught.value.message) < 300
    for action in ('{"do":"move","unit":"R1","to":[10,%s]}', '{"do":"deploy","unit":"R1","at":%s}'):
        with pytest.raises(Refusal) as caught:
            GAME.action_from_json(parse(action % text))
        assert caught.value.kind == "malformed"


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), 1e308, Decimal("NaN"), Decimal("3.0001"), 2 + 0j, b"3"]
)
def test_what_is_no_coordinate_in_python_either(value: object) -> None:
    """BSK-M2: values that JSON has no way to write."""
    refusal(edited(GAME.dump(BATTLE), "R1", at=[value, 3]))


@pytest.mark.parametrize("at", [[], [1], [1, 2, 3], "1,2", {"x": 1}, 5, True, [[1, 2]]])
def test_a_point_is_a_pair(at: object) -> None:
    """BSK-M2: of numbers."""
    refusal(edited(GAME.dump(BATTLE), "R1", at=at))


# -- what play never leads to --------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["moved", "attacked"])
def test_nobody_acts_in_the_other_sides_turn(flag: str) -> None:
    """BSK-T1: Blue's units have done nothing in Red's turn."""
    assert refusal(edited(GAME.dump(BATTLE), "B1", **{flag: True})).rule == "BSK-T1"


IMPOSSIBLE: dict[str, tuple[Changes, dict[str, Any]]] = {
    "dead with bolster": ({"R3": {"bolstered": True}}, {}),
    "dead with rush": ({"B3": {"rushed": True}}, {}),
    "dead has moved": ({"R3": {"moved": True}}, {}),
    "dead has attacked": ({"R3": {"attacked": True}}, {}),
    "dead lies off the table": ({"R3": {"at": [30, 30]}}, {}),
    "bolstered and rushed": ({"B1": {**SHIELD, "rushed": True}}, {}),
    "two abilities on a side": ({"B1": SHIELD, "B2": {"rushed": True}}, {}),
    "commander without his own ability": ({"B2": SHIELD}, {}),
    "no command, but an ability": ({"R1": SHIELD}, {"commanded": False}),
    "a buffer lost in the own turn": ({"R1": {"bolstered": True}}, {"commanded": True}),
    "a command, but no ability": ({}, {"commanded": True}),
    "any_turn, and the enemy's ability": (
        {"B1": SHIELD},
        {"options": {"ability_lasts": "any_turn"}},
    ),
    "done, which the option rules out": (
        {"R1": {"attacked": True, "done": True}},
        {"options": {"miss_ends_unit": False}},
    ),
}


@pytest.mark.parametrize(("changes", "further"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_play_never_leads_to(changes: Changes, further: dict[str, Any]) -> None:
    """BSK-A1, BSK-A4 to BSK-A6, BSK-C3, BSK-C5, BSK-M2: the flags contradict each other."""
    refusal(fields(LINES, changes, **further))


def test_a_dead_commander_has_given_no_command() -> None:
    """BSK-A7: in his own side's turn nobody could have killed him."""
    places = {id: at for id, at in LINES.items() if id != "R1"}
    refusal(fields(places, commanded=True))


# -- attacks that wait ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "attack", "pending"),
    [
        ({}, {"unit": "R1", "target": "B1"}, ROLL),
        ({"R1": {"attacked": True, "done": True}}, {"unit": "R1", "target": "B1"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "R2"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "B3"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "B4"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "B1", "target": "R1"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1"}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "B1", "x": 1}, ROLL),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "B1"}, {"decide": ["red"]}),
        ({"R1": {"attacked": True}}, {"unit": "R1", "target": "B1"}, {"roll": {}}),
    ],
    ids=["not attacked", "done", "a friend", "the dead", "out of range", "the enemy's",
         "no target", "more fields", "a decision", "no roll"],
)  # fmt: skip
def test_an_attack_that_waits_is_a_legal_one(
    changes: Changes, attack: object, pending: object
) -> None:
    """BSK-C1, BSK-C2, BSK-C6: by a unit of the side that acts, on an enemy in range."""
    refusal(fields(LINES, changes, attack=attack, pending=pending))


@pytest.mark.parametrize(
    "roll",
    [
        {"purpose": "attack", "seat": "blue", "dice": 1},
        {"purpose": "attack", "seat": "red", "dice": 2},
        {"purpose": "save", "seat": "red", "dice": 1},
        {"purpose": "initiative", "seat": "red", "dice": 1},
        {"purpose": "armour", "seat": "blue", "dice": 1},
        {"purpose": "attack", "seat": "red"},
    ],
)
def test_the_dice_that_wait_are_those_of_the_attack(roll: object) -> None:
    """BSK-C2, BSK-C4: the attacker's one die, or the defender's."""
    data = GAME.dump(play(BATTLE, "attack R1 B1"))
    refusal({**data, "pending": {"roll": roll}})


# -- before the battle ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [{"health": 4}, {"health": 0, "alive": False}, {"moved": True}, {"attacked": True}, SHIELD,
     {"rushed": True}, {"at": [12, 3.001]}, {"at": [12, 21]}, {"at": [16, 3.5]}, {"at": [8, 3]}],
    ids=str,
)  # fmt: skip
def test_before_the_battle_everybody_is_fresh_and_in_his_zone(changes: dict[str, Any]) -> None:
    """BSK-S1, BSK-S3, BSK-S5: nothing has happened yet."""
    refusal(edited(GAME.dump(PLACING), "R1", **changes))


def test_nobody_is_placed_out_of_turn() -> None:
    """BSK-S2: one battalion, then the other; before the roll, nobody."""
    refusal(edited(GAME.dump(PLACING), "B1", at=[12, 21]))
    refusal(edited(GAME.dump(new()), "R1", at=[12, 3]))
    refusal({**GAME.dump(PLACING), "pending": {"decide": ["blue"]}})
    placed = GAME.dump(play(new(), 6, 1, *RED_DEPLOYS))
    refusal({**placed, "pending": {"decide": ["red"]}})


def test_who_won_the_roll_is_said_once() -> None:
    """BSK-S4: `first` and `initiative` agree."""
    refusal({**GAME.dump(PLACING), "first": "blue"})
    refusal({**GAME.dump(opened()), "first": "blue", "initiative": "red"})
    refusal({**GAME.dump(opened()), "first": "green", "initiative": "green"})


@pytest.mark.parametrize(
    "initiative",
    [
        {"blue": 3},
        {"red": 7},
        {"red": 0},
        {"red": True},
        {"red": 3, "blue": 4},
        {"green": 1},
        "red",
    ],
)
def test_the_faces_so_far_are_reds(initiative: object) -> None:
    """BSK-S2: while the dice fall, Red's face at most is known."""
    data = GAME.dump(play(new(), 3))
    refusal({**data, "initiative": initiative})


@pytest.mark.parametrize(
    ("state", "phase"),
    [(BATTLE, "deploy"), (PLACING, "battle"), (new(), "battle"), (new(), "over"), (PLACING, "over"),
     (BATTLE, "setup"), (BATTLE, "movement"), (BATTLE, ""), (opened(), "deploy")],
)  # fmt: skip
def test_a_state_of_the_wrong_phase(state: Any, phase: str) -> None:
    """BSK-S2: placing and fighting are told apart."""
    refusal({**GAME.dump(state), "phase": phase})
