"""Shots from the order to fire to the end of it, and the reactions (SKR-X1 to SKR-X6)."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.wire import Event
from outrider.games.skirmishers.actions import Action, Fire, Hold
from outrider.games.skirmishers.events import Fired, Held, Missed, Offered
from outrider.games.skirmishers.fire import cover_of, dice_of, hits, may_fire_back
from outrider.games.skirmishers.march import go_on
from outrider.games.skirmishers.state import Offer, Shot, State, place_of
from outrider.games.skirmishers.victory import killed


def fire(state: State, action: Fire) -> Step[State]:
    """SKR-T2: a piece fires instead of moving."""
    unit = replace(state.unit(action.unit), fired=True)
    return begin(state.with_units(unit), Shot("fire", action.unit, action.target))


def begin(state: State, shot: Shot) -> Step[State]:
    """The dice are asked for; a roll of no dice is not."""
    told = (Fired(shot.kind, shot.unit, shot.target, cover_of(state, shot)),)
    firing, defense = dice_of(state.unit(shot.unit), state.unit(shot.target))
    if firing == 0:
        shot = replace(shot, faces=())
    waiting = replace(state, shot=shot)
    if firing == 0 and defense == 0:
        return resolve(waiting, (), told)
    return Step(waiting, told)


def roll(state: State, faces: tuple[int, ...]) -> Step[State]:
    """The firer's dice have fallen, or the target's."""
    shot = state.shot
    assert shot is not None
    unit, target = state.unit(shot.unit), state.unit(shot.target)
    if shot.faces is not None:
        return resolve(state, faces, (Rolled("defense", target.seat, faces),))
    waiting = replace(state, shot=replace(shot, faces=faces))
    event = Rolled("fire", unit.seat, faces)
    if dice_of(unit, target)[1] == 0:
        return resolve(waiting, (), (event,))
    return Step(waiting, (event,))


def resolve(state: State, defense: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """SKR-G2: the target dies, or lives and may answer (SKR-X1), or goes on (SKR-X4)."""
    shot = state.shot
    assert shot is not None
    cover = cover_of(state, shot)
    after = replace(state, shot=None)
    if hits(shot.faces or (), defense, cover):
        # SKR-X6: a mover dies where it stands, and its move with it.
        return killed(replace(after, march=None), shot.target, events)
    told = (*events, Missed(shot.unit, shot.target))
    if shot.kind == "defensive-fire":
        return go_on(after, told)
    if shot.kind == "fire":
        return offer_return(after, shot, told)
    return Step(after, told)  # SKR-X2: return fire is never answered


def offer_return(state: State, shot: Shot, events: tuple[Event, ...]) -> Step[State]:
    """SKR-X1: who was fired at and lives may fire back, if it can."""
    unit, target = state.unit(shot.target), state.unit(shot.unit)
    if not may_fire_back(state, unit, target):
        return Step(state, events)
    offer = Offer("return-fire", unit.id, target.id)
    told = Offered(offer.kind, offer.unit, offer.target, place_of(target))
    return Step(replace(state, offer=offer), (*events, told))


def answer(state: State, action: Action) -> Step[State]:
    """The offer is taken or left. SKR-X5: only defensive fire uses up the shot of this turn."""
    offer, march = state.offer, state.march
    assert offer is not None
    after = replace(state, offer=None)
    if march is not None:
        after = replace(after, march=replace(march, asked=(*march.asked, offer.unit)))
    if isinstance(action, Hold):
        held = (Held(offer.unit),)
        return Step(after, held) if march is None else go_on(after, held)
    if march is not None:
        after = after.with_units(replace(after.unit(offer.unit), reacted=True))
    return begin(after, Shot(offer.kind, offer.unit, offer.target))
