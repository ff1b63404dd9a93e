"""Movement (BSK-M1, BSK-M2)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.basic.actions import Move
from outrider.games.basic.events import Moved
from outrider.games.basic.state import State, Unit, place_of
from outrider.table.lengths import said
from outrider.table.points import Point
from outrider.table.snapping import Reason, fits, nearest
from outrider.table.texts import point_text


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
    reason = fits(to, place_of(unit), unit.movement, state.table, state.others(unit.id))
    if reason is None:
        return None
    if reason.kind == "too far":
        return illegal("BSK-M1", f"{unit.id} moves up to {said(unit.movement)}: this is {reason}")
    return illegal("BSK-M2", f"at {point_text(to)} {unit.id} {told(reason)}")


def told(reason: Reason) -> str:
    """What is wrong with a place, after the name of a unit."""
    return f"is {reason}" if reason.kind == "off the table" else str(reason)


def why_not_move(state: State, action: Move) -> Refusal | None:
    unit = state.unit(action.unit)
    return why_not_set_out(state, unit) or why_not_end(state, unit, action.to)


def nearest_move(state: State, action: Move) -> Move | None:
    """The legal move that ends nearest to the wish; None if the unit may not move at all."""
    unit = state.unit(action.unit)
    if why_not_set_out(state, unit) is not None:
        return None
    others = state.others(unit.id)
    to = nearest(action.to, place_of(unit), unit.movement, state.table, others)
    return None if to is None else Move(unit.id, to)


def move(state: State, action: Move) -> Step[State]:
    unit = state.unit(action.unit)
    event = Moved(unit.id, place_of(unit), action.to)
    return Step(state.with_units(replace(unit, at=action.to, moved=True)), (event,))
