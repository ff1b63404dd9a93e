"""A game of Skirmish as frozen data: the kernel's record, and what does not change."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from struct import Struct
from typing import Any, ClassVar, TypeAlias

from outrider.core.codec import UP_TO
from outrider.core.frozen import frozen
from outrider.core.initiative import Contest
from outrider.core.lazy import recent
from outrider.core.options import Options
from outrider.core.seats import SEATS
from outrider.core.variant import Variant
from outrider.core.wire import wire
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, FIGURES, INDEX_OF, SEAT_OF, FigureId
from outrider.table.points import Point
from outrider.table.snapping import Other
from outrider.table.terrain import Table

HEADER = Struct(f"{layout.HEADER}q")
ROW = Struct(f"{layout.FIELDS}q")
ROWS_AT = HEADER.size
PURPOSES = ("attack", "melee", "blast", "indirect")
"""What has to be resisted, by the kernel's numbers."""


@frozen
class Figure:
    """`at` is None before it is placed; a corpse lies where it fell, face up while it has grenades
    (SKM-H2). `up` is the height of what it stands on (SKM-M2), and follows from `at`. `fresh` is
    what it has seen in this minute, and does not report yet (SKM-O5)."""

    written: ClassVar[tuple[str, ...]] = (
        "id", "seat", "kind", "name", "at", "health", "alive", "grenades", "actions", "seen",
        "fresh",
    )  # fmt: skip
    kind: ClassVar[str] = "figure"
    id: FigureId
    name: str
    at: Point | None = wire(called="`at`")
    health: int = wire(read=UP_TO, called="the health")
    grenades: int = wire(read=UP_TO, called="the grenades", default=0)
    actions: int = wire(read=UP_TO, called="the actions", default=0)
    seen: bool = False
    fresh: bool = False
    up: int = 0

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id]

    @property
    def alive(self) -> bool:
        return self.health > 0


@dataclass(frozen=True, slots=True)
class Melee:
    """Hand to hand, before it is known who is hurt: `total` is the attacker's, once it fell."""

    unit: str
    target: str
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """A grenade in the hand: first the die says how far it may go, then it is to land."""

    unit: str
    toward: Point
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Volley:
    """What figures have to resist, one after another: the attack's dice, whose `total` is then kept
    for the armour that answers. A blow that has landed comes with its total.

    `purpose` is what the attack's dice are for, `hit` who has to resist now; `unit` is whose doing
    it is, nobody's for indirect fire, which is an `army`'s; `target` is whom the unit meant, `at`
    where its grenade landed.
    """

    purpose: str
    hit: str
    total: int | None = None
    unit: str | None = None
    target: str | None = None
    army: str | None = None
    at: Point | None = None


Fray: TypeAlias = Melee | Throw | Volley


