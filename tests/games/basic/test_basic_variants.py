"""Basic with changed numbers: kernel and naive model agree, games end, states and records hold."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outrider
from forms import examples, sparse
from games.basic import naive, varying
from games.basic.test_basic_differential import run
from outrider import Refusal
from outrider.core.wire import dumps, parse
from outrider.games.basic.numbers import FIGURES
from outrider.testing import finished

GAME = outrider.game("basic")
DRAWS = 24
POSITIONS = 500
"""Compared for each of the variants that are drawn."""


def test_the_names_and_bounds_are_those_of_the_table() -> None:
    """BSK-U1: written down twice, so that neither is changed by mistake. They are a contract."""
    told = {figure.name: (figure.low, figure.high, figure.scale) for figure in FIGURES}
    assert told == {name: varying.bounds_of(name) for name in varying.NAMES}


@pytest.mark.plain
@pytest.mark.parametrize("seed", sparse(range(DRAWS), 8))
def test_the_game_and_the_naive_model_agree_on_changed_numbers(seed: int) -> None:
    """BSK-U1, BSK-A2, BSK-A3, BSK-M2: whatever the numbers are."""
    source = random.Random(seed)
    changed = varying.drawn(source, 4 if seed % 3 else len(varying.NAMES))
    with varying.told(changed):
        met = run(100 + seed, POSITIONS)
    assert met["positions"] >= POSITIONS


@pytest.mark.plain
@pytest.mark.parametrize("figure", sparse(FIGURES, 3), ids=lambda figure: figure.name)
def test_a_number_that_only_one_of_them_is_told_is_noticed(figure: outrider.Figure) -> None:
    """The comparison sees every number: the model has one that the game is not told of."""
    changed = {figure.name: figure.number(figure.default + (1 if figure.scale > 1 else -1))}
    with varying.told(changed), pytest.MonkeyPatch.context() as patch:
        patch.setattr(naive, "VARIANT", None)
        with pytest.raises(AssertionError):
            run(1, 6000)


@examples(40)
@given(st.integers(0, 2**32))
def test_whole_games_play_and_their_states_and_records_hold(seed: int) -> None:
    """Any numbers within their bounds: a random game ends, and every way there and back holds."""
    source = random.Random(seed)
    changed = varying.drawn(source)
    options = {"turn_limit": 12, "table": source.choice(("6x6", "12x12", "24x24")), "zone": 1}
    terms = GAME.terms(options, variant=varying.variant(changed))
    match = finished(GAME, terms, seed)
    assert match.result is not None
    for entry in match.entries[:: max(1, len(match.entries) // 12)]:
        data = parse(dumps(GAME.dump(entry.state)))
        again = GAME.load(data)
        assert again == entry.state and hash(again) == hash(entry.state)
        assert GAME.terms_of(again) == terms
        assert GAME.read(GAME.write(again)) == again
        assert ("variant" in data) == (terms.variant is not None)
    text = match.record().to_text()
    record = outrider.record_from_text(text)
    states = [moment.state for moment in outrider.replay(GAME, record)]
    assert states[1:] == [entry.state for entry in match.entries]
    assert outrider.Match.from_record(GAME, record).record().to_text() == text


@examples(60)
@given(st.sampled_from(FIGURES), st.booleans())
def test_every_number_is_refused_beyond_its_bounds(figure: outrider.Figure, above: bool) -> None:
    beyond = figure.number(figure.high + 1 if above else figure.low - 1)
    with pytest.raises(Refusal) as caught:
        GAME.terms(variant=varying.variant({figure.name: beyond}))
    assert caught.value.kind == "malformed" and caught.value.rule == figure.rule
    assert f"set.{figure.name}: must be from" in caught.value.message


def test_the_rules_say_every_number_and_mark_the_changed_ones() -> None:
    """BSK-U1: none is typed into the text."""
    book = GAME.rulebook()
    wordings = " ".join(rule.wording for rule in book)
    for figure in FIGURES:
        assert f"{{{figure.name}}}" in wordings or f"{{{figure.name}:" in wordings, figure.name
        assert not any(rule.marks for rule in book)
        changed = GAME.variant(varying.variant({figure.name: figure.number(figure.low)}))
        marked = [rule for rule in book.by(changed) if rule.marks]
        said = f"{figure.shown(figure.low)}"
        assert marked
        for rule in marked:
            parts = [text for text, is_changed in rule.parts() if is_changed]
            assert parts and all(part.startswith(said) and "(not " in part for part in parts)
            assert "".join(text for text, _ in rule.parts()) == rule.text
    assert book.by(None) is book
    assert book.find("BSK-U1") == GAME.rulebook().find("BSK-U1")
