"""Victory (SKR-S4, SKR-V1): after every kill and at the end of every turn."""

from dataclasses import replace

from outrider.core.events import Ended, PhaseBegan
from outrider.core.game import Step
from outrider.core.pending import Outcome
from outrider.core.wire import Event
from outrider.games.skirmishers.events import Died
from outrider.games.skirmishers.scenario import SEATS, Condition, other
from outrider.games.skirmishers.state import State, parted
from outrider.table.shapes import Shape, holds

AT_ONCE = ("destroy-all", "destroy")
"""Conditions that only a kill can meet: they are never met and not noticed."""


def in_zone(state: State, seat: str, zone: Shape) -> int:
    """How many of a side's pieces have their centre in a zone or on its outline."""
    return sum(1 for unit in state.present(seat) if unit.at and holds(zone, unit.at))


def holds_zone(state: State, seat: str, zone: Shape) -> bool:
    """SKR-S4: at least one's own piece in it, and no enemy."""
    return in_zone(state, seat, zone) > 0 and in_zone(state, other(seat), zone) == 0


def met(state: State, seat: str, condition: Condition, held: int) -> str:
    """How a side has met a condition, as the end of a sentence; empty if it has not."""
    side = seat.capitalize()
    match condition.kind:
        case "destroy-all":
            if not any(unit.alive for unit in state.units if unit.seat != seat):
                return f"all of {other(seat).capitalize()}'s pieces are dead"
        case "destroy":
            if not any(state.unit(id).alive for id in condition.pieces):
                return f"{' and '.join(condition.pieces)} {_are(condition.pieces)} dead"
        case "reach":
            assert condition.zone is not None
            if in_zone(state, seat, condition.zone) >= condition.count:
                return f"{side} has reached its goal"
        case "hold":
            if held >= condition.turns:
                return f"{side} has held its ground"
        case "exit":
            gone = [u for u in state.units if u.seat == seat and u.exited == condition.edge]
            if len(gone) >= condition.count:
                return f"{side} has left by the {condition.edge} edge"
        case _:
            alive = any(unit.alive for unit in state.units if unit.seat == seat)
            if alive and state.turns >= state.scenario.turn_limit:
                return f"{side} has lived to see the last turn"
    return ""


def _are(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


def outcome_of(state: State, kinds: tuple[str, ...] | None = None) -> Outcome | None:
    """SKR-V1: how the game has ended, if it has; `kinds` are the conditions looked at. Both sides
    at the same look: a draw."""
    winners: list[str] = []
    reasons: list[str] = []
    for seat, counts in zip(SEATS, state.held, strict=True):
        for condition, held in zip(state.scenario.side(seat).victory, counts, strict=True):
            if kinds is not None and condition.kind not in kinds:
                continue
            reason = met(state, seat, condition, held)
            if reason:
                winners.append(seat)
                reasons.append(reason)
                break
    if len(winners) == len(SEATS):
        return Outcome((), f"{reasons[0]}, and at the same time {reasons[1]} [SKR-V1]")
    if winners:
        return Outcome((winners[0],), f"{reasons[0]} [SKR-V1]")
    if state.turns >= state.scenario.turn_limit:
        at_limit = state.scenario.at_limit
        return Outcome((at_limit,) if at_limit else (), "the turn limit is reached [SKR-S4]")
    return None


def settled(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Look whether the game is over; if so nothing is left under way."""
    outcome = outcome_of(state)
    if outcome is None:
        return Step(state, events)
    over = replace(state, march=None, shot=None, fight=None, offer=None, outcome=outcome)
    return Step(over, (*events, PhaseBegan("over"), Ended.by(outcome)))


def killed(state: State, id: str, events: tuple[Event, ...]) -> Step[State]:
    """A piece dies: it is in nobody's way any more, and every advantage it was part of ends."""
    others = tuple(unit.id for unit in state.units if unit.over or unit.id in state.unit(id).over)
    apart = parted(state, id, others)
    dead = replace(
        apart.unit(id), alive=False, moved=False, fired=False, fought=False, reacted=False
    )
    return settled(apart.with_units(dead), (*events, Died(id)))
