"""A game of Basic Skirmish Rules as frozen data."""

from dataclasses import dataclass, replace

from outrider.core.options import Options
from outrider.games.basic.battalion import BOLSTER, RUSH, STATISTICS, Statistics, kind_of
from outrider.table.points import Point
from outrider.table.snapping import BASE, Other
from outrider.table.terrain import Table
from outrider.table.texts import seat_of

SEATS = ("red", "blue")
IDS = tuple(f"{seat[0].upper()}{number}" for seat in SEATS for number in range(1, 6))
SEAT_OF = {id: seat_of(id) for id in IDS}
KIND_OF = {id: kind_of(id) for id in IDS}


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Unit:
    """`at` is None before it is placed; the dead keep the point where they fell. `buffer` is what
    is left of bolster's health (BSK-A6)."""

    id: str
    at: Point | None
    health: int
    buffer: int = 0
    moved: bool = False
    attacked: bool = False
    done: bool = False
    bolstered: bool = False
    rushed: bool = False

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id]

    @property
    def kind(self) -> str:
        return KIND_OF[self.id]

    @property
    def statistics(self) -> Statistics:
        return STATISTICS[KIND_OF[self.id]]

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def movement(self) -> int:
        """BSK-M1, BSK-A3."""
        return self.statistics.movement + RUSH * self.rushed

    @property
    def damage(self) -> int:
        """BSK-C5, BSK-A2."""
        return self.statistics.damage + BOLSTER * self.bolstered


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that waits for dice: the attacker's first, then, after a hit, the defender's."""

    unit: str
    target: str
    hit: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`first` has won the roll and is None before that; `rolled` are the faces of the present try.
    `turn` is the side that places or acts, `turns` how many turns are over."""

    options: Options
    table: Table
    units: tuple[Unit, ...]
    first: str | None = None
    rolled: tuple[int, ...] = ()
    turn: str = "red"
    turns: int = 0
    commanded: bool = False
    strike: Strike | None = None

    def unit(self, id: str) -> Unit:
        """The unit with that id; every id of the two battalions has one."""
        return self.units[IDS.index(id)]

    def living(self, seat: str) -> list[Unit]:
        return [unit for unit in self.units if unit.health and SEAT_OF[unit.id] == seat]

    @property
    def deploying(self) -> bool:
        return any(unit.alive and unit.at is None for unit in self.units)

    def others(self, but: str) -> list[Other]:
        """The bases of all live units on the table but one, who may touch them at most."""
        return [
            Other(unit.at, 2 * BASE, unit.id)
            for unit in self.units
            if unit.at is not None and unit.health > 0 and unit.id != but
        ]

    def with_units(self, *changed: Unit) -> "State":
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))


def place_of(unit: Unit) -> Point:
    """Where a unit that has been placed stands."""
    assert unit.at is not None
    return unit.at
