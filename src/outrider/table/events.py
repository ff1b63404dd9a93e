"""What happens alike in games on a measuring table."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Event, Scene, wire
from outrider.table.points import Point, point_text


class Named(Event):
    """An event whose sentence names units: they have names of their own on a page."""

    __slots__ = ()
    pieces: ClassVar[tuple[str, ...]] = ("unit", "target", "units")


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    event: ClassVar[str] = "deployed"
    part: ClassVar[str] = "chosen"
    scene: ClassVar[Scene] = Scene("came", who="unit", to="at")
    unit: str
    at: Point

    def __str__(self) -> str:
        return f"{self.unit} takes its place at {point_text(self.at)}."


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit went as far as it was let: to where it wanted, or up to something that stopped it."""

    event: ClassVar[str] = "moved"
    part: ClassVar[str] = "chosen"
    scene: ClassVar[Scene] = Scene("went", who="unit", from_="from", to="to", by="by")
    unit: str
    source: Point = wire("from")
    target: Point = wire("to")
    corners: tuple[Point, ...] = wire("by", default=(), sparse=True)
    """Where its way bent."""

    def __str__(self) -> str:
        return f"{self.unit} moves to {point_text(self.target)}."


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    event: ClassVar[str] = "turn"
    part: ClassVar[str] = "begins"
    seat: str
    turn: int

    def __str__(self) -> str:
        return f"Turn {self.turn}: {self.seat.capitalize()}."
