"""Exact chances of what dice add up to. Whole numbers and fractions only, never floats."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd
from typing import NoReturn

from outrider.core.game import FACES

KEPT = 256
"""How many results of each constructor are remembered; no table sees more dice at once."""


class Distribution:
    """How likely each of some whole numbers is.

    Every value has a weight, a whole number: in how many of the ways the dice can fall it comes up.
    Of `n` dice the weights add up to 6**n. Distributions never change; two are equal when all
    chances are, by whatever dice they came about.
    """

    __slots__ = ("_total", "_weights")

    _total: int
    _weights: tuple[tuple[int, int], ...]

    def __init__(self, weights: Mapping[int, int]) -> None:
        for value, weight in weights.items():
            _check_whole(value)
            _check_whole(weight)
            if weight < 0:
                raise ValueError(f"no value can have the weight {weight}")
        kept = tuple((int(value), weight) for value, weight in sorted(weights.items()) if weight)
        if not kept:
            raise ValueError("something has to be possible: no value has any weight")
        object.__setattr__(self, "_weights", kept)
        object.__setattr__(self, "_total", sum(weight for _, weight in kept))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("distributions never change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("distributions never change")

    def __reduce__(self) -> tuple[type["Distribution"], tuple[dict[int, int]]]:
        """Copied and pickled by way of the constructor, as nothing can be set afterwards."""
        return Distribution, (self.weights(),)

    # -- looking ---------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """The sum of all weights: in how many ways the dice can fall."""
        return self._total

    def weights(self) -> dict[int, int]:
        """Every possible value with its weight, smallest value first."""
        return dict(self._weights)

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Every possible value with its chance, smallest value first."""
        return ((value, Fraction(weight, self._total)) for value, weight in self._weights)

    def chance(self, value: int) -> Fraction:
        return self._share(lambda other: other == value)

    def at_least(self, value: int) -> Fraction:
        return self._share(lambda other: other >= value)

    def more_than(self, value: int) -> Fraction:
        return self._share(lambda other: other > value)

    def _share(self, counts: Callable[[int], bool]) -> Fraction:
        ways = sum(weight for value, weight in self._weights if counts(value))
        return Fraction(ways, self._total)

    def expected(self) -> Fraction:
        return Fraction(sum(value * weight for value, weight in self._weights), self._total)

    def beats(self, other: "Distribution") -> tuple[Fraction, Fraction, Fraction]:
        """The chances to come out higher than, the same as and lower than an independent one."""
        margin = self - other
        win, tie = margin.more_than(0), margin.chance(0)
        return win, tie, 1 - win - tie

    # -- making others ---------------------------------------------------------------------------

    def __add__(self, other: "Distribution") -> "Distribution":
        """The sum of two independent distributions."""
        if not isinstance(other, Distribution):
            return NotImplemented
        made: defaultdict[int, int] = defaultdict(int)
        for value, weight in self._weights:
            for more, times in other._weights:
                made[value + more] += weight * times
        return Distribution(made)

    def __sub__(self, other: "Distribution") -> "Distribution":
        """The difference of two independent distributions: `d - d` is not certainly 0."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self + other.map(lambda value: -value)

    def map(self, changed: Callable[[int], int]) -> "Distribution":
        """The distribution of what a function makes of each value."""
        made: defaultdict[int, int] = defaultdict(int)
        for value, weight in self._weights:
            made[changed(value)] += weight
        return Distribution(made)

    def shift(self, by: int) -> "Distribution":
        return self.map(lambda value: value + by)

    def cut(self, low: int) -> "Distribution":
        """Everything below `low` counts as `low`: damage, say, is never less than 0."""
        return self.map(lambda value: max(value, low))

    # -- comparing -------------------------------------------------------------------------------

    def _reduced(self) -> tuple[tuple[int, int], ...]:
        """The weights in lowest terms, the same for all distributions with the same chances."""
        common = gcd(*(weight for _, weight in self._weights))
        return tuple((value, weight // common) for value, weight in self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._reduced() == other._reduced()

    def __hash__(self) -> int:
        return hash(self._reduced())

    def __repr__(self) -> str:
        return f"Distribution({self.weights()})"


def die() -> Distribution:
    """One die."""
    return sum_of(1)


@lru_cache(KEPT)
def sum_of(n: int) -> Distribution:
    """The sum of `n` dice; of none it is certainly 0."""
    _check_number(n)
    ways = [1]  # for the sums from the number of dice so far upwards
    for _ in range(n):
        # One more die: each sum comes from the six before it, so from a window of running totals.
        upto = list(accumulate(ways + [0] * (FACES - 1)))
        ways = upto[:FACES] + [high - low for high, low in zip(upto[FACES:], upto, strict=False)]
    return Distribution(dict(enumerate(ways, n)))


@lru_cache(KEPT)
def highest_of(n: int) -> Distribution:
    """The highest of `n` dice; of none it is certainly 0."""
    _check_number(n)
    if n == 0:
        return sum_of(0)
    return Distribution({high: _highest_is(high, n) for high in range(1, FACES + 1)})


def best_two_of(n: int) -> dict[tuple[int, int], Fraction]:
    """The chance of every possible pair of highest and second highest of `n` dice.

    A die that is not there counts 0: of one die the second is 0, of none both are.
    """
    return dict(_best_two_of(n))


@lru_cache(KEPT)
def _best_two_of(n: int) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    _check_number(n)
    if n < 2:
        return tuple(((high, 0), chance) for high, chance in highest_of(n))
    found = []
    for high in range(1, FACES + 1):
        ways = _highest_is(high, n)
        for second in range(1, high):
            # Any one of the dice is the highest alone, the best of the others is the second.
            apart = n * _highest_is(second, n - 1)
            found.append(((high, second), Fraction(apart, FACES**n)))
            ways -= apart
        found.append(((high, high), Fraction(ways, FACES**n)))
    return tuple(found)


def _highest_is(high: int, n: int) -> int:
    """In how many ways the highest of `n` > 0 dice is just that: none above, but not all below."""
    below: int = (high - 1) ** n
    ways: int = high**n
    return ways - below


def _check_number(n: int) -> None:
    if n < 0:
        raise ValueError(f"a number of dice is never less than 0, as {n} is")


def _check_whole(number: object) -> None:
    """A float would spoil every exact result made from it without a sound."""
    if not isinstance(number, int):
        raise TypeError(f"values and weights are whole numbers, not {number!r}")
