"""What a path costs, where it is looked at, and who is in the way."""

from decimal import Decimal, localcontext
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.table.crossing import enters
from outrider.table.paths import first_enemy_in_way, leg_cost, looks, path_cost, without
from outrider.table.points import Point, distance
from outrider.table.shapes import Disc, Polygon
from outrider.table.stretches import Mark
from outrider.table.terrain import IMPASSABLE, Piece, Table
from table import exact
from table.shaping import MANY, SOME, at, block, points, small_points, small_shapes, tables

MARSH = Piece(block(10, 0, 12, 20), cost=2000)
ROCK = Piece(block(20, 0, 22, 20), cost=IMPASSABLE)
WOOD = Piece(Disc(at(30, 10), 1000), cost=1500)


def a_table(*pieces: Piece) -> Table:
    return Table((72_000, 72_000), pieces)


# What it costs: SKR-M1, SKR-S3


def test_open_ground_costs_its_length_to_the_nearest_thousandth() -> None:
    table = a_table(Piece(block(0, 0, 70, 70), height=3000, cover=2, blocks_sight=True))
    assert leg_cost(table, at(1, 1), at(4, 5)) == 5000
    assert leg_cost(table, (0, 0), (1, 1)) == 1
    assert leg_cost(table, (0, 0), (2, 2)) == 3
    assert leg_cost(table, at(1, 1), at(1, 1)) == 0
    assert path_cost(table, [at(1, 1), at(4, 5), at(4, 6)]) == 6000
    assert path_cost(table, [at(1, 1)]) == 0


def test_terrain_costs_what_it_says_for_what_lies_inside() -> None:
    table = a_table(MARSH, ROCK, WOOD)
    assert leg_cost(table, at(8, 10), at(14, 10)) == 8000
    assert leg_cost(table, at(8, 10), at(11, 10)) == 4000
    assert leg_cost(table, at(10.5, 10), at(11.5, 10)) == 2000
    assert leg_cost(table, at(28, 10), at(32, 10)) == 5000
    assert leg_cost(table, at(28, 10), at(30, 10)) == 2500
    # Along its outline, or touching it, is on open ground.
    assert leg_cost(table, at(10, 1), at(10, 19)) == 18_000
    assert leg_cost(table, at(28, 11), at(32, 11)) == 4000


def test_nothing_leads_through_impassable_terrain() -> None:
    table = a_table(ROCK)
    assert leg_cost(table, at(18, 10), at(24, 10)) is None
    assert leg_cost(table, at(18, 10), at(20, 10)) == 2000
    assert leg_cost(table, at(18, 10), at(20.001, 10)) is None
    assert leg_cost(table, at(18, 20), at(24, 20)) == 6000
    assert path_cost(table, [at(18, 10), at(18, 21), at(24, 21)]) == 17_000
    assert path_cost(table, [at(18, 10), at(18, 21), at(21, 19)]) is None


def test_only_a_whole_path_is_rounded_up() -> None:
    """1.5 times 0.333" is 0.4995": twice of it is 0.999", and not twice 0.5"."""
    bog = a_table(Piece(block(0, 0, 9, 9), cost=1500))
    assert leg_cost(bog, at(1, 1), at(1.333, 1)) == 500
    assert path_cost(bog, [at(1, 1), at(1.333, 1), at(1.666, 1)]) == 999


def test_where_terrain_overlaps_the_dearest_counts() -> None:
    """A wood drawn as two discs is one wood, a road in it is lost, hills do not matter."""
    wood = [Piece(Disc(at(x, 10), 2000), cost=2000) for x in (10, 13)]
    assert leg_cost(a_table(*wood), at(8, 10), at(15, 10)) == 14_000
    road = Piece(block(0, 9, 30, 11), cost=500)
    hill = Piece(block(0, 0, 30, 30), height=3000)
    assert leg_cost(a_table(hill, road), at(1, 10), at(5, 10)) == 2000
    assert leg_cost(a_table(hill, road, *wood), at(7, 10), at(16, 10)) == 15_000
    thicket = Piece(Disc(at(10, 10), 1000), cost=3000)
    assert leg_cost(a_table(wood[0], thicket), at(7, 10), at(13, 10)) == 12_000
    assert leg_cost(a_table(thicket, wood[0]), at(13, 10), at(7, 10)) == 12_000


