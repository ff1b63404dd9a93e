"""A game of Basic Skirmish Rules as frozen data: the kernel's record, and what does not change."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from struct import Struct
from typing import Annotated, Any, ClassVar, TypeAlias

from outrider.core.codec import UP_TO, Form
from outrider.core.frozen import frozen
from outrider.core.lazy import recent
from outrider.core.options import Options
from outrider.core.refusal import malformed
from outrider.core.variant import Variant
from outrider.core.wire import wire
from outrider.games.basic.battalion import kind_of
from outrider.games.basic.kernel import layout
from outrider.table.points import Point
from outrider.table.snapping import Other
from outrider.table.terrain import Table
from outrider.table.texts import a_unit, seat_of

SEATS = ("red", "blue")
IDS = tuple(f"{seat[0].upper()}{number}" for seat in SEATS for number in range(1, 6))
INDEX_OF = {id: index for index, id in enumerate(IDS)}
SEAT_OF = {id: seat_of(id) for id in IDS}
KIND_OF = {id: kind_of(id) for id in IDS}
FLAGS = {
    "moved": layout.MOVED,
    "attacked": layout.ATTACKED,
    "done": layout.DONE,
    "bolstered": layout.BOLSTERED,
    "rushed": layout.RUSHED,
}


def unit_id(value: object, what: str = "a unit") -> str:
    """The id of one of the ten."""
    if type(value) is str and value in INDEX_OF:
        return value
    raise malformed(f"there is no unit {a_unit(value, what)}; they are R1 to R5 and B1 to B5")


UnitId: TypeAlias = Annotated[str, Form(unit_id, called="a unit")]

HEADER = Struct(f"{layout.HEADER}q")
ROW = Struct(f"{layout.FIELDS}q")
ROWS_AT = HEADER.size


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@frozen
class Unit:
    """`at` is None before it is placed; the dead keep the point where they fell. `buffer` is what
    is left of bolster's health (BSK-A6)."""

    written: ClassVar[tuple[str, ...]] = (
        "id", "seat", "kind", "at", "health", "alive", *FLAGS, "buffer"
    )  # fmt: skip
    id: UnitId
    at: Point | None = wire(called="`at`")
    health: int = wire(read=UP_TO, called="the health")
    buffer: int = wire(read=UP_TO, called="the buffer", default=0)
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
    def alive(self) -> bool:
        return self.health > 0


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that waits for dice: the attacker's first, then, after a hit, the defender's."""

    written: ClassVar[tuple[str, ...]] = "unit", "target"
    unit: UnitId
    target: UnitId
    hit: bool = False


@dataclass(frozen=True)
class Setting:
    """What stays the same throughout a game; `numbers` are those of the rules, as the variant has
    them, and of the options."""

    options: Options
    table: Table
    numbers: tuple[int, ...]
    variant: Variant | None = None

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The table and the numbers as the kernel takes them. Nobody writes to them."""
        import numpy

        return numpy.array(self.table.size, numpy.int64), numpy.array(self.numbers, numpy.int64)

    def is_played_as(self, other: object) -> bool:
        """Whether games are on the same terms, whatever a variant is called."""
        if not isinstance(other, Setting):
            return False
        return self is other or replace(self, variant=None) == replace(other, variant=None)

    @cached_property
    def limits(self) -> dict[str, dict[str, int]]:
        """The most health and buffer that each unit may have."""
        most = self.numbers[layout.BOLSTER_HEALTH]
        return {id: {"health": self.health_of(id), "buffer": most} for id in IDS}

    def health_of(self, id: str) -> int:
        """A fresh unit's health (BSK-U1)."""
        kind = layout.KINDS[INDEX_OF[id]]
        return self.numbers[layout.STATISTICS * kind + layout.MOST_HEALTH]


