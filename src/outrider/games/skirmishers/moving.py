"""Movement (SKR-M1, SKR-M2): which paths there are."""

from itertools import pairwise

from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmishers.actions import Move
from outrider.games.skirmishers.scenario import on_edge, other
from outrider.games.skirmishers.state import State, Unit, pinned, place_of
from outrider.games.skirmishers.turns import own_piece
from outrider.table.lengths import said
from outrider.table.paths import first_enemy_in_way, part_way, path_cost
from outrider.table.points import Point, distance, squared
from outrider.table.terrain import on_table
from outrider.table.texts import point_text

STEP_BACK = 25
"""In steps of so many thousandths a shortened path looks for room to end."""


def why_not_set_out(state: State, unit: Unit) -> Refusal | None:
    """Why a piece of the side whose turn it is may not move at all, wherever to."""
    if unit.moved:
        return illegal("SKR-T2", f"{unit.id} has moved in this turn")
    if unit.fired:
        return illegal("SKR-T2", f"{unit.id} has fired in this turn, so it does not move")
    if unit.fought:
        return illegal("SKR-T3", f"{unit.id} has struck in this turn, so it does not move any more")
    over = pinned(state, unit)
    if over is not None:
        return illegal("SKR-F11", f"{unit.id} is pinned by {over.id}")
    return None


def enemies_of(state: State, unit: Unit) -> list[tuple[Point, int]]:
    """The enemies' bases, each with the distance that a mover's centre keeps from its own."""
    base = unit.warrior.base
    return [(place_of(foe), base + foe.warrior.base) for foe in state.present(other(unit.seat))]


def why_not_path(state: State, unit: Unit, path: tuple[Point, ...]) -> Refusal | None:
    """Why a piece that may move may not move there. A way of no length is no move (SKR-M2)."""
    start = place_of(unit)
    if all(point == start for point in path):
        return illegal("SKR-M2", f"a way of no length is no move: {unit.id} stands there already")
    refusal = why_not_way(state, unit, path, enemies_of(state, unit))
    return refusal or why_not_end(state, unit, path[-1])


def why_not_way(
    state: State, unit: Unit, path: tuple[Point, ...], enemies: list[tuple[Point, int]]
) -> Refusal | None:
    """Why a path cannot be walked, wherever it may end. Terrain has its price (SKR-S3)."""
    table, start = state.table, place_of(unit)
    for point in path:
        if not on_table(table, point):
            return illegal("SKR-M2", f"{point_text(point)} is off the table")
    whole = (start, *path)
    cost = path_cost(table, whole)
    if cost is None:
        return illegal("SKR-M2", "impassable terrain is in the way")
    if cost > unit.warrior.movement:
        most, over = said(unit.warrior.movement), said(cost - unit.warrior.movement)
        return illegal("SKR-M1", f"{unit.id} moves up to {most}: this is too far by {over}")
    for a, b in pairwise(whole):
        if first_enemy_in_way(a, b, enemies) is not None:
            return illegal("SKR-M2", f"an enemy is in {unit.id}'s way")
    return None


def why_not_end(state: State, unit: Unit, end: Point) -> Refusal | None:
    """SKR-M2: no base overlaps another at the end; a piece that leaves is not there any more."""
    for each in state.units:
        if each.at is not None and each.alive and each is not unit:
            apart = each.warrior.base + unit.warrior.base
            if squared(each.at, end) < apart * apart and not exit_edge(state, unit.seat, end):
                return illegal("SKR-M2", f"at {point_text(end)} {unit.id} overlaps {each.id}")
    return None


def why_not_move(state: State, action: Move) -> Refusal | None:
    unit = own_piece(state, action.unit)
    if isinstance(unit, Refusal):
        return unit
    return why_not_set_out(state, unit) or why_not_path(state, unit, action.path)


def exit_edge(state: State, seat: str, point: Point) -> str:
    """SKR-S4: the exit edge of a side that a point lies exactly on, if any; of two that of the
    condition listed first."""
    for condition in state.scenario.side(seat).victory:
        if condition.edge and on_edge(state.table, condition.edge, point):
            return condition.edge
    return ""


def shortened(state: State, action: Move) -> Move | None:
    """As much of a refused move as can be walked, ending where there is room; None if that is
    nothing. What stops a path stops every longer one, so the last step is found by halving."""
    unit = own_piece(state, action.unit)
    if isinstance(unit, Refusal) or why_not_set_out(state, unit) is not None:
        return None
    enemies = enemies_of(state, unit)
    walked: tuple[Point, ...] = ()
    for point in action.path:
        longer = (*walked, point)
        if why_not_way(state, unit, longer, enemies) is not None:
            walked = (*walked, _last_step(state, unit, walked, point, enemies))
            break
        walked = longer
    return _with_room(state, unit, walked)


def _last_step(
    state: State,
    unit: Unit,
    walked: tuple[Point, ...],
    towards: Point,
    enemies: list[tuple[Point, int]],
) -> Point:
    """The farthest point of a leg that can be walked to."""
    start = walked[-1] if walked else place_of(unit)
    length = distance(start, towards)
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        point = part_way(start, towards, middle, length)
        if why_not_way(state, unit, (*walked, point), enemies) is None:
            low = middle
        else:
            high = middle
    return part_way(start, towards, low, length) if length else start


def _with_room(state: State, unit: Unit, path: tuple[Point, ...]) -> Move | None:
    """The path, or as much of it as ends clear of all bases."""
    while path:
        start = path[-2] if len(path) > 1 else place_of(unit)
        length = distance(start, path[-1])
        for way in range(length, 0, -STEP_BACK):
            point = part_way(start, path[-1], way, length)
            tried = (*path[:-1], point)
            if why_not_end(state, unit, point) is None and not why_not_path(state, unit, tried):
                return Move(unit.id, tried)
        path = path[:-1]
    return None
