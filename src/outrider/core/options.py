"""The choices players may make when they set a game up: typed, bounded, with defaults."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from outrider.core.refusal import malformed, unknown
from outrider.core.wire import a_string, a_whole_number, an_object, shown

Value: TypeAlias = str | bool | int | float


class Option(Protocol):
    """What every kind of option knows of itself."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Value: ...
    @property
    def rule(self) -> str: ...
    @property
    def summary(self) -> str: ...

    def check(self, value: object) -> Value:
        """The value as it is kept, or a Refusal."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""

    def others(self) -> tuple[Value, ...]:
        """Values besides the default that are worth trying: the rest of them, or the bounds."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between two bounds."""

    name: str
    default: int
    low: int
    high: int
    rule: str
    summary: str

    def check(self, value: object) -> int:
        return a_whole_number(value, f"the option {self.name}", self.low, self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def others(self) -> tuple[Value, ...]:
        return tuple(value for value in (self.low, self.high) if value != self.default)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no, a JSON boolean."""

    name: str
    default: bool
    rule: str
    summary: str

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise malformed(f"the option {self.name} must be true or false, not {shown(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def others(self) -> tuple[Value, ...]:
        return (not self.default,)


@dataclass(frozen=True, slots=True)
class Named:
    """One of a few names."""

    name: str
    default: str
    values: tuple[str, ...]
    rule: str
    summary: str

    def check(self, value: object) -> str:
        given = a_string(value, f"the option {self.name}")
        if given not in self.values:
            names = ", ".join(self.values)
            raise malformed(f"the option {self.name} is one of {names}, not {shown(given)}")
        return given

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.values)}

    def others(self) -> tuple[Value, ...]:
        return tuple(value for value in self.values if value != self.default)


class Options(Mapping[str, Value]):
    """A game's options, every one with a value. Frozen and hashable."""

    __slots__ = ("_values",)

    def __init__(self, specs: tuple[Option, ...], given: object = None) -> None:
        chosen = an_object({} if given is None else given, "options")
        known = {spec.name for spec in specs}
        for name in chosen:
            if name not in known:
                names = ", ".join(sorted(known)) or "none at all"
                raise unknown(f"there is no option {shown(name)}; this game has {names}")
        self._values: dict[str, Value] = {
            spec.name: spec.check(chosen[spec.name]) if spec.name in chosen else spec.default
            for spec in specs
        }

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __repr__(self) -> str:
        return f"Options({self._values!r})"

    def number(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def flag(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def named(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def to_json(self) -> dict[str, Value]:
        return dict(self._values)


def schema_of(specs: tuple[Option, ...], title: str) -> dict[str, Any]:
    """A JSON Schema for an object with these options."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "properties": {
            spec.name: {
                **spec.schema(),
                "default": spec.default,
                "description": f"{spec.summary} [{spec.rule}]",
            }
            for spec in specs
        },
    }
