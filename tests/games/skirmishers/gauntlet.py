"""Ways past terrain and shooters, for comparing where defensive fire is offered (SKR-X4).

What a shooter can see of a way begins and ends by the thousandth: at the end of its range, at a
corner, at a rim, at a slot in a wall a few thousandths wide, where the mover leaves a melee.
"""

import random
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers import naive_json as contract
from games.skirmishers.naive import Position
from games.skirmishers.naive_ground import Point

SIZE = 16_000
WALL = 2500
"""How far a wall reaches on either side of its slot."""


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """`top` has advantage over the other of the two, who touch at the start."""

    scenario: dict[str, Any]
    options: dict[str, bool]
    path: tuple[Point, ...]
    top: tuple[str, str] | None

    def position(self) -> Position:
        """The naive model's, before the move."""
        position = contract.start(contract.agree(self.scenario, self.options))
        if self.top is None:
            return position
        above, below = self.top
        return naive.changed(position, replace(position.units[above], over=(below,)))


def gauntlet(source: random.Random) -> Gauntlet:
    """Some way that the mover may go."""
    while True:
        made = drawn(source)
        position = made.position()
        apart = all(not naive.taken(position, unit, unit.place) for unit in position.units.values())
        action = {"do": "move", "unit": "R1", "path": made.path}
        if apart and not naive.broken(position, action):
            return made


def drawn(source: random.Random) -> Gauntlet:
    start, path = way(source)
    points = [at for _, at, _ in ground.points(start, path)]
    terrain: list[dict[str, Any]] = []
    pieces = {"R1": piece(start, movement=36)}
    for number in range(1, source.choice((1, 1, 2, 3)) + 1):
        pieces[f"B{number}"] = shooter(source, source.choice(points), terrain)
    top = None
    if source.random() < 0.3:
        pieces["B8"], top = bystander(source, start, points)
    if source.random() < 0.1:
        x, y = contract.point(pieces["B1"]["at"])
        pieces["R2"] = piece((x, min(SIZE, y + 800 + source.choice((0, 50, 51)))))
    sides: dict[str, Any] = {
        seat: {
            "pieces": [{"id": id, **data} for id, data in pieces.items() if id[0] == letter],
            "victory": [{"kind": "destroy-all"}],
        }
        for seat, letter in (("red", "R"), ("blue", "B"))
    }
    table = {"size": [SIZE / 1000, SIZE / 1000], "terrain": terrain}
    scenario = {"outrider_scenario": 1, "name": "a gauntlet", "table": table, "sides": sides}
    options = {"pinned": source.random() < 0.7, "fire_into_melee": source.random() < 0.3}
    return Gauntlet(scenario, options, path, top)


def way(source: random.Random) -> tuple[Point, tuple[Point, ...]]:
    """One to three legs of some inches together, mostly short; one in five there and back."""
    start = at = source.randint(5000, SIZE - 5000), source.randint(5000, SIZE - 5000)
    path: list[Point] = []
    far = source.choice((200, 500, 500, 900, 2500))
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        x, y = at
        aslant = x + source.randint(-far, far), y + source.randint(1, far)
        at = source.choice(((x + far, y), (x, y - far), aslant))
        path.append(at)
    return start, (*path, start) if source.random() < 0.2 else tuple(path)


def piece(at: Point, **numbers: Any) -> dict[str, Any]:
    plain = {"firing": 1, "attack": 1, "defense": 1, "movement": 6}
    return {"at": contract.inches(at), **plain, **numbers}


def shooter(source: random.Random, seen: Point, terrain: list[dict[str, Any]]) -> dict[str, Any]:
    """Somebody who looks at a point of the way, through a slot, past a corner or a rim, or from
    the end of his range."""
    x, y = (min(max(c + source.randint(-4500, 4500), 0), SIZE) for c in seen)
    far = isqrt(ground.square((x, y), seen))
    reach = 20_000
    match source.choice(("slot", "slot", "slot", "range", "corner", "rim", "open")):
        case "slot":
            terrain += slot(source, (x, y), seen)
        case "range":
            reach = max(1, far + source.choice((0, 0, 1, 2, -1, 30)))
        case "corner":
            terrain.append(corner(source, (x, y), seen))
        case "rim":
            terrain.append(rim(source, (x, y), seen))
    weapon = source.choice(("bow", "firearm"))
    firing = source.choice((0, 1, 1))
    return piece((x, y), weapon=weapon, range=reach / 1000, firing=firing)


def between(source: random.Random, one: Point, another: Point) -> Point:
    (ax, ay), (bx, by), share = one, another, source.randint(15, 90)
    return ax + (bx - ax) * share // 100, ay + (by - ay) * share // 100


def slot(source: random.Random, eye: Point, seen: Point) -> list[dict[str, Any]]:
    """Two walls that leave a slot about where the line goes through."""
    x, y = between(source, eye, seen)
    wide, thick = source.choice((1, 2, 3, 3, 4, 5, 8, 12, 40)), source.choice((1, 1, 2, 5, 30))
    low = source.randint(0, wide)
    level = abs(seen[0] - eye[0]) < abs(seen[1] - eye[1])
    walls = []
    for begin, end in ((-low - WALL, -low), (wide - low, wide - low + WALL)):
        corners = [(begin, 0), (end, 0), (end, thick), (begin, thick)]
        points = [(x + u, y + v) if level else (x + v, y + u) for u, v in corners]
        walls.append(polygon(points))
    return walls


def corner(source: random.Random, eye: Point, seen: Point) -> dict[str, Any]:
    """A triangle with a corner on the line, or nearly."""
    x, y = between(source, eye, seen)
    x += source.choice((0, 0, 1, -1))
    u, v = source.choice((-1, 1)) * source.randint(200, 1500), source.randint(200, 1500)
    return polygon([(x, y), (x + u, y + v), (x + u // 3, y + v)])


def rim(source: random.Random, eye: Point, seen: Point) -> dict[str, Any]:
    """A disc whose rim the line nearly touches."""
    (x, y), far = between(source, eye, seen), isqrt(ground.square(eye, seen)) or 1
    radius = source.randint(100, 900)
    off = (radius + source.choice((0, 0, 1, -1, 20))) * source.choice((-1, 1))
    at = x - (seen[1] - eye[1]) * off // far, y + (seen[0] - eye[0]) * off // far
    return {
        "shape": "disc",
        "at": [max(0, c) / 1000 for c in at],
        "radius": radius / 1000,
        "blocks_sight": True,
    }


def polygon(points: list[Point]) -> dict[str, Any]:
    clipped = [[min(max(0, x), SIZE) / 1000, min(max(0, y), SIZE) / 1000] for x, y in points]
    return {"shape": "polygon", "points": clipped, "blocks_sight": True}


def bystander(
    source: random.Random, start: Point, points: list[Point]
) -> tuple[dict[str, Any], tuple[str, str] | None]:
    """An enemy without a weapon whom the mover touches at the start or on its way."""
    x, y = source.choice((start, start, source.choice(points)))
    gap = 800 + source.choice((0, 20, 50, 51))
    at = source.choice(((x - gap, y), (x, y + gap), (x + gap, y)))
    if not ground.within(at, start, 800 + naive.TOUCH) or source.random() < 0.3:
        return piece(at), None
    return piece(at), source.choice((("R1", "B8"), ("R1", "B8"), ("B8", "R1")))
