"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import Any, ClassVar

from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.core.wire import ActionSet, shown, wire
from outrider.games.skirmish.squad import FIGURES, SEAT_OF
from outrider.table.points import Point, a_point, to_json
from outrider.table.texts import a_unit, point_from_text, point_text


def figure_id(value: object) -> str:
    id = a_unit(value)
    if id not in SEAT_OF:
        raise malformed(f"there is no figure {id}; each seat's are numbered 1 to {FIGURES}")
    return id


def point(value: object) -> Point:
    return a_point(value, "the point")


class Action(AnyAction):
    """Any decision of a player of Skirmish."""

    __slots__ = ()


class Attack(Action):
    """What a figure may do in the attack turns."""

    __slots__ = ()
    unit: str


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Place a figure within 2" of one's own edge (SKM-S2)."""

    do: ClassVar[str] = "deploy"
    unit: str = wire("unit", figure_id)
    at: Point = wire("at", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "at": to_json(self.at)}


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a figure in the minute (SKM-R3)."""

    do: ClassVar[str] = "move"
    unit: str = wire("unit", figure_id)
    to: Point = wire("to", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "to": to_json(self.to)}


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
    unit: str = wire("unit", figure_id)
    target: str = wire("target", figure_id)


@dataclass(frozen=True, slots=True)
class Strike(Attack):
    """Fight hand to hand (SKM-F1)."""

    do: ClassVar[str] = "strike"
    unit: str = wire("unit", figure_id)
    target: str = wire("target", figure_id)


@dataclass(frozen=True, slots=True)
class Lob(Attack):
    """Throw a grenade in some direction (SKM-N1)."""

    do: ClassVar[str] = "throw"
    unit: str = wire("unit", figure_id)
    toward: Point = wire("toward", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "toward": to_json(self.toward)}


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Choose where the grenade lands, the die having fallen (SKM-N1)."""

    do: ClassVar[str] = "land"
    at: Point = wire("at", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "at": to_json(self.at)}


@dataclass(frozen=True, slots=True)
class Tell(Attack):
    """Tell another figure what was seen (SKM-O3)."""

    do: ClassVar[str] = "tell"
    unit: str = wire("unit", figure_id)
    target: str = wire("target", figure_id)


@dataclass(frozen=True, slots=True)
class Take(Attack):
    """Take a corpse's grenades (SKM-N4)."""

    do: ClassVar[str] = "take"
    unit: str = wire("unit", figure_id)
    corpse: str = wire("corpse", figure_id)


@dataclass(frozen=True, slots=True)
class Skip(Attack):
    """Give up a figure's actions (SKM-R7)."""

    do: ClassVar[str] = "skip"
    unit: str = wire("unit", figure_id)


ACTIONS: ActionSet[Action] = ActionSet(
    Deploy, Move, Ready, Time, Shoot, Strike, Lob, Land, Tell, Take, Skip
)


def write_action(action: Action) -> str:
    match action:
        case Deploy(unit, at) | Move(unit, at) | Lob(unit, at):
            return f"{action.do} {unit} {point_text(at)}"
        case Shoot(unit, target) | Strike(unit, target) | Tell(unit, target) | Take(unit, target):
            return f"{action.do} {unit} {target}"
        case Land(at):
            return f"land {point_text(at)}"
        case Skip(unit):
            return f"skip {unit}"
    return action.do


TO_A_POINT = {"deploy": Deploy, "move": Move, "throw": Lob}
TO_A_FIGURE = {"shoot": Shoot, "strike": Strike, "tell": Tell, "take": Take}


def read_action(text: str) -> Action:
    match text.split():
        case [("deploy" | "move" | "throw") as do, unit, at]:
            return TO_A_POINT[do](figure_id(unit), point_from_text(at))
        case [("shoot" | "strike" | "tell" | "take") as do, unit, target]:
            return TO_A_FIGURE[do](figure_id(unit), figure_id(target))
        case ["land", at]:
            return Land(point_from_text(at))
        case ["skip", unit]:
            return Skip(figure_id(unit))
        case ["ready"]:
            return Ready()
        case ["time"]:
            return Time()
    raise malformed(
        f"{shown(text)} is not an action; write move R1 4,6 or ready in the minute, then "
        "shoot R1 B2, strike R1 B2, throw R1 9,9, land 8,8, tell R1 R2, take R1 B3 or skip R1, "
        "before the first round deploy R1 3,1.5"
    )
