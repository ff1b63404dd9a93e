"""The kernels' points and distances are those of the plain table."""

import random

import pytest

from outrider.table import points
from outrider.table.kernel import candidates as compiled
from outrider.table.kernel.layout import DIRECTIONS, LEAST, MOST, SLACK
from outrider.table.kernel.points import distance, floor_root, squared, within
from outrider.table.points import Point, along
from table import plain_candidates as candidates

pytestmark = pytest.mark.kernel

CASES = 400


def pairs(seed: int) -> list[tuple[Point, Point]]:
    """Near and far, the bounds, and the same point twice."""
    source = random.Random(seed)

    def point(low: int, high: int) -> Point:
        return source.randint(low, high), source.randint(low, high)

    corners = [(LEAST, LEAST), (MOST, MOST), (LEAST, MOST), (0, 0)]
    found = [(a, b) for a in corners for b in corners]
    for _ in range(CASES):
        found.append((point(0, 24_000), point(0, 24_000)))
        found.append((point(0, 30), point(0, 30)))
        found.append((point(LEAST, MOST), point(LEAST, MOST)))
    return found


def test_distances_are_those_of_the_plain_table() -> None:
    for a, b in pairs(1):
        assert squared(*a, *b) == points.squared(a, b)
        assert distance(*a, *b) == points.distance(a, b)
        root = floor_root(points.squared(a, b))
        assert root**2 <= points.squared(a, b) < (root + 1) ** 2
        for limit in (-1, 0, root, root + 1):
            assert within(*a, *b, limit) == points.within(a, b, limit)


@pytest.mark.parametrize("root", [1, 2, 3, 1000, 2**17, 305_470])
def test_roots_of_squares_and_their_neighbours(root: int) -> None:
    """Where a float could be off by one."""
    assert [floor_root(root**2 + by) for by in (-1, 0, 1)] == [root - 1, root, root]


def test_useful_points_are_those_of_the_plain_table() -> None:
    source = random.Random(2)
    for a, b in pairs(3):
        limit = source.choice((0, 1, 3000, 8000, 72_000))
        assert compiled.along(*a, *b, limit) == along(a, b, limit)
        toward, away = candidates.about_enemies(a, limit, [b])
        assert compiled.along(*a, *b, limit) == toward
        assert compiled.away(*a, *b, limit) == away
        rings = [compiled.ring(*a, limit, number) for number in range(compiled.RINGS)]
        assert rings == list(candidates.rings(a, limit))
        reach = source.choice((0, 1000, 10_000))
        near = [compiled.at_range(*a, *b, reach + by) for by in (-SLACK, SLACK)]
        kept = [point for point in near if points.within(a, point, limit)]
        assert kept == list(candidates.about_ranges(a, limit, [b], [reach]))
        shelter = compiled.shelter(*a, *b, 800)
        assert [shelter] == list(candidates.behind_friends(a, 10**6, [a], [b], 800))


def test_the_directions_are_nearly_equally_long() -> None:
    assert all(999_000 <= x * x + y * y <= 1_001_000 for x, y in DIRECTIONS)
