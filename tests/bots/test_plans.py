"""Plans of whole turns and minutes: the game lets them be carried out as they were made."""

import random
from typing import Any

import numpy as np
import pytest

from outrider.bots.basic import brain as basic
from outrider.bots.basic.kernel.styles import GO, GOAL_X, GOAL_Y, MODE
from outrider.bots.measured.plans import SKETCH, VARY
from outrider.bots.skirmish import brain as skirmish
from outrider.bots.skirmish.kernel.styles import MOVES, STAY
from outrider.core.game import Game
from outrider.core.pending import Decide, Roll
from outrider.core.wire import Action
from outrider.games import game as game_by_id
from outrider.games.basic.actions import Command
from outrider.games.basic.actions import Move as Walk
from outrider.games.basic.kernel.layout import SIDE
from outrider.games.skirmish.actions import Move

BATTLE = game_by_id("basic")
PATROLS = [game_by_id("skirmish"), game_by_id("skirmish-2012")]


def on(game: Game[Any, Any], brain: Any, choices: int, seed: int) -> Any:
    """A position after so many choices of the policy, with nothing under way."""
    source = random.Random(seed)
    state = game.new(game.terms()).state
    while True:
        pending = game.pending(state)
        if isinstance(pending, Roll):
            state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
            continue
        assert isinstance(pending, Decide)
        seat = pending.seats[0]
        if choices <= 0 and brain.varied(state, seat, None, None, source) is not False:
            return state
        found = game.choices(state, seat)
        state = game.apply(state, seat, brain.plain(state, seat, found, 2.0, source)).state
        choices -= 1


class Battle(basic.BasicBrain):
    """Says False where nobody plans: before the turn's first action."""

    def varied(self, state: Any, seat: str, choices: Any, plan: Any, source: Any) -> Any:
        if choices is None:
            fresh = not state.commanded and not any(u.moved or u.attacked for u in state.units)
            return None if fresh and not state.deploying else False
        return super().varied(state, seat, choices, plan, source)


class Patrol(skirmish.SkirmishBrain):
    """Says False where nobody plans: anywhere but at the beginning of a minute."""

    def varied(self, state: Any, seat: str, choices: Any, plan: Any, source: Any) -> Any:
        if choices is None:
            fresh = all(each.actions == 2 for each in state.figures if each.health)
            return None if state.phase == "movement" and fresh else False
        return super().varied(state, seat, choices, plan, source)


@pytest.mark.parametrize("seed", range(6))
def test_a_planned_turn_is_carried_out(seed: int) -> None:
    brain = Battle(BATTLE)
    state = on(BATTLE, brain, 10 + 13 * seed, seed)
    seat, source = state.turn, random.Random(seed)
    for plan in list(brain.candidates(state, seat, BATTLE.choices(state, seat), 12, source))[1:]:
        if plan.way is None:
            continue
        now = state
        while True:
            action = carried_out(brain, now, seat, plan.way)
            assert action in BATTLE.choices(now, seat)
            if not isinstance(action, Walk) and action != Command("rush"):
                break
            now = BATTLE.apply(now, seat, action).state
        own = [unit for unit in now.units if unit.seat == seat]
        for unit, row in zip(own, plan.way[:SIDE], strict=True):
            if row[MODE] == GO:
                assert unit.at == (row[GOAL_X], row[GOAL_Y])
            else:
                assert not unit.moved
        assert now.commanded == bool(plan.way[SIDE, MODE] == GO)


def carried_out(brain: Battle | Patrol, state: Any, seat: str, plan: Any) -> Action:
    """The next action of a planned turn."""
    styles = np.stack((brain._style, brain._style))
    return brain.decided(state, seat, styles, plan, 0, 0).action


@pytest.mark.parametrize("game", PATROLS, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(3))
def test_a_planned_minute_is_carried_out(game: Game[Any, Any], seed: int) -> None:
    brain = Patrol(game)
    state = on(game, brain, 10 + 30 * seed, seed)
    seat, source = state.players()[0], random.Random(seed)
    for plan in list(brain.candidates(state, seat, game.choices(state, seat), 12, source))[2:]:
        now = state
        for _ in range(12):
            choices = game.choices(now, seat)
            action = carried_out(brain, now, seat, left(plan.way, now, seat))
            assert action in choices
            if not isinstance(action, Move):
                break
            now = game.apply(now, seat, action).state
        for figure, row in zip(now.squad(seat), plan.way, strict=True):
            if row[MODE] == GO:
                assert figure.at == (row[GOAL_X], row[GOAL_Y])


def left(plan: Any, state: Any, seat: str) -> Any:
    """What is left of a plan: who is there stays, and half way the rest of the moves."""
    found = plan.copy()
    for row, figure in zip(found, state.squad(seat), strict=True):
        if row[MODE] == GO:
            row[MOVES] = min(row[MOVES], figure.actions)
            if figure.at == (row[GOAL_X], row[GOAL_Y]):
                row[MODE] = STAY
    return found


def test_a_variant_differs_in_one_place() -> None:
    brain = Battle(BATTLE)
    state = on(BATTLE, brain, 24, 5)
    styles = np.stack((brain._style, brain._style))
    plan = brain.decided(state, state.turn, styles, None, SKETCH, 2).way
    changed = 0
    for seed in range(200):
        other = brain.decided(state, state.turn, styles, plan, VARY, seed).way
        rows = [at for at in range(SIDE) if (other[at] != plan[at]).any()]
        assert len(rows) <= 1
        changed += bool(rows)
    assert changed > 150


@pytest.mark.parametrize("game", PATROLS, ids=lambda game: game.id)
def test_variants_of_minutes_are_legal(game: Game[Any, Any]) -> None:
    brain = Patrol(game)
    state = on(game, brain, 40, 1)
    seat, source = state.players()[0], random.Random(3)
    choices = game.choices(state, seat)
    plan = list(brain.candidates(state, seat, choices, 1, source))[-1]
    seen: set[Action] = set()
    for _ in range(60):
        variant = brain.varied(state, seat, choices, plan, source)
        assert variant.action in choices
        assert sum((a != b).any() for a, b in zip(variant.way, plan.way, strict=True)) <= 1
        seen.add(variant.action)
    assert len(seen) > 5
