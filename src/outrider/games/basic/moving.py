"""Movement (BSK-M1, BSK-M2)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.basic.actions import Move
from outrider.games.basic.events import Moved
from outrider.games.basic.state import State, Unit, place_of
from outrider.table.bases import RADIUS, off_table, overlapping, too_far
from outrider.table.points import Point


def why_not_set_out(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not move at all, wherever to."""
    if unit.seat != state.turn or not unit.alive:
        return illegal("BSK-T1", f"{state.turn.capitalize()} has no unit {unit.id} on the table")
    if unit.done:
        return illegal("BSK-C3", f"{unit.id} has missed and is done for this turn")
    if unit.moved:
        return illegal("BSK-M1", f"{unit.id} has moved in this turn")
    return None


def why_not_end(state: State, unit: Unit, to: Point) -> Refusal | None:
    """Why a unit that may move may not end its move there."""
    far = too_far(place_of(unit), to, unit.movement)
    if far is not None:
        return illegal("BSK-M1", far)
    off = off_table(state.table, to)
    if off is not None:
        return illegal("BSK-M2", off)
    base = overlapping(to, RADIUS, state.bases(unit.id))
    if base is not None:
        return illegal("BSK-M2", f"{unit.id} would overlap {base.id} there")
    return None


def why_not_move(state: State, action: Move) -> Refusal | None:
    unit = state.unit(action.unit)
    return why_not_set_out(state, unit) or why_not_end(state, unit, action.to)


def move(state: State, action: Move) -> Step[State]:
    unit = state.unit(action.unit)
    event = Moved(unit.id, place_of(unit), action.to)
    return Step(state.with_units(replace(unit, at=action.to, moved=True)), (event,))
