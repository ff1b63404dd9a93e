"""Skirmishers with changed numbers: kernel and naive model agree, each number counts, games end,
states and records hold, and the rules say them."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outrider
from forms import examples, sparse
from games.skirmishers import naive, varying
from games.skirmishers.test_skirmishers_differential import run
from outrider import Refusal
from outrider.core.wire import dumps, parse
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.numbers import FIGURES
from outrider.table.lengths import INCH
from outrider.testing import finished

GAME = outrider.game("skirmishers")
DRAWS = 12
POSITIONS = 500
"""Compared for each of the variants that are drawn."""


def test_every_number_has_a_place_a_name_bounds_and_a_sentence() -> None:
    """SKR-F1: one row each, and no place without a row. Names and bounds are written down twice, so
    that neither is changed by mistake: they are a contract."""
    assert GAME.figures == FIGURES
    assert sorted(figure.place for figure in FIGURES) == list(range(layout.FIGURES))
    told = {figure.name: (figure.low, figure.high, figure.scale) for figure in FIGURES}
    assert told == varying.BOUNDS
    rules = {rule.id for rule in GAME.rulebook()}
    for figure in FIGURES:
        assert figure.low <= figure.default <= figure.high and figure.low < figure.high
        assert figure.rule in rules and figure.scale in (1, INCH)
        assert figure.sentence[0].isupper() and figure.sentence.endswith(".")


@pytest.mark.plain
@pytest.mark.parametrize("seed", sparse(range(DRAWS), 5))
def test_the_game_and_the_naive_model_agree_on_changed_numbers(seed: int) -> None:
    """SKR-F1, SKR-G1, SKR-G5, SKR-X4: whatever the numbers are."""
    with varying.told(varying.drawn(random.Random(seed))):
        met = run(100 + seed, POSITIONS)
    assert met["positions"] >= POSITIONS


@pytest.mark.plain
@pytest.mark.parametrize("figure", sparse(FIGURES, 2), ids=lambda figure: figure.name)
def test_a_number_that_only_one_of_them_is_told_is_noticed(figure: outrider.Figure) -> None:
    """The comparison sees every number: the model has one that the game is not told of."""
    other = figure.default * 2 if figure.scale > 1 else figure.default + 1
    with varying.told({figure.name: other}), pytest.MonkeyPatch.context() as patch:
        patch.setattr(naive, "VARIANT", None)
        with pytest.raises(AssertionError):
            run(1, 10_000)


@examples(20)
@given(st.integers(0, 2**32))
def test_whole_games_play_and_their_states_and_records_hold(seed: int) -> None:
    """Any numbers within their bounds: a random game ends, and every way there and back holds."""
    source = random.Random(seed)
    drawn = varying.drawn(source)
    changed = {name: varying.written(name, value) for name, value in drawn.items()}
    names = ("duel", "window", "archers", "ambush")
    terms = GAME.terms({}, scenario=source.choice(names), variant=varying.variant(changed))
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


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_number_is_refused_beyond_its_bounds(figure: outrider.Figure) -> None:
    for number in (figure.low - 1, figure.high + 1):
        with pytest.raises(Refusal) as caught:
            GAME.terms(variant=varying.variant({figure.name: figure.number(number)}))
        assert caught.value.kind == "malformed" and caught.value.rule == figure.rule
        assert f"set.{figure.name}: must be from" in caught.value.message


def test_a_variant_is_refused_whole() -> None:
    """Every fault with its place, and nothing of the rest is taken."""
    bad = varying.variant({"touch": 0.1, "bow.dice": 13, "sword.dice": 1})
    with pytest.raises(Refusal) as caught:
        GAME.terms(variant=bad)
    said = caught.value.message
    assert "set.bow.dice: must be from 0 to 12, not 13" in said
    assert "set.sword.dice: there is no such number" in said
    plain = GAME.dump(GAME.opening_position())
    with pytest.raises(Refusal):
        GAME.load({**plain, "variant": bad})
    with pytest.raises(Refusal, match="other numbers"):
        GAME.read(dumps(plain), None, varying.variant({"touch": 0.1}))


def test_the_rules_say_every_number_and_mark_the_changed_ones() -> None:
    """SKR-F1: none is typed into the text."""
    book = GAME.rulebook()
    wordings = " ".join(rule.wording for rule in book)
    for figure in FIGURES:
        assert f"{{{figure.name}}}" in wordings
        low = {figure.name: figure.number(figure.low)}
        marked = [rule for rule in book.by(GAME.variant(varying.variant(low))) if rule.marks]
        assert [rule.id for rule in marked] == [figure.rule]


# -- each of them counts -------------------------------------------------------------------------


def piece(id: str, at: list[float], **more: object) -> dict[str, object]:
    ratings = {"firing": 1, "attack": 1, "defense": 1, "movement": 8}
    return {"id": id, "at": at, **ratings, **more}


def scenario(
    red: dict[str, object], blue: dict[str, object], *terrain: dict[str, object]
) -> dict[str, object]:
    victory = [{"kind": "destroy-all"}]
    sides = {
        "red": {"pieces": [red], "victory": victory},
        "blue": {"pieces": [blue], "victory": victory},
    }
    table = {"size": [24, 24], "terrain": list(terrain)}
    return {"outrider_scenario": 1, "name": "two", "table": table, "sides": sides}


def begun(given: dict[str, object], changed: dict[str, object]) -> Any:
    terms = GAME.terms(scenario=given, variant=varying.variant(changed))
    return GAME.new(terms).state


def test_who_touches_strikes() -> None:
    """SKR-F1: at the number that was given, and a thousandth short of it."""
    two = scenario(piece("R1", [5, 5]), piece("B1", [5, 6]))
    strike = GAME.read_action("fight R1 B1")
    assert strike in GAME.choices(begun(two, {"touch": 0.2}), "red")
    assert strike not in GAME.choices(begun(two, {"touch": 0.199}), "red")


@pytest.mark.parametrize("dice", [0, 1, 12])
def test_dice_against_a_bow(dice: int) -> None:
    """SKR-G1: so many more; of a bow only."""
    fire = GAME.read_action("fire R1 B1")
    for weapon, more in (("bow", dice), ("firearm", 0)):
        armed = piece("R1", [5, 5], weapon=weapon, range=10)
        state = begun(scenario(armed, piece("B1", [5, 9])), {"bow.dice": dice})
        shot = GAME.roll(GAME.apply(state, "red", fire).state, [6]).state
        assert GAME.dump(shot)["pending"]["roll"]["dice"] == 1 + more
        killed = GAME.odds(state, "red", fire).chances["kill"]
        beaten = sum((face - 1) ** (1 + more) for face in range(1, 7))
        assert killed == Fraction(beaten, 6 ** (2 + more))


def test_cover_reaches_so_far() -> None:
    """SKR-G5: a hedge between two and three inches before the target."""
    points = [[4, 7], [6, 7], [6, 8], [4, 8]]
    hedge: dict[str, object] = {"shape": "polygon", "points": points, "cover": 5}
    armed = piece("R1", [5, 2], weapon="firearm", range=12)
    two = scenario(armed, piece("B1", [5, 10]), hedge)
    fire = GAME.read_action("fire R1 B1")
    near = GAME.odds(begun(two, {"cover.reach": 1.999}), "red", fire).chances["kill"]
    far = GAME.odds(begun(two, {"cover.reach": 2}), "red", fire).chances["kill"]
    assert far == 0 < near


def test_looks_are_so_far_apart() -> None:
    """SKR-X4: who waits is asked again after so many inches of the way."""
    watcher = piece("B1", [5, 20], weapon="firearm", range=30)
    state = begun(scenario(piece("R1", [5, 5]), watcher), {"look": 1.75})
    state = GAME.apply(state, "red", GAME.read_action("move R1 5,9")).state
    gone = []
    for _ in range(2):
        state = GAME.apply(state, "blue", GAME.read_action("wait")).state
        gone.append(GAME.dump(state)["move"]["gone"])
    assert gone == [1.75, 3.5]
