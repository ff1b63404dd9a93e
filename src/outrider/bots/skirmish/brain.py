"""Deployment, candidates and values for the search."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from outrider.bots.measured.search import Plan
from outrider.bots.skirmish import layout
from outrider.bots.skirmish.layout import (
    NOISE,
    PLANNED,
    STYLE,
    WAYS,
    Reals,
    action_of,
    coded,
    facts_of,
    figures_of,
    toll,
    world_of,
)
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.games.skirmish.actions import Deploy, Land, Move, Ready, Skip
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.places import beside
from outrider.games.skirmish.squad import NEAR_EDGE, SEAT_OF
from outrider.games.skirmish.state import State, Throw
from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.seating import edge_of
from outrider.table.terrain import Table

HORIZON = 4
LONG = 50
"""Rounds played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (about 30 seconds)..."
SEEDS = 1 << 30
NOTHING = np.array([-1.0, 0.0, 0.0, 0.0])
UNPLANNED = np.zeros(PLANNED)
BLUR = 1.5
"""How much more each time the styles are blurred when all have been tried."""
ABREAST = (0.5, 0.42, 0.58, 0.34, 0.66)
"""Where along its edge each figure stands."""


@cache
def kernel() -> Any:
    """The compiled functions, once those of the game are there, too."""
    engine().get_ready()
    with patience(WAITING):
        from outrider.bots.skirmish import kernel as made
        from outrider.bots.skirmish import plans

        empty = world_of(Table((36 * INCH, 36 * INCH), edges=(("red", (0, 0), (9, 0)),)))
        figures, facts = np.zeros((5, layout.FIELDS)), np.zeros(layout.FACTS)
        ground = figures, facts, empty.pieces, empty.corners, empty.edges
        row, none, dice = np.zeros(4), np.zeros(0), toll(False)
        numbers = np.zeros(0, np.int64)
        styles = np.stack((STYLE,))
        plan = np.zeros(PLANNED)
        made.played(
            *ground, empty.rim, dice, styles, np.zeros(1, np.int64), row, plan, numbers, 0, 0, none
        )
        made.first_action(*ground, empty.rim, dice, STYLE, plan, 0, 0, row)
        plans.sketched(*ground, empty.rim, dice, STYLE, 0, 0, plan)
        plans.varied(*ground, empty.rim, 0, 0, plan)
        made.listed(*ground, dice, 0, np.zeros((48, 5)))
        made.blasts(*ground, dice, 0, np.zeros((0, 2)), none)
    return made


@cache
def planning() -> Any:
    kernel()
    from outrider.bots.skirmish import plans

    return plans


