"""Scenarios (SKR-S1 to SKR-S4): the forces, the ground and what each side has to do."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from outrider.core import kept
from outrider.core.codec import Codec, Form, number, one_of
from outrider.core.refusal import malformed
from outrider.core.values import a_list
from outrider.core.wire import wire
from outrider.table.lengths import INCH, LARGEST_TABLE, length
from outrider.table.points import Point
from outrider.table.shapes import Shape, a_zone, shape_to_json
from outrider.table.snapping import BASE
from outrider.table.terrain import Table, a_name
from outrider.table.texts import UnitId

VERSION = 1
SEATS = ("red", "blue")
SEAT_OF = {"R": "red", "B": "blue"}
WEAPONS = ("none", "bow", "firearm")
EDGES = ("top", "bottom", "left", "right")
MOST_PIECES = 99
MOST_TURNS = 1000
MOST_DICE = 12
"""The highest rating: no warrior of flesh needs more."""
FARTHEST = 36 * INCH
LONGEST_RANGE = 2 * LARGEST_TABLE
SMALLEST_BASE, LARGEST_BASE = 100, 3 * INCH

RATING = number(0, MOST_DICE)
WEAPON = one_of(
    WEAPONS, lambda said: f"unknown weapon {said}; there are {', '.join(WEAPONS)}", "SKR-S2"
)
ZONE = Form(a_zone, shape_to_json, schema={"$ref": "#/$defs/zone"})
EDGE = one_of(EDGES, lambda said: f"it is one of {', '.join(EDGES)}, not {said}")


def a_few(value: object, what: str) -> tuple[Any, ...]:
    """The pieces that a condition names; whose they are is asked later."""
    named = a_list(value, what)
    if not 1 <= len(named) <= MOST_PIECES:
        few = "no piece is named"
        raise malformed(f"at most {MOST_PIECES} pieces are named" if named else few)
    return tuple(named)


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Warrior:
    """A piece as the scenario describes it (SKR-S1, SKR-S2): its ratings are numbers of dice,
    lengths are thousandths of an inch, `at` is where it begins."""

    written: ClassVar[tuple[str, ...]] = (
        "id", "name", "at", "firing", "attack", "defense", "movement", "weapon", "range", "base"
    )  # fmt: skip
    id: UnitId
    at: Point
    firing: int = wire(read=RATING, called="firing")
    attack: int = wire(read=RATING, called="attack")
    defense: int = wire(read=RATING, called="defense")
    movement: int = wire(read=length(0, FARTHEST), called="the movement")
    weapon: str = wire(read=WEAPON, default="none")
    range: int = wire(read=length(0, LONGEST_RANGE), called="the range", default=0, sparse=True)
    base: int = wire(
        read=length(SMALLEST_BASE, LARGEST_BASE), called="the base", default=BASE, sparse=True
    )
    name: str = wire(read=Form(a_name), default="", sparse=True)

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id[0]]


@dataclass(frozen=True, slots=True)
class Condition:
    """One way to win (SKR-S4). Of the fields only those that its kind needs are set."""

    written: ClassVar[tuple[str, ...]] = "kind", "pieces", "zone", "edge", "count", "turns"
    kind: str
    pieces: tuple[str, ...] = wire(read=Form(a_few, list), default=(), sparse=True)
    zone: Shape | None = wire(read=ZONE, default=None, sparse=True)
    count: int = wire(read=number(1, MOST_PIECES), default=0, sparse=True)
    turns: int = wire(read=number(1, MOST_TURNS), default=0, sparse=True)
    edge: str = wire(read=EDGE, default="", sparse=True)


WARRIOR = Codec(Warrior, "a piece", named="id")
CONDITION = Codec(Condition, "a condition")


@dataclass(frozen=True, slots=True)
class Side:
    """A side's pieces, in the order of their numbers, and its ways to win."""

    warriors: tuple[Warrior, ...]
    victory: tuple[Condition, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "pieces": [WARRIOR.write(warrior) for warrior in self.warriors],
            "victory": [CONDITION.write(condition) for condition in self.victory],
        }


@dataclass(frozen=True)
class Scenario:
    """`at_limit` wins when the turn limit comes and nobody has won; empty: a draw."""

    name: str
    story: str
    table: Table
    first: str
    turn_limit: int
    at_limit: str
    red: Side
    blue: Side

    def side(self, seat: str) -> Side:
        return self.red if seat == "red" else self.blue

    @cached_property
    def warriors(self) -> tuple[Warrior, ...]:
        """All pieces in unit order: Red's, then Blue's, each by number."""
        return self.red.warriors + self.blue.warriors

    @cached_property
    def index(self) -> dict[str, int]:
        """Where in unit order a piece stands."""
        return {warrior.id: at for at, warrior in enumerate(self.warriors)}

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = kept.copy(self._written)
        return made

    @cached_property
    def _written(self) -> bytes:
        whole = {
            "outrider_scenario": VERSION,
            "name": self.name,
            "story": self.story,
            "table": self.table.to_json(),
            "first": self.first,
            "turn_limit": self.turn_limit,
            "at_limit": self.at_limit or None,
            "sides": {seat: self.side(seat).to_json() for seat in SEATS},
        }
        return kept.packed(whole)
