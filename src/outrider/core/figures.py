"""The numbers of a rulebook as data: what each is called, what it is, how far it may be changed.

A game's kernel takes them as an array with named places, so that changed ones need no compiler.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import shown

EXACT = Context(prec=60, traps=[])
"""Room for every number within bounds. Comparing Decimals is exact, multiplying them is not."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. `place` is where the kernel's array has it; `scale` is how many of the kernel's
    units are one of those people write (a thousand thousandths to the inch)."""

    place: int
    name: str
    default: int
    low: int
    high: int
    rule: str
    sentence: str
    scale: int = 1

    def read(self, value: object) -> int:
        """The kernel's number from one in JSON, which has to be a whole number of its units."""
        what = "whole number" if self.scale == 1 else "number"
        if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
            raise malformed(f"must be a {what}, not {shown(value)}", self.rule)
        exact = Decimal(float.__repr__(value)) if isinstance(value, float) else Decimal(value)
        low, high = self._people(self.low), self._people(self.high)
        if not (exact.is_finite() and low <= exact <= high):
            bounds = f"from {self.shown(self.low)} to {self.shown(self.high)}"
            raise malformed(f"must be {bounds}, not {shown(value)}", self.rule)
        made = int(EXACT.multiply(exact, Decimal(self.scale)).to_integral_value(context=EXACT))
        if self._people(made) != exact:
            parts = "a whole number" if self.scale == 1 else f"whole in parts of 1/{self.scale}"
            raise malformed(f"must be {parts}, not {shown(value)}", self.rule)
        return made

    def _people(self, value: int) -> Decimal:
        return EXACT.divide(Decimal(value), Decimal(self.scale))

    def number(self, value: int) -> int | float:
        """The kernel's number as people write it, in JSON."""
        return value // self.scale if value % self.scale == 0 else value / self.scale

    def shown(self, value: int) -> str:
        """The same as text."""
        return str(self.number(value))

    def to_json(self) -> dict[str, Any]:
        """All there is to say about it, in people's units."""
        return {
            "name": self.name,
            "default": self.number(self.default),
            "low": self.number(self.low),
            "high": self.number(self.high),
            "step": self.number(1),
            "rule": self.rule,
            "sentence": self.sentence,
        }

    def schema(self) -> dict[str, Any]:
        return {
            "type": "integer" if self.scale == 1 else "number",
            "minimum": self.number(self.low),
            "maximum": self.number(self.high),
            "default": self.number(self.default),
            "description": f"{self.sentence} [{self.rule}]",
        }


def in_places(figures: tuple[Figure, ...], changed: Mapping[str, int]) -> list[int]:
    """The numbers in the order of their places, some of them changed."""
    made = [0] * len(figures)
    for figure in figures:
        made[figure.place] = changed.get(figure.name, figure.default)
    return made
