"""What may be under way: a move, a shot, a melee, and an offer to react."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from outrider.core.codec import Codec, many, number, one_of, or_null
from outrider.core.wire import wire
from outrider.games.skirmishers.actions import MOST_CORNERS, POINTS
from outrider.table.lengths import LARGEST_TABLE, length
from outrider.table.points import Point
from outrider.table.texts import UnitId

SHOTS = ("fire", "return-fire", "defensive-fire")
"""Kinds of fire, in the kernel's order."""
ShotKind: TypeAlias = Annotated[
    str, one_of(SHOTS, lambda kind: f"a shot is one of {', '.join(SHOTS)}, not {kind}")
]
OfferKind: TypeAlias = Annotated[str, one_of(SHOTS[1:], lambda kind: f"nobody is offered {kind}")]
Faces: TypeAlias = Annotated[tuple[int, ...] | None, or_null(many(number(1, 6)))]
GONE = length(0, MOST_CORNERS * 2 * LARGEST_TABLE, "how far the move has gone")


@dataclass(frozen=True, slots=True)
class March:
    """A move under way (SKR-X4). The mover has gone so far along its path, which begins at `start`;
    `held` have left their offer, `waiting` wait for a better moment."""

    unit: UnitId
    start: Point = wire("from", called="where the move began")
    path: tuple[Point, ...] = wire(read=POINTS, called="the path")
    gone: int = wire(read=GONE, default=0)
    held: tuple[UnitId, ...] = wire(called="who has held", default=())
    waiting: tuple[UnitId, ...] = wire(called="who waits", default=())


@dataclass(frozen=True, slots=True)
class Shot:
    """Fire that waits for dice: the firer's first, whose faces are then kept. `kind` is fire,
    return-fire or defensive-fire."""

    kind: ShotKind
    unit: UnitId
    target: UnitId
    faces: Faces = wire(called="a face of the shot", default=None)


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee that waits for dice, the strikers' first, or for the choice of SKR-F9."""

    units: tuple[UnitId, ...] = wire(called="who strikes")
    target: UnitId = wire()
    faces: Faces = wire(called="a face of the strikers", default=None)
    answer: Faces = wire(called="a face of the target", default=None)


@dataclass(frozen=True, slots=True)
class Offer:
    """A reaction that its owner may take or leave; `kind` is return-fire or defensive-fire."""

    kind: OfferKind
    unit: UnitId
    target: UnitId


MARCH = Codec(March, "the move")
SHOT = Codec(Shot, "the shot")
FIGHT = Codec(Fight, "the melee")
OFFER = Codec(Offer, "the offer")
