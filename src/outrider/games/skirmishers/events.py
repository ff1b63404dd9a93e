"""What can happen in Skirmishers."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Event
from outrider.table.points import Point, point_text


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A piece may react; `at` is where its target is."""

    event: ClassVar[str] = "offered"
    kind: str
    unit: str
    target: str
    at: Point

    def __str__(self) -> str:
        if self.kind == "return-fire":
            return f"{self.unit} may fire back at {self.target}."
        return f"{self.target} comes into {self.unit}'s field of fire at {point_text(self.at)}."


@dataclass(frozen=True, slots=True)
class Held(Event):
    event: ClassVar[str] = "held"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} holds its fire."


@dataclass(frozen=True, slots=True)
class Waited(Event):
    """An offer is kept for a later look (SKR-X4)."""

    event: ClassVar[str] = "waited"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} waits."


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """`cover` is what is added to the target's highest die (SKR-G3)."""

    event: ClassVar[str] = "fired"
    kind: str
    unit: str
    target: str
    cover: int

    def __str__(self) -> str:
        behind = f", who has cover +{self.cover}" if self.cover else ""
        verb = "fires back at" if self.kind == "return-fire" else "fires at"
        return f"{self.unit} {verb} {self.target}{behind}."


@dataclass(frozen=True, slots=True)
class Missed(Event):
    event: ClassVar[str] = "missed"
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.target} lives."


@dataclass(frozen=True, slots=True)
class Fought(Event):
    event: ClassVar[str] = "fought"
    units: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        verb = "strikes" if len(self.units) == 1 else "strike"
        return f"{' and '.join(self.units)} {verb} {self.target}."


@dataclass(frozen=True, slots=True)
class Undecided(Event):
    """Equal highest dice (SKR-F4)."""

    event: ClassVar[str] = "undecided"
    units: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        return "Neither gives way."


@dataclass(frozen=True, slots=True)
class Advantage(Event):
    """`reversal`: the winner was at disadvantage before (SKR-F6)."""

    event: ClassVar[str] = "advantage"
    unit: str
    over: str
    reversal: bool

    def __str__(self) -> str:
        how = "turns the tables and has" if self.reversal else "has"
        return f"{self.unit} {how} advantage over {self.over}."


@dataclass(frozen=True, slots=True)
class Parted(Event):
    """They no longer touch, and what advantage there was is gone (SKR-F8)."""

    event: ClassVar[str] = "parted"
    unit: str
    other: str

    def __str__(self) -> str:
        return f"{self.unit} and {self.other} part."


@dataclass(frozen=True, slots=True)
class Died(Event):
    event: ClassVar[str] = "died"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is killed."


@dataclass(frozen=True, slots=True)
class Exited(Event):
    event: ClassVar[str] = "exited"
    unit: str
    edge: str

    def __str__(self) -> str:
        return f"{self.unit} leaves by the {self.edge} edge."
