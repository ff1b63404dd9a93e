"""Deployment, candidates and values for the search."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from outrider.bots.measured.search import Plan
from outrider.bots.skirmish import layout
from outrider.bots.skirmish.layout import (
    NOISE,
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
CLOSELY = 6
"""With fewer candidates than these the attacks are left to the policy, whose chances are exact."""
ABREAST = (0.5, 0.42, 0.58, 0.34, 0.66)
"""Where along its edge each figure stands."""


@cache
def kernel() -> Any:
    """The compiled functions."""
    with patience(WAITING):
        from outrider.bots.skirmish import kernel as made

        empty = world_of(Table((36 * INCH, 36 * INCH), edges=(("red", (0, 0), (9, 0)),)))
        figures, facts = np.zeros((5, layout.FIELDS)), np.zeros(layout.FACTS)
        ground = figures, facts, empty.pieces, empty.corners, empty.edges
        row, none, dice = np.zeros(4), np.zeros(0), toll(False)
        numbers = np.zeros(0, np.int64)
        styles = np.stack((STYLE,))
        made.played(
            *ground, empty.rim, dice, styles, np.zeros(1, np.int64), row, numbers, 0, 0, none
        )
        made.first_action(*ground, empty.rim, dice, STYLE, 0, 0, row)
        made.listed(*ground, dice, 0, np.zeros((48, 5)))
        made.blasts(*ground, dice, 0, np.zeros((0, 2)), none)
    return made


class SkirmishBrain:
    """Knows all phases: placing, the minute, attacks, and grenades in the air."""

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE) -> None:
        self._game = game
        self._style = style
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
        return self._first(state, seat, choices, style, int(source.random() * SEEDS))

    def _first(
        self, state: State, seat: str, choices: Choices[Any], style: Reals, seed: int
    ) -> Action:
        row = np.zeros(4)
        rim = world_of(state.table).rim
        at = state.seats.index(seat)
        kernel().first_action(*ground_of(state), rim, dice_of(state), style, at, seed, row)
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
    ) -> list[Plan]:
        """In the minute what each style does first, in the attacks what promises most."""
        first = self.plain(state, seat, choices, 0.0, source)
        if state.phase == "deploy" or isinstance(first, Land):
            return [Plan(first)]
        found = [Plan(first)]
        if state.phase == "movement":
            ways = WAYS[:width]
            found += [Plan(self._first(state, seat, choices, way, 0), way) for way in ways]
            if not isinstance(first, Ready):
                found.append(Plan(Ready()))
            return found
        if width < CLOSELY:
            return found
        rows = np.zeros((8 * len(state.figures) + 8, 5))
        listed: list[tuple[float, Action]] = []
        for one, figure in enumerate(state.figures):
            if figure.seat == seat and figure.health and figure.actions:
                count = kernel().listed(*ground_of(state), dice_of(state), one, rows)
                listed += [(float(row[4]), action_of(row)) for row in rows[:count]]
        listed.sort(key=lambda each: -each[0])
        others = (action for value, action in listed if value > 0 and action != first)
        for action in others:
            if len(found) >= max(2, width // 2):
                break
            if action in choices:
                found.append(Plan(action))
        return found

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if isinstance(plan.action, Deploy | Land):
            return np.full(len(seeds), 0.5)
        return self._played(state, seat, coded(plan.action), plan.way, seeds, HORIZON)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        if state.phase == "deploy":
            return np.full(len(seeds), 1 / len(state.seats))
        return self._played(state, seat, np.array([-1.0, 0.0, 0.0, 0.0]), None, seeds, LONG)

    def _played(
        self,
        state: State,
        seat: str,
        row: Reals,
        way: Reals | None,
        seeds: Sequence[int],
        horizon: int,
    ) -> Reals:
        values = np.empty(len(seeds))
        at = state.seats.index(seat)
        styles = np.stack([STYLE] * len(state.seats))
        styles[at] = self._style if way is None else way
        ready = np.array([each in state.ready for each in state.seats], np.int64)
        given = np.array(seeds, np.int64)
        rim = world_of(state.table).rim
        kernel().played(
            *ground_of(state), rim, dice_of(state), styles, ready, row, given, horizon, at, values
        )
        return values


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
