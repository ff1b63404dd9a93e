"""What a scenario's JSON looks like, as a JSON Schema.

It says all that a schema can say. `reading.read_scenario` asks for more: pieces that do not overlap
and stand on their table, and conditions that can be met (SKR-S5).
"""

from dataclasses import MISSING
from typing import Any

from outrider.games.skirmishers.conditions import FIELDS as KINDS
from outrider.games.skirmishers.conditions import MOST_CONDITIONS, PARTS
from outrider.games.skirmishers.reading import FIELDS, LIMIT, LONGEST_STORY
from outrider.games.skirmishers.scenario import (
    LONGEST_RANGE,
    MOST_PIECES,
    MOST_TURNS,
    SEATS,
    VERSION,
    WARRIOR,
    WEAPONS,
    other,
)
from outrider.showing.schema import TABLE_SCHEMA
from outrider.table.lengths import LARGEST_TABLE, inches
from outrider.table.options import SMALLEST_TABLE
from outrider.table.snapping import BASE

SHAPE_FIELDS = {"disc": ("shape", "at", "radius"), "polygon": ("shape", "points")}


def _length(low: int, high: int) -> dict[str, Any]:
    return {"type": "number", "minimum": inches(low), "maximum": inches(high)}


def _object(needed: dict[str, Any], further: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(further or {})},
    }


def _table() -> dict[str, Any]:
    """A rectangle that is large enough."""
    plain = TABLE_SCHEMA["oneOf"][0]
    side = _length(SMALLEST_TABLE, LARGEST_TABLE)
    size = {**plain["properties"]["size"], "prefixItems": [side, side]}
    return {**plain, "properties": {**plain["properties"], "size": size}}


def _zone() -> dict[str, Any]:
    """A piece of terrain's shape and nothing else."""
    shapes = []
    for piece in TABLE_SCHEMA["$defs"]["piece"]["oneOf"]:
        fields = SHAPE_FIELDS[piece["properties"]["shape"]["const"]]
        shapes.append(_object({name: piece["properties"][name] for name in fields}))
    return {"oneOf": shapes}


def _named(seat: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{seat[0].upper()}[1-9][0-9]?$"}


def _piece(seat: str) -> dict[str, Any]:
    told = {part.name: part for part in WARRIOR.parts}
    known = {
        **{name: part.form.schema for name, part in told.items()},
        "id": _named(seat),
        "at": {"$ref": "#/$defs/point"},
        "name": {"$ref": "#/$defs/name"},
        "base": {**(told["base"].form.schema or {}), "default": inches(BASE)},
    }
    needed = {name: known[name] for name, part in told.items() if part.default is MISSING}
    plain = {name: known[name] for name in ("name", "base")}
    unarmed = {**plain, "weapon": {"const": "none", "default": "none"}, "range": {"const": 0}}
    armed = {"weapon": {"enum": list(WEAPONS[1:])}, "range": _length(1, LONGEST_RANGE)}
    return {"oneOf": [_object(needed, unarmed), _object({**needed, **armed}, plain)]}


def _condition(seat: str) -> dict[str, Any]:
    enemies = {"type": "array", "items": _named(other(seat)), "minItems": 1}
    known = {name: part.form.schema for name, part in PARTS.items()}
    known["pieces"] = {**enemies, "maxItems": MOST_PIECES, "uniqueItems": True}
    kinds = [
        _object({"kind": {"const": kind}, **{name: known[name] for name in names}})
        for kind, names in KINDS.items()
    ]
    return {"oneOf": kinds}


def _side(seat: str) -> dict[str, Any]:
    pieces = {"type": "array", "items": _piece(seat), "minItems": 1, "maxItems": MOST_PIECES}
    victory = {"type": "array", "items": _condition(seat), "maxItems": MOST_CONDITIONS}
    return _object({"pieces": pieces, "victory": victory})


NEEDED: dict[str, Any] = {
    "outrider_scenario": {"const": VERSION},
    "name": {"$ref": "#/$defs/name"},
    "table": _table(),
    "sides": _object({seat: _side(seat) for seat in SEATS}),
}
assert tuple(NEEDED) == FIELDS

SCENARIO_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A scenario of Skirmishers",
    "description": "Lengths are inches with up to three decimals; x runs right, y away from Red.",
    **_object(
        NEEDED,
        {
            "story": {"type": "string", "maxLength": LONGEST_STORY, "default": ""},
            "first": {"enum": list(SEATS), "default": "red"},
            "turn_limit": {
                "description": "The turns of both sides together.",
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_TURNS,
                "default": LIMIT,
            },
            "at_limit": {
                "description": "Who wins when the limit comes and nobody has; null: a draw.",
                "enum": [*SEATS, None],
                "default": None,
            },
        },
    ),
    "$defs": {
        **TABLE_SCHEMA["$defs"],
        "point": TABLE_SCHEMA["$defs"]["piece"]["oneOf"][0]["properties"]["at"],
        "zone": _zone(),
    },
}
