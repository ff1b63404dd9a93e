"""Who sees whom, over terrain and across it, and what is in the way."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import example, given

from outrider.table.points import Point, squared
from outrider.table.shapes import Disc, Polygon, Shape, holds
from outrider.table.sight import Blocked, sight_across, sight_over
from outrider.table.sketch import MOST_KEPT, sketch
from outrider.table.terrain import Piece, Table
from table import exact
from table.shaping import (
    DRAWN,
    MANY,
    at,
    block,
    eyes,
    points,
    small_points,
    small_shapes,
    tables,
)

EYE = 1000


def a_table(*pieces: Piece) -> Table:
    return Table((36_000, 36_000), pieces)


WALL = Piece(block(10, 0, 12, 20), height=2000, blocks_sight=True)
TREE = Piece(Disc(at(20, 10), 1000), height=3000, blocks_sight=True)


# Over terrain: SKM-G2


def test_on_the_ground_all_that_is_higher_than_an_eye_blocks() -> None:
    a, b = at(5, 10), at(25, 10)
    assert sight_over(a_table(WALL), a, EYE, b, EYE) == Blocked(0, at(10, 10))
    assert sight_over(a_table(WALL), b, EYE, a, EYE) == Blocked(0, at(12, 10))
    assert sight_over(a_table(WALL, TREE), b, EYE, a, EYE) == Blocked(1, at(21, 10))
    for height, hides in ((0, False), (999, False), (1000, False), (1001, True)):
        low = a_table(Piece(WALL.shape, height=height))
        assert (sight_over(low, a, EYE, b, EYE) is not None) == hides


def test_who_stands_on_a_piece_looks_over_it() -> None:
    table = a_table(WALL)
    assert sight_over(table, at(11, 10), 3000, at(11, 15), 3000) is None
    assert sight_over(table, at(11, 10), 3000, at(12.5, 10), 2000) is None


def test_the_line_comes_down_to_the_top_exactly_at_the_outline() -> None:
    """From 3" up on the wall's far side: over its near edge at exactly its height of 2"."""
    table = a_table(WALL)
    assert sight_over(table, at(8, 10), 3000, at(12, 10), 1000) is not None
    assert sight_over(table, at(14, 10), 1000, at(8, 10), 3000) == Blocked(0, at(12, 10))
    # Down to 2" at x = 12, where the wall ends.
    assert sight_over(table, at(8, 10), 3000, at(16, 10), 1000) is None
    assert sight_over(table, at(16, 10), 1000, at(8, 10), 3000) is None
    # A thousandth lower: below the top for the last bit of it.
    assert sight_over(table, at(8, 10), 2999, at(16, 10), 1000) == Blocked(0, at(11.998, 10))
    assert sight_over(table, at(16, 10), 1000, at(8, 10), 2999) == Blocked(0, at(12, 10))
    # Level with the top.
    assert sight_over(table, at(8, 10), 2000, at(16, 10), 2000) is None
    assert sight_over(table, at(8, 10), 2000, at(16, 10), 1999) == Blocked(0, at(10, 10))


def test_touching_an_outline_does_not_block() -> None:
    assert sight_over(a_table(WALL), at(10, 1), EYE, at(10, 30), EYE) is None
    assert sight_over(a_table(WALL), at(5, 20), EYE, at(15, 20), EYE) is None
    assert sight_over(a_table(WALL), at(8, 18), EYE, at(12, 22), EYE) is None
    assert sight_over(a_table(WALL), at(9.999, 20), EYE, at(12, 19.999), EYE) is not None
    assert sight_over(a_table(TREE), at(10, 11), EYE, at(30, 11), EYE) is None
    assert sight_over(a_table(TREE), at(10, 10.999), EYE, at(30, 10.999), EYE) == Blocked(
        0, at(19.955, 10.999)
    )


def test_eyes_above_one_another() -> None:
    """In plan they are one point; only what is strictly around it and higher than one hides it."""
    table = a_table(WALL)
    assert sight_over(table, at(11, 10), 1000, at(11, 10), 5000) == Blocked(0, at(11, 10))
    assert sight_over(table, at(11, 10), 2000, at(11, 10), 5000) is None
    assert sight_over(table, at(10, 10), 1000, at(10, 10), 5000) is None


@given(tables(small_shapes), small_points, eyes, small_points, eyes)
@MANY
@example(a_table(Piece(DRAWN[1], height=4)), (1, 3), 2, (3, 1), 6)
def test_sight_over_is_that_of_the_model(
    table: Table, a: Point, eye_a: int, b: Point, eye_b: int
) -> None:
    check_over(table, a, eye_a, b, eye_b)


@given(tables(), points, eyes, points, eyes)
@MANY
def test_sight_over_is_that_of_the_model_anywhere(
    table: Table, a: Point, eye_a: int, b: Point, eye_b: int
) -> None:
    check_over(table, a, eye_a, b, eye_b)


def check_over(table: Table, a: Point, eye_a: int, b: Point, eye_b: int) -> None:
    def share(piece: Piece) -> Decimal | None:
        found = exact.first_blocked(piece.shape, piece.height, a, eye_a, b, eye_b)
        hides = exact.blocks(piece.shape, piece.height, a, eye_a, b, eye_b)
        assert (found is not None) == hides
        return found

    assert sight_over(table, a, eye_a, b, eye_b) == expected(table, a, b, share)
    other_way = sight_over(table, b, eye_b, a, eye_a)
    assert (other_way is None) == (expected(table, a, b, share) is None)


def expected(
    table: Table, a: Point, b: Point, share: Callable[[Piece], Decimal | None]
) -> Blocked | None:
    """Of the pieces that block, the one met first, at the nearest whole thousandth."""
    met = []
    for number, piece in enumerate(table.terrain):
        where = share(piece)
        if where is not None:
            place = exact.point_at(where, a, b)
            met.append((squared(a, place), number, place))
    return Blocked(min(met)[1], min(met)[2]) if met else None


# Across terrain: SKR-G4


def test_what_blocks_sight_in_plan() -> None:
    a, b = at(5, 10), at(25, 10)
    assert sight_across(a_table(WALL), a, b) == Blocked(0, at(10, 10))
    assert sight_across(a_table(WALL), b, a) == Blocked(0, at(12, 10))
    assert sight_across(a_table(TREE, WALL), a, b) == Blocked(1, at(10, 10))
    assert sight_across(a_table(Piece(WALL.shape, height=9000)), a, b) is None
    assert sight_across(a_table(WALL), at(5, 20), at(15, 20)) is None
    assert sight_across(a_table(WALL), at(5, 20), at(15, 19.999)) is not None
    assert sight_across(a_table(TREE), at(10, 11), at(30, 11)) is None
    assert sight_across(a_table(TREE), at(10, 11), at(30, 10.999)) is not None


def test_at_the_window() -> None:
    """Terrain that either stands in, or on the outline of, does not block; other terrain does."""
    table = a_table(WALL)
    for inside in (at(11, 10), at(10, 10), at(12, 10)):
        assert sight_across(table, inside, at(25, 10)) is None
        assert sight_across(table, at(5, 10), inside) is None
    assert sight_across(table, at(9.999, 10), at(25, 10)) == Blocked(0, at(10, 10))
    assert sight_across(a_table(WALL, TREE), at(11, 10), at(25, 10)) == Blocked(1, at(19, 10))


@given(tables(small_shapes), small_points, small_points)
@MANY
def test_sight_across_is_that_of_the_model(table: Table, a: Point, b: Point) -> None:
    check_across(table, a, b)


@given(tables(), points, points)
@MANY
def test_sight_across_is_that_of_the_model_anywhere(table: Table, a: Point, b: Point) -> None:
    check_across(table, a, b)


def check_across(table: Table, a: Point, b: Point) -> None:
    def share(piece: Piece) -> Decimal | None:
        if not piece.blocks_sight or holds(piece.shape, a) or holds(piece.shape, b):
            return None
        return exact.first_blocked(piece.shape, 1, a, 0, b, 0)

    assert sight_across(table, a, b) == expected(table, a, b, share)


def test_many_tables_are_not_kept_for_ever() -> None:
    first = a_table(WALL)
    kept = sketch(first)
    assert sketch(first) is kept
    for _ in range(MOST_KEPT + 1):
        assert sight_across(a_table(TREE), at(1, 1), at(2, 2)) is None
    assert sketch(first) is not kept
    assert sketch(first) == kept


@pytest.mark.parametrize("shape", [Disc((5, 5), 3), *DRAWN])
def test_all_small_lines(shape: Shape) -> None:
    """Every line between whole points about a shape, from every height to every height."""
    places = [(x, y) for x in range(-1, 10, 2) for y in range(0, 9, 3)]
    table = a_table(Piece(shape, height=3, blocks_sight=True))
    assert isinstance(shape, Disc | Polygon)
    for a in places:
        for b in places:
            for eye_a, eye_b in ((2, 2), (2, 5), (5, 2), (3, 1)):
                hides = exact.blocks(shape, 3, a, eye_a, b, eye_b)
                assert (sight_over(table, a, eye_a, b, eye_b) is not None) == hides
