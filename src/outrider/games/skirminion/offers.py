"""How actions are offered. Nothing is left to chance, so all are played at once."""

from outrider.core.odds import Sense
from outrider.core.offer import Offer
from outrider.games.skirminion.actions import (
    Action,
    Attack,
    Declare,
    End,
    Move,
    Pass,
    Place,
    Receive,
    Rest,
    Siege,
)

WORSE = ("die", "lose", "loss")


def offer(action: Action) -> Offer:
    match action:
        case Declare(forts):
            count = f"{forts} fort{'' if forts == 1 else 's'}"
            return Offer(f"{count} each", brief=count)
        case Place(at):
            return Offer(f"Fort on {at}", place=at)
        case Move(source, target):
            return Offer(f"Move to {target}", source, target, goes=True)
        case Attack(source, target):
            return Offer(f"Attack {target}", source, target, brief="Attack", whom=target)
        case Siege(source, fort):
            return Offer(f"Besiege {fort}", source, fort, brief="Besiege", whom=fort)
        case Receive(unit):
            return Offer(f"{unit} takes the blow", place=unit)
        case Rest(unit):
            return Offer(f"Rest {unit}", unit)
        case Pass():
            return Offer("Pass")
    assert isinstance(action, End)
    return Offer("End the activation", ends=True)


def sense(name: str) -> Sense:
    return Sense("bad" if name in WORSE else "good")
