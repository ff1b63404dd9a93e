"""The events every game shares. Games add their own beside them."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.pending import Outcome
from outrider.core.wire import Event


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice fell."""

    event: ClassVar[str] = "rolled"
    purpose: str
    seat: str
    faces: tuple[int, ...]

    def __str__(self) -> str:
        faces = ", ".join(map(str, self.faces))
        return f"{self.seat.capitalize()} rolls {faces} for {self.purpose}."


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The game went into another phase."""

    event: ClassVar[str] = "phase"
    phase: str

    def __str__(self) -> str:
        return f"Now: {self.phase}."


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    event: ClassVar[str] = "over"
    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return Outcome(self.winners, self.reason).sentence()

    @classmethod
    def by(cls, outcome: Outcome) -> "Ended":
        return cls(outcome.winners, outcome.reason)
