"""Turns (SKR-T1 to SKR-T4)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmishers.events import TurnBegan
from outrider.games.skirmishers.scenario import SEATS, other
from outrider.games.skirmishers.state import State, Unit
from outrider.games.skirmishers.victory import holds_zone, settled


def own_piece(state: State, id: str) -> Unit | Refusal:
    """SKR-T1: a live piece on the table, of the side whose turn it is."""
    unit = state.find(id)
    if unit is None or unit.seat != state.active or not unit.here:
        return illegal("SKR-T1", f"{state.active.capitalize()} has no piece {id} on the table")
    return unit


def held_after(state: State, seat: str) -> tuple[int, ...]:
    """SKR-S4: at the end of how many own turns in a row each zone has been held now."""
    counts = state.held[SEATS.index(seat)]
    victory = state.scenario.side(seat).victory
    return tuple(
        count + 1 if part.turns and part.zone and holds_zone(state, seat, part.zone) else 0
        for part, count in zip(victory, counts, strict=True)
    )


def counted(state: State) -> State:
    """The zones held by the side whose turn ends."""
    after = held_after(state, state.active)
    red, blue = state.held
    return replace(state, held=(after, blue) if state.active == "red" else (red, after))


def rested(unit: Unit) -> Unit:
    if unit.moved or unit.fired or unit.fought or unit.reacted:
        return replace(unit, moved=False, fired=False, fought=False, reacted=False)
    return unit


def end_turn(state: State) -> Step[State]:
    """The other side's turn. All that was used up in this one, reactions too, is there again."""
    turn = other(state.active)
    units = tuple(map(rested, state.units))
    after = replace(counted(state), units=units, active=turn, turns=state.turns + 1)
    step = settled(after, ())
    return step if step.events else Step(after, (TurnBegan(turn, after.turns + 1),))
