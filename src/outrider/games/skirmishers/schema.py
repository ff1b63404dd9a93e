"""What a scenario's JSON looks like, as a JSON Schema.

It says all that a schema can say. `reading.read_scenario` asks for more: pieces that do not overlap
and stand on their table, and conditions that can be met (SKR-S5).
"""

from typing import Any

from outrider.games.skirmishers.conditions import MOST_CONDITIONS
from outrider.games.skirmishers.reading import (
    FIELDS,
    LIMIT,
    LONGEST_STORY,
    MOST_TURNS,
    PIECE_FIELDS,
)
from outrider.games.skirmishers.scenario import (
    EDGES,
    FARTHEST,
    LARGEST_BASE,
    LONGEST_RANGE,
    MOST_DICE,
    MOST_PIECES,
    SEATS,
    SMALLEST_BASE,
    VERSION,
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


def _piece(seat: str) -> dict[str, Any]:
    dice = {"type": "integer", "minimum": 0, "maximum": MOST_DICE}
    needed = {
        "id": {"type": "string", "pattern": f"^{seat[0].upper()}[1-9][0-9]?$"},
        "at": {"$ref": "#/$defs/point"},
        **dict.fromkeys(("firing", "attack", "defense"), dice),
        "movement": _length(0, FARTHEST),
    }
    assert tuple(needed) == PIECE_FIELDS
    further = {
        "name": {"$ref": "#/$defs/name"},
        "base": {**_length(SMALLEST_BASE, LARGEST_BASE), "default": inches(BASE)},
        "weapon": {"const": "none", "default": "none"},
        "range": {"const": 0},
    }
    armed = {"weapon": {"enum": ["bow", "firearm"]}, "range": _length(1, LONGEST_RANGE)}
    plain = {name: further[name] for name in ("name", "base")}
    return {"oneOf": [_object(needed, further), _object({**needed, **armed}, plain)]}


def _condition(seat: str) -> dict[str, Any]:
    count = {"type": "integer", "minimum": 1, "maximum": MOST_PIECES}
    enemy = "B" if seat == "red" else "R"
    named = {"type": "string", "pattern": f"^{enemy}[1-9][0-9]?$"}
    zone = {"$ref": "#/$defs/zone"}
    turns = {"type": "integer", "minimum": 1, "maximum": MOST_TURNS}
    kinds: dict[str, dict[str, Any]] = {
        "destroy-all": {},
        "destroy": {
            "pieces": {
                "type": "array",
                "items": named,
                "minItems": 1,
                "maxItems": MOST_PIECES,
                "uniqueItems": True,
            }
        },
        "reach": {"zone": zone, "count": count},
        "hold": {"zone": zone, "turns": turns},
        "exit": {"edge": {"enum": list(EDGES)}, "count": count},
        "survive": {},
    }
    return {"oneOf": [_object({"kind": {"const": kind}, **kinds[kind]}) for kind in kinds]}


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
