"""The closed set of actions, as objects, as text (SKN-P1) and as the kernel's numbers."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, TypeAlias, cast

from outrider.core.codec import number
from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.core.wire import ActionSet, shown, wire
from outrider.games.skirminion.board import NUMBER, SQUARES, Square
from outrider.games.skirminion.kernel import layout

NO_CODE = -1


Forts: TypeAlias = Annotated[int, number(-(10**9), 10**9, "the number of forts")]


class Action(AnyAction):
    """Any decision of a player of Skirminion."""

    __slots__ = ()
    kind: ClassVar[int]


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """How many forts each side places (SKN-S3)."""

    do: ClassVar[str] = "declare"
    kind: ClassVar[int] = layout.DECLARE
    forts: Forts


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put a fort on the board (SKN-S5)."""

    do: ClassVar[str] = "place"
    kind: ClassVar[int] = layout.PLACE
    at: Square


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a unit (SKN-M1 to SKN-M6)."""

    do: ClassVar[str] = "move"
    kind: ClassVar[int] = layout.MOVE
    source: Square = wire("from")
    target: Square = wire("to")


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Strike an enemy unit in contact (SKN-A1)."""

    do: ClassVar[str] = "attack"
    kind: ClassVar[int] = layout.ATTACK
    source: Square = wire("from")
    target: Square = wire("to")


@dataclass(frozen=True, slots=True)
class Siege(Action):
    """Besiege an enemy fort in contact (SKN-A4)."""

    do: ClassVar[str] = "siege"
    kind: ClassVar[int] = layout.BESIEGE
    source: Square = wire("from")
    fort: Square = wire("fort")


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """Pass with a wounded unit, which recovers (SKN-R1)."""

    do: ClassVar[str] = "rest"
    kind: ClassVar[int] = layout.REST
    unit: Square


@dataclass(frozen=True, slots=True)
class Receive(Action):
    """Choose who takes the blow at a besieged fort (SKN-A5)."""

    do: ClassVar[str] = "receive"
    kind: ClassVar[int] = layout.RECEIVE
    unit: Square


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Activate a unit that does nothing and does not rest (SKN-R3)."""

    do: ClassVar[str] = "pass"
    kind: ClassVar[int] = layout.PASS


@dataclass(frozen=True, slots=True)
class End(Action):
    """Leave the activated unit as it is (SKN-P2)."""

    do: ClassVar[str] = "end"
    kind: ClassVar[int] = layout.END


ACTIONS: ActionSet[Action] = ActionSet(
    Declare, Place, Move, Attack, Siege, Receive, Rest, Pass, End
)
_BY_KIND: dict[int, type[Action]] = {kind.kind: kind for kind in ACTIONS.kinds.values()}


@cache
def action_of(code: int) -> Action:
    """The action a kernel's number stands for. Actions are frozen, so each exists once."""
    kind: Any = _BY_KIND[code >> layout.KIND_AT]
    source, target = SQUARES[code >> 6 & 63], SQUARES[code & 63]
    if kind in (Move, Attack, Siege):
        return kind(source, target)  # type: ignore[no-any-return]
    if kind is Rest:
        return Rest(source)
    if kind in (Receive, Place):
        return kind(target)  # type: ignore[no-any-return]
    return Declare(code & 63) if kind is Declare else kind()


def code_of(action: Action) -> int:
    """The kernel's number for an action; NO_CODE for a number of forts that has none."""
    code = action.kind << layout.KIND_AT
    match action:
        case Move(source, target) | Attack(source, target) | Siege(source, target):
            return code | NUMBER[source] << 6 | NUMBER[target]
        case Rest(unit):
            return code | NUMBER[unit] << 6
        case Receive(unit) | Place(unit):
            return code | NUMBER[unit]
        case Declare(forts):
            return code | forts if 0 <= forts <= layout.MOST_DECLARED else NO_CODE
    return code


def write_action(action: Action) -> str:
    """An action as people write it (SKN-P1)."""
    match action:
        case Declare(forts):
            return f"forts {forts}"
        case Place(at):
            return f"fort {at}"
        case Move(source, target):
            return f"{source}-{target}"
        case Attack(source, target):
            return f"{source}x{target}"
        case Siege(source, fort):
            return f"{source}*{fort}"
        case Receive(unit):
            return f"={unit}"
        case Rest(unit):
            return f"rest {unit}"
    return action.do


_TEXTS: tuple[tuple[re.Pattern[str], type[Action]], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"forts +(-?[0-9]{1,9})", Declare),
        (r"fort +([a-h][1-8])", Place),
        (r"([a-h][1-8])-([a-h][1-8])", Move),
        (r"([a-h][1-8])x([a-h][1-8])", Attack),
        (r"([a-h][1-8])\*([a-h][1-8])", Siege),
        (r"=([a-h][1-8])", Receive),
        (r"rest +([a-h][1-8])", Rest),
        (r"pass", Pass),
        (r"end", End),
    )
)


def read_action(text: str) -> Action:
    """An action from its text (SKN-P1)."""
    line = text.strip()
    for pattern, kind in _TEXTS:
        found = pattern.fullmatch(line)
        if found is not None:
            make: Any = kind
            words = found.groups()
            return cast(Action, make(int(words[0])) if kind is Declare else make(*words))
    raise malformed(
        f"{shown(line)} is not an action; write e1-e3, e3xe5, e3*d4, =c5, rest e1, pass or end, "
        "in the set-up forts 3 or fort c3",
        "SKN-P1",
    )
