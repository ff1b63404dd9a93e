"""Snapping: the answer is legal, and nothing legal is nearer."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms import examples
from outrider.table.points import Point, squared
from outrider.table.seating import polygon_table
from outrider.table.snapping import Other, Reason, fits, nearest
from outrider.table.terrain import Table

TABLE = Table((36_000, 36_000))
START = (18_000, 18_000)
FOUR = 4000
APART = 800


def legal(end: Point, start: Point, limit: int, table: Table, others: list[Other]) -> bool:
    """The rules of an end once more, written by themselves."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dx * dx + dy * dy > limit * limit:
        return False
    if not (0 <= end[0] <= table.size[0] and 0 <= end[1] <= table.size[1]):
        return False
    for (ax, ay), (bx, by) in zip(
        table.outline, table.outline[1:] + table.outline[:1], strict=True
    ):
        if (by - ay) * (end[0] - ax) < (bx - ax) * (end[1] - ay):
            return False
    return not any(
        (end[0] - x) ** 2 + (end[1] - y) ** 2 < apart * apart for (x, y), apart, _ in others
    )


def off(found: Point | None, wish: Point) -> int:
    return 10**12 if found is None else squared(found, wish)


class TestReasons:
    @pytest.mark.parametrize(
        ("end", "words"),
        [
            ((18_000, 22_000), None),
            ((18_000, 22_001), 'too far by 0.001"'),
            ((22_000, 18_001), 'too far by 0.001"'),
            ((20_400, 21_200), None),
            ((20_401, 21_200), 'too far by 0.001"'),
            ((18_000, 22_130), 'too far by 0.13"'),
            ((30_000, 18_000), 'too far by 8"'),
        ],
    )
    def test_too_far(self, end: Point, words: str | None) -> None:
        reason = fits(end, START, FOUR, TABLE, [])
        assert (reason and str(reason)) == words

    @pytest.mark.parametrize(
        ("end", "on"),
        [
            ((0, 500), True),
            ((-1, 500), False),
            ((500, 0), True),
            ((500, -1), False),
            ((0, 0), True),
        ],
    )
    def test_off_the_table(self, end: Point, on: bool) -> None:
        reason = fits(end, (1000, 1000), FOUR, TABLE, [])
        assert reason == (None if on else Reason("off the table"))
        assert on or str(reason) == "off the table"

    def test_off_a_polygon(self) -> None:
        table = polygon_table(8)
        assert fits((8971, 8000), (10_000, 9000), FOUR, table, []) is None
        assert fits((8970, 8000), (10_000, 9000), FOUR, table, []) == Reason("off the table")

    @pytest.mark.parametrize(
        ("end", "by"),
        [
            ((18_000, 19_200), 0),
            ((18_000, 19_201), 1),
            ((18_480, 19_360), 0),
            ((18_480, 19_361), 1),
            ((18_037, 19_201), 1),
            ((18_000, 19_500), 300),
            ((18_000, 20_000), 800),
        ],
    )
    def test_bases_may_touch(self, end: Point, by: int) -> None:
        others = [Other((10_000, 10_000), APART, "R1"), Other((18_000, 20_000), APART, "R4")]
        reason = fits(end, START, FOUR, TABLE, others)
        assert reason == (Reason("overlaps", by, "R4") if by else None)
        assert not by or str(reason) == "overlaps R4"

    def test_the_first_reason_is_told(self) -> None:
        others = [Other((-100, 0), APART, "B2"), Other((-100, 100), APART, "B1")]
        assert str(fits((-1, 0), (9000, 0), FOUR, TABLE, others)) == 'too far by 5.001"'
        assert str(fits((-1, 0), (2000, 0), FOUR, TABLE, others)) == "off the table"
        assert str(fits((0, 0), (2000, 0), FOUR, TABLE, others)) == "overlaps B2"


