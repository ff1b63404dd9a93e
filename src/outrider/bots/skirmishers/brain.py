"""Candidates and values for the search, reactions included."""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from outrider.bots.measured.search import Plan, result_for
from outrider.bots.skirmishers import layout
from outrider.bots.skirmishers.layout import (
    CODE,
    FIGHT,
    FIRE,
    MOVE,
    NOISE,
    ONE,
    STYLE,
    TWO,
    UNIT,
    WAYS,
    Field,
    Reals,
    chances_of,
    conditions_of,
    facts_of,
    ratings_of,
    units_of,
    world_of,
)
from outrider.core.choices import Choices
from outrider.core.game import FACES, Game
from outrider.core.patience import patience
from outrider.core.pending import Over, Roll
from outrider.core.wire import Action
from outrider.games.skirmishers.actions import (
    Choose,
    DefensiveFire,
    End,
    Fire,
    Move,
    ReturnFire,
    Strike,
)
from outrider.games.skirmishers.choices import Turn
from outrider.games.skirmishers.melee import why_not_fight
from outrider.games.skirmishers.odds import of_choice
from outrider.games.skirmishers.scenario import SEATS, Scenario
from outrider.games.skirmishers.shipped import scenario_of
from outrider.games.skirmishers.state import State, place_of, touching
from outrider.table.lengths import INCH
from outrider.table.points import Point

HORIZON = 5
LONG = 60
"""Turns played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (about 40 seconds)..."
SEEDS = 1 << 30
CORNERS = 8
"""How many corners the way round things has at most."""


@cache
def kernel() -> Any:
    """The compiled functions."""
    with patience(WAITING):
        from outrider.bots.skirmishers import kernel as made

        state = _empty()
        row, none, numbers = np.zeros(4), np.zeros(0), np.zeros(0, np.int64)
        arrays: Any = arrays_of(state)
        compiled: Any = made
        compiled.played(*arrays, np.stack((STYLE, STYLE)), numbers, 0, 0, none)
        compiled.first_action(*arrays, STYLE, 0, row)
    return made


def _empty() -> State:
    from outrider.core.options import Options
    from outrider.games.skirmishers.game import Skirmishers
    from outrider.games.skirmishers.setup import set_up

    return set_up(Options(Skirmishers.options), scenario_of(None)).state


@lru_cache(16)
def ways_of(scenario: Scenario) -> tuple[Reals, Reals]:
    """How far it is on foot between all cells, and from each to each goal."""
    from outrider.bots.skirmishers.field import spread, to_goals

    world = world_of(scenario)
    count = len(world.cells)
    width, depth = (side / INCH for side in scenario.table.size)
    facts = np.zeros(layout.FACTS)
    facts[layout.WIDTH], facts[layout.DEPTH] = width, depth
    facts[layout.CELL], facts[layout.COLUMNS], facts[layout.ROWS] = world.grid
    ways = np.zeros((count, count))
    spread(facts, world.pieces, world.corners, world.costs, world.cells, ways)
    goals = np.zeros((world.zones.shape[1] + 4, count))
    to_goals(facts, world.zones, world.outlines, world.cells, ways, goals)
    return ways, goals


def field_of(state: State) -> Field:
    world = world_of(state.scenario)
    warriors = [unit.warrior for unit in state.units]
    hits, melees = chances_of(
        max(each.firing for each in warriors),
        max(each.defense for each in warriors),
        max(each.attack for each in warriors),
    )
    return Field(
        world.pieces, world.corners, world.costs, world.covers, world.zones, world.outlines,
        world.named, hits, melees, world.cells, *ways_of(state.scenario),
    )  # fmt: skip


def arrays_of(state: State) -> tuple[Any, ...]:
    return (
        *units_of(state), ratings_of(state), facts_of(state), conditions_of(state), field_of(state)
    )  # fmt: skip


class SkirmishersBrain:
    """Knows turns and reactions."""

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE) -> None:
        self._game = game
        self._style = style
        kernel()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        return self._game.pending(state).seats[0]  # type: ignore[union-attr]

    def plain(
        self, state: State, seat: str, choices: Choices[Any], noise: float, source: random.Random
    ) -> Action:
        if not is_plain(state):
            return answered(state)
        style = self._style.copy()
        style[NOISE] = noise
        return self._first(state, choices, style, int(source.random() * SEEDS))

    def _first(self, state: State, choices: Choices[Any], style: Reals, seed: int) -> Action:
        """What the policy does; a piece whose way turns out to be barred is taken to stay."""
        row = np.zeros(4)
        units, *others = arrays_of(state)
        for _ in range(len(units)):
            kernel().first_action(units, *others, style, seed, row)
            action = self._legal(state, choices, row)
            if action is not None:
                return action
            units[int(row[UNIT]), layout.MOVED] = 1
        return End()

    def _legal(self, state: State, choices: Choices[Any], row: Reals) -> Action | None:
        """The action a row stands for, if the game agrees; a move may have to go round things."""
        code, target = int(row[CODE]), int(row[ONE])
        unit = state.units[int(row[UNIT])]
        found: Action = End()
        if code == FIRE:
            found = Fire(unit.id, state.units[target].id)
        elif code == FIGHT:
            found = together(state, state.units[target].id)
        elif code == MOVE:
            to = round(row[ONE] * INCH), round(row[TWO] * INCH)
            found = Move(unit.id, (to,))
            if found not in choices:
                way = Move(unit.id, (*route(state, place_of(unit), to), to))
                short = self._game.suggest(state, state.active, way)
                if short is None or short.path[-1] == place_of(unit):
                    return None
                found = short
        return found if found in choices else None

    def candidates(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> list[Plan]:
        """What each style does first, and every shot and blow; to an offer both answers."""
        first = self.plain(state, seat, choices, 0.0, source)
        if not is_plain(state):
            return [Plan(first), *(Plan(each) for each in choices if each != first)]
        found = [Plan(first)]
        found += [Plan(self._first(state, choices, way, 0), way) for way in WAYS[:width]]
        turn = Turn(state)
        others: list[Action] = [*turn.strikes()]
        for unit in turn.firers():
            others += turn.shots(unit, turn.targets(unit))
        others.append(End())
        return found + [Plan(action) for action in others[: 2 * width] if action != first]

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        after = self._game.apply(state, seat, plan.action).state
        # All plans are looked at up to the same turn, or the end of a turn would seem to gain one.
        return self._on(after, seat, plan.way, seeds, HORIZON - (after.turns - state.turns))

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        return self._on(state, seat, None, seeds, LONG)

    def _on(
        self, state: State, seat: str, way: Reals | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        """The game itself settles what is under way, then the kernel plays on."""
        if is_plain(state) and state.outcome is None:
            return self._played(state, seat, way, seeds, horizon)
        values = np.empty(len(seeds))
        for at, seed in enumerate(seeds):
            settled = self._settled(state, random.Random(seed))
            if settled.outcome is not None:
                values[at] = result_for(seat, settled.outcome.winners)
            else:
                values[at] = self._played(settled, seat, way, [seed], horizon)[0]
        return values

    def _settled(self, state: State, source: random.Random) -> State:
        game = self._game
        while state.outcome is None and not is_plain(state):
            pending = game.pending(state)
            if isinstance(pending, Roll):
                faces = [1 + int(FACES * source.random()) for _ in range(pending.dice)]
                state = game.roll(state, faces).state
            elif isinstance(pending, Over):
                break
            else:
                state = game.advance(state, pending.seats[0], answered(state)).state
        return state

    def _played(
        self, state: State, seat: str, way: Reals | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        values = np.empty(len(seeds))
        side = SEATS.index(seat)
        styles = np.stack((STYLE, STYLE))
        if way is not None:
            styles[side] = way
        given = np.array(seeds, np.int64)
        kernel().played(*arrays_of(state), styles, given, horizon, side, values)
        return values


def is_plain(state: State) -> bool:
    """Whether it is simply somebody's turn, with nothing under way."""
    return (
        state.march is None and state.shot is None and state.fight is None and (state.offer is None)
    )


