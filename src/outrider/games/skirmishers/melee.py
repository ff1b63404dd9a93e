"""Melee (SKR-F1 to SKR-F11)."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.core.wire import Event
from outrider.games.skirmishers.actions import Choose, Strike
from outrider.games.skirmishers.events import Advantage, Fought, Undecided
from outrider.games.skirmishers.state import Fight, State, Unit, parted, touching
from outrider.games.skirmishers.turns import own_piece
from outrider.games.skirmishers.victory import killed


def why_not_fight(state: State, unit: Unit) -> Refusal | None:
    """SKR-T3: why a piece of the side whose turn it is may not strike anybody."""
    if unit.fired:
        return illegal("SKR-T3", f"{unit.id} has fired in this turn, so it does not strike")
    if unit.fought:
        return illegal("SKR-T3", f"{unit.id} has struck in this turn")
    return None


def why_not_strike(state: State, action: Strike) -> Refusal | None:
    """SKR-F1, SKR-F2: every striker touches the enemy."""
    target = state.find(action.target)
    for id in action.units:
        unit = own_piece(state, id)
        if isinstance(unit, Refusal):
            return unit
        refusal = why_not_fight(state, unit)
        if refusal is not None:
            return refusal
        if target is None or target.seat == unit.seat or not target.here:
            return illegal("SKR-F1", f"{action.target} is no enemy on the table")
        if not touching(unit, target):
            return illegal("SKR-F1", f"{unit.id} does not touch {target.id}")
    return None


def strike(state: State, action: Strike) -> Step[State]:
    """SKR-F2: the strikers' dice are pooled."""
    strikers = [replace(state.unit(id), fought=True) for id in action.units]
    fight = Fight(action.units, action.target)
    after = replace(state.with_units(*strikers), fight=fight)
    told = (Fought(action.units, action.target),)
    if dice_of(state, fight)[0] > 0:
        return Step(after, told)
    return struck(after, (), told)


def dice_of(state: State, fight: Fight) -> tuple[int, int]:
    """SKR-F3: how many dice each side rolls."""
    pool = sum(state.unit(id).warrior.attack for id in fight.units)
    return pool, state.unit(fight.target).warrior.attack


def roll(state: State, faces: tuple[int, ...]) -> Step[State]:
    """The strikers' dice have fallen, or the target's."""
    fight = state.fight
    assert fight is not None
    target = state.unit(fight.target)
    if fight.faces is not None:
        return decided(state, faces, (Rolled("melee", target.seat, faces),))
    return struck(state, faces, (Rolled("melee", state.active, faces),))


def struck(state: State, faces: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """The strikers have rolled; the target does, if it has dice."""
    fight = state.fight
    assert fight is not None
    waiting = replace(state, fight=replace(fight, faces=faces))
    if dice_of(state, fight)[1] > 0:
        return Step(waiting, events)
    return decided(waiting, (), events)


def highest(faces: tuple[int, ...]) -> int:
    return max(faces, default=0)


def outright(winner: tuple[int, ...], loser: tuple[int, ...]) -> bool:
    """SKR-F7: the winner's two highest each beat the loser's highest."""
    return len(winner) > 1 and sorted(winner)[-2] > highest(loser)


def decided(state: State, answer: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """SKR-F3: the higher highest die wins; SKR-F4: equal ones change nothing."""
    fight = state.fight
    assert fight is not None and fight.faces is not None
    mine, yours = highest(fight.faces), highest(answer)
    if mine == yours:
        told = Undecided(fight.units, fight.target)
        return Step(replace(state, fight=None), (*events, told))
    if mine > yours:
        return won(replace(state, fight=None), fight, fight.faces, answer, events)
    fight = replace(fight, answer=answer)
    if len(fight.units) > 1:  # SKR-F9: who suffers is for the target's owner to say
        return Step(replace(state, fight=fight), events)
    return lost(replace(state, fight=None), fight, fight.units[0], events)


def won(
    state: State,
    fight: Fight,
    faces: tuple[int, ...],
    answer: tuple[int, ...],
    events: tuple[Event, ...],
) -> Step[State]:
    """SKR-F10, SKR-F7: the strikers have beaten their target."""
    target = fight.target
    on_top = any(target in state.unit(id).over for id in fight.units)
    if on_top or outright(faces, answer):
        return killed(state, target, events)
    return advantage(state, best_of(state, fight.units, faces), target, events)


def best_of(state: State, units: tuple[str, ...], faces: tuple[int, ...]) -> str:
    """SKR-F10: the one whose die was highest, of several the first named. The pool's faces follow
    the order of the strikers."""
    top = faces.index(max(faces))
    for id in units:
        top -= state.unit(id).warrior.attack
        if top < 0:
            return id
    raise AssertionError("more dice than the strikers have")


def lost(state: State, fight: Fight, loser: str, events: tuple[Event, ...]) -> Step[State]:
    """SKR-F5, SKR-F7, SKR-F9: the target has beaten its strikers, and this one suffers."""
    target = state.unit(fight.target)
    assert fight.faces is not None and fight.answer is not None
    if loser in target.over or outright(fight.answer, fight.faces):
        return killed(state, loser, events)
    return advantage(state, target.id, loser, events)


def advantage(state: State, winner: str, loser: str, events: tuple[Event, ...]) -> Step[State]:
    """SKR-F5, SKR-F6: one over the other; an advantage the other way round ends."""
    reversal = winner in state.unit(loser).over
    apart = parted(state, winner, (loser,))
    unit = apart.unit(winner)
    after = apart.with_units(replace(unit, over=(*unit.over, loser)))
    return Step(after, (*events, Advantage(winner, loser, reversal)))


def why_not_choose(state: State, action: Choose) -> Refusal | None:
    """SKR-F9: one of those who were beaten."""
    fight = state.fight
    if fight is None or fight.answer is None:
        return illegal("SKR-F9", "there is nobody to choose from")
    if action.unit not in fight.units:
        return illegal("SKR-F9", f"{action.unit} is none of {', '.join(fight.units)}")
    return None


def choose(state: State, action: Choose) -> Step[State]:
    fight = state.fight
    assert fight is not None
    return lost(replace(state, fight=None), fight, action.unit, ())
