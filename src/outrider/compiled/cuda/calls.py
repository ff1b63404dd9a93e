"""What a batch calls, as its entries on the CPU are called, for games on a card."""

from typing import Any

from outrider.compiled.cuda.card import Card
from outrider.compiled.cuda.kept import Kernels


class Calls:
    """`room` is how many numbers of 16 bits a game needs where it makes a list, if it does."""

    def __init__(self, kernels: Kernels, room: int = 0) -> None:
        self._card = Card(kernels)
        self.arrays = self._card.arrays
        self._room = room

    def _lists(self, games: int) -> tuple[Any, ...]:
        np = self.arrays
        return (np.empty((games, self._room), np.uint16),) if self._room else ()

    def look(self, rows: Any, *answers: Any) -> None:
        self._card.run("look", len(rows), rows, *answers)

    def offers(self, rows: Any, *given: Any) -> None:
        """All that is legal."""
        self._card.run("offers", len(rows), rows, *given, *self._lists(len(rows)))

    def candidates(self, rows: Any, *given: Any) -> None:
        """What is useful of a continuum."""
        self._card.run("candidates", len(rows), rows, *given)

    def turn(self, rows: Any, *given: Any) -> int:
        """The last three: the actions, whether they are checked, and whether they are played."""
        *shared, actions, checks, plays = given
        np = self.arrays
        wrong = np.empty(len(rows), np.bool_)
        if checks:
            lists = self._lists(len(rows))
            self._card.run("wrong", len(rows), rows, *shared, actions, *lists, wrong)
        else:
            self._card.run("senseless", len(rows), actions, wrong)
        if bool(wrong.any()):
            return int(wrong.argmax())
        if plays:
            self._card.run("play", len(rows), rows, *shared, actions)
        return len(rows)

    def fall(self, rows: Any, *given: Any) -> None:
        self._card.run("fall", len(rows), rows, *given)

    def throw(self, rows: Any, *given: Any) -> None:
        self._card.run("throw", len(rows), rows, *given)

    def pick(self, rows: Any, *given: Any) -> None:
        self._card.run("pick", len(rows), rows, *given)

    def playouts(self, rows: Any, *given: Any) -> None:
        self._card.run("playouts", len(rows), rows, *given)
