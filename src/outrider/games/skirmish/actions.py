"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Action as AnyAction
from outrider.games.skirmish.squad import FigureId
from outrider.table import actions
from outrider.table.points import Point
from outrider.table.texts import SpokenActions


class Action(AnyAction):
    """Any decision of a player of Skirmish."""

    __slots__ = ()


class Attack(Action):
    """What a figure may do in the attack turns."""

    __slots__ = ()
    unit: str


@dataclass(frozen=True, slots=True)
class Deploy(actions.Deploy, Action):
    """Place a figure within 2" of one's own edge (SKM-S2)."""

    unit: FigureId


@dataclass(frozen=True, slots=True)
class Move(actions.Move, Action):
    """Move a figure in the minute (SKM-R3)."""

    unit: FigureId


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Be done with the minute (SKM-R6)."""

    do: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Time(Action):
    """The clock has run out (SKM-R6)."""

    do: ClassVar[str] = "time"


@dataclass(frozen=True, slots=True)
class Shoot(Attack):
    """Fire the ranged weapon (SKM-G1)."""

    do: ClassVar[str] = "shoot"
    unit: FigureId
    target: FigureId


@dataclass(frozen=True, slots=True)
class Strike(Attack):
    """Fight hand to hand (SKM-F1)."""

    do: ClassVar[str] = "strike"
    unit: FigureId
    target: FigureId


@dataclass(frozen=True, slots=True)
class Lob(Attack):
    """Throw a grenade in some direction (SKM-N1)."""

    do: ClassVar[str] = "throw"
    unit: FigureId
    toward: Point


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Choose where the grenade lands, the die having fallen (SKM-N1)."""

    do: ClassVar[str] = "land"
    at: Point


@dataclass(frozen=True, slots=True)
class Tell(Attack):
    """Tell another figure what was seen (SKM-O3)."""

    do: ClassVar[str] = "tell"
    unit: FigureId
    target: FigureId


@dataclass(frozen=True, slots=True)
class Take(Attack):
    """Take a corpse's grenades (SKM-N4)."""

    do: ClassVar[str] = "take"
    unit: FigureId
    corpse: FigureId


@dataclass(frozen=True, slots=True)
class Skip(Attack):
    """Give up a figure's actions (SKM-R7)."""

    do: ClassVar[str] = "skip"
    unit: FigureId


ACTIONS: SpokenActions[Action] = SpokenActions(
    Deploy, Move, Ready, Time, Shoot, Strike, Lob, Land, Tell, Take, Skip,
    hint="write move R1 4,6 or ready in the minute, then shoot R1 B2, strike R1 B2, throw R1 9,9, "
    "land 8,8, tell R1 R2, take R1 B3 or skip R1, before the first round deploy R1 3,1.5",
)  # fmt: skip
