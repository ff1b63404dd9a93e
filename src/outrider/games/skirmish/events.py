"""What can happen in Skirmish."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Event, Scene
from outrider.table.events import Named
from outrider.table.points import Point, point_text


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    event: ClassVar[str] = "round"
    part: ClassVar[str] = "begins"
    round: int

    def __str__(self) -> str:
        return f"Round {self.round}."


@dataclass(frozen=True, slots=True)
class Saw(Named):
    event: ClassVar[str] = "saw"
    unit: str
    army: str

    def __str__(self) -> str:
        return f"{self.unit} has seen {self.army.capitalize()}'s army."


@dataclass(frozen=True, slots=True)
class WasReady(Event):
    event: ClassVar[str] = "ready"
    part: ClassVar[str] = "chosen"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} is ready."


@dataclass(frozen=True, slots=True)
class TimeRanOut(Event):
    event: ClassVar[str] = "time"
    part: ClassVar[str] = "cut"

    def __str__(self) -> str:
        return "The minute is up."


@dataclass(frozen=True, slots=True)
class Began(Event):
    """Whose attack turns come first."""

    event: ClassVar[str] = "first"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} attacks first."


@dataclass(frozen=True, slots=True)
class Shot(Named):
    event: ClassVar[str] = "shot"
    scene: ClassVar[Scene] = Scene("aimed", who="unit", whom="target")
    unit: str
    target: str
    distance: int | float

    def __str__(self) -> str:
        return f'{self.unit} shoots at {self.target}, {self.distance}" away.'


@dataclass(frozen=True, slots=True)
class Struck(Named):
    event: ClassVar[str] = "struck"
    scene: ClassVar[Scene] = Scene("aimed", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.unit} strikes at {self.target}."


@dataclass(frozen=True, slots=True)
class Dealt(Named):
    """Who comes out on top hand to hand, and by how much."""

    event: ClassVar[str] = "dealt"
    scene: ClassVar[Scene] = Scene("hit", who="unit", whom="target")
    unit: str
    target: str
    damage: int

    def __str__(self) -> str:
        return f"{self.unit} deals {self.damage} to {self.target}."


@dataclass(frozen=True, slots=True)
class Parried(Named):
    event: ClassVar[str] = "parried"
    scene: ClassVar[Scene] = Scene("missed", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.target} holds {self.unit} off."


@dataclass(frozen=True, slots=True)
class Thrown(Named):
    event: ClassVar[str] = "thrown"
    scene: ClassVar[Scene] = Scene("aimed", who="unit", whom="toward")
    unit: str
    toward: Point

    def __str__(self) -> str:
        return f"{self.unit} throws a grenade towards {point_text(self.toward)}."


@dataclass(frozen=True, slots=True)
class Carried(Named):
    """How far the throw may go."""

    event: ClassVar[str] = "carried"
    unit: str
    within: int | float

    def __str__(self) -> str:
        return f'It may land up to {self.within}" from {self.unit}.'


@dataclass(frozen=True, slots=True)
class Landed(Named):
    event: ClassVar[str] = "landed"
    scene: ClassVar[Scene] = Scene("hit", who="unit", whom="at")
    unit: str
    at: Point
    units: tuple[str, ...]

    def __str__(self) -> str:
        caught = ", ".join(self.units) or "nobody"
        return f"{self.unit}'s grenade lands at {point_text(self.at)}; in the blast: {caught}."


@dataclass(frozen=True, slots=True)
class CameUnderFire(Named):
    """Indirect fire at the start of a round."""

    event: ClassVar[str] = "indirect"
    scene: ClassVar[Scene] = Scene("marked", who="unit")
    unit: str
    army: str

    def __str__(self) -> str:
        return f"{self.army.capitalize()}'s army fires at {self.unit}."


@dataclass(frozen=True, slots=True)
class Resisted(Named):
    event: ClassVar[str] = "resisted"
    scene: ClassVar[Scene] = Scene("missed", whom="unit")
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} is unhurt."


@dataclass(frozen=True, slots=True)
class Hurt(Named):
    event: ClassVar[str] = "hurt"
    scene: ClassVar[Scene] = Scene("hurt", whom="unit", loss="loss")
    unit: str
    loss: int
    health: int

    def __str__(self) -> str:
        return f"{self.unit} loses {self.loss}, and has {self.health} left."


@dataclass(frozen=True, slots=True)
class Died(Named):
    """`grenades` are still on the corpse: with any it lies face up."""

    event: ClassVar[str] = "died"
    scene: ClassVar[Scene] = Scene("fell", whom="unit")
    unit: str
    grenades: int

    def __str__(self) -> str:
        face = "face up" if self.grenades else "face down"
        return f"{self.unit} is dead and lies {face}."


@dataclass(frozen=True, slots=True)
class Told(Named):
    event: ClassVar[str] = "told"
    scene: ClassVar[Scene] = Scene("marked", who="unit", whom="target")
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{self.unit} tells {self.target} what was seen."


@dataclass(frozen=True, slots=True)
class Took(Named):
    event: ClassVar[str] = "took"
    scene: ClassVar[Scene] = Scene("marked", who="unit", whom="corpse")
    pieces: ClassVar[tuple[str, ...]] = ("unit", "corpse")
    unit: str
    corpse: str
    grenades: int

    def __str__(self) -> str:
        noun = "grenade" if self.grenades == 1 else "grenades"
        return f"{self.unit} takes {self.grenades} {noun} from {self.corpse}, now face down."


@dataclass(frozen=True, slots=True)
class Skipped(Named):
    event: ClassVar[str] = "skipped"
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} does nothing more this round."


@dataclass(frozen=True, slots=True)
class Reported(Named):
    event: ClassVar[str] = "reported"
    scene: ClassVar[Scene] = Scene("marked", who="unit")
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} reports what was seen."


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    event: ClassVar[str] = "out"
    seat: str

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} has no figure left and is out."
