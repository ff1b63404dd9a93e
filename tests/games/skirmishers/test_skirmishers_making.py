"""A scenario while it is made (SKR-S5): every fault has its place and its rule, mends mend, and
what is only unwise is said as advice."""

import copy
import math
import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import forms
from outrider.core.making import changed
from outrider.games import game as game_by_id
from outrider.games.skirmishers import shipped

GAME: Any = game_by_id("skirmishers")
Json = dict[str, Any]


def window() -> Json:
    made: Json = copy.deepcopy(shipped.value_of("window"))
    return made


def red(number: int, **fields: Any) -> Callable[[Json], None]:
    return lambda value: value["sides"]["red"]["pieces"][number].update(fields)


def terrain(number: int, **fields: Any) -> Callable[[Json], None]:
    return lambda value: value["table"]["terrain"][number].update(fields)


def aims(*conditions: Json) -> Callable[[Json], None]:
    return lambda value: value["sides"]["red"].update(victory=list(conditions))


def zone(x: float, y: float, radius: float = 2) -> Json:
    return {"shape": "disc", "at": [x, y], "radius": radius}


CROSSED = [[1, 1], [5, 5], [5, 1], [1, 5]]
BAD: list[tuple[Callable[[Json], None], str, str]] = [
    (red(0, at=[10.5, 15.5]), "sides.red.pieces[0].at", "SKR-M2"),
    (red(0, at=[-5, 2]), "sides.red.pieces[0].at", "SKR-M2"),
    (red(0, at=[11.2, 2]), "sides.red.pieces[1].at", "SKR-M2"),
    (red(1, id="R1"), "sides.red.pieces[1].id", "SKR-S1"),
    (red(1, attack=10**9), "sides.red.pieces[1].attack", "SKR-S1"),
    (red(1, movement=-4), "sides.red.pieces[1].movement", "SKR-S1"),
    (red(1, range=4), "sides.red.pieces[1].range", "SKR-S2"),
    (red(1, weapon="bow"), "sides.red.pieces[1].range", "SKR-S2"),
    (terrain(0, points=CROSSED), "table.terrain[0]", "SKR-S3"),
    (terrain(11, at=[80, 3]), "table.terrain[11]", "SKR-S3"),
    (terrain(11, height=1e12), "table.terrain[11]", "SKR-S3"),
    (terrain(11, at=[80, 3], cover=99), "table.terrain[11]", "SKR-S3"),
    (terrain(11, color="red"), "table.terrain[11]", "SKR-S3"),
    (terrain(11, radius=1.23456), "table.terrain[11]", "SKR-S3"),
    (aims(), "sides.red.victory", "SKR-S4"),
    (aims({"kind": "reach", "zone": zone(8, 8), "count": 9}), "sides.red.victory[0].count", "S4"),
    (aims({"kind": "hold", "zone": zone(8, 8), "turns": 99}), "sides.red.victory[0].turns", "S4"),
    (aims({"kind": "hold", "zone": zone(1, 8), "turns": 2}), "sides.red.victory[0].zone", "S4"),
    (aims({"kind": "destroy", "pieces": ["B1", "B9"]}), "sides.red.victory[0].pieces[1]", "S4"),
    (lambda value: value.update(turn_limit=0), "turn_limit", "SKR-S5"),
    (lambda value: value.update(mood="grim"), "mood", "SKR-S5"),
]


@pytest.mark.parametrize(("spoil", "place", "rule"), BAD)
def test_a_mend_mends(spoil: Callable[[Json], None], place: str, rule: str) -> None:
    """SKR-S5: what is wrong is told at its place, and one stroke makes a scenario of it again."""
    value = window()
    spoil(value)
    before = copy.deepcopy(value)
    found = GAME.examine("scenario", value)
    assert found.setting is None
    (finding,) = [each for each in found.findings if each.place == place]
    assert finding.grave and finding.rule.endswith(rule) and finding.mend is not None
    mended = changed(value, finding.mend.changes)
    assert value == before, "nothing is lost"
    again = GAME.examine("scenario", mended)
    assert again.setting is not None, again.findings


