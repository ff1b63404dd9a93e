"""What can happen in Skirmishers."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Scene
from outrider.table.events import Named
from outrider.table.points import Point


@dataclass(frozen=True, slots=True)
class Offered(Named):
    """A piece may react; `at` is where its target is."""

    event: ClassVar[str] = "offered"
    kind: str
    unit: str
    target: str
    at: Point

    def __str__(self) -> str:
        if self.kind == "return-fire":
            return f"{self.unit} may fire back at {self.target}."
        return f"{self.target} comes into {self.unit}'s field of fire."


@dataclass(frozen=True, slots=True)
class Held(Named):
    event: ClassVar[str] = "held"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} holds its fire."


@dataclass(frozen=True, slots=True)
class Waited(Named):
    """An offer is kept for a later look (SKR-X4)."""

    event: ClassVar[str] = "waited"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} waits."


@dataclass(frozen=True, slots=True)
class Fired(Named):
    """`cover` is what is added to the target's highest die (SKR-G3)."""

    event: ClassVar[str] = "fired"
    scene: ClassVar[Scene] = Scene("aimed", who="unit", whom="target")
    kind: str
    unit: str
    target: str
    cover: int

    def __str__(self) -> str:
        behind = f", who has cover +{self.cover}" if self.cover else ""
        verb = "fires back at" if self.kind == "return-fire" else "fires at"
        return f"{self.unit} {verb} {self.target}{behind}."


@dataclass(frozen=True, slots=True)
class Missed(Named):
    event: ClassVar[str] = "missed"
    scene: ClassVar[Scene] = Scene("missed", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.target} lives."


@dataclass(frozen=True, slots=True)
class Fought(Named):
    event: ClassVar[str] = "fought"
    scene: ClassVar[Scene] = Scene("aimed", who="units", whom="target")
    units: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        verb = "strikes" if len(self.units) == 1 else "strike"
        return f"{' and '.join(self.units)} {verb} {self.target}."


@dataclass(frozen=True, slots=True)
class Undecided(Named):
    """Equal highest dice (SKR-F4)."""

    event: ClassVar[str] = "undecided"
    scene: ClassVar[Scene] = Scene("missed", who="units", whom="target")
    units: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        return "Neither gives way."


@dataclass(frozen=True, slots=True)
class Advantage(Named):
    """`reversal`: the winner was at disadvantage before (SKR-F6)."""

    event: ClassVar[str] = "advantage"
    scene: ClassVar[Scene] = Scene("hit", who="unit", whom="over")
    pieces: ClassVar[tuple[str, ...]] = ("unit", "over")
    unit: str
    over: str
    reversal: bool

    def __str__(self) -> str:
        how = "turns the tables and has" if self.reversal else "has"
        return f"{self.unit} {how} advantage over {self.over}."


@dataclass(frozen=True, slots=True)
class Parted(Named):
    """They no longer touch, and what advantage there was is gone (SKR-F8)."""

    event: ClassVar[str] = "parted"
    pieces: ClassVar[tuple[str, ...]] = ("unit", "other")
    unit: str
    other: str

    def __str__(self) -> str:
        return f"{self.unit} and {self.other} part."


@dataclass(frozen=True, slots=True)
class Died(Named):
    event: ClassVar[str] = "died"
    scene: ClassVar[Scene] = Scene("fell", whom="unit")
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is killed."


@dataclass(frozen=True, slots=True)
class Exited(Named):
    event: ClassVar[str] = "exited"
    scene: ClassVar[Scene] = Scene("marked", who="unit")
    unit: str
    edge: str

    def __str__(self) -> str:
        return f"{self.unit} leaves by the {self.edge} edge."
