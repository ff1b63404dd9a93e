"""Where a figure may go, and a move close to the one that is wished for."""

from collections.abc import Iterator
from math import isqrt
from typing import Any

from outrider.games.skirmish.actions import Move
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import INDEX_OF
from outrider.games.skirmish.state import Figure, State, place_of
from outrider.table.areas import Round, area, bases, is_near, rim
from outrider.table.lengths import INCH, inches
from outrider.table.points import along, distance, squared
from outrider.table.snapping import nearest


def sets_out(state: State, seat: str, figure: Figure) -> bool:
    """Whether a figure may move at all, somewhere."""
    number, unit = state.seats.index(seat), INDEX_OF[figure.id]
    return engine().survey(state, layout.SETS_OUT, unit, number)[0] == layout.FINE


def spans(state: State, figure: Figure) -> dict[int, int]:
    """The heights a figure can end on, each with how far it gets in plan, squared (SKM-M1)."""
    if state.edition.climbs:
        heights = sorted({0, *(piece.height for piece in state.table.terrain)})
    else:
        heights = [figure.up]
    unit = INDEX_OF[figure.id]
    found = {height: engine().survey(state, layout.SPAN, unit, height)[0] for height in heights}
    return {height: int(square) for height, square in found.items() if square >= 0}


def ends_of(state: State, figure: Figure) -> Iterator[dict[str, Any]]:
    """Where a figure may end its move (SKM-M1, SKM-M2): an area for the table itself and one for
    each piece of terrain it can stand on top of, none of them under something higher."""
    start, others = place_of(figure), state.others(figure.id)
    for height, square in spans(state, figure).items():
        disc = Round(start, square)
        table, clear = rim(state.table, disc), tuple(bases(others))
        if not state.edition.climbs:
            yield area(disc, table, clear)
            continue
        terrain = state.table.terrain
        higher = [piece.shape for piece in terrain if piece.height > height]
        tops = [(piece.shape,) for piece in terrain if piece.height == height] if height else [()]
        for top in tops:
            if all(is_near(shape, disc) for shape in top):
                told = area(disc, (*table, *top), clear, higher)
                yield {**told, "height": inches(height)}


def nearest_move(state: State, seat: str, action: Move) -> Move | None:
    """A legal move that ends close to the wish: the nearest end at any level's reach, or else the
    farthest on the way there. None if the figure may not move at all."""
    figure = state.figure(action.unit)
    if not sets_out(state, seat, figure):
        return None
    start, others = place_of(figure), state.others(figure.id)
    reaches = sorted({isqrt(square) for square in spans(state, figure).values()})
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
