"""Actions as JSON and as text: what is well-formed, and what is malformed."""

import json
from typing import Any

import pytest

from games.basic.battlefield import GAME
from outrider import Refusal
from outrider.core.wire import parse

PAIRS = [
    ({"do": "deploy", "unit": "R1", "at": [3, 1.5]}, "deploy R1 3,1.5"),
    ({"do": "move", "unit": "R1", "to": [4, 6]}, "move R1 4,6"),
    ({"do": "move", "unit": "B5", "to": [0.001, 23.999]}, "move B5 0.001,23.999"),
    ({"do": "move", "unit": "B5", "to": [0, 72]}, "move B5 0,72"),
    ({"do": "attack", "unit": "R1", "target": "B2"}, "attack R1 B2"),
    ({"do": "command", "ability": "bolster"}, "command bolster"),
    ({"do": "command", "ability": "rush"}, "command rush"),
    ({"do": "end"}, "end"),
]
both = pytest.mark.parametrize(("data", "text"), PAIRS, ids=[text for _, text in PAIRS])


def kind(given: object) -> str:
    with pytest.raises(Refusal) as caught:
        GAME.action(given)
    assert 0 < len(caught.value.message) < 300
    return caught.value.kind


@both
def test_json_and_text_say_the_same(data: dict[str, Any], text: str) -> None:
    """BSK-S2, BSK-M1, BSK-C1, BSK-A1, BSK-T1: every action, written either way and back."""
    action = GAME.action_from_json(data)
    assert GAME.read_action(text) == action
    assert GAME.write_action(action) == text
    assert action.to_json() == data
    assert GAME.action_from_json(parse(json.dumps(data))) == action


@both
def test_unknown_fields_are_malformed(data: dict[str, Any], text: str) -> None:
    """BSK-T1: an action has its fields and no others."""
    assert kind({**data, "extra": 1}) == "malformed"
    assert kind({**data, "seat": "red"}) == "malformed"


@both
def test_missing_fields_are_malformed(data: dict[str, Any], text: str) -> None:
    """BSK-T1: each of them is needed."""
    for name in data:
        rest = {field: value for field, value in data.items() if field != name}
        assert kind(rest) == "malformed"


@pytest.mark.parametrize("value", [None, 5, True, [], {}, "", "R6", "x", ["R1"], 1.5])
def test_wrong_values_are_malformed(value: object) -> None:
    """BSK-S1, BSK-A1: units are known, abilities are two, points are pairs."""
    assert kind({"do": "move", "unit": value, "to": [4, 6]}) == "malformed"
    assert kind({"do": "move", "unit": "R1", "to": value}) == "malformed"
    assert kind({"do": "deploy", "unit": "R1", "at": value}) == "malformed"
    assert kind({"do": "attack", "unit": "R1", "target": value}) == "malformed"
    assert kind({"do": "command", "ability": value}) == "malformed"


@pytest.mark.parametrize("given", [None, 5, [], {}, {"do": None}, {"do": 5}, True])
def test_what_is_no_action(given: object) -> None:
    """BSK-T1: an object with `do`, or a text."""
    assert kind(given) == "malformed"


@pytest.mark.parametrize("do", ["fire", "fight", "pass", "rest", "END", ""])
def test_actions_of_other_games(do: str) -> None:
    """BSK-T1: nobody knows them here."""
    assert kind({"do": do}) in ("unknown", "malformed")


@pytest.mark.parametrize(
    "text",
    ["", " ", "move", "move R1", "move R1 4", "move R1 4,", "move R1 4,6,7", "move R1 4 6",
     "move R1 4;6", "move R1 4.0001,6", "move R1 nan,6", "move R1 inf,6", "move R1 1e1,6",
     "move R1 ,6", "move R1 4,6 5,6", "move r1 4,6", "move R6 4,6", "Move R1 4,6", "attack R1",
     "attack R1 B2 B3", "attack R1 G1", "command", "command heal", "command bolster rush",
     "end end", "move R1 \uff14,6", "move R1 1000,6", "move R1 4,6\x00", "e1-e3"],
)  # fmt: skip
def test_texts_that_are_no_action(text: str) -> None:
    """BSK-T1: refused with a sentence, never misread."""
    assert kind(text) == "malformed"


@pytest.mark.parametrize("text", ["move R1 4.0,6.000", "move  R1  4,6", " move R1 4,6 "])
def test_texts_may_be_written_loosely(text: str) -> None:
    """BSK-M1: zeros and blanks more than needed do no harm."""
    assert GAME.write_action(GAME.read_action(text)) == "move R1 4,6"
