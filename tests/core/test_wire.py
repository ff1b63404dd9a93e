"""JSON in and out: strict, typed, with a sentence for everything that is wrong."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outrider.core.refusal import Refusal
from outrider.core.wire import (
    Action,
    ActionSet,
    Event,
    a_list,
    a_string,
    a_whole_number,
    an_object,
    dumps,
    known_fields,
    parse,
    shown,
    wire,
)

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_json_round_trips(value: Any) -> None:
    try:
        text = dumps(value)
        text.encode("utf-8")
    except UnicodeEncodeError:
        return
    assert parse(text) == value
    assert parse(text.encode("utf-8")) == value
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{}x", "not JSON"),
        (b"\xff", "UTF-8"),
        (b'"\xc3\x28"', "UTF-8"),
        (b"NaN", "NaN is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b'{"a":1,"a":2}', "twice"),
        (b'"\\ud800"', "surrogate"),
        (b"[" * 100_000, "nested"),
        (b"1" * 5000, "not JSON"),
        (b"1e400", '"1e400" is beyond all numbers'),
        (b"[-9.9e99999]", "beyond all numbers"),
        (b"1" + b"0" * 400 + b".5", "beyond all numbers"),
        (b"1e-99999999999999999999", "not a number here"),
        (b"0e99999999999999999999", "not a number here"),
        (b"[" * 900 + b"0." + b"3" * 30 + b"]" * 900, "nested"),
    ],
    ids=range(17),
)
def test_bad_json_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        parse(text)
    assert caught.value.kind == "malformed"


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert parse(b'"\\ud83c\\udfb2"') == "\N{GAME DIE}"


@given(
    st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)
)
@example("1.0000000000000000000000000000001")
@example("123456789012.345")
@example("0.1000000000000000055511151231257827")
@example("1e-400")
def test_no_digit_gets_lost(text: str) -> None:
    """Not in reading, and not in writing again."""
    value = parse(text)
    assert Decimal(str(value)) == Decimal(text)
    assert parse(dumps(value)) == value
    assert Fraction(dumps([value])[1:-1]) == Fraction(text)


def test_usual_fractions_are_floats() -> None:
    found = parse("[0.5, 13.4, 1.50, 15e-1, 0.1]")
    assert found == [0.5, 13.4, 1.5, 1.5, 0.1]
    assert all(type(part) is float for part in found)


def test_unusual_fractions_are_written_as_numbers() -> None:
    text = '{"a":[0.10000000000000000000000001,{"b":"\u00e9"},null],"c":1.5}'
    assert dumps(parse(text)) == text
    assert dumps((Decimal("1.5"),)) == "[1.5]"
    assert shown(Decimal("0.5")) == "0.5"
    assert shown({"a": Decimal("0.5"), "b": {1}}) == '{"a":0.5,"b":"{1}"}'
    assert shown(parse("0." + "3" * 100)) == "0." + "3" * 35 + "..."
    with pytest.raises(ValueError, match="NaN is not a number"):
        dumps([Decimal("NaN")])
    assert shown([Decimal("NaN")]) == "list"
    with pytest.raises(TypeError, match="set"):
        dumps([Decimal("1.5"), {1}])


@given(values)
def test_shown_values_are_short(value: Any) -> None:
    assert len(shown(value)) <= 40
    assert "\n" not in shown(value)


def test_what_cannot_be_shown_is_named() -> None:
    loop: list[Any] = []
    loop.append(loop)
    assert shown(loop) == "list"


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [], {}])
def test_whole_numbers_are_nothing_else(value: object) -> None:
    with pytest.raises(Refusal, match="whole number"):
        a_whole_number(value, "it", 0, 9)


def test_bounds_are_inclusive() -> None:
    assert a_whole_number(0, "it", 0, 9) == 0
    assert a_whole_number(9, "it", 0, 9) == 9
    for value in (-1, 10, 10**400):
        with pytest.raises(Refusal, match="from 0 to 9"):
            a_whole_number(value, "it", 0, 9)


def test_types_are_checked() -> None:
    for check, good, bad in (
        (an_object, {}, []),
        (a_list, [], {}),
        (a_string, "", 1),
    ):
        assert check(good, "it") == good
        with pytest.raises(Refusal, match="it must be"):
            check(bad, "it")
    with pytest.raises(Refusal, match="no field"):
        known_fields({"a": 1, "b": 2}, ["a"], "it")


@dataclass(frozen=True, slots=True)
class Jump(Action):
    do: ClassVar[str] = "jump"
    source: str = wire("from")
    height: int = wire("height", lambda value: a_whole_number(value, "the height", 1, 3))


@dataclass(frozen=True, slots=True)
class Wait(Action):
    do: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Landed(Event):
    event: ClassVar[str] = "landed"
    where: tuple[int, int]


ACTIONS: ActionSet[Action] = ActionSet(Jump, Wait)


def test_actions_travel_under_their_own_names() -> None:
    jump = Jump("a1", 2)
    assert jump.to_json() == {"do": "jump", "from": "a1", "height": 2}
    assert ACTIONS.from_json(jump.to_json()) == jump
    assert ACTIONS.from_json({"do": "wait"}) == Wait()
    assert Landed((3, 4)).to_json() == {"event": "landed", "where": [3, 4]}


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        ([], "malformed", "an object"),
        ({}, "malformed", "do"),
        ({"do": 1}, "malformed", "string"),
        ({"do": "fly"}, "unknown", "no action is called"),
        ({"do": "jump", "from": "a1"}, "malformed", "needs the field `height`"),
        ({"do": "jump", "from": "a1", "height": 4}, "malformed", "from 1 to 3"),
        ({"do": "jump", "from": "a1", "height": 1, "far": 2}, "malformed", "no field"),
        ({"do": "wait", "seat": "red"}, "malformed", "no field"),
    ],
    ids=range(8),
)
def test_bad_actions_are_refused(data: object, kind: str, words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        ACTIONS.from_json(data)
    assert caught.value.kind == kind
