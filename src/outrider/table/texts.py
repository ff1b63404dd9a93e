"""Units and actions as people write them: R1, and `move R1 4,6`."""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

from outrider.core.codec import Form, Part, parts_of, sayer
from outrider.core.refusal import Refusal, malformed
from outrider.core.seats import SEATS
from outrider.core.wire import Action, ActionSet, a_string, shown

A = TypeVar("A", bound=Action)

SEAT_OF = {seat[0].upper(): seat for seat in SEATS}
HIGHEST = 99
IDS = frozenset(f"{letter}{number}" for letter in SEAT_OF for number in range(1, HIGHEST + 1))


def a_unit(value: object, what: str = "a unit") -> str:
    """A unit's id: its seat's capital and a number."""
    if type(value) is str and value in IDS:
        return value
    id = a_string(value, what)
    raise malformed(f"{shown(id)} is not a unit, such as R1")


UNIT = Form(a_unit, called="a unit")
UnitId: TypeAlias = Annotated[str, UNIT]


def seat_of(unit: str) -> str:
    """Whose unit an id names."""
    return SEAT_OF[unit[0]]


class SpokenActions(ActionSet[A]):
    """Actions that people write as words: what is done, then each field. A field that is a list of
    points takes all words that are left. `hint` says how, where somebody did not."""

    def __init__(self, *kinds: type[A], hint: str) -> None:
        super().__init__(*kinds)
        self._hint = hint
        self._sayers: dict[type, Callable[[Any], str]] = {}
        self._parts: dict[str, list[Part]] = {}

    def write(self, action: A) -> str:
        kind = type(action)
        say = self._sayers.get(kind)
        if say is None:
            say = self._sayers[kind] = sayer(kind, kind.do)
        return say(action)

    def read(self, text: str) -> A:
        do, *words = text.split() or [""]
        kind = self.kinds.get(do)
        if kind is None:
            raise self._strange(text)
        if do not in self._parts:
            self._parts[do] = parts_of(kind)
        parts = self._parts[do]
        if parts and parts[-1].form.rest:
            words[len(parts) - 1 :] = filter(None, [" ".join(words[len(parts) - 1 :])])
        if len(words) != len(parts):
            raise self._strange(text)
        return kind(*(_heard(part, word) for part, word in zip(parts, words, strict=True)))

    def _strange(self, text: str) -> Refusal:
        return malformed(f"{shown(text)} is not an action; {self._hint}")


def _heard(part: Part, word: str) -> Any:
    hear = part.form.hear
    return part.form.read(word, part.called) if hear is None else hear(word)