def answered(state: State) -> Action:
    """The policy for what is offered: a shot costs nothing, so it is taken; of those beaten the one
    that dies, or the strongest, suffers."""
    if state.offer is not None:
        return ReturnFire() if state.offer.kind == "return-fire" else DefensiveFire()
    assert state.fight is not None
    ratings = ratings_of(state)

    def worth(id: str) -> float:
        kill = float(of_choice(state, Choose(id)).chances["kill"])
        return float(ratings[state.scenario.index[id], layout.WORTH]) * (1 + 3 * kill)

    return Choose(max(state.fight.units, key=worth))


def together(state: State, target: str) -> Action:
    """All who touch an enemy and may strike it, the best of them first."""
    foe = state.unit(target)
    units = [
        unit
        for unit in state.present(state.active)
        if touching(unit, foe) and why_not_fight(state, unit) is None
    ]
    units.sort(key=lambda unit: -unit.warrior.attack)
    return Strike(tuple(unit.id for unit in units), target) if units else End()


def route(state: State, start: Point, end: Point) -> list[Point]:
    """Corners of a way over the grid."""
    world = world_of(state.scenario)
    ways, _ = ways_of(state.scenario)
    cell, columns, rows = world.grid

    def cell_of(point: Point) -> int:
        column = min(max(int(point[0] / INCH / cell), 0), columns - 1)
        row = min(max(int(point[1] / INCH / cell), 0), rows - 1)
        return row * columns + column

    at, last = cell_of(start), cell_of(end)
    found: list[Point] = []
    while at != last and len(found) < CORNERS:
        column, row = at % columns, at // columns
        beside = [
            y * columns + x
            for x in range(max(0, column - 1), min(columns, column + 2))
            for y in range(max(0, row - 1), min(rows, row + 2))
        ]
        best = min(beside, key=lambda each: ways[each, last])
        if ways[best, last] >= ways[at, last]:
            break
        at = best
        x, y = world.cells[at]
        found.append((round(x * INCH), round(y * INCH)))
    return found[:-1] if at == last else found
