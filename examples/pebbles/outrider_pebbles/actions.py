"""The closed set of actions, as objects, as JSON and as text (PEB-P1)."""

import re
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from outrider import Action, ActionSet, malformed, wire
from outrider.core import a_whole_number, shown

LARGEST = 999
TAKE = re.compile("take +([0-9]{1,3})")


def a_number_of_pebbles(value: object) -> int:
    """Well-formed is all it needs to be: that 0 is too few is for the rules to say."""
    return a_whole_number(value, "the number of pebbles", 0, LARGEST)


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take pebbles from the heap (PEB-T2)."""

    do: ClassVar[str] = "take"
    pebbles: int = wire("pebbles", a_number_of_pebbles)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Take nothing, once in the game (PEB-T4)."""

    do: ClassVar[str] = "pass"


Choice: TypeAlias = Take | Pass
ACTIONS: ActionSet[Choice] = ActionSet(Take, Pass)


def write_action(action: Choice) -> str:
    return f"take {action.pebbles}" if isinstance(action, Take) else "pass"


def read_action(text: str) -> Choice:
    line = text.strip()
    if line == "pass":
        return Pass()
    found = TAKE.fullmatch(line)
    if found is None:
        raise malformed(f"{shown(line)} is not an action; write take 3 or pass", "PEB-P1")
    return Take(int(found[1]))
