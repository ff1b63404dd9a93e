"""The closed set of actions, as objects, as JSON and as text."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from outrider.core.codec import Form, many
from outrider.core.refusal import malformed
from outrider.core.wire import Action as AnyAction
from outrider.table.points import POINT, Point, point_from_text, point_text
from outrider.table.texts import UNIT, SpokenActions, UnitId

MOST_CORNERS = 32
"""How many points a path has at most: nobody needs more, and checking it stays quick."""
MOST_STRIKERS = 99
POINTS = many(POINT, "a point of the path")
UNITS = many(UNIT)


def a_path(value: object, what: str) -> tuple[Point, ...]:
    if isinstance(value, list):
        check_corners(len(value))
    return POINTS.read(value, what)


def path_from_text(text: str) -> tuple[Point, ...]:
    points = text.split()
    check_corners(len(points))
    return tuple(map(point_from_text, points))


def check_corners(count: int) -> None:
    if not 1 <= count <= MOST_CORNERS:
        raise malformed(f"a path has 1 to {MOST_CORNERS} points, not {count}", "SKR-M1")


def strikers(value: object, what: str) -> tuple[str, ...]:
    if isinstance(value, list) and not 1 <= len(value) <= MOST_STRIKERS:
        raise malformed(f"1 to {MOST_STRIKERS} pieces strike, not {len(value)}")
    found = UNITS.read(value, what)
    if len(set(found)) < len(found):
        raise malformed("a piece strikes once, so it is named once")
    return found


A_PATH = Form(
    a_path,
    POINTS.write,
    "the path",
    say=lambda path: " ".join(map(point_text, path)),
    hear=path_from_text,
    rest=True,
)
A_FEW = Form(
    strikers,
    list,
    say="+".join,
    hear=lambda text: strikers(text.split("+"), "`units`"),
)
Path: TypeAlias = Annotated[tuple[Point, ...], A_PATH]
Strikers: TypeAlias = Annotated[tuple[str, ...], A_FEW]


class Action(AnyAction):
    """Any decision of a player of Skirmishers."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a piece along a path of straight legs (SKR-M1)."""

    do: ClassVar[str] = "move"
    unit: UnitId
    path: Path


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Strike an enemy with one piece or several (SKR-F1, SKR-F2)."""

    do: ClassVar[str] = "fight"
    units: Strikers
    target: UnitId


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Say which of several beaten strikers suffers (SKR-F9)."""

    do: ClassVar[str] = "choose"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """Fire at an enemy (SKR-G1)."""

    do: ClassVar[str] = "fire"
    unit: UnitId
    target: UnitId


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


ACTIONS: SpokenActions[Action] = SpokenActions(
    Move, Strike, Choose, Fire, ReturnFire, DefensiveFire, Wait, Hold, End,
    hint="write move R1 4,6 5,6, fight R1+R2 B1, fire R1 B1 or end;"
    " to an offer return-fire, defensive-fire, wait, hold or choose R2",
)  # fmt: skip
