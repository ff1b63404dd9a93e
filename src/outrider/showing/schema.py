"""What a table's JSON looks like, as a JSON Schema.

It says all that a schema can say. `terrain.a_table` asks for more: lengths in whole thousandths (a
`multipleOf` would be reckoned in floats, which refuse 1.001), polygons whose sides do not cross,
and terrain that lies on its own table.
"""

from typing import Any

from outrider.core.seats import SEATS
from outrider.table.lengths import INCH, LARGEST_TABLE, inches
from outrider.table.seating import polygon_table, spaced_table
from outrider.table.shapes import MOST_CORNERS
from outrider.table.terrain import (
    FEWEST_CORNERS,
    FEWEST_SPACED,
    HIGHEST,
    LARGEST_COST,
    LONGEST_NAME,
    MOST_PIECES,
    Table,
)

FARTHEST = max(spaced_table(len(SEATS)).size)
"""No table reaches farther than the one for the most who sit spaced."""


def _length(low: int, high: int) -> dict[str, Any]:
    return {"type": "number", "minimum": inches(low), "maximum": inches(high)}


def _pair(low: int, high: int = FARTHEST) -> dict[str, Any]:
    part = _length(low, high)
    return {"type": "array", "prefixItems": [part, part], "items": False, "minItems": 2}


def _piece(shape: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["shape", *fields],
        "properties": {
            "shape": {"const": shape},
            **fields,
            "name": {"$ref": "#/$defs/name"},
            "height": {**_length(0, HIGHEST), "default": 0},
            "cost": {
                "description": "Inches of movement for each inch crossed.",
                "anyOf": [_length(1, LARGEST_COST), {"const": "impassable"}],
                "default": 1,
            },
            "cover": {"type": "integer", "minimum": 0, "maximum": 6, "default": 0},
            "blocks_sight": {"type": "boolean", "default": False},
        },
    }


def _table(title: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "required": list(fields),
        "properties": {
            "name": {"$ref": "#/$defs/name"},
            **fields,
            "terrain": {
                "type": "array",
                "items": {"$ref": "#/$defs/piece"},
                "maxItems": MOST_PIECES,
                "default": [],
            },
        },
    }


def _polygon(table: Table, how: str) -> dict[str, Any]:
    """There is one outline for each number of players and way to sit, so the schema names its
    corners."""
    made = table.to_json()
    fixed = {name: {"const": made[name]} for name in ("size", "outline", "edges")}
    return _table(f"For {len(table.edges)} players{how}", fixed)


TABLE_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A table",
    "description": "Lengths are inches with up to three decimals; x runs right, y away from Red.",
    "type": "object",
    "required": ["size"],
    "oneOf": [
        _table("A rectangle", {"size": _pair(INCH, LARGEST_TABLE)}),
        *(
            _polygon(spaced_table(seats), ", spaced")
            for seats in range(FEWEST_SPACED, len(SEATS) + 1)
        ),
        *(
            _polygon(polygon_table(seats), ", corner to corner")
            for seats in range(FEWEST_CORNERS, len(SEATS) + 1)
        ),
    ],
    "$defs": {
        "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u00a0]"},
        },
        "piece": {
            "oneOf": [
                _piece("disc", {"at": _pair(0), "radius": _length(1, FARTHEST // 2)}),
                _piece(
                    "polygon",
                    {
                        "points": {
                            "type": "array",
                            "items": _pair(0),
                            "minItems": 3,
                            "maxItems": MOST_CORNERS,
                            "uniqueItems": True,
                        }
                    },
                ),
            ]
        },
    },
}
