"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from outrider.bots.basic import layout
from outrider.bots.basic.layout import (
    ENEMIES,
    NOISE,
    PLANNED,
    STYLE,
    WAYS,
    Reals,
    action_of,
    coded,
    rules_of,
    units_of,
)
from outrider.bots.measured.search import Plan
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.games.basic.actions import Deploy, End, Move
from outrider.games.basic.battalion import kind_of
from outrider.games.basic.choices import Fighting
from outrider.games.basic.engine import engine
from outrider.games.basic.state import SEATS, State, Unit
from outrider.table.lengths import INCH, a_length
from outrider.table.snapping import nearest

HORIZON = 4
LONG = 60
"""Turns played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (about 20 seconds)..."
SEEDS = 1 << 30
NOTHING = np.array([-1.0, 0.0, 0.0, 0.0])
UNPLANNED = np.zeros(PLANNED)
BLUR = 2.0
"""How much more each time the styles are blurred when all have been tried."""

ABREAST = {"1": 0.0, "2": -1.2, "3": 1.2, "4": -2.4, "5": 2.4}
BEHIND = {"commander": 1.0, "close": 0.0, "long": 0.6}
"""A knot at the front of the zone, in which everybody is near the commander."""


@cache
def kernel() -> Any:
    """The compiled functions, once those of the game are there, too."""
    engine().get_ready()
    with patience(WAITING):
        from outrider.bots.basic import kernel as made

        units, rules = np.zeros((layout.UNITS, layout.FIELDS)), np.zeros(7)
        row, none = np.zeros(4), np.zeros(0)
        numbers, plan = np.zeros(0, np.int64), np.zeros(PLANNED)
        made.played(units, rules, np.stack((STYLE, STYLE)), row, plan, numbers, 0, 0, none)
        made.first_action(units, rules, STYLE, plan, 0, row)
        made.sketched(units, rules, STYLE, 0, plan)
        made.varied(units, rules, 0, plan)
    return made


class BasicBrain:
    """Knows both phases: placing a battalion and fighting."""

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE, horizon: int = HORIZON) -> None:
        self._game = game
        self._style = style
        self._horizon = horizon
        kernel()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        return state.turn

    def plain(
        self, state: State, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        if state.deploying:
            return deployed(state, choices, source)
        style = self._style.copy()
        style[NOISE] = noise
        return self._first(state, choices, style, UNPLANNED, int(source.random() * SEEDS))

    def _first(
        self, state: State, choices: Choices[Any], style: Reals, plan: Reals, seed: int
    ) -> Action:
        row = np.zeros(4)
        kernel().first_action(units_of(state), rules_of(state), style, plan, seed, row)
        return self._legal(state, choices, action_of(row))

    def _legal(self, state: State, choices: Choices[Any], action: Action) -> Action:
        """The action, or the nearest legal one: rounding may take it over a limit."""
        if action in choices:
            return action
        near = self._game.suggest(state, state.turn, action)
        return near if near is not None and near in choices else End()

    def candidates(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Plan]:
        """The policy's turn, every attack and command, and whole turns in other styles."""
        first = self.plain(state, seat, choices, 0.0, source)
        yield Plan(first)
        if state.deploying:
            return
        fighting = Fighting(state)
        for action in (*fighting.attacks(), *fighting.commands(), End()):
            if action != first:
                yield Plan(action)
        if not any(may_move(unit) for unit in state.living(state.turn)):
            return
        units, rules = units_of(state), rules_of(state)
        for number in range(width):
            style = WAYS[number % len(WAYS)].copy()
            style[NOISE] = BLUR * (number // len(WAYS))
            plan = np.zeros(PLANNED)
            kernel().sketched(units, rules, style, int(source.random() * SEEDS), plan)
            yield Plan(self._first(state, choices, self._style, plan, 0), plan)

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Somebody goes elsewhere."""
        if state.deploying or not isinstance(plan.action, Move):
            return None
        way = np.zeros(PLANNED)
        if plan.way is None:
            kernel().sketched(units_of(state), rules_of(state), self._style, 0, way)
        else:
            way[:] = plan.way
        kernel().varied(units_of(state), rules_of(state), int(source.random() * SEEDS), way)
        return Plan(self._first(state, choices, self._style, way, 0), way)

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if isinstance(plan.action, Deploy):
            return np.full(len(seeds), 0.5)
        if plan.way is not None:
            return self._played(state, seat, NOTHING, plan.way, seeds, self._horizon)
        return self._played(state, seat, coded(plan.action), UNPLANNED, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        if state.deploying:
            return np.full(len(seeds), 0.5)
        return self._played(state, seat, NOTHING, UNPLANNED, seeds, LONG)

    def _played(
        self,
        state: State,
        seat: str,
        row: Reals,
        plan: Reals,
        seeds: Sequence[int],
        horizon: int,
    ) -> Reals:
        values = np.empty(len(seeds))
        given = np.array(seeds, np.int64)
        side = SEATS.index(seat)
        units, rules = units_of(state), rules_of(state)
        # Nobody knows how the enemy will play, so it is not always the same enemy.
        for at, enemy in enumerate(ENEMIES):
            styles = np.stack((enemy, enemy))
            styles[side] = self._style
            dice = np.ascontiguousarray(given[at :: len(ENEMIES)])
            part = np.empty(len(dice))
            kernel().played(units, rules, styles, row, plan, dice, horizon, side, part)
            values[at :: len(ENEMIES)] = part
        return values


def may_move(unit: Unit) -> bool:
    return not unit.moved and not unit.done


def deployed(state: State, choices: Choices[Any], source: random.Random) -> Action:
    """The next unit in its place in the knot; where that is taken or too small, near it."""
    unit = next(unit for unit in state.living(state.turn) if unit.at is None)
    at = knot(state, unit)
    action = Deploy(unit.id, at)
    if action in choices:
        return action
    near = nearest(at, at, 4 * INCH, state.table, state.others(unit.id))
    if near is not None and Deploy(unit.id, near) in choices:
        return Deploy(unit.id, near)
    listed = [each for each in choices if isinstance(each, Deploy) and each.unit == unit.id]
    if not listed:
        made: Action = choices.sample(source)
        return made
    return min(listed, key=lambda each: (each.at[0] - at[0]) ** 2 + (each.at[1] - at[1]) ** 2)


def knot(state: State, unit: Unit) -> tuple[int, int]:
    width, depth = state.table.size
    zone = a_length(state.options["zone"], "zone")
    front = max(0, zone - int(BEHIND[kind_of(unit.id)] * INCH))
    x = width // 2 + int(ABREAST[unit.id[1:]] * INCH)
    return min(max(x, 0), width), front if unit.seat == "red" else depth - front
