"""The bots' compiled model of Skirmishers against the game itself: shots, answers, fire on the way
and blows have the game's own chances, and what is done leads to the game's own positions."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from games.skirmishers.skirmish_line import GAME
from outrider.bots.skirmishers import deeds, fire
from outrider.bots.skirmishers.brain import (
    SkirmishersBrain,
    arrays_of,
    is_plain,
    kernel,
    row_of,
    together,
)
from outrider.bots.skirmishers.layout import HERE, OPTION, STYLE, UNIT, X, Y, units_of
from outrider.core.pending import Over, Roll
from outrider.games.skirmishers.actions import Action, Fire, Move
from outrider.games.skirmishers.choices import Turn
from outrider.games.skirmishers.scenario import SEATS
from outrider.games.skirmishers.state import State, recorded

NAMES = GAME.scenario_names()
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "loose": {"pinned": False, "fire_into_melee": True},
}
LUCKS = 432


def positions(name: str, options: dict[str, Any], seed: int, count: int) -> Iterator[State]:
    """Positions of a game: a careless policy brings the sides together, chance into all places."""
    source = random.Random(seed)
    brain = SkirmishersBrain(GAME)
    state = GAME.new(GAME.terms(options, scenario=name)).state
    while count and not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Roll):
            state = GAME.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
            continue
        seat = pending.seats[0]
        choices = GAME.choices(state, seat)
        if is_plain(state):
            yield state
            count -= 1
        action: Any = choices.sample(source)
        if source.random() < 0.7:
            action = brain.plain(state, seat, choices, 3.0, source)
        state = GAME.apply(state, seat, action).state


def moves_and_shots(state: State, source: random.Random) -> list[Action]:
    turn = Turn(state)
    listed = list(turn)
    found: list[Action] = [action for action in listed if isinstance(action, Fire)]
    for unit in state.present(state.active):
        moves = [one for one in listed if isinstance(one, Move) and one.unit == unit.id]
        found += source.sample(moves, min(6, len(moves)))
    found += [action for _ in range(4) if isinstance(action := turn.sample(source), Move)]
    return found


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_shots_have_the_games_chances(name: str, options: str) -> None:
    source = random.Random(5)
    moves = edges = 0
    for state in positions(name, OPTIONS[options], 11, 60):
        units, over, ratings, facts, _, field = arrays_of(state)
        index = state.scenario.index
        for action in moves_and_shots(state, source):
            odds = GAME.chances(state, state.active, action).chances
            if isinstance(action, Fire):
                one, other = index[action.unit], index[action.target]
                (x, y), (ex, ey) = units[one, X : Y + 1], units[other, X : Y + 1]
                kill = fire.shot(ratings, field, one, x, y, other, ex, ey)
                back = 0.0
                if fire.may_fire(units, over, ratings, facts, other, -1):
                    back = fire.shot(ratings, field, other, ex, ey, one, x, y)
                assert kill == pytest.approx(float(odds["kill"]))
                assert (1 - kill) * back == pytest.approx(float(odds["killed"]))
            elif isinstance(action, Move):
                one, (_, way) = index[action.unit], row_of(state, action)
                luck = np.ones(1, np.int64)
                killed = fire.gauntlet(
                    units, over, ratings, facts, field, one, way, False, -1.0, luck
                )
                moves += 1
                edges += killed != pytest.approx(float(odds["killed"]), abs=1e-9)
    # The game finds the first thousandth of a way at which a piece may fire (SKR-X4), the model the
    # first half inch: cover and range may differ between the two.
    assert edges <= 0.2 * moves


@pytest.mark.parametrize("name", NAMES)
def test_unwatched_moves_end_where_the_games_do(name: str) -> None:
    source = random.Random(6)
    for state in positions(name, {}, 12, 40):
        for action in moves_and_shots(state, source):
            if not isinstance(action, Move):
                continue
            after = GAME.apply(state, state.active, action).state
            if after.march is not None:
                continue
            units, over, ratings, facts, conditions, field = arrays_of(state)
            one, (_, way) = state.scenario.index[action.unit], row_of(state, action)
            luck = np.ones(1, np.int64)
            deeds.marched(units, over, ratings, facts, conditions, field, one, way, -1.0, luck)
            found, tied = units_of(after)
            present = found[:, HERE] == 1
            assert (units[:, HERE] == found[:, HERE]).all()
            assert units[present] == pytest.approx(found[present])
            assert (over == tied).all()


def outcome(units: Any, over: Any, before: Any, strikers: list[int], other: int) -> str:
    if units[other, HERE] == 0:
        return "kill"
    if any(units[one, HERE] == 0 for one in strikers):
        return "killed"
    if (over == before).all():
        return "nothing"
    return (
        "advantage" if over[strikers, other].sum() > before[strikers, other].sum() else "reversal"
    )


@pytest.mark.parametrize("name", NAMES)
def test_blows_have_the_games_chances(name: str) -> None:
    for seed in range(6):
        for state in positions(name, {}, seed, 150):
            for _, foe in Turn(state).clashes():
                action: Any = together(state, foe.id)
                odds = GAME.chances(state, state.active, action).chances
                units, over, ratings, _, _, field = arrays_of(state)
                index = state.scenario.index
                strikers = [index[id] for id in action.units]
                counts: Counter[str] = Counter()
                for at in range(LUCKS):
                    now, tied, luck = units.copy(), over.copy(), np.array([at + 1], np.int64)
                    first, side = (at + 0.5) / LUCKS, SEATS.index(state.active)
                    deeds.struck(now, tied, ratings, field, index[foe.id], side, first, luck)
                    counts[outcome(now, tied, over, strikers, index[foe.id])] += 1
                for word in ("kill", "killed"):
                    assert counts[word] / LUCKS == pytest.approx(float(odds[word]), abs=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_the_games(name: str) -> None:
    """SKR-T2 to SKR-T4: the model has nothing to do for a piece that has moved, fired or struck."""
    source = random.Random(5)
    rows = np.zeros((400, OPTION))
    for state in positions(name, {}, 13, 60):
        state = tired(state, source)
        count = kernel().listed(*arrays_of(state), STYLE, 8, 2, 1, rows)
        busy = [unit.moved or unit.fired or unit.fought for unit in state.units]
        assert not any(busy[int(row[UNIT])] for row in rows[:count])


def tired(state: State, source: random.Random) -> State:
    """Some of those whose turn it is have struck."""
    units = [
        replace(unit, fought=not unit.fired and source.random() < 0.5)
        if unit.here and unit.seat == state.active
        else unit
        for unit in state.units
    ]
    return recorded(state.setting, units, state.active, state.held, state.turns)
