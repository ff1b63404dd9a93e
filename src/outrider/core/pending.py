"""What a position waits for: a decision, a roll of dice, or nothing any more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from outrider.core.frozen import frozen


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A draw has no winners."""

    winners: tuple[str, ...]
    reason: str

    def sentence(self) -> str:
        """The outcome as people say it."""
        if not self.winners:
            return f"A draw: {self.reason}."
        verb = "wins" if len(self.winners) == 1 else "win"
        names = " and ".join(seat.capitalize() for seat in self.winners)
        return f"{names} {verb}: {self.reason}."

    def to_json(self) -> dict[str, Any]:
        return {"winners": list(self.winners), "reason": self.reason}


@frozen
class Decide:
    """These seats may act now; `offer` says what exactly is asked, where that needs saying."""

    seats: tuple[str, ...]
    offer: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        asked: dict[str, Any] = {"decide": list(self.seats)}
        if self.offer is not None:
            asked["offer"] = dict(self.offer)
        return asked


@frozen
class Roll:
    """Dice have to fall. Rules never draw them: whoever runs the game supplies the faces."""

    purpose: str
    seat: str
    dice: int

    def to_json(self) -> dict[str, Any]:
        return {"roll": {"purpose": self.purpose, "seat": self.seat, "dice": self.dice}}


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more will happen."""

    outcome: Outcome

    def to_json(self) -> dict[str, Any]:
        return {"over": self.outcome.to_json()}


Pending: TypeAlias = Decide | Roll | Over


def addressed(said: str, pending: Pending) -> str:
    """A question as those hear it whom it is for: without their names before it."""
    if not isinstance(pending, Decide):
        return said
    names = " and ".join(seat.capitalize() for seat in pending.seats)
    return said.removeprefix(f"{names}: ")