class TestAnswers:
    def test_a_legal_wish_is_granted(self) -> None:
        assert nearest((20_001, 19_003), START, FOUR, TABLE, []) == (20_001, 19_003)

    def test_as_far_as_it_goes(self) -> None:
        assert nearest((30_000, 18_000), START, FOUR, TABLE, []) == (22_000, 18_000)
        assert nearest((24_000, 26_000), START, FOUR, TABLE, []) == (20_400, 21_200)

    def test_to_the_rim(self) -> None:
        assert nearest((500, -700), (1000, 1000), FOUR, TABLE, []) == (500, 0)
        assert nearest((-500, -700), (1000, 1000), FOUR, TABLE, []) == (0, 0)

    def test_out_of_a_base(self) -> None:
        others = [Other((18_000, 20_000), APART)]
        assert nearest((18_000, 19_900), START, FOUR, TABLE, others) == (18_000, 19_200)
        assert nearest((18_060, 20_080), START, FOUR, TABLE, others) == (18_480, 20_640)

    def test_onto_somebody_ends_on_this_side_of_them(self) -> None:
        """All round the base is equally near: the way in between is the shortest."""
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            other = (START[0] + 2000 * dx, START[1] + 2000 * dy)
            found = nearest(other, START, FOUR, TABLE, [Other(other, APART)])
            assert found == (START[0] + 1200 * dx, START[1] + 1200 * dy)

    def test_between_two_bases(self) -> None:
        """800 from both: 6-8-10, below the line through their middles."""
        others = [Other((17_520, 20_000), APART), Other((18_480, 20_000), APART)]
        assert nearest((18_000, 19_900), START, FOUR, TABLE, others) == (18_000, 19_360)

    def test_a_single_point_is_left(self) -> None:
        """Where the reach touches a base: nowhere else is there room."""
        around = Other(START, FOUR)
        found = nearest((20_000, 20_003), START, FOUR, TABLE, [around])
        assert found is not None
        assert squared(found, START) == FOUR * FOUR

    def test_no_room(self) -> None:
        assert nearest(START, START, 500, TABLE, [Other(START, 501)]) is None
        assert nearest(START, START, 0, TABLE, [Other((18_000, 18_799), APART)]) is None
        assert nearest((0, 0), (40_000, 40_000), FOUR, TABLE, []) is None
        assert nearest((0, 0), (40_000, 18_000), 3999, TABLE, []) is None
        assert nearest((0, 0), (40_000, 18_000), FOUR, TABLE, []) == (36_000, 18_000)
        assert nearest(START, START, -1, TABLE, []) is None

    def test_nowhere_to_go_but_where_it_stands(self) -> None:
        assert nearest((0, 0), START, 0, TABLE, [Other((18_000, 18_800), APART)]) == START

    def test_others_may_come_in_any_form(self) -> None:
        others = [Other((18_000, 20_000), APART)]
        assert nearest((18_000, 19_900), START, FOUR, TABLE, iter(others)) == (18_000, 19_200)


tiny_points = st.tuples(st.integers(-4, 24), st.integers(-4, 24))
tiny_others = st.lists(st.builds(Other, tiny_points, st.integers(1, 12)), max_size=4)
tiny_tables = st.builds(Table, st.tuples(st.integers(1, 20), st.integers(1, 20))) | st.builds(
    polygon_table, st.integers(5, 8), st.integers(4, 8)
)


@examples(400)
@given(tiny_points, tiny_points, st.integers(0, 15), tiny_tables, tiny_others)
def test_all_ends_of_a_tiny_table(
    wish: Point, start: Point, limit: int, table: Table, others: list[Other]
) -> None:
    """Every point there is is tried: none that is legal is nearer."""
    ends = [
        (x, y)
        for x in range(table.size[0] + 1)
        for y in range(table.size[1] + 1)
        if legal((x, y), start, limit, table, others)
    ]
    for end in ends[:50]:
        assert fits(end, start, limit, table, others) is None
    found = nearest(wish, start, limit, table, others)
    if not ends:
        assert found is None
    else:
        assert found in ends
        assert off(found, wish) == min(off(end, wish) for end in ends)


