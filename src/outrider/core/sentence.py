"""A sentence in parts: its words, and between them the pieces and places that it names. Whoever
shows it can say those in its own way, and need not look for them in the words."""

from dataclasses import fields, replace
from typing import Any

from outrider.core.wire import Event

OPEN, SHUT = "\x02", "\x03"
"""Round an id while the sentence is made; no sentence has them."""
Part = str | dict[str, Any]
_NAMES: dict[type[Event], tuple[str, ...]] = {}


def parts(event: Event, told: dict[str, Any]) -> list[Part]:
    """The sentence of an event that is written like this: words, `{"unit": id}` and
    `{"at": [x, y]}`. Empty where it names nobody and no place."""
    names = _NAMES.get(type(event))
    if names is None:
        # Every event is a dataclass; not all have all of what most of a game's have.
        of_it = {each.name for each in fields(event)}  # type: ignore[arg-type]
        names = _NAMES[type(event)] = tuple(name for name in event.pieces if name in of_it)
    if not names:
        return []
    marked = {name: _marked(getattr(event, name)) for name in names}
    found: list[Part] = [str(replace(event, **marked))]  # type: ignore[type-var]
    for pair in told.values():
        if _is_place(pair):
            found = _cut(found, f"{pair[0]},{pair[1]}", {"at": pair})
    split = [piece for part in found for piece in _pieces(part)]
    return split if any(not isinstance(each, str) for each in split) else []


def _marked(value: Any) -> Any:
    if isinstance(value, str):
        return f"{OPEN}{value}{SHUT}"
    return tuple(map(_marked, value)) if isinstance(value, tuple) else value


def _is_place(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(each, int | float) for each in value)
    )


def _cut(found: list[Part], written: str, place: Part) -> list[Part]:
    """With a place where it is written."""
    made: list[Part] = []
    for part in found:
        if not isinstance(part, str) or written not in part:
            made.append(part)
            continue
        before, _, after = part.partition(written)
        made += [each for each in (before, place, after) if each]
    return made


def _pieces(part: Part) -> list[Part]:
    if not isinstance(part, str):
        return [part]
    first, *rest = part.split(OPEN)
    made: list[Part] = [first] if first else []
    for each in rest:
        id, _, words = each.partition(SHUT)
        made.append({"unit": id})
        if words:
            made.append(words)
    return made
