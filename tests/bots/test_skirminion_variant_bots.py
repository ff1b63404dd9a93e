"""Skirminion's bots by changed numbers: they expect what the numbers say, and ask no table that
holds for others."""

import random
from typing import Any

import numpy as np
import pytest

import outrider
from bots.test_skirminion_duels import expected, model_of, some_duels, words_at
from games.skirminion import naive
from games.skirminion.varying import modelled, variant
from outrider.analysis.skirminion import analyse
from outrider.bots import Asked, Clock, bot_of
from outrider.bots.skirminion import bots, opening, thinking
from outrider.bots.skirminion.kernel import evaluation
from outrider.bots.skirminion.kernel.room import NOTES, SURE, WEIGHTS
from outrider.bots.skirminion.thinking import UNSOLVED, Mind, duels_of
from outrider.core.pending import Decide, Over, Roll
from outrider.games.skirminion.actions import action_of, write_action
from outrider.games.skirminion.kernel.running import load
from outrider.games.skirminion.numbers import FIGURES, is_the_books, limited, unlimited
from outrider.games.skirminion.state import State

GAME = outrider.game("skirminion")
DUELS = (
    {"move.straight": 3, "slow.diagonal": 2},
    {"stand.damage": 1, "rest.gain": 2},
    {"stand.damage": 3, "move.diagonal": 0, "move.straight": 1},
)


def read(text: str, **numbers: int) -> State:
    """A position by other numbers; a dot in a name is written __."""
    given = {name.replace("__", "."): value for name, value in numbers.items()}
    state = GAME.read(text, None, variant(given))
    assert isinstance(state, State)
    return state


def mind_of(state: State, budget: int = 2000) -> Mind:
    return Mind(state.words, state.numbers, budget, solved_forts=UNSOLVED)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("text", "action", "numbers"),
    [
        ("8/8/8/3c4/3F4/8/8/7F r - -", "d4xd5", {"attack__damage": 3}),
        ("8/8/8/3e4/2FF4/8/8/7F r - -", None, {"attack__support": 4}),
        ("8/8/3c4/3p4/3F4/8/8/7F r - -", "d4*d5", {"siege__damage": 3}),
        ("8/8/8/3c4/3F4/8/8/8 r - -", "d4xd5", {"stand__damage": 3}),
        ("8/8/3a4/8/8/8/3F4/7F r - -", None, {"move__straight": 3}),
        ("7d/8/8/8/8/8/8/B7 r - -", "rest a1", {"rest__gain": 3}),
    ],
)
def test_a_changed_number_wins_where_the_book_does_not(
    text: str, action: str | None, numbers: dict[str, int]
) -> None:
    """SKN-A2, SKN-A6, SKN-A8, SKN-M3, SKN-R1: one activation is enough."""
    plain = mind_of(read(text), 150).think(1)
    thought = mind_of(read(text, **numbers), 150).think(1)
    assert plain.value < SURE < thought.value
    if action is not None:
        assert write_action(action_of(thought.code)) == action


@pytest.mark.kernel
def test_the_judgement_knows_which_blows_kill() -> None:
    """Of a unit with 2 health that one enemy touches, and of one with 4 that two touch."""
    notes = np.zeros(NOTES, np.int64)
    for text, numbers in (
        ("7f/8/8/3b4/3F4/8/8/F7 r - -", {"attack__damage": 2}),
        ("7f/8/8/3d4/2FF4/8/8/F7 r - -", {"attack__support": 3}),
    ):
        rows = np.zeros((1, 9), np.uint64)
        rows[0, :8] = read(text).words
        notes[WEIGHTS + 22] = 10
        books, changed = (
            evaluation.weighed(load(rows[0]), notes, np.array(state.numbers, np.uint64))
            for state in (read(text), read(text, **numbers))
        )
        assert (books, changed) == (0, 10)


