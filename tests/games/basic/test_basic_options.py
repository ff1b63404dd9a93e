"""Options and tables: which are taken, which are refused, and what they change."""

from typing import Any

import pytest

import outrider
from games.basic.battlefield import (
    BLUE_DEPLOYS,
    GAME,
    RED_DEPLOYS,
    battle,
    decider,
    illegal,
    legal,
    load,
    new,
    offers,
    play,
)
from outrider import Match, Refusal
from outrider.dice import ListedDice
from outrider.games.basic.state import State
from outrider.table.seating import polygon_table

POND = {"shape": "disc", "at": [12, 12], "radius": 2, "name": "pond", "cost": 2}
HUT = {"shape": "polygon", "points": [[4, 10], [7, 10], [7, 13], [4, 13]], "height": 2,
       "blocks_sight": True, "cover": 1}  # fmt: skip
FIELD = {"name": "Field", "size": [24, 30], "terrain": [POND, HUT]}


def refusal(options: object = None, **keywords: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.new(GAME.terms(options, **keywords))
    assert caught.value.kind in ("malformed", "unknown")
    assert 0 < len(caught.value.message) < 300
    return caught.value


# -- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "inches"),
    [
        ("24x24", [24, 24]),
        ("72x72", [72, 72]),
        ("36x48", [36, 48]),
        ("30.5x24.125", [30.5, 24.125]),
        ("20x24.0", [20, 24]),
    ],
)
def test_tables_of_other_sizes(size: str, inches: list[float]) -> None:
    """BSK-S3: width by height in inches, up to three decimals, 72 at most."""
    data = GAME.dump(new({"table": size}))
    assert data["table"] == {"size": inches, "terrain": []}
    assert data["options"]["table"] == size
    assert load(data) == new({"table": size})


@pytest.mark.parametrize(
    "size",
    ["72.001x24", "24x72.001", "73x73", "100x100", "0x24", "24x0", "-24x24", "24", "x", "24x",
     "x24", "24x24x24", "24*24", "24 x 24", "24X24", "24.0001x24", "nanxnan", "infx24", "",
     "1e1x24", "\uff12\uff14x24", "24x24\n", "24,24", ".5x24", "24.x24", "meadow", 24, 24.5, None,
     True, [24, 24], {}],
)  # fmt: skip
def test_tables_that_are_none(size: object) -> None:
    """BSK-S3: too large, empty, or not written that way."""
    refusal({"table": size})


def test_the_zone_has_its_bounds() -> None:
    """BSK-S3: those of the schema are taken, a thousandth beyond them is not."""
    schema = GAME.options_schema()["properties"]["zone"]
    low, high = schema["minimum"], schema["maximum"]
    assert 0 < low <= 3 <= high <= 12
    for zone in (low, 3, 3.125, 3.0, high):
        assert GAME.dump(new({"zone": zone}))["options"]["zone"] == zone
    for zone in (low - 0.001, high + 0.001, 0, -3, 1000):
        refusal({"zone": zone})


@pytest.mark.parametrize("zone", ["3", True, None, [3], 2.0005, float("nan"), float("inf"), 1e308])
def test_zones_that_are_none(zone: object) -> None:
    """BSK-S3: a number of whole thousandths of an inch."""
    refusal({"zone": zone})


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("miss_ends_unit", ["yes", "no", 1, 0, None, "true"]),
        ("ability_lasts", ["own", "OWN_TURN", "", None, True, 1, ["own_turn"]]),
        ("turn_limit", [0, -1, 1.5, "200", True, None, 200.0, 10**9, float("nan")]),
    ],
)
def test_values_that_are_none(name: str, bad: list[object]) -> None:
    """BSK-C3, BSK-A4, BSK-V2: booleans, names and whole numbers are just that."""
    for value in bad:
        refusal({name: value})


@pytest.mark.parametrize("options", [{"zones": 3}, {"Table": "24x24"}, {"": 1}, [], "x", 5])
def test_unknown_options_are_refused(options: object) -> None:
    """BSK-S3: also what is no object of options."""
    refusal(options)


