"""What a path costs."""

from decimal import Decimal, localcontext
from itertools import pairwise

from hypothesis import given

from outrider.table.paths import joined, path_cost, without
from outrider.table.points import Point
from outrider.table.shapes import Disc, Polygon
from outrider.table.stretches import Mark
from outrider.table.terrain import IMPASSABLE, Piece, Table
from table import exact
from table.shaping import MANY, at, block, points, small_points, small_shapes, tables

MARSH = Piece(block(10, 0, 12, 20), cost=2000)
ROCK = Piece(block(20, 0, 22, 20), cost=IMPASSABLE)
WOOD = Piece(Disc(at(30, 10), 1000), cost=1500)


def a_table(*pieces: Piece) -> Table:
    return Table((72_000, 72_000), pieces)


def leg_cost(table: Table, a: Point, b: Point) -> int | None:
    return path_cost(table, (a, b))


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
    """A wood drawn as two discs is one wood, a road in it is lost, and so it is under a hill, which
    costs 1 as open ground does (SKR-S3)."""
    wood = [Piece(Disc(at(x, 10), 2000), cost=2000) for x in (10, 13)]
    assert leg_cost(a_table(*wood), at(8, 10), at(15, 10)) == 14_000
    road = Piece(block(0, 9, 30, 11), cost=500)
    hill = Piece(block(0, 0, 30, 30), height=3000)
    assert leg_cost(a_table(road), at(1, 10), at(5, 10)) == 2000
    assert leg_cost(a_table(hill, road), at(1, 10), at(5, 10)) == 4000
    assert leg_cost(a_table(road, *wood), at(7, 10), at(16, 10)) == 15_000
    assert leg_cost(a_table(hill, road, *wood), at(7, 10), at(16, 10)) == 16_000
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
    slow = [piece for piece in table.terrain if piece.cost != IMPASSABLE]
    slow.sort(key=lambda piece: -piece.cost)
    inside = [exact.shares_inside(piece.shape, a, b) for piece in slow]
    cost = 1000 * exact.rounded(exact.measured([(Decimal(0), Decimal(1))], a, b))
    for number, piece in enumerate(slow):
        for stretch in charged_parts(inside[number], inside[:number]):
            cost += (piece.cost - 1000) * exact.rounded(exact.measured([stretch], a, b))
    assert leg_cost(table, a, b) == max(0, -(-cost // 1000))


Part = tuple[Decimal, Decimal]


def charged_parts(own: list[Part], dearer: list[list[Part]]) -> list[Part]:
    """What of a piece lies in none of the dearer ones: cut everywhere, look at the parts, and put
    together again those that meet."""
    taken = [part for parts in dearer for part in parts]
    cuts = sorted({end for part in (*own, *taken) for end in part})
    with localcontext() as context:
        context.prec = exact.DIGITS
        found: list[Part] = []
        for begin, end in pairwise(cuts):
            mine = any(first <= begin and end <= last for first, last in own)
            if mine and not any(first <= begin and end <= last for first, last in taken):
                start = found.pop()[0] if found and found[-1][1] == begin else begin
                found.append((start, end))
        return found


def span(begin: int, end: int) -> tuple[Mark, Mark]:
    return Mark(begin, 10), Mark(end, 10)


def test_taking_stretches_away() -> None:
    whole = [span(0, 10)]
    assert without(whole, []) == whole
    assert without(whole, [span(0, 10)]) == []
    assert without(whole, [span(2, 3), span(3, 5), span(9, 10)]) == [span(0, 2), span(5, 9)]
    assert without([span(1, 2), span(4, 6)], [span(2, 4)]) == [span(1, 2), span(4, 6)]
    assert without([span(1, 3), span(4, 6)], [span(2, 5)]) == [span(1, 2), span(5, 6)]


def test_stretches_that_meet_are_one() -> None:
    """SKR-M2: where a way passes a corner inside of a piece it does not leave it."""
    assert joined([span(0, 2), span(2, 3), span(4, 5)]) == [span(0, 3), span(4, 5)]
    assert joined([span(0, 2), span(2, 3), span(3, 5)]) == [span(0, 5)]
    assert joined([]) == []
