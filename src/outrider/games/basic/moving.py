"""Where a unit may go, and the move nearest to one that is wished for."""

from typing import Any

from outrider.games.basic.actions import Move
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import INDEX_OF, State, place_of
from outrider.table.areas import Round, area, bases, rim
from outrider.table.snapping import nearest


def reach_of(state: State, id: str) -> int | None:
    """How far a unit may move now (BSK-M1, BSK-A3); None if it may not at all."""
    reason, far, _ = engine().survey(state, layout.REACH, INDEX_OF[id])
    return int(far) if reason == layout.FINE else None


def ends_of(state: State, id: str) -> tuple[dict[str, Any], ...]:
    """Where a unit may end its move (BSK-M1, BSK-M2); nowhere if it may not move at all."""
    far = reach_of(state, id)
    if far is None:
        return ()
    disc = Round(place_of(state.unit(id)), far * far)
    return (area(disc, rim(state.table, disc), bases(state.others(id))),)


def nearest_move(state: State, action: Move) -> Move | None:
    """The legal move that ends nearest to the wish; None if the unit may not move at all."""
    far = reach_of(state, action.unit)
    if far is None:
        return None
    start = place_of(state.unit(action.unit))
    to = nearest(action.to, start, far, state.table, state.others(action.unit))
    return None if to is None else Move(action.unit, to)
