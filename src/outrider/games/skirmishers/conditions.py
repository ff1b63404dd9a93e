"""Victory conditions from their JSON (SKR-S4); those that nobody can meet are refused (SKR-S5)."""

from dataclasses import MISSING, dataclass, replace
from typing import Any

from outrider.core.faults import Faults, readable
from outrider.core.values import a_list, an_object, shown
from outrider.games.skirmishers.scenario import CONDITION, Condition, Scenario, other
from outrider.table.crossing import inside, segment_within
from outrider.table.points import squared
from outrider.table.shapes import Disc, Shape, holds, meet, sides
from outrider.table.terrain import IMPASSABLE, Table, lies_on

MOST_CONDITIONS = 12
FIELDS: dict[str, tuple[str, ...]] = {
    "destroy-all": (),
    "destroy": ("pieces",),
    "reach": ("zone", "count"),
    "hold": ("zone", "turns"),
    "exit": ("edge", "count"),
    "survive": (),
}
PARTS = {part.name: part for part in CONDITION.parts}


def read_victory(
    faults: Faults, scenario: Scenario, seat: str, value: object, place: str
) -> tuple[Condition, ...]:
    """A side's conditions. `scenario` has all pieces in their places already."""
    entries = faults.read(place, a_list, value, "it")
    if entries is None:
        return ()
    if len(entries) > MOST_CONDITIONS:
        faults.add(place, f"a side has at most {MOST_CONDITIONS} conditions")
        return ()
    if not entries and scenario.at_limit != seat:
        faults.add(place, f"{seat} has no way to win")
    read = (
        _condition(faults, scenario, seat, entry, f"{place}[{number}]")
        for number, entry in enumerate(entries)
    )
    return tuple(condition for condition in read if condition is not None)


def _condition(
    faults: Faults, scenario: Scenario, seat: str, value: object, place: str
) -> Condition | None:
    """One condition; nothing if one of its fields cannot be read."""
    data = faults.read(place, an_object, value, "it")
    if data is None:
        return None
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        names = ", ".join(FIELDS)
        faults.add(f"{place}.kind", f"it is one of {names}, not {shown(kind)}")
        return None
    needed = [replace(PARTS[name], default=MISSING) for name in ("kind", *FIELDS[kind])]
    strange = f"{kind} has no such field"
    made = Condition(**readable(faults.record(place, data, needed, strange)))
    checks = _Checks(faults, scenario, seat, place)
    if made.pieces:
        checks.pieces(made.pieces)
    if made.zone and not checks.zone(made.zone):
        made = replace(made, zone=None)
    if made.count:
        checks.count(made)
    if made.turns:
        checks.turns(made.turns)
    if made.kind == "hold" and made.zone and not checks.able(made):
        faults.add(f"{place}.zone", "cannot be reached: no piece can get there")
    return made if all(getattr(made, name) for name in FIELDS[kind]) else None


@dataclass(frozen=True, slots=True)
class _Checks:
    """SKR-S5: whether what one condition asks for can be done."""

    faults: Faults
    scenario: Scenario
    seat: str
    place: str

    def pieces(self, named: tuple[Any, ...]) -> None:
        """Enemies that there are, each once."""
        theirs = [warrior.id for warrior in self.scenario.side(other(self.seat)).warriors]
        for number, id in enumerate(named):
            place = f"{self.place}.pieces[{number}]"
            if id not in theirs:
                self.faults.add(place, f"the enemy has no piece {shown(id)}")
            elif id in named[:number]:
                self.faults.add(place, f"{id} is named twice")

    def zone(self, zone: Shape) -> bool:
        """On the table, and somebody can stand in it."""
        place, table = f"{self.place}.zone", self.scenario.table
        if not lies_on(table, zone):
            self.faults.add(place, "does not lie on the table")
            return False
        if not standing_room(table, zone):
            self.faults.add(place, "cannot be reached: all of it is impassable")
        return True

    def able(self, made: Condition) -> int:
        """How many pieces can get there: those that move, and those that are there. Who stands on
        an edge has to move to leave by it: a way of no length is no move (SKR-M2). Where the zone
        or the edge is no good, nobody is said to be unable as well."""
        return sum(
            1
            for warrior in self.scenario.side(self.seat).warriors
            if warrior.movement or (holds(made.zone, warrior.at) if made.zone else not made.edge)
        )

    def count(self, made: Condition) -> None:
        """No more pieces have to get there than can."""
        there, able = len(self.scenario.side(self.seat).warriors), self.able(made)
        if made.count > there:
            few = f"{self.seat} has {_pieces(there)}"
            self.faults.add(f"{self.place}.count", f"cannot be reached: {few}")
        elif made.count > able:
            few = f"only {_pieces(able)} can get there"
            self.faults.add(f"{self.place}.count", f"cannot be reached: {few}")

    def turns(self, turns: int) -> None:
        limit = self.scenario.turn_limit
        own = (limit + (self.scenario.first == self.seat)) // 2
        if turns > own:
            few = f"of {limit} turns {own} are {self.seat}'s"
            self.faults.add(f"{self.place}.turns", f"cannot be reached: {few}")


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
