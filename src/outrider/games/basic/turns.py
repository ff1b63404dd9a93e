"""Turns (BSK-T1, BSK-T2)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.games.basic.command import without_abilities
from outrider.games.basic.events import TurnBegan
from outrider.games.basic.state import State, Unit, other
from outrider.games.basic.victory import ended


def end_turn(state: State) -> Step[State]:
    """The other side's turn; its own abilities end as it begins (BSK-A4), or all of them."""
    turn = other(state.turn)
    every = state.options.named("ability_lasts") == "any_turn"

    def rested(unit: Unit) -> Unit:
        fresh = replace(unit, moved=False, attacked=False, done=False)
        return without_abilities(fresh) if every or unit.seat == turn else fresh

    units = tuple(rested(unit) for unit in state.units)
    after = replace(state, units=units, turn=turn, turns=state.turns + 1, commanded=False)
    return Step(after, ended(after) or (TurnBegan(turn, after.turns + 1),))
