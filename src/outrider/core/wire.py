"""From frozen dataclasses to the contract's JSON and back.

A field that stands in JSON under another name, or of an action is more than any string, is declared
with `wire("name", read)`; `read` gets the JSON value and gives the Python one or raises a Refusal.
How a class is read and written by that is `codec`'s, plain values are `values`'.
"""

from collections.abc import Callable
from dataclasses import MISSING, field
from typing import Any, ClassVar, Generic, TypeVar

from outrider.core.codec import Form, action_reader, writer
from outrider.core.refusal import unknown
from outrider.core.values import (
    a_list,
    a_string,
    a_whole_number,
    an_object,
    dumps,
    known_fields,
    parse,
    shown,
)

__all__ = [
    "Action",
    "ActionSet",
    "Event",
    "Scene",
    "a_list",
    "a_string",
    "a_whole_number",
    "an_object",
    "dumps",
    "known_fields",
    "parse",
    "shown",
    "wire",
]

A = TypeVar("A", bound="Action")


def wire(
    name: str = "",
    read: Callable[[Any], Any] | Form[Any] | None = None,
    *,
    called: str = "",
    default: Any = MISSING,
    sparse: bool = False,
) -> Any:
    """A dataclass field with its name in JSON and its reader, or with its form. It is `called` that
    in refusals; a `sparse` one is not written where it has its default."""
    told = {"name": name, "read": read, "called": called, "sparse": sparse}
    return field(metadata=told, default=default)


class _Writers(dict[type, Callable[[Any], dict[str, Any]]]):
    """How each class of actions or events is written, made at its first use."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag

    def __missing__(self, kind: type) -> Callable[[Any], dict[str, Any]]:
        made = self[kind] = writer(kind, {self.tag: getattr(kind, self.tag)})
        return made


_ACTIONS = _Writers("do")
_EVENTS = _Writers("event")


class Action:
    """One decision of one seat. Subclasses are frozen dataclasses of ids and numbers."""

    __slots__ = ()
    do: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        return _ACTIONS[type(self)](self)


class Scene:
    """How an event is drawn on a table, whatever the game: its kind, and which of its fields in
    JSON say who did it, to whom, from where and to where. Units stand there by their ids, places as
    the game writes them.

    `came` and `went` are ways, `aimed` begins a shot or a blow, `hit` and `missed` end it, `hurt`
    and `fell` say what became of somebody, and `marked` is anything else that has a place."""

    __slots__ = ("_fields", "kind")

    def __init__(self, kind: str, **fields: str) -> None:
        self.kind = kind
        self._fields = tuple((role.rstrip("_"), name) for role, name in fields.items())

    def of(self, told: dict[str, Any]) -> dict[str, Any]:
        """What is drawn of an event that is written like this."""
        given = {role: told[name] for role, name in self._fields if name in told}
        return {"kind": self.kind, **given}


class Event:
    """A fact about what just happened, for logs, animation and statistics. `str` gives the sentence
    a log shows."""

    __slots__ = ()
    event: ClassVar[str]
    part: ClassVar[str] = ""
    """What it is in the course of things, where that matters to whoever shows it: `begins` a turn
    or a phase, was `chosen` (and did not come of dice), has `cut` short what people were at, or is
    `silent`, since what is asked next says the same."""
    scene: ClassVar[Scene | None] = None
    """How it is drawn, if it is."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """Fields with ids of units that its sentence is told in parts for: see `sentence`."""

    def to_json(self) -> dict[str, Any]:
        return _EVENTS[type(self)](self)


class ActionSet(Generic[A]):
    """The closed set of a game's actions, read from JSON by their `do`."""

    def __init__(self, *kinds: type[A]) -> None:
        self.kinds: dict[str, type[A]] = {kind.do: kind for kind in kinds}
        self._readers: dict[object, Callable[[dict[str, Any]], A]] = {}

    def from_json(self, value: object) -> A:
        data = an_object(value, "an action")
        do = data.get("do")
        read = self._readers.get(do) if type(do) is str else None
        return (read or self._reader(do))(data)

    def _reader(self, value: object) -> Callable[[dict[str, Any]], A]:
        do = a_string(value, "an action's `do`")
        kind = self.kinds.get(do)
        if kind is None:
            known = ", ".join(self.kinds)
            raise unknown(f"no action is called {shown(do)}; there are {known}")
        made = self._readers[do] = action_reader(kind, do)
        return made
