"""Tables and what stands on them, from JSON and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse
from outrider.table.lengths import INCH, inches
from outrider.table.points import Point
from outrider.table.seating import polygon_table
from outrider.table.shapes import Disc, Polygon
from outrider.table.terrain import (
    IMPASSABLE,
    Piece,
    Table,
    a_piece,
    a_table,
    ground,
    lies_on,
    on_table,
)

names = st.just("") | st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=60)


@st.composite
def pieces(draw: st.DrawFn, size: Point) -> Piece:
    x, y = (draw(st.integers(1, side - 1)) for side in size)
    room = min(x, y, size[0] - x, size[1] - y)
    shape: Disc | Polygon = Disc((x, y), draw(st.integers(1, room)))
    if draw(st.booleans()):
        right, top = draw(st.integers(x + 1, size[0])), draw(st.integers(y + 1, size[1]))
        shape = Polygon(((0, 0), (right, y), (x, top)))
    return Piece(
        shape,
        draw(names),
        draw(st.integers(0, 24 * INCH)),
        draw(st.just(IMPASSABLE) | st.just(INCH) | st.integers(1, 20 * INCH)),
        draw(st.integers(0, 6)),
        draw(st.booleans()),
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    side = st.integers(INCH, 72 * INCH)
    size = draw(side), draw(side)
    return Table(size, tuple(draw(st.lists(pieces(size), max_size=5))), draw(names))


@given(tables())
def test_tables_survive_json(table: Table) -> None:
    text = dumps(table.to_json())
    again = a_table(parse(text))
    assert again == table
    assert dumps(again.to_json()) == text


def test_only_what_is_unusual_is_written_down() -> None:
    assert Table((36_000, 24_500)).to_json() == {"size": [36, 24.5], "terrain": []}
    hill = Disc((13_000, 10_000), 1000)
    assert Piece(hill).to_json() == {"shape": "disc", "at": [13, 10], "radius": 1}
    rock = Piece(hill, "rock", 2000, IMPASSABLE, 1, True)
    assert rock.to_json() == {
        "shape": "disc",
        "at": [13, 10],
        "radius": 1,
        "name": "rock",
        "height": 2,
        "cost": "impassable",
        "cover": 1,
        "blocks_sight": True,
    }
    assert a_table({"name": "x", "size": [36, 36], "terrain": [rock.to_json()]}) == Table(
        (36_000, 36_000), (rock,), "x"
    )


def test_terrain_need_not_be_named() -> None:
    assert a_table({"size": [36, 36]}) == a_table({"size": [36, 36], "terrain": []})


DISC = {"shape": "disc", "at": [5, 5], "radius": 1}


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("height", 24, 24.001),
        ("height", 0, -0.001),
        ("cost", 20, 20.001),
        ("cost", 0.001, 0),
        ("cost", 0.001, 0.0005),
        ("cost", "impassable", "Impassable"),
        ("cost", 2, True),
        ("cost", 1, None),
        ("cover", 6, 7),
        ("cover", 0, -1),
        ("cover", 1, 1.0),
        ("cover", 1, True),
        ("cover", 1, "1"),
        ("blocks_sight", True, 1),
        ("blocks_sight", False, None),
        ("name", "x" * 60, "x" * 61),
        ("name", "x", ""),
        ("name", "a wood", "a\nwood"),
        ("name", "x", None),
        ("height", 1, "1"),
        ("height", 1.001, 1.0001),
        ("radius", 5, 5.001),
        ("radius", 0.001, 0),
        ("at", [1, 1], [0.999, 1]),
        ("at", [9, 9], [9, 9.001]),
        ("shape", "disc", "polygon"),
    ],
)
def test_each_field_up_to_its_bounds(field: str, good: Any, bad: Any) -> None:
    a_table({"size": [10, 10], "terrain": [{**DISC, field: good}]})
    with pytest.raises(Refusal, match="terrain 2") as caught:
        a_table({"size": [10, 10], "terrain": [DISC, {**DISC, field: bad}]})
    assert caught.value.kind == "malformed"


def test_impassable_ground_is_not_free_ground() -> None:
    assert a_piece({**DISC, "cost": "impassable"}, "it").cost == IMPASSABLE
    assert a_piece(DISC, "it").cost == INCH
    assert a_piece({**DISC, "cost": 0.5}, "it").cost == INCH // 2


@pytest.mark.parametrize(
    "size", [[1, 1], [72, 72], [1, 72], [36.001, 22.999]], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_sizes(size: list[float]) -> None:
    assert a_table({"size": size}).to_json()["size"] == size


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the table must be an object"),
        ([], "the table must be an object"),
        ({}, "the table's size must be a pair"),
        ({"size": [36]}, "the table's size must be a pair"),
        ({"size": [0.999, 36]}, 'from 1" to 72"'),
        ({"size": [36, 72.001]}, 'from 1" to 72"'),
        ({"size": [36, -36]}, 'from 1" to 72"'),
        ({"size": [36, 1e308]}, "the table's size must be from"),
        ({"size": [36, "36"]}, "the table's size must be a number"),
        ({"size": [True, 36]}, "the table's size must be a number"),
        ({"size": [36, 36], "name": ""}, "1 to 60 printable"),
        ({"size": [36, 36], "name": None}, "the table's name must be a string"),
        ({"size": [36, 36], "terrain": None}, "the terrain must be a list"),
        ({"size": [36, 36], "terrain": {}}, "the terrain must be a list"),
        ({"size": [36, 36], "terrain": [None]}, "terrain 1 must be an object"),
        ({"size": [36, 36], "colour": "green"}, 'the table has no field "colour"'),
        ({"size": [36, 36], "terrain": [{**DISC, "color": 1}]}, 'terrain 1 has no field "color"'),
        ({"size": [36, 36], "terrain": [{**DISC, "points": []}]}, 'has no field "points"'),
    ],
    ids=range(18),
)
def test_what_is_no_table_is_refused(data: object, words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        a_table(data)
    assert caught.value.kind == "malformed"


def test_two_hundred_pieces_and_no_more() -> None:
    assert len(a_table({"size": [36, 36], "terrain": [DISC] * 200}).terrain) == 200
    with pytest.raises(Refusal, match="at most 200"):
        a_table({"size": [36, 36], "terrain": [DISC] * 201})


@pytest.mark.parametrize(
    ("inside", "beyond"),
    [
        ([[0, 0], [10, 0], [10, 8]], [[0, 0], [10.001, 0], [10, 8]]),
        ([[0, 0], [10, 0], [10, 8]], [[0, 0], [10, 0], [10, 8.001]]),
        ([[0, 0], [10, 0], [10, 8]], [[-0.001, 0], [10, 0], [10, 8]]),
        ([[0, 0], [10, 0], [10, 8]], [[0, -0.001], [10, 0], [10, 8]]),
    ],
)
def test_polygons_reach_up_to_the_rim(inside: Any, beyond: Any) -> None:
    a_table({"size": [10, 8], "terrain": [{"shape": "polygon", "points": inside}]})
    with pytest.raises(Refusal, match="terrain 1 does not lie on the table"):
        a_table({"size": [10, 8], "terrain": [{"shape": "polygon", "points": beyond}]})


def test_the_rim_is_on_the_table() -> None:
    table = Table((10_000, 8000))
    for point in ((0, 0), (10_000, 8000), (10_000, 0), (5000, 0), (3000, 4000)):
        assert on_table(table, point)
    for point in ((-1, 0), (0, -1), (10_001, 8000), (10_000, 8001), (8000, 10_000)):
        assert not on_table(table, point)


def test_the_highest_ground_counts() -> None:
    """Inside or on the outline; where several lie on each other, the highest."""
    hill = Piece(Polygon(((0, 0), (6000, 0), (6000, 6000), (0, 6000))), height=1000)
    tower = Piece(Disc((5000, 5000), 1000), height=3000)
    pond = Piece(Disc((5000, 5000), 2000), cost=2000)
    table = Table((20_000, 20_000), (pond, tower, hill))
    for point, height in {
        (6000, 1000): 1000,
        (6001, 1000): 0,
        (5000, 5000): 3000,
        (6000, 5000): 3000,
        (5000, 6001): 0,
        (4000, 4000): 1000,
    }.items():
        assert ground(table, point) == height, point
    assert ground(Table((1000, 1000)), (0, 0)) == 0


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
class TestPolygons:
    """Tables for five and more are read only as the polygon that belongs to their number."""

    def test_they_survive_json(self, seats: int) -> None:
        bare = polygon_table(seats)
        centre = (bare.size[0] // 2, bare.size[1] // 2)
        hill = Piece(Disc(centre, 2000), "hill", 2000)
        table = Table(bare.size, (hill,), "round", bare.outline, bare.edges)
        for made in (bare, table):
            text = dumps(made.to_json())
            assert a_table(parse(text)) == made
            assert dumps(a_table(parse(text)).to_json()) == text

    def test_the_order_of_the_edges_is_no_matter(self, seats: int) -> None:
        data = polygon_table(seats).to_json()
        data["edges"] = dict(reversed(data["edges"].items()))
        assert a_table(data) == polygon_table(seats)

    def test_no_other_polygon(self, seats: int) -> None:
        data = polygon_table(seats).to_json()
        outline: list[Any] = data["outline"]
        edges: dict[str, Any] = data["edges"]
        width, depth = data["size"]
        moved = [outline[0], [outline[1][0] + 0.001, 0], *outline[2:]]
        swapped = {**edges, "red": edges["blue"], "blue": edges["red"]}
        for field, wrong in (
            ("size", [width, inches(round(depth * 1000) + 1)]),
            ("size", [width - 1, depth]),
            ("outline", moved),
            ("outline", outline[1:] + outline[:1]),
            ("outline", outline[::-1]),
            ("outline", [*outline, [1, 1]]),
            ("outline", outline[:-1]),
            ("outline", outline[:3]),
            ("outline", []),
            ("outline", None),
            ("outline", [None] * seats),
            ("edges", swapped),
            ("edges", {seat: ends[::-1] for seat, ends in edges.items()}),
            ("edges", {seat: ends for seat, ends in edges.items() if seat != "red"}),
            ("edges", {**edges, "gold": edges["red"]}),
            ("edges", {**edges, "red": [*edges["red"], [0, 0]]}),
            ("edges", {**edges, "red": None}),
            ("edges", []),
            ("edges", {}),
        ):
            with pytest.raises(Refusal) as caught:
                a_table({**data, field: wrong})
            assert caught.value.kind == "malformed"
        for field in ("outline", "edges", "size"):
            with pytest.raises(Refusal):
                a_table({name: value for name, value in data.items() if name != field})

    def test_the_corners_of_the_box_are_off_the_table(self, seats: int) -> None:
        table = polygon_table(seats)
        width, _ = table.size
        assert all(on_table(table, corner) for corner in table.outline)
        for corner in ((0, 0), (width, 0)):
            assert not on_table(table, corner)
            x = abs(corner[0] - 1000)
            terrain = [Piece(Disc((x, 1000), 500)).to_json()]
            with pytest.raises(Refusal, match="does not lie on the table"):
                a_table({**table.to_json(), "terrain": terrain})
        triangle = Piece(Polygon((table.outline[0], table.outline[2], (0, 0))))
        with pytest.raises(Refusal, match="does not lie on the table"):
            a_table({**table.to_json(), "terrain": [triangle.to_json()]})
        assert lies_on(table, Polygon(table.outline))


def test_a_disc_up_to_a_slanting_rim() -> None:
    """The lower left side of the table for eight runs at 45 degrees: 16971 along and up."""
    table = polygon_table(8)
    at = (15_000, 15_000)
    # x + y = 16971 on the side, so the distance is (30000 - 16971) / sqrt(2) = 9212.894...
    assert lies_on(table, Disc(at, 9212))
    assert not lies_on(table, Disc(at, 9213))


def test_a_disc_with_its_centre_off_the_table() -> None:
    table = polygon_table(6)
    assert not lies_on(table, Disc((3000, 3000), 2000))
    assert not lies_on(table, Disc((3000, 3000), 1))


def test_who_changes_a_table_in_json_changes_his_own() -> None:
    """It is worked out once, but everybody gets a copy."""
    table = a_table({"size": [10, 10], "terrain": [DISC]})
    mine = table.to_json()
    mine["terrain"][0]["at"][0] = 9
    mine["size"] = [36, 36]
    assert a_table(table.to_json()) == table == a_table({"size": [10, 10], "terrain": [DISC]})
    assert table.to_json()["size"] == [10, 10]
