"""What has happened, read off the states before and after."""

from outrider.core.events import Rolled
from outrider.core.wire import Event
from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    End,
    Fire,
    Hold,
    Move,
    ReturnFire,
    Strike,
    Wait,
)
from outrider.games.skirmishers.afoot import March
from outrider.games.skirmishers.contract import roll_of
from outrider.games.skirmishers.engine import Done, engine
from outrider.games.skirmishers.events import (
    Advantage,
    Died,
    Exited,
    Fired,
    Fought,
    Held,
    Missed,
    Offered,
    Parted,
    Undecided,
    Waited,
)
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.odds import stops
from outrider.games.skirmishers.scenario import EDGES
from outrider.games.skirmishers.state import State, place_of, under_way
from outrider.games.skirmishers.victory import ended
from outrider.table.events import Moved, TurnBegan
from outrider.table.points import Point, distance


def acted(before: State, action: Action, done: Done) -> tuple[Event, ...]:
    """The events of an action."""
    after = done[0]
    match action:
        case Move(unit, path):
            march = March(unit, place_of(before.unit(unit)), path)
            return walked(before, march, done)
        case Strike(units, target):
            return Fought(units, target), *settled(before, units, target, done)
        case Choose(unit):
            assert before.fight is not None
            return settled(before, (unit,), before.fight.target, done)
        case Fire(unit, target):
            return fired(before, "fire", unit, target, done)
        case End():
            turn = TurnBegan(after.active, after.turns + 1)
            return ended(after.outcome) or (turn,)
    return answered(before, action, done)


def answered(before: State, action: Action, done: Done) -> tuple[Event, ...]:
    offer, march = before.offer, before.march
    assert offer is not None
    if isinstance(action, ReturnFire | DefensiveFire):
        return fired(before, offer.kind, offer.unit, offer.target, done)
    assert isinstance(action, Hold | Wait)
    told = Waited(offer.unit) if isinstance(action, Wait) else Held(offer.unit)
    return (told,) if march is None else (told, *walked(before, march, done))


def fired(before: State, kind: str, unit: str, target: str, done: Done) -> tuple[Event, ...]:
    """A shot; without any dice it is over at once."""
    index = before.scenario.index
    _, cover, _ = engine().survey(before, layout.COVERED, index[unit], index[target])
    return Fired(kind, unit, target, cover), *hit_or_missed(before, unit, target, done)


def hit_or_missed(before: State, unit: str, target: str, done: Done) -> tuple[Event, ...]:
    after, did, _ = done
    if did == layout.KILL:
        return Died(target), *ended(after.outcome)
    if did == layout.NOTHING:
        return ()
    told: tuple[Event, ...] = (Missed(unit, target),)
    march, offer = before.march, after.offer
    if march is not None:
        return *told, *walked(before, march, done)
    if offer is None:
        return told
    at = place_of(after.unit(offer.target))
    return *told, Offered(offer.kind, offer.unit, offer.target, at)


def fell(before: State, faces: tuple[int, ...], done: Done) -> tuple[Event, ...]:
    """The events of dice that have led to that."""
    roll, shot, fight = roll_of(before), before.shot, before.fight
    rolled = Rolled(roll.purpose, roll.seat, faces)
    if shot is not None:
        return rolled, *hit_or_missed(before, shot.unit, shot.target, done)
    assert fight is not None
    return rolled, *settled(before, fight.units, fight.target, done)


def settled(before: State, units: tuple[str, ...], target: str, done: Done) -> tuple[Event, ...]:
    """What a melee of some against one has led to."""
    after, did, _ = done
    if did == layout.NOTHING:
        return ()
    if did == layout.EQUAL:
        return (Undecided(units, target),)
    if did == layout.KILL:
        dead = next(id for id in (target, *units) if not after.unit(id).alive)
        return Died(dead), *ended(after.outcome)
    winner, loser = next(
        (one, two)
        for unit in units
        for one, two in ((unit, target), (target, unit))
        if two in after.unit(one).over and two not in before.unit(one).over
    )
    return (Advantage(winner, loser, did == layout.REVERSAL),)


# -- moves ---------------------------------------------------------------------------------------


def walked(before: State, march: March, done: Done) -> tuple[Event, ...]:
    """A mover has gone on to its next stop, or to its end."""
    after, _, lost = done
    number = before.scenario.index[march.unit]
    start, row = before.row(number)[: layout.FLAGS], after.row(number)
    exited, offer = row[layout.EXIT], after.offer
    stop = march.path[-1] if exited else (row[layout.X], row[layout.Y])
    told: list[Event] = []
    sets_out = before.header[layout.MOVER] == layout.NONE
    if stop != start or (sets_out and offer is None):
        bent = corners(march, after.march.gone if after.march else None)
        told.append(Moved(march.unit, (start[0], start[1]), stop, bent))
    if lost:
        told += [Parted(march.unit, id) for id in left(before, march, after)]
    if offer is not None:
        told.append(Offered(offer.kind, offer.unit, offer.target, stop))
    if exited:
        told.append(Exited(march.unit, EDGES[exited - 1]))
    return tuple(told)


def corners(march: March, until: int | None) -> tuple[Point, ...]:
    """Where the way bends between how far the mover had come and how far it comes, which is its end
    if nothing is said."""
    legs = list(zip((march.start, *march.path), march.path, strict=False))
    end = sum(distance(*leg) for leg in legs) if until is None else until
    found, gone = [], 0
    for a, b in legs:
        gone += distance(a, b)
        if march.gone < gone < end:
            found.append(b)
    return tuple(found)


def left(before: State, march: March, after: State) -> list[str]:
    """SKR-F8: whom the mover has ceased to touch on its way, of those between whom and it there was
    an advantage. One that leaves the table has lost the others, too, but not on its way."""
    mover = before.unit(march.unit)
    tied = [u.id for u in before.units if u.id in mover.over or mover.id in u.over]
    now = after.unit(march.unit)
    if now.exited:
        on_way = under_way(before, before.active, march)
        index = before.scenario.index
        return [
            id for id in tied if engine().survey(on_way, layout.APART, index[id])[1] < layout.NEVER
        ]
    return [id for id in tied if id not in now.over and now.id not in after.unit(id).over]


def preview(state: State, action: Move) -> tuple[Event, ...]:
    """Who may fire at the mover, and where, as if nobody hit it; then where it ends."""
    told: list[Event] = []
    for stopped in stops(state, action):
        offer = stopped.offer
        assert offer is not None
        at = place_of(stopped.unit(action.unit))
        told.append(Offered(offer.kind, offer.unit, offer.target, at))
    start = place_of(state.unit(action.unit))
    bent = corners(March(action.unit, start, action.path), None)
    return *told, Moved(action.unit, start, action.path[-1], bent)
