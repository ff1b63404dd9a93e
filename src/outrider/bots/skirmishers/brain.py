"""Candidates and values for the search, reactions included."""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from outrider.bots.measured.search import Plan, result_for
from outrider.bots.skirmishers import layout
from outrider.bots.skirmishers.layout import (
    CLOSE,
    CODE,
    FIGHT,
    FIRE,
    GAIN,
    MOVE,
    NOISE,
    ONE,
    OPTION,
    STYLE,
    TWO,
    UNIT,
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
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.odds import of_choice
from outrider.games.skirmishers.scenario import SEATS, Scenario
from outrider.games.skirmishers.shipped import scenario_of
from outrider.games.skirmishers.state import State, place_of
from outrider.table.lengths import INCH
from outrider.table.points import Point

HORIZON = 5
LONG = 60
"""Turns played on to tell who wins in the end."""
HASTE = 0.02
"""How much less each turn makes the end worth to who chooses: nothing is put off for ever."""
WAITING = "Outrider: compiling the bots for this machine, once (about 40 seconds)..."
SEEDS = 1 << 30
RING, LENGTHS = 16, 3
"""In so many directions, and so many lengths of each, places are looked for where it counts."""
MOST_OPTIONS = 2048
NEAR = 1.0
CORNERS = 8
"""How many corners the way round things has at most."""


@cache
def kernel() -> Any:
    """The compiled functions, once those of the game are there, too."""
    engine().get_ready()
    with patience(WAITING):
        from outrider.bots.skirmishers import kernel as made

        state = _empty()
        row, way = np.zeros(OPTION), np.zeros((1, 2))
        none, numbers = np.zeros(0), np.zeros(0, np.int64)
        arrays: Any = arrays_of(state)
        compiled: Any = made
        compiled.played(*arrays, np.stack((STYLE, STYLE)), row, way, numbers, 0, 0.0, 0, none)
        compiled.first_action(*arrays, STYLE, 1, 1, 0, row)
        compiled.listed(*arrays, STYLE, 1, 1, 0, np.zeros((1, OPTION)))
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

    def __init__(self, game: Game[Any, Any], style: Reals = STYLE, horizon: int = HORIZON) -> None:
        self._game = game
        self._style = style
        self._both = np.stack((style, style))
        self._horizon = horizon
        self._known: tuple[State, tuple[Any, ...]] | None = None
        kernel()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        return self._game.pending(state).seats[0]  # type: ignore[union-attr]

    def _arrays(self, state: State) -> tuple[Any, ...]:
        """A position in arrays, which the kernels do not change; that of the last is kept."""
        if self._known is None or self._known[0] is not state:
            self._known = state, arrays_of(state)
        return self._known[1]

    def plain(
        self,
        state: State,
        seat: str,
        choices: Choices[Any],
        noise: float,
        source: random.Random,
    ) -> Action:
        if not is_plain(state):
            return answered(state)
        style = self._style.copy()
        style[NOISE] = noise
        return self._first(state, choices, style, int(source.random() * SEEDS))

    def _first(self, state: State, choices: Choices[Any], style: Reals, seed: int) -> Action:
        """What the policy does; a piece whose way turns out to be barred is taken to stay."""
        row = np.zeros(OPTION)
        units, *others = self._arrays(state)
        units = units.copy()
        for _ in range(len(units)):
            kernel().first_action(units, *others, style, RING, LENGTHS, seed, row)
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
        self,
        state: State,
        seat: str,
        choices: Choices[Any],
        width: int,
        source: random.Random,
    ) -> list[Plan]:
        """The policy's choice, every blow, shots and moves by what the policy thinks of them, and
        the end of the turn; to an offer both answers."""
        first = self.plain(state, seat, choices, 0.0, source)
        if not is_plain(state):
            others = [] if state.fight or is_free(state) else list(choices)
            return [Plan(first), *(Plan(each) for each in others if each != first)]
        found = [first, *(together(state, foe.id) for _, foe in Turn(state).clashes())]
        rows = np.zeros((MOST_OPTIONS, OPTION))
        seed = int(source.random() * SEEDS)
        arrays = self._arrays(state)
        count = kernel().listed(*arrays, self._style, RING, LENGTHS, seed, rows)
        for row in apart(rows[:count], width):
            action = self._legal(state, choices, row)
            if action is not None:
                found.append(action)
        found.append(End())
        return [Plan(action) for action in dict.fromkeys(found)]

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Actions are taken one at a time here: who is told of fire or of a charge decides anew."""
        return None

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        if not is_plain(state):
            after = self._game.apply(state, seat, plan.action).state
            return self._on(after, seat, seeds, self._horizon)
        row, way = row_of(state, plan.action)
        return self._played(state, seat, row, way, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        return self._on(state, seat, seeds, LONG)

    def _on(self, state: State, seat: str, seeds: Sequence[int], horizon: int) -> Reals:
        """The game itself settles what is under way, then the kernel plays on."""
        row, way = row_of(state, None)
        if is_plain(state) and state.outcome is None:
            return self._played(state, seat, row, way, seeds, horizon)
        values = np.empty(len(seeds))
        for at, seed in enumerate(seeds):
            settled = self._settled(state, random.Random(seed))
            if settled.outcome is not None:
                values[at] = result_for(seat, settled.outcome.winners)
            else:
                values[at] = self._played(settled, seat, row, way, [seed], horizon)[0]
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
        self,
        state: State,
        seat: str,
        row: Reals,
        way: Reals,
        seeds: Sequence[int],
        horizon: int,
    ) -> Reals:
        values = np.empty(len(seeds))
        side = SEATS.index(seat)
        given = np.array(seeds, np.int64)
        haste = HASTE if horizon < LONG else 0.0
        kernel().played(
            *self._arrays(state), self._both, row, way, given, horizon, haste, side, values
        )
        return values


def row_of(state: State, action: Action | None) -> tuple[Reals, Reals]:
    """An action of a turn as kernels take it, and the way of a move."""
    row, way = np.zeros(OPTION), np.zeros((1, 2))
    index = state.scenario.index
    match action:
        case Fire(unit, target):
            row[CODE], row[UNIT], row[ONE] = FIRE, index[unit], index[target]
        case Strike(_, target):
            row[CODE], row[ONE] = FIGHT, index[target]
        case Move(unit, path):
            row[CODE], row[UNIT] = MOVE, index[unit]
            way = np.array(path, np.float64) / INCH
        case End():
            row[CODE] = CLOSE
    return row, way


def apart(rows: Reals, width: int) -> list[Reals]:
    """The options that gain most, but of moves of the same piece to nearly the same place one."""
    kept: list[Reals] = []
    for row in rows[np.argsort(-rows[:, GAIN], kind="stable")]:
        if len(kept) == width:
            break
        if row[CODE] != MOVE or not any(
            each[CODE] == MOVE
            and each[UNIT] == row[UNIT]
            and (each[ONE] - row[ONE]) ** 2 + (each[TWO] - row[TWO]) ** 2 < NEAR * NEAR
            for each in kept
        ):
            kept.append(row)
    return kept


def is_free(state: State) -> bool:
    """Whether what is offered costs nothing: return fire is there for the moment only."""
    return state.offer is not None and state.offer.kind == "return-fire"


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
    units = next((units for units, foe in Turn(state).clashes() if foe.id == target), [])
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
