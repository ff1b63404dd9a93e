"""A game of Skirmish as frozen data."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from outrider.core.initiative import Contest
from outrider.core.options import Options
from outrider.core.pending import Outcome
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.squad import (
    ACTIONS,
    EYE,
    FIGURES,
    GRENADES,
    HEALTH,
    INDEX_OF,
    NEAR_EDGE,
    SEAT_OF,
)
from outrider.table.points import Point, squared
from outrider.table.seating import near_edge
from outrider.table.snapping import BASE, Other
from outrider.table.terrain import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """`at` is None before it is placed; a corpse lies where it fell, face up while it has grenades
    (SKM-H2). `up` is the height of what it stands on (SKM-M2), and follows from `at`. `fresh` is
    what it has seen in this minute, and does not report yet (SKM-O5)."""

    id: str
    name: str
    at: Point | None = None
    up: int = 0
    health: int = HEALTH
    grenades: int = GRENADES
    actions: int = ACTIONS
    seen: bool = False
    fresh: bool = False

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id]

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def eye(self) -> int:
        return self.up + EYE


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
class Burst:
    """So many dice against one figure; `seat` rolls them."""

    unit: str
    seat: str
    dice: int


@dataclass(frozen=True, slots=True)
class Volley:
    """What figures have to resist, one after another: the attack's dice, whose `total` is then kept
    for the armour that answers. A blow that has landed comes with its total.

    `purpose` is what the attack's dice are for; `unit` is whose doing it is, nobody's for indirect
    fire; `target` is whom the unit meant, `at` where its grenade landed.
    """

    purpose: str
    bursts: tuple[Burst, ...]
    total: int | None = None
    unit: str | None = None
    target: str | None = None
    at: Point | None = None


Fray: TypeAlias = Melee | Throw | Volley


@dataclass(frozen=True, slots=True)
class State:
    """`turn` places or attacks; `first` begins the attack turns; `ready` are done with the minute;
    `contest` is a roll for the first turn; `acting` is the figure that keeps the turn (SKM-R7);
    `fray` waits for dice or for a landing."""

    edition: Edition
    options: Options
    table: Table
    seats: tuple[str, ...]
    figures: tuple[Figure, ...]
    phase: str = "deploy"
    round: int = 0
    turn: str = "red"
    first: str | None = None
    ready: tuple[str, ...] = ()
    contest: Contest | None = None
    acting: str | None = None
    fray: Fray | None = None
    outcome: Outcome | None = None

    def figure(self, id: str) -> Figure:
        """The figure with that id, which has to be at this table."""
        return self.figures[INDEX_OF[id]]

    def squad(self, seat: str) -> tuple[Figure, ...]:
        """All five of a seat's figures."""
        first = FIGURES * self.seats.index(seat)
        return self.figures[first : first + FIGURES]

    def living(self, seat: str) -> list[Figure]:
        return [figure for figure in self.squad(seat) if figure.health]

    def enemies(self, seat: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.health and SEAT_OF[figure.id] != seat]

    def is_in(self, seat: str) -> bool:
        """Whether a player still has a figure (SKM-O7)."""
        return any(figure.health for figure in self.squad(seat))

    def players(self) -> tuple[str, ...]:
        """The seats that are not out, in order."""
        return tuple(seat for seat in self.seats if self.is_in(seat))

    def clockwise(self, seat: str) -> tuple[str, ...]:
        """All seats, beginning with this one."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def others(self, but: str) -> list[Other]:
        """The bases of all live figures on the table but one (SKM-M2); a corpse is stepped over."""
        return [
            Other(figure.at, 2 * BASE, figure.id)
            for figure in self.figures
            if figure.at is not None and figure.health and figure.id != but
        ]

    def with_figure(self, figure: Figure) -> "State":
        index = INDEX_OF[figure.id]
        return replace(self, figures=(*self.figures[:index], figure, *self.figures[index + 1 :]))


def place_of(figure: Figure) -> Point:
    """Where a figure that has been placed stands."""
    assert figure.at is not None
    return figure.at


def apart(a: Figure, b: Figure) -> int:
    """The square of how far apart two figures are: from centre to centre (SKM-D1), straight from
    where each stands."""
    return squared(place_of(a), place_of(b), a.up - b.up)


def at_edge(state: State, seat: str, point: Point) -> bool:
    """Whether a point, which is a figure's centre (SKM-D1), is within 2" of a seat's edge (SKM-S2,
    SKM-O1)."""
    return near_edge(state.table, seat, point, NEAR_EDGE)


def armies_near(state: State, seat: str, point: Point) -> list[str]:
    """The opponents still in whose edge a point is within 2" of (SKM-O1, SKM-O7)."""
    return [
        other
        for other in state.seats
        if other != seat and at_edge(state, other, point) and state.is_in(other)
    ]
