"""Exact chances of what an action may lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Sense:
    """How something that may come of an action is to be taken, by whoever does it."""

    tone: Literal["good", "bad", "plain"] = "good"
    by: str | None = None
    """The unit that would do it."""
    weight: Literal["usual", "detail", "sum", "part"] | None = None
    """`usual` is not worth a word where it is certain, a `detail` not where there is much else, a
    `sum` not beside what is usual or its parts."""

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"tone": self.tone}
        if self.by is not None:
            said["by"] = self.by
        return said if self.weight is None else {**said, "weight": self.weight}


@dataclass(frozen=True, slots=True)
class Odds:
    """Named chances and named expected values, as exact fractions."""

    chances: Mapping[str, Fraction]
    expected: Mapping[str, Fraction] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "odds": {name: str(chance) for name, chance in self.chances.items()},
            "expected": {name: str(value) for name, value in self.expected.items()},
        }
