"""Scenarios: the schema, the reader, faults with their place, commands (SKR-S1 to SKR-S5)."""

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from cli.driving import outrider
from games.skirmishers.warband import (
    ALL,
    BOW,
    GAME,
    GUN,
    SHIPPED,
    Json,
    at,
    box,
    disc,
    edit,
    faults,
    opened,
    places,
    play,
    staged,
    unit,
    wall,
    where,
)
from outrider import Refusal

SCHEMA = jsonschema.Draft202012Validator(GAME.scenario_schema())
R1, B1 = "sides.red.pieces[0]", "sides.blue.pieces[0]"
WIN = "sides.red.victory[0]"

Change = Callable[[Json], Any]


def plain(**more: Any) -> Json:
    """One without fault."""
    pieces = {"R1": at(5, 5, **BOW), "R2": at(7, 5), "B1": at(5, 20, **GUN), "B2": at(7, 20)}
    return staged(pieces, wall(10, 10, 14, 12), turn_limit=20, **more)


def broken(change: Change) -> Json:
    data = plain()
    change(data)
    return data


def piece(**fields: Any) -> Change:
    return lambda data: data["sides"]["red"]["pieces"][0].update(fields)


def without(name: str) -> Change:
    return lambda data: data["sides"]["red"]["pieces"][0].pop(name)


def whole(**fields: Any) -> Change:
    return lambda data: data.update(fields)


def ground(**fields: Any) -> Change:
    return lambda data: data["table"].update(fields)


def aim(*conditions: Any) -> Change:
    return lambda data: data["sides"]["red"].update(victory=list(conditions))


def zone(shape: Any, kind: str = "reach") -> Change:
    more = {"count": 1} if kind == "reach" else {"turns": 1}
    return aim({"kind": kind, "zone": shape, **more})


class TestShipped:
    @pytest.mark.parametrize("name", SHIPPED)
    def test_they_are_valid(self, name: str) -> None:
        """SKR-S1, SKR-S2, SKR-S5: by the schema as written and as read; a name and a story."""
        data = GAME.terms(scenario=name).scenario
        SCHEMA.validate(data)
        assert faults(data) == [] and data["name"] and len(data["story"].split("\n")) >= 1
        assert GAME.terms(scenario=data).scenario == data
        for seat, side in data["sides"].items():
            assert side["victory"], seat

    def test_there_are_enough(self) -> None:
        """SKR-S5: the six of the contract and more, the duel first."""
        assert SHIPPED[0] == "duel"
        assert {"duel", "window", "bridge", "ambush", "archers", "raid"} < set(SHIPPED)
        assert GAME.new(GAME.terms()).state == opened("duel")

    @pytest.mark.parametrize("name", SHIPPED)
    def test_the_file_itself(self, name: str) -> None:
        """SKR-S5: what is read is what the file says."""
        folder = Path(__file__).parents[3] / "src/outrider/games/skirmishers/scenarios"
        file = json.loads((folder / f"{name}.json").read_text("utf-8"))
        SCHEMA.validate(file)
        read = GAME.terms(scenario=name).scenario
        assert [part["id"] for part in read["sides"]["red"]["pieces"]] == [
            part["id"] for part in file["sides"]["red"]["pieces"]
        ]
        assert read["sides"]["blue"]["victory"] == file["sides"]["blue"]["victory"]


class TestGood:
    def test_defaults(self) -> None:
        """SKR-S1, SKR-S2: what may be left out."""
        data = plain()
        del data["turn_limit"]
        SCHEMA.validate(data)
        state = opened(data)
        read = GAME.dump(state)["scenario"]
        assert (read["first"], read["at_limit"], read["story"]) == ("red", None, "")
        plain_piece = unit(state, "R2")
        assert (plain_piece["weapon"], plain_piece["range"], plain_piece["base"]) == (
            "none",
            0,
            0.4,
        )

    @pytest.mark.parametrize(
        "change",
        [
            piece(at=[0, 0]),
            piece(at=[30, 30]),
            piece(at=[7, 5.8]),
            piece(at=[10, 10.5]),
            piece(firing=0, attack=0, defense=0, movement=0),
            piece(firing=12, attack=12, defense=12, movement=36),
            piece(movement=6.125, range=0.001),
            piece(base=1.6),
            piece(name="Ned"),
            piece(id="R99"),
            whole(first="blue", turn_limit=1, at_limit="blue", story="One.\nTwo."),
            aim(ALL, {"kind": "survive"}, {"kind": "destroy", "pieces": ["B2", "B1"]}),
            aim({"kind": "exit", "edge": "left", "count": 2}),
            zone(disc(5, 5, 5)),
            zone(box(0, 0, 30, 30), "hold"),
            zone(box(10, 10, 14, 12.001)),
            ground(terrain=[box(0, 0, 3, 3, name="hut", height=2, cost=1.5, cover=6)]),
            ground(name="here", size=[6, 30], terrain=[]),
        ],
    )
    def test_at_the_border(self, change: Change) -> None:
        """SKR-S1 to SKR-S4: the last values that are good, and the schema agrees."""
        data = broken(change)
        if data["table"]["size"][0] == 6:
            for side in data["sides"].values():
                side["pieces"][1]["at"][0] = 6
        assert faults(data) == []
        SCHEMA.validate(data)
        assert GAME.dump(opened(data))["phase"] == "battle"

    def test_unit_order(self) -> None:
        """SKR-S1: by number, however they are listed."""
        pieces = {"B10": at(1, 1), "B2": at(3, 3), "R3": at(5, 5), "R1": at(7, 7)}
        units = GAME.dump(opened(staged(pieces)))["units"]
        assert [unit["id"] for unit in units] == ["R1", "R3", "B2", "B10"]


