"""How things stand during a game: what it is counted by, whose goal is what, how near each is."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from outrider.core.frozen import frozen

SIGNS = ("hold", "reach", "leave", "kill", "last", "see")
"""What a goal is about, for the small drawing beside it: ground to be kept or to be got to, an edge
to leave by, enemies, the end of the game, news."""


@frozen
class Track:
    """What is counted up to the end of a game, such as turns: the present one of at most `most`,
    where 0 is without end, and what comes `then`."""

    name: str
    now: int
    most: int = 0
    then: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "now": self.now, "most": self.most, "then": self.then}


@frozen
class Goal:
    """One way for a seat to win. `done` of `most` is how near it is, `said` the same in a few words
    and `alert` what threatens it, or what is about to happen. `area` is the ground that it is about
    and `units` the pieces, for the table: a shape of docs/protocol.md or a line, and ids."""

    seat: str
    text: str
    sign: str
    done: int = 0
    most: int = 0
    said: str = ""
    alert: str = ""
    area: Mapping[str, Any] | None = None
    units: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        assert self.sign in SIGNS
        told: dict[str, Any] = {"seat": self.seat, "text": self.text, "sign": self.sign}
        told |= {"done": self.done, "most": self.most, "said": self.said}
        more = {"alert": self.alert, "area": self.area, "units": list(self.units)}
        return told | {name: value for name, value in more.items() if value}


@frozen
class Standing:
    """A seat's goals in the order of their weight: any one of them wins. `left` is how many pieces
    each seat still has, and of how many."""

    goals: tuple[Goal, ...]
    track: Track | None = None
    left: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "track": None if self.track is None else self.track.to_json(),
            "goals": [goal.to_json() for goal in self.goals],
            "left": {seat: list(count) for seat, count in self.left.items()},
        }
