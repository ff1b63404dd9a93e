"""Actions as the kernel's numbers, and back."""

from outrider.games.skirmish.actions import (
    Action,
    Deploy,
    Land,
    Lob,
    Move,
    Ready,
    Shoot,
    Skip,
    Strike,
    Take,
    Tell,
    Time,
)
from outrider.games.skirmish.engine import Code
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, INDEX_OF
from outrider.table.points import bounded

READY, TIME = Ready(), Time()


def code_of(action: Action, seat: int) -> Code:
    """An action of a seat; it matters only to who is ready."""
    match action:
        case Move(unit, to):
            return layout.MOVE_TO, INDEX_OF[unit], *bounded(to)
        case Shoot(unit, target):
            return layout.SHOOT, INDEX_OF[unit], INDEX_OF[target], 0
        case Strike(unit, target):
            return layout.STRIKE, INDEX_OF[unit], INDEX_OF[target], 0
        case Lob(unit, toward):
            return layout.LOB, INDEX_OF[unit], *bounded(toward)
        case Land(at):
            return layout.LAND, 0, *bounded(at)
        case Tell(unit, target):
            return layout.TELL, INDEX_OF[unit], INDEX_OF[target], 0
        case Take(unit, corpse):
            return layout.TAKE, INDEX_OF[unit], INDEX_OF[corpse], 0
        case Skip(unit):
            return layout.SKIP, INDEX_OF[unit], 0, 0
        case Deploy(unit, at):
            return layout.DEPLOY, INDEX_OF[unit], *bounded(at)
        case Time():
            return layout.TIME, 0, 0, 0
    return layout.READY_UP, seat, 0, 0


def action_of(kind: int, unit: int, third: int, fourth: int) -> Action:
    match kind:
        case layout.MOVE_TO:
            return Move(EVERY[unit], (int(third), int(fourth)))
        case layout.SHOOT:
            return Shoot(EVERY[unit], EVERY[third])
        case layout.STRIKE:
            return Strike(EVERY[unit], EVERY[third])
        case layout.LOB:
            return Lob(EVERY[unit], (int(third), int(fourth)))
        case layout.LAND:
            return Land((int(third), int(fourth)))
        case layout.TELL:
            return Tell(EVERY[unit], EVERY[third])
        case layout.TAKE:
            return Take(EVERY[unit], EVERY[third])
        case layout.SKIP:
            return Skip(EVERY[unit])
        case layout.DEPLOY:
            return Deploy(EVERY[unit], (int(third), int(fourth)))
    return TIME if kind == layout.TIME else READY