@pytest.mark.kernel
@pytest.mark.parametrize("least", range(1, 8))
def test_who_has_no_more_health_than_that(least: int) -> None:
    """Bit by bit, for every health."""
    low, middle, high = (
        np.uint64(sum(1 << health for health in range(7) if health >> plane & 1))
        for plane in range(3)
    )
    found = int(evaluation.frail(np.uint64(least), low, middle, high)) & 127
    assert found == sum(1 << health for health in range(7) if health <= least)


@pytest.mark.parametrize("changed", DUELS, ids=str)
def test_duels_are_solved_by_the_numbers(changed: dict[str, int]) -> None:
    """Every value follows from those after it, by the naive model with the same numbers."""
    numbers = limited((0, 0), changed)
    values, books = duels_of(0, numbers), duels_of(0, limited((0, 0)))
    assert (values != books).any()
    told = modelled(changed)
    for index in some_duels((), 400, 1, numbers):
        model = model_of(words_at(index, ()), told)
        assert values[index] == expected(model, (), numbers), naive.write(model)


def test_no_duels_of_other_numbers_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do limits make others of them."""
    asked: list[Any] = []

    def noted(forts: int, numbers: Any) -> Any:
        asked.append(numbers)
        return duels_of(forts, numbers)

    monkeypatch.setattr(thinking, "duels_of", noted)
    state = read("7b/8/8/8/8/8/8/F7 r - -", stand__damage=1)
    Mind(state.words, state.numbers, 100).think(1)
    assert asked == [unlimited(state.numbers)] and asked[0] != limited((0, 0))
    assert unlimited(limited((100, 1000))) == limited((0, 0))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_opening_table_is_the_books(figure: outrider.Figure) -> None:
    """SKN-S3, SKN-S5: by any other number it likes nothing."""
    other = figure.low if figure.default > figure.low else figure.default + 1
    numbers = limited((100, 1000), {figure.name: other})
    state: State = GAME.new(GAME.terms()).state
    code = 8 << 12 | 1
    assert opening.preference(state.words, code, state.numbers) < 0
    assert opening.preference(state.words, code, numbers) == 0
    assert is_the_books(state.numbers) and not is_the_books(numbers)


def test_forts_are_searched_for_by_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """And whole games of bots are legal to the end."""

    def never(state: State, source: random.Random) -> Any:
        raise AssertionError("the opening table was asked")

    monkeypatch.setattr(bots, "opening", never)
    given = {"units": 4, "health": 3, "forts.least": 1, "forts.most": 2, "move.straight": 3}
    source = random.Random(5)
    players = {"red": bot_of(GAME, "soldier"), "blue": bot_of(GAME, "recruit")}
    terms = GAME.terms({"quiet_limit": 20, "length_limit": 80}, variant=variant(given))
    state = GAME.new(terms).state
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Roll):
            state = GAME.roll(state, [source.randint(1, 6)]).state
            continue
        assert isinstance(pending, Decide)
        (seat,) = pending.seats
        choices = GAME.choices(state, seat)
        action = players[seat].choose(Asked.of(GAME, state, seat), Clock(60.0), source)
        assert action in choices
        state = GAME.apply(state, seat, action).state
    plain = GAME.new(GAME.terms()).state
    for face in (6, 1):
        plain = GAME.roll(plain, [face]).state
    with pytest.raises(AssertionError, match="table"):
        players["blue"].choose(Asked.of(GAME, plain, "blue"), Clock(60.0), source)


def test_analysis_expects_what_the_numbers_say() -> None:
    text = "8/8/8/3c4/3F4/8/8/P6F r - -"  # without a fort it would be solved
    found = analyse(read(text, attack__damage=3), 5_000)
    assert found[0].value == 1.0 and found[0].doubt == 0.0
    assert GAME.write_action(found[0].action) == "d4xd5"
    plain = {valued.action: valued.value for valued in analyse(read(text), 5_000)}
    assert plain[found[0].action] < 1.0
