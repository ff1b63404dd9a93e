"""A table that somebody is making: every fault of it with its place, and what would mend it.

Whether a mend is one the readers say: it is offered if they then accept the piece.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from math import atan2, cos, pi, sin
from typing import Any

from outrider.core.faults import Fault, Faults, inner
from outrider.core.making import Change, Finding, Mend, value_at
from outrider.core.refusal import Refusal
from outrider.core.values import a_list, an_object
from outrider.table.lengths import LARGEST_TABLE, inches
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape
from outrider.table.terrain import (
    HIGHEST,
    LARGEST_COST,
    MOST_PIECES,
    PIECE_FIELDS,
    SHAPE_FIELDS,
    Table,
    a_piece,
    a_table,
    lies_on,
)

BOUNDS: dict[str, tuple[float, float]] = {
    "height": (0, inches(HIGHEST)),
    "cost": (0.1, inches(LARGEST_COST)),
    "cover": (0, 6),
}
RINGS, ROUND, APART = 96, 16, 0.125
"""How far and how closely a free place is looked for, in inches."""


def read_table(faults: Faults, value: object, place: str = "") -> Table | None:
    """The table, if nothing is wrong with it; each piece of terrain is looked at by itself."""
    before = len(faults.all)
    data = faults.read(place, an_object, value, "it")
    if data is None:
        return None
    pieces = faults.read(inner(place, "terrain"), a_list, data.get("terrain", []), "it") or []
    bare = faults.read(place, a_table, {**data, "terrain": []})
    if len(pieces) > MOST_PIECES:
        few = f"a table has at most {MOST_PIECES} pieces of terrain, not {len(pieces)}"
        faults.add(inner(place, "terrain"), few)
        return None
    for number, each in enumerate(pieces):
        here = inner(place, f"terrain[{number}]")
        piece = faults.read(here, a_piece, each, "it")
        if piece is not None and bare is not None and not lies_on(bare, piece.shape):
            faults.add(here, "does not lie on the table")
    return None if len(faults.all) > before else a_table(data)


def found_at(value: Any, place: str) -> tuple[float, float] | None:
    """Where on the table something is that stands at a place of some JSON."""
    while place:
        thing = value_at(value, place)
        if isinstance(thing, dict):
            zone = thing.get("zone")
            shape = zone if isinstance(zone, dict) else thing
            middle = middle_of(shape.get("points") or [shape.get("at")])
            if middle is not None:
                return middle
        place = place.rpartition(".")[0] if not place.endswith("]") else place.rpartition("[")[0]
    return None


def middle_of(points: Any) -> tuple[float, float] | None:
    """The middle of some points, if they are any."""
    try:
        numbers = [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError, OverflowError):
        return None
    if not numbers or not all(abs(each) < 1000 for point in numbers for each in point):
        return None
    count = len(numbers)
    return (
        round(sum(x for x, _ in numbers) / count, 3),
        round(sum(y for _, y in numbers) / count, 3),
    )


def found(value: Any, fault: Fault, rule: str, place: str = "") -> Finding:
    """A fault of a table as it is told to whoever makes it."""
    called = _called(value, fault.place)
    reason = fault.reason
    message = f"{called}: {reason}" if called else f"{reason[:1].upper()}{reason[1:]}"
    at = found_at(value, fault.place)
    return Finding(
        fault.place, message, fault.rule or rule, True, at, _mend(value, fault.place, place)
    )


def _called(value: Any, place: str) -> str:
    thing = value_at(value, place)
    if "terrain[" not in place or not isinstance(thing, dict):
        return "" if not place else place.rpartition(".")[2].replace("_", " ").capitalize()
    name = thing.get("name")
    return name.capitalize() if isinstance(name, str) and name else "A shape of your own"


def _mend(value: Any, fault: str, place: str) -> Mend | None:
    """What would make a piece of terrain good, if that is easy to see: one thing, or else all."""
    piece = value_at(value, fault)
    if "terrain[" not in fault or not isinstance(piece, dict):
        return None
    bare = bare_of(value_at(value, place) if place else value)
    for label, fix in FIXES.items():
        other = fix(piece, bare)
        if _good(other, bare):
            return Mend(label, (Change(fault, other),))
    for fix in FIXES.values():
        piece = fix(piece, bare)
    if _good(piece, bare):
        return Mend("Mend it", (Change(fault, piece),))
    return Mend("Remove it", (Change(fault),))


def _good(piece: Any, bare: Table) -> bool:
    try:
        return lies_on(bare, a_piece(piece, "it").shape)
    except Refusal:
        return False


def bare_of(value: Any) -> Table:
    """A table without what lies on it; the largest there may be, where it is none."""
    data = value if isinstance(value, dict) else {}
    try:
        return a_table({**data, "terrain": []})
    except Refusal:
        return Table((LARGEST_TABLE, LARGEST_TABLE))


def readable(value: Any) -> Table:
    """As much of a table as is one: what is wrong with one thing on it says nothing of others."""
    bare = bare_of(value)
    pieces = value.get("terrain") if isinstance(value, dict) else None
    some = pieces[:MOST_PIECES] if isinstance(pieces, list) else []
    good = tuple(a_piece(each, "it") for each in some if _good(each, bare))
    return replace(bare, terrain=good)


def _known(piece: dict[str, Any], bare: Table) -> dict[str, Any]:
    kept = [*SHAPE_FIELDS.get(str(piece.get("shape")), ()), *PIECE_FIELDS]
    return {name: piece[name] for name in piece if name in kept}


def _bounded(piece: dict[str, Any], bare: Table) -> dict[str, Any]:
    near = {
        name: min(max(piece[name], low), high)
        for name, (low, high) in BOUNDS.items()
        if isinstance(piece.get(name), int | float | Decimal)
    }
    return {**piece, **near}


def _once(piece: dict[str, Any], bare: Table) -> dict[str, Any]:
    points = piece.get("points")
    if not isinstance(points, list):
        return piece
    return {**piece, "points": [each for n, each in enumerate(points) if each not in points[:n]]}


def _untangled(piece: dict[str, Any], bare: Table) -> dict[str, Any]:
    points = piece.get("points")
    if not isinstance(points, list) or middle_of(points) is None:
        return piece
    return {**piece, "points": untangled(points)}


def _rounded(value: Any, bare: Table | None = None) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    if isinstance(value, bool | int | str | None):
        return value
    return round(float(value), 3)


def untangled(points: list[Any]) -> list[Any]:
    """The same corners in the order in which they lie around their middle."""
    x, y = middle_of(points) or (0, 0)
    return sorted(points, key=lambda point: atan2(float(point[1]) - y, float(point[0]) - x))


def moved_onto(piece: dict[str, Any], bare: Table) -> dict[str, Any]:
    """The piece, pushed onto a table that it fits on."""
    try:
        shape = a_piece(piece, "it").shape
    except Refusal:
        return piece
    (left, bottom), (right, top) = extent(shape)
    dx = _push(left, right, bare.size[0])
    dy = _push(bottom, top, bare.size[1])
    if isinstance(shape, Disc):
        at = shape.at[0] + dx, shape.at[1] + dy
        return {**piece, "at": [inches(at[0]), inches(at[1])]}
    corners = [[inches(x + dx), inches(y + dy)] for x, y in shape.points]
    return {**piece, "points": corners}


def extent(shape: Shape) -> tuple[Point, Point]:
    """The corners of the smallest upright box around a shape."""
    if isinstance(shape, Disc):
        (x, y), r = shape.at, shape.radius
        return (x - r, y - r), (x + r, y + r)
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return (min(xs), min(ys)), (max(xs), max(ys))


def _push(low: int, high: int, most: int) -> int:
    """By how much something has to be pushed to lie between 0 and the most."""
    return -low if low < 0 else min(0, most - high)


def around(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Places about another, the nearest first, in tenths of an inch."""
    seen = set()
    for ring in range(RINGS):
        for turn in range(ROUND):
            angle = 2 * pi * turn / ROUND
            far = ring * APART
            place = round(x + far * cos(angle), 1), round(y + far * sin(angle), 1)
            if place not in seen:
                seen.add(place)
                yield place


FIXES: dict[str, Callable[[dict[str, Any], Table], dict[str, Any]]] = {
    "Round it": _rounded,
    "Leave that out": _known,
    "Take the nearest number": _bounded,
    "Drop the corner that stands twice": _once,
    "Untangle it": _untangled,
    "Move it onto the table": moved_onto,
}
"""Ways in which a piece might become one, the smallest change first."""
