"""The units of a state as it lists them: what is read of all of them alike."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from outrider.core.refusal import malformed
from outrider.core.states import impossible
from outrider.core.values import a_flag, a_list, shown


class Listed(Protocol):
    """A unit as states have it."""

    @property
    def id(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def health(self) -> int: ...
    @property
    def alive(self) -> bool: ...


U = TypeVar("U", bound=Listed)


def listed(value: object, read: Callable[[object], U]) -> dict[str, U]:
    """All units that are listed, by their ids."""
    found: dict[str, U] = {}
    for entry in a_list(value, "units"):
        unit = read(entry)
        if unit.id in found:
            raise malformed(f"the unit {unit.id} is listed twice")
        found[unit.id] = unit
    return found


def check_said(data: dict[str, Any], unit: Listed, rule: str | None = None) -> None:
    """What follows from the rest may be said all the same, but nothing else; where it stands has to
    be said."""
    for name, real in (("seat", unit.seat), ("kind", unit.kind)):
        if data.get(name, real) != real:
            raise malformed(f"{unit.id}: `{name}` is {shown(real)}, not {shown(data[name])}")
    if "alive" in data and a_flag(data["alive"], f"{unit.id}: `alive`") is not unit.alive:
        raise impossible(f"{unit.id} has {unit.health} health, so `alive` is wrong", rule)
    if "at" not in data:
        raise malformed(f"{unit.id} needs the field `at`, null if it is not on the table")
