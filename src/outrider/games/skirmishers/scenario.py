"""Scenarios (SKR-S1 to SKR-S4): the forces, the ground and what each side has to do."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outrider.table.lengths import inches
from outrider.table.points import Point, to_json
from outrider.table.shapes import Shape, shape_to_json
from outrider.table.snapping import BASE
from outrider.table.terrain import Table

VERSION = 1
SEATS = ("red", "blue")
SEAT_OF = {"R": "red", "B": "blue"}
WEAPONS = ("none", "bow", "firearm")
EDGES = ("top", "bottom", "left", "right")
MOST_PIECES = 99


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Warrior:
    """A piece as the scenario describes it (SKR-S1, SKR-S2): its ratings are numbers of dice,
    lengths are thousandths of an inch, `at` is where it begins."""

    id: str
    at: Point
    firing: int
    attack: int
    defense: int
    movement: int
    weapon: str = "none"
    range: int = 0
    base: int = BASE
    name: str = ""

    @property
    def seat(self) -> str:
        return SEAT_OF[self.id[0]]

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"id": self.id}
        if self.name:
            made["name"] = self.name
        made |= {
            "at": to_json(self.at),
            "firing": self.firing,
            "attack": self.attack,
            "defense": self.defense,
            "movement": inches(self.movement),
            "weapon": self.weapon,
        }
        if self.weapon != "none":
            made["range"] = inches(self.range)
        if self.base != BASE:
            made["base"] = inches(self.base)
        return made


@dataclass(frozen=True, slots=True)
class Condition:
    """One way to win (SKR-S4). Of the fields only those that its kind needs are set."""

    kind: str
    pieces: tuple[str, ...] = ()
    zone: Shape | None = None
    count: int = 0
    turns: int = 0
    edge: str = ""

    def to_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"kind": self.kind}
        if self.pieces:
            made["pieces"] = list(self.pieces)
        if self.zone is not None:
            made["zone"] = shape_to_json(self.zone)
        if self.edge:
            made["edge"] = self.edge
        if self.count:
            made["count"] = self.count
        if self.turns:
            made["turns"] = self.turns
        return made


@dataclass(frozen=True, slots=True)
class Side:
    """A side's pieces, in the order of their numbers, and its ways to win."""

    warriors: tuple[Warrior, ...]
    victory: tuple[Condition, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "pieces": [warrior.to_json() for warrior in self.warriors],
            "victory": [condition.to_json() for condition in self.victory],
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
        return {
            "outrider_scenario": VERSION,
            "name": self.name,
            "story": self.story,
            "table": self.table.to_json(),
            "first": self.first,
            "turn_limit": self.turn_limit,
            "at_limit": self.at_limit or None,
            "sides": {seat: self.side(seat).to_json() for seat in SEATS},
        }
