"""Winning chances, and how well they are known. A draw counts half."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from outrider.core.pending import Outcome

WIDE = 1.96
"""Standard errors on either side of a mean that leave five in a hundred out."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A winning chance, and between which bounds it lies, nineteen times of twenty. It comes from
    so many `samples`; from none, if it was searched, and then the same bounds mean that it is
    proved."""

    mean: float
    low: float
    high: float
    samples: int = 0

    @property
    def is_proved(self) -> bool:
        return not self.samples and self.low == self.high


@dataclass(frozen=True, slots=True)
class Tally:
    """What is known of a position: every seat's mean over so many `samples`, which add up to 1 but
    for the chance of each seat's own samples. Without samples it was searched: more of the same
    would show nothing new, and `doubt` is how far it may be off."""

    raw: Mapping[str, float]
    samples: int = 0
    doubt: float = 0.0

    @property
    def means(self) -> dict[str, float]:
        """Everybody's chance, made whole."""
        whole = sum(self.raw.values())
        return (
            {seat: value / whole for seat, value in self.raw.items()} if whole else even(self.raw)
        )

    def plus(self, more: "Tally") -> "Tally":
        """Both together."""
        samples = self.samples + more.samples
        if not self.samples or not more.samples:
            return self if not self.samples else more
        means = {
            seat: (mean * self.samples + more.raw[seat] * more.samples) / samples
            for seat, mean in self.raw.items()
        }
        return Tally(means, samples)

    def estimate(self, seat: str) -> Estimate:
        mean = self.means[seat]
        if not self.samples:
            return Estimate(mean, max(0.0, mean - self.doubt), min(1.0, mean + self.doubt))
        centre, error = self._drawn(seat)
        low, high = centre - WIDE * error, centre + WIDE * error
        return Estimate(mean, max(0.0, min(low, mean)), min(1.0, max(high, mean)), self.samples)

    def error(self, seat: str) -> float:
        """The standard error of a seat's mean."""
        return self._drawn(seat)[1] if self.samples else self.doubt / WIDE

    def _drawn(self, seat: str) -> tuple[float, float]:
        """The centre of Wilson's interval and its standard error: ten games won of ten do not prove
        that the eleventh is."""
        extra = WIDE * WIDE
        mean, count = self.means[seat], self.samples
        centre = (mean * count + extra / 2) / (count + extra)
        inner = mean * (1 - mean) * count + extra / 4
        return centre, math.sqrt(max(0.0, inner)) / (count + extra)


def together(found: Sequence[tuple[Tally, int]]) -> Tally:
    """Positions that were searched and that dice may lead to, each as often as it came up: the mean
    of them, in doubt by theirs and by how far apart they lie."""
    count = sum(times for _, times in found)
    seats = tuple(found[0][0].means)
    means = {seat: sum(each.means[seat] * times for each, times in found) / count for seat in seats}
    apart = sum((each.means[seats[0]] - means[seats[0]]) ** 2 * times for each, times in found)
    doubt = sum(each.doubt * times for each, times in found) / count
    return Tally(means, 0, doubt + WIDE * math.sqrt(apart) / count)


def shares(outcome: Outcome, seats: Sequence[str]) -> dict[str, float]:
    """A result as chances: the winners share it, a draw is everybody's."""
    if not outcome.winners:
        return even(seats)
    part = 1 / len(outcome.winners)
    return {seat: part if seat in outcome.winners else 0.0 for seat in seats}


def even(seats: Collection[str]) -> dict[str, float]:
    return dict.fromkeys(seats, 1 / len(seats))