@dataclass(frozen=True)
class Setting:
    """What stays the same throughout a game; `names` are the figures', `numbers` those of the
    rules, as the variant has them, of the edition and of the options."""

    edition: Edition
    options: Options
    table: Table
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    variant: Variant | None = None

    def is_played_as(self, other: object) -> bool:
        """Whether games are on the same terms, whatever a variant is called."""
        if not isinstance(other, Setting):
            return False
        return self is other or replace(self, variant=None) == replace(other, variant=None)

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[: len(self.names) // FIGURES]

    @cached_property
    def limits(self) -> dict[str, dict[str, int]]:
        """The most that each figure may have: of grenades all there are."""
        numbers = self.numbers
        most = {
            "health": numbers[layout.MOST_HEALTH],
            "grenades": numbers[layout.MOST_GRENADES] * len(EVERY),
            "actions": numbers[layout.MOST_ACTIONS],
        }
        return dict.fromkeys(EVERY, most)

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The table and the numbers as the kernel takes them. Nobody writes to them."""
        import numpy

        return laid_out(self.table), numpy.array(self.numbers, numpy.int64)


@lru_cache(64)
def laid_out(table: Table) -> Any:
    """A table in one array, as `kernel.layout` has it."""
    import numpy

    from outrider.table.batch import packed

    terrain = packed(table)
    frame = [0] * layout.TERRAIN
    frame[layout.WIDTH], frame[layout.DEPTH] = table.size
    frame[layout.CORNERS] = len(table.outline)
    frame[layout.PIECES] = terrain.pieces.shape[1]
    frame[layout.PIECE_CORNERS] = terrain.corners.shape[1]
    for number, (_, a, b) in enumerate(table.edges):
        first = layout.EDGES + layout.END * number
        frame[first : first + layout.END] = *a, *b
    corners = [part for point in table.outline for part in point]
    frame[layout.OUTLINE : layout.OUTLINE + len(corners)] = corners
    whole = numpy.array(frame, numpy.int64)
    return numpy.concatenate([whole, terrain.pieces.ravel(), terrain.corners.ravel()])


@dataclass(frozen=True)
class State:
    """`record` is the kernel's, laid out by `kernel.layout`; the rest of this reads it. What is
    asked for at every step is kept of the state that was looked at last."""

    setting: Setting
    record: bytes

    @property
    def edition(self) -> Edition:
        return self.setting.edition

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def table(self) -> Table:
        return self.setting.table

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setting.seats

    @recent
    def header(self) -> tuple[int, ...]:
        return HEADER.unpack_from(self.record)

    @property
    def phase(self) -> str:
        header = self.header
        stage = header[layout.STAGE]
        if stage in (layout.FIRING, layout.RESISTING):
            return "movement" if header[layout.PURPOSE] == layout.INDIRECT else "attack"
        if stage == layout.ROLLING:
            return "attack" if self.setting.edition.rolls_each_round else "deploy"
        return PHASES.get(stage, "attack")

    @property
    def round(self) -> int:
        return self.header[layout.ROUND]

    @property
    def turn(self) -> str:
        """Who places or attacks."""
        return SEATS[self.header[layout.SEAT]]

    @property
    def first(self) -> str | None:
        """Who begins the attack turns."""
        first = self.header[layout.FIRST]
        return None if first == layout.NONE else SEATS[first]

    @property
    def ready(self) -> tuple[str, ...]:
        """Those who are done with the minute."""
        done = self.header[layout.READY]
        return tuple(seat for at, seat in enumerate(self.seats) if done >> at & 1)

    @property
    def contest(self) -> Contest | None:
        """A roll for the first turn."""
        header = self.header
        if header[layout.STAGE] != layout.ROLLING:
            return None
        rollers, faces = header[layout.ROLLERS], header[layout.FACES]
        mask = (1 << layout.FACE_BITS) - 1
        fallen = [
            (seat, faces >> layout.FACE_BITS * at & mask)
            for at, seat in enumerate(self.seats)
            if rollers >> at & 1
        ]
        return Contest(tuple(seat for seat, _ in fallen), tuple(f for _, f in fallen if f))

    @property
    def acting(self) -> str | None:
        """The figure that keeps the turn (SKM-R7)."""
        return id_at(self.header[layout.ACTING])

    @property
    def fray(self) -> Fray | None:
        """What waits for dice or for a landing."""
        return fray_of(self.header)

    @recent
    def figures(self) -> tuple[Figure, ...]:
        rows = ROW.iter_unpack(memoryview(self.record)[ROWS_AT:])
        named = zip(EVERY, self.setting.names, rows, strict=False)
        return tuple(_figure(*each) for each in named)

    def row(self, unit: int) -> tuple[int, ...]:
        """The numbers of a figure, by the kernel's places."""
        return ROW.unpack_from(self.record, ROWS_AT + ROW.size * unit)

    def figure(self, id: str) -> Figure:
        """The figure with that id, which has to be at this table."""
        at = INDEX_OF[id]
        return _figure(id, self.setting.names[at], self.row(at))

    def squad(self, seat: str) -> tuple[Figure, ...]:
        """All five of a seat's figures."""
        first = FIGURES * self.seats.index(seat)
        return self.figures[first : first + FIGURES]

    def living(self, seat: str) -> list[Figure]:
        return [figure for figure in self.squad(seat) if figure.health]

    def players(self) -> tuple[str, ...]:
        """The seats that are not out, in order."""
        left = {figure.seat for figure in self.figures if figure.health}
        return tuple(seat for seat in self.seats if seat in left)

    def others(self, but: str) -> list[Other]:
        """The bases of all live figures on the table but one (SKM-M2); a corpse is stepped over."""
        apart = 2 * self.setting.numbers[layout.BASE]
        return [
            Other(figure.at, apart, figure.id)
            for figure in self.figures
            if figure.at is not None and figure.health and figure.id != but
        ]


PHASES = {layout.PLACING: "deploy", layout.MINUTE: "movement", layout.OVER: "over"}


def id_at(unit: int) -> str | None:
    return None if unit == layout.NONE else EVERY[unit]


def _known(value: int) -> int | None:
    return None if value == layout.NONE else value


def fray_of(header: tuple[int, ...]) -> Fray | None:
    striker, purpose = header[layout.STRIKER], header[layout.PURPOSE]
    spot = header[layout.SPOT_X], header[layout.SPOT_Y]
    target, total = header[layout.TARGET], _known(header[layout.TOTAL])
    if purpose != layout.NONE:
        return Volley(
            PURPOSES[purpose],
            EVERY[header[layout.HIT]],
            total,
            id_at(striker),
            id_at(target),
            SEATS[header[layout.ARMY]] if purpose == layout.INDIRECT else None,
            spot if purpose == layout.BLAST else None,
        )
    if striker == layout.NONE:
        return None
    if target == layout.NONE:
        return Throw(EVERY[striker], spot, _known(header[layout.WITHIN]))
    return Melee(EVERY[striker], EVERY[target], total)


def _figure(id: str, name: str, row: tuple[int, ...]) -> Figure:
    x, y, up, health, grenades, actions, flags = row
    return Figure(
        id,
        name,
        (x, y) if flags & layout.PLACED else None,
        health,
        grenades,
        actions,
        flags & layout.SEEN != 0,
        flags & layout.FRESH != 0,
        up,
    )


def place_of(figure: Figure) -> Point:
    """Where a figure that has been placed stands."""
    assert figure.at is not None
    return figure.at
