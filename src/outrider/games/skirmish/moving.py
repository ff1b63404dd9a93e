"""How far a figure may go, and a move close to the one that is wished for."""

from math import isqrt

from outrider.games.skirmish.actions import Move
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import INDEX_OF
from outrider.games.skirmish.state import Figure, State, place_of
from outrider.table.lengths import INCH
from outrider.table.points import along, distance, squared
from outrider.table.snapping import nearest


def sets_out(state: State, seat: str, figure: Figure) -> bool:
    """Whether a figure may move at all, somewhere."""
    number, unit = state.seats.index(seat), INDEX_OF[figure.id]
    return engine().survey(state, layout.SETS_OUT, unit, number)[0] == layout.FINE


def levels(state: State, figure: Figure) -> dict[int, int]:
    """The heights a figure can end on, each with how far it gets in plan (SKM-M1)."""
    move = state.setting.numbers[layout.MOVE]
    if not state.edition.climbs:
        return {figure.up: move}
    heights = sorted({0, *(piece.height for piece in state.table.terrain)})
    return {
        height: isqrt(move**2 - (height - figure.up) ** 2)
        for height in heights
        if abs(height - figure.up) <= move
    }


def nearest_move(state: State, seat: str, action: Move) -> Move | None:
    """A legal move that ends close to the wish: the nearest end at any level's reach, or else the
    farthest on the way there. None if the figure may not move at all."""
    figure = state.figure(action.unit)
    if not sets_out(state, seat, figure):
        return None
    start, others = place_of(figure), state.others(figure.id)
    reaches = sorted(set(levels(state, figure).values()))
    wished = [nearest(action.to, start, reach, state.table, others) for reach in reaches]
    whole = min(distance(start, action.to), state.setting.numbers[layout.MOVE])
    wished += [along(start, action.to, length) for length in range(whole, 0, -INCH // 4)]
    unit = INDEX_OF[figure.id]
    legal = [
        to
        for to in wished
        if to is not None and engine().survey(state, layout.GOES, unit, *to)[0] == layout.FINE
    ]
    best = min(legal, key=lambda to: squared(to, action.to), default=start)
    return Move(figure.id, best)