def test_faults_say_where_on_the_table_they_are() -> None:
    value = window()
    red(0, at=[10.5, 15.5])(value)
    terrain(0, points=CROSSED)(value)
    places = {each.place: each.at for each in GAME.examine("scenario", value).findings}
    assert places["table.terrain[0]"] == (3, 3)
    assert places["sides.red.pieces[0].at"] == (10.5, 15.5), "told though a wall is no wall"


@pytest.mark.parametrize(
    "junk",
    [None, 5, [], "x", {}, {"outrider_scenario": 2}, {"outrider": 1, "game": "basic"},
     {"outrider_scenario": 1, "name": "<b>", "table": {"size": [1e99, 3]}, "sides": {"red": 3}}],
)  # fmt: skip
def test_files_of_something_else_are_refused_in_a_sentence(junk: Any) -> None:
    found = GAME.examine("scenario", junk)
    assert found.setting is None
    assert found.findings and all(each.message and each.rule for each in found.findings)
    assert found.to_json()["ok"] is False


def test_a_name_with_markup_is_a_name() -> None:
    value = window()
    value["name"] = "<img src=x onerror=alert(1)>"
    found = GAME.examine("scenario", value)
    assert found.setting is not None and found.setting.title == value["name"]


def box(left: float, bottom: float, right: float, top: float) -> Json:
    points = [[left, bottom], [right, bottom], [right, top], [left, top]]
    return {"shape": "polygon", "points": points, "name": "wall", "cost": "impassable"}


def test_who_is_walled_in_is_advice() -> None:
    """SKR-M2: it may be played, and perhaps was not meant."""
    value = window()
    (x, y) = value["sides"]["red"]["pieces"][4]["at"]
    value["table"]["terrain"] += [
        box(x - 2, y - 2, x + 2, y - 1), box(x - 2, y + 1, x + 2, y + 2),
        box(x - 2, y - 2, x - 1, y + 2), box(x + 1, y - 2, x + 2, y + 2),
    ]  # fmt: skip
    found = GAME.examine("scenario", value)
    assert found.setting is not None
    (finding,) = found.findings
    assert not finding.grave and finding.rule == "SKR-M2" and finding.at == (x, y)
    value["table"]["terrain"].pop()
    assert GAME.examine("scenario", value).findings == ()


