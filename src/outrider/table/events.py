"""What happens alike in games on a measuring table."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Event, wire
from outrider.table.points import Point, point_text


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    event: ClassVar[str] = "deployed"
    unit: str
    at: Point

    def __str__(self) -> str:
        return f"{self.unit} takes its place at {point_text(self.at)}."


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit went as far as it was let: to where it wanted, or up to something that stopped it."""

    event: ClassVar[str] = "moved"
    unit: str
    source: Point = wire("from")
    target: Point = wire("to")

    def __str__(self) -> str:
        return f"{self.unit} moves to {point_text(self.target)}."


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    event: ClassVar[str] = "turn"
    seat: str
    turn: int

    def __str__(self) -> str:
        return f"Turn {self.turn}: {self.seat.capitalize()}."
