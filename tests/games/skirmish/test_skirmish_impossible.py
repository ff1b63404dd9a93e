"""States edited into what is malformed or can never be: refused, with the reason."""

import copy
from typing import Any

import pytest

from games.skirmish.patrol import (
    DEAD,
    FAR,
    FIRST,
    REVISED,
    Changes,
    all_placed,
    both,
    fields,
    impossible,
    new,
    outcome,
    play,
    possible,
    shown,
    stand,
)
from outrider import Refusal
from outrider.games.skirmish.game import Skirmish

REQUIRED = ("game", "options", "phase", "pending", "result", "table", "units")
CLOSE = {"R1": (10, 10), "R2": (11, 10), "B1": (10, 11), "B2": (14, 14)}


def edited(data: dict[str, Any], id: str, /, **changes: Any) -> dict[str, Any]:
    """A state's JSON with one unit changed."""
    made = copy.deepcopy(data)
    (entry,) = [unit for unit in made["units"] if unit["id"] == id]
    entry.update(changes)
    return made


def dice(purpose: str, seat: str, number: int) -> dict[str, Any]:
    return {"roll": {"purpose": purpose, "seat": seat, "dice": number}}


# -- the form ------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("data", [None, 5, 1.5, True, "x", [], [{}], {}], ids=str)
def test_what_is_no_state_at_all(game: Skirmish, data: object) -> None:
    """SKM-S1: a state is an object with its fields."""
    impossible(game, data)


@both
@pytest.mark.parametrize("name", REQUIRED)
def test_no_required_field_may_be_missing(game: Skirmish, name: str) -> None:
    """SKM-S1: and the refusal names it."""
    data = fields(game, FAR)
    del data[name]
    assert name in impossible(game, data).message


@both
def test_unknown_fields_are_refused(game: Skirmish) -> None:
    """SKM-S1: of the state, of a unit, of what is pending and of an attack."""
    data = fields(game, FAR)
    assert "extra" in impossible(game, {**data, "extra": 1}).message
    assert "extra" in impossible(game, edited(data, "R1", extra=1)).message
    impossible(game, {**data, "pending": {"decide": ["red"], "offer": {}}})
    shot = shown(play(stand(game, FAR), "shoot R1 B1"))
    impossible(game, {**shot, "attack": {**shot["attack"], "extra": 1}})


@both
@pytest.mark.parametrize("value", [5, "x", [1], True, 1.5, {"x": 1}, -1], ids=str)
@pytest.mark.parametrize(
    "name",
    ["options", "phase", "pending", "table", "units", "round", "first", "initiative", "acting",
     "attack"],
)  # fmt: skip
def test_wrong_types_are_refused(game: Skirmish, name: str, value: object) -> None:
    """SKM-S1: in every field and phase. The round may be 5 once the rounds have begun."""
    for data in (
        fields(game, FAR),
        fields(game, FAR, phase="movement"),
        shown(new(game)),
        shown(play(stand(game, FAR), "shoot R1 B1")),
    ):
        if name == "round" and value == 5 and data["phase"] != "deploy":
            continue
        with pytest.raises(Refusal) as caught:
            game.load({**data, name: value})
        assert caught.value.kind in ("malformed", "unknown"), data["phase"]


@both
@pytest.mark.parametrize(
    "changes",
    [
        {"id": "R6"}, {"id": "X1"}, {"id": None}, {"id": "B1"}, {"seat": "blue"}, {"seat": None},
        {"kind": "commander"}, {"kind": None}, {"name": ""}, {"name": 5}, {"name": "x" * 200},
        {"at": None}, {"at": [36.001, 10]}, {"at": [-0.001, 10]}, {"at": [10.0001, 10]},
        {"at": [10]}, {"at": "10,10"}, {"at": [True, 1]}, {"health": 11}, {"health": -1},
        {"health": 0}, {"health": 2.5}, {"health": "10"}, {"health": None}, {"health": True},
        {"alive": False}, {"alive": None}, {"alive": 1}, {"grenades": -1}, {"grenades": 1.5},
        {"grenades": None}, {"grenades": True}, {"grenades": 21}, {"grenades": 10**30},
        {"actions": 3}, {"actions": -1}, {"actions": None}, {"actions": "2"}, {"seen": 1},
        {"seen": None}, {"seen": "yes"}, {"at": [8, 10]}, {"at": [8.5, 10.5]},
    ],
    ids=str,
)  # fmt: skip
def test_a_figure_that_cannot_be(game: Skirmish, changes: dict[str, Any]) -> None:
    """SKM-S1, SKM-H2, SKM-R3, SKM-M2: id, place, health, grenades, actions, news. R2 stands at
    8,10."""
    impossible(game, edited(fields(game, FAR), "R1", **changes))
    impossible(game, edited(fields(game, FAR, phase="movement"), "R1", **changes))


