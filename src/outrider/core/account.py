"""Why odds are what they are, and everything that may come of an action.

`Odds` are for programs: names and fractions. An account is the same for people, in the game's
words: what the chances rest on, and results that leave nothing out.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Tone: TypeAlias = Literal["good", "bad", "plain"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that the chances rest on: a length, dice, cover."""

    label: str
    value: str = ""
    dice: int | None = None
    """So many dice are shown instead of a value."""
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        told = {"label": self.label, "value": self.value, "dice": self.dice, "note": self.note}
        return {name: value for name, value in told.items() if value not in ("", None)}


@dataclass(frozen=True, slots=True)
class Result:
    """One of the ways it may end. Those of the same `group` exclude each other, and one of them
    happens: their shares add up to 1."""

    said: str
    share: Fraction
    tone: Tone = "good"
    """How whoever acts takes it."""
    cost: str = ""
    """What it costs, or what follows from it."""
    group: str = ""
    """Whom it is about, where each has results of its own."""

    def to_json(self) -> dict[str, Any]:
        told = {"said": self.said, "share": str(self.share), "tone": self.tone}
        further = {"cost": self.cost, "group": self.group}
        return {**told, **{name: value for name, value in further.items() if value}}


@dataclass(frozen=True, slots=True)
class Account:
    """`along` is what is said on the line between the two it is about; `areas` are shapes to be
    drawn while it is thought over, each with what is `said` of it, and `caught` who is in them."""

    reasons: tuple[Reason, ...] = ()
    results: tuple[Result, ...] = ()
    along: str = ""
    areas: tuple[dict[str, Any], ...] = ()
    caught: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        told = {
            "reasons": [reason.to_json() for reason in self.reasons],
            "results": [result.to_json() for result in self.results if result.share],
            "along": self.along,
            "areas": list(self.areas),
            "caught": list(self.caught),
        }
        return {name: value for name, value in told.items() if value}
