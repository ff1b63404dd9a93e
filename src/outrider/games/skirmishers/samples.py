"""Where a piece might want to go: a finite sample of points for bots and for people."""

from collections.abc import Iterator
from itertools import chain

from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import GAP, State, Unit, place_of
from outrider.table.candidates import (
    about_enemies,
    about_ranges,
    along,
    behind_friends,
    rings,
)
from outrider.table.kernel.layout import DIRECTIONS
from outrider.table.points import Point, within
from outrider.table.shapes import Disc, Shape

CLOSE = GAP // 2
"""The gap to an enemy that is walked up to: it touches, and rounding does no harm."""


def ends(state: State, unit: Unit) -> list[Point]:
    """Points within the piece's movement as the crow flies, each once; whether they can be walked
    to is for the rules to say."""
    start, limit = place_of(unit), unit.warrior.movement
    foes = state.present(other(unit.seat))
    enemies = [place_of(foe) for foe in foes]
    friends = [place_of(own) for own in state.present(unit.seat) if own is not unit]
    ranges = {each.warrior.range for each in (unit, *foes) if each.warrior.weapon != "none"}
    room = 2 * unit.warrior.base
    points = chain(
        contacts(unit, foes),
        goals(state, unit),
        shelters(state, unit),
        about_enemies(start, limit, enemies),
        about_ranges(start, limit, enemies, ranges),
        behind_friends(start, limit, friends, enemies, room),
        rings(start, limit),
    )
    return list(dict.fromkeys(points))


def contacts(unit: Unit, foes: list[Unit]) -> Iterator[Point]:
    """Touching each enemy: on the near side, and in eight places all round."""
    start, limit = place_of(unit), unit.warrior.movement
    for foe in foes:
        at = place_of(foe)
        apart = unit.warrior.base + foe.warrior.base + CLOSE
        if not within(start, at, limit + apart):
            continue
        round_it = ((at[0] + dx, at[1] + dy) for dx, dy in DIRECTIONS[::2])
        for towards in (start, *round_it):
            point = along(at, towards, apart)
            if within(start, point, limit):
                yield point


def middle(shape: Shape) -> Point:
    if isinstance(shape, Disc):
        return shape.at
    count = len(shape.points)
    return sum(x for x, _ in shape.points) // count, sum(y for _, y in shape.points) // count


def shelters(state: State, unit: Unit) -> Iterator[Point]:
    """Into everything that gives cover."""
    for piece in state.table.terrain:
        if piece.cover:
            point = middle(piece.shape)
            if within(place_of(unit), point, unit.warrior.movement):
                yield point


def goals(state: State, unit: Unit) -> Iterator[Point]:
    """Towards zones, and towards the nearest point of an exit edge."""
    start, limit = place_of(unit), unit.warrior.movement
    width, depth = state.table.size
    by_edge = {
        "top": (start[0], depth),
        "bottom": (start[0], 0),
        "left": (0, start[1]),
        "right": (width, start[1]),
    }
    for seat in ("red", "blue"):
        for condition in state.scenario.side(seat).victory:
            if condition.zone is not None:
                goal = middle(condition.zone)
            elif condition.edge and seat == unit.seat:
                goal = by_edge[condition.edge]
            else:
                continue
            yield goal if within(start, goal, limit) else along(start, goal, limit)
