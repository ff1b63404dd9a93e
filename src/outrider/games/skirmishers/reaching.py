"""Where a piece may end its move as areas, and a way to a point (SKR-M1, SKR-M2)."""

from typing import Any

from outrider.games.skirmishers.actions import Move
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.moving import checked, may_set_out
from outrider.games.skirmishers.scenario import EDGES
from outrider.games.skirmishers.state import State, place_of
from outrider.table.kernel.layout import AREA, COUNT, FIRST_CORNER, OWNER
from outrider.table.lengths import inches
from outrider.table.points import Point, to_json

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


def ends_of(state: State, id: str) -> tuple[dict[str, Any], ...]:
    """Ground every point of which a piece can reach: its outlines, with holes in them; and where it
    may leave the table, stretches of the edge. Nothing that is not within reach is among it, and
    hardly anything that is, is missing."""
    if not may_set_out(state, id):
        return ()
    limit = inches(state.unit(id).warrior.movement)
    outlines, points = engine().roamed(state, state.scenario.index[id])
    told = [[to_json(point) for point in points[row[FIRST_CORNER] : row[FIRST_CORNER] + row[COUNT]]]
            for row in outlines]  # fmt: skip
    holes: dict[int, list[dict[str, Any]]] = {}
    for row, corners in zip(outlines, told, strict=True):
        if row[AREA] < 0:
            holes.setdefault(row[OWNER], []).append({"shape": "polygon", "points": corners})
    areas: list[dict[str, Any]] = []
    for number, (row, corners) in enumerate(zip(outlines, told, strict=True)):
        if row[AREA] > 0:
            area = {"shape": "polygon", "points": corners, "limit": limit}
            areas.append({**area, "without": holes[number]} if number in holes else area)
        elif row[AREA] == 0:
            edge = EDGES[row[OWNER] - 1]
            areas.append({"shape": "line", "points": corners, "limit": limit, "edge": edge})
    return tuple(areas)


def way_to(state: State, id: str, to: Point) -> Move | None:
    """A legal move of a piece that ends there, straight if it can be; None if none was found."""
    if not may_set_out(state, id):
        return None
    start = place_of(state.unit(id))
    if to == start:
        there_and_back = (Move(id, ((to[0] + x, to[1] + y), to)) for x, y in STEPS)
        return next((move for move in there_and_back if is_fine(state, move)), None)
    straight = Move(id, (to,))
    if is_fine(state, straight):
        return straight
    way = engine().way(state, state.scenario.index[id], to)
    move = Move(id, way)
    return move if way and is_fine(state, move) else None


def is_fine(state: State, move: Move) -> bool:
    return checked(state, move)[0] == layout.FINE
