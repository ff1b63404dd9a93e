"""Frozen dataclasses that are made as quickly as others.

A frozen dataclass sets each of its fields past its own ban, by name, which takes twenty times as
long as to set them where there is none; and every line of every match is some thirty such objects
with two hundred fields. So an object is made as one of a twin class that has the same slots and no
ban, and then told that it is the frozen one.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """As `dataclass(frozen=True, slots=True)`, with all fields in its constructor."""
    made: Any = dataclass(frozen=True, slots=True)(kind)
    parts: tuple[Field[Any], ...] = fields(made)
    if any(not part.init or part.kw_only for part in parts):
        raise TypeError(f"{made.__name__} has a field that is not given by its place")
    names = tuple(part.name for part in parts)
    shape = {"__slots__": made.__slots__, "__module__": made.__module__}
    shape["__setattr__"] = object.__setattr__  # also where one that is frozen is extended
    if "__orig_bases__" in made.__dict__:  # those of a generic class
        shape["__orig_bases__"] = made.__orig_bases__
    twin = type(made.__name__, made.__bases__, shape)
    made.__new__ = _maker(made, twin, parts)
    made.__init__ = object.__init__
    # Copied and pickled by way of the constructor.
    made.__reduce__ = lambda it: (type(it), tuple([getattr(it, name) for name in names]))
    frozen_kind: type[T] = made
    return frozen_kind


def _maker(made: type, twin: type, parts: tuple[Field[Any], ...]) -> Callable[..., Any]:
    """The constructor, written out field by field. Classes that come of this one and have other
    slots are not what the twin is."""
    known: dict[str, Any] = {"made": made, "twin": twin, "new": object.__new__}
    given, lines = ["kind"], []
    for number, part in enumerate(parts):
        value = part.name
        if part.default is not MISSING:
            known[f"default_{number}"] = part.default
            given.append(f"{value}=default_{number}")
        elif part.default_factory is not MISSING:
            known |= {f"made_{number}": part.default_factory, "MISSING": MISSING}
            given.append(f"{value}=MISSING")
            value = f"made_{number}() if {value} is MISSING else {value}"
        else:
            given.append(value)
        lines.append((part.name, value))
    known["put"] = object.__setattr__
    source = [
        f"def __new__({', '.join(given)}):",
        "    if kind is made:",
        "        it = new(twin)",
        *(f"        it.{name} = {value}" for name, value in lines),
        "        it.__class__ = made",
        "        return it",
        "    it = new(kind)",
        *(f"    put(it, {name!r}, {value})" for name, value in lines),
        "    return it",
    ]
    exec("\n".join(source), known)
    found: Callable[..., Any] = known["__new__"]
    return found
