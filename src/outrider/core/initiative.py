"""Who begins: each rolls a die in seat order, and those who tie for the highest roll again."""

from collections.abc import Sequence
from dataclasses import dataclass

PURPOSE = "initiative"


@dataclass(frozen=True, slots=True)
class Contest:
    """A roll for the initiative under way: who rolls in the present try, and what has fallen."""

    seats: tuple[str, ...]
    faces: tuple[int, ...] = ()

    @property
    def roller(self) -> str:
        return self.seats[len(self.faces)]

    def fell(self, face: int) -> "Contest | str":
        """The contest after another die, or the seat that has won it."""
        faces = (*self.faces, face)
        if len(faces) < len(self.seats):
            return Contest(self.seats, faces)
        best = leaders(self.seats, faces)
        return best[0] if len(best) == 1 else Contest(best)


def leaders(seats: Sequence[str], faces: Sequence[int]) -> tuple[str, ...]:
    """The seats with the highest face."""
    best = max(faces)
    return tuple(seat for seat, face in zip(seats, faces, strict=True) if face == best)
