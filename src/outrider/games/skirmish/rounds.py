"""The round: indirect fire, the minute, the attack turns (SKM-R1 to SKM-R7)."""

from dataclasses import replace

from outrider.core.events import PhaseBegan
from outrider.core.game import Step
from outrider.core.initiative import Contest
from outrider.games.skirmish.actions import Skip
from outrider.games.skirmish.events import (
    CameUnderFire,
    RoundBegan,
    Skipped,
    TimeRanOut,
    WasReady,
)
from outrider.games.skirmish.squad import ACTIONS, INDIRECT_DICE
from outrider.games.skirmish.state import Burst, Figure, State, Volley, armies_near, place_of
from outrider.games.skirmish.victory import limit_reached, report_after_movement


def begin_round(state: State) -> Step[State]:
    """SKM-R1: whoever is at an enemy's edge comes under fire; then everybody moves (SKM-R2)."""
    if state.round >= state.options.number("round_limit"):
        return limit_reached(state)
    figures = tuple(
        replace(figure, actions=ACTIONS) if figure.health else figure for figure in state.figures
    )
    first = None if state.edition.rolls_each_round else state.first
    after = replace(state, figures=figures, phase="movement", round=state.round + 1, first=first)
    after = replace(after, turn=state.seats[0], acting=None, fray=indirect_fire(after))
    return Step(after, (RoundBegan(after.round), PhaseBegan("movement"), *under_fire(after)))


def indirect_fire(state: State) -> Volley | None:
    """SKM-R1: figure by figure, from each such edge, 2 dice."""
    bursts = tuple(
        Burst(figure.id, army, INDIRECT_DICE)
        for figure in state.figures
        if figure.health
        for army in armies_near(state, figure.seat, place_of(figure))
    )
    return Volley("indirect", bursts) if bursts else None


def under_fire(state: State) -> tuple[CameUnderFire, ...]:
    """The fire that is to be resisted next, if it is an army's."""
    fray = state.fray
    if isinstance(fray, Volley) and fray.purpose == "indirect" and fray.total is None:
        return (CameUnderFire(fray.bursts[0].unit, fray.bursts[0].seat),)
    return ()


# -- the minute ----------------------------------------------------------------------------------


def ready(state: State, seat: str) -> Step[State]:
    """SKM-R6: when all are ready the minute is over."""
    done = (*state.ready, seat)
    after = replace(state, ready=tuple(each for each in state.seats if each in done))
    event = WasReady(seat)
    if any(player not in after.ready for player in after.players()):
        return Step(after, (event,))
    step = end_minute(after)
    return Step(step.state, (event, *step.events))


def time(state: State) -> Step[State]:
    step = end_minute(state)
    return Step(step.state, (TimeRanOut(), *step.events))


def end_minute(state: State) -> Step[State]:
    """SKM-O5: who is home with news of an earlier minute reports; else the attacks, for which the
    first edition rolls (SKM-S6), and what was seen in this minute is fresh no longer."""
    over = report_after_movement(state)
    if over is not None:
        return over
    figures = tuple(
        replace(figure, fresh=False) if figure.fresh else figure for figure in state.figures
    )
    after = replace(state, figures=figures, phase="attack", ready=())
    event = PhaseBegan("attack")
    if state.edition.rolls_each_round:
        return Step(replace(after, contest=Contest(state.players())), (event,))
    step = begin_turns(after)
    return Step(step.state, (event, *step.events))


# -- attack turns --------------------------------------------------------------------------------


def can_act(state: State, seat: str) -> bool:
    return any(figure.health and figure.actions for figure in state.squad(seat))


def begin_turns(state: State) -> Step[State]:
    assert state.first is not None
    return give_turn(state, state.clockwise(state.first))


def give_turn(state: State, order: tuple[str, ...]) -> Step[State]:
    """SKM-R7: to the first who has an action left; if nobody has one, the round is over."""
    for seat in order:
        if can_act(state, seat):
            return Step(replace(state, turn=seat), ())
    return begin_round(state)


def next_turn(state: State) -> Step[State]:
    """SKM-R7: clockwise, unless the acting figure keeps the turn."""
    if state.acting is not None:
        figure = state.figure(state.acting)
        if figure.health and figure.actions:
            return Step(state, ())
        state = replace(state, acting=None)
    order = state.clockwise(state.turn)
    return give_turn(state, (*order[1:], order[0]))


def spent(state: State, figure: Figure) -> State:
    """SKM-R3: the figure has used one action, and keeps the turn if the option says so."""
    after = state.with_figure(replace(figure, actions=figure.actions - 1))
    if state.options.named("attack_turn") == "figure":
        after = replace(after, acting=figure.id)
    return after


def skip(state: State, action: Skip) -> Step[State]:
    """SKM-R7: all actions of the figure are given up."""
    after = state.with_figure(replace(state.figure(action.unit), actions=0))
    step = next_turn(after)
    return Step(step.state, (Skipped(action.unit), *step.events))
