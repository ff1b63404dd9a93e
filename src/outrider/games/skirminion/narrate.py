"""What happened, read off the difference between two positions."""

from collections.abc import Iterator

from outrider.core.events import Ended, PhaseBegan
from outrider.core.wire import Event
from outrider.games.skirminion.actions import (
    Action,
    Attack,
    Declare,
    Move,
    Pass,
    Place,
    Receive,
    Rest,
    Siege,
)
from outrider.games.skirminion.board import bit, names
from outrider.games.skirminion.events import (
    Attacked,
    Besieged,
    Captured,
    Declared,
    Died,
    Forfeited,
    Hurt,
    Moved,
    Passed,
    Placed,
    Received,
    Rested,
    TurnBegan,
)
from outrider.games.skirminion.kernel.layout import BATTLE
from outrider.games.skirminion.state import SEATS, State, other
from outrider.games.skirminion.victory import OUTCOMES


def narrate(before: State, action: Action, after: State) -> tuple[Event, ...]:
    """The events of one action."""
    return (*_deed(before, action, after), *_consequences(before, after))


def _deed(before: State, action: Action, after: State) -> Iterator[Event]:
    seat = before.active
    match action:
        case Declare(forts):
            yield Declared(seat, forts)
        case Place(at):
            yield Placed(seat, at)
        case Move(source, target):
            yield Moved(seat, source, target)
        case Attack(source, target):
            yield Attacked(seat, source, target)
            yield from _losses(before, after, target, source)
        case Siege(source, fort):
            yield Besieged(seat, source, fort)
            if after.fort_at(fort) == seat:
                yield Captured(seat, fort)
            for unit in _hurt(before, after, other(seat)):
                yield Received(other(seat), unit)
                yield from _losses(before, after, unit, source)
        case Receive(unit):
            yield Received(other(seat), unit)
            assert before.activated is not None
            yield from _losses(before, after, unit, before.activated)
        case Rest(unit):
            yield Rested(seat, unit, after.health(unit))
        case Pass():
            yield Passed(seat)


def _hurt(before: State, after: State, seat: str) -> list[str]:
    """The units of a side that lost health."""
    return [
        name for name in names(before.units_of(seat)) if before.health(name) > after.health(name)
    ]


def _losses(before: State, after: State, *units: str) -> Iterator[Event]:
    """Who lost how much, the defender first, and who died of it (SKN-A3, SKN-B3)."""
    for unit in units:
        seat, left = before.unit_at(unit), after.health(unit)
        assert seat is not None
        yield Hurt(seat, unit, before.health(unit) - left, left)
    for unit in units:
        seat = before.unit_at(unit)
        if seat is not None and not after.units_of(seat) & bit(unit):
            yield Died(seat, unit)


def _consequences(before: State, after: State) -> Iterator[Event]:
    for seat in SEATS:
        placed = (after.forts_of(seat) & ~before.forts_of(seat)).bit_count()
        gone = before.forts_left(seat) - after.forts_left(seat)
        if before.stage and gone > placed:
            yield Forfeited(seat, gone - placed)
    if before.stage != BATTLE and after.stage == BATTLE:
        yield PhaseBegan("battle")
    if after.ending:
        yield PhaseBegan("over")
        yield Ended.by(OUTCOMES[after.ending])
    elif after.stage == BATTLE and (before.active != after.active or before.stage != BATTLE):
        yield TurnBegan(after.active)
