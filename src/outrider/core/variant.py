"""A game with changed numbers: `{"outrider_variant":1,"game":..,"name":..,"set":{..}}`.

A variant is taken whole or refused whole, with every fault and its place. It never changes the
sense of a rule: only numbers that a game lists as `figures` can be set, each within its bounds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from outrider.core.figures import Figure
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import a_string, shown

VERSION = 1
FIELDS = ("outrider_variant", "game", "name", "set")
LONGEST_NAME = 60
MOST_TOLD = 8
"""How many faults one message tells; whoever examines a variant hears of all."""

Fit = Callable[[Mapping[str, int]], None]
"""Refuses numbers that do not fit together; it gets all of them, in the kernel's units."""


@dataclass(frozen=True, slots=True)
class Change:
    """A number that is not the rulebook's, in the kernel's units."""

    figure: Figure
    value: int

    def __str__(self) -> str:
        """For people: the name, the number, the one in the book."""
        figure = self.figure
        return f"{figure.name} {figure.shown(self.value)} (not {figure.shown(figure.default)})"


@dataclass(frozen=True, slots=True)
class Variant:
    """Changed numbers of one game under a name; at least one, in the order of the game's table."""

    game: str
    name: str
    changes: tuple[Change, ...]

    @property
    def numbers(self) -> dict[str, int]:
        """The changed numbers by their names, in the kernel's units."""
        return {change.figure.name: change.value for change in self.changes}

    def to_json(self) -> dict[str, Any]:
        changed = {
            change.figure.name: change.figure.number(change.value) for change in self.changes
        }
        return {
            "outrider_variant": VERSION,
            "game": self.game,
            "name": self.name,
            "set": changed,
        }


def numbers_in(variant: Variant | None) -> dict[str, int]:
    """The changed numbers, in the kernel's units; none where nothing is changed."""
    return {} if variant is None else variant.numbers


def told(variant: Variant) -> str:
    """What is changed, in a sentence."""
    changes = ", ".join(map(str, variant.changes))
    return f"Played with changed numbers ({variant.name}): {changes}."


def examined(
    game: str, figures: tuple[Figure, ...], fit: Fit, value: object
) -> tuple[Variant | None, list[Refusal]]:
    """A variant from its JSON, and everything that is wrong with it; then it is None. It is None
    too where no number differs from the rulebook's: that is the game itself."""
    if not isinstance(value, dict):
        return None, [malformed(f"must be an object, not {shown(value)}")]
    if not figures:
        return None, [unknown(f"{game} is not played with changed numbers")]
    faults = _faults_of_fields(game, value)
    changes, wrong = _changes(figures, value.get("set", {}))
    faults += wrong
    if not faults:
        every = {figure.name: figure.default for figure in figures}
        try:
            fit({**every, **{change.figure.name: change.value for change in changes}})
        except Refusal as refusal:
            faults.append(refusal)
    if faults or not changes:
        return None, faults
    return Variant(game, value["name"], tuple(changes)), []


def _faults_of_fields(game: str, value: dict[str, Any]) -> list[Refusal]:
    faults = [malformed(f"{place_of(name)}: unknown field") for name in value if name not in FIELDS]
    faults += [malformed(f"{name}: missing") for name in FIELDS if name not in value]
    version = value.get("outrider_variant", VERSION)
    if version != VERSION or isinstance(version, bool | float):
        faults.append(malformed(f"outrider_variant: must be {VERSION}, not {shown(version)}"))
    of = value.get("game", game)
    if of != game:
        faults.append(malformed(f"game: this is a variant of {shown(of)}, not of {game}"))
    try:
        name = a_string(value.get("name", "a name"), "name:")
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise malformed(f"name: must have 1 to {LONGEST_NAME} printable characters")
    except Refusal as refusal:
        faults.append(refusal)
    return faults


def _changes(figures: tuple[Figure, ...], given: object) -> tuple[list[Change], list[Refusal]]:
    """What differs from the rulebook, in the order of its table, and what cannot be."""
    if not isinstance(given, dict):
        return [], [malformed(f"set: must be an object, not {shown(given)}")]
    known = {figure.name for figure in figures}
    faults = [
        unknown(f"set.{place_of(name)}: there is no such number")
        for name in given
        if name not in known
    ]
    changes = []
    for figure in figures:
        if figure.name not in given:
            continue
        try:
            value = figure.read(given[figure.name])
        except Refusal as refusal:
            place = f"set.{figure.name}: {refusal.message}"
            faults.append(Refusal(refusal.kind, place, refusal.rule))
            continue
        if value != figure.default:
            changes.append(Change(figure, value))
    return changes, faults


def place_of(name: str) -> str:
    """A field's name in a place; one that could be mistaken for something else is quoted."""
    return name if name.replace(".", "").replace("_", "").isalnum() else shown(name)


def together(faults: list[Refusal]) -> Refusal:
    """The faults of a variant as one refusal: of the first one's kind, by its rule."""
    said = "; ".join(fault.message for fault in faults[:MOST_TOLD])
    more = len(faults) - MOST_TOLD
    rest = f"; and {more} more" if more > 0 else ""
    return Refusal(faults[0].kind, f"the variant: {said}{rest}", faults[0].rule)


def variant_schema(game: str, title: str, figures: tuple[Figure, ...]) -> dict[str, Any]:
    """A JSON Schema for variants of a game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A variant of {title}",
        "type": "object",
        "additionalProperties": False,
        "required": list(FIELDS),
        "properties": {
            "outrider_variant": {"const": VERSION},
            "game": {"const": game},
            "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
            "set": {
                "type": "object",
                "additionalProperties": False,
                "properties": {figure.name: figure.schema() for figure in figures},
            },
        },
    }
