"""Tables laid by lot: country of some kind, as JSON. The same source gives the same table.

What is laid goes down around a middle, turned as it falls, with room to walk between any two
things. Most tables look the same from both ends, turned by half: then neither side has the better
ground.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin, tau
from random import Random
from typing import Any, TypeAlias

Thing: TypeAlias = dict[str, Any]
"""A piece of terrain as JSON, about 0,0 until it is laid."""
At: TypeAlias = tuple[float, float]
Maker: TypeAlias = Callable[[Random], list[Thing]]

RIM = 0.5
"""Inches that stay free along the rim,"""
WAY = 1.6
"""and between two things: a way for any base there is."""
TRIES, MISSES = 40, 8
MOST_ALIKE = 2
"""Of one kind of thing, not counted what lies opposite: tables are to be told apart."""
TURNED = 0.7
"""The share of tables that look the same from both ends."""
STREAM, BANK = 2.4, 1.5


@dataclass(frozen=True, slots=True)
class Country:
    """A kind of country: its name, what lies about in it with how often each comes up, how much of
    it is covered, and how often a stream runs through."""

    name: str
    things: tuple[tuple[float, Maker], ...]
    covered: float
    stream: float = 0.0


# -- things --------------------------------------------------------------------------------------


def _polygon(points: Sequence[At], **more: Any) -> Thing:
    return {"shape": "polygon", "points": [list(point) for point in points], **more}


def _bar(wide: float, high: float, at: At = (0, 0), **more: Any) -> Thing:
    x, y = at
    w, h = wide / 2, high / 2
    return _polygon([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], **more)


def _patch(source: Random, radius: float, **more: Any) -> Thing:
    """Ground with an outline as it grows."""
    count = source.randint(8, 11)
    wide = source.uniform(1, 1.35)
    corners = []
    for n in range(count):
        far = radius * source.uniform(0.78, 1.08)
        angle = tau * (n + source.uniform(-0.22, 0.22)) / count
        corners.append((wide * far * cos(angle), far * sin(angle)))
    return _polygon(corners, **more)


def wood(source: Random) -> list[Thing]:
    kind = {"name": "wood", "cover": 1, "cost": 1.5, "blocks_sight": True}
    if source.random() < 0.4:
        return [{"shape": "disc", "at": [0, 0], "radius": source.choice((1.5, 2.0, 2.5)), **kind}]
    return [_patch(source, source.uniform(1.8, 2.8), **kind)]


def orchard(source: Random) -> list[Thing]:
    rows, columns = source.choice(((2, 2), (2, 3), (3, 2)))
    apart = 1.7
    tree = {"name": "tree", "cover": 1, "cost": 1.5}
    return [
        {
            "shape": "disc",
            "at": [(c - (columns - 1) / 2) * apart, (r - (rows - 1) / 2) * apart],
            "radius": 0.6,
            **tree,
        }
        for r in range(rows)
        for c in range(columns)
    ]


def hedge(source: Random) -> list[Thing]:
    return [_bar(source.choice((4.0, 5.0, 6.0)), 0.7, name="hedge", cover=1, cost=2)]


def wall(source: Random) -> list[Thing]:
    return [_bar(source.choice((3.0, 4.0, 5.0)), 0.5, name="wall", cover=2, cost=2, height=0.5)]


def corner(source: Random) -> list[Thing]:
    """Two walls that meet."""
    kind: Thing = {"name": "wall", "cover": 2, "cost": 2, "height": 0.5}
    one, two = source.choice((3.0, 4.0)), source.choice((2.0, 3.0))
    side = two / 2 - 0.25
    return [_bar(one, 0.5, **kind), _bar(0.5, two - 0.5, (0.25 - one / 2, side), **kind)]


def ruin(source: Random) -> list[Thing]:
    """What has been left standing of a house: no roof, gaps in the walls."""
    kind: Thing = {"name": "ruin", "cost": "impassable", "blocks_sight": True, "height": 2}
    wide, deep = source.choice((4.0, 5.0)), source.choice((3.0, 4.0))
    left = _bar(0.6, deep - 1.2, (0.3 - wide / 2, 0), **kind)
    back = _bar(wide - 1.4, 0.6, (0.7, deep / 2 - 0.3), **kind)
    stump = _bar(0.6, 1.1, (wide / 2 - 0.3, -deep / 2 + 0.55), **kind)
    rubble = _patch(source, 0.7, name="rubble stones", cover=1, cost=2)
    return [left, back, stump, rubble] if source.random() < 0.6 else [left, back, stump]


def house(source: Random) -> list[Thing]:
    wide, deep = source.choice(((3.0, 2.5), (4.0, 3.0), (3.0, 3.0)))
    return [_bar(wide, deep, name="house", cost="impassable", blocks_sight=True, height=3)]


def boulder(source: Random) -> list[Thing]:
    kind = {"name": "boulder", "cost": "impassable", "blocks_sight": True}
    return [_patch(source, source.uniform(0.7, 1.2), **kind)]


def rocks(source: Random) -> list[Thing]:
    return [_patch(source, source.uniform(1.1, 1.8), name="rocks", cover=1, cost=2)]


def thorn(source: Random) -> list[Thing]:
    kind = {"name": "thorn", "cover": 1, "cost": 3, "blocks_sight": True}
    return [_patch(source, source.uniform(0.9, 1.4), **kind)]


def hill(source: Random) -> list[Thing]:
    return [_patch(source, source.uniform(2.0, 3.0), name="hill", cost=1.5, cover=1, height=1)]


def marsh(source: Random) -> list[Thing]:
    return [_patch(source, source.uniform(1.8, 2.6), name="bog water", cost=2)]


def pond(source: Random) -> list[Thing]:
    return [_patch(source, source.uniform(1.3, 2.1), name="pond", cost="impassable")]


def cart(source: Random) -> list[Thing]:
    return [_bar(1.8, 1.0, name="wagon", cover=2, cost="impassable", height=1)]


def well(source: Random) -> list[Thing]:
    kind = {"name": "well", "cover": 1, "cost": "impassable", "height": 0.5}
    return [{"shape": "disc", "at": [0, 0], "radius": 0.7, **kind}]


COUNTRIES = (
    Country("woodland", ((4, wood), (2, rocks), (2, thorn), (1, boulder), (1, marsh)), 0.24, 0.25),
    Country("farmland", ((3, hedge), (2, wall), (2, orchard), (1, house), (1, cart)), 0.17, 0.2),
    Country("moor", ((3, rocks), (2, thorn), (2, hill), (2, boulder), (2, marsh)), 0.24, 0.15),
    Country("village", ((4, house), (3, wall), (2, corner), (1, well), (1, cart)), 0.2),
    Country("ruins", ((4, ruin), (2, corner), (2, boulder), (1, thorn), (1, wood)), 0.22, 0.1),
    Country("lakeland", ((3, pond), (3, marsh), (3, wood), (1, rocks)), 0.24, 0.35),
)


# -- laying --------------------------------------------------------------------------------------


def laid(thing: Thing, at: At, angle: float = 0.0) -> Thing:
    """A thing about 0,0, turned and put down."""
    c, s = cos(angle), sin(angle)

    def there(point: Sequence[float]) -> list[float]:
        x, y = point
        return [tidy(at[0] + c * x - s * y), tidy(at[1] + s * x + c * y)]

    if thing["shape"] == "disc":
        return {**thing, "at": there(thing["at"])}
    return {**thing, "points": [there(point) for point in thing["points"]]}


def opposite(thing: Thing, size: At) -> Thing:
    """The same, as seen from the other end."""

    def there(point: Sequence[float]) -> list[float]:
        return [tidy(size[0] - point[0]), tidy(size[1] - point[1])]

    if thing["shape"] == "disc":
        return {**thing, "at": there(thing["at"])}
    return {**thing, "points": [there(point) for point in thing["points"]]}


def tidy(length: float) -> float:
    """In hundredths of an inch: what lies there can be measured."""
    found = round(length, 2)
    return int(found) if found == int(found) else found


def span(things: Sequence[Thing]) -> float:
    """How far they reach from 0,0."""
    return max(
        hypot(*thing["at"]) + thing["radius"]
        if thing["shape"] == "disc"
        else max(hypot(*point) for point in thing["points"])
        for thing in things
    )


@dataclass(slots=True)
class Laying:
    """A table that is being laid. Along both short ends so many inches stay free."""

    source: Random
    size: At
    free: float
    turned: bool
    terrain: list[Thing] = field(default_factory=list)
    taken: list[tuple[At, float]] = field(default_factory=list)
    """The room that is taken: a middle, and how far it reaches."""
    wet: int = 0
    """How many of these, the first, are water's."""

    def stream(self) -> None:
        """Water from side to side, across the middle, with two ways over it."""
        wide, high = self.size
        source = self.source
        swing = source.uniform(0.6, 2.0) * source.choice((-1, 1))
        steps = 12

        def bank(n: int, side: int) -> list[float]:
            across = high / 2 + swing * sin(tau * (n / steps - 0.5)) + side * STREAM / 2
            return [tidy(wide * n / steps), tidy(across)]

        over = source.choice((2, 3))
        name, cost = source.choice((("ford", 1.5), ("ford", 2), ("bridge planks", 1)))
        begun = 0
        for n in (over, steps - over - 1, steps):
            if n > begun:
                self._water(range(begun, n + 1), bank, {"name": "river", "cost": "impassable"})
            if n < steps:
                self._water(range(n, n + 2), bank, {"name": name, "cost": cost})
            begun = n + 1
        for n in range(steps + 1):
            x, y = wide * n / steps, high / 2 + swing * sin(tau * (n / steps - 0.5))
            self.taken.append(((x, y), STREAM / 2 + BANK - WAY / 2))
        self.wet = len(self.taken)

    def _water(self, along: range, bank: Callable[[int, int], list[float]], kind: Thing) -> None:
        points = [bank(n, -1) for n in along] + [bank(n, 1) for n in reversed(along)]
        self.terrain.append({"shape": "polygon", "points": points, **kind})

    def put(self, things: list[Thing]) -> bool:
        """Lay some things that belong together where there is room, and opposite."""
        wide, high = self.size
        source = self.source
        reach = span(things)
        for _ in range(TRIES):
            x = source.uniform(RIM + reach, wide - RIM - reach)
            y = source.uniform(self.free + reach, high - self.free - reach)
            middle = hypot(x - wide / 2, y - high / 2)
            beside = self.turned and middle < reach + WAY / 2
            if beside or not self._has_room((x, y), reach):
                continue
            angle = source.choice((0, pi / 2, source.uniform(0, pi)))
            self._lay(things, (x, y), angle, reach)
            return True
        return False

    def centre(self, things: list[Thing]) -> None:
        """Lay something in the very middle, if nothing is there."""
        wide, high = self.size
        middle, reach = (wide / 2, high / 2), span(things)
        if self._has_room(middle, reach):
            self.taken.append((middle, reach))
            self.terrain += [laid(thing, middle) for thing in things]

    def _has_room(self, at: At, reach: float) -> bool:
        return all(
            hypot(at[0] - x, at[1] - y) >= reach + far + WAY for (x, y), far in self.taken
        )  # fmt: skip

    def _lay(self, things: list[Thing], at: At, angle: float, reach: float) -> None:
        made = [laid(thing, at, angle) for thing in things]
        self.taken.append((at, reach))
        self.terrain += made
        if self.turned:
            wide, high = self.size
            self.taken.append(((wide - at[0], high - at[1]), reach))
            self.terrain += [opposite(thing, self.size) for thing in made]

    @property
    def covered(self) -> float:
        """About which share of the table things lie on, water not counted."""
        wide, high = self.size
        return sum(pi * far * far for _, far in self.taken[self.wet :]) / (wide * high)


def table(source: Random, size: At, free: float, country: Country) -> dict[str, Any]:
    """A table of some country. Along both ends `free` inches stay empty."""
    laying = Laying(source, size, free, source.random() < TURNED)
    if source.random() < country.stream:
        laying.stream()
    weights = [weight for weight, _ in country.things]
    makers = [maker for _, maker in country.things]
    share = country.covered * source.uniform(0.8, 1.25)
    if source.random() < 0.35:
        laying.centre(source.choices(makers, weights)[0](source))
    missed, laid_of = 0, Counter[Maker]()
    while laying.covered < share and missed < MISSES:
        maker = source.choices(makers, weights)[0]
        able = laid_of[maker] < MOST_ALIKE and laying.put(maker(source))
        laid_of[maker] += able
        missed += not able
    return {"size": [tidy(size[0]), tidy(size[1])], "terrain": laying.terrain}