@given(st.integers(1, 40), st.integers(-3, 3), st.integers(-3, 3), st.integers(30, 60))
def test_in_the_middle_of_a_base(apart: int, dx: int, dy: int, limit: int) -> None:
    """All round the base is nearly equally near; every point of it is tried."""
    table, start, at = Table((100, 100)), (50, 20), (50, 50)
    wish, others = (at[0] + dx, at[1] + dy), [Other(at, apart)]
    ends = [
        (x, y)
        for x in range(at[0] - 45, at[0] + 46)
        for y in range(at[1] - 45, at[1] + 46)
        if legal((x, y), start, limit, table, others)
    ]
    found = nearest(wish, start, limit, table, others)
    assert found in ends
    assert off(found, wish) == min(off(end, wish) for end in ends)


def near_start(reach: int) -> st.SearchStrategy[Point]:
    return st.tuples(*(st.integers(c - reach, c + reach) for c in START))


crowds = st.lists(
    st.builds(Other, near_start(5000), st.sampled_from([APART, 1000, 1250])), max_size=12
)
large_tables = st.sampled_from([TABLE, Table((20_000, 36_000)), *map(polygon_table, (5, 6, 7, 8))])
starts = near_start(0) | near_start(8000) | st.tuples(st.integers(0, 6000), st.integers(0, 6000))


def samples(found: Point | None, wish: Point, start: Point, limit: int) -> Iterator[Point]:
    """A coarse grid over all ends, a fine one round the answer, and some at random nearby."""
    step = max(1, limit // 12)
    for dx in range(-limit, limit + 1, step):
        for dy in range(-limit, limit + 1, step):
            yield start[0] + dx, start[1] + dy
    if found is not None:
        yield from ((found[0] + x, found[1] + y) for x in range(-5, 6) for y in range(-5, 6))
        source = random.Random(hash((found, wish)))
        reach = 1 + max(abs(found[0] - wish[0]), abs(found[1] - wish[1]))
        for _ in range(200):
            yield wish[0] + source.randint(-reach, reach), wish[1] + source.randint(-reach, reach)


@examples(150)
@given(near_start(9000), starts, st.sampled_from([FOUR, 6000, 777]), large_tables, crowds)
def test_no_sample_is_nearer(
    wish: Point, start: Point, limit: int, table: Table, others: list[Other]
) -> None:
    found = nearest(wish, start, limit, table, others)
    if found is not None:
        assert legal(found, start, limit, table, others)
        assert fits(found, start, limit, table, others) is None
    for end in samples(found, wish, start, limit):
        if off(end, wish) < off(found, wish):
            assert not legal(end, start, limit, table, others), end


@examples(60)
@given(near_start(2000), st.integers(0, 3), st.integers(0, 3), st.data())
def test_in_a_narrow_gap(at: Point, gap: int, aside: int, data: st.DataObject) -> None:
    """Two bases a hair apart: the room between them is narrower than any grid, and still found."""
    width = 2 * APART + gap
    others = [Other(at, APART), Other((at[0] + width, at[1] + aside), APART)]
    wish = (at[0] + width // 2, at[1] + data.draw(st.integers(-30, 30)))
    found = nearest(wish, START, 6000, TABLE, others)
    assert found is not None
    assert legal(found, START, 6000, TABLE, others)
    reach = 40
    ends = [(wish[0] + x, wish[1] + y) for x in range(-3, 4) for y in range(-reach, reach + 1)]
    best = min((off(p, wish) for p in ends if legal(p, START, 6000, TABLE, others)), default=10**12)
    assert off(found, wish) <= best


@given(near_start(9000), st.lists(st.builds(Other, near_start(4000), st.just(APART)), max_size=6))
@examples(50)
def test_the_answer_is_its_own_nearest(wish: Point, others: list[Other]) -> None:
    found = nearest(wish, START, FOUR, TABLE, others)
    if found is not None:
        assert nearest(found, START, FOUR, TABLE, others) == found
    turned = nearest(wish, START, FOUR, TABLE, others[::-1])
    assert off(turned, wish) == off(found, wish)
