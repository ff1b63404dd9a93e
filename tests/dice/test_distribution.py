"""Exact chances, against every way a few dice can fall and against the laws they obey."""

import copy
import itertools
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.dice import Distribution, best_two_of, die, highest_of, sum_of

SMALL = range(6)


def falls(n: int) -> Iterable[tuple[int, ...]]:
    """Every way `n` dice can fall."""
    return itertools.product((1, 2, 3, 4, 5, 6), repeat=n)


def chances(counts: Counter[Any]) -> dict[Any, Fraction]:
    return {value: Fraction(count, counts.total()) for value, count in counts.items()}


distributions = st.dictionaries(
    st.integers(-50, 50), st.integers(1, 1000), min_size=1, max_size=8
).map(Distribution)
numbers = st.integers(-60, 60)


class TestAgainstEveryFall:
    @pytest.mark.parametrize("n", SMALL)
    def test_sum(self, n: int) -> None:
        counts = Counter(sum(fall) for fall in falls(n))
        assert sum_of(n).weights() == dict(counts)
        assert dict(sum_of(n)) == chances(counts)

    @pytest.mark.parametrize("n", SMALL)
    def test_highest(self, n: int) -> None:
        counts = Counter(max(fall, default=0) for fall in falls(n))
        assert highest_of(n).weights() == dict(counts)

    @pytest.mark.parametrize("n", SMALL)
    def test_best_two(self, n: int) -> None:
        def best(fall: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(sorted((*fall, 0, 0), reverse=True)[:2])

        assert best_two_of(n) == chances(Counter(best(fall) for fall in falls(n)))

    @pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 2), (1, 1), (2, 1), (2, 3), (3, 3)])
    def test_beats_and_difference(self, n: int, m: int) -> None:
        margins = Counter(sum(fall[:n]) - sum(fall[n:]) for fall in falls(n + m))
        margin = sum_of(n) - sum_of(m)
        assert margin.weights() == dict(margins)
        assert margin.cut(0).weights() == dict(
            Counter(max(value, 0) for value in margins.elements())
        )
        signs = Counter((value > 0) - (value < 0) for value in margins.elements())
        wanted = tuple(Fraction(signs[sign], 6 ** (n + m)) for sign in (1, 0, -1))
        assert sum_of(n).beats(sum_of(m)) == wanted


class TestKnown:
    def test_two_dice(self) -> None:
        two = sum_of(2)
        assert two.chance(7) == Fraction(1, 6)
        assert two.chance(13) == 0
        assert two.at_least(10) == Fraction(1, 6)
        assert two.more_than(10) == Fraction(1, 12)
        assert two.expected() == 7
        assert highest_of(2).expected() == Fraction(161, 36)

    def test_many_dice(self) -> None:
        many = sum_of(20)
        assert many.total == 6**20
        assert many.chance(20) == Fraction(1, 6**20)
        assert many.chance(19) == 0
        assert many.chance(70) == Fraction(189456975899496, 6**20)
        assert many == sum_of(13) + sum_of(7)

    def test_order_is_by_value(self) -> None:
        mixed = Distribution({3: 1, -2: 2, 0: 3})
        assert list(mixed) == [(-2, Fraction(1, 3)), (0, Fraction(1, 2)), (3, Fraction(1, 6))]

    @pytest.mark.parametrize("make", [sum_of, highest_of, best_two_of])
    def test_no_fewer_than_no_dice(self, make: Callable[[int], object]) -> None:
        with pytest.raises(ValueError, match="-1"):
            make(-1)

    def test_results_are_remembered_and_safe(self) -> None:
        assert sum_of(9) is sum_of(9)
        assert highest_of(9) is highest_of(9)
        best_two_of(2).clear()
        assert len(best_two_of(2)) == 21
        sum_of(9).weights().clear()
        assert sum_of(9).total == 6**9


