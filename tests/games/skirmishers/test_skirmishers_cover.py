"""SKR-G5 to the thousandth: which terrain covers a target, of the kernel, beside an exact model."""

from dataclasses import replace
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.options import Options
from outrider.games.skirmishers.ground import pieces_of
from outrider.games.skirmishers.kernel.fire import cover_at
from outrider.games.skirmishers.numbers import OPTIONS, numbers_of
from outrider.games.skirmishers.shipped import scenario_of
from outrider.table.points import Point, squared
from outrider.table.shapes import Disc, Polygon, Shape, holds
from outrider.table.terrain import Piece, Table
from table import exact
from table.shaping import MANY, at, block, scaled, small_points, small_shapes

pytestmark = pytest.mark.kernel

NUMBERS = np.array(numbers_of(Options(OPTIONS, None)), np.int64)
PLAN, ROOM = np.zeros(1, np.int64), np.zeros((2, 1))
"""Cover asks for neither."""


def a_table(*pieces: Piece) -> Table:
    return Table((36_000, 36_000), pieces)


def cover(table: Table, shooter: Point, target: Point) -> int:
    """The best cover of a target."""
    pieces, corners = pieces_of(replace(scenario_of("duel"), table=table))
    ground = pieces, corners, PLAN, NUMBERS, ROOM
    return int(cover_at(ground, *shooter, *target))


def hedge(left: float, right: float, worth: int = 1) -> Piece:
    return Piece(block(left, 0, right, 20), cover=worth)


def test_cover_within_an_inch_of_the_target() -> None:
    shooter, target = at(2, 10), at(12, 10)
    for right, covered in ((10.999, False), (11, True), (11.5, True), (12, True), (13, True)):
        table = a_table(hedge(10, right))
        assert cover(table, shooter, target) == int(covered), right
    assert cover(a_table(hedge(12.001, 14)), shooter, target) == 0
    assert cover(a_table(hedge(0, 3)), shooter, target) == 0
    assert cover(a_table(hedge(10, 13, 0)), shooter, target) == 0


@pytest.mark.parametrize("quarters", range(4))
def test_cover_from_all_sides(quarters: int) -> None:
    def turned(x: int, y: int) -> Point:
        for _ in range(quarters):
            x, y = 36_000 - y, x
        return x, y

    shooter, target = turned(*at(2, 18)), turned(*at(18, 18))
    for gap, covered in ((1000, True), (1001, False)):
        far, near = 15_000, 18_000 - gap
        corners = ((far, 17_000), (near, 17_000), (near, 19_000), (far, 19_000))
        table = a_table(Piece(Polygon(tuple(turned(*corner) for corner in corners)), cover=1))
        assert cover(table, shooter, target) == int(covered)


def test_cover_is_the_best_there_is() -> None:
    shooter, target = at(2, 10), at(12, 10)
    table = a_table(hedge(10, 11.2), hedge(11.4, 11.6, 3), hedge(11.9, 13, 2), hedge(11.5, 12, 3))
    assert cover(table, shooter, target) == 3
    assert cover(table, target, shooter) == 0
    assert cover(table, target, target) == 3


def test_what_the_line_only_touches_gives_no_cover() -> None:
    table = a_table(Piece(block(10, 10, 11.5, 20), cover=1))
    assert cover(table, at(2, 10), at(12, 10)) == 0
    assert cover(table, at(2, 10.001), at(12, 10.001)) == 1
    # But standing on its outline is standing in it.
    assert cover(table, at(2, 10), at(11, 10)) == 1


def test_a_round_piece_an_inch_away_on_a_slanting_line() -> None:
    """The line leaves the disc at 3,4 and the target is 5/5 of an inch further on."""
    bush = Piece(Disc(at(0, 0), 5000), cover=2)
    assert cover(a_table(bush), at(-6, -8), at(3.6, 4.8)) == 2
    assert cover(a_table(bush), at(-6, -8), at(3.603, 4.804)) == 0


@given(small_shapes, small_points, small_points, st.sampled_from((100, 125, 200, 250, 333, 1000)))
@MANY
def test_cover_is_that_of_the_model(shape: Shape, a: Point, b: Point, size: int) -> None:
    larger = scaled(shape, size)
    shooter, target = (a[0] * size, a[1] * size), (b[0] * size, b[1] * size)
    found = cover(a_table(Piece(larger, cover=1)), shooter, target)
    with localcontext() as context:
        context.prec = exact.DIGITS
        length = Decimal(squared(shooter, target)).sqrt()
        ends = [end for _, end in exact.shares_inside(larger, shooter, target)]
        near = any((1 - end) * length <= 1000 + Decimal(10) ** -100 for end in ends)
    assert found == int(near or holds(larger, target))
