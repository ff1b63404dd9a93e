"""Useful points to go to, in plain Python: what the kernel's are compared with.

All points are whole thousandths and lie within the limit; whether they are legal in other ways is
for the game to say.
"""

from collections.abc import Iterable, Iterator
from math import isqrt

from outrider.table.kernel.layout import DIRECTIONS, SLACK
from outrider.table.points import Point, along, squared, within


def rings(start: Point, limit: int) -> Iterator[Point]:
    """Points all round at the full length and at half of it."""
    for length in (limit, limit // 2):
        for dx, dy in DIRECTIONS:
            yield along(start, (start[0] + dx, start[1] + dy), length)


def about_enemies(start: Point, limit: int, enemies: Iterable[Point]) -> Iterator[Point]:
    """Straight towards and straight away from each enemy."""
    for enemy in enemies:
        yield along(start, enemy, limit)
        away = (2 * start[0] - enemy[0], 2 * start[1] - enemy[1])
        yield along(start, away, limit)


def about_ranges(
    start: Point, limit: int, enemies: Iterable[Point], ranges: Iterable[int]
) -> Iterator[Point]:
    """Just in and just out of every range of every enemy, on the straight line to it: by a few
    thousandths, since rounding may cost two or three."""
    lengths = sorted(set(ranges))
    for enemy in enemies:
        root = isqrt(squared(start, enemy))
        away = (2 * start[0] - enemy[0], 2 * start[1] - enemy[1])
        for reach in lengths:
            for wanted in (reach - SLACK, reach + SLACK):
                step = root - wanted
                point = along(start, enemy, step) if step > 0 else along(start, away, -step)
                if within(start, point, limit):
                    yield point


def behind_friends(
    start: Point, limit: int, friends: Iterable[Point], enemies: Iterable[Point], room: int
) -> Iterator[Point]:
    """In the shelter of each friend: touching it, on the side away from the nearest enemy."""
    foes = list(enemies)
    for friend in friends:
        if not foes:
            return
        enemy = min(foes, key=lambda foe: squared(foe, friend))
        away = (2 * friend[0] - enemy[0], 2 * friend[1] - enemy[1])
        point = along(friend, away, room + 2)
        if within(start, point, limit):
            yield point
