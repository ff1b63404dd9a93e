"""Options: typed, bounded, with defaults, and described by a JSON Schema."""

from typing import Any

import jsonschema
import pytest

from outrider.core.options import Flag, Named, Number, Option, Options, schema_of
from outrider.core.refusal import Refusal

SPECS: tuple[Option, ...] = (
    Number("limit", 10, 0, 20, "XXX-V1", "How long."),
    Flag("fog", False, "XXX-F1", "Whether it is foggy."),
    Named("melee", "standard", ("standard", "alternate"), "XXX-M1", "How blows are counted."),
)
GOOD: list[dict[str, Any]] = [
    {},
    {"limit": 0},
    {"limit": 20, "fog": True},
    {"melee": "alternate", "fog": False, "limit": 3},
]
BAD: list[Any] = [
    {"limit": -1},
    {"limit": 21},
    {"limit": "10"},
    {"limit": True},
    {"limit": None},
    {"limit": 1.5},
    {"fog": 1},
    {"fog": "yes"},
    {"melee": "Standard"},
    {"melee": 1},
    {"speed": 1},
    [],
    "limit",
    7,
]


@pytest.mark.parametrize("given", GOOD, ids=str)
def test_good_options_are_filled_up_with_defaults(given: dict[str, Any]) -> None:
    options = Options(SPECS, given)
    assert options.to_json() == {"limit": 10, "fog": False, "melee": "standard", **given}
    assert options == Options(SPECS, options.to_json())
    assert hash(options) == hash(Options(SPECS, options.to_json()))
    assert set(options) == {"limit", "fog", "melee"} and len(options) == 3
    assert options.number("limit") == options["limit"]
    assert "limit" in repr(options)


def test_none_given_is_all_defaults() -> None:
    assert Options(SPECS) == Options(SPECS, {}) != Options(SPECS, {"limit": 1})


@pytest.mark.parametrize("given", BAD, ids=str)
def test_bad_options_are_refused(given: object) -> None:
    with pytest.raises(Refusal) as caught:
        Options(SPECS, given)
    assert caught.value.kind == ("unknown" if given == {"speed": 1} else "malformed")


def test_the_schema_accepts_and_refuses_the_same() -> None:
    schema = schema_of(SPECS, "Options")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for given in GOOD:
        assert validator.is_valid(given)
    for wrong in BAD:
        assert not validator.is_valid(wrong), wrong
    assert schema["properties"]["limit"]["default"] == 10
    assert "XXX-V1" in schema["properties"]["limit"]["description"]
