"""Variants as data: read exactly, refused whole, with every fault and its place."""

import random
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import jsonschema
import pytest

import outrider
from outrider.core.figures import Figure, in_places
from outrider.core.options import Number
from outrider.core.record import header_from_json, record_from_text
from outrider.core.refusal import Refusal, malformed
from outrider.core.rulebook import Rulebook
from outrider.core.variant import examined, told
from outrider.core.wire import dumps, parse
from outrider.table.options import TableSize
from outrider.testing import finished
from outrider_pebbles.game import Pebbles

BASIC = outrider.game("basic")
RIFLES = {
    "outrider_variant": 1,
    "game": "basic",
    "name": "long rifles",
    "set": {"long.range": 12, "base": 0.35},
}
FIGURES = (
    Figure(1, "shoot.far", 20_000, 1000, 72_000, "X-1", "Far.", 1000),
    Figure(0, "shoot.near", 10_000, 0, 72_000, "X-1", "Near.", 1000),
    Figure(2, "figures", 5, 1, 9, "X-2", "So many."),
)


def fit(numbers: Mapping[str, int]) -> None:
    if numbers["shoot.near"] > numbers["shoot.far"]:
        raise malformed("set.shoot.near: must not be beyond shoot.far", "X-1")


def variant(changed: Any, **more: Any) -> dict[str, Any]:
    return {"outrider_variant": 1, "game": "x", "name": "mine", "set": changed, **more}


def faults(value: object) -> list[str]:
    made, found = examined("x", FIGURES, fit, value)
    assert made is None and found
    return [fault.message for fault in found]


def test_numbers_are_read_exactly_and_written_again() -> None:
    given = variant({"shoot.near": 10.125, "figures": 6, "shoot.far": 21})
    made, found = examined("x", FIGURES, fit, parse(dumps(given)))
    assert made is not None and not found
    assert made.numbers == {"shoot.far": 21_000, "shoot.near": 10_125, "figures": 6}
    assert made.to_json() == given
    assert in_places(FIGURES, made.numbers) == [10_125, 21_000, 6]
    assert hash(made) == hash(examined("x", FIGURES, fit, given)[0])
    assert told(made) == (
        "Played with changed numbers (mine): shoot.far 21 (not 20), shoot.near 10.125 (not 10), "
        "figures 6 (not 5)."
    )


@pytest.mark.parametrize("value", [12, 12.0, Decimal("12.000"), Decimal(12)])
def test_the_same_number_is_the_same_however_it_is_written(value: Any) -> None:
    made, _ = examined("x", FIGURES, fit, variant({"shoot.near": value}))
    assert made is not None and made.to_json()["set"] == {"shoot.near": 12}
    assert dumps(made.to_json()) == dumps(variant({"shoot.near": 12}))


@pytest.mark.parametrize("changed", [{}, {"figures": 5}, {"figures": 5, "shoot.near": 10.0}])
def test_what_changes_nothing_is_the_game_itself(changed: Any) -> None:
    assert examined("x", FIGURES, fit, variant(changed)) == (None, [])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"figures": 10}, "set.figures: must be from 1 to 9, not 10"),
        ({"figures": 0}, "set.figures: must be from 1 to 9, not 0"),
        ({"figures": 5.5}, "set.figures: must be a whole number, not 5.5"),
        ({"figures": True}, "set.figures: must be a whole number, not true"),
        ({"figures": None}, "set.figures: must be a whole number, not null"),
        ({"figures": "6"}, 'set.figures: must be a whole number, not "6"'),
        ({"figures": [6]}, "set.figures: must be a whole number, not [6]"),
        ({"shoot.near": "6"}, 'set.shoot.near: must be a number, not "6"'),
        ({"shoot.near": 72.001}, "set.shoot.near: must be from 0 to 72, not 72.001"),
        ({"shoot.near": -0.001}, "set.shoot.near: must be from 0 to 72, not -0.001"),
        ({"shoot.near": 1.0005}, "set.shoot.near: must be whole in parts of 1/1000, not 1.0005"),
        ({"shoot.near": 1e300}, "set.shoot.near: must be from 0 to 72, not 1e+300"),
        ({"shoot.near": float("nan")}, "set.shoot.near: must be from 0 to 72, not NaN"),
        ({"shoot.near": float("inf")}, "set.shoot.near: must be from 0 to 72, not Infinity"),
        ({"shoot.near": 10**400}, "set.shoot.near: must be from 0 to 72, not 1000"),
        ({"shoot": 1}, "set.shoot: there is no such number"),
        ({"Figures": 1}, "set.Figures: there is no such number"),
        ({"no such; one": 1}, 'set."no such; one": there is no such number'),
        ({"shoot.near": 20.001}, "set.shoot.near: must not be beyond shoot.far"),
        ({"shoot.far": 9}, "set.shoot.near: must not be beyond shoot.far"),
        ([], "set: must be an object, not []"),
        (None, "set: must be an object, not null"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(value: Any, said: str) -> None:
    assert faults(variant(value))[0].startswith(said)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (variant({}, outrider_variant=2), "outrider_variant: must be 1, not 2"),
        (variant({}, outrider_variant=True), "outrider_variant: must be 1, not true"),
        (variant({}, outrider_variant=1.0), "outrider_variant: must be 1, not 1.0"),
        (variant({}, game="basic"), 'game: this is a variant of "basic", not of x'),
        (variant({}, game=None), "game: this is a variant of null, not of x"),
        (variant({}, name=""), "name: must have 1 to 60 printable characters"),
        (variant({}, name="a\nb"), "name: must have 1 to 60 printable characters"),
        (variant({}, name="x" * 61), "name: must have 1 to 60 printable characters"),
        (variant({}, name=3), "name: must be a string, not 3"),
        (variant({}, more=1), "more: unknown field"),
        ({}, "outrider_variant: missing"),
        ([], "must be an object, not []"),
        ("x", 'must be an object, not "x"'),
    ],
)
def test_a_form_that_is_none_is_refused(value: Any, said: str) -> None:
    assert faults(value)[0] == said


