"""Everything that is wrong with something that people write: each fault with its place."""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass
from typing import Any, TypeVar

from outrider.core.codec import Part
from outrider.core.refusal import Refusal
from outrider.core.values import an_object, shown

T = TypeVar("T")

STRANGE = "unknown field"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `rule` says by which rule, where it is not the one of the whole."""

    place: str
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class Faults:
    """What has been found so far."""

    def __init__(self) -> None:
        self.all: list[Fault] = []

    @property
    def found(self) -> list[str]:
        """Each as a line."""
        return [str(fault) for fault in self.all]

    def add(self, place: str, reason: str, rule: str = "") -> None:
        """Readers say "it must be"; after the place that is a word too many."""
        reason = reason.removeprefix("it: ").removeprefix("it ")
        self.all.append(Fault(place, reason, rule))

    def read(self, place: str, reader: Callable[..., T], *values: Any) -> T | None:
        """What a reader makes of a value; nothing, and a fault more, if it refuses."""
        try:
            return reader(*values)
        except Refusal as refusal:
            self.add(place, refusal.message, refusal.rule or "")
            return None

    def fields(
        self,
        place: str,
        value: object,
        needed: Iterable[str],
        further: Iterable[str] = (),
        strange: str = STRANGE,
    ) -> dict[str, Any] | None:
        """An object's fields; strange and missing ones are faults."""
        data = self.read(place, an_object, value, "it")
        if data is None:
            return None
        needed = tuple(needed)
        for name in sorted(set(data) - {*needed, *further}):
            self.add(inner(place, name if name.isidentifier() else shown(name)), strange)
        for name in needed:
            if name not in data:
                self.add(inner(place, name), "missing")
        return data

    def record(
        self, place: str, value: object, parts: Iterable[Part], strange: str = STRANGE
    ) -> dict[str, Any]:
        """The fields of a record, None where one cannot be read; those without a default are
        needed."""
        known = {part.name: part for part in parts}
        needed = [name for name, part in known.items() if part.default is MISSING]
        data = self.fields(place, value, needed, known, strange) or {}
        return {
            part.attribute: self.read(inner(place, name), part.form.read, data[name], "it")
            for name, part in known.items()
            if name in data
        }


def readable(read: dict[str, Any]) -> dict[str, Any]:
    """What could be read of a record."""
    return {attribute: value for attribute, value in read.items() if value is not None}


def inner(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
