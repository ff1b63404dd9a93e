"""Telling others what was seen (SKM-O3)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.games.skirmish.actions import Tell
from outrider.games.skirmish.attacking import why_not_act
from outrider.games.skirmish.events import Told
from outrider.games.skirmish.rounds import next_turn, spent
from outrider.games.skirmish.state import State
from outrider.games.skirmish.victory import report_at_once


def why_not_tell(state: State, action: Tell) -> Refusal | None:
    figure, target = state.figure(action.unit), state.figure(action.target)
    refusal = why_not_act(state, figure)
    if refusal is not None:
        return refusal
    if not figure.seen:
        return illegal("SKM-O3", f"{figure.id} has seen nothing to tell")
    if target.seat != figure.seat or target.id == figure.id:
        return illegal("SKM-O3", f"{target.id} is no other figure of {figure.id}'s side")
    if not target.health:
        return illegal("SKM-O3", f"{target.id} is dead and is told nothing")
    return None


def tell(state: State, action: Tell) -> Step[State]:
    """SKM-O3: the told figure has seen, too; SKM-O5: at home it reports in the next minute, or at
    once if the option says so."""
    after = spent(state, state.figure(action.unit))
    told = replace(after.figure(action.target), seen=True)
    after = after.with_figure(told)
    step = report_at_once(after, told) or next_turn(after)
    return Step(step.state, (Told(action.unit, action.target), *step.events))
