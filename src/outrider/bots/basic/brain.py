"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from outrider.bots.basic.kernel import entry
from outrider.bots.basic.kernel.styles import ENEMIES, PLANNED, STYLE, WAYS
from outrider.bots.measured.chance import MODULUS, SPREAD, Numbers, Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.plans import Plan
from outrider.compiled import runs_plain
from outrider.core.choices import Choices
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

WAITING = "Outrider: compiling the bots for this machine, once (about 20 seconds)..."
NOTHING: Code = (layout.NONE, 0, 0, 0)
UNPLANNED = np.zeros(PLANNED, np.int64)
NUMBERLESS = np.zeros(layout.NUMBERS, np.int64)

ABREAST = {"1": 0.0, "2": -1.2, "3": 1.2, "4": -2.4, "5": 2.4}
BEHIND = {"commander": 1.0, "close": 0.0, "long": 0.6}
"""A knot at the front of the zone, in which everybody is near the commander."""


@cache
def get_ready() -> None:
    """Have the kernel compiled, once that of the game is."""
    engine().get_ready()
    with patience(WAITING):
        given = np.zeros(layout.RECORD, np.int64), np.zeros(2, np.int64), NUMBERLESS
        none, plan = np.zeros(0, np.int64), UNPLANNED.copy()
        row, values = np.zeros(entry.ASKED, np.int64), np.zeros(0)
        styles = np.stack((STYLE, STYLE))
        entry.played(*given, styles, row, plan, none, values)
        entry.decided(*given, styles, plan, 0, 0)


def arrays_of(state: State) -> tuple[Numbers, Numbers, Numbers]:
    """The record, the table and the numbers, as the kernels take them."""
    table, numbers = state.setting.arrays
    return engine().array(state), table, numbers


class BasicBrain(Planner):
    """Knows both phases: placing a battalion and fighting."""

    style, ways, blur, long = STYLE, WAYS, 2.0, 60

    def get_ready(self) -> None:
        get_ready()

    def is_plain(self) -> bool:
        return runs_plain(entry.played)

    def wish(self, state: State) -> Deploy | None:
        if not state.deploying:
            return None
        unit = next(unit for unit in state.living(state.turn) if unit.at is None)
        return Deploy(unit.id, knot(state, unit))

    def plans(self, state: State, plan: Plan | None = None) -> bool:
        if plan is not None:
            return isinstance(plan.action, Move)
        return engine().survey(state, layout.MOVERS)[0] != 0

    def others(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Action]:
        """Every attack and command."""
        return (each for each in Fighting(state) if not isinstance(each, Move))

    def decided(
        self, state: State, seat: str, styles: Reals, way: Numbers | None, how: int, seed: int
    ) -> Plan:
        plan = (UNPLANNED if way is None else way).copy()
        code = entry.decided(*arrays_of(state), styles, plan, how, seed)
        return Plan(action_of(*code), plan)

    def played(
        self, state: State, seat: str, plan: Plan | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        values, way, code = np.empty(len(seeds)), UNPLANNED, NOTHING
        if plan is not None and plan.way is not None:
            way = plan.way
        elif plan is not None:
            code = code_of(cast(BasicAction, plan.action))
        side = SEATS.index(seat)
        given, action = np.array(seeds, np.int64), np.array((*code, horizon, side), np.int64)
        arrays = arrays_of(state)
        # Nobody knows how the enemy will play, so it is not always the same enemy: which one has
        # nothing to do with the luck of the first dice, which lies in the seed's size.
        whose = given * SPREAD % MODULUS % len(ENEMIES)
        for at, enemy in enumerate(ENEMIES):
            styles = np.stack((enemy, enemy))
            styles[side] = self._style
            dice = given[whose == at]
            part = np.empty(len(dice))
            entry.played(*arrays, styles, action, way, dice, part)
            values[whose == at] = part
        return values


def knot(state: State, unit: Unit) -> tuple[int, int]:
    low, high, _ = engine().survey(state, layout.ZONE_OF, INDEX_OF[unit.id])
    back = min(int(BEHIND[kind_of(unit.id)] * INCH), high - low)
    width = state.table.size[0]
    x = width // 2 + int(ABREAST[unit.id[1:]] * INCH)
    return min(max(x, 0), width), high - back if unit.seat == "red" else low + back
