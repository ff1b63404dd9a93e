"""A player leaves a table of three or more: the others go on (SKM-O7)."""

from dataclasses import replace

from outrider.core.game import Step
from outrider.core.initiative import Contest
from outrider.games.skirmish.events import Began, WentOut
from outrider.games.skirmish.resisting import settle
from outrider.games.skirmish.rounds import begin_turns, end_minute, next_turn, under_fire
from outrider.games.skirmish.squad import SEAT_OF
from outrider.games.skirmish.state import Figure, Fray, State, Throw, Volley
from outrider.games.skirmish.victory import destruction, ended


def leave(state: State, seat: str) -> Step[State] | None:
    """The player's figures are taken off the table, grenades and all. While figures are still being
    placed nobody can be spared, so the match ends instead."""
    if state.phase == "deploy":
        return None
    gone = tuple(_gone(figure) if figure.seat == seat else figure for figure in state.figures)
    after = replace(state, figures=gone, ready=tuple(s for s in state.ready if s != seat))
    fray = _without(state.fray, seat)
    over = fray is None and state.fray is not None
    after = replace(after, fray=fray)
    step = _went_on(after, seat, over)
    return Step(step.state, (WentOut(seat), *step.events))


def _gone(figure: Figure) -> Figure:
    return Figure(figure.id, figure.name, None, 0, 0, 0, 0)


def _without(fray: Fray | None, seat: str) -> Fray | None:
    """What is left to be resisted; nothing of what the player or against the player was done."""
    if fray is None:
        return None
    if isinstance(fray, Volley) and fray.purpose in ("blast", "indirect"):
        left = tuple(b for b in fray.bursts if SEAT_OF[b.unit] != seat and b.seat != seat)
        first = bool(left) and left[0] == fray.bursts[0]
        return replace(fray, bursts=left, total=fray.total if first else None) if left else None
    target = None if isinstance(fray, Throw) else fray.target
    involved = [SEAT_OF[id] for id in (fray.unit, target) if id is not None]
    return None if seat in involved else fray


def _went_on(state: State, seat: str, over: bool) -> Step[State]:
    """Whatever waited for the player goes on without."""
    if state.fray is not None:
        return Step(state, under_fire(state))
    outcome = destruction(state)
    if outcome is not None:
        return ended(state, outcome)
    if over:
        return settle(state)
    if state.contest is not None:
        return _contest_without(state, seat)
    if state.phase == "movement":
        ready = all(player in state.ready for player in state.players())
        return end_minute(state) if ready else Step(state, ())
    if state.turn == seat:
        return next_turn(replace(state, acting=None))
    return Step(state, ())


def _contest_without(state: State, seat: str) -> Step[State]:
    """The others roll for the first turn anew; if one is left to, that player has it."""
    assert state.contest is not None
    seats = tuple(each for each in state.contest.seats if each != seat)
    if len(seats) > 1:
        return Step(replace(state, contest=Contest(seats)), ())
    won = replace(state, contest=None, first=seats[0])
    step = begin_turns(won)
    return Step(step.state, (Began(seats[0]), *step.events))