def calls(do: Callable[[], Any]) -> int:
    """What something costs on any machine: how often a function is called for it."""
    count = 0

    def seen(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count


def ring(corners: int, x: float, y: float, radius: float) -> Json:
    turns = [2 * math.pi * n / corners for n in range(corners)]
    points = [
        [round(x + radius * math.cos(turn), 3), round(y + radius * math.sin(turn), 3)]
        for turn in turns
    ]
    return {"shape": "polygon", "points": points, "cost": "impassable"}


def test_sixty_on_one_spot_cost_little_and_a_mend_is_still_found() -> None:
    """Everybody stands in everybody's way: 1,770 faults, of which 40 are told."""
    value = window()
    pieces = [value["sides"]["red"]["pieces"][0]] * 60
    value["sides"]["red"]["pieces"] = [{**each, "id": f"R{n}"} for n, each in enumerate(pieces, 1)]
    assert calls(lambda: GAME.examine("scenario", value)) < 300_000
    said = GAME.examine("scenario", value).to_json()
    assert said["more"] > 1_700 and len(said["findings"]) == 40
    assert said["findings"][-1]["mend"]["label"].startswith("Move it to")


def test_walls_all_over_the_largest_table_cost_little() -> None:
    """The ways on it are looked at, and nobody waits for that."""
    value = window()
    value["table"] = {"size": [72, 72], "terrain": [ring(20, 36, 36, 35 - n) for n in range(29)]}
    for each in (*value["sides"]["red"]["pieces"], *value["sides"]["blue"]["pieces"]):
        each["at"] = [1 + each["at"][0] / 30, 1 + each["at"][1] / 5]
    for side in value["sides"].values():
        side["pieces"], side["victory"] = side["pieces"][:1], [{"kind": "destroy-all"}]
    found: list[Any] = []
    assert calls(lambda: found.append(GAME.examine("scenario", value))) < 200_000
    assert found[0].setting is not None


def test_a_zone_behind_walls_and_zones_over_each_other_are_advice() -> None:
    """SKR-V1: if both win at the same look, it is a draw."""
    value = window()
    value["table"]["terrain"] += [
        box(2, 24, 8, 25), box(2, 28, 8, 29), box(2, 24, 3, 29), box(7, 24, 8, 29)
    ]  # fmt: skip
    value["sides"]["red"]["victory"] = [{"kind": "reach", "zone": zone(5, 26.5, 1), "count": 1}]
    found = GAME.examine("scenario", value)
    assert [(each.rule, each.grave) for each in found.findings] == [("SKR-M2", False)]
    over = window()
    over["sides"]["blue"]["victory"] = [{"kind": "hold", "zone": zone(15, 18), "turns": 3}]
    found = GAME.examine("scenario", over)
    assert [(each.rule, each.grave) for each in found.findings] == [("SKR-V1", False)]


def test_what_a_game_does_not_make_is_said() -> None:
    from outrider.core.refusal import Refusal

    for id, kind in (("skirmishers", "table"), ("basic", "scenario"), ("skirminion", "table")):
        with pytest.raises(Refusal, match="nobody makes"):
            game_by_id(id).examine(kind, {})


ODD: tuple[Any, ...] = (
    None, True, 5, -1, 1e300, 1e-9, "x", "", [], {}, [1], [1, 2, 3], [[1]], [None, None], {"a": 1},
    "impassable", 0, "R1", [5, 5], 10**400,
)  # fmt: skip


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of some JSON."""
    if not isinstance(value, dict | list):
        return [way]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [way, *(each for name, part in inner for each in ways(part, (*way, name)))]


def test_whatever_stands_anywhere_is_examined_and_mended() -> None:
    """No junk raises anything, and what is offered as a mend can be carried out."""
    source = random.Random(5)
    laid = game_by_id("skirmish")
    for _ in range(4000 if forms.LONG else 400):
        value = copy.deepcopy(shipped.value_of(source.choice(shipped.names())))
        for _ in range(source.choice((1, 1, 2, 3))):
            *way, last = source.choice(ways(value)[1:])
            whole: Any = value
            for step in way:
                whole = whole[step]
            whole[last] = copy.deepcopy(source.choice(ODD))
        tried = [(GAME.examine("scenario", value), value)]
        table = value.get("table") if isinstance(value, dict) else None
        tried.append((laid.examine("table", table), table))
        for found, of in tried:
            assert found.to_json()["ok"] is not any(each.grave for each in found.findings)
            for finding in found.findings:
                if finding.mend is not None:
                    changed(of, finding.mend.changes)


def test_aims_name_whom_they_mean_and_nobody_else() -> None:
    """R1 stands in the words R10 and R11, too."""
    value = window()
    red = value["sides"]["red"]["pieces"]
    red[0]["name"] = "Ned"
    red[1].update(id="R10", name="Ted")
    red[2].update(id="R11")
    del red[2]["name"]
    value["sides"]["blue"]["victory"] = [{"kind": "destroy", "pieces": ["R1", "R10", "R11"]}]
    said = GAME.examine("scenario", value)
    blue = next(each for each in said.setting.sides if each.seat == "blue")
    assert blue.aims[0] == "Kill Ned (R1) and Ted (R10) and R11."


def test_a_zone_is_ground_to_stand_on() -> None:
    value = window()
    aims({"kind": "reach", "count": 2, "zone": zone(15, 18)})(value)
    said = GAME.examine("scenario", value)
    assert said.setting.sides[0].aims[0] == "Have 2 pieces on the ground marked in your colour."