class TestLaws:
    @given(st.integers(0, 40))
    def test_weights_add_up(self, n: int) -> None:
        for made in (sum_of(n), highest_of(n)):
            assert made.total == sum(made.weights().values()) == 6**n
            assert sum(chance for _, chance in made) == 1
        assert sum(best_two_of(n).values()) == 1

    @given(st.integers(1, 25))
    def test_best_two_agree_with_the_highest(self, n: int) -> None:
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (high, _), chance in best_two_of(n).items():
            found[high] += chance
        assert found == dict(highest_of(n))

    @given(distributions, distributions)
    def test_expected_is_linear(self, one: Distribution, other: Distribution) -> None:
        assert (one + other).expected() == one.expected() + other.expected()
        assert (one - other).expected() == one.expected() - other.expected()

    @given(distributions, distributions, distributions)
    def test_sums_in_any_order(
        self, one: Distribution, other: Distribution, third: Distribution
    ) -> None:
        assert one + other == other + one
        assert (one + other) + third == one + (other + third)
        assert one + sum_of(0) == one
        assert (one + other).total == one.total * other.total

    @given(distributions)
    def test_difference_from_its_like_is_symmetric(self, one: Distribution) -> None:
        margin = one - one
        assert margin.weights() == margin.map(lambda value: -value).weights()
        win, _, lose = one.beats(one)
        assert win == lose

    @given(distributions, distributions)
    def test_beating_is_the_mirror_of_being_beaten(
        self, one: Distribution, other: Distribution
    ) -> None:
        win, tie, lose = one.beats(other)
        assert other.beats(one) == (lose, tie, win)
        assert win + tie + lose == 1
        assert tie == sum(chance * other.chance(value) for value, chance in one)
        assert win == sum(chance * (1 - other.at_least(value)) for value, chance in one)

    @given(distributions, numbers, numbers)
    def test_shift_moves_everything(self, one: Distribution, by: int, value: int) -> None:
        moved = one.shift(by)
        assert moved.chance(value + by) == one.chance(value)
        assert moved.expected() == one.expected() + by
        assert moved.shift(-by) == one
        assert (moved == one) is (by == 0)

    @given(distributions, numbers)
    def test_at_least_and_more_than(self, one: Distribution, value: int) -> None:
        assert one.at_least(value) == sum(chance for found, chance in one if found >= value)
        assert one.more_than(value) == one.at_least(value) - one.chance(value)

    @given(distributions, numbers)
    def test_cut(self, one: Distribution, low: int) -> None:
        cut = one.cut(low)
        assert cut.chance(low) == 1 - one.more_than(low)
        assert all(cut.chance(value) == chance for value, chance in one if value > low)
        assert min(value for value, _ in cut) >= low

    @given(distributions, st.integers(1, 9))
    def test_map_gathers(self, one: Distribution, by: int) -> None:
        made = one.map(lambda value: value % by)
        assert made.total == one.total
        for rest in range(by):
            wanted = sum(chance for value, chance in one if value % by == rest)
            assert made.chance(rest) == wanted

    @given(distributions, st.integers(2, 50))
    def test_equal_chances_are_equal(self, one: Distribution, times: int) -> None:
        same = Distribution({value: weight * times for value, weight in one.weights().items()})
        assert same == one
        assert hash(same) == hash(one)
        assert same.total == one.total * times


class TestBeingAValue:
    def test_differences(self) -> None:
        assert sum_of(2) != highest_of(2)
        assert die() != Distribution({1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1})
        assert die() != "die"
        assert die() == highest_of(1) == sum_of(1)
        assert len({sum_of(n) for n in range(10)}) == 10

    def test_repr_reads_back(self) -> None:
        assert repr(Distribution({5: 1, 2: 3})) == "Distribution({2: 3, 5: 1})"
        assert repr(die().map(lambda value: value > 4)) == "Distribution({0: 4, 1: 2})"

    def test_copies(self) -> None:
        assert pickle.loads(pickle.dumps(sum_of(3))) == sum_of(3)
        assert copy.deepcopy(sum_of(3)) == sum_of(3)

    def test_nothing_can_be_changed(self) -> None:
        one: Any = die()
        for name in ("total", "_total", "_weights", "other"):
            with pytest.raises(AttributeError):
                setattr(one, name, 1)
        with pytest.raises(AttributeError):
            del one._weights
        assert one.total == 6

    def test_only_distributions_add_up(self) -> None:
        one: Any = die()
        with pytest.raises(TypeError):
            one + 1
        with pytest.raises(TypeError):
            one - 1

    @pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
    def test_impossible_weights(self, weights: dict[int, int]) -> None:
        with pytest.raises(ValueError, match="weight"):
            Distribution(weights)

    def test_weightless_values_are_left_out(self) -> None:
        assert Distribution({1: 0, 2: 3}).weights() == {2: 3}

    def test_floats_are_kept_out(self) -> None:
        wrong: Any = [{1.0: 1}, {1: 1.0}, {"1": 1}, {1: Fraction(1)}]
        for weights in wrong:
            with pytest.raises(TypeError, match="whole numbers"):
                Distribution(weights)
        half: Any = lambda value: value / 2  # noqa: E731
        with pytest.raises(TypeError, match="whole numbers"):
            die().map(half)