def test_rounding_never_pays() -> None:
    """Two stretches of half a thousandth, each rounded up to one, in a leg of one."""
    roads = [Piece(Disc((0, 0), 1), cost=1), Piece(Disc((2, 0), 1), cost=1)]
    assert leg_cost(a_table(*roads), (0, 0), (2, 0)) == 1
    strips = [
        Piece(Polygon(((n, -2), (n + 1, -2), (n, 2))), cost=1) for n in range(3)
    ]  # at y = 0 each is half a thousandth wide
    assert leg_cost(a_table(*strips), (0, 0), (2, 0)) == 1
    assert leg_cost(a_table(*strips, *roads), (0, 0), (1, 0)) == 0


@given(tables(small_shapes, 4) | tables(most=3), points | small_points, points | small_points)
@MANY
def test_costs_are_those_of_the_model(table: Table, a: Point, b: Point) -> None:
    blocking = [piece for piece in table.terrain if piece.cost == IMPASSABLE]
    if any(exact.enters(piece.shape, a, b) for piece in blocking):
        assert leg_cost(table, a, b) is None
        return
    slow = [piece for piece in table.terrain if piece.cost not in (1000, IMPASSABLE)]
    slow.sort(key=lambda piece: -piece.cost)
    inside = [exact.shares_inside(piece.shape, a, b) for piece in slow]
    cost = 1000 * exact.rounded(exact.measured([(Decimal(0), Decimal(1))], a, b))
    for number, piece in enumerate(slow):
        charged = charged_parts(inside[number], inside[:number])
        cost += (piece.cost - 1000) * exact.rounded(exact.measured(charged, a, b))
    assert leg_cost(table, a, b) == max(0, -(-cost // 1000))


Part = tuple[Decimal, Decimal]


def charged_parts(own: list[Part], dearer: list[list[Part]]) -> list[Part]:
    """What of a piece lies in none of the dearer ones: cut everywhere, and look at the middles."""
    taken = [part for parts in dearer for part in parts]
    cuts = sorted({end for part in (*own, *taken) for end in part})
    with localcontext() as context:
        context.prec = exact.DIGITS
        return [
            (begin, end)
            for begin, end in pairwise(cuts)
            if any(first <= begin and end <= last for first, last in own)
            and not any(first <= begin and end <= last for first, last in taken)
        ]


def test_taking_stretches_away() -> None:
    def span(begin: int, end: int) -> tuple[Mark, Mark]:
        return Mark(begin, 10), Mark(end, 10)

    whole = [span(0, 10)]
    assert without(whole, []) == whole
    assert without(whole, [span(0, 10)]) == []
    assert without(whole, [span(2, 3), span(3, 5), span(9, 10)]) == [span(0, 2), span(5, 9)]
    assert without([span(1, 2), span(4, 6)], [span(2, 4)]) == [span(1, 2), span(4, 6)]
    assert without([span(1, 3), span(4, 6)], [span(2, 5)]) == [span(1, 2), span(5, 6)]


# Where it is looked at: SKR-X4


def test_every_half_inch_each_corner_and_the_end() -> None:
    path = [at(0, 0), at(1.2, 0), at(1.2, 0.9)]
    assert looks(path) == [
        (0, at(0.5, 0), 500),
        (0, at(1, 0), 1000),
        (0, at(1.2, 0), 1200),
        (1, at(1.2, 0.3), 1500),
        (1, at(1.2, 0.8), 2000),
        (1, at(1.2, 0.9), 2100),
    ]


def test_a_corner_at_a_half_inch_is_looked_at_once() -> None:
    path = [at(0, 0), at(1, 0), at(1, 0.5), at(1, 0.5), at(1, 0.501)]
    assert looks(path) == [
        (0, at(0.5, 0), 500),
        (0, at(1, 0), 1000),
        (1, at(1, 0.5), 1500),
        (3, at(1, 0.501), 1501),
    ]


def test_places_on_slanting_legs_are_whole_thousandths() -> None:
    assert looks([at(0, 0), at(3, 4)])[0] == (0, at(0.3, 0.4), 500)
    assert looks([at(0, 0), at(1, 1)]) == [
        (0, (354, 354), 500),
        (0, (707, 707), 1000),
        (0, at(1, 1), 1414),
    ]
    # A half is rounded up, whichever way the leg goes.
    assert looks([(0, 0), (600, 800)])[0] == (0, (300, 400), 500)
    assert looks([(0, 0), (1000, 1)])[0] == (0, (500, 1), 500)
    assert looks([(0, 0), (1000, -1)])[0] == (0, (500, 0), 500)


def test_paths_that_lead_nowhere() -> None:
    assert looks([]) == looks([at(1, 1)]) == looks([at(1, 1), at(1, 1)]) == []


@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3000)), max_size=5))
@SOME
def test_looks_are_dense_and_in_order(path: list[Point]) -> None:
    found = looks(path)
    ways = [0, *(way for _, _, way in found)]
    assert all(0 < after - before <= 500 for before, after in pairwise(ways))
    assert [number for number, _, _ in found] == sorted(number for number, _, _ in found)
    assert ways[-1] == sum(distance(a, b) for a, b in pairwise(path))
    for leg, place, _ in found:
        assert exact.squared_distance(path[leg], path[leg + 1], place) <= 1
    corners = [b for a, b in pairwise(path) if a != b]
    assert [place for _, place, _ in found if place in corners][-1:] == corners[-1:]


