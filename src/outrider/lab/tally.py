"""What the games of a cell come to so far: the score with its interval, and what else is told."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from outrider.lab.facts import GameFacts
from outrider.lab.intervals import Interval, counted, interval
from outrider.lab.plan import Cell

ROUNDED = 9
"""Digits by which scores are told apart: thirds come out the same however they are added."""


@dataclass(slots=True)
class Tally:
    """One cell. Units are kept in their order, so that cells are compared by the same dice."""

    cell: Cell
    planned: int
    units: "array[float]" = field(default_factory=lambda: array("d"))
    """The subject's score in each unit."""
    counts: Counter[float] = field(default_factory=Counter)
    """How often each came up."""
    games: int = 0
    draws: int = 0
    drawn: Counter[float] = field(default_factory=Counter)
    """The part of a unit's games that was drawn: games with the same dice are one piece of news."""
    first: Counter[float] = field(default_factory=Counter)
    """What who began has made in a unit, by score."""
    began: set[str] = field(default_factory=set)
    """The seats that have."""
    seats: list[float] = field(default_factory=list)
    by_seat: list[Counter[float]] = field(default_factory=list)
    """What each seat has made in a game, by score."""
    reasons: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    turns: int = 0
    substitutes: int = 0
    closed: bool = False
    """Sharp enough, or decided: no more is played."""

    def __post_init__(self) -> None:
        # Who goes on from units that were kept has counted them before.
        self.counts = self.counts or Counter(self.units)

    def kept(self) -> dict[str, Any]:
        """All that was counted: whoever goes on from it makes `Tally(cell, planned, **kept)`."""
        names = (each.name for each in fields(self) if each.name not in ("cell", "planned"))
        return {name: getattr(self, name) for name in names}

    def add(self, games: Sequence[GameFacts]) -> None:
        """The games of whole units, in their order."""
        cell, each = self.cell, len(self.cell.turns)
        if not self.seats:
            self.seats = [0.0] * len(cell.seats)
            self.by_seat = [Counter() for _ in cell.seats]
        for at in range(0, len(games), each):
            unit = games[at : at + each]
            score = round(sum(map(self._score, unit)) / each, ROUNDED)
            self.units.append(score)
            self.counts[score] += 1
            self.drawn[round(sum(game.draw for game in unit) / each, ROUNDED)] += 1
            self._add_first(unit)
        for game in games:
            self.games += 1
            self.draws += game.draw
            self.actions += game.actions
            self.turns += game.turns or 0
            self.substitutes += sum(game.substitutes)
            self.reasons[game.reason] += 1
            for seat, score in enumerate(game.score):
                self.seats[seat] += score
                self.by_seat[seat][round(score, ROUNDED)] += 1

    def _add_first(self, unit: Sequence[GameFacts]) -> None:
        """What who began has made in games of the same dice."""
        seats, made = self.cell.seats, []
        for game in unit:
            if game.first is not None and game.first in seats:
                self.began.add(game.first)
                made.append(game.score[seats.index(game.first)])
        if made:
            self.first[round(sum(made) / len(made), ROUNDED)] += 1

    def _score(self, game: GameFacts) -> float:
        """The subject's: of the first seat between bots that are alike, else of the first bot."""
        if self.cell.is_mirror:
            return game.score[0]
        mine = [at for at, bot in enumerate(game.bots) if bot == self.cell.subject]
        return sum(game.score[at] for at in mine) / len(mine)

    @property
    def par(self) -> float:
        """What everybody would have if all were even."""
        return 1 / len(self.cell.seats)

    @property
    def interval(self) -> Interval:
        return interval(self.counts, self.planned)

    @property
    def first_move(self) -> Interval:
        """What who began has made; nothing where it is always the same seat, and so no telling
        whether it is the seat or the move."""
        return interval(self.first if len(self.began) > 1 else {}, self.planned)

    @property
    def draw_rate(self) -> Interval:
        return interval(self.drawn, self.planned)


def effect(one: Tally, other: Tally) -> Interval:
    """By how much the subject's score is higher in the second cell, unit by unit with the same
    dice."""
    common = min(len(one.units), len(other.units))
    halves = _halves(one.units[:common], other.units[:common])
    found = interval(counted(halves), one.planned)
    return Interval(2 * found.mean - 1, 2 * found.low - 1, 2 * found.high - 1, found.units)


def _halves(one: Iterable[float], other: Iterable[float]) -> list[float]:
    """Differences, from 0 to 1."""
    return [
        round((after - before + 1) / 2, ROUNDED) for before, after in zip(one, other, strict=True)
    ]
