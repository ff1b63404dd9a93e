"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.places import near
from outrider.bots.measured.search import Plan
from outrider.bots.skirmish.kernel import styles
from outrider.bots.skirmish.kernel.styles import NOISE, PLANNED, STYLE, WAYS
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.dice import Distribution
from outrider.games.skirmish.actions import Deploy, Ready
from outrider.games.skirmish.choices import Offered
from outrider.games.skirmish.codes import action_of, code_of
from outrider.games.skirmish.engine import Code, engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.odds import blow, dice_of, loss
from outrider.games.skirmish.places import SLACK, beside
from outrider.games.skirmish.state import State
from outrider.table.seating import edge_of

HORIZON = 4
LONG = 50
"""Rounds played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (about 10 seconds)..."
SEEDS = 1 << 30
NOTHING: Code = (layout.NONE, 0, 0, 0)
UNPLANNED = np.zeros(PLANNED, np.int64)
BLUR = 1.5
"""How much more each time the styles are blurred when all have been tried."""
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
def kernel() -> Any:
    """The compiled function, once those of the game are there, too."""
    engine().get_ready()
    with patience(WAITING):
        from outrider.bots.skirmish.kernel.entry import think

        records, table = np.zeros((3, layout.HEADER), np.int64), np.zeros(layout.TERRAIN, np.int64)
        numbers, none = np.zeros(layout.NUMBERS, np.int64), np.zeros(0, np.int64)
        wish = np.zeros((styles.REST, layout.ACTION), np.int64)
        think(records, table, numbers, np.zeros((1, 1)), WAYS, wish, none, np.zeros(0))
    return think


@lru_cache(32)
def notes_of(numbers: tuple[int, ...]) -> Reals:
    """The kernel's notes, with the worth a figure loses to so many dice, or hand to hand."""
    most = numbers[layout.MOST_HEALTH]
    worth = np.arange(most + 1.0)
    for health in range(1, most + 1):
        if health < max(numbers[layout.ARMOURED], ALIVE / (1 - POINT)):
            worth[health] = ALIVE + POINT * health
    rolled, alternate = dice_of(numbers), numbers[layout.ALTERNATE] != 0
    rows = styles.LOST + 1 + max(numbers[each] for each in FIRED)
    made = np.zeros((rows, max(most + 1, layout.MOST_FIGURES)))

    def kept(lost: Distribution, health: int) -> float:
        return float(
            sum(float(share) * (worth[health] - worth[health - value]) for value, share in lost)
        )

    for health in range(1, most + 1):
        for dice in {numbers[each] for each in FIRED}:
            made[styles.LOST + dice, health] = kept(loss(dice, health, rolled), health)
        made[styles.LOST + styles.BLOW, health] = kept(blow(health, alternate, rolled), health)
    return made


def is_placing(state: State) -> bool:
    return state.header[layout.STAGE] == layout.PLACING


class SkirmishBrain:
    """Knows all phases: placing, the minute, attacks, and grenades in the air."""

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE, horizon: int = HORIZON) -> None:
        self._game = game
        self._style = style
        self._horizon = horizon
        kernel()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        assert isinstance(choices, Offered)
        return state.seats[choices.seat]

    def plain(
        self, state: State, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        if is_placing(state):
            return near(self._game, state, seat, choices, abreast(state), source)
        style = self._style.copy()
        style[NOISE] = noise
        return self._decided(state, seat, (style, style), UNPLANNED, source).action

    def _decided(
        self,
        state: State,
        seat: str,
        by: tuple[Reals, Reals],
        plan: Numbers,
        source: random.Random,
        how: int = 0,
    ) -> Plan:
        """What is done now in the first style, by a plan, and the plan."""
        what = styles.DECIDE | how, 0, int(source.random() * SEEDS)
        wish, _ = thought(state, seat, what, np.stack(by), plan)
        way = wish[styles.REST : styles.UNPLANNED]
        return Plan(action_of(*wish[styles.FIRST].tolist()), way)

    def candidates(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Plan]:
        """In the minute whole minutes in other styles, in the attacks what promises most."""
        first = self.plain(state, seat, choices, 0.0, source)
        yield Plan(first)
        stage = state.header[layout.STAGE]
        if stage == layout.ATTACKING:
            for action in promising(state, seat)[:width]:
                if action != first:
                    yield Plan(action)
        if stage != layout.MINUTE:
            return
        if not isinstance(first, Ready):
            yield Plan(Ready())
        for number in range(width):
            style = WAYS[number % len(WAYS)].copy()
            style[NOISE] = BLUR * (number // len(WAYS))
            by = self._style, style
            yield self._decided(state, seat, by, UNPLANNED, source, styles.SKETCH)

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Somebody goes elsewhere."""
        if state.header[layout.STAGE] != layout.MINUTE:
            return None
        new, by = plan.way is None, (self._style, self._style)
        how = styles.VARY | (styles.SKETCH if new else 0)
        return self._decided(state, seat, by, UNPLANNED if new else plan.way, source, how)

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if plan.way is not None:
            return self._played(state, seat, NOTHING, plan.way, seeds, self._horizon)
        code = code_of(plan.action, state.seats.index(seat))  # type: ignore[arg-type]
        return self._played(state, seat, code, UNPLANNED, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
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
        if is_placing(state):
            return np.full(len(seeds), 1 / len(state.seats))
        by = np.stack([STYLE] * len(state.seats))
        by[state.seats.index(seat)] = self._style
        return thought(state, seat, (styles.PLAY, horizon, 0), by, plan, code, seeds)[1]


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
    values = np.empty(len(seeds) or len(rest))
    dice = np.array(seeds, np.int64)
    table, numbers = state.setting.arrays
    records = np.stack([engine().array(state)] * 3)
    notes = notes_of(state.setting.numbers).copy()
    kernel()(records, table, numbers, notes, by, wish, dice, values)
    return wish, values


def promising(state: State, seat: str) -> list[Action]:
    """All attacks that promise something, the best first."""
    codes = engine().candidates(state, state.seats.index(seat))
    _, values = thought(state, seat, (styles.WEIGH, 0, 0), WAYS, codes)
    order = sorted(range(len(codes)), key=lambda at: -values[at])
    return [action_of(*codes[at]) for at in order if values[at] > 0]


def abreast(state: State) -> Deploy:
    """The next figure side by side with the others, about the middle of the strip's front."""
    squad = state.squad(state.turn)
    number = next(at for at, figure in enumerate(squad) if figure.at is None)
    depth = state.setting.numbers[layout.NEAR_EDGE] - SLACK
    edge = edge_of(state.table, state.turn)
    return Deploy(squad[number].id, beside(*edge, ABREAST[number], WHOLE, depth))
