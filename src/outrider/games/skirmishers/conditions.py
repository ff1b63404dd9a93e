"""Victory conditions from their JSON (SKR-S4); those that nobody can meet are refused (SKR-S5)."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from outrider.core.refusal import Refusal
from outrider.core.wire import a_list, a_whole_number, an_object, shown
from outrider.games.skirmishers.scenario import EDGES, Condition, Scenario, other
from outrider.table.crossing import inside
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape, a_zone, holds
from outrider.table.terrain import IMPASSABLE, Table, lies_on

Fault: TypeAlias = Callable[[str, str], None]
"""Takes a place and a reason."""

MOST_CONDITIONS = 12
MESH = 10
"""A zone is looked at in so many rows and columns for a place to stand."""
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
                count = self._count(data["count"], zone)
                return Condition(kind, zone=zone, count=count) if zone and count else None
            case "hold":
                zone = self._zone(data["zone"])
                turns = self._turns(data["turns"])
                self._count(1, zone)
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
        if not pieces:
            self.fault(place, "no piece is named")
        for number, id in enumerate(pieces):
            if not isinstance(id, str) or id not in theirs:
                self.fault(f"{place}[{number}]", f"the enemy has no piece {shown(id)}")
            elif id in pieces[:number]:
                self.fault(f"{place}[{number}]", f"{id} is named twice")
        return Condition("destroy", pieces=tuple(map(str, pieces))) if pieces else None

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

    def _count(self, value: object, zone: Shape | None) -> int | None:
        """How many pieces have to get there: no more than can."""
        place = f"{self.place}.count"
        warriors = self.scenario.side(self.seat).warriors
        try:
            count = a_whole_number(value, "it", 1, 99)
        except Refusal as refusal:
            self.fault(place, refusal.message)
            return None
        if count > len(warriors):
            self.fault(place, f"cannot be reached: {self.seat} has {_pieces(len(warriors))}")
            return count
        able = [w for w in warriors if w.movement or (zone is not None and holds(zone, w.at))]
        if count > len(able):
            self.fault(place, f"cannot be reached: only {_pieces(len(able))} can get there")
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
        count = self._count(data["count"], None)
        if edge not in EDGES:
            self.fault(f"{self.place}.edge", f"it is one of {', '.join(EDGES)}, not {shown(edge)}")
            return None
        return Condition("exit", count=count, edge=str(edge)) if count else None


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def standing_room(table: Table, zone: Shape) -> bool:
    """Whether there is a place in a zone that is not inside impassable terrain; looked for at its
    corners and over a mesh."""
    walls = [piece.shape for piece in table.terrain if piece.cost == IMPASSABLE]
    if not walls:
        return True
    return any(not any(inside(wall, point) for wall in walls) for point in spots(zone))


def spots(zone: Shape) -> Iterator[Point]:
    """Points of a zone: its corners, then a mesh."""
    if isinstance(zone, Disc):
        (x, y), r = zone.at, zone.radius
        corners = ((x, y), (x - r, y), (x + r, y), (x, y - r), (x, y + r))
        low, high = (x - r, y - r), (x + r, y + r)
    else:
        corners = zone.points  # type: ignore[assignment]
        low = min(x for x, _ in zone.points), min(y for _, y in zone.points)
        high = max(x for x, _ in zone.points), max(y for _, y in zone.points)
    yield from corners
    for column in range(1, MESH):
        for row in range(1, MESH):
            point = (
                low[0] + (high[0] - low[0]) * column // MESH,
                low[1] + (high[1] - low[1]) * row // MESH,
            )
            if holds(zone, point):
                yield point
