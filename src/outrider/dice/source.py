"""Where faces come from: the one interface, and the counting most sources share."""

from typing import Protocol

from outrider.core.pending import Roll


class Dice(Protocol):
    """A source of faces.

    Rules ask for a roll and never draw it. A match asks its source, and asks people when the source
    has nothing to say.
    """

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        """The faces for this roll, or None when people have to be asked."""

    def mark(self) -> int:
        """Where the source stands now. Only good for `rewind` of the same source."""

    def rewind(self, mark: int) -> None:
        """Stand again where that earlier mark was taken.

        Whoever takes an action back gets the same dice again: there is no fishing for better ones.
        """

    def passed(self) -> None:
        """A roll was made elsewhere, by a record that is gone on with."""


class Counted:
    """A source whose whole memory is how far it has come."""

    def __init__(self) -> None:
        self._at = 0

    def mark(self) -> int:
        return self._at

    def rewind(self, mark: int) -> None:
        """Only ever back: to skip the dice to come would be fishing as well."""
        if not 0 <= mark <= self._at:
            raise ValueError(f"rewinding goes back, to a mark from 0 to {self._at}, not to {mark}")
        self._at = mark

    def passed(self) -> None:
        """Most sources begin with the first roll they are asked for, wherever the game stands."""
