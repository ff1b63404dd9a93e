"""Dice from a plain list of faces."""

from collections.abc import Iterable

from outrider.core.game import checked_faces
from outrider.core.pending import Roll
from outrider.dice.source import Counted


class ListedDice(Counted):
    """Faces taken off the front of a list, as many as each roll needs.

    Once the list cannot fill a roll it is used up for good, and people are asked from then on: a
    smaller roll later does not get the faces left over, or what a roll shows would depend on rolls
    that other dice have answered. Only going back before the roll that failed opens it again.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        given = list(faces)
        self._faces = checked_faces(given, len(given))

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        end = self._at + roll.dice
        if end > len(self._faces):
            # A place behind the end stands for "used up": it too can be marked and returned to.
            self._at = len(self._faces) + 1
            return None
        fallen = self._faces[self._at : end]
        self._at = end
        return fallen
