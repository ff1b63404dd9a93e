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

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "story": self.story,
            "sides": [side.to_json() for side in self.sides],
            "facts": list(self.facts),
            "terms": dict(self.terms),
        }
