"""What a campaign's JSON looks like, as a JSON Schema: all that a schema can say. The reader asks
for more: ways that lead on, names that there are, battles that can be set out."""

from typing import Any

from outrider.campaigns.campaign import (
    LONGEST_ID,
    MOST_BATTLES,
    MOST_ENDS,
    MOST_LESSONS,
    MOST_MEMBERS,
    NAME,
    RESULTS,
    SEATS,
    STORY,
    VERSION,
)
from outrider.campaigns.reading import END, FIELDS, FURTHER, LEARNING, campaigning_of
from outrider.core.campaigning import Campaigning
from outrider.core.game import Game

ID = {"type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": LONGEST_ID}


def _object(needed: dict[str, Any], further: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(further or {})},
    }


def _named(each: dict[str, Any], most: int) -> dict[str, Any]:
    """An object whose names are ids."""
    return {
        "type": "object",
        "propertyNames": ID,
        "minProperties": 1,
        "maxProperties": most,
        "additionalProperties": each,
    }


def schema_of(game: Game[Any, Any]) -> dict[str, Any]:
    campaigning = campaigning_of(game)
    roster = {"type": "array", "items": {"$ref": "#/$defs/member"}}
    side = _object(
        {"name": NAME.schema, "roster": {**roster, "minItems": 1, "maxItems": MOST_MEMBERS}}
    )
    end = {part.name: part.form.schema for part in END.parts}
    known: dict[str, Any] = {
        "outrider_campaign": {"const": VERSION},
        "game": {"const": game.id},
        "name": NAME.schema,
        "sides": _object(dict.fromkeys(SEATS, side)),
        "learning": _learning(campaigning),
        "battles": _named(_battle(campaigning), MOST_BATTLES),
        "ends": _named(_object({"name": end.pop("name")}, end), MOST_ENDS),
        "first": ID,
    }
    assert tuple(known) == FIELDS
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A campaign of {game.title}",
        **_object(known, dict.fromkeys(FURTHER, STORY.schema)),
        "$defs": {**campaigning.definitions(), "member": campaigning.member_schema()},
    }


def _learning(campaigning: Campaigning) -> dict[str, Any]:
    numbers = {part.name: part.form.schema for part in LEARNING.parts if part.name != "lessons"}
    lessons = [
        _object(
            {"rating": {"const": rating.name}, "by": rating.form.schema, "most": rating.form.schema}
        )
        for rating in campaigning.ratings
    ]
    listed = {"type": "array", "maxItems": MOST_LESSONS, "items": {"oneOf": lessons}}
    return _object({**numbers, "lessons": listed})


def _battle(campaigning: Campaigning) -> dict[str, Any]:
    called = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_MEMBERS}
    least = {"type": "integer", "minimum": 0, "maximum": MOST_MEMBERS}
    needed = {
        "name": NAME.schema,
        "muster": _object({seat: {**called, "uniqueItems": True} for seat in SEATS}),
        "scenario": campaigning.ground_schema(),
        "next": _object(dict.fromkeys(RESULTS, ID)),
    }
    return _object(
        needed, {"story": STORY.schema, "least": _object({}, dict.fromkeys(SEATS, least))}
    )