SAID: list[tuple[Change, str, str]] = [
    (whole(outrider_scenario=2), "outrider_scenario", "version"),
    (whole(outrider_scenario=True), "outrider_scenario", "version"),
    (lambda data: data.pop("outrider_scenario"), "outrider_scenario", "missing"),
    (lambda data: data.pop("name"), "name", "missing"),
    (lambda data: data.pop("table"), "table", "missing"),
    (lambda data: data.pop("sides"), "sides", "missing"),
    (whole(name=""), "name", "1 to 60"),
    (whole(name=7), "name", "7"),
    (whole(story=["a"]), "story", "text|string"),
    (whole(story="x" * 2001), "story", "2000"),
    (whole(colour="red"), "colour", "unknown"),
    (whole(first="green"), "first", "green"),
    (whole(first=None), "first", "red or blue"),
    (whole(at_limit="nobody"), "at_limit", "nobody"),
    (whole(turn_limit=0), "turn_limit", "1"),
    (whole(turn_limit=1001), "turn_limit", "1000"),
    (whole(turn_limit="20"), "turn_limit", "whole"),
    (whole(turn_limit=True), "turn_limit", "whole"),
    (whole(turn_limit=2.5), "turn_limit", "whole"),
    (whole(sides=[]), "sides", "object"),
    (lambda data: data["sides"].pop("blue"), "sides.blue", "missing"),
    (lambda data: data["sides"].update(green={}), "sides.green", "unknown"),
    (lambda data: data["sides"]["red"].pop("pieces"), "sides.red.pieces", "missing"),
    (lambda data: data["sides"]["red"].update(pieces=[]), "sides.red.pieces", "1 to 99"),
    (lambda data: data["sides"]["red"].pop("victory"), "sides.red.victory", "missing"),
    (lambda data: data["sides"]["red"].update(victory={}), "sides.red.victory", "list"),
    (lambda data: data["sides"]["red"].update(leader="R1"), "sides.red.leader", "unknown"),
    (piece(id="B3"), f"{R1}.id", "R1"),
    (piece(id="R0"), f"{R1}.id", "R0"),
    (piece(id="R100"), f"{R1}.id", "R100"),
    (piece(id="r1"), f"{R1}.id", "r1"),
    (piece(id=1), f"{R1}.id", "1"),
    (without("id"), f"{R1}.id", "missing"),
    (without("at"), f"{R1}.at", "missing"),
    (without("firing"), f"{R1}.firing", "missing"),
    (without("movement"), f"{R1}.movement", "missing"),
    (without("range"), f"{R1}.range", "range"),
    (piece(at=[5]), f"{R1}.at", "pair"),
    (piece(at="5,5"), f"{R1}.at", "pair"),
    (piece(at=[5, None]), f"{R1}.at", "inches"),
    (piece(firing=13), f"{R1}.firing", "12"),
    (piece(attack=-1), f"{R1}.attack", "0"),
    (piece(defense=1.5), f"{R1}.defense", "whole"),
    (piece(movement=36.001), f"{R1}.movement", "36"),
    (piece(movement=-1), f"{R1}.movement", "0"),
    (piece(weapon="sling"), f"{R1}.weapon", "sling"),
    (piece(weapon=None), f"{R1}.weapon", "weapon"),
    (piece(weapon="none"), f"{R1}.range", "without a weapon"),
    (piece(range=0), f"{R1}.range", "range"),
    (piece(range=144.001), f"{R1}.range", "144"),
    (piece(base=0.05), f"{R1}.base", "0.1"),
    (piece(base=3.001), f"{R1}.base", "3"),
    (piece(name=""), f"{R1}.name", "1 to 60"),
    (piece(hat=1), f"{R1}.hat", "unknown"),
    (lambda data: data["sides"]["red"]["pieces"].insert(0, 5), R1, "object"),
    (aim(7), WIN, "object"),
    (aim({"kind": "dance"}), f"{WIN}.kind", "dance"),
    (aim({}), f"{WIN}.kind", "one of"),
    (aim({"kind": "survive", "count": 1}), f"{WIN}.count", "no such"),
    (aim({"kind": "destroy"}), f"{WIN}.pieces", "missing"),
    (aim({"kind": "destroy", "pieces": []}), f"{WIN}.pieces", "no piece"),
    (aim({"kind": "destroy", "pieces": "B1"}), f"{WIN}.pieces", "list"),
    (aim({"kind": "destroy", "pieces": ["R1"]}), f"{WIN}.pieces[0]", "R1"),
    (aim({"kind": "destroy", "pieces": ["B1", "B1"]}), f"{WIN}.pieces[1]", "twice"),
    (aim({"kind": "exit", "edge": "north", "count": 1}), f"{WIN}.edge", "north"),
    (aim({"kind": "exit", "edge": "top", "count": 0}), f"{WIN}.count", "1"),
    (aim({"kind": "exit", "edge": "top"}), f"{WIN}.count", "missing"),
    (aim({"kind": "hold", "zone": disc(5, 5, 1), "turns": 0}), f"{WIN}.turns", "1"),
    (aim({"kind": "reach", "zone": disc(5, 5, 1), "count": "1"}), f"{WIN}.count", "whole"),
    (aim(*[ALL] * 13), "sides.red.victory", "12"),
    (zone(disc(5, 5, 1, cover=1)), f"{WIN}.zone", "cover"),
    (zone("everywhere"), f"{WIN}.zone", "object"),
    (zone({"shape": "square"}), f"{WIN}.zone", "square"),
    (ground(size=[24]), "table", "size"),
    (ground(size=[30, 73]), "table", "72"),
    (ground(trees=3), "table", "trees"),
    (ground(terrain=[disc(5, 10, 1, cost="free")]), "table.terrain[0]", "cost"),
    (ground(terrain=[disc(9, 9, 1), disc(5, 10, 1, cover=7)]), "table.terrain[1]", "cover"),
    (ground(terrain=[disc(5, 10, 1, blocks_sight=1)]), "table.terrain[0]", "blocks_sight"),
    (ground(terrain=[disc(5, 10, 0)]), "table.terrain[0]", "radius"),
]
"""Faults that a schema can tell, with where the reader finds them and a word of the reason."""

