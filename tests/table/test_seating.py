"""Who sits where, and which edge is whose."""

from decimal import Decimal, localcontext
from math import cos, isclose, pi, sin

import pytest

from outrider.core.refusal import Refusal
from outrider.core.seats import SEATS
from outrider.table.lengths import LARGEST_TABLE
from outrider.table.points import Point, distance
from outrider.table.seating import edge_of, polygon_table, rectangle, seated
from outrider.table.shapes import equiangular, sides, turn
from outrider.table.terrain import Table, a_table

TWO_INCHES = 2000
ROUND = [5, 6, 7, 8]

CORNERS = {
    5: [(31416, 0), (7416, 0), (0, 22825), (19416, 36932), (38833, 22825)],
    6: [(36000, 0), (12000, 0), (0, 20785), (12000, 41569), (36000, 41569), (48000, 20785)],
    7: [(38964, 0), (14964, 0), (0, 18764), (5341, 42162), (26964, 52575), (48587, 42162),
        (53928, 18764)],
    8: [(40971, 0), (16971, 0), (0, 16971), (0, 40971), (16971, 57941), (40971, 57941),
        (57941, 40971), (57941, 16971)],
}  # fmt: skip


class TestRectangles:
    BOTTOM = frozenset({(0, 0), (36_000, 0)})
    TOP = frozenset({(0, 24_000), (36_000, 24_000)})
    LEFT = frozenset({(0, 0), (0, 24_000)})
    RIGHT = frozenset({(36_000, 0), (36_000, 24_000)})

    @pytest.mark.parametrize(
        ("seats", "edges"),
        [
            (2, {"red": BOTTOM, "blue": TOP}),
            (3, {"red": BOTTOM, "blue": LEFT, "green": TOP}),
            (4, {"red": BOTTOM, "blue": LEFT, "green": TOP, "amber": RIGHT}),
        ],
    )
    def test_who_sits_where(self, seats: int, edges: dict[str, frozenset[Point]]) -> None:
        """SKM-S4: two opposite each other, three and four clockwise."""
        found = rectangle((36_000, 24_000), seats)
        assert [seat for seat, _, _ in found] == list(SEATS[:seats])
        assert {seat: frozenset({a, b}) for seat, a, b in found} == edges

    @pytest.mark.parametrize("seats", [-1, 0, 1, 5, 8])
    def test_no_more_and_no_fewer(self, seats: int) -> None:
        with pytest.raises(Refusal, match=f"2 to 4 sit at a rectangle, not {seats}"):
            rectangle((36_000, 36_000), seats)

    def test_every_edge_runs_clockwise(self) -> None:
        for _, a, b in rectangle((36_000, 24_000), 4):
            assert turn(a, b, (18_000, 12_000)) < 0

    def test_a_table_is_seated(self) -> None:
        table = a_table(
            {"size": [36, 24], "terrain": [{"shape": "disc", "at": [5, 5], "radius": 1}]}
        )
        three = seated(table, 3)
        assert three.edges == rectangle((36_000, 24_000), 3)
        assert three.terrain == table.terrain
        assert seated(three, 2).edges == rectangle((36_000, 24_000), 2)
        assert three.to_json() == table.to_json()
        with pytest.raises(Refusal, match="2 to 4"):
            seated(table, 5)


