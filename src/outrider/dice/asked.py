"""Real dice: people roll them and say what they show."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from outrider.core.game import FACES
from outrider.core.pending import Roll
from outrider.core.wire import shown
from outrider.dice.source import Counted

Ask: TypeAlias = Callable[[Roll, str | None], str]
"""Asks people for a roll and gives the line they answer.

The second argument is what was wrong with their last answer; None when the roll is new."""

BETWEEN = re.compile(r"[\s,]+")


class AskedDice:
    """Has no faces at all: whoever runs the game supplies every roll, and remembers them too."""

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        return None

    def mark(self) -> int:
        return 0

    def rewind(self, mark: int) -> None:
        if mark != 0:
            raise ValueError(f"dice that are asked for have no mark but 0, not {mark}")

    def passed(self) -> None:
        return


class TypedDice(Counted):
    """Asks people until they give the right number of faces.

    Every answer is remembered by the number of its roll. After going back, the roll of that number
    shows the same faces again and nobody is asked; if it now has more dice than before, people are
    asked only for the dice that are missing. EOFError, or whatever else `ask` raises, passes
    through, and the roll can be asked for again.
    """

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self._ask = ask
        self._known: list[tuple[int, ...]] = []

    def faces(self, roll: Roll) -> tuple[int, ...]:
        known = self._known[self._at] if self._at < len(self._known) else ()
        if len(known) < roll.dice:
            known += self._answer(replace(roll, dice=roll.dice - len(known)))
        self._known[self._at : self._at + 1] = [known]
        self._at += 1
        return known[: roll.dice]

    def _answer(self, roll: Roll) -> tuple[int, ...]:
        complaint = None
        while True:
            answer = read_faces(self._ask(roll, complaint), roll.dice)
            if not isinstance(answer, str):
                return answer
            complaint = answer


def read_faces(text: str, dice: int) -> tuple[int, ...] | str:
    """The faces in a line of text, or what is wrong with it.

    No face has two digits, so "4 3", "4,3" and "43" all mean the same two dice.
    """
    faces = []
    for character in BETWEEN.sub("", text):
        if not "1" <= character <= str(FACES):
            return f"a die shows 1 to {FACES}, not {shown(character)}"
        faces.append(int(character))
    if len(faces) != dice:
        return f"{_counted(dice)} to be named, not {len(faces)}"
    return tuple(faces)


def _counted(dice: int) -> str:
    return "1 face has" if dice == 1 else f"{dice} faces have"
