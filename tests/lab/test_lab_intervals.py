"""Intervals hold whenever one stops, and are worth having."""

import math
import random

import pytest

from outrider.lab.intervals import Stakes, interval, units_for

LIMIT = math.log(20)


@pytest.mark.parametrize(
    ("values", "weights"),
    [((0.0, 1.0), (1, 1)), ((0.0, 0.5, 1.0), (3, 2, 3)), ((0.0, 0.25, 0.5, 1.0), (7, 1, 1, 1))],
)
def test_of_a_hundred_experiments_five_are_wrong_at_any_time_at_most(
    values: tuple[float, ...], weights: tuple[int, ...]
) -> None:
    """Looked at after every eighth unit of a thousand: a fixed interval would be wrong in far more
    of them at some time."""
    source, wrong, naive = random.Random(5), 0, 0
    mean = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    square = sum(w * (v - mean) ** 2 for v, w in zip(values, weights, strict=True)) / sum(weights)
    for _ in range(200):
        counts = dict.fromkeys(values, 0)
        missed = missed_naive = False
        for unit, value in enumerate(source.choices(values, weights, k=1000), 1):
            counts[value] += 1
            if unit % 8 == 0:
                stakes = Stakes(counts, 1000)
                missed |= stakes.against(mean) >= LIMIT
                missed_naive |= abs(stakes.mean - mean) > 1.96 * math.sqrt(square / unit)
        wrong += missed
        naive += missed_naive
    assert wrong <= 10
    assert naive >= 40


def test_an_interval_is_not_much_wider_than_one_that_may_be_looked_at_once() -> None:
    for units in (200, 2000, 20000):
        found = interval({0.0: units // 2, 1.0: units // 2}, units)
        once = 1.96 * 0.5 / math.sqrt(units)
        assert once < found.half < 1.65 * once


def test_units_that_differ_less_say_more() -> None:
    wide = interval({0.0: 500, 1.0: 500}, 1000)
    narrow = interval({0.0: 100, 0.5: 800, 1.0: 100}, 1000)
    assert narrow.half < 0.6 * wide.half


def test_a_clean_sweep_leaves_room_for_chance() -> None:
    found = interval({1.0: 20}, 20)
    assert found.high == 1 and 0.6 < found.low < 0.9


def test_nothing_is_known_of_nothing() -> None:
    found = interval({}, 100)
    assert (found.low, found.high, found.units) == (0, 1, 0)


def test_how_many_units_it_takes_is_about_right() -> None:
    units = units_for(0.02, 0.5)
    half = interval({0.0: units // 2, 1.0: units // 2}, units).half
    assert 0.018 < half <= 0.0202