@both
def test_the_same_figure_twice(game: Skirmish) -> None:
    """SKM-S1: by its name."""
    data = fields(game, FAR)
    data["units"].append(dict(data["units"][0]))
    assert "R1" in impossible(game, data).message


@both
@pytest.mark.parametrize("changes", [{"actions": 1}, {"actions": 2}, {"seen": True}], ids=str)
def test_the_dead_have_no_actions_and_no_news(game: Skirmish, changes: dict[str, Any]) -> None:
    """SKM-H2, SKM-O2: what they have is grenades."""
    data = fields(game, {**FAR, "R3": (20, 10)}, {"R3": {**DEAD, **changes}})
    assert impossible(game, data).rule in ("SKM-H2", "SKM-O2")


@both
def test_more_grenades_than_there_were(game: Skirmish) -> None:
    """SKM-S1, SKM-N4: ten a player, wherever they are now; 20 on one figure may be, 21 not."""
    nobody = {id: {"grenades": 0} for id in FAR}
    possible(game, fields(game, FAR, {**nobody, "R1": {"grenades": 20}}))
    assert impossible(game, fields(game, FAR, {**nobody, "R1": {"grenades": 21}})).rule == "SKM-S1"
    spread = {**nobody, "R1": {"grenades": 19}, "B1": {"grenades": 2}}
    impossible(game, fields(game, FAR, spread))
    three = {**nobody, "R1": {"grenades": 30}}
    possible(game, fields(game, {**FAR, "G1": (20, 20)}, {**three, "G1": {"grenades": 0}}, seats=3))


# -- rounds and turns ----------------------------------------------------------------------------


@both
@pytest.mark.parametrize("number", [0, -1, 1.0, "1", True, 51, 10**30, [1]], ids=str)
@pytest.mark.parametrize("phase", ["movement", "attack"])
def test_rounds_from_one_to_the_limit(game: Skirmish, number: object, phase: str) -> None:
    """SKM-O8: in whole numbers; before the first there is none."""
    impossible(game, fields(game, FAR, phase=phase, round=number))
    possible(game, fields(game, FAR, phase=phase, round=50))
    impossible(game, {**shown(new(game)), "round": 1})


@both
@pytest.mark.parametrize("phase", ["battle", "setup", "", "Movement", "over"])
def test_phases_that_are_none(game: Skirmish, phase: str) -> None:
    """SKM-R2: and over only if it is."""
    impossible(game, fields(game, FAR, phase=phase, to_act="red"))


PENDING: list[dict[str, Any]] = [
    {}, {"decide": []}, {"decide": ["green"]}, {"decide": "red"}, {"decide": [None]},
    {"decide": ["red", "red"]}, {"decide": [["red"]]}, {"wait": True}, {"roll": None},
    {"decide": ["red"], "roll": {}}, {"over": {"winners": [], "reason": "tired"}}, {"over": None},
    dice("attack", "red", 4), dice("armour", "red", 4), dice("melee", "red", 3),
    dice("throw", "red", 1), dice("blast", "red", 4), dice("indirect", "blue", 2),
]  # fmt: skip


@both
@pytest.mark.parametrize("pending", PENDING, ids=str)
@pytest.mark.parametrize("phase", ["movement", "attack", "deploy"])
def test_what_nobody_waits_for(game: Skirmish, pending: dict[str, Any], phase: str) -> None:
    """SKM-R2, SKM-R6, SKM-R7: nobody deciding, strangers, dice of attacks that are not under
    way."""
    data = shown(new(game)) if phase == "deploy" else fields(game, FAR, phase=phase)
    impossible(game, {**data, "pending": pending})


