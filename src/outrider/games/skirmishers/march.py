"""A move under way: from look to look, until somebody may fire at it or it has arrived.

SKR-X3, SKR-X4, SKR-F8.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from outrider.core.game import Step
from outrider.core.wire import Event
from outrider.games.skirmishers.actions import Move
from outrider.games.skirmishers.events import Exited, Moved, Offered, Parted
from outrider.games.skirmishers.moving import exit_edge
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import (
    GAP,
    March,
    Offer,
    State,
    Unit,
    parted,
    place_of,
    touches_at,
    touching,
)
from outrider.table.paths import looks
from outrider.table.points import Point
from outrider.table.sketch import Boxed
from outrider.table.terrain import Table
from outrider.table.watching import screens, seen


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a march stops: at the end of its path, or where `watcher` may fire. `left` are the
    enemies that the mover has ceased to touch by then, and had or suffered an advantage over."""

    look: int
    at: Point
    watcher: str = ""
    left: tuple[str, ...] = ()


def points_of(march: March) -> list[Point]:
    """SKR-X4: the places where a mover is looked at."""
    return [point for _, point, _ in looks((march.start, *march.path))]


def watchers(state: State, mover: Unit, asked: tuple[str, ...]) -> list[Unit]:
    """The enemies that may fire at a mover once it is in range and sight, in unit order. Whether it
    touches them or pins them is not looked at: that changes on its way."""
    into_melee, may_be_pinned = state.options["fire_into_melee"], state.options["pinned"]
    foes = [unit for unit in state.present(mover.seat) if unit is not mover]
    pinned = {id for foe in foes for id in foe.over} if may_be_pinned else set()
    return [
        unit
        for unit in state.present(other(mover.seat))
        if not unit.reacted
        and unit.warrior.weapon != "none"
        and unit.warrior.id not in asked
        and unit.warrior.id not in pinned
        and (into_melee or not any(touching(unit, foe) for foe in foes))
    ]


def near(mover: Unit, enemies: list[Unit], points: list[Point]) -> list[Unit]:
    """The enemies that a mover could touch at any of these points."""
    if not points:
        return []
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    found = []
    for enemy in enemies:
        x, y = place_of(enemy)
        reach = mover.warrior.base + enemy.warrior.base + GAP
        if left - reach <= x <= right + reach and bottom - reach <= y <= top + reach:
            found.append(enemy)
    return found


def stops(state: State, march: March) -> Iterator[Stop]:
    """Every stop of a march from the look it stands at on, if it lives to see it; the last is the
    end of its path."""
    mover = state.unit(march.unit)
    points = points_of(march)
    ahead = points[march.look :]
    enemies = state.present(other(mover.seat))
    tied = [foe for foe in enemies if foe.id in mover.over or mover.id in foe.over]
    close = [] if state.options["fire_into_melee"] else near(mover, enemies, ahead)
    waiting = [Watch(unit, state.table, ahead) for unit in watchers(state, mover, march.asked)]
    left: tuple[str, ...] = ()
    for look, point in enumerate(ahead, march.look):
        for foe in [foe for foe in tied if not touches_at(mover, point, foe)]:
            tied.remove(foe)
            left = (*left, foe.id)
        if close and any(touches_at(mover, point, foe) for foe in close):
            continue
        found = [watch for watch in waiting if watch.sees(point)]
        for watch in found:
            if not _kept_down(state, mover, watch.unit, tied):
                waiting.remove(watch)
                yield Stop(look, point, watch.unit.id, left)
                left = ()
    yield Stop(len(points), ahead[-1] if ahead else place_of(mover), "", left)


class Watch:
    """A piece that looks at a path, and what could stand between."""

    __slots__ = ("_between", "_points", "_reach", "_table", "_x", "_y", "unit")

    def __init__(self, unit: Unit, table: Table, points: list[Point]) -> None:
        self.unit = unit
        self._table = table
        self._points = points
        self._x, self._y = place_of(unit)
        self._reach = unit.warrior.range**2
        self._between: tuple[Boxed, ...] | None = None

    def sees(self, point: Point) -> bool:
        """SKR-X3: whether a point is in its field of fire, which is range and sight."""
        dx, dy = self._x - point[0], self._y - point[1]
        if dx * dx + dy * dy > self._reach:
            return False
        at = self._x, self._y
        if self._between is None:
            self._between = screens(self._table, at, self._points)
        return seen(self._between, at, point)


def _kept_down(state: State, mover: Unit, unit: Unit, tied: list[Unit]) -> bool:
    """SKR-F11: whether the mover itself, still touching it, pins a watcher."""
    return bool(tied and state.options["pinned"]) and unit in tied and unit.id in mover.over


def offers(state: State, action: Move) -> Iterator[Stop]:
    """Every stop of a move for which it may be fired at."""
    march = March(action.unit, place_of(state.unit(action.unit)), action.path)
    return (stop for stop in stops(state, march) if stop.watcher)


def move(state: State, action: Move) -> Step[State]:
    """SKR-M1: a piece sets out."""
    unit = state.unit(action.unit)
    march = March(unit.id, place_of(unit), action.path)
    return go_on(replace(state.with_units(replace(unit, moved=True)), march=march))


def go_on(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    """The mover walks up to its next stop."""
    march = state.march
    assert march is not None
    stop = next(stops(state, march))
    before = place_of(state.unit(march.unit))
    told = [*events]
    if stop.at != before or not (stop.watcher or march.asked):
        told.append(Moved(march.unit, before, stop.at))
    told += [Parted(march.unit, id) for id in stop.left]
    apart = parted(state, march.unit, stop.left)
    mover = replace(apart.unit(march.unit), at=stop.at)
    if stop.watcher:
        offer = Offer("defensive-fire", stop.watcher, march.unit)
        stopped = replace(march, look=stop.look)
        told.append(Offered(offer.kind, offer.unit, offer.target, stop.at))
        after = replace(apart.with_units(mover), march=stopped, offer=offer)
        return Step(after, tuple(told))
    edge = exit_edge(state, mover.seat, stop.at)
    if edge:
        mover = replace(mover, at=None, exited=edge)
        told.append(Exited(mover.id, edge))
        gone = tuple(u.id for u in apart.units if u.id in mover.over or mover.id in u.over)
        apart = parted(apart.with_units(mover), mover.id, gone)
        mover = apart.unit(mover.id)
    return Step(replace(apart.with_units(mover), march=None), tuple(told))


def preview(state: State, action: Move) -> tuple[Event, ...]:
    """Who may fire at the mover, and where, as if nobody hit it; then where it ends."""
    start = place_of(state.unit(action.unit))
    offered = [
        Offered("defensive-fire", stop.watcher, action.unit, stop.at)
        for stop in offers(state, action)
    ]
    return (*offered, Moved(action.unit, start, action.path[-1]))
