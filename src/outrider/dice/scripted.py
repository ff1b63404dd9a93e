"""Dice for tests: every roll that is to come is written down, and any other is a failure."""

from collections.abc import Sequence
from types import TracebackType
from typing import TypeAlias

from outrider.core.game import checked_faces
from outrider.core.pending import Roll
from outrider.core.refusal import Refusal
from outrider.dice.source import Counted

Group: TypeAlias = Sequence[int] | tuple[str, Sequence[int]]
"""The faces of one roll, on their own or after the roll's purpose."""


class ScriptError(AssertionError):
    """The game and the script do not agree. An assertion, for it is a test that fails by it."""


class ScriptedDice(Counted):
    """Faces in the order a test expects the rolls.

        with ScriptedDice([4, 3], ("attack", [6])) as dice:
            ...

    A roll of another number of dice, for another purpose than the script names or after the end of
    the script raises a ScriptError; so does `close`, and with it the end of the block, while rolls
    are left over.
    """

    def __init__(self, *groups: Group) -> None:
        super().__init__()
        self._groups = tuple(_read(number, group) for number, group in enumerate(groups, 1))

    def faces(self, roll: Roll) -> tuple[int, ...]:
        if self._at == len(self._groups):
            raise ScriptError(f"the script of {self._at} rolls has run out before {_named(roll)}")
        purpose, faces = self._groups[self._at]
        here = f"roll {self._at + 1} of the script"
        if purpose is not None and purpose != roll.purpose:
            raise ScriptError(f"{here} is for {purpose}, but the game asks for {_named(roll)}")
        if len(faces) != roll.dice:
            raise ScriptError(
                f"{here} has {len(faces)} faces, but the game asks for {_named(roll)}"
            )
        self._at += 1
        return faces

    def close(self) -> None:
        """Fail if the game has not asked for every roll of the script."""
        left = len(self._groups) - self._at
        if left:
            raise ScriptError(f"{left} of {len(self._groups)} rolls of the script are left over")

    def __enter__(self) -> "ScriptedDice":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A test that has failed already leaves rolls over; its own error is the one to see.
        if error is None:
            self.close()


def _read(number: int, group: object) -> tuple[str | None, tuple[int, ...]]:
    purpose, faces = None, group
    if isinstance(group, tuple) and len(group) == 2 and isinstance(group[0], str):
        purpose, faces = group
    if not isinstance(faces, list | tuple):
        raise ScriptError(f"roll {number} of the script needs a list of faces, not {faces!r}")
    try:
        return purpose, checked_faces(faces, len(faces))
    except Refusal as refusal:
        raise ScriptError(f"roll {number} of the script: {refusal}") from None


def _named(roll: Roll) -> str:
    return f"{roll.dice} dice of {roll.seat} for {roll.purpose}"