@both
def test_one_seat_has_the_attack_turn(game: Skirmish) -> None:
    """SKM-R7: not both, not one without actions, not one who is out."""
    impossible(game, fields(game, FAR, to_act=["red", "blue"]))
    spent = {"R1": {"actions": 0}, "R2": {"actions": 0}}
    assert impossible(game, fields(game, FAR, spent)).rule == "SKM-R7"
    places = {"R1": (10, 10), "G1": (20, 20)}
    impossible(game, fields(game, places, seats=3, to_act="blue"))
    impossible(game, fields(game, places, seats=3, phase="movement", to_act=["red", "blue"]))


@both
def test_initiative_dice_where_none_fall(game: Skirmish) -> None:
    """SKM-S6: the revised edition rolls in setup only, the first only when the minute is over."""
    roll = dice("initiative", "red", 1)
    impossible(game, {**fields(game, FAR, phase="movement"), "pending": roll})
    impossible(game, {**shown(new(game)), "pending": roll})
    attack = {**fields(game, FAR), "pending": roll}
    if game is REVISED:
        impossible(game, attack)
    else:
        possible(game, attack)


@pytest.mark.parametrize(
    "initiative",
    [{"blue": 3}, {"red": 0}, {"red": 7}, {"red": "3"}, {"red": True}, {"red": 3, "blue": 3},
     {"red": 3, "blue": 2}, {"green": 3}, {"red": None}, [3], 3],
    ids=str,
)  # fmt: skip
def test_contests_that_cannot_be(initiative: Any) -> None:
    """SKM-S6: one by one in the order of the seats, and not settled already."""
    roll = dice("initiative", "red", 1)
    for seat in ("red", "blue"):
        roll = dice("initiative", seat, 1)
        impossible(
            REVISED, {**shown(all_placed(REVISED)), "initiative": initiative, "pending": roll}
        )
        data = {**fields(FIRST, FAR), "initiative": initiative, "pending": roll}
        impossible(FIRST, data)


@both
def test_who_begins_is_one_seat(game: Skirmish) -> None:
    """SKM-S6: at the table; `first` and `initiative` agree."""
    impossible(game, fields(game, FAR, first="green"))
    impossible(game, fields(game, FAR, first=5))
    impossible(game, fields(game, FAR, first="red", initiative="blue"))


@both
def test_placing_out_of_order(game: Skirmish) -> None:
    """SKM-S2, SKM-S3, SKM-S1: as many as the others or one more, in the strip, fresh."""
    data = shown(play(new(game), "deploy R1 10,1", "deploy B1 10,35"))
    impossible(game, edited(data, "B1", at=None))
    impossible(game, edited(edited(data, "R2", at=[20, 1]), "R3", at=[25, 1]))
    assert impossible(game, edited(data, "R1", at=[10, 2.001])).rule == "SKM-S2"
    for changes in ({"health": 9}, {"grenades": 1}, {"actions": 1}, {"seen": True}):
        impossible(game, edited(data, "R1", **changes))
    impossible(game, {**data, "pending": {"decide": ["blue"]}})
    impossible(game, {**data, "attack": {"do": "shoot", "unit": "R1", "target": "B1"}})
    if game is FIRST:
        full = shown(all_placed(game))
        impossible(game, {**full, "phase": "deploy", "round": 0, "pending": {"decide": ["red"]}})


@both
def test_everybody_stands_once_the_rounds_have_begun(game: Skirmish) -> None:
    """SKM-S2: the living are on the table."""
    impossible(game, edited(fields(game, FAR), "R1", at=None))
    nobody = fields(game, {})
    impossible(game, nobody)


# -- attacks under way ---------------------------------------------------------------------------

MINE = {"R1": {"actions": 1}}
SHOT = {"do": "shoot", "unit": "R1", "target": "B1"}
BLOW = {"do": "strike", "unit": "R1", "target": "B1"}
GRENADE = {"do": "throw", "unit": "R1", "toward": [10, 20]}
BLAST = {"do": "land", "unit": "R1", "at": [10, 11]}
CAUGHT = [{"unit": "R1", "dice": 4}, {"unit": "R2", "dice": 4}, {"unit": "B1", "dice": 4}]

