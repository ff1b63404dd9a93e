"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import Any, ClassVar

from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.core.wire import ActionSet, a_string, shown, wire
from outrider.games.basic.battalion import ABILITIES
from outrider.games.basic.state import IDS
from outrider.table.points import Point, a_point, to_json
from outrider.table.texts import a_unit, point_from_text, point_text


def unit_id(value: object) -> str:
    id = a_unit(value)
    if id not in IDS:
        raise malformed(f"there is no unit {id}; they are R1 to R5 and B1 to B5")
    return id


def point(value: object) -> Point:
    return a_point(value, "the point")


def ability(value: object) -> str:
    name = a_string(value, "the ability")
    if name not in ABILITIES:
        raise malformed(f"the ability is bolster or rush, not {shown(name)}")
    return name


class Action(AnyAction):
    """Any decision of a player of Basic Skirmish Rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Place a unit in one's own zone (BSK-S2, BSK-S3)."""

    do: ClassVar[str] = "deploy"
    unit: str = wire("unit", unit_id)
    at: Point = wire("at", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "at": to_json(self.at)}


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a unit (BSK-M1)."""

    do: ClassVar[str] = "move"
    unit: str = wire("unit", unit_id)
    to: Point = wire("to", point)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "to": to_json(self.to)}


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack an enemy in range (BSK-C1)."""

    do: ClassVar[str] = "attack"
    unit: str = wire("unit", unit_id)
    target: str = wire("target", unit_id)


@dataclass(frozen=True, slots=True)
class Command(Action):
    """Use the commander's ability (BSK-A1)."""

    do: ClassVar[str] = "command"
    ability: str = wire("ability", ability)


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn (BSK-T1)."""

    do: ClassVar[str] = "end"


ACTIONS: ActionSet[Action] = ActionSet(Deploy, Move, Attack, Command, End)


def write_action(action: Action) -> str:
    match action:
        case Deploy(unit, at):
            return f"deploy {unit} {point_text(at)}"
        case Move(unit, to):
            return f"move {unit} {point_text(to)}"
        case Attack(unit, target):
            return f"attack {unit} {target}"
        case Command(name):
            return f"command {name}"
    return action.do


def read_action(text: str) -> Action:
    match text.split():
        case ["deploy", unit, at]:
            return Deploy(unit_id(unit), point_from_text(at))
        case ["move", unit, to]:
            return Move(unit_id(unit), point_from_text(to))
        case ["attack", unit, target]:
            return Attack(unit_id(unit), unit_id(target))
        case ["command", name]:
            return Command(ability(name))
        case ["end"]:
            return End()
    raise malformed(
        f"{shown(text)} is not an action; write move R1 4,6, attack R1 B2, command rush or end, "
        "before the battle deploy R1 3,1.5"
    )
