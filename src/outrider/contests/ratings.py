"""What results say about strength: Elo with intervals, and when they have said enough.

Games come in pairs with the same dice and seats swapped, so the pair is what is counted: the luck
of the draw is in both its games. Intervals are from weighing pairs anew at random.

Each two bots are taken to have won half a game against each other besides (the prior of Jeffreys):
so nobody's Elo is endless, and somebody who has won everything is not taken to win for ever.
"""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from outrider.contests.arena import Played

RESAMPLED = 1000
SWEEPS = 500
CLOSE = 1e-6
"""The change of a sweep that ends the iteration."""
MOST = 0.99
"""The share that counts as always."""
BESIDES = 0.5
"""Of a game that each of two bots is taken to have won against the other."""

Points: TypeAlias = dict[tuple[str, str], float]
"""What one bot made against another."""


def score_of(played: Played, name: str) -> float:
    """What a bot made of a game, over all its seats."""
    return sum(played.score(seat) for seat, bot in enumerate(played.bots) if bot == name)


def points_of(games: Iterable[Played]) -> Points:
    """What the bots made of games between two of them, in however many seats."""
    points: Points = {}
    for game in games:
        first, second = dict.fromkeys(game.bots)
        for two in ((first, second), (second, first)):
            points[two] = points.get(two, 0.0) + score_of(game, two[0])
    return points


def elo(games: Sequence[Played], names: Sequence[str]) -> dict[str, float]:
    """Elo ratings by the model of Bradley and Terry, the mean at 0."""
    points = points_of(games)
    besides = {(one, two): BESIDES for one in names for two in names if one != two}
    return _fitted({two: points.get(two, 0.0) + besides[two] for two in besides}, names)


def _fitted(points: Points, names: Sequence[str]) -> dict[str, float]:
    """The ratings under which points are likeliest, by the model's usual iteration."""
    others = {name: [other for other in names if other != name] for name in names}
    won = {name: sum(points[name, other] for other in others[name]) for name in names}
    met = {(one, two): points[one, two] + points[two, one] for one, two in points}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(SWEEPS):
        found = {
            name: won[name]
            / sum(met[name, other] / (strength[name] + strength[other]) for other in others[name])
            for name in names
        }
        mean = math.exp(sum(map(math.log, found.values())) / len(names))
        before, strength = strength, {name: value / mean for name, value in found.items()}
        if all(abs(strength[name] / before[name] - 1) < CLOSE for name in names):
            break
    return {name: 400 * math.log10(value) for name, value in strength.items()}


def intervals(games: Sequence[Played], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Bounds that hold the rating in ninety-five of a hundred weighings. Every pair of games gets a
    weight by chance (Bayesian resampling), and so does what is taken to have been won besides: a
    clean sweep has no spread of its own. It has no upper bound either, which is infinite then."""
    pairs: dict[int, list[Played]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game)
    groups = [points_of(each) for each in pairs.values()]
    source = random.Random(1)
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(RESAMPLED):
        drawn = {
            # Chance may weigh it as nothing at all, which has no logarithm.
            (one, two): max(source.gammavariate(BESIDES, 1.0), 1e-9)
            for one in names
            for two in names
            if one != two
        }
        for group in groups:
            weight = source.expovariate(1.0)
            for two, points in group.items():
                drawn[two] += weight * points
        for name, rating in _fitted(drawn, names).items():
            found[name].append(rating)
    return {name: _bounds(sorted(found[name]), games, name) for name in names}


def _bounds(found: Sequence[float], games: Sequence[Played], name: str) -> tuple[float, float]:
    low, high = found[int(0.025 * len(found))], found[int(0.975 * len(found))]
    scores = [score_of(game, name) for game in games if name in game.bots]
    return (
        low if any(scores) else -math.inf,
        high if any(score < 1 for score in scores) else math.inf,
    )


def said(low: float, high: float) -> str:
    """Bounds in words; of a clean sweep only one is known."""
    if math.isinf(low) and math.isinf(high):
        return "anything"
    if math.isinf(high):
        return f"{low:+.0f} or more"
    return f"{high:+.0f} or less" if math.isinf(low) else f"{low:+.0f} to {high:+.0f}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test between two hypotheses about the Elo of one bot over another. It ends as
    soon as the results are likely enough under one of them rather than the other."""

    low: float = 0.0
    high: float = 50.0
    error: float = 0.05

    def verdict(self, ratio: float) -> str | None:
        """`high`, `low`, or None while nobody knows."""
        bound = math.log((1 - self.error) / self.error)
        return "high" if ratio >= bound else "low" if ratio <= -bound else None

    def stronger(self, games: Sequence[Played], first: str, second: str) -> str | None:
        """Which of two bots is: `first`, `second`, `even` if neither is by as much as the higher
        hypothesis says, or None while nobody knows. Both are tested for being the stronger."""
        one = self.verdict(self.ratio(games, first))
        two = self.verdict(self.ratio(games, second))
        if one == "high" or two == "high":
            return "first" if one == "high" else "second"
        return "even" if one == two == "low" else None

    def ratio(self, games: Sequence[Played], first: str) -> float:
        """The logarithm of how much likelier the results are under the higher hypothesis, by the
        normal approximation over pairs."""
        pairs: dict[int, list[float]] = {}
        for game in games:
            pairs.setdefault(game.pair, []).append(score_of(game, first))
        scores = [sum(each) / len(each) for each in pairs.values() if len(each) == 2]
        if len(scores) < 2:
            return 0.0
        mean = sum(scores) / len(scores)
        spread = sum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
        # A run of equal results has no spread of its own: half a game is taken to be open.
        spread = max(spread, 0.25 / len(scores))
        worse, better = expected(self.low), expected(self.high)
        return len(scores) * (better - worse) * (2 * mean - worse - better) / (2 * spread)


@dataclass(frozen=True, slots=True)
class Bar:
    """A sequential test of whether a bot wins a share of the decided games or more: between what
    is `margin` less and what is `margin` more. The same errors, by Wald's rule."""

    share: float
    margin: float = 0.1
    error: float = 0.05

    def verdict(self, ratio: float) -> str | None:
        return Sprt(error=self.error).verdict(ratio)

    def ratio(self, games: Sequence[Played], first: str) -> float:
        low, high = self.share - self.margin, min(self.share + self.margin, MOST)
        won = sum(score_of(game, first) == 1 for game in games)
        lost = sum(score_of(game, first) == 0 for game in games)
        return won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))


def expected(difference: float) -> float:
    """The score to expect from a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))
