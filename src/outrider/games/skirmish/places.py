"""Places worth trying: to deploy, to go to, to let a grenade land. Not all of them are legal."""

import random
from collections.abc import Iterator
from math import isqrt

from outrider.games.skirmish.grenades import around
from outrider.games.skirmish.squad import CLOSE, FULL_RANGE, MOVE, NEAR_EDGE
from outrider.games.skirmish.state import Figure, State, Throw, place_of
from outrider.table.candidates import about_enemies, about_ranges, along, behind_friends, rings
from outrider.table.lengths import INCH
from outrider.table.points import Point, distance, squared
from outrider.table.seating import edge_of
from outrider.table.shapes import Disc
from outrider.table.snapping import BASE

ROW = 6
"""Figures in a row of the sample for deployment."""
FINE = INCH // 10
"""The step in which a free place is looked for where a row is full."""
WHOLE = 1 << 20
SLACK = 3
"""Thousandths that rounding may cost."""


def between(source: random.Random, low: int, high: int) -> int:
    return low + int(source.random() * (high - low + 1))


# -- deploying -----------------------------------------------------------------------------------


def beside(a: Point, b: Point, part: int, whole: int, depth: int) -> Point:
    """The point so far along an edge and so deep into the table, which lies on the edge's right."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = isqrt(dx * dx + dy * dy)
    return (
        a[0] + dx * part // whole + dy * depth // length,
        a[1] + dy * part // whole - dx * depth // length,
    )


def deployment(state: State, fine: bool = False) -> Iterator[Point]:
    """Front, middle and back of the strip of whose turn it is, evenly along the edge."""
    a, b = edge_of(state.table, state.turn)
    steps = distance(a, b) // FINE if fine else 2 * ROW
    for depth in (NEAR_EDGE - SLACK, NEAR_EDGE // 2, SLACK):
        for part in range(1, steps, 1 if fine else 2):
            yield beside(a, b, part, steps, depth)


def in_strip(state: State, source: random.Random) -> Point:
    a, b = edge_of(state.table, state.turn)
    return beside(a, b, between(source, 0, WHOLE), WHOLE, between(source, 0, NEAR_EDGE))


# -- moving --------------------------------------------------------------------------------------


def random_move(figure: Figure, source: random.Random) -> Point:
    x, y = place_of(figure)
    return between(source, x - MOVE, x + MOVE), between(source, y - MOVE, y + MOVE)


def worth_going(state: State, figure: Figure) -> Iterator[Point]:
    """A sample of where a figure may want to go, each point once."""
    start = place_of(figure)
    enemies = [place_of(foe) for foe in state.enemies(figure.seat)]
    friends = [place_of(own) for own in state.living(figure.seat) if own.id != figure.id]
    points: dict[Point, None] = dict.fromkeys(to_edges(state, figure))
    points.update(dict.fromkeys(about_enemies(start, MOVE, enemies)))
    points.update(dict.fromkeys(about_ranges(start, MOVE, enemies, (CLOSE, FULL_RANGE))))
    points.update(dict.fromkeys(behind_friends(start, MOVE, friends, enemies, 2 * BASE)))
    points.update(dict.fromkeys(about_terrain(state, start)))
    points.update(dict.fromkeys(rings(start, MOVE)))
    return iter(points)


def to_edges(state: State, figure: Figure) -> Iterator[Point]:
    """Straight towards every edge: to just inside its 2", or as far as a move goes."""
    start = place_of(figure)
    for seat in state.seats:
        a, b = edge_of(state.table, seat)
        foot = foot_on(a, b, start)
        far = distance(start, foot)
        wanted = far - (NEAR_EDGE - SLACK)
        if wanted > 0:
            yield along(start, foot, min(wanted, MOVE))


def foot_on(a: Point, b: Point, point: Point) -> Point:
    """The point of an edge that is nearest to another, to the thousandth."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = min(max((point[0] - a[0]) * dx + (point[1] - a[1]) * dy, 0), length)
    return a[0] + dx * part // length, a[1] + dy * part // length


def about_terrain(state: State, start: Point) -> Iterator[Point]:
    """On top of things near by, and behind them."""
    reach = (2 * MOVE) ** 2
    for piece in state.table.terrain:
        shape = piece.shape
        middle = shape.at if isinstance(shape, Disc) else mean(shape.points)
        if squared(start, middle) <= reach:
            length = distance(start, middle)
            yield along(start, middle, min(length, MOVE))
            if isinstance(shape, Disc):
                yield along(start, middle, min(length + shape.radius + BASE, MOVE))


def mean(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


# -- grenades ------------------------------------------------------------------------------------


def landings(state: State, grenade: Throw) -> Iterator[Point]:
    """From the farthest back to the thrower by half inches, and the point aimed at itself."""
    start = place_of(state.figure(grenade.unit))
    assert grenade.within is not None
    points: dict[Point, None] = {grenade.toward: None}
    for length in range(grenade.within, 0, -INCH // 2):
        points[along(start, grenade.toward, length)] = None
    points.update(dict.fromkeys(around(start)))
    return iter(points)


def random_landing(state: State, grenade: Throw, source: random.Random) -> Point:
    start = place_of(state.figure(grenade.unit))
    assert grenade.within is not None
    return along(start, grenade.toward, between(source, 1, grenade.within))