UNSAID: list[tuple[Change, str, str]] = [
    (piece(at=[5.0001, 5]), f"{R1}.at", "thousandths"),
    (piece(movement=6.0001), f"{R1}.movement", "thousandths"),
    (piece(at=[7, 5.799]), "sides.red.pieces[1].at", "overlaps R1"),
    (piece(at=[5, 19.3]), f"{B1}.at", "overlaps R1"),
    (piece(at=[30.001, 5]), f"{R1}.at", "off the table"),
    (piece(at=[12, 11]), f"{R1}.at", "impassable"),
    (piece(id="R2"), "sides.red.pieces[1].id", "twice"),
    (aim(), "sides.red.victory", "no way to win"),
    (aim({"kind": "destroy", "pieces": ["B7"]}), f"{WIN}.pieces[0]", "B7"),
    (aim({"kind": "exit", "edge": "top", "count": 3}), f"{WIN}.count", "2 pieces"),
    (aim({"kind": "reach", "zone": disc(5, 5, 1), "count": 3}), f"{WIN}.count", "2 pieces"),
    (aim({"kind": "hold", "zone": disc(5, 5, 1), "turns": 11}), f"{WIN}.turns", "10"),
    (zone(disc(1, 5, 2)), f"{WIN}.zone", "on the table"),
    (zone(disc(12, 11, 0.5)), f"{WIN}.zone", "impassable"),
    (zone(box(11, 10.5, 13, 11.5), "hold"), f"{WIN}.zone", "impassable"),
    (ground(terrain=[disc(29.5, 5, 1)]), "table.terrain[0]", "does not lie on the table"),
    (
        ground(terrain=[{"shape": "polygon", "points": [[1, 1], [3, 3], [3, 1], [1, 3]]}]),
        "table.terrain[0]",
        "cross",
    ),
]


