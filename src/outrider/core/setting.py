"""What a game is told with before it is chosen: where it is played, and whose goal is what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Force:
    """So many pieces that are alike."""

    count: int
    about: str

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "about": self.about}


@dataclass(frozen=True, slots=True)
class Aims:
    """What a side is after, any of which wins for it, and with what. Where all sides are alike,
    `seat` is None and stands for each of them."""

    seat: str | None
    aims: tuple[str, ...]
    forces: tuple[Force, ...]

    def to_json(self) -> dict[str, Any]:
        forces = [force.to_json() for force in self.forces]
        return {"seat": self.seat, "aims": list(self.aims), "forces": forces}


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was so, from 0 to 1, and between what bounds it is with a chance of
    95%."""

    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        return {"mean": self.mean, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Measured:
    """How games on a setting have ended between bots of one level."""

    bots: str
    games: int
    won: Mapping[str, Share]
    """By seat."""
    drawn: Share

    def to_json(self) -> dict[str, Any]:
        won = {seat: share.to_json() for seat, share in self.won.items()}
        drawn = self.drawn.to_json()
        return {"bots": self.bots, "games": self.games, "won": won, "drawn": drawn}


@dataclass(frozen=True, slots=True)
class Setting:
    """A table or a scenario that comes with a game, as people choose it. `terms` are what a match
    on it is asked for with: `scenario`, or `options`."""

    id: str
    title: str
    story: str
    sides: tuple[Aims, ...]
    facts: tuple[str, ...] = ()
    """Who begins, how long it lasts: a sentence each."""
    terms: Mapping[str, Any] = field(default_factory=dict)
    measured: Measured | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "story": self.story,
            "sides": [side.to_json() for side in self.sides],
            "facts": list(self.facts),
            "terms": dict(self.terms),
            "measured": None if self.measured is None else self.measured.to_json(),
        }
