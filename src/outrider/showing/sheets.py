"""What can be shown of a game that is set up in advance, before anybody plays it: a sheet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import Shape, holds
from outrider.table.terrain import Table

ZONE = "::"
"""A square of a zone, drawn in characters."""


@dataclass(frozen=True, slots=True)
class Token:
    """A base on the table with a few letters on it."""

    text: str
    at: Point
    radius: int
    seat: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place that matters to a seat."""

    shape: Shape
    seat: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scenario as people read it: its name, its story, what lies and stands on the table, and
    lines of text about it, which have no markup."""

    name: str
    story: str
    table: Table
    tokens: tuple[Token, ...]
    zones: tuple[Zone, ...]
    lines: tuple[str, ...]


def open_squares(table: Table, zone: Shape) -> Iterator[Point]:
    """The middles of the inches square in a zone that have no terrain."""
    width, depth = table.size
    for x in range(INCH // 2, width, INCH):
        for y in range(INCH // 2, depth, INCH):
            if holds(zone, (x, y)) and not any(holds(p.shape, (x, y)) for p in table.terrain):
                yield x, y


@runtime_checkable
class PlaysScenarios(Protocol):
    """A game that is played from scenarios."""

    id: Any

    def scenario_names(self) -> tuple[str, ...]:
        """The scenarios that come with it, the default first."""

    def scenario_schema(self) -> dict[str, Any]:
        """The JSON Schema of its scenarios."""

    def scenario_faults(self, value: object) -> list[str]:
        """Everything that is wrong with a scenario; empty if nothing is."""

    def scenario_sheet(self, given: object) -> Sheet:
        """A scenario, by its name or as JSON, ready to be shown."""