class TestBroken:
    @pytest.mark.parametrize(("change", "place", "reason"), SAID)
    def test_schema_and_reader(self, change: Change, place: str, reason: str) -> None:
        """SKR-S5: both refuse; the reader with the place and the reason."""
        data = broken(change)
        assert not SCHEMA.is_valid(data)
        self.told(data, place, reason)

    @pytest.mark.parametrize(("change", "place", "reason"), UNSAID)
    def test_reader_only(self, change: Change, place: str, reason: str) -> None:
        """SKR-S2 to SKR-S5: what needs two places to be seen, or whole thousandths."""
        data = broken(change)
        assert SCHEMA.is_valid(data)
        self.told(data, place, reason)

    def told(self, data: Json, place: str, reason: str) -> None:
        before = copy.deepcopy(data)
        found = faults(data)
        assert data == before
        (fault,) = [fault for fault in found if fault.startswith(f"{place}: ")]
        assert any(word in fault for word in reason.split("|")), fault
        assert len(fault) < 200

    def test_the_smallest_table(self) -> None:
        """SKR-S5: 6 inches each way, which the schema can say as well as the reader."""
        data = staged({"R1": at(1, 1), "B1": at(4, 4)}, size=[6, 5.999])
        assert places(data) == ["table.size"]
        assert not SCHEMA.is_valid(data)

    def test_all_at_once(self) -> None:
        """SKR-S5: every fault is told, not the first only."""
        data = broken(piece(weapon="sling", at=[5]))
        data |= {"first": "green", "turn_limit": 0}
        data["table"]["terrain"].append(disc(5, 5, -1))
        data["sides"]["blue"]["victory"] = [{"kind": "dance"}]
        assert set(places(data)) == {
            f"{R1}.weapon", f"{R1}.at", "first", "turn_limit", "table.terrain[1]",
            "sides.blue.victory[0].kind",
        }  # fmt: skip

    def test_nobody_can_get_there(self) -> None:
        """SKR-S5: pieces that do not move; the place is a field that the condition has."""
        data = plain()
        for part in data["sides"]["red"]["pieces"]:
            part["movement"] = 0
        for condition, field in (
            ({"kind": "exit", "edge": "top", "count": 1}, "count"),
            ({"kind": "reach", "zone": disc(15, 15, 1), "count": 1}, "count"),
            ({"kind": "hold", "zone": disc(15, 15, 1), "turns": 1}, "zone"),
        ):
            data["sides"]["red"]["victory"] = [condition]
            assert places(data) == [f"{WIN}.{field}"]
        data["sides"]["red"]["pieces"][0]["at"] = [5, 0]
        data["sides"]["red"]["victory"] = [{"kind": "exit", "edge": "bottom", "count": 1}]
        assert places(data) == [f"{WIN}.count"]
        data["sides"]["red"]["pieces"][0]["movement"] = 2
        assert faults(data) == []
        assert unit(play(opened(data), "move R1 5,1 5,0"), "R1")["exited"]
        data["sides"]["red"]["pieces"][0]["movement"] = 0
        data["sides"]["red"]["pieces"][0]["at"] = [5, 5]
        data["sides"]["red"]["victory"] = [{"kind": "hold", "zone": disc(5, 5, 1), "turns": 1}]
        assert faults(data) == []

    def test_a_narrow_way_through(self) -> None:
        """SKR-S5: a zone with room for a piece between two walls can be reached."""
        data = plain(red=[{"kind": "reach", "zone": box(16.1, 10.1, 19.9, 11.9), "count": 1}])
        data["table"]["terrain"] += [wall(16, 10, 17.75, 12), wall(17.85, 10, 20, 12)]
        assert faults(data) == []
        state = opened(data)
        moved = edit(state, {"R1": {"at": [17.8, 8], "movement": 6}})
        assert where(play(GAME.load(moved), "move R1 17.8,11"), "R1") == [17.8, 11]

    @pytest.mark.parametrize(
        ("rock", "goal", "free"),
        [
            (disc(20, 20, 3), disc(20, 21, 1.999), False),
            (disc(20, 20, 3), disc(20, 21, 2), True),
            (disc(20, 20, 3), disc(20, 20, 4), True),
            (disc(20, 20, 3), box(18, 18, 22, 22), False),
            (disc(20, 20, 3), box(18, 18, 22, 23), True),
            (box(18, 18, 22, 22), disc(20, 20, 1.999), False),
            (box(18, 18, 22, 22), disc(20, 20, 2), True),
            (box(18, 18, 22, 22), box(18, 19, 21, 21), True),
            (box(18, 18, 22, 22), box(18.001, 19, 21, 21), False),
        ],
    )
    def test_inside_one_piece(self, rock: Json, goal: Json, free: bool) -> None:
        """SKR-S5: to the thousandth, for discs and polygons; its outline can be stood on."""
        data = plain(red=[{"kind": "reach", "zone": goal, "count": 1}])
        data["table"]["terrain"] = [{**rock, "cost": "impassable"}]
        for part in data["sides"]["blue"]["pieces"]:
            part["at"][1] = 10
        assert places(data) == ([] if free else [f"{WIN}.zone"])

    def test_a_gap_that_sides_go_round(self) -> None:
        """SKR-S5: all corners of a zone are inside a piece, and some of its middle is not."""
        horseshoe = [[16, 14], [24, 14], [24, 20], [21, 20], [21, 16], [19, 16], [19, 20], [16, 20]]
        rock = {"shape": "polygon", "points": horseshoe, "cost": "impassable"}
        data = plain(red=[{"kind": "reach", "zone": box(17, 15, 23, 19), "count": 1}])
        data["table"]["terrain"].append(rock)
        assert faults(data) == []

    @pytest.mark.parametrize("value", [5, "a", [], {}, None, True, [[[]]], {"sides": {"red": 1}}])
    def test_no_scenario_at_all(self, value: object) -> None:
        """SKR-S5: whatever it is, it has faults, and none of them is a crash."""
        assert GAME.scenario_faults(value)

    def test_names(self) -> None:
        """SKR-S5: a name nobody knows is unknown; a table beside a scenario is refused."""
        with pytest.raises(Refusal) as caught:
            GAME.terms(scenario="nowhere")
        assert caught.value.kind == "unknown" and "duel" in caught.value.message
        with pytest.raises(Refusal) as caught:
            GAME.terms(table={"size": [24, 24]})
        assert (caught.value.kind, caught.value.rule) == ("malformed", "SKR-S2")

    def test_a_long_list_is_refused_quickly(self) -> None:
        """SKR-S5: the same name ten thousand times and more, in one fault. Reading each with all
        before it would take a minute of the processor's time."""
        data = broken(aim({"kind": "destroy", "pieces": ["B1"] * 200_000}))
        begun = time.process_time()
        (fault,) = GAME.scenario_faults(data)
        assert time.process_time() - begun < 5
        assert fault.startswith(f"{WIN}.pieces: ") and "99" in fault
        assert not SCHEMA.is_valid(broken(aim({"kind": "destroy", "pieces": ["B1"] * 100})))


