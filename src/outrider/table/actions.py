"""Actions that are alike in games on a measuring table. A game says whose units they are about."""

from dataclasses import dataclass
from typing import ClassVar

from outrider.core.wire import Action
from outrider.table.points import Point


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Put a unit on the table."""

    do: ClassVar[str] = "deploy"
    unit: str
    at: Point


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a unit straight to a point."""

    do: ClassVar[str] = "move"
    unit: str
    to: Point
