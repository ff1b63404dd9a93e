"""Victory conditions from their JSON (SKR-S4); those that nobody can meet are refused (SKR-S5)."""

from collections.abc import Callable
from typing import Any, TypeAlias

from outrider.core.refusal import Refusal
from outrider.core.wire import a_list, a_whole_number, an_object, shown
from outrider.games.skirmishers.scenario import (
    EDGES,
    MOST_PIECES,
    Condition,
    Scenario,
    other,
)
from outrider.table.crossing import inside, segment_within
from outrider.table.points import Point, squared
from outrider.table.shapes import Disc, Shape, a_zone, holds, meet, sides
from outrider.table.terrain import IMPASSABLE, Table, lies_on

Fault: TypeAlias = Callable[[str, str], None]
"""Takes a place and a reason."""
Goal: TypeAlias = Callable[[Point], bool]
"""Whether a piece that stands there need not move to be where it has to get."""

MOST_CONDITIONS = 12
FIELDS: dict[str, tuple[str, ...]] = {
    "destroy-all": (),
    "destroy": ("pieces",),
    "reach": ("zone", "count"),
    "hold": ("zone", "turns"),
    "exit": ("edge", "count"),
    "survive": (),
}


def read_victory(
    fault: Fault, scenario: Scenario, seat: str, value: object, place: str
) -> tuple[Condition, ...]:
    """A side's conditions. `scenario` has all pieces in their places already."""
    try:
        entries = a_list(value, "it")
    except Refusal as refusal:
        fault(place, refusal.message)
        return ()
    if len(entries) > MOST_CONDITIONS:
        fault(place, f"a side has at most {MOST_CONDITIONS} conditions")
        return ()
    if not entries and scenario.at_limit != seat:
        fault(place, f"{seat} has no way to win")
    found = []
    for number, entry in enumerate(entries):
        condition = _Reader(fault, scenario, seat, f"{place}[{number}]").read(entry)
        if condition is not None:
            found.append(condition)
    return tuple(found)