@pytest.mark.parametrize("seats", [0, 1, 3, 8, "2", True, 2.0])
def test_two_play(seats: object) -> None:
    """BSK-S2: no more and no fewer."""
    refusal(seats=seats)


def test_there_are_no_scenarios() -> None:
    """BSK-S1: the battalions are always the same."""
    refusal(scenario="duel")


# -- tables of one's own -------------------------------------------------------------------------


def on_field(state: State) -> State:
    """A position on the field with its pond and its hut."""
    data, stood = GAME.dump(new(table=FIELD)), GAME.dump(state)
    return load({**stood, "options": data["options"], "table": data["table"]})


def test_a_table_of_ones_own() -> None:
    """BSK-S3: it takes the place of the option, and Blue's zone lies at its top."""
    state = new(table=FIELD)
    data = GAME.dump(state)
    assert "table" not in data["options"]
    assert data["table"]["size"] == [24, 30] and data["table"]["name"] == "Field"
    assert [piece["shape"] for piece in data["table"]["terrain"]] == ["disc", "polygon"]
    assert load(data) == state
    state = play(state, 1, 6)
    assert legal(state, "deploy B1 12,27") and legal(state, "deploy B1 12,30")
    assert illegal(state, "deploy B1 12,26.999") == "BSK-S3"


def test_a_whole_game_on_a_table_of_ones_own() -> None:
    """BSK-S3: its record has the table in its header and replays byte for byte."""
    match = Match(GAME, GAME.terms({"turn_limit": 2}, table=FIELD), ListedDice([6, 1]))
    blue = [text.replace(",21", ",28") for text in BLUE_DEPLOYS]
    for text in (*RED_DEPLOYS, *blue, "end", "end"):
        match.play(match.deciders()[0], GAME.read_action(text))
    text = match.record().to_text()
    record = outrider.record_from_text(text)
    assert record.header.table["size"] == [24, 30]
    assert Match.from_record(GAME, record).record().to_text() == text


def test_both_together_are_refused() -> None:
    """BSK-S3: the option beside a table, even if they agree."""
    refusal({"table": "24x24"}, table={"size": [24, 24], "terrain": []})
    refusal({"table": "24x30"}, table=FIELD)


def test_other_options_go_with_a_table() -> None:
    """BSK-S3: the zone's depth on it, for one."""
    state = play(GAME.new(GAME.terms({"zone": 4}, table=FIELD)).state, 6, 1)
    assert legal(state, "deploy R1 12,4")
    assert illegal(state, "deploy R1 12,4.001") == "BSK-S3"


@pytest.mark.parametrize(
    "table",
    [
        {"size": [24, 24], "terrain": [{"shape": "polygon",
                                        "points": [[2, 2], [6, 6], [6, 2], [2, 6]]}]},
        {"size": [24, 24], "terrain": [{"shape": "polygon", "points": [[2, 2], [6, 6]]}]},
        {"size": [24, 24], "terrain": [{**POND, "at": [23, 12]}]},
        {"size": [24, 24], "terrain": [{**POND, "radius": 0}]},
        {"size": [24, 24], "terrain": [{**POND, "radius": 2.0001}]},
        {"size": [24, 24], "terrain": [{**POND, "shape": "square"}]},
        {"size": [24, 24], "terrain": [{**POND, "colour": "blue"}]},
        {"size": [24, 24], "terrain": "none"},
        {"size": [24, 24], "terrain": [], "colour": "green"},
        {"size": [72.001, 24], "terrain": []},
        {"size": [24], "terrain": []},
        {"size": "24x24", "terrain": []},
        {"size": [0, 0], "terrain": []},
        {"size": [-24, 24], "terrain": []},
        {"size": [float("nan"), 24], "terrain": []},
        {"terrain": []},
        {},
        [],
        "24x24",
        24,
        True,
    ],
    ids=["crossing", "two corners", "off the table", "no radius", "too fine", "no shape",
         "piece's field", "no list", "table's field", "too large", "one side", "text", "nothing",
         "negative", "nan", "no size", "empty", "list", "string", "number", "boolean"],
)  # fmt: skip
def test_tables_of_ones_own_that_are_none(table: object) -> None:
    """BSK-S3: with the reason."""
    refusal(table=table)


