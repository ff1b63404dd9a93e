"""Intervals that hold whenever one stops.

What is measured is a mean of numbers from 0 to 1, one for each unit of an experiment. To ask
whether the mean is m, somebody who doubts it bets: with every unit the stake grows by the factor
1 + b (x - m). If the mean is m, no way of betting grows in the long run, and the chance that a
stake of 1 ever comes to 1/a is at most a (Ville). So those m against which the stake has come to
1/a are left out, and what remains holds the true mean at every moment at once with a chance of
1 - a: a confidence sequence. The stake is spread over bets of many sizes, both ways, beforehand,
most of it over those that are best at the number of units that was planned for (a mixture: Robbins
1970; Howard, Ramdas, McAuliffe and Sekhon 2021; by bets: Waudby-Smith and Ramdas 2024; Orabona and
Jun 2024).

Only how often each number came up counts, not in which order; so whoever adds up gets the same.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

SURE = 0.95
NARROW, WIDE = 24, 10
"""How many sizes of bets lie about the planned one, and how many at all."""
ASIDE = 0.2
"""The part of the stake that is spread over all sizes."""
STEPS = 40
"""Halvings in which a bound is found."""
PLANNED = 2000
MIXED = 3.4
"""What spreading the stake costs, where it was planned well."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its bounds, from so many units."""

    mean: float
    low: float
    high: float
    units: int

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    def within(self, low: float, high: float) -> bool:
        return low <= self.low and self.high <= high


@lru_cache(64)
def bets(planned: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Shares of the largest bet that can be paid, and the logarithms of their part of the stake.
    A deviation that is told at n units is about sqrt(8 / n) of it."""
    best = min(0.9, math.sqrt(8 / max(planned, 1)))
    near = np.minimum(best * np.linspace(0.1, 2.4, NARROW), 0.99)
    weights = np.exp(-0.5 * (np.linspace(0.1, 2.4, NARROW) / 1.0) ** 2)
    every = 0.97 * 0.5 ** np.arange(WIDE)
    parts = np.concatenate(((1 - ASIDE) * weights / weights.sum(), np.full(WIDE, ASIDE / WIDE)))
    return np.concatenate((near, every)), np.log(parts / 2)


def counted(values: Iterable[float]) -> dict[float, int]:
    """How often each number came up."""
    found: dict[float, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


class Stakes:
    """What came up so far, and what it says of every mean."""

    def __init__(self, counts: Mapping[float, int], planned: int = PLANNED) -> None:
        ordered = sorted(counts.items())
        self._values = np.array([value for value, _ in ordered])
        self._counts = np.array([count for _, count in ordered], np.float64)
        self._shares, self._parts = bets(planned)
        self.units = int(self._counts.sum())
        self.mean = float(self._values @ self._counts / self.units) if self.units else 0.5

    def against(self, mean: float) -> float:
        """The logarithm of the stake of who doubts that this is the mean."""
        if not self.units:
            return 0.0
        grown = []
        for largest in (1 / max(mean, 1e-12), -1 / max(1 - mean, 1e-12)):
            factors = 1 + np.outer(self._shares * largest, self._values - mean)
            logs = np.log(np.maximum(factors, 1e-300)) @ self._counts
            grown.append(logs + self._parts)
        logs = np.concatenate(grown)
        top = float(logs.max())
        return top + math.log(float(np.exp(logs - top).sum()))

    def bound(self, side: float, sure: float) -> float:
        """The last mean on the way to 0 or 1 that is not left out."""
        limit = math.log(1 / (1 - sure))
        inner, outer = self.mean, side
        if self.against(outer) < limit:
            return outer
        for _ in range(STEPS):
            middle = (inner + outer) / 2
            if self.against(middle) < limit:
                inner = middle
            else:
                outer = middle
        return outer


def interval(counts: Mapping[float, int], planned: int = PLANNED, sure: float = SURE) -> Interval:
    """The mean of numbers from 0 to 1, by how often each came up, with bounds that hold at every
    moment at once; `planned` units are where they are narrowest."""
    stakes = Stakes(counts, planned)
    if not stakes.units:
        return Interval(0.5, 0.0, 1.0, 0)
    low, high = stakes.bound(0.0, sure), stakes.bound(1.0, sure)
    return Interval(stakes.mean, low, high, stakes.units)


def spread_of(counts: Mapping[float, int]) -> float:
    """The standard deviation of a unit; of none, or of units that are all alike, the most there
    may be."""
    units = sum(counts.values())
    if units < 2:
        return 0.5
    mean = sum(value * count for value, count in counts.items()) / units
    square = sum((value - mean) ** 2 * count for value, count in counts.items()) / units
    return math.sqrt(square) or 0.5


def units_for(half: float, spread: float, sure: float = SURE) -> int:
    """About how many units it takes until the bounds are so near."""
    factor = math.sqrt(2 * math.log(1 / (1 - sure)) + MIXED)
    return math.ceil((factor * spread / half) ** 2)
