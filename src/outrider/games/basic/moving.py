"""How far a unit may go, and the move nearest to one that is wished for."""

from outrider.games.basic.actions import Move
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import INDEX_OF, State, place_of
from outrider.table.snapping import nearest


def reach_of(state: State, id: str) -> int | None:
    """How far a unit may move now (BSK-M1, BSK-A3); None if it may not at all."""
    reason, far, _ = engine().survey(state, layout.REACH, INDEX_OF[id])
    return int(far) if reason == layout.FINE else None


def nearest_move(state: State, action: Move) -> Move | None:
    """The legal move that ends nearest to the wish; None if the unit may not move at all."""
    far = reach_of(state, action.unit)
    if far is None:
        return None
    start = place_of(state.unit(action.unit))
    to = nearest(action.to, start, far, state.table, state.others(action.unit))
    return None if to is None else Move(action.unit, to)
