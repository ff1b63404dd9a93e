"""The schema of a table accepts what a_table accepts, and refuses what a schema can refuse."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from forms import examples
from outrider.core.refusal import Refusal
from outrider.core.wire import parse
from outrider.showing.schema import TABLE_SCHEMA
from outrider.table.seating import polygon_table
from outrider.table.terrain import a_table

SCHEMA = Draft202012Validator(TABLE_SCHEMA)

DISC: dict[str, Any] = {"shape": "disc", "at": [13, 10], "radius": 1}
TRIANGLE: dict[str, Any] = {"shape": "polygon", "points": [[0, 0], [4, 0], [0, 4.125]]}
LONG = [[0, 0], *([x, 1] for x in range(1, 63)), [63, 0]]
CHEVRON = [[0, 0], [4, 4], [8, 0], [4, 8]]


def table(*terrain: Any, size: Any = (36, 36), **fields: Any) -> dict[str, Any]:
    return {"size": list(size), "terrain": list(terrain), **fields}


def around(seats: int, *terrain: Any, **fields: Any) -> dict[str, Any]:
    return {**polygon_table(seats).to_json(), "terrain": list(terrain), **fields}


GOOD: dict[str, Any] = {
    "the smallest": {"size": [1, 1]},
    "the largest": {"size": [72, 72], "terrain": []},
    "thousandths": {"size": [1.001, 71.999]},
    "a name": table(name="x" * 60),
    "a name in letters of all kinds": table(name="Łąka \N{GAME DIE} 草地"),
    "a disc": table(DISC),
    "a polygon": table(TRIANGLE),
    "a corner that turns in": table({"shape": "polygon", "points": CHEVRON}),
    "64 corners": table({"shape": "polygon", "points": LONG}, size=(72, 72)),
    "200 pieces": table(*[DISC] * 200),
    "everything": table(
        {**DISC, "name": "fort", "height": 2, "cost": 2.5, "cover": 1, "blocks_sight": True},
        {**TRIANGLE, "name": "pit", "height": 0, "cost": "impassable", "cover": 0},
    ),
    "bounds": table({**DISC, "height": 24, "cost": 20, "cover": 6, "blocks_sight": False}),
    "small bounds": table({**DISC, "radius": 0.001, "height": 0.001, "cost": 0.001}),
    "up to the rim": table({"shape": "disc", "at": [36, 36], "radius": 36}, size=(72, 72)),
    "the whole table": table(
        {"shape": "polygon", "points": [[0, 0], [72, 0], [0, 72]]}, size=(72, 72)
    ),
    **{f"for {seats}": around(seats) for seats in (5, 6, 7, 8)},
    "for 8 with terrain": around(8, {**DISC, "at": [28, 28]}, name="round"),
}

BAD: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "an empty object": {},
    "no size": {"terrain": []},
    "a short size": {"size": [36]},
    "a long size": {"size": [36, 36, 36]},
    "a size by name": {"size": "36x36"},
    "too small": {"size": [0.999, 36]},
    "too large": {"size": [36, 72.001]},
    "below nothing": {"size": [-36, 36]},
    "beyond all tables": {"size": [36, 1e308]},
    "a string for a number": {"size": ["36", 36]},
    "true for a number": {"size": [True, 36]},
    "null for a number": {"size": [None, 36]},
    "an extra field": table(colour="green"),
    "an empty name": table(name=""),
    "a long name": table(name="x" * 61),
    "a name of two lines": table(name="x\ny"),
    "a name with a line's end": table(name="x\n"),
    "no name": table(name=None),
    "terrain by name": {"size": [36, 36], "terrain": "forest"},
    "terrain null": {"size": [36, 36], "terrain": None},
    "201 pieces": table(*[DISC] * 201),
    "a piece of nothing": table(None),
    "no shape": table({"at": [13, 10], "radius": 1}),
    "a strange shape": table({**DISC, "shape": "square"}),
    "a disc with corners": table({**DISC, "points": TRIANGLE["points"]}),
    "a polygon with a radius": table({**TRIANGLE, "radius": 1}),
    "no radius": table({"shape": "disc", "at": [13, 10]}),
    "no place": table({"shape": "disc", "radius": 1}),
    "radius 0": table({**DISC, "radius": 0}),
    "radius below 0": table({**DISC, "radius": -1}),
    "a radius wider than any table": table(
        {**DISC, "at": [36, 36], "radius": 49.876}, size=(72, 72)
    ),
    "a radius in words": table({**DISC, "radius": "1"}),
    "a radius that is true": table({**DISC, "radius": True}),
    "a disc left of the table": table({**DISC, "at": [-0.001, 10]}),
    "two corners": table({"shape": "polygon", "points": [[0, 0], [1, 1]]}),
    "65 corners": table({"shape": "polygon", "points": [*LONG, [30, 0]]}, size=(72, 72)),
    "a corner twice": table({"shape": "polygon", "points": [[0, 0], [4, 0], [0, 4], [0.0, 0]]}),
    "a corner beyond": table({"shape": "polygon", "points": [[0, 0], [4, 0], [0, 100]]}),
    "a corner of one number": table({"shape": "polygon", "points": [[0, 0], [4, 0], [4]]}),
    "a corner with true": table({"shape": "polygon", "points": [[0, 0], [4, 0], [4, True]]}),
    "too high": table({**DISC, "height": 24.001}),
    "below the table": table({**DISC, "height": -0.001}),
    "cost 0": table({**DISC, "cost": 0}),
    "cost 20.001": table({**DISC, "cost": 20.001}),
    "cost true": table({**DISC, "cost": True}),
    "cost by another name": table({**DISC, "cost": "free"}),
    "cover 7": table({**DISC, "cover": 7}),
    "cover -1": table({**DISC, "cover": -1}),
    "cover of a half": table({**DISC, "cover": 0.5}),
    "cover true": table({**DISC, "cover": True}),
    "sight 1": table({**DISC, "blocks_sight": 1}),
    "sight null": table({**DISC, "blocks_sight": None}),
    "an extra field of a piece": table({**DISC, "color": "green"}),
    "an outline without edges": {k: v for k, v in around(5).items() if k != "edges"},
    "edges without an outline": {k: v for k, v in around(5).items() if k != "outline"},
    "an outline of a rectangle": table(outline=[[0, 0], [36, 0], [36, 36], [0, 36]], edges={}),
    "another outline": around(5, outline=polygon_table(6).to_json()["outline"]),
    "an outline that begins elsewhere": around(6, outline=around(6)["outline"][::-1]),
    "other edges": around(6, edges=around(5)["edges"]),
    "another size": around(7, size=[54, 53]),
}

BEYOND: dict[str, Any] = {
    "crossing sides": table({"shape": "polygon", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}),
    "a flat polygon": table({"shape": "polygon", "points": [[0, 0], [1, 1], [2, 2]]}),
    "touching sides": table(
        {"shape": "polygon", "points": [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]}
    ),
    "a disc over the rim": table({**DISC, "at": [35.001, 10]}),
    "a polygon over the rim": table(TRIANGLE, size=(4, 4)),
    "a disc off the outline": around(5, {**DISC, "at": [1, 1], "radius": 0.5}),
    "a disc over a slanting rim": around(8, {**DISC, "at": [9, 9], "radius": 0.8}),
    "a polygon off the outline": around(8, TRIANGLE),
    "ten thousandths": table({**DISC, "height": 1.0001}),
    "less than a thousandth": table({**DISC, "at": [13.00049, 10]}),
    "cover of 1.0": table({**DISC, "cover": 1.0}),
    "a name that cannot be printed": table(name="x\u2028y"),
}


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(TABLE_SCHEMA)
    assert TABLE_SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert "$id" not in TABLE_SCHEMA
    assert json.loads(json.dumps(TABLE_SCHEMA)) == TABLE_SCHEMA


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD.keys())
def test_good_tables(data: Any) -> None:
    assert list(SCHEMA.iter_errors(data)) == []
    assert SCHEMA.is_valid(a_table(data).to_json())


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_bad_tables(data: Any) -> None:
    assert not SCHEMA.is_valid(data)
    with pytest.raises(Refusal) as caught:
        a_table(data)
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize("data", BEYOND.values(), ids=BEYOND.keys())
def test_what_is_beyond_a_schema(data: Any) -> None:
    assert SCHEMA.is_valid(data)
    with pytest.raises(Refusal) as caught:
        a_table(data)
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize(
    "number",
    [
        "1." + "0" * 30 + "1",
        "1." + "0" * 98 + "1",
        "0.1" + "0" * 98 + "5",
        "1e-100",
        "1e308",
        "1e400",
        "NaN",
        "Infinity",
        "-Infinity",
        '"1"',
        "true",
        "[1]",
        "1" * 5000,
    ],
    ids=range(13),
)
@pytest.mark.parametrize("place", ["size", "at", "radius", "points", "height", "cost"])
def test_numbers_as_they_are_written(place: str, number: str) -> None:
    """From the text on: no float in between may swallow a digit."""
    texts = {
        "size": '{"size":[12,@]}',
        "at": '{"size":[36,36],"terrain":[{"shape":"disc","at":[9,@],"radius":0.5}]}',
        "radius": '{"size":[36,36],"terrain":[{"shape":"disc","at":[9,9],"radius":@}]}',
        "points": '{"size":[36,36],"terrain":[{"shape":"polygon","points":[[2,2],[9,9],[5,@]]}]}',
        "height": '{"size":[36,36],"terrain":[{"shape":"disc","at":[9,9],"radius":1,"height":@}]}',
        "cost": '{"size":[36,36],"terrain":[{"shape":"disc","at":[9,9],"radius":1,"cost":@}]}',
    }
    a_table(parse(texts[place].replace("@", "1.001")))
    with pytest.raises(Refusal) as caught:
        a_table(parse(texts[place].replace("@", number)))
    assert caught.value.kind == "malformed"
    assert len(caught.value.message) < 200


junk = st.none() | st.booleans() | st.integers(-3, 80) | st.sampled_from(
    [0.5, 1.001, 1e308, "", "x", "disc", "polygon", "impassable", [], {}, [1, 1], [[1, 1]]]
)  # fmt: skip


@examples()
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_whatever_is_read_the_schema_accepts(name: str, data: st.DataObject) -> None:
    """One value anywhere is exchanged for another: a table that is read then is a valid one."""
    table = deepcopy(GOOD[name])
    inside: Any = table
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inside[key], dict | list) or data.draw(st.integers(0, 3)) == 0:
            break
        inside = inside[key]
    inside[key] = data.draw(junk)
    try:
        read = a_table(table)
    except Refusal:
        return
    assert SCHEMA.is_valid(table)
    assert SCHEMA.is_valid(read.to_json())
