"""What can happen in Skirminion."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Event, Scene, wire


def _forts(count: int) -> str:
    return "1 fort" if count == 1 else f"{count} forts"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    event: ClassVar[str] = "declared"
    part: ClassVar[str] = "chosen"
    seat: str
    forts: int

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} declares {_forts(self.forts)} a side."


@dataclass(frozen=True, slots=True)
class Placed(Event):
    event: ClassVar[str] = "placed"
    part: ClassVar[str] = "chosen"
    scene: ClassVar[Scene] = Scene("came", to="at")
    seat: str
    at: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} places a fort on {self.at}."


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """A fort that had no square to go to (SKN-S6)."""

    event: ClassVar[str] = "forfeited"
    seat: str
    forts: int

    def __str__(self) -> str:
        return (
            f"{self.seat.capitalize()} has no square left and forfeits {self.forts} of the forts."
        )


@dataclass(frozen=True, slots=True)
class Moved(Event):
    event: ClassVar[str] = "moved"
    part: ClassVar[str] = "chosen"
    scene: ClassVar[Scene] = Scene("went", who="from", from_="from", to="to")
    seat: str
    source: str = wire("from")
    target: str = wire("to")

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} moves {self.source} to {self.target}."


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    event: ClassVar[str] = "attacked"
    scene: ClassVar[Scene] = Scene("aimed", who="from", whom="to")
    seat: str
    source: str = wire("from")
    target: str = wire("to")

    def __str__(self) -> str:
        return f"{self.seat.capitalize()}'s {self.source} attacks {self.target}."


@dataclass(frozen=True, slots=True)
class Besieged(Event):
    event: ClassVar[str] = "besieged"
    scene: ClassVar[Scene] = Scene("aimed", who="from", whom="fort")
    seat: str
    source: str = wire("from")
    fort: str = wire("fort")

    def __str__(self) -> str:
        return f"{self.seat.capitalize()}'s {self.source} besieges the fort on {self.fort}."


@dataclass(frozen=True, slots=True)
class Received(Event):
    """Who takes the blow at a besieged fort, chosen by its owner or by the engine."""

    event: ClassVar[str] = "received"
    seat: str
    unit: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()}'s {self.unit} takes the blow."


@dataclass(frozen=True, slots=True)
class Hurt(Event):
    event: ClassVar[str] = "hurt"
    scene: ClassVar[Scene] = Scene("hurt", whom="unit", loss="loss")
    seat: str
    unit: str
    loss: int
    health: int

    def __str__(self) -> str:
        return (
            f"{self.seat.capitalize()}'s {self.unit} loses {self.loss} and has {self.health} left."
        )


@dataclass(frozen=True, slots=True)
class Died(Event):
    event: ClassVar[str] = "died"
    scene: ClassVar[Scene] = Scene("fell", whom="unit")
    seat: str
    unit: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()}'s {self.unit} is destroyed."


@dataclass(frozen=True, slots=True)
class Captured(Event):
    event: ClassVar[str] = "captured"
    scene: ClassVar[Scene] = Scene("fell", whom="fort")
    seat: str
    fort: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} captures the fort on {self.fort}."


@dataclass(frozen=True, slots=True)
class Rested(Event):
    event: ClassVar[str] = "rested"
    scene: ClassVar[Scene] = Scene("marked", who="unit")
    seat: str
    unit: str
    health: int

    def __str__(self) -> str:
        return f"{self.seat.capitalize()}'s {self.unit} rests and has {self.health} health."


@dataclass(frozen=True, slots=True)
class Passed(Event):
    event: ClassVar[str] = "passed"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} passes."


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The other side is to activate a unit."""

    event: ClassVar[str] = "activation"
    part: ClassVar[str] = "silent"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} is to activate a unit."
