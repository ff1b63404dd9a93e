"""What has happened, read off the records before and after."""

from outrider.core.events import PhaseBegan, Rolled
from outrider.core.initiative import PURPOSE
from outrider.core.seats import SEATS
from outrider.core.wire import Event
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
)
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.events import (
    Began,
    CameUnderFire,
    Carried,
    Dealt,
    Died,
    Hurt,
    Landed,
    Parried,
    Resisted,
    RoundBegan,
    Saw,
    Shot,
    Skipped,
    Struck,
    Thrown,
    TimeRanOut,
    Told,
    Took,
    WasReady,
    WentOut,
)
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, FIGURES, INDEX_OF, SEAT_OF, bits_of
from outrider.games.skirmish.state import PURPOSES, State
from outrider.games.skirmish.victory import ended
from outrider.table.events import Deployed, Moved
from outrider.table.lengths import inches
from outrider.table.points import distance

# -- what an action does ---------------------------------------------------------------------------


def acted(before: State, seat: str | None, action: Action, after: State) -> tuple[Event, ...]:
    """The events of an action."""
    match action:
        case Move():
            return moved(before, action, after)
        case Shoot(unit, target):
            return (shot(before, unit, target),)
        case Strike(unit, target):
            return (Struck(unit, target),)
        case Lob(unit, toward):
            return (Thrown(unit, toward),)
        case Land():
            return landed(before, action, after)
    return (did(before, seat, action), *minute_over(before, after), *went_on(before, after))


def did(before: State, seat: str | None, action: Action) -> Event:
    """What was done that may end a turn or the minute."""
    match action:
        case Deploy(unit, at):
            return Deployed(unit, at)
        case Tell(unit, target):
            return Told(unit, target)
        case Take(unit, corpse):
            return Took(unit, corpse, before.row(INDEX_OF[corpse])[layout.GRENADES])
        case Skip(unit):
            return Skipped(unit)
        case Ready():
            assert seat is not None
            return WasReady(seat)
    return TimeRanOut()


def moved(before: State, action: Move, after: State) -> tuple[Event, ...]:
    """SKM-O1: and what was seen for the first time where the move ends."""
    unit = INDEX_OF[action.unit]
    x, y, *_, flags = before.row(unit)
    events: tuple[Event, ...] = (Moved(action.unit, (x, y), action.to),)
    if after.row(unit)[layout.FLAGS] & ~flags & layout.SEEN:
        armies, *_ = engine().survey(before, layout.ARMIES, unit, *action.to)
        events += tuple(Saw(action.unit, SEATS[army]) for army in bits_of(int(armies)))
    return events + went_on(before, after)


def shot(before: State, unit: str, target: str) -> Event:
    x, y, up, *_ = before.row(INDEX_OF[unit])
    to_x, to_y, to_up, *_ = before.row(INDEX_OF[target])
    return Shot(unit, target, inches(distance((x, y), (to_x, to_y), up - to_up)))


def landed(before: State, action: Land, after: State) -> tuple[Event, ...]:
    """SKM-N3: and who is in the blast."""
    thrower = EVERY[before.header[layout.STRIKER]]
    caught: tuple[str, ...] = ()
    if after.header[layout.PURPOSE] == layout.BLAST:
        caught = tuple(EVERY[unit] for unit, _ in engine().caught(before, action.at))
    return (Landed(thrower, action.at, caught), *went_on(before, after))


# -- what dice do ----------------------------------------------------------------------------------


def fell(before: State, faces: tuple[int, ...], after: State, done: int) -> tuple[Event, ...]:
    """The events of dice that have done that."""
    header = before.header
    match header[layout.STAGE]:
        case layout.ROLLING:
            _, roller, _ = engine().look(before)
            rolled = Rolled(PURPOSE, SEATS[roller], faces)
            return (rolled, *first_turn(done), *went_on(before, after))
        case layout.FIRING:
            return (Rolled(PURPOSES[header[layout.PURPOSE]], fires(header), faces),)
        case layout.RESISTING:
            hit = EVERY[header[layout.HIT]]
            events = suffered(before, hit, after)
            return (Rolled("armour", SEAT_OF[hit], faces), *events, *goes_on(before, after))
        case layout.SWINGING:
            return (Rolled("melee", SEAT_OF[EVERY[header[layout.STRIKER]]], faces),)
        case layout.ANSWERING:
            return answered(before, faces, after, done)
    unit = EVERY[header[layout.STRIKER]]
    carried = Carried(unit, inches(after.header[layout.WITHIN]))
    return Rolled("throw", SEAT_OF[unit], faces), carried


