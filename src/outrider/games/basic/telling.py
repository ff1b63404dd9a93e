"""What has happened, read off the records before and after."""

from outrider.core.events import PhaseBegan, Rolled
from outrider.core.initiative import PURPOSE
from outrider.core.wire import Event
from outrider.games.basic.actions import Action, Attack, Command, Deploy, Move
from outrider.games.basic.events import (
    Attacked,
    Commanded,
    Died,
    Hit,
    Hurt,
    Missed,
    Saved,
)
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import IDS, INDEX_OF, SEAT_OF, SEATS, State
from outrider.games.basic.victory import ended
from outrider.table.events import Deployed, Moved, TurnBegan


def acted(before: State, action: Action, after: State) -> tuple[Event, ...]:
    """The events of an action."""
    if isinstance(action, Move):
        x, y, *_ = before.row(INDEX_OF[action.unit])
        return (Moved(action.unit, (x, y), action.to),)
    if isinstance(action, Attack):
        return (Attacked(action.unit, action.target),)
    if isinstance(action, Command):
        return (commanded(before, action, after),)
    if isinstance(action, Deploy):
        return (Deployed(action.unit, action.at), *begun(after))
    header = after.header
    turn = SEATS[header[layout.SEAT]]
    return ended(header[layout.ENDING]) or (TurnBegan(turn, header[layout.TURNS] + 1),)


def begun(after: State) -> tuple[Event, ...]:
    """The battle begins when everybody has a place (BSK-S4)."""
    header = after.header
    if header[layout.STAGE] != layout.FIGHTING:
        return ()
    return PhaseBegan("battle"), TurnBegan(SEATS[header[layout.SEAT]], 1)


def commanded(before: State, action: Command, after: State) -> Event:
    """BSK-A5: those who are under an ability now and were not before."""
    seat = before.header[layout.SEAT]
    own = range(layout.SIDE * seat, layout.SIDE * (seat + 1))
    flags = layout.FLAGS
    changed = tuple(IDS[at] for at in own if before.row(at)[flags] != after.row(at)[flags])
    return Commanded(IDS[own[0]], action.ability, changed)


def fell(before: State, face: int, after: State, did: int) -> tuple[Event, ...]:
    """The events of a die that has done that."""
    header = before.header
    if did == layout.NOTHING:
        return (Rolled(PURPOSE, SEATS[header[layout.ROLLED] != 0], (face,)),)
    unit, target = IDS[header[layout.STRIKER]], IDS[header[layout.TARGET]]
    if did == layout.HIT:
        return Rolled("attack", SEAT_OF[unit], (face,)), Hit(unit, target)
    if did == layout.MISS:
        done = after.row(header[layout.STRIKER])[layout.FLAGS] & layout.DONE
        return Rolled("attack", SEAT_OF[unit], (face,)), Missed(unit, done != 0)
    rolled = Rolled("save", SEAT_OF[target], (face,))
    if did == layout.SAVE:
        return rolled, Saved(target)
    return rolled, *suffered(before, target, after)


def suffered(before: State, target: str, after: State) -> tuple[Event, ...]:
    """BSK-C5: hurt or dead; BSK-A6: what the dead had of a buffer went first."""
    was, now = before.unit(target), after.unit(target)
    loss = was.health + was.buffer - now.health - now.buffer
    hurt = Hurt(target, loss, was.buffer - now.buffer, now.health)
    if now.alive:
        return (hurt,)
    return hurt, Died(target), *ended(after.header[layout.ENDING])