@frozen
class State:
    """`record` is the kernel's, laid out by `kernel.layout`; the rest of this reads it."""

    setting: Setting
    record: bytes

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def table(self) -> Table:
        return self.setting.table

    @property
    def header(self) -> tuple[int, ...]:
        return HEADER.unpack_from(self.record)

    @property
    def first(self) -> str | None:
        """Who has won the roll; None before that."""
        first = self.header[layout.FIRST]
        return None if first == layout.NONE else SEATS[first]

    @property
    def rolled(self) -> tuple[int, ...]:
        """The faces of the present try."""
        face = self.header[layout.ROLLED]
        return (face,) if face else ()

    @property
    def turn(self) -> str:
        """The side that places or acts."""
        return SEATS[self.header[layout.SEAT]]

    @property
    def turns(self) -> int:
        """How many turns are over."""
        return self.header[layout.TURNS]

    @property
    def commanded(self) -> bool:
        return self.header[layout.COMMANDED] != 0

    @property
    def strike(self) -> Strike | None:
        header = self.header
        striker, target = header[layout.STRIKER], header[layout.TARGET]
        if striker == layout.NONE:
            return None
        return Strike(IDS[striker], IDS[target], header[layout.STAGE] == layout.SAVING)

    @property
    def deploying(self) -> bool:
        return self.header[layout.STAGE] in (layout.ROLLING, layout.PLACING)

    @recent
    def units(self) -> tuple[Unit, ...]:
        rows = ROW.iter_unpack(memoryview(self.record)[ROWS_AT:])
        return tuple(_unit(id, *row) for id, row in zip(IDS, rows, strict=True))

    def row(self, unit: int) -> tuple[int, ...]:
        """The numbers of a unit, by the kernel's places."""
        return ROW.unpack_from(self.record, ROWS_AT + ROW.size * unit)

    def unit(self, id: str) -> Unit:
        """The unit with that id; every id of the two battalions has one."""
        x, y, health, buffer, flags = self.row(INDEX_OF[id])
        return _unit(id, x, y, health, buffer, flags)

    def living(self, seat: str) -> list[Unit]:
        return [unit for unit in self.units if unit.health and SEAT_OF[unit.id] == seat]

    def others(self, but: str) -> list[Other]:
        """The bases of all live units on the table but one, who may touch them at most."""
        apart = 2 * self.setting.numbers[layout.BASE]
        return [
            Other(unit.at, apart, unit.id)
            for unit in self.units
            if unit.at is not None and unit.health > 0 and unit.id != but
        ]


def _unit(id: str, x: int, y: int, health: int, buffer: int, flags: int) -> Unit:
    return Unit(
        id,
        (x, y) if flags & layout.PLACED else None,
        health,
        buffer,
        flags & layout.MOVED != 0,
        flags & layout.ATTACKED != 0,
        flags & layout.DONE != 0,
        flags & layout.BOLSTERED != 0,
        flags & layout.RUSHED != 0,
    )


def _row(unit: Unit) -> tuple[int, ...]:
    x, y = unit.at or (0, 0)
    flags = sum(flag for name, flag in FLAGS.items() if getattr(unit, name))
    return x, y, unit.health, unit.buffer, flags + layout.PLACED * (unit.at is not None)


def recorded(
    units: Sequence[Unit],
    stage: int,
    first: str | None = None,
    rolled: tuple[int, ...] = (),
    turn: str = "red",
    turns: int = 0,
    commanded: bool = False,
    strike: Strike | None = None,
) -> bytes:
    """The record of a position. Whether it is over is for the kernel to say."""
    header = [0] * layout.HEADER
    header[layout.STAGE] = stage
    header[layout.FIRST] = layout.NONE if first is None else SEATS.index(first)
    header[layout.ROLLED] = sum(rolled)
    header[layout.SEAT] = SEATS.index(turn)
    header[layout.TURNS] = turns
    header[layout.COMMANDED] = int(commanded)
    header[layout.STRIKER] = layout.NONE if strike is None else INDEX_OF[strike.unit]
    header[layout.TARGET] = layout.NONE if strike is None else INDEX_OF[strike.target]
    return array("q", [*header, *(part for unit in units for part in _row(unit))]).tobytes()


def place_of(unit: Unit) -> Point:
    """Where a unit that has been placed stands."""
    assert unit.at is not None
    return unit.at
