"""Dice from the record of a game, to play on from it."""

from collections.abc import Iterable

from outrider.core.game import checked_faces
from outrider.core.pending import Roll
from outrider.core.record import Fell, Line, at_line
from outrider.core.refusal import Refusal, malformed
from outrider.dice.source import Counted


class RecordedDice(Counted):
    """The faces that fell in a record, roll by roll.

    Lines of other kinds are passed over. A roll that differs from the recorded one in purpose, seat
    or number of dice is refused with the line of the record. After the last recorded roll people
    are asked, so that a game that was broken off can go on.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        super().__init__()
        self._fell = tuple(line for line in lines if isinstance(line, Fell))

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        if self._at == len(self._fell):
            return None
        line = self._fell[self._at]
        try:
            faces = _matching(line, roll)
        except Refusal as refusal:
            # The record's header stands on line 1 and is n=0.
            raise at_line(line.n + 1, refusal) from None
        self._at += 1
        return faces


def _matching(line: Fell, roll: Roll) -> tuple[int, ...]:
    if (line.purpose, line.seat) != (roll.purpose, roll.seat):
        raise malformed(
            f"{roll.seat} has to roll for {roll.purpose} here, not {line.seat} for {line.purpose}"
        )
    return checked_faces(line.faces, roll.dice)
