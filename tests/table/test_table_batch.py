"""Many questions at once: the same answers as one at a time, also at the far ends of the table."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.table.batch import (
    PackedTable,
    enters_many,
    ground_many,
    packed,
    sight_many,
)
from outrider.table.crossing import enters
from outrider.table.kernel import layout
from outrider.table.lengths import INCH, LARGEST_TABLE
from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon, Shape
from outrider.table.sight import sight_across, sight_over
from outrider.table.terrain import HIGHEST, Piece, Table, ground
from table import exact
from table.shaping import (
    DRAWN,
    FEW,
    LEAST,
    MOST,
    SQUARE,
    at,
    block,
    drawn,
    eyes,
    points,
    polygons,
    shapes,
    small_points,
    small_shapes,
    tables,
)

pytestmark = pytest.mark.kernel

Legs = list[tuple[Point, Point]]

legs = st.lists(st.tuples(points, points), max_size=12)
small_legs = st.lists(st.tuples(small_points, small_points), max_size=12)


def as_rows(pairs: Legs) -> list[list[int]]:
    return [[*a, *b] for a, b in pairs]


def alone(table: Table, number: int) -> Table:
    """The table with one of its pieces."""
    return Table(table.size, (table.terrain[number],))


def check_across(table: Table, pairs: Legs) -> None:
    found = sight_many(packed(table), as_rows(pairs))
    for (a, b), number in zip(pairs, found.tolist(), strict=True):
        single = [alone(table, n) for n in range(len(table.terrain))]
        hiding = [n for n, one in enumerate(single) if sight_across(one, a, b)]
        assert number == (hiding[0] if hiding else -1)
        assert (number == -1) == (sight_across(table, a, b) is None)


def check_over(table: Table, pairs: Legs, looking: list[tuple[int, int]]) -> None:
    found = sight_many(packed(table), as_rows(pairs), looking)
    for (a, b), (eye_a, eye_b), number in zip(pairs, looking, found.tolist(), strict=True):
        single = [alone(table, n) for n in range(len(table.terrain))]
        hiding = [n for n, one in enumerate(single) if sight_over(one, a, eye_a, b, eye_b)]
        assert number == (hiding[0] if hiding else -1)
        assert (number == -1) == (sight_over(table, a, eye_a, b, eye_b) is None)


@given(tables(small_shapes), small_legs)
@FEW
def test_sight_across(table: Table, pairs: Legs) -> None:
    check_across(table, pairs)


@given(tables(), legs)
@FEW
def test_sight_across_anywhere(table: Table, pairs: Legs) -> None:
    check_across(table, pairs)


@given(tables(small_shapes), small_legs, st.data())
@FEW
def test_sight_over(table: Table, pairs: Legs, data: st.DataObject) -> None:
    size = len(pairs)
    check_over(
        table, pairs, data.draw(st.lists(st.tuples(eyes, eyes), min_size=size, max_size=size))
    )


@given(tables(), legs, st.data())
@FEW
def test_sight_over_anywhere(table: Table, pairs: Legs, data: st.DataObject) -> None:
    size = len(pairs)
    check_over(
        table, pairs, data.draw(st.lists(st.tuples(eyes, eyes), min_size=size, max_size=size))
    )


@given(shapes, legs)
@FEW
def test_entering(shape: Shape, pairs: Legs) -> None:
    found = enters_many(packed(Table((0, 0), (Piece(shape),))), 0, as_rows(pairs))
    assert found.tolist() == [enters(shape, a, b) for a, b in pairs]
    assert found.tolist() == [exact.enters(shape, a, b) for a, b in pairs]


@pytest.mark.parametrize("shape", [Disc((4, 4), 3), Disc((4, 4), 5), *DRAWN])
def test_entering_by_all_small_legs(shape: Shape) -> None:
    """From everywhere about a shape to everywhere: along its sides, and past its corners."""
    places = [(x, y) for x in range(-1, 10) for y in range(0, 9, 2)]
    pairs = [(a, b) for a in places for b in places]
    found = enters_many(packed(Table((0, 0), (Piece(shape),))), 0, as_rows(pairs))
    assert found.tolist() == [enters(shape, a, b) for a, b in pairs]


@given(drawn | polygons(), points)
@FEW
def test_entering_from_corner_to_corner(polygon: Polygon, other: Point) -> None:
    ends = [*polygon.points, other]
    pairs = [(a, b) for a in ends for b in ends]
    found = enters_many(packed(Table((0, 0), (Piece(polygon),))), 0, as_rows(pairs))
    assert found.tolist() == [enters(polygon, a, b) for a, b in pairs]


CORNERS = [(LEAST, LEAST), (LEAST, MOST), (MOST, LEAST), (MOST, MOST), (36_000, 36_000), (0, MOST)]
HUGE: list[Shape] = [
    Disc((LEAST, LEAST), LARGEST_TABLE),
    Disc((36_000, 36_000), LARGEST_TABLE),
    Disc((MOST, 36_000), LARGEST_TABLE - 1),
    Polygon(((LEAST, LEAST), (MOST, LEAST), (MOST, MOST), (LEAST, MOST))),
    Polygon(((LEAST, LEAST), (MOST, LEAST + 1), (MOST, MOST), (LEAST + 1, MOST), (0, 0))),
    Polygon(((LEAST, MOST), (MOST - 1, LEAST), (MOST, LEAST))),
]


@pytest.mark.parametrize("shape", HUGE)
def test_the_largest_numbers_there_are(shape: Shape) -> None:
    """Nothing overflows: with the compiler off an overflow would be an error."""
    pairs = [(a, b) for a in CORNERS for b in CORNERS]
    table = Table((0, 0), (Piece(shape, height=HIGHEST, blocks_sight=True),))
    check_across(table, pairs)
    for looking in ((0, layout.MOST_EYE), (layout.MOST_EYE, 0), (HIGHEST - 1, HIGHEST + INCH)):
        check_over(table, pairs, [looking] * len(pairs))
        for a, b in pairs:
            blocked = sight_over(table, a, looking[0], b, looking[1])
            assert (blocked is not None) == exact.blocks(
                shape, HIGHEST, a, looking[0], b, looking[1]
            )


@given(st.integers(1, LARGEST_TABLE), st.integers(-30, 30), st.integers(-30, 30))
@FEW
def test_lines_that_nearly_touch_a_disc(radius: int, up: int, down: int) -> None:
    """The two squares compared differ in their last digits only, if at all."""
    shape = Disc((36_000, LEAST + radius), radius)
    top = LEAST + 2 * radius
    pairs = [((LEAST, top + up), (MOST, top + down)), ((MOST, top + up), (LEAST, top - up))]
    pairs = [(a, b) for a, b in pairs if all(LEAST <= y <= MOST for _, y in (a, b))]
    found = enters_many(packed(Table((0, 0), (Piece(shape),))), 0, as_rows(pairs))
    assert found.tolist() == [exact.enters(shape, a, b) for a, b in pairs]


def test_more_pieces_than_a_word_has_bits() -> None:
    """65 walls behind each other, of which one or another blocks sight."""
    walls = [
        Piece(block(n + 0.2, 0, n + 0.4, 9), height=2000, blocks_sight=n > 63) for n in range(66)
    ]
    table = Table((72_000, 72_000), tuple(walls))
    ends = [(at(0, 5), at(n, 5)) for n in (0.1, 1, 60, 65, 66, 70)]
    assert sight_many(packed(table), as_rows(ends)).tolist() == [-1, -1, -1, 64, 64, 64]
    back = as_rows([(b, a) for a, b in ends])
    assert sight_many(packed(table), back, [[1000, 1000]] * 6).tolist() == [-1, 0, 0, 0, 0, 0]
    check_across(table, ends)


def test_a_table_without_terrain() -> None:
    empty = packed(Table((36_000, 36_000)))
    assert sight_many(empty, [[0, 0, 36_000, 36_000]]).tolist() == [-1]
    assert sight_many(empty, [[0, 0, 36_000, 36_000]], [[1000, 2000]]).tolist() == [-1]
    assert ground_many(empty, [[0, 0]]).tolist() == [0]
    assert sight_many(empty, []).tolist() == []
    assert sight_many(empty, [], []).tolist() == []


@given(tables(), st.lists(points, max_size=12))
@FEW
def test_grounds(table: Table, places: list[Point]) -> None:
    assert ground_many(packed(table), places).tolist() == [ground(table, at) for at in places]


@given(tables(small_shapes), st.lists(small_points, max_size=12))
@FEW
def test_grounds_of_small_shapes(table: Table, places: list[Point]) -> None:
    assert ground_many(packed(table), places).tolist() == [ground(table, at) for at in places]


@pytest.mark.parametrize(
    "wrong",
    [
        [[0, 0, 1]],
        [0, 0, 1, 1],
        [[0.5, 0, 1, 1]],
        [[0, 0, 1, MOST + 1]],
        [[LEAST - 1, 0, 1, 1]],
        [[0, 0, 1, 2**70]],
        [[[0, 0, 1, 1]]],
    ],
)
def test_wrong_pairs_are_refused(wrong: list[list[float]]) -> None:
    table = packed(Table((0, 0), (Piece(SQUARE),)))
    with pytest.raises(Refusal):
        sight_many(table, wrong)


def test_other_wrong_questions_are_refused() -> None:
    table = packed(Table((0, 0), (Piece(SQUARE),)))
    with pytest.raises(Refusal, match="pair of eyes"):
        sight_many(table, [[0, 0, 1, 1]], [[1, 1], [2, 2]])
    with pytest.raises(Refusal, match="eye"):
        sight_many(table, [[0, 0, 1, 1]], [[1, layout.MOST_EYE + 1]])
    for piece in (-1, 1):
        with pytest.raises(Refusal, match="no piece"):
            enters_many(table, piece, [[0, 0, 1, 1]])
    for shape in (Disc((MOST + 1, 0), 5), Disc((0, 0), LARGEST_TABLE + 1)):
        with pytest.raises(Refusal):
            packed(Table((0, 0), (Piece(shape),)))
    with pytest.raises(Refusal, match="height"):
        packed(Table((0, 0), (Piece(SQUARE, height=HIGHEST + 1),)))


def test_any_array_of_whole_numbers_will_do() -> None:
    """Small numbers, slices with gaps, arrays that cannot be written to."""
    table = packed(Table((0, 0), (Piece(SQUARE, blocks_sight=True),)))
    legs = np.array([[-1, 2, 5, 2], [-1, 0, 5, 0]], np.int16)
    fixed = np.repeat(legs.astype(np.int64), 2, axis=1)[:, ::2]
    fixed.flags.writeable = False
    for given_ in (legs, fixed, legs.tolist(), np.asfortranarray(legs)):
        assert sight_many(table, given_).tolist() == [0, -1]


def test_the_bounds_are_those_of_the_table() -> None:
    assert (layout.LEAST, layout.MOST) == (-LARGEST_TABLE, 2 * LARGEST_TABLE)
    assert layout.MOST_EYE >= HIGHEST + INCH
    span = layout.MOST - layout.LEAST
    assert 2 * span**2 < 2**37
    assert 3 * 2 * span**2 * (layout.MOST_EYE + 1) < 2**55
    assert isinstance(packed(Table((0, 0))), PackedTable)


def test_nothing_is_compiled_before_the_first_question() -> None:
    code = (
        "import sys; from outrider.table import batch, paths, sight; from outrider.table.terrain"
        " import Table; batch.packed(Table((0, 0))); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
