"""What can happen in Pebbles, beside what can happen in every game."""

from dataclasses import dataclass
from typing import ClassVar

from outrider import Event


@dataclass(frozen=True, slots=True)
class Taken(Event):
    event: ClassVar[str] = "taken"
    seat: str
    pebbles: int
    left: int

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} takes {self.pebbles} and leaves {self.left}."


@dataclass(frozen=True, slots=True)
class Passed(Event):
    event: ClassVar[str] = "passed"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} passes."