ATTACKS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({**SHOT, "do": "stab"}, dice("attack", "red", 4)),
    ({**SHOT, "target": "R2"}, dice("attack", "red", 4)),
    ({**SHOT, "target": "R1"}, dice("attack", "red", 4)),
    ({**SHOT, "target": "B5"}, dice("attack", "red", 4)),
    ({**SHOT, "unit": "B5", "target": "R1"}, dice("attack", "blue", 4)),
    ({**SHOT, "target": "G1"}, dice("attack", "red", 4)),
    ({**SHOT, "unit": "R2"}, dice("attack", "red", 4)),
    ({**SHOT, "target": None}, dice("attack", "red", 4)),
    (SHOT, dice("attack", "red", 2)),
    (SHOT, dice("attack", "blue", 4)),
    (SHOT, {"decide": ["red"]}),
    ({**SHOT, "total": 3}, dice("armour", "blue", 4)),
    ({**SHOT, "total": 25}, dice("armour", "blue", 4)),
    ({**SHOT, "total": "9"}, dice("armour", "blue", 4)),
    ({**SHOT, "total": 9}, dice("armour", "blue", 2)),
    ({**SHOT, "total": 9}, dice("attack", "red", 4)),
    (SHOT, dice("armour", "blue", 4)),
    ({**BLOW, "target": "B2"}, dice("melee", "red", 3)),
    ({**BLOW, "total": 2}, dice("melee", "blue", 3)),
    ({**BLOW, "total": 19}, dice("melee", "blue", 3)),
    ({**BLOW, "hurt": "B2", "total": 3}, dice("armour", "blue", 4)),
    ({**BLOW, "hurt": "B1"}, dice("armour", "blue", 4)),
    ({**BLOW, "hurt": "B1", "total": 16}, dice("armour", "blue", 4)),
    ({**BLOW, "hurt": "B1", "total": 0}, dice("armour", "blue", 4)),
    ({**GRENADE, "toward": [10, 10]}, dice("throw", "red", 1)),
    ({**GRENADE, "toward": None}, dice("throw", "red", 1)),
    ({**GRENADE, "unit": "R2"}, dice("throw", "red", 1)),
    ({**GRENADE, "within": 3}, {"decide": ["red"]}),
    ({**GRENADE, "within": 8}, {"decide": ["red"]}),
    ({**GRENADE, "within": 2}, {"decide": ["blue"]}),
    ({**GRENADE, "within": 2}, dice("throw", "red", 1)),
    ({**BLAST, "against": []}, dice("blast", "red", 4)),
    ({**BLAST, "against": [{"unit": "R1", "dice": 4}]}, dice("blast", "red", 4)),
    ({**BLAST, "against": CAUGHT[:2]}, dice("blast", "red", 4)),
    ({**BLAST, "against": [*CAUGHT[:2], {"unit": "B1", "dice": 2}]}, dice("blast", "red", 4)),
    ({**BLAST, "against": [*CAUGHT, {"unit": "B2", "dice": 2}]}, dice("blast", "red", 4)),
    ({**BLAST, "against": "all"}, dice("blast", "red", 4)),
    ({**BLAST, "at": [10, 16.001], "against": [CAUGHT[0]]}, dice("blast", "red", 4)),
    ({**BLAST, "unit": "R5", "against": CAUGHT}, dice("blast", "red", 4)),
    ({**GRENADE, "unit": "R5"}, dice("throw", "red", 1)),
    ({"do": "indirect", "against": [{"unit": "R1", "seat": "blue"}]}, dice("indirect", "blue", 2)),
]


@both
@pytest.mark.parametrize(("attack", "pending"), ATTACKS, ids=str)
def test_attacks_that_cannot_be(
    game: Skirmish, attack: dict[str, Any], pending: dict[str, Any]
) -> None:
    """SKM-G1, SKM-G3, SKM-F1, SKM-N1 to SKM-N3, SKM-R1: R1 has used one action, B1 is beside it,
    R5 and B5 are dead and gone."""
    impossible(game, {**fields(game, CLOSE, MINE), "attack": attack, "pending": pending})