class TestCommands:
    """`outrider scenario`, as a shell runs it."""

    def test_list(self) -> None:
        """SKR-S5."""
        done = outrider("scenario", "list")
        assert done.returncode == 0
        words = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")]
        assert [word for word in words if word in SHIPPED] == list(SHIPPED)

    def test_show(self, tmp_path: Path) -> None:
        """SKR-S5: a scenario of one's own; names in it are shown and do not break the picture."""
        data = broken(piece(name='<b>&"[/]"'))
        data |= {"name": "[bold]A & <B>", "story": "x < y & [red]z"}
        data["sides"]["red"]["victory"] = [{"kind": "reach", "zone": disc(5, 5, 2), "count": 1}]
        file = tmp_path / "mine.json"
        file.write_text(json.dumps(data), "utf-8")
        done = outrider("scenario", "show", file)
        assert done.returncode == 0
        for text in ("[bold]A & <B>", "x < y & [red]z", '<b>&"[/]"', "R1", "B2"):
            assert text in done.stdout
        drawn = outrider("scenario", "show", file, "--svg", "-")
        assert drawn.returncode == 0
        root = ElementTree.fromstring(drawn.stdout)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) >= 5

    def test_check(self, tmp_path: Path) -> None:
        """SKR-S5: ok and 0, or a fault a line and 2; rubbish in one line."""
        file = tmp_path / "mine.json"
        file.write_text(json.dumps(plain()), "utf-8")
        assert outrider("scenario", "check", file).stdout == "ok\n"
        file.write_text(json.dumps(broken(piece(at=[30.001, 5], firing=99))), "utf-8")
        done = outrider("scenario", "check", file)
        assert done.returncode == 2 and done.stdout.startswith(f"{R1}.firing: ")
        file.write_text("{", "utf-8")
        done = outrider("scenario", "check", file)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert "Traceback" not in done.stderr
