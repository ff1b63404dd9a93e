"""Armour and health (SKM-H1, SKM-H2): how a volley is resisted, figure by figure."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.wire import Event
from outrider.games.skirmish.events import Died, Hurt, Resisted, WentOut
from outrider.games.skirmish.rounds import next_turn, under_fire
from outrider.games.skirmish.state import Burst, Figure, State, Volley
from outrider.games.skirmish.victory import destruction, ended


def fell(state: State, volley: Volley, faces: tuple[int, ...]) -> Step[State]:
    """The dice a volley waits for: the attack's, or the armour's that answer them."""
    burst = volley.bursts[0]
    if volley.total is None:
        event = Rolled(volley.purpose, burst.seat, faces)
        return Step(replace(state, fray=replace(volley, total=sum(faces))), (event,))
    figure = state.figure(burst.unit)
    after, events = hurt(state, figure, volley.total - sum(faces))
    left = tuple(each for each in volley.bursts[1:] if goes_on(after, volley, each))
    rest = replace(volley, bursts=left, total=None) if left else None
    after = replace(after, fray=rest)
    step = Step(after, under_fire(after)) if rest else settle(after)
    return Step(step.state, (Rolled("armour", figure.seat, faces), *events, *step.events))


def goes_on(state: State, volley: Volley, burst: Burst) -> bool:
    """Whoever is dead by now resists nothing more, and an army whose player is out has stopped
    firing (SKM-O7)."""
    if not state.figure(burst.unit).health:
        return False
    return volley.purpose != "indirect" or state.is_in(burst.seat)


def hurt(state: State, figure: Figure, damage: int) -> tuple[State, tuple[Event, ...]]:
    """SKM-G1: what armour did not hold is lost; SKM-H2: at 0 the figure is a corpse, and takes its
    actions and what it saw with it (SKM-O2)."""
    if damage <= 0:
        return state, (Resisted(figure.id),)
    loss = min(damage, figure.health)
    after = replace(figure, health=figure.health - loss)
    events: tuple[Event, ...] = (Hurt(figure.id, loss, after.health),)
    if not after.health:
        after = replace(after, actions=0, seen=False)
        events += (Died(figure.id, figure.grenades),)
    changed = state.with_figure(after)
    if not changed.is_in(figure.seat):
        events += (WentOut(figure.seat),)
    return changed, events


def settle(state: State) -> Step[State]:
    """All have resisted: somebody has won, or the game goes on. Only now, since those caught by the
    same blast die together (SKM-O6)."""
    outcome = destruction(state)
    if outcome is not None:
        return ended(state, outcome)
    return next_turn(state) if state.phase == "attack" else Step(state, ())