@both
def test_attacks_that_can_be(game: Skirmish) -> None:
    """SKM-G1, SKM-F1, SKM-N1, SKM-N3: the same ones without their faults."""
    for attack, pending in (
        (SHOT, dice("attack", "red", 4)),
        ({**SHOT, "total": 9}, dice("armour", "blue", 4)),
        (BLOW, dice("melee", "red", 3)),
        ({**BLOW, "total": 9}, dice("melee", "blue", 3)),
        ({**BLOW, "hurt": "R1", "total": 5}, dice("armour", "red", 4)),
        (GRENADE, dice("throw", "red", 1)),
        ({**GRENADE, "within": 2}, {"decide": ["red"]}),
        ({**BLAST, "against": CAUGHT}, dice("blast", "red", 4)),
        ({**BLAST, "against": CAUGHT[1:], "total": 9}, dice("armour", "red", 4)),
    ):
        possible(game, {**fields(game, CLOSE, MINE), "attack": attack, "pending": pending})


@both
def test_a_blast_where_no_grenade_lands(game: Skirmish) -> None:
    """SKM-N1: off the table, or at the thrower's own feet."""
    places = {"R1": (10, 0.5), "B1": (10, 1.5)}
    caught = [{"unit": "R1", "dice": 4}, {"unit": "B1", "dice": 4}]
    for at, possibly in (([10, 0], True), ([10, -0.001], False), ([10, 0.5], False)):
        blast = {"do": "land", "unit": "R1", "at": at, "against": caught}
        data = {**fields(game, places, MINE), "attack": blast, "pending": dice("blast", "red", 4)}
        if possibly:
            possible(game, data)
        else:
            impossible(game, data)


@both
def test_nobody_attacks_in_the_minute(game: Skirmish) -> None:
    """SKM-R2: only the armies fire in the phase of movement."""
    for attack, pending in (
        (SHOT, dice("attack", "red", 4)),
        (BLOW, dice("melee", "red", 3)),
        (GRENADE, dice("throw", "red", 1)),
        ({**GRENADE, "within": 2}, {"decide": ["red"]}),
        ({**BLAST, "against": CAUGHT}, dice("blast", "red", 4)),
    ):
        data = fields(game, CLOSE, MINE, phase="movement")
        impossible(game, {**data, "attack": attack, "pending": pending})


@both
def test_indirect_fire_that_cannot_be(game: Skirmish) -> None:
    """SKM-R1: on those at an enemy's edge, from that edge, before anybody has acted."""
    places = {"R1": (10, 35), "R2": (10, 20), "B1": (20, 20)}
    data = fields(game, places, phase="movement")
    fire = {"do": "indirect", "against": [{"unit": "R1", "seat": "blue"}]}
    good = {**data, "attack": fire, "pending": dice("indirect", "blue", 2)}
    possible(game, good)
    for against in ([], [{"unit": "R2", "seat": "blue"}], [{"unit": "R1", "seat": "red"}]):
        impossible(game, {**good, "attack": {**fire, "against": against}})
    impossible(game, {**good, "attack": {**fire, "total": 13}, "pending": dice("armour", "red", 4)})
    impossible(game, {**good, "phase": "attack"})
    impossible(game, edited(good, "B1", actions=1))


@both
def test_who_keeps_the_turn(game: Skirmish) -> None:
    """SKM-R7: by the option only, with actions, on the side whose turn it is, in the attacks."""
    figure = {"attack_turn": "figure"}
    impossible(game, fields(game, FAR, MINE, acting="R1"))
    possible(game, fields(game, FAR, MINE, acting="R1", options=figure))
    for acting in ("B1", "R3", "G1", "R9", 5, ["R1"]):
        impossible(game, fields(game, FAR, MINE, acting=acting, options=figure))
    impossible(game, fields(game, FAR, {"R1": {"actions": 0}}, acting="R1", options=figure))
    impossible(game, fields(game, FAR, MINE, acting="R1", options=figure, phase="movement"))
    shot = shown(play(stand(game, FAR, options=figure), "shoot R1 B1"))
    impossible(game, {**shot, "acting": "R2"})


def test_nobody_keeps_a_turn_that_is_rolled_for() -> None:
    """SKM-R7, SKM-S6: while the dice for the first turn fall nobody has acted yet."""
    figure = {"attack_turn": "figure"}
    data = fields(FIRST, FAR, acting="R1", options=figure)
    impossible(FIRST, {**data, "pending": dice("initiative", "red", 1)})


