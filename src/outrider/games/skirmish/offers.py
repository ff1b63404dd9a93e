"""How actions are offered, and how odds are to be taken."""

from dataclasses import replace

from outrider.core.odds import Sense
from outrider.core.offer import Offer
from outrider.games.skirmish.actions import (
    Action,
    Deploy,
    Land,
    Lob,
    Move,
    Shoot,
    Skip,
    Strike,
    Take,
    Tell,
)
from outrider.games.skirmish.state import State
from outrider.table.points import Point, to_json

WORSE = ("wounded", "killed", "lose", "suffered")
PLAIN = ("nothing",)


def offer(state: State, action: Action) -> Offer:
    match action:
        case Deploy(unit, at):
            return Offer("Place here", unit, to_json(at), goes=True)
        case Move(unit):
            return Offer("Move here", unit, goes=True)
        case Shoot(unit, target):
            return _at("Shoot", unit, target)
        case Strike(unit, target):
            return _at("Strike", unit, target)
        case Tell(unit, target):
            does = f"{target} knows then what {unit} has seen, and may report it."
            return replace(_at("Tell", unit, target), does=does)
        case Take(unit, corpse):
            count = state.figure(corpse).grenades
            many = "its grenade" if count == 1 else f"its {count} grenades"
            does = f"{unit} takes {many}."
            return replace(_at("Take grenades of", unit, corpse), does=does)
        case Lob(unit, toward):
            return _throw(state, unit, toward)
        case Land(at):
            return Offer("Land here", place=to_json(at), at_once=False)
        case Skip(unit):
            does = f"{unit} gives up all it could still do in this round. That is the turn."
            return Offer(f"Skip {unit}", unit, brief="Skip", whom=unit, does=does)
    return Offer("Ready" if action.do == "ready" else "Time", ends=True)


def _at(verb: str, unit: str, target: str) -> Offer:
    return Offer(f"{verb} {target}", unit, target, brief=verb, whom=target, at_once=False)


def _throw(state: State, unit: str, toward: Point) -> Offer:
    """It is thrown at a place; where somebody stands there, it is called by who that is."""
    there = next((each.id for each in state.figures if each.alive and each.at == toward), None)
    if there is None:
        return Offer("Throw a grenade there", unit, brief="Grenade there", at_once=False)
    label = f"Throw a grenade at {there}"
    return Offer(label, unit, brief="Grenade at", whom=there, at_once=False)


def sense(state: State, seat: str | None, name: str) -> Sense:
    """What a blast does is told for every figure in it: `wound R1`, `kill R1`; to one's own it is
    no good. How far a throw goes is a detail."""
    verb, _, whom = name.partition(" ")
    if name.startswith("up to "):
        return Sense("good", weight="detail")
    if whom:
        own = any(each.id == whom and each.seat == seat for each in state.figures)
        return Sense("bad" if own else "good", weight="detail" if verb == "damage" else "part")
    if name in PLAIN:
        return Sense("plain")
    return Sense("bad" if name in WORSE else "good", weight="sum" if name == "killed" else None)
