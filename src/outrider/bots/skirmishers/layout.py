"""A battle in arrays: a row for each piece, in unit order. Lengths are inches."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from outrider.games.skirmishers.odds import hit_chance, melee_chances
from outrider.games.skirmishers.scenario import EDGES, SEATS, WEAPONS, Scenario, other
from outrider.games.skirmishers.state import State
from outrider.table.batch import packed
from outrider.table.lengths import INCH
from outrider.table.terrain import Piece, Table

Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

X, Y, HERE, MOVED, FIRED, FOUGHT, REACTED = range(7)
"""HERE is 1 on the table, 0 dead, 2 gone by an edge."""
FIELDS = 7
FIRING, ATTACK, DEFENSE, MOVEMENT, WEAPON, RANGE, BASE, SIDE, WORTH = range(9)
RATINGS = 9

WIDTH, DEPTH, PINNED, INTO, ACTIVE, LEFT, AT_LIMIT, CELL, COLUMNS, ROWS = range(10)
FACTS = 10

WHOSE, KIND, ZONE, COUNT, TURNS, EDGE, HELD = range(7)
"""Of a way to win."""
DESTROY_ALL, DESTROY, REACH, HOLD, EXIT, SURVIVE = range(6)
KINDS = ("destroy-all", "destroy", "reach", "hold", "exit", "survive")

CODE, UNIT, ONE, TWO, GAIN = range(5)
"""Of an option: what, who, at whom or where to, and how much better than to stay it seems."""
OPTION = 5
END, MOVE, FIRE, FIGHT, CLOSE = range(5)
"""What a row says is done: nothing, or at once the end of the turn, or one of these."""

(
    NOISE, EXPOSED, CHARGED, APPROACH, KEEP, GOAL, THREAT, FREE, STRIKES, RETURNS,
    COVER, SIDE_WORTH, TRADE, BOLD, BACK, RISK,
) = range(16)  # fmt: skip
"""Of a style: how blurred its judgement is; how it weighs fire and charges to come, the way to the
enemy and from what part of its range on it is near enough, the way to a goal, its own next shot,
one that is not answered, its next blow, its answers, cover, its own pieces against the enemy's, how
much less when it is ahead, how much more it then looks for a fight, what an answer to its next shot
costs, and fire on the way."""
PLAIN = np.array([0, 2.5, 1.2, 0.05, 0, 0.5, 0.6, 0, 0.5, 0, 0, 1.6, 0, 0, 0, 1.0])
STEADY = np.array([0, 1.8, 1.2, 0.085, 0, 0.5, 0.88, 0, 0.71, 0, 0, 1.18, 0, 0, 0, 1.0])
EAGER = np.array([0, 1.5, 1.2, 0.1, 0, 0.5, 1.0, 0, 0.8, 0, 0, 1.0, 0, 0, 0, 1.0])
STYLE = np.array(
    [0, 1.5, 0.31, 0.09, 0.24, 0.5, 0.88, 0.36, 1.36, 0.17, 0.09, 1.0, 0.67, 0.24, 0.34, 1.37]
)  # fmt: skip
"""A plain style, which is careful; one between it and the next, which looks for a fight; and one
found by letting styles that differ a little play each other."""


class Field(NamedTuple):
    """What never changes in a scenario, as kernels take it. `ways` is how far it is on foot from
    each cell of a grid to each other, `goals` from each cell to each zone and then each edge."""

    pieces: Numbers
    corners: Numbers
    costs: Reals
    covers: Reals
    zones: Numbers
    outlines: Numbers
    named: Reals
    hits: Reals
    melees: Reals
    cells: Reals
    ways: Reals
    goals: Reals


MOST_CELLS = 576
MOST_POOL = 12


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What never changes in a scenario, as far as it takes no kernel to work it out."""

    pieces: Numbers
    corners: Numbers
    costs: Reals
    covers: Reals
    zones: Numbers
    outlines: Numbers
    named: Reals
    conditions: Reals
    cells: Reals
    grid: tuple[float, int, int]