@both
def test_who_attacks_keeps_the_turn_also_if_nobody_says_so(game: Skirmish) -> None:
    """SKM-R7: by the option `figure` an attack under way without `acting` is refused, or the figure
    goes on when it is over."""
    shot = shown(play(stand(game, FAR, options={"attack_turn": "figure"}), "shoot R1 B1"))
    try:
        state = game.load({**shot, "acting": None})
    except Refusal:
        return
    state = play(state, 4, 24)
    assert shown(state)["pending"] == {"decide": ["red"]}
    assert shown(state)["acting"] == "R1"


@both
def test_news_at_home_are_never_waiting_by_the_instant_option(game: Skirmish) -> None:
    """SKM-O5: such a position is over, or impossible, also while dice fall: a state that is played
    on loads again as it is."""
    places = {**FAR, "B3": (20, 35), "R3": (20, 1)}
    changes: Changes = {"R3": {"seen": True}, "R1": {"actions": 1}}
    data = fields(game, places, changes, options={"report": "instant"})
    assert outcome(game.load(data)) is not None
    data = {**data, "attack": SHOT, "pending": dice("attack", "red", 2)}
    try:
        state = game.load(data)
    except Refusal:
        return
    while shown(state)["attack"]:
        state = play(state, 8)
    assert game.load(shown(state)) == state


@both
def test_the_living_do_not_overlap(game: Skirmish) -> None:
    """SKM-M2: 0.8 apart at least; a corpse is in nobody's way."""
    possible(game, fields(game, {**FAR, "R3": (4.8, 10)}))
    assert impossible(game, fields(game, {**FAR, "R3": (4.799, 10)})).rule == "SKM-M2"
    possible(game, fields(game, {**FAR, "R3": (4, 10)}, {"R3": DEAD}))


# -- what is fresh -------------------------------------------------------------------------------

NEWS = {"actions": 1, "seen": True, "fresh": True}


@both
def test_fresh_belongs_to_the_minute(game: Skirmish) -> None:
    """SKM-O5: absent is false; it is kept, and nobody reports with it."""
    state = possible(game, fields(game, {**FAR, "R1": (10, 1)}, {"R1": NEWS}, phase="movement"))
    assert shown(state)["units"][0]["fresh"] is True
    assert shown(play(state, "time"))["phase"] == "attack"
    data = fields(game, {**FAR, "R1": (10, 1)}, {"R1": NEWS}, phase="movement")
    del data["units"][0]["fresh"]
    assert shown(possible(game, data))["units"][0]["fresh"] is False
    assert shown(play(game.load(data), "time"))["phase"] == "over"


@both
@pytest.mark.parametrize(
    ("changes", "further"),
    [
        ({**NEWS, "seen": False}, {"phase": "movement"}),
        ({**NEWS, "actions": 2}, {"phase": "movement"}),
        ({**DEAD, "fresh": True}, {"phase": "movement"}),
        (NEWS, {"phase": "attack"}),
        (NEWS, {"phase": "movement", "options": {"report": "instant"}}),
    ],
)
def test_fresh_where_it_cannot_be(game: Skirmish, changes: Any, further: Any) -> None:
    """SKM-O5: without having seen, before any move, dead, after the minute, where news is reported
    at once."""
    refusal = impossible(game, fields(game, FAR, {"R1": changes}, **further))
    assert refusal.rule == "SKM-O5"


@both
@pytest.mark.parametrize("fresh", [1, "true", None, []])
def test_fresh_is_true_or_false(game: Skirmish, fresh: object) -> None:
    """SKM-O5"""
    changes: Changes = {"R1": {**NEWS, "fresh": fresh}}
    impossible(game, fields(game, FAR, changes, phase="movement"))


@both
def test_nobody_is_fresh_before_anybody_moves(game: Skirmish) -> None:
    """SKM-O5, SKM-R1: nor while figures are placed."""
    under_fire = {**FAR, "R1": (10, 35)}
    pending = dice("indirect", "blue", 2)
    data = fields(game, under_fire, {"R1": NEWS}, phase="movement", pending=pending)
    impossible(game, data)
    data = shown(new(game))
    assert impossible(game, edited(data, "R1", seen=True, fresh=True, actions=1)).rule == "SKM-S1"
