"""Skirminion by changed numbers: kernel and naive model agree, games end, records hold."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outrider
from forms import examples, sparse
from games.skirminion import varying
from games.skirminion.test_differential import run
from outrider import Refusal
from outrider.core.wire import dumps, parse
from outrider.games.skirminion.numbers import FIGURES
from outrider.testing import finished

GAME = outrider.game("skirminion")
DRAWS = 40
POSITIONS = 1500
"""Compared for each of the variants that are drawn."""


def test_the_names_and_bounds_are_those_of_the_table() -> None:
    """Written down twice, so that neither is changed by mistake. They are a contract."""
    told = {figure.name: (figure.low, figure.high) for figure in FIGURES}
    assert told == varying.BOUNDS


@pytest.mark.plain
@pytest.mark.parametrize("seed", sparse(range(DRAWS), 12))
def test_the_kernel_and_the_naive_model_agree_on_changed_numbers(seed: int) -> None:
    """Legal actions, positions and results in whole random games, whatever the numbers are."""
    source = random.Random(seed)
    changed = varying.drawn(source, 4 if seed % 2 else len(varying.BOUNDS))
    met = run(100 + seed, POSITIONS, changed)
    assert met["positions"] >= POSITIONS and met["games"] > 1


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(4))
def test_they_agree_uncompiled(seed: int) -> None:
    """A few positions by many changed numbers; these run with the compiler off, too."""
    run(seed, 150, varying.drawn(random.Random(seed)))


@pytest.mark.plain
@pytest.mark.parametrize("figure", sparse(FIGURES, 4), ids=lambda figure: figure.name)
def test_a_number_that_only_one_of_them_is_told_is_noticed(figure: outrider.Figure) -> None:
    """The comparison sees every number: the model has one that the game is not told of."""
    other = figure.low if figure.default > figure.low else figure.default + 1
    with pytest.raises(AssertionError):
        run(1, 20_000, {}, {figure.name: other})


@examples(40)
@given(st.integers(0, 2**32))
def test_whole_games_play_and_their_states_and_records_hold(seed: int) -> None:
    """Any numbers within their bounds: a random game ends, and every way there and back holds."""
    source = random.Random(seed)
    changed = varying.drawn(source)
    options = {"quiet_limit": 30, "length_limit": 120}
    terms = GAME.terms(options, variant=varying.variant(changed))
    match = finished(GAME, terms, seed)
    assert match.result is not None
    for entry in match.entries[:: max(1, len(match.entries) // 12)]:
        data = parse(dumps(GAME.dump(entry.state)))
        again = GAME.load(data)
        assert again == entry.state and hash(again) == hash(entry.state)
        assert GAME.terms_of(again) == terms
        assert ("variant" in data) == (terms.variant is not None)
        if data["phase"] == "battle":
            text = GAME.write(again)
            read = GAME.read(text, options, data.get("variant"))
            assert GAME.write(read) == text and read.numbers == again.numbers
    text = match.record().to_text()
    record = outrider.record_from_text(text)
    states = [moment.state for moment in outrider.replay(GAME, record)]
    assert states[1:] == [entry.state for entry in match.entries]
    assert outrider.Match.from_record(GAME, record).record().to_text() == text


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_number_is_refused_beyond_its_bounds(figure: outrider.Figure) -> None:
    for beyond in (figure.low - 1, figure.high + 1):
        with pytest.raises(Refusal) as caught:
            GAME.terms(variant=varying.variant({figure.name: beyond}))
        assert caught.value.kind == "malformed" and caught.value.rule == figure.rule
        assert f"set.{figure.name}: must be from" in caught.value.message


def test_the_rules_say_every_number_and_mark_the_changed_ones() -> None:
    """None is typed into the text."""
    book = GAME.rulebook()
    assert not any(rule.marks for rule in book)
    for figure in FIGURES:
        other = figure.low if figure.default > figure.low else figure.default + 1
        given = {figure.name: other}
        marked = [rule for rule in book.by(GAME.variant(varying.variant(given))) if rule.marks]
        assert [rule.id for rule in marked] == [figure.rule], figure.name
        (changed,) = [text for text, is_changed in marked[0].parts() if is_changed]
        assert changed == f"{other} (not {figure.default})"
        assert f"{{{figure.name}}}" in marked[0].wording


@pytest.mark.parametrize("seed", range(6))
def test_a_batch_plays_by_the_numbers(seed: int) -> None:
    """Every action that a batch lists is the game's own, and leads where the game leads."""
    source = random.Random(seed)
    variant = varying.variant(varying.drawn(source))
    terms = GAME.terms({"quiet_limit": 20}, variant=variant)
    batch = GAME.batch(terms, 8, seed)
    batch.roll()
    for _ in range(25):
        actions, sizes = batch.actions()
        chosen = batch.sample()
        for game, state in enumerate(batch.states()):
            pending = GAME.pending(state)
            if isinstance(pending, outrider.Over):
                assert sizes[game] == 0
                continue
            assert isinstance(pending, outrider.Decide)
            listed = [batch.action(code) for code in actions[game, : sizes[game]]]
            assert set(listed) == set(GAME.choices(state, pending.seats[0]))
            assert batch.action(chosen[game]) in listed
        batch.play(chosen)
    batch.playout()
    assert all(outcome is not None for outcome in map(batch.outcome, range(8)))