def first_turn(seat: int) -> tuple[Event, ...]:
    """SKM-S6: who has it, if that is settled."""
    return () if seat == layout.NONE else (Began(SEATS[seat]),)


def fires(header: tuple[int, ...]) -> str:
    """Whose attack's dice fall."""
    if header[layout.PURPOSE] == layout.INDIRECT:
        return SEATS[header[layout.ARMY]]
    return SEAT_OF[EVERY[header[layout.STRIKER]]]


def answered(before: State, faces: tuple[int, ...], after: State, more: int) -> tuple[Event, ...]:
    """SKM-F1: who comes out on top, by how much the attacker has more."""
    header = before.header
    unit, target = EVERY[header[layout.STRIKER]], EVERY[header[layout.TARGET]]
    rolled = Rolled("melee", SEAT_OF[target], faces)
    dealt = Dealt(unit, target, more) if more > 0 else Dealt(target, unit, -more)
    if after.header[layout.PURPOSE] == layout.BLOW:
        return rolled, dealt
    if more > 0:
        return (rolled, dealt, *suffered(before, target, after), *went_on(before, after))
    return (rolled, Parried(unit, target), *went_on(before, after))


def suffered(before: State, id: str, after: State) -> tuple[Event, ...]:
    """SKM-G1, SKM-H2: unhurt, hurt or dead; and a player whose last figure that was is out."""
    unit = INDEX_OF[id]
    was, now = before.row(unit)[layout.HEALTH], after.row(unit)[layout.HEALTH]
    if now == was:
        return (Resisted(id),)
    hurt = Hurt(id, was - now, now)
    if now:
        return (hurt,)
    died = Died(id, after.row(unit)[layout.GRENADES])
    own = range(unit - unit % FIGURES, unit - unit % FIGURES + FIGURES)
    if any(after.row(each)[layout.HEALTH] for each in own):
        return hurt, died
    return hurt, died, WentOut(SEAT_OF[id])


# -- what follows ----------------------------------------------------------------------------------


def under_fire(after: State) -> tuple[Event, ...]:
    """The fire that is to be resisted next, if it is an army's."""
    header = after.header
    if header[layout.STAGE] != layout.FIRING or header[layout.PURPOSE] != layout.INDIRECT:
        return ()
    return (CameUnderFire(EVERY[header[layout.HIT]], SEATS[header[layout.ARMY]]),)


def goes_on(before: State, after: State) -> tuple[Event, ...]:
    """The next in the same fire, or what comes after it."""
    if before.header[layout.PURPOSE] == after.header[layout.PURPOSE] == layout.INDIRECT:
        return under_fire(after)
    return went_on(before, after)


def went_on(before: State, after: State) -> tuple[Event, ...]:
    """The end, or a new round, if that is what has come."""
    header = after.header
    if header[layout.STAGE] == layout.OVER:
        return ended(after)
    if header[layout.ROUND] == before.header[layout.ROUND]:
        return ()
    return RoundBegan(header[layout.ROUND]), PhaseBegan("movement"), *under_fire(after)


def minute_over(before: State, after: State) -> tuple[Event, ...]:
    """SKM-R2: the attacks begin, if nobody has won before that."""
    was, now = before.header, after.header
    if was[layout.STAGE] != layout.MINUTE or now[layout.ENDING] in WON:
        return ()
    goes_on = now[layout.STAGE] == layout.MINUTE and now[layout.ROUND] == was[layout.ROUND]
    return () if goes_on else (PhaseBegan("attack"),)


WON = (layout.REPORTED, layout.LAST_LEFT, layout.NOBODY_LEFT)


def left(before: State, seat: str, after: State, first: int) -> tuple[Event, ...]:
    """SKM-O7: a player has left, and what waited for the player goes on without."""
    header = after.header
    fights = header[layout.STRIKER] != layout.NONE or header[layout.PURPOSE] != layout.NONE
    if fights and header[layout.ROUND] == before.header[layout.ROUND]:
        same = all(header[at] == before.header[at] for at in (layout.HIT, layout.ARMY))
        return WentOut(seat), *(() if same else under_fire(after))
    then = (*first_turn(first), *minute_over(before, after), *went_on(before, after))
    return WentOut(seat), *then
