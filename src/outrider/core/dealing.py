"""Fights that a game deals by lot: what kind of thing they are, and how large they may be asked
for."""

from dataclasses import dataclass
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import shown

MOST_SEED = 2**40 - 1


@dataclass(frozen=True, slots=True)
class Deals:
    """What is dealt, by its name in the terms, with how many pieces a side. Where a game has a
    number of pieces of its own there is nothing to choose, and `least` and `most` are 0."""

    kind: str
    least: int = 0
    most: int = 0
    usual: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "least": self.least, "most": self.most, "usual": self.usual}

    def check(self, seed: object, pieces: object) -> tuple[int, int]:
        """A seed and a number of pieces that can be dealt."""
        number = self.usual if pieces is None else pieces
        for name, value, low, high in (
            ("the seed", seed, 0, MOST_SEED),
            ("the pieces of a side", number, self.least, self.most),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise malformed(f"{name}: a whole number from {low} to {high}, not {shown(value)}")
        assert isinstance(seed, int) and isinstance(number, int)
        return seed, number
