"""Exact chances of what an action may lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


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