class SkirmishBrain:
    """Knows all phases: placing, the minute, attacks, and grenades in the air."""

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE, horizon: int = HORIZON) -> None:
        self._game = game
        self._style = style
        self._horizon = horizon
        kernel()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        """In the minute several are asked: the one whose figures may move. Where nobody's may, it
        does not matter."""
        if state.phase != "movement":
            return state.turn
        for action in choices:
            if isinstance(action, Move):
                return SEAT_OF[action.unit]
        return next(seat for seat in state.players() if seat not in state.ready)

    def plain(
        self, state: State, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        if state.phase == "deploy":
            return deployed(state, choices, source)
        if isinstance(state.fray, Throw):
            return self._landing(state, seat, choices)
        style = self._style.copy()
        style[NOISE] = noise
        return self._first(state, seat, choices, style, UNPLANNED, int(source.random() * SEEDS))

    def _first(
        self, state: State, seat: str, choices: Choices[Any], style: Reals, plan: Reals, seed: int
    ) -> Action:
        row = np.zeros(4)
        at = state.seats.index(seat)
        kernel().first_action(*arrays_of(state), style, plan, at, seed, row)
        action = action_of(row)
        if action in choices:
            return action
        near = self._game.suggest(state, seat, action)
        if near is not None and near in choices:
            made: Action = near
            return made
        return Ready() if state.phase == "movement" else skipped(state, choices)

    def _landing(self, state: State, seat: str, choices: Choices[Any]) -> Action:
        """Where the blast is worth most."""
        places = [action for action in choices if isinstance(action, Land)]
        values = np.empty(len(places))
        points = np.array([action.at for action in places], np.float64) / INCH
        at = state.seats.index(seat)
        kernel().blasts(*ground_of(state), dice_of(state), at, points, values)
        return places[int(values.argmax())]

    def candidates(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterator[Plan]:
        """In the minute whole minutes in other styles, in the attacks what promises most."""
        first = self.plain(state, seat, choices, 0.0, source)
        yield Plan(first)
        if state.phase == "deploy" or isinstance(first, Land):
            return
        if state.phase == "attack":
            for action in self._attacks(state, seat, choices, first, width):
                yield Plan(action)
            return
        if not isinstance(first, Ready):
            yield Plan(Ready())
        at = state.seats.index(seat)
        for number in range(width):
            style = WAYS[number % len(WAYS)].copy()
            style[NOISE] = BLUR * (number // len(WAYS))
            plan = np.zeros(PLANNED)
            planning().sketched(*arrays_of(state), style, at, int(source.random() * SEEDS), plan)
            yield self._planned(state, seat, choices, plan)

    def _attacks(
        self, state: State, seat: str, choices: Choices[Any], first: Action, width: int
    ) -> list[Action]:
        rows = np.zeros((8 * len(state.figures) + 8, 5))
        listed: list[tuple[float, Action]] = []
        for one, figure in enumerate(state.figures):
            if figure.seat == seat and figure.health and figure.actions:
                count = kernel().listed(*ground_of(state), dice_of(state), one, rows)
                listed += [(float(row[4]), action_of(row)) for row in rows[:count]]
        listed.sort(key=lambda each: -each[0])
        found: list[Action] = []
        for value, action in listed:
            if len(found) >= width:
                break
            if value > 0 and action != first and action in choices:
                found.append(action)
        return found

    def _planned(self, state: State, seat: str, choices: Choices[Any], plan: Reals) -> Plan:
        return Plan(self._first(state, seat, choices, self._style, plan, 0), plan)

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Somebody goes elsewhere."""
        if state.phase != "movement":
            return None
        at, way = state.seats.index(seat), np.zeros(PLANNED)
        *ground, toll = arrays_of(state)
        if plan.way is None:
            planning().sketched(*ground, toll, self._style, at, 0, way)
        else:
            way[:] = plan.way
        planning().varied(*ground, at, int(source.random() * SEEDS), way)
        return self._planned(state, seat, choices, way)

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if isinstance(plan.action, Deploy | Land):
            return np.full(len(seeds), 0.5)
        if plan.way is not None:
            return self._played(state, seat, NOTHING, plan.way, seeds, self._horizon)
        return self._played(state, seat, coded(plan.action), UNPLANNED, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        if state.phase == "deploy":
            return np.full(len(seeds), 1 / len(state.seats))
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
        at = state.seats.index(seat)
        styles = np.stack([STYLE] * len(state.seats))
        styles[at] = self._style
        ready = np.array([each in state.ready for each in state.seats], np.int64)
        given = np.array(seeds, np.int64)
        kernel().played(*arrays_of(state), styles, ready, row, plan, given, horizon, at, values)
        return values


def arrays_of(state: State) -> tuple[Any, ...]:
    return *ground_of(state), world_of(state.table).rim, dice_of(state)


def ground_of(state: State) -> tuple[Any, ...]:
    world = world_of(state.table)
    return figures_of(state), facts_of(state), world.pieces, world.corners, world.edges


def dice_of(state: State) -> Reals:
    return toll(state.options.named("melee") == "alternate")


def skipped(state: State, choices: Choices[Any]) -> Action:
    for figure in state.living(state.turn):
        if Skip(figure.id) in choices:
            return Skip(figure.id)
    return Ready()


def deployed(state: State, choices: Choices[Any], source: random.Random) -> Action:
    """Side by side at the front of the strip, about its middle, or as near to that as there is
    room."""
    figure = next(each for each in state.squad(state.turn) if each.at is None)
    at = abreast(state, state.squad(state.turn).index(figure))
    if Deploy(figure.id, at) in choices:
        return Deploy(figure.id, at)
    listed = [each for each in choices if isinstance(each, Deploy) and each.unit == figure.id]
    if not listed:
        made: Action = choices.sample(source)
        return made
    return min(listed, key=lambda each: (each.at[0] - at[0]) ** 2 + (each.at[1] - at[1]) ** 2)


def abreast(state: State, number: int) -> Point:
    a, b = edge_of(state.table, state.turn)
    return beside(a, b, int(ABREAST[number] * 1000), 1000, NEAR_EDGE - 10)
