"""What results say about strength: Elo with intervals, and when they have said enough.

Games come in pairs with the same dice and seats swapped, so the pair is what is counted: the luck
of the draw is in both its games. Intervals are from resampling pairs.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from outrider.bots.arena import Played

RESAMPLED = 400
SWEEPS = 200
MOST = 0.99
"""The share that counts as always."""
FEW = 1e-3
"""Of a game that everybody is taken to have drawn with everybody: so nobody's Elo is endless."""


def score_of(played: Played, name: str) -> float:
    """What a bot made of a game, over all its seats."""
    return sum(played.score(seat) for seat, bot in enumerate(played.bots) if bot == name)


def elo(games: Sequence[Played], names: Sequence[str]) -> dict[str, float]:
    """Elo ratings by the model of Bradley and Terry, the mean at 0, from a fixed number of sweeps
    of its usual iteration."""
    wins = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], float] = {}
    for game in games:
        for seat, name in enumerate(game.bots):
            wins[name] += game.score(seat)
            for other in game.bots[seat + 1 :]:
                if other != name:
                    for pair in ((name, other), (other, name)):
                        met[pair] = met.get(pair, 0.0) + 1 / (len(game.bots) - 1)
    for name in names:
        for other in names:
            if name != other:
                met[name, other] = met.get((name, other), 0.0) + FEW
                wins[name] += FEW / 2
    strength = dict.fromkeys(names, 1.0)
    for _ in range(SWEEPS):
        strength = {
            name: wins[name]
            / sum(
                met[name, other] / (strength[name] + strength[other])
                for other in names
                if other != name
            )
            for name in names
        }
        mean = math.exp(sum(map(math.log, strength.values())) / len(names))
        strength = {name: value / mean for name, value in strength.items()}
    return {name: 400 * math.log10(value) for name, value in strength.items()}


def intervals(games: Sequence[Played], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Ninety-five in a hundred resamplings of the pairs give a rating in between."""
    pairs: dict[int, list[Played]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game)
    groups = list(pairs.values())
    source = random.Random(1)
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(RESAMPLED):
        drawn = [game for _ in groups for game in groups[int(source.random() * len(groups))]]
        for name, rating in elo(drawn, names).items():
            found[name].append(rating)
    low, high = int(0.025 * RESAMPLED), int(0.975 * RESAMPLED)
    return {name: (sorted(each)[low], sorted(each)[high]) for name, each in found.items()}


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
