"""A scenario as the kernel takes it: terrain and zones in one list of pieces, and the plan."""

from typing import Any

from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import EDGES, SEATS, Condition, Scenario
from outrider.table.lengths import INCH
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape
from outrider.table.terrain import IMPASSABLE, Piece, Table

MOST_MOVES = 2**15
"""So many moves are listed at most; the largest scenarios would have millions."""
KINDS = ("destroy-all", "destroy", "reach", "hold", "exit", "survive")


def middle(shape: Shape) -> Point:
    if isinstance(shape, Disc):
        return shape.at
    count = len(shape.points)
    return sum(x for x, _ in shape.points) // count, sum(y for _, y in shape.points) // count


def is_slow(piece: Piece) -> bool:
    """Whether it changes what a move costs; what nobody crosses does not."""
    return piece.cost not in (INCH, IMPASSABLE)


def zones_of(scenario: Scenario) -> list[Shape]:
    return [
        condition.zone
        for seat in SEATS
        for condition in scenario.side(seat).victory
        if condition.zone is not None
    ]


def _effects(piece: Piece) -> tuple[int, ...]:
    """What a piece does, in the order of the kernel's further rows."""
    wall = int(piece.cost == IMPASSABLE)
    return wall, int(is_slow(piece)), piece.cost, piece.cover, *middle(piece.shape)


def pieces_of(scenario: Scenario) -> tuple[Any, Any]:
    """The terrain and, behind it, the zones, which have no effect: pieces and corners."""
    import numpy as np

    from outrider.table.batch import packed

    zones = tuple(Piece(zone) for zone in zones_of(scenario))
    listed = scenario.table.terrain + zones
    laid = packed(Table(scenario.table.size, listed))
    further = np.array([_effects(piece) for piece in listed], np.int64)
    more = further.reshape(-1, layout.GROUND_FIELDS - layout.PIECE_FIELDS).T
    return np.ascontiguousarray(np.vstack([laid.pieces, more])), laid.corners


def bits_of(numbers: list[int]) -> list[int]:
    """A set of pieces as the kernel has it."""
    words = [0] * layout.WORDS
    for number in numbers:
        words[number >> layout.BITS] |= 1 << (number & layout.LOW_BITS)
    return words


def plan_of(scenario: Scenario) -> list[int]:
    terrain = scenario.table.terrain
    cheap = any(IMPASSABLE < piece.cost < INCH for piece in terrain)
    slow = [
        number
        for number, piece in enumerate(terrain)
        if is_slow(piece) or (cheap and piece.cost == INCH)
    ]
    slow.sort(key=lambda number: -terrain[number].cost)
    at_limit = SEATS.index(scenario.at_limit) if scenario.at_limit else layout.NONE
    rows: list[int] = []
    zone = len(terrain)
    for seat in SEATS:
        for condition in scenario.side(seat).victory:
            rows += _goal(scenario, condition, zone)
            zone += condition.zone is not None
    counts = [len(scenario.side(seat).victory) for seat in SEATS]
    size = scenario.table.size
    return [*size, scenario.turn_limit, at_limit, *counts, len(slow), *rows, *slow]


def _goal(scenario: Scenario, condition: Condition, zone: int) -> list[int]:
    edge = EDGES.index(condition.edge) + 1 if condition.edge else layout.NO_EXIT
    named = bits_of([scenario.index[id] for id in condition.pieces])
    return [KINDS.index(condition.kind), condition.count, condition.turns, edge, zone, *named]


def most_candidates(scenario: Scenario) -> int:
    """As many useful actions as there may be at once: of a piece nine about each enemy, two
    straight to and from it and two about each range, one behind each friend, thirty-two all round,
    and the conditions and the terrain; then strikes, shots and the end. Large sides share
    `MOST_MOVES`."""
    most = max(len(scenario.side(seat).warriors) for seat in SEATS)
    ranges = len({warrior.range for warrior in scenario.warriors}) + 1
    goals = sum(len(scenario.side(seat).victory) for seat in SEATS)
    covering = sum(piece.cover > 0 for piece in scenario.table.terrain)
    ways = most * (12 + 2 * ranges) + 32 + goals + covering
    moves = min(most * ways, MOST_MOVES)
    return moves + most * (1 << layout.FEW) + most * (most + 1) + most * most + 2
