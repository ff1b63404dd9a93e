"""Where forces begin that meet on a table laid by lot: in a band along their own end."""

from random import Random
from typing import Any

from outrider.table.laying import At, tidy

FREE = 4.5
"""Inches of a table that stay free along both ends."""
FROM, UP_TO = 1.0, 3.6
"""How far from their end pieces begin."""
APART = 1.1
LETTERS = {"red": "R", "blue": "B"}


def places(source: Random, size: At, count: int) -> list[At]:
    """So many places along the lower end, from left to right."""
    wide = size[0] - 3.0
    step = min(3.2, wide / count)
    left = (size[0] - step * (count - 1)) / 2 + source.uniform(-1, 1) * (wide - step * count) / 3
    stray = max(0.0, (step - APART) / 2)
    found = []
    for n in range(count):
        x = left + step * n + source.uniform(-stray, stray)
        found.append((tidy(min(max(x, 1.0), size[0] - 1.0)), tidy(source.uniform(FROM, UP_TO))))
    return found


def lined_up(source: Random, size: At, seat: str, pieces: list[dict[str, Any]]) -> list[Any]:
    """A side's pieces with their names and places: Red's at the lower end, Blue's across."""
    made = []
    for number, (piece, (x, y)) in enumerate(
        zip(pieces, places(source, size, len(pieces)), strict=True), 1
    ):
        at = [x, y] if seat == "red" else [tidy(size[0] - x), tidy(size[1] - y)]
        made.append({"id": f"{LETTERS[seat]}{number}", "at": at, **piece})
    return made
