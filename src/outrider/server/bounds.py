"""What is too much, found out before any work begins.

A table, a scenario or a state is JSON of somebody's own making, and a record has as many lines as
it likes. What replaying them costs grows with all of it, so all of it is counted first. No game
that people play comes near these bounds: the richest shipped table has 52 corners, and the longest
of some games between eight, played at random without a report, 1,739 lines.
"""

from dataclasses import dataclass
from typing import Any

from outrider.core.refusal import malformed

MOST_LINES = 20_000
"""Of a record: of one that is brought along, and of a match that is played here."""
MOST_CORNERS = 1_500
"""Of all polygons of a table together."""
MOST_UNITS = 100
"""In a scenario, or in a state that somebody brings along."""
MOST_MICROSECONDS = 30_000_000
"""What a replay may take, as far as that can be foreseen."""
MOST_BYTES = 1024 * 1024
"""Of a page of moments. One moment is told in any case."""
MOST_MOMENTS = 100
"""On a page."""
MOST_MISSED = 1_000
"""Lines told again after a lost connection. Whoever missed more sees the table as it is, and asks
for the lines by themselves, so many at a time."""
LIGHT = 200
"""What weighs no more takes a few milliseconds, whatever is asked of it."""
SHORT = 300
"""Lines that are replayed in passing."""


def is_full(version: int) -> bool:
    """Whether a match has all the lines it may have. Nobody can play on, so no clock runs."""
    return version >= MOST_LINES


@dataclass(frozen=True, slots=True)
class Weight:
    """What makes questions about a game slow: corners, pieces of terrain, units."""

    corners: int
    pieces: int
    units: int

    @property
    def light(self) -> bool:
        # As measured: lists of actions grow with the square of the units.
        return self.corners + 4 * self.pieces + self.units**2 // 16 <= LIGHT

    def microseconds(self) -> float:
        """Of one line that is replayed, at most, as measured."""
        return 100 + 1.2 * self.corners + self.units**2


def weighed(*values: object) -> Weight:
    """Count whatever is in some JSON. It has been parsed, so it is not nested too deeply."""
    corners = pieces = units = 0
    waiting: list[object] = [*values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            points = value.get("points")
            corners += len(points) if isinstance(points, list) else 0
            pieces += "shape" in value
            units += "id" in value and "at" in value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return Weight(corners, pieces, units)


def weighed_header(header: dict[str, Any]) -> Weight:
    """What a match weighs that is played on these terms."""
    return weighed(header.get("table"), header.get("scenario"), header.get("state"))


def bounded(weight: Weight) -> Weight:
    """Refuses what is too large for a server that others play on, too."""
    if weight.corners > MOST_CORNERS:
        raise malformed(
            f"a table may have at most {MOST_CORNERS:,} corners here, not {weight.corners:,}"
        )
    if weight.units > MOST_UNITS:
        raise malformed(f"there may be at most {MOST_UNITS} units here, not {weight.units:,}")
    return weight


def bounded_lines(lines: int, weight: Weight | None = None) -> None:
    """Refuses a record that is too long, or too long for what it is played with."""
    most = MOST_LINES
    if weight is not None:
        most = min(most, int(MOST_MICROSECONDS / weight.microseconds()))
    if lines > most:
        on = "" if most == MOST_LINES else " on such a table"
        raise malformed(f"a record may have at most {most:,} lines{on}, not {lines:,}")
