"""Dice from JSON: what stands for which source, and everything else refused."""

from typing import Any

import pytest

from outrider.core.pending import Roll
from outrider.core.refusal import Refusal
from outrider.dice import AskedDice, ListedDice, SeededDice, dice_from_json

ROLL = Roll("attack", "red", 3)


def test_ask() -> None:
    assert isinstance(dice_from_json("ask"), AskedDice)


@pytest.mark.parametrize("seed", [0, -1, 2**63 - 1, -(2**63), "", "seven", "x" * 200, "\ud800"])
def test_seeds(seed: int | str) -> None:
    dice = dice_from_json({"seed": seed})
    assert isinstance(dice, SeededDice)
    assert dice.faces(ROLL) == SeededDice(seed).faces(ROLL)


def test_lists() -> None:
    dice = dice_from_json([1, 6, 3, 4])
    assert isinstance(dice, ListedDice)
    assert dice.faces(ROLL) == (1, 6, 3)
    assert dice_from_json([]).faces(ROLL) is None
    assert dice_from_json([1] * 100_000).faces(ROLL) == (1, 1, 1)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, 'dice must be "ask", {"seed": ...} or a list of faces, not null'),
        (True, 'dice must be "ask", {"seed": ...} or a list of faces, not true'),
        (4, 'dice must be "ask", {"seed": ...} or a list of faces, not 4'),
        ("", 'dice must be "ask", {"seed": ...} or a list of faces, not ""'),
        ("ASK", 'dice must be "ask", {"seed": ...} or a list of faces, not "ASK"'),
        ("43", 'dice must be "ask", {"seed": ...} or a list of faces, not "43"'),
        ({}, "dice given as an object need the field `seed`"),
        ({"seeds": 1}, 'dice has no field "seeds"'),
        ({"seed": 1, "faces": [1]}, 'dice has no field "faces"'),
        ({"seed": None}, "a seed must be a whole number or a string, not null"),
        ({"seed": True}, "a seed must be a whole number or a string, not true"),
        ({"seed": 1.0}, "a seed must be a whole number or a string, not 1.0"),
        ({"seed": [1]}, "a seed must be a whole number or a string, not [1]"),
        ({"seed": 2**63}, f"a seed must be from {-(2**63)} to {2**63 - 1}, not {2**63}"),
        (
            {"seed": -(2**63) - 1},
            f"a seed must be from {-(2**63)} to {2**63 - 1}, not {-(2**63) - 1}",
        ),
        ({"seed": "x" * 201}, "a seed has at most 200 characters, not 201"),
        ([0], "a face must be from 1 to 6, not 0"),
        ([1, 7], "a face must be from 1 to 6, not 7"),
        ([1, -1], "a face must be from 1 to 6, not -1"),
        ([1, True], "a face must be a whole number, not true"),
        ([1, 2.0], "a face must be a whole number, not 2.0"),
        (["1"], 'a face must be a whole number, not "1"'),
        ([None], "a face must be a whole number, not null"),
        ([[1]], "a face must be a whole number, not [1]"),
        ([1] * 100_001, "a list of dice has at most 100000 faces, not 100001"),
    ],
    ids=lambda value: None if isinstance(value, str) else repr(value)[:30],
)
def test_everything_else_is_refused(value: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as caught:
        dice_from_json(value)
    assert caught.value.kind == "malformed"
    assert caught.value.message == sentence