class _Reader:
    """Reads one condition."""

    def __init__(self, fault: Fault, scenario: Scenario, seat: str, place: str) -> None:
        self.fault = fault
        self.scenario = scenario
        self.seat = seat
        self.place = place

    def read(self, value: object) -> Condition | None:
        try:
            data = an_object(value, "it")
        except Refusal as refusal:
            self.fault(self.place, refusal.message)
            return None
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in FIELDS:
            names = ", ".join(FIELDS)
            self.fault(f"{self.place}.kind", f"it is one of {names}, not {shown(kind)}")
            return None
        for name in sorted(set(data) - {"kind", *FIELDS[kind]}):
            self.fault(f"{self.place}.{name}", f"{kind} has no such field")
        missing = [name for name in FIELDS[kind] if name not in data]
        for name in missing:
            self.fault(f"{self.place}.{name}", "missing")
        if missing:
            return None
        return self._condition(kind, data)

    def _condition(self, kind: str, data: dict[str, Any]) -> Condition | None:
        match kind:
            case "destroy":
                return self._destroy(data["pieces"])
            case "reach":
                zone = self._zone(data["zone"])
                count = self._count(data["count"], _within(zone))
                return Condition(kind, zone=zone, count=count) if zone and count else None
            case "hold":
                zone = self._zone(data["zone"])
                turns = self._turns(data["turns"])
                if zone and not self._able(_within(zone)):
                    self.fault(f"{self.place}.zone", "cannot be reached: no piece can get there")
                return Condition(kind, zone=zone, turns=turns) if zone and turns else None
            case "exit":
                return self._exit(data)
        return Condition(kind)

    def _destroy(self, value: object) -> Condition | None:
        """Enemies that there are, each once."""
        place = f"{self.place}.pieces"
        try:
            pieces = a_list(value, "it")
        except Refusal as refusal:
            self.fault(place, refusal.message)
            return None
        theirs = {warrior.id for warrior in self.scenario.side(other(self.seat)).warriors}
        if not 1 <= len(pieces) <= MOST_PIECES:
            few = "no piece is named"
            self.fault(place, f"at most {MOST_PIECES} pieces are named" if pieces else few)
            return None
        named: set[str] = set()
        for number, id in enumerate(pieces):
            if not isinstance(id, str) or id not in theirs:
                self.fault(f"{place}[{number}]", f"the enemy has no piece {shown(id)}")
            elif id in named:
                self.fault(f"{place}[{number}]", f"{id} is named twice")
            else:
                named.add(id)
        return Condition("destroy", pieces=tuple(map(str, pieces)))

    def _zone(self, value: object) -> Shape | None:
        """A zone on the table in which somebody can stand."""
        place, table = f"{self.place}.zone", self.scenario.table
        try:
            zone = a_zone(value, "it")
        except Refusal as refusal:
            self.fault(place, refusal.message)
            return None
        if not lies_on(table, zone):
            self.fault(place, "does not lie on the table")
            return None
        if not standing_room(table, zone):
            self.fault(place, "cannot be reached: all of it is impassable")
        return zone

    def _able(self, goal: Goal) -> int:
        """How many pieces can get somewhere: those that move, and those that are there."""
        warriors = self.scenario.side(self.seat).warriors
        return sum(1 for warrior in warriors if warrior.movement or goal(warrior.at))

    def _count(self, value: object, goal: Goal) -> int | None:
        """How many pieces have to get there: no more than can."""
        place = f"{self.place}.count"
        warriors = self.scenario.side(self.seat).warriors
        try:
            count = a_whole_number(value, "it", 1, MOST_PIECES)
        except Refusal as refusal:
            self.fault(place, refusal.message)
            return None
        if count > len(warriors):
            self.fault(place, f"cannot be reached: {self.seat} has {_pieces(len(warriors))}")
            return count
        able = self._able(goal)
        if count > able:
            self.fault(place, f"cannot be reached: only {_pieces(able)} can get there")
        return count

    def _turns(self, value: object) -> int | None:
        place = f"{self.place}.turns"
        limit = self.scenario.turn_limit
        own = (limit + (self.scenario.first == self.seat)) // 2
        try:
            turns = a_whole_number(value, "it", 1, 1000)
        except Refusal as refusal:
            self.fault(place, refusal.message)
            return None
        if turns > own:
            self.fault(place, f"cannot be reached: of {limit} turns {own} are {self.seat}'s")
        return turns

    def _exit(self, data: dict[str, Any]) -> Condition | None:
        edge = data["edge"]
        known = edge in EDGES
        # Who stands on the edge has to move to leave by it: a way of no length is no move (SKR-M2).
        count = self._count(data["count"], lambda at: not known)
        if not known:
            self.fault(f"{self.place}.edge", f"it is one of {', '.join(EDGES)}, not {shown(edge)}")
            return None
        return Condition("exit", count=count, edge=str(edge)) if count else None


def _within(zone: Shape | None) -> Goal:
    """In a zone; if that is no good, nobody is said to be unable to get there as well."""
    return lambda at: zone is None or holds(zone, at)


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def standing_room(table: Table, zone: Shape) -> bool:
    """False if all of a zone is certain to be impassable: it lies inside one piece of terrain. The
    outline of a piece can be walked along, so pieces that only lie side by side leave a way."""
    walls = (piece.shape for piece in table.terrain if piece.cost == IMPASSABLE)
    return not any(covers(wall, zone) for wall in walls)


def covers(wall: Shape, zone: Shape) -> bool:
    """Whether all of a zone, its outline too, lies inside a shape and not on its outline."""
    if isinstance(zone, Disc):
        if isinstance(wall, Disc):
            spare = wall.radius - zone.radius
            return spare > 0 and squared(wall.at, zone.at) < spare * spare
        return inside(wall, zone.at) and not any(
            segment_within(a, b, zone.at, zone.radius) for a, b in sides(wall.points)
        )
    if not all(inside(wall, corner) for corner in zone.points):
        return False
    return isinstance(wall, Disc) or not any(
        meet(a, b, c, d) for a, b in sides(zone.points) for c, d in sides(wall.points)
    )
