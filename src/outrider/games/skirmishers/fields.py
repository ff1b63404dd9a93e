"""Fields of fire as areas, for people to see before they move (SKR-X3, SKR-X4)."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import State, Unit, place_of
from outrider.table.lengths import inches
from outrider.table.points import Point, to_json
from outrider.table.sketch import Boxed
from outrider.table.watching import screens, seen

RAYS = 120
CLOSE = 50
"""Thousandths of an inch to which the end of sight is found: it is drawn, not ruled on."""


def fields_of_fire(state: State, mover: Unit) -> Iterator[dict[str, Any]]:
    """The area in which each enemy may fire at a piece that moves: its range, as far as it sees."""
    index = state.scenario.index
    for watcher in state.present(other(mover.seat)):
        pair = index[watcher.id], index[mover.id]
        if not engine().survey(state, layout.MAY_WATCH, *pair)[1]:
            continue
        yield field_of_fire(state, watcher)


def field_of_fire(state: State, watcher: Unit) -> dict[str, Any]:
    """Where a piece may fire at somebody: within its range, as far as it sees."""
    at, far = place_of(watcher), watcher.warrior.range
    corners = [(at[0] - far, at[1] - far), (at[0] + far, at[1] + far)]
    between = screens(state.table, at, corners)
    if not between:
        return {
            "shape": "disc",
            "at": to_json(at),
            "radius": inches(far),
            "unit": watcher.id,
        }
    rays = [2 * pi * ray / RAYS for ray in range(RAYS)]
    points = [to_json(last_seen(between, at, far, ray)) for ray in rays]
    return {"shape": "polygon", "points": points, "unit": watcher.id}


def last_seen(between: tuple[Boxed, ...], at: Point, far: int, ray: float) -> Point:
    """The farthest point in a direction that is seen. Behind what hides a point on a line, all
    farther ones are hidden, too (SKR-G4)."""

    def point(length: int) -> Point:
        return at[0] + round(cos(ray) * length), at[1] + round(sin(ray) * length)

    if seen(between, at, point(far)):
        return point(far)
    low, high = 0, far
    while high - low > CLOSE:
        middle = (low + high) // 2
        low, high = (middle, high) if seen(between, at, point(middle)) else (low, middle)
    return point(low)
