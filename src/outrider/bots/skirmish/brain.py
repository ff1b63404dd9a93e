"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.plans import Plan
from outrider.bots.skirmish.kernel import styles
from outrider.bots.skirmish.kernel.entry import think
from outrider.compiled import runs_plain
from outrider.core.choices import Choices
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.dice import Distribution
from outrider.games.skirmish.actions import Deploy
from outrider.games.skirmish.codes import READY, action_of, code_of
from outrider.games.skirmish.engine import Code, engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.odds import blow, loss
from outrider.games.skirmish.places import SLACK, beside
from outrider.games.skirmish.state import State
from outrider.table.seating import edge_of

WAITING = "Outrider: compiling the bots for this machine, once (about 10 seconds)..."
NOTHING: Code = (layout.NONE, 0, 0, 0)
UNPLANNED = np.zeros(styles.PLANNED, np.int64)
ABREAST, WHOLE = (50, 42, 58, 34, 66), 100
"""Where along its edge each figure stands, in hundredths."""
ALIVE, POINT = 2.4, 0.2
"""What a figure is worth without its armour: that it lives, and a point of its health. With all of
it each point counts whole."""
FIRED = (
    layout.SHOT_DICE,
    layout.LONG_SHOT_DICE,
    layout.BLAST_DICE,
    layout.FAR_BLAST_DICE,
    layout.INDIRECT_DICE,
)
"""How many dice there may be against a figure."""


@cache
def get_ready() -> None:
    """Have the kernel compiled, once that of the game is."""
    engine().get_ready()
    with patience(WAITING):
        records, table = np.zeros((3, layout.HEADER), np.int64), np.zeros(layout.TERRAIN, np.int64)
        numbers, none = np.zeros(layout.NUMBERS, np.int64), np.zeros(0, np.int64)
        wish = np.zeros((styles.REST, layout.ACTION), np.int64)
        think(records, table, numbers, np.zeros((1, 1)), styles.WAYS, wish, none, np.zeros(0))


@lru_cache(32)
def notes_of(numbers: tuple[int, ...]) -> Reals:
    """The kernel's notes, with the worth a figure loses to so many dice, or hand to hand."""
    most = numbers[layout.MOST_HEALTH]
    points = np.arange(most + 1.0)
    worth = ALIVE + POINT * points
    worth = np.where(points >= numbers[layout.ARMOURED], np.maximum(points, worth), worth)
    worth[0] = 0
    alternate = numbers[layout.ALTERNATE] != 0
    rows = styles.LOST + 1 + max(numbers[each] for each in FIRED)
    made = np.zeros((rows, max(most + 1, layout.MOST_FIGURES)))

    def kept(lost: Distribution, health: int) -> float:
        after = ((worth[max(0, health - value)], float(share)) for value, share in lost)
        return float(sum(share * (worth[health] - left) for left, share in after))

    for health in range(1, most + 1):
        # All with the same armour lose the same, as far as they have it.
        weak = health < numbers[layout.ARMOURED]
        top = min(most, numbers[layout.ARMOURED] - 1) if weak else most
        for dice in {numbers[each] for each in FIRED}:
            made[styles.LOST + dice, health] = kept(loss(dice, top, numbers), health)
        made[styles.LOST + styles.BLOW, health] = kept(blow(top, alternate, numbers), health)
    return made


class SkirmishBrain(Planner):
    """Knows all phases: placing, the minute, attacks, and grenades in the air."""

    style, ways, blur, long = styles.STYLE, styles.WAYS, 1.5, 50

    def get_ready(self) -> None:
        get_ready()

    def is_plain(self) -> bool:
        return runs_plain(think)

    def wish(self, state: State) -> Deploy | None:
        """The next figure side by side with the others, about the middle of the strip's front."""
        if state.header[layout.STAGE] != layout.PLACING:
            return None
        squad = state.squad(state.turn)
        number = next(at for at, figure in enumerate(squad) if figure.alive and figure.at is None)
        depth = state.setting.numbers[layout.NEAR_EDGE] - SLACK
        edge = edge_of(state.table, state.turn)
        return Deploy(squad[number].id, beside(*edge, ABREAST[number], WHOLE, depth))

    def plans(self, state: State, plan: Plan | None = None) -> bool:
        return state.header[layout.STAGE] == layout.MINUTE

    def others(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Action]:
        """To be ready, or the attacks that promise most."""
        if self.plans(state):
            yield READY
        if state.header[layout.STAGE] != layout.ATTACKING:
            return
        codes = engine().candidates(state, state.seats.index(seat))
        _, values = thought(state, seat, (styles.WEIGH, 0, 0), styles.WAYS, codes)
        for at in np.argsort(-values, kind="stable")[:width]:
            if values[at] > 0:
                yield action_of(*codes[at])

    def decided(
        self, state: State, seat: str, by: Reals, way: Numbers | None, how: int, seed: int
    ) -> Plan:
        plan = UNPLANNED if way is None else way
        wish, _ = thought(state, seat, (styles.DECIDE | how, 0, seed), by, plan)
        found = wish[styles.REST : styles.UNPLANNED]
        return Plan(action_of(*wish[styles.FIRST].tolist()), found)

    def played(
        self, state: State, seat: str, plan: Plan | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        by = np.stack([styles.STYLE] * len(state.seats))
        at = state.seats.index(seat)
        by[at] = self._style
        first, way = NOTHING, UNPLANNED
        if plan is not None and plan.way is not None:
            way = plan.way
        elif plan is not None:
            first = code_of(plan.action, at)  # type: ignore[arg-type]
        return thought(state, seat, (styles.PLAY, horizon, 0), by, way, first, seeds)[1]


def thought(
    state: State,
    seat: str,
    what: tuple[int, int, int],
    by: Reals,
    rest: Any,
    first: Code = NOTHING,
    seeds: Sequence[int] = (),
) -> tuple[Numbers, Reals]:
    """The kernel's answer to a question: its rows, and values. `what` has also the horizon and a
    seed; `rest` is a plan, or actions."""
    asked = what[0], state.seats.index(seat), *what[1:]
    wish = np.array([asked, first, *rest, *UNPLANNED], np.int64)
    values, dice = np.empty(len(seeds) or len(rest)), np.array(seeds, np.int64)
    table, numbers = state.setting.arrays
    records = np.stack([engine().array(state)] * 3)
    notes = notes_of(state.setting.numbers).copy()
    think(records, table, numbers, notes, by, wish, dice, values)
    return wish, values