@pytest.mark.parametrize("seats", ROUND)
class TestPolygons:
    def test_the_corners(self, seats: int) -> None:
        """They are part of records and states: these numbers may never change."""
        table = polygon_table(seats)
        assert list(table.outline) == CORNERS[seats]
        assert table.terrain == ()
        assert table.name == ""

    def test_the_box_begins_at_nothing(self, seats: int) -> None:
        table = polygon_table(seats)
        xs, ys = zip(*table.outline, strict=True)
        assert (min(xs), min(ys)) == (0, 0)
        assert (max(xs), max(ys)) == table.size
        assert max(table.size) <= LARGEST_TABLE

    def test_red_sits_at_the_bottom_and_the_others_clockwise(self, seats: int) -> None:
        table = polygon_table(seats)
        assert [seat for seat, _, _ in table.edges] == list(SEATS[:seats])
        assert [(a, b) for _, a, b in table.edges] == list(sides(table.outline))
        (ax, ay), (bx, by) = edge_of(table, "red")
        assert ay == by == 0
        assert ax - bx == 24_000
        # Blue sits to the left of red: round the table with the clock, as at a rectangle.
        blue, last = edge_of(table, "blue"), edge_of(table, SEATS[seats - 1])
        assert blue[0][0] + blue[1][0] < table.size[0] < last[0][0] + last[1][0]

    def test_it_is_convex(self, seats: int) -> None:
        outline = polygon_table(seats).outline
        for k in range(seats):
            assert turn(outline[k - 2], outline[k - 1], outline[k]) < 0

    def test_sides_are_24_inches_long(self, seats: int) -> None:
        for a, b in sides(polygon_table(seats).outline):
            assert abs(distance(a, b) - 24_000) <= 1

    def test_floats_find_the_same_corners_nearly(self, seats: int) -> None:
        """Round the middle at equal angles: a way to reckon that the table itself does not go."""
        radius = 12_000 / sin(pi / seats)
        angles = [-pi / 2 + (1 - 2 * k) * pi / seats for k in range(seats)]
        left = min(radius * cos(angle) for angle in angles)
        low = min(radius * sin(angle) for angle in angles)
        for (x, y), angle in zip(polygon_table(seats).outline, angles, strict=True):
            assert abs(radius * cos(angle) - left - x) < 0.5001
            assert abs(radius * sin(angle) - low - y) < 0.5001

    @pytest.mark.parametrize("side", [1000, 12_345, 24_000])
    def test_other_sides(self, seats: int, side: int) -> None:
        table = polygon_table(seats, side)
        for a, b in sides(table.outline):
            assert isclose(distance(a, b), side, abs_tol=1)

    def test_it_seats_so_many_and_no_others(self, seats: int) -> None:
        table = polygon_table(seats)
        assert seated(table, seats) == table
        for others in (2, 4, seats - 1, seats + 1):
            with pytest.raises(Refusal, match=f"this table is for {seats}"):
                seated(table, others)

    def test_the_corners_do_not_depend_on_other_reckonings(self, seats: int) -> None:
        equiangular.cache_clear()
        with localcontext(prec=3):
            assert list(polygon_table(seats).outline) == CORNERS[seats]


def test_only_five_to_eight_sit_at_a_polygon() -> None:
    for seats in (-5, 0, 1, 2, 3, 4, 9, 100):
        with pytest.raises(Refusal, match=f"5 to 8 sit at a polygon, not {seats}"):
            polygon_table(seats)


def test_a_polygon_fits_the_largest_table() -> None:
    """Six sides of 36 inches are 72 inches across."""
    assert polygon_table(6, 36_000).size[0] == LARGEST_TABLE
    for side in (36_001, 10**6, 0, -24_000):
        with pytest.raises(Refusal, match="no table for 6 has sides of"):
            polygon_table(6, side)


def test_a_polygon_by_roots() -> None:
    """The table for six and the one for eight need square roots only: here they are."""
    with localcontext(prec=60):
        three, two = Decimal(3).sqrt(), Decimal(2).sqrt()
        assert polygon_table(6).size == (48_000, round(24_000 * three))
        assert polygon_table(8).size == (round(24_000 * (1 + two)),) * 2
        fifths = (1 + Decimal(5).sqrt()) / 2
        assert polygon_table(5).size[0] == round(24_000 * fifths)


class TestEdges:
    TABLE = seated(Table((36_000, 36_000)), 4)

    def test_somebody_has_to_sit_there(self) -> None:
        for table, seat in ((self.TABLE, "violet"), (self.TABLE, ""), (Table((1000, 1000)), "red")):
            with pytest.raises(Refusal, match="nobody sits at") as caught:
                edge_of(table, seat)
            assert caught.value.kind == "unknown"
