"""What can happen in Basic Skirmish Rules."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Scene
from outrider.table.events import Named


@dataclass(frozen=True, slots=True)
class Attacked(Named):
    event: ClassVar[str] = "attacked"
    scene: ClassVar[Scene] = Scene("aimed", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.unit} attacks {self.target}."


@dataclass(frozen=True, slots=True)
class Missed(Named):
    """`done`: the unit does nothing more this turn (BSK-C3)."""

    event: ClassVar[str] = "missed"
    scene: ClassVar[Scene] = Scene("missed", who="unit")
    unit: str
    done: bool

    def __str__(self) -> str:
        return f"{self.unit} misses{' and is done for this turn' if self.done else ''}."


@dataclass(frozen=True, slots=True)
class Hit(Named):
    event: ClassVar[str] = "hit"
    scene: ClassVar[Scene] = Scene("hit", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.unit} hits {self.target}, who may save."


@dataclass(frozen=True, slots=True)
class Saved(Named):
    event: ClassVar[str] = "saved"
    scene: ClassVar[Scene] = Scene("missed", whom="unit")
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} saves and is unhurt."


@dataclass(frozen=True, slots=True)
class Hurt(Named):
    """`buffered` is the part that bolster's health took (BSK-A6)."""

    event: ClassVar[str] = "hurt"
    scene: ClassVar[Scene] = Scene("hurt", whom="unit", loss="loss")
    unit: str
    loss: int
    buffered: int
    health: int

    def __str__(self) -> str:
        taken = f", {self.buffered} of it from the bolster" if self.buffered else ""
        return f"{self.unit} loses {self.loss}{taken}, and has {self.health} left."


@dataclass(frozen=True, slots=True)
class Died(Named):
    event: ClassVar[str] = "died"
    scene: ClassVar[Scene] = Scene("fell", whom="unit")
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is removed."


@dataclass(frozen=True, slots=True)
class Commanded(Named):
    event: ClassVar[str] = "commanded"
    part: ClassVar[str] = "chosen"
    scene: ClassVar[Scene] = Scene("marked", who="unit", whom="units")
    unit: str
    ability: str
    units: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.unit} commands a {self.ability}: {', '.join(self.units)}."