# Who is in the way: SKR-M2


def test_touching_a_base_is_not_being_stopped_by_it() -> None:
    enemies = [(at(10, 0.8), 800), (at(5, 0), 800), (at(20, 0.799), 800)]
    assert first_enemy_in_way(at(0, 0), at(30, 0), enemies) == 1
    assert first_enemy_in_way(at(30, 0), at(0, 0), enemies) == 2
    assert first_enemy_in_way(at(6, 0), at(15, 0), enemies) is None
    assert first_enemy_in_way(at(5.8, 0), at(9, 0), enemies) is None
    assert first_enemy_in_way(at(5.799, 0), at(9, 0), enemies) == 1
    assert first_enemy_in_way(at(0, 0), at(4.2, 0), enemies) is None
    assert first_enemy_in_way(at(0, 0), at(4.201, 0), enemies) == 1
    assert first_enemy_in_way(at(5, 0), at(5, 0), enemies) == 1
    assert first_enemy_in_way(at(0, 0), at(1, 0), []) is None


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_at_the_same_place_the_first_named(order: int) -> None:
    enemies = [(at(10, 0.5), 800), (at(10, -0.5), 800)][::order]
    assert first_enemy_in_way(at(0, 0), at(30, 0), enemies) == 0


@given(
    small_points,
    small_points,
    st.lists(st.tuples(small_points, st.integers(1, 4)), max_size=4),
)
@SOME
def test_the_first_enemy_is_that_of_the_model(
    a: Point, b: Point, enemies: list[tuple[Point, int]]
) -> None:
    met = []
    for number, (centre, room) in enumerate(enemies):
        disc = Disc(centre, room)
        if enters(disc, a, b):
            share = exact.first_blocked(disc, 1, a, 0, b, 0)
            assert share is not None
            met.append((round(share, 20), number))
        else:
            assert exact.squared_distance(a, b, centre) >= room**2
    assert first_enemy_in_way(a, b, enemies) == (min(met)[1] if met else None)
