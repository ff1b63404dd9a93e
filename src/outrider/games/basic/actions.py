"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from outrider.core.codec import Form
from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.core.wire import a_string, shown
from outrider.games.basic.battalion import ABILITIES
from outrider.games.basic.state import UnitId
from outrider.table import actions
from outrider.table.texts import SpokenActions


def an_ability(value: object, what: str) -> str:
    name = a_string(value, what)
    if name not in ABILITIES:
        raise malformed(f"the ability is bolster or rush, not {shown(name)}")
    return name


Ability: TypeAlias = Annotated[str, Form(an_ability, called="the ability")]


class Action(AnyAction):
    """Any decision of a player of Basic Skirmish Rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deploy(actions.Deploy, Action):
    """Place a unit in one's own zone (BSK-S2, BSK-S3)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Move(actions.Move, Action):
    """Move a unit (BSK-M1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack an enemy in range (BSK-C1)."""

    do: ClassVar[str] = "attack"
    unit: UnitId
    target: UnitId


@dataclass(frozen=True, slots=True)
class Command(Action):
    """Use the commander's ability (BSK-A1)."""

    do: ClassVar[str] = "command"
    ability: Ability


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn (BSK-T1)."""

    do: ClassVar[str] = "end"


ACTIONS: SpokenActions[Action] = SpokenActions(
    Deploy, Move, Attack, Command, End,
    hint="write move R1 4,6, attack R1 B2, command rush or end, before the battle deploy R1 3,1.5",
)  # fmt: skip
