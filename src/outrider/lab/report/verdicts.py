"""The lines of the report's plots: an estimate, its interval, and what that means."""

from dataclasses import dataclass

from outrider.lab.answer import EVEN, LESS, MORE, OPEN, SMALL
from outrider.lab.intervals import Interval, units_for


@dataclass(frozen=True, slots=True)
class Row:
    """One line: whose or what value, of which group."""

    group: str
    label: str
    found: Interval
    verdict: str
    games: int
    base: bool = False
    """Whether this is how the experiment is set where nothing is varied: its first values."""
    said: str = ""

    @property
    def name(self) -> str:
        """What it is called: of what is varied, with the name of that."""
        return self.label if self.group == "seat" else f"{plain(self.group)} {self.label}"


def plain(name: str) -> str:
    """An option's name as words."""
    return name.replace("_", " ").replace(".", " ")


def of_effect(found: Interval) -> str:
    """Whether a change does something: all of its interval on one side, or too small to feel."""
    if found.within(-SMALL, SMALL):
        return EVEN
    if found.low > 0:
        return MORE
    return LESS if found.high < 0 else OPEN


def more_units(found: Interval, wanted: float) -> int:
    """About how many units more until an interval is so narrow."""
    spread = max(0.05, found.half * max(1, found.units) ** 0.5 / 3.1)
    return max(0, units_for(max(wanted, 0.002), spread) - found.units)
