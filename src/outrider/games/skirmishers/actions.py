"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import Any, ClassVar

from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.core.wire import ActionSet, a_list, shown, wire
from outrider.table.points import Point, a_point, to_json
from outrider.table.texts import a_unit, point_from_text, point_text

MOST_CORNERS = 32
"""How many points a path has at most: nobody needs more, and checking it stays quick."""
MOST_STRIKERS = 99


def a_path(value: object) -> tuple[Point, ...]:
    points = a_list(value, "the path")
    check_corners(len(points))
    return tuple(a_point(point, "a point of the path") for point in points)


def check_corners(count: int) -> None:
    if not 1 <= count <= MOST_CORNERS:
        raise malformed(f"a path has 1 to {MOST_CORNERS} points, not {count}", "SKR-M1")


def strikers(value: object) -> tuple[str, ...]:
    units = a_list(value, "`units`")
    if not 1 <= len(units) <= MOST_STRIKERS:
        raise malformed(f"1 to {MOST_STRIKERS} pieces strike, not {len(units)}")
    found = tuple(a_unit(unit) for unit in units)
    if len(set(found)) < len(found):
        raise malformed("a piece strikes once, so it is named once")
    return found


class Action(AnyAction):
    """Any decision of a player of Skirmishers."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a piece along a path of straight legs (SKR-M1)."""

    do: ClassVar[str] = "move"
    unit: str = wire("unit", a_unit)
    path: tuple[Point, ...] = wire("path", a_path)

    def to_json(self) -> dict[str, Any]:
        return {"do": self.do, "unit": self.unit, "path": [to_json(point) for point in self.path]}


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Strike an enemy with one piece or several (SKR-F1, SKR-F2)."""

    do: ClassVar[str] = "fight"
    units: tuple[str, ...] = wire("units", strikers)
    target: str = wire("target", a_unit)


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Say which of several beaten strikers suffers (SKR-F9)."""

    do: ClassVar[str] = "choose"
    unit: str = wire("unit", a_unit)


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """Fire at an enemy (SKR-G1)."""

    do: ClassVar[str] = "fire"
    unit: str = wire("unit", a_unit)
    target: str = wire("target", a_unit)


@dataclass(frozen=True, slots=True)
class ReturnFire(Action):
    """Take the offer to fire back (SKR-X1)."""

    do: ClassVar[str] = "return-fire"


@dataclass(frozen=True, slots=True)
class DefensiveFire(Action):
    """Take the offer to fire at a mover (SKR-X3)."""

    do: ClassVar[str] = "defensive-fire"


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Keep an offer to fire at a mover for a later look (SKR-X4)."""

    do: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Leave an offer to fire (SKR-X1, SKR-X4)."""

    do: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn (SKR-T1)."""

    do: ClassVar[str] = "end"


ACTIONS: ActionSet[Action] = ActionSet(
    Move, Strike, Choose, Fire, ReturnFire, DefensiveFire, Wait, Hold, End
)
WORDS: dict[str, Action] = {
    kind.do: kind() for kind in (ReturnFire, DefensiveFire, Wait, Hold, End)
}  # fmt: skip


def write_action(action: Action) -> str:
    match action:
        case Move(unit, path):
            return f"move {unit} {' '.join(map(point_text, path))}"
        case Strike(units, target):
            return f"fight {'+'.join(units)} {target}"
        case Choose(unit):
            return f"choose {unit}"
        case Fire(unit, target):
            return f"fire {unit} {target}"
    return action.do


def read_action(text: str) -> Action:
    match text.split():
        case ["move", unit, _, *_] as words:
            check_corners(len(words) - 2)
            return Move(a_unit(unit), tuple(point_from_text(point) for point in words[2:]))
        case ["fight", units, target]:
            return Strike(strikers(units.split("+")), a_unit(target))
        case ["choose", unit]:
            return Choose(a_unit(unit))
        case ["fire", unit, target]:
            return Fire(a_unit(unit), a_unit(target))
        case [word] if word in WORDS:
            return WORDS[word]
    raise malformed(
        f"{shown(text)} is not an action; write move R1 4,6 5,6, fight R1+R2 B1, fire R1 B1 or end;"
        " to an offer return-fire, defensive-fire, wait, hold or choose R2"
    )