def test_a_table_without_room_for_a_battalion_is_refused() -> None:
    """BSK-S5: on one square inch five bases overlap however they are placed."""
    refusal(table={"size": [1, 1], "terrain": []})


@pytest.mark.parametrize("seats", [5, 6, 8])
def test_a_table_for_five_or_more_is_refused(seats: int) -> None:
    """BSK-S2: two sit opposite each other at a rectangle."""
    refusal(table=polygon_table(seats).to_json())


@pytest.mark.parametrize(
    "table", [{"size": [1, 1], "terrain": []}, {"size": [24, 1.5]}, polygon_table(5).to_json()],
    ids=["too small", "too flat", "for five"],
)  # fmt: skip
def test_a_state_on_such_a_table_is_refused_too(table: object) -> None:
    """BSK-S2, BSK-S5: what no game begins on, none is loaded on."""
    data = GAME.dump(new(table={"size": [24, 24], "terrain": []}))
    with pytest.raises(Refusal) as caught:
        GAME.load({**data, "table": table})
    assert caught.value.kind == "malformed"


def test_zones_do_not_overlap() -> None:
    """BSK-S2, BSK-S3: they may meet in the middle, whether a game is set up or loaded."""
    flat = {"size": [24, 7], "terrain": []}
    for state in (new({"table": "6x6", "zone": 3}), new({"zone": 3.5}, flat)):
        assert legal(play(state, 6, 1), f"deploy R1 3,{GAME.dump(state)['options']['zone']}")
    refusal({"table": "6x6", "zone": 3.001})
    refusal({"zone": 3.501}, table=flat)
    for zone, size in ((3.5, "6x6"), (5, "24x9")):
        data = GAME.dump(new({"table": size, "zone": 2}))
        data["options"]["zone"] = zone
        with pytest.raises(Refusal) as caught:
            GAME.load(data)
        assert caught.value.kind == "malformed"


def test_terrain_neither_slows_nor_hides() -> None:
    """BSK-M1, BSK-C1: movement is measured straight, and there is no line of sight."""
    state = on_field(battle({"R2": (12, 9), "R4": (3, 12), "B4": (9, 12), "B1": (22, 22)}))
    assert legal(state, "move R2 12,12")
    assert illegal(state, "move R2 12,12.001") == "BSK-M1"
    assert legal(state, "attack R4 B4")


def test_units_are_placed_on_terrain_too() -> None:
    """BSK-S5: the zone and the bases are all that counts."""
    swamp = {"size": [24, 24], "terrain": [{**POND, "at": [12, 2]}]}
    assert legal(play(new(table=swamp), 6, 1), "deploy R1 12,2")


def test_a_state_whose_table_is_not_the_one_of_its_options() -> None:
    """BSK-S3: refused, whether its size differs or its terrain."""
    data = GAME.dump(new())
    for table in ({"size": [24, 30], "terrain": []}, {"size": [24, 24], "terrain": [POND]}):
        with pytest.raises(Refusal) as caught:
            GAME.load({**data, "table": table})
        assert caught.value.kind == "malformed"


def test_the_smallest_table_of_the_option_can_be_played_on() -> None:
    """BSK-S5: five and five find room, and both sides have something to choose."""
    state = play(new({"table": "6x6", "zone": 1}), 6, 1)
    for seat, y in (("R", 0.5), ("B", 5.5)):
        for number in range(1, 6):
            assert offers(state)
            state = play(state, f"deploy {seat}{number} {number},{y}")
    assert decider(state) == "red"
    assert offers(state, "move")