def test_every_fault_is_told_and_nothing_is_taken() -> None:
    wrong = {
        "outrider_variant": 3, "game": "y", "name": "", "extra": 1,
        "set": {"figures": 0, "shoot.near": 99, "z": 1},
    }  # fmt: skip
    assert len(faults(wrong)) == 7
    with pytest.raises(Refusal) as caught:
        BASIC.terms(variant={**RIFLES, "set": {f"n{i}": 1 for i in range(1000)}})
    assert caught.value.kind == "unknown"
    assert caught.value.message.endswith("; and 992 more") and len(caught.value.message) < 500


def test_the_schema_says_what_is_taken() -> None:
    schema = BASIC.variant_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    source = random.Random(1)
    for figure in BASIC.figures:
        for number in (figure.low, figure.high, source.randint(figure.low, figure.high)):
            good = {**RIFLES, "set": {figure.name: figure.number(number)}}
            check.validate(good)
            BASIC.variant(good)
        for number in (figure.low - 1, figure.high + 1):
            bad = {**RIFLES, "set": {figure.name: figure.number(number)}}
            assert not check.is_valid(bad)
            with pytest.raises(Refusal):
                BASIC.variant(bad)
    for bad in (
        {},
        {**RIFLES, "game": "skirmish"},
        {**RIFLES, "set": {"x": 1}},
        {**RIFLES, "y": 1},
    ):
        assert not check.is_valid(bad)
        with pytest.raises(Refusal):
            BASIC.variant(bad)


def test_a_game_without_such_numbers_says_so() -> None:
    game, id = Pebbles(), "pebbles"
    for call in (game.terms, game.opening_position):
        with pytest.raises(Refusal) as caught:
            call(variant={**RIFLES, "game": id})
        assert str(caught.value) == f"the variant: {id} is not played with changed numbers"
    state = game.dump(game.opening_position())
    assert "variant" not in state
    assert game.load({**state, "variant": None}) == game.load(state)
    with pytest.raises(Refusal):
        game.load({**state, "variant": {**RIFLES, "game": id}})
    with pytest.raises(Refusal):
        game.read(game.write(game.opening_position()), None, {**RIFLES, "game": id})


# -- states and records --------------------------------------------------------------------------


def test_a_state_has_it_only_where_numbers_are_changed() -> None:
    plain, other = BASIC.opening_position(), BASIC.opening_position(variant=RIFLES)
    assert "variant" not in BASIC.dump(plain)
    data = BASIC.dump(other)
    assert data["variant"] == RIFLES
    assert BASIC.load(data) == other != plain
    assert BASIC.load({**BASIC.dump(plain), "variant": None}) == plain
    assert BASIC.load({**BASIC.dump(plain), "variant": RIFLES}) == other
    with pytest.raises(Refusal) as caught:
        BASIC.load({**data, "variant": {**RIFLES, "set": {"base": 1}}})
    assert caught.value.kind == "malformed" and "set.base" in caught.value.message


