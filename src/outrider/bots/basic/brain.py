"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from outrider.bots.basic.kernel.styles import ENEMIES, NOISE, PLANNED, STYLE, WAYS
from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.places import near
from outrider.bots.measured.search import Plan
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.games.basic.actions import Action as BasicAction
from outrider.games.basic.actions import Deploy, Move
from outrider.games.basic.battalion import kind_of
from outrider.games.basic.choices import Fighting
from outrider.games.basic.codes import action_of, code_of
from outrider.games.basic.engine import Code, engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import INDEX_OF, SEATS, State, Unit
from outrider.table.lengths import INCH

HORIZON = 4
LONG = 60
"""Turns played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (about 20 seconds)..."
SEEDS = 1 << 30
NOTHING: Code = (layout.NONE, 0, 0, 0)
UNPLANNED = np.zeros(PLANNED, np.int64)
NUMBERLESS = np.zeros(layout.NUMBERS, np.int64)
EVEN = 0.5
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
        from outrider.bots.basic.kernel import entry as made

        given = np.zeros(layout.RECORD, np.int64), np.zeros(2, np.int64), NUMBERLESS
        none, plan = np.zeros(0, np.int64), UNPLANNED.copy()
        row, values = np.zeros(layout.ACTION, np.int64), np.zeros(0)
        styles = np.stack((STYLE, STYLE))
        made.played(*given, styles, row, plan, none, 0, 0, values)
        made.decided(*given, styles, plan, False, False, 0)
    return made


def arrays_of(state: State) -> tuple[Numbers, Numbers, Numbers]:
    """The record, the table and the numbers, as the kernels take them."""
    table, numbers = state.setting.arrays
    return engine().array(state), table, numbers


def decided(
    state: State,
    style: Reals,
    other: Reals,
    plan: Numbers,
    *,
    sketched: bool = False,
    varied: bool = False,
    source: random.Random,
) -> Action:
    """What is done now in a style, by a plan that may be sketched in the other one, and varied."""
    styles, seed = np.stack((style, other)), int(source.random() * SEEDS)
    given = arrays_of(state)
    return action_of(*kernel().decided(*given, styles, plan, sketched, varied, seed))


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
            unit = next(unit for unit in state.living(state.turn) if unit.at is None)
            wish = Deploy(unit.id, knot(state, unit))
            return near(self._game, state, seat, choices, wish, source)
        style = self._style.copy()
        style[NOISE] = noise
        return decided(state, style, style, UNPLANNED.copy(), source=source)

    def candidates(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Plan]:
        """The policy's turn, every attack and command, and whole turns in other styles."""
        first = self.plain(state, seat, choices, 0.0, source)
        yield Plan(first)
        if state.deploying:
            return
        for other in Fighting(state):
            if other != first and not isinstance(other, Move):
                yield Plan(other)
        if not engine().survey(state, layout.MOVERS)[0]:
            return
        for number in range(width):
            style = WAYS[number % len(WAYS)].copy()
            style[NOISE] = BLUR * (number // len(WAYS))
            plan = UNPLANNED.copy()
            action = decided(state, self._style, style, plan, sketched=True, source=source)
            yield Plan(action, plan)

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Somebody goes elsewhere."""
        if state.deploying or not isinstance(plan.action, Move):
            return None
        style, way = self._style, UNPLANNED.copy()
        if plan.way is not None:
            way[:] = plan.way
        new = plan.way is None
        action = decided(state, style, style, way, sketched=new, varied=True, source=source)
        return Plan(action, way)

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if isinstance(plan.action, Deploy):
            return np.full(len(seeds), EVEN)
        if plan.way is not None:
            return self._played(state, seat, NOTHING, plan.way, seeds, self._horizon)
        code = code_of(cast(BasicAction, plan.action))
        return self._played(state, seat, code, UNPLANNED, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        if state.deploying:
            return np.full(len(seeds), EVEN)
        return self._played(state, seat, NOTHING, UNPLANNED, seeds, LONG)

    def _played(
        self,
        state: State,
        seat: str,
        code: Code,
        plan: Numbers,
        seeds: Sequence[int],
        horizon: int,
    ) -> Reals:
        values = np.empty(len(seeds))
        given, action = np.array(seeds, np.int64), np.array(code, np.int64)
        side = SEATS.index(seat)
        arrays = arrays_of(state)
        # Nobody knows how the enemy will play, so it is not always the same enemy.
        for at, enemy in enumerate(ENEMIES):
            styles = np.stack((enemy, enemy))
            styles[side] = self._style
            dice = np.ascontiguousarray(given[at :: len(ENEMIES)])
            part = np.empty(len(dice))
            kernel().played(*arrays, styles, action, plan, dice, horizon, side, part)
            values[at :: len(ENEMIES)] = part
        return values


def knot(state: State, unit: Unit) -> tuple[int, int]:
    low, high, _ = engine().survey(state, layout.ZONE_OF, INDEX_OF[unit.id])
    back = min(int(BEHIND[kind_of(unit.id)] * INCH), high - low)
    width = state.table.size[0]
    x = width // 2 + int(ABREAST[unit.id[1:]] * INCH)
    return min(max(x, 0), width), high - back if unit.seat == "red" else low + back
