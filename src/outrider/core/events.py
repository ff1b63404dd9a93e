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
class InitiativeWon(Event):
    """The last die for the initiative has fallen."""

    event: ClassVar[str] = "initiative"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} wins the initiative."


PHASES = {
    "setup": "The table is set up.",
    "deploy": "The sides take their places.",
    "battle": "The battle begins.",
    "movement": "Everybody moves, all at once.",
    "attack": "The attack turns begin.",
    "over": "The game is over.",
}
"""What the phases mean that the protocol names."""


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The game went into another phase."""

    event: ClassVar[str] = "phase"
    part: ClassVar[str] = "begins"
    phase: str

    def __str__(self) -> str:
        return PHASES.get(self.phase, f"{self.phase.capitalize()} begins.")


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