def test_a_position_says_its_numbers_itself() -> None:
    state = BASIC.opening_position(variant=RIFLES)
    line = BASIC.write(state)
    assert BASIC.read(line) == BASIC.read(line, None, RIFLES) == state
    for other in ({**RIFLES, "set": {"long.range": 11}}, {**RIFLES, "set": {}}):
        with pytest.raises(Refusal) as caught:
            BASIC.read(line, None, other)
        assert "brings other numbers" in caught.value.message


def test_the_record_carries_it() -> None:
    match = finished(BASIC, BASIC.terms({"turn_limit": 6}, variant=RIFLES), 4)
    record = match.record()
    assert record.to_json()[0]["variant"] == RIFLES
    text = record.to_text()
    assert record_from_text(text).to_text() == text
    assert outrider.Match.from_record(BASIC, record_from_text(text)).record().to_text() == text
    without = replace(record, header=replace(record.header, variant=None))
    with pytest.raises(Refusal) as caught:
        list(outrider.replay(BASIC, without))
    assert caught.value.message.startswith("line ")


def test_a_record_with_a_wrong_one_is_refused_at_its_line() -> None:
    record = finished(BASIC, BASIC.terms({"turn_limit": 2}), 4).record()
    for wrong in ({**RIFLES, "set": {"base": 9}}, {**RIFLES, "game": "skirmish"}, {}):
        bad = replace(record, header=replace(record.header, variant=wrong))
        with pytest.raises(Refusal) as caught:
            list(outrider.replay(BASIC, record_from_text(bad.to_text())))
        assert caught.value.message.startswith("line 1: the variant: ")
    header = record.to_json()[0]
    every: tuple[Any, ...] = (1, "x", [], True)
    for junk in every:
        with pytest.raises(Refusal):
            header_from_json({**header, "variant": junk})


def test_a_record_of_the_book_says_null_and_an_older_one_nothing() -> None:
    record = finished(BASIC, BASIC.terms({"turn_limit": 2}), 4).record()
    header = record.to_json()[0]
    assert header["variant"] is None
    older = {name: value for name, value in header.items() if name != "variant"}
    assert header_from_json(older).to_json() == older
    assert header_from_json(header).to_json() == header


def test_a_match_that_begins_in_the_middle_carries_it_twice_alike() -> None:
    state = BASIC.opening_position(variant=RIFLES)
    match = outrider.Match.from_state(BASIC, state)
    assert match.header.variant == RIFLES
    header = match.record().to_json()[0]
    assert header["state"]["variant"] == RIFLES
    bad = replace(match.record(), header=header_from_json({**header, "variant": None}))
    with pytest.raises(Refusal) as caught:
        list(outrider.replay(BASIC, bad))
    assert "not those of the state" in caught.value.message


# -- the rules text ------------------------------------------------------------------------------


def test_the_rules_text_is_made_from_the_numbers() -> None:
    book = BASIC.rulebook().by(BASIC.variant({**RIFLES, "set": {"bolster.reach": 6.5}}))
    rule = book.find("BSK-A2")
    assert rule is not None and rule.text.startswith("Bolster: units within 6.5 (not 5) inches")
    assert [text for text, changed in rule.parts() if changed] == ["6.5 (not 5)"]
    plain = BASIC.rulebook().find("BSK-A2")
    assert plain is not None and not plain.marks
    assert "within 5 inches" in plain.text and "{" not in "".join(r.text for r in BASIC.rulebook())
    face = BASIC.rulebook().by(BASIC.variant({**RIFLES, "set": {"close.attack": 2}}))
    units = face.find("BSK-U1")
    assert units is not None and "2+ (not 4+)" in units.text


@pytest.mark.parametrize("id", ["basic", "skirminion", "skirmish", "skirmish-2012"])
def test_the_rules_text_says_what_numbers_the_options_are(id: str) -> None:
    """None of them is typed into the text, and no variant marks them."""
    game = outrider.game(id)
    book = game.rulebook()
    wordings = " ".join(rule.wording for rule in book)
    for option in game.options:
        if isinstance(option, Number | TableSize):
            assert f"{{{option.name}}}" in wordings
            rule = book.find(option.rule)
            assert rule is not None and str(option.default) in rule.text
    figure = game.figures[0]
    low = {"outrider_variant": 1, "game": id, "name": "low"}
    changed = game.variant({**low, "set": {figure.name: figure.number(figure.low)}})
    marked = [rule.id for rule in book.by(changed) if rule.marks]
    assert marked and not {option.rule for option in game.options} & set(marked)


def test_a_name_that_is_none_is_found_when_the_book_is_read(tmp_path: Any) -> None:
    with pytest.raises(KeyError):
        Rulebook.of_package("outrider.games.basic", figures=FIGURES)
