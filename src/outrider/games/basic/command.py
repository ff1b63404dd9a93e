"""Command abilities (BSK-A1 to BSK-A7)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.basic.actions import Command
from outrider.games.basic.battalion import BOLSTER, COMMAND_REACH
from outrider.games.basic.events import Commanded
from outrider.games.basic.state import State, Unit, place_of
from outrider.table.points import within


def commander_of(state: State) -> Unit:
    return state.unit(f"{state.turn[0].upper()}1")


def why_not_command(state: State, action: Command) -> Refusal | None:
    """BSK-A1: once a turn, while the commander lives (BSK-A7)."""
    commander = commander_of(state)
    if not commander.alive:
        return illegal("BSK-A7", f"{commander.id} is dead, so nobody commands")
    if state.commanded:
        return illegal("BSK-A1", "an ability has been used in this turn")
    return None


def commanded(state: State) -> list[Unit]:
    """BSK-A5: friendly units within 5" as the ability is used, the commander included."""
    at = place_of(commander_of(state))
    return [unit for unit in state.living(state.turn) if within(at, place_of(unit), COMMAND_REACH)]


def command(state: State, action: Command) -> Step[State]:
    """BSK-A2: damage and health; BSK-A3: movement. Neither is had twice (BSK-A6)."""
    units = commanded(state)
    if action.ability == "bolster":
        changed = [replace(unit, bolstered=True, buffer=BOLSTER) for unit in units]
    else:
        changed = [replace(unit, rushed=True) for unit in units]
    after = replace(state.with_units(*changed), commanded=True)
    names = tuple(unit.id for unit in units)
    return Step(after, (Commanded(commander_of(state).id, action.ability, names),))


def without_abilities(unit: Unit) -> Unit:
    """BSK-A4, BSK-A6: the time is over; what the buffer took is not taken again."""
    return replace(unit, bolstered=False, rushed=False, buffer=0)
