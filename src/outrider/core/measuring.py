"""What anybody may measure at any time: between two points, and what is in a piece's power."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Measured:
    """Between two points: how far it is, in the game's words, and what stands in the way of sight,
    if anything does, and where."""

    said: str
    blocked: Sequence[Any] | None = None

    def to_json(self) -> dict[str, Any]:
        return {"said": self.said, "blocked": None if self.blocked is None else list(self.blocked)}


@dataclass(frozen=True, slots=True)
class Range:
    """What a piece can do from where it stands, whosever turn it is: ground it could `reach`, or on
    which it `threatens` others."""

    said: str
    kind: Literal["reach", "threat"]
    areas: tuple[dict[str, Any], ...]

    def to_json(self) -> dict[str, Any]:
        return {"said": self.said, "kind": self.kind, "areas": list(self.areas)}