@lru_cache(16)
def world_of(scenario: Scenario) -> World:
    table = scenario.table
    ground = packed(table)
    costs = np.array([piece.cost / INCH for piece in table.terrain])
    covers = np.array([float(piece.cover) for piece in table.terrain])
    parts = [(seat, part) for seat in SEATS for part in scenario.side(seat).victory]
    shapes = [part.zone for _, part in parts if part.zone is not None]
    zones = packed(Table(table.size, tuple(Piece(shape) for shape in shapes)))
    conditions = np.zeros((len(parts), 7))
    named = np.zeros((len(parts), len(scenario.warriors)))
    seen = 0
    for at, (seat, part) in enumerate(parts):
        edge = EDGES.index(part.edge) if part.edge else -1
        whose, kind = SEATS.index(seat), KINDS.index(part.kind)
        conditions[at] = (whose, kind, -1, part.count, part.turns, edge, 0)
        if part.zone is not None:
            conditions[at, ZONE] = seen
            seen += 1
        for id in part.pieces:
            named[at, scenario.index[id]] = 1
    width, depth = table.size[0] / INCH, table.size[1] / INCH
    cell = max(1.0, sqrt(width * depth / MOST_CELLS))
    columns, rows = max(1, ceil(width / cell)), max(1, ceil(depth / cell))
    centres = [(column, row) for row in range(rows) for column in range(columns)]
    cells = (np.array(centres, np.float64) + 0.5) * cell
    cells[:, 0] = np.minimum(cells[:, 0], width)
    cells[:, 1] = np.minimum(cells[:, 1], depth)
    return World(
        ground.pieces, ground.corners, costs, covers, zones.pieces, zones.corners, named,
        conditions, cells, (cell, columns, rows),
    )  # fmt: skip


@lru_cache(64)
def chances_of(firing: int, defense: int, attack: int) -> tuple[Reals, Reals]:
    """hits[firing, defense, cover] and melees[mine, yours, outcome] up to so many dice, as the game
    has them."""
    hits = np.zeros((firing + 1, defense + 2, 7))
    for at in np.ndindex(*hits.shape):
        hits[at] = float(hit_chance(*at))
    melees = np.zeros((max(attack, MOST_POOL) + 1, attack + 1, 5))
    for mine in range(len(melees)):
        for yours in range(attack + 1):
            melees[mine, yours] = [float(chance) for chance in melee_chances(mine, yours)]
    return hits, melees


def ratings_of(state: State) -> Reals:
    """A piece's worth grows with its dice; one that the enemy has to destroy is worth more."""
    made = np.zeros((len(state.units), RATINGS))
    scenario = state.scenario
    for at, unit in enumerate(state.units):
        each = unit.warrior
        shoots = each.firing * (0.8 if each.weapon == "firearm" else 0.5)
        worth = 1.0 + (shoots if each.weapon != "none" else 0.0) + 0.5 * each.attack
        worth += 0.25 * each.defense
        for part in scenario.side(other(each.seat)).victory:
            worth += 4.0 / len(part.pieces) if each.id in part.pieces else 0.0
        made[at] = (
            each.firing, each.attack, each.defense, each.movement / INCH,
            WEAPONS.index(each.weapon), each.range / INCH, each.base / INCH,
            SEATS.index(each.seat), worth,
        )  # fmt: skip
    return made


def units_of(state: State) -> tuple[Reals, Reals]:
    """The pieces, and who is over whom."""
    made = np.zeros((len(state.units), FIELDS))
    over = np.zeros((len(state.units), len(state.units)))
    for at, unit in enumerate(state.units):
        x, y = unit.at or (0, 0)
        here = 0 if not unit.alive else 2 if unit.at is None else 1
        flags = unit.moved, unit.fired, unit.fought, unit.reacted
        made[at] = (x / INCH, y / INCH, here, *flags)
        for id in unit.over:
            over[at, state.scenario.index[id]] = 1
    return made, over


def facts_of(state: State) -> Reals:
    scenario = state.scenario
    width, depth = scenario.table.size
    last = SEATS.index(scenario.at_limit) if scenario.at_limit else -1
    return np.array(
        [
            width / INCH,
            depth / INCH,
            bool(state.options["pinned"]),
            bool(state.options["fire_into_melee"]),
            SEATS.index(state.active),
            scenario.turn_limit - state.turns,
            last,
            *world_of(scenario).grid,
        ],
        np.float64,
    )


def conditions_of(state: State) -> Reals:
    made = world_of(state.scenario).conditions.copy()
    made[:, HELD] = [count for counts in state.held for count in counts]
    return made
