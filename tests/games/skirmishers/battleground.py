"""Scenarios and positions for comparing Skirmishers with its naive model: made up, at the limits.

Pieces stand where lengths are exactly at a limit: bases that touch, the full range, the rim of a
disc, the line that an edge lies on, an inch behind cover.
"""

import random
from dataclasses import replace
from math import gcd, isqrt
from typing import Any

from games.skirmishers import naive, naive_victory
from games.skirmishers import naive_ground as ground
from games.skirmishers import naive_json as contract
from games.skirmishers.naive import Position, Unit
from games.skirmishers.naive_ground import Disc, Point, Shape

TRIPLES = ((0, 1, 1), (3, 4, 5), (7, 24, 25), (44, 117, 125))
"""Directions in which a whole number of inches has whole thousandths both ways."""
COSTS: tuple[tuple[Any, ...], ...] = (
    (None, 1, 1.5, 2, 3, 1.257, 20, "impassable", "impassable"),
    (0.5, 0.25, 0.999, 1.001, 2, 20, "impassable"),
)
"""What ground may cost, or need not say; ground that is a help has tables of its own, without any
that charges 1 (see the test of overlapping ground)."""


def number(thousandths: int) -> float:
    return thousandths / 1000


def edge(source: random.Random, limit: int) -> list[Point]:
    """Three neighbouring points as seen from a centre: the middle one is the last within a limit,
    and often exactly at it."""
    a, b, c = source.choice(TRIPLES)
    if source.random() < 0.5 and limit % c == 0:
        x, y = a * limit // c, b * limit // c
    else:
        x = source.randint(0, limit)
        y = isqrt(limit**2 - x**2)
    left, up, turned = source.choice((-1, 1)), source.choice((-1, 1)), source.random() < 0.5
    points = [(x * left, (y + step) * up) for step in (-1, 0, 1)]
    return [(y, x) for x, y in points] if turned else points


def around(source: random.Random, centre: Point, limit: int) -> list[Point]:
    return [(centre[0] + x, centre[1] + y) for x, y in edge(source, limit)]


# -- scenarios -----------------------------------------------------------------------------------


def made_up(source: random.Random) -> dict[str, Any]:
    """A small table with all sorts of ground, pieces of all sorts and ways to win."""
    width, height = (source.choice((9000, 12000, source.randint(8000, 16000))) for _ in "xy")
    costs = source.choice(COSTS)
    terrain = [piece_of_ground(source, width, height, costs) for _ in range(source.randint(0, 7))]
    sides: dict[str, Any] = {}
    taken: list[tuple[Point, int]] = []
    crowd = source.choice((0.4, 0.6, 0.97))
    counts = {seat: source.randint(1, 5) for seat in naive.SEATS}
    for seat in naive.SEATS:
        letter = seat[0].upper()
        ids = [f"{letter}{n}" for n in source.sample(range(1, 8), counts[seat])]
        pieces = [warrior(source, id, (width, height), taken, crowd) for id in ids]
        kinds = source.sample(range(5 + (source.random() < 0.45)), source.randint(1, 3))
        victory = [condition(source, kind, width, height, counts[seat]) for kind in kinds]
        sides[seat] = {"pieces": pieces, "victory": victory}
    for seat in naive.SEATS:
        names = [piece["id"] for piece in sides[naive.OTHER[seat]]["pieces"]]
        for way in sides[seat]["victory"]:
            if way["kind"] == "destroy":
                way["pieces"] = source.sample(names, source.randint(1, len(names)))
    return {
        "outrider_scenario": 1,
        "name": "made up",
        "table": {"size": [number(width), number(height)], "terrain": terrain},
        "first": source.choice(naive.SEATS),
        "turn_limit": source.choice((1, 2, 6, 12, 30)),
        "at_limit": source.choice((None, "red", "blue")),
        "sides": sides,
    }


def piece_of_ground(
    source: random.Random, width: int, height: int, costs: tuple[Any, ...]
) -> dict[str, Any]:
    data: dict[str, Any] = shape(source, width, height)
    cost = source.choice(costs)
    if cost is not None:
        data["cost"] = cost
    if source.random() < 0.5:
        data["cover"] = source.randint(0, 3)
    if source.random() < 0.5:
        data["blocks_sight"] = True
    return data


def shape(source: random.Random, width: int, height: int) -> dict[str, Any]:
    """A disc, a box, a triangle, or an angle, which is not convex; some on a coarse grid, so that
    outlines meet."""
    grid = source.choice((1, 100, 500))
    x = source.randint(500, width - 2500) // grid * grid
    y = source.randint(500, height - 2500) // grid * grid
    w, h = (source.randint(200, 2400) // grid * grid + grid for _ in "xy")
    corners = {
        "box": [(x, y), (x + w, y), (x + w, y + h), (x, y + h)],
        "triangle": [(x, y), (x + w, y + h // 3), (x + w // 4, y + h)],
        "angle": [(x, y), (x + w, y), (x + w // 2, y + h // 2), (x, y + h)],
        "disc": [],
    }
    kind = source.choice(list(corners))
    if kind == "disc":
        radius = min(w, h) // 2 + 1
        return {"shape": kind, "at": [number(x), number(y)], "radius": number(radius)}
    points = [[number(px), number(py)] for px, py in corners[kind]]
    return {"shape": "polygon", "points": points}


def warrior(
    source: random.Random, id: str, size: Point, taken: list[tuple[Point, int]], crowd: float
) -> dict[str, Any]:
    """A piece somewhere, or, as often as `crowd` says, touching somebody."""
    width, height = size
    base = source.choice((400, 400, 400, 250, 801))
    while True:
        at = source.randint(0, width), source.randint(0, height)
        if taken and source.random() < crowd:
            other, far = source.choice(taken)
            at = source.choice(around(source, other, base + far + source.choice((0, 0, 50))))
        free = all(ground.square(at, other) >= (base + far) ** 2 for other, far in taken)
        if free and 0 <= at[0] <= width and 0 <= at[1] <= height:
            break
    taken.append((at, base))
    made = {
        "id": id,
        "at": contract.inches(at),
        "firing": source.choice((0, 1, 1, 2, 3)),
        "attack": source.choice((0, 1, 1, 2, 3)),
        "defense": source.choice((0, 1, 1, 2)),
        "movement": number(source.choice((0, 3000, 4567, 6000))),
        "base": number(base),
    }
    weapon = source.choice(("none", "none", "bow", "firearm"))
    if weapon != "none":
        made |= {"weapon": weapon, "range": number(source.choice((2000, 5000, 6789, 20000)))}
    return made


def condition(
    source: random.Random, kind: int, width: int, height: int, own: int
) -> dict[str, Any]:
    """One of the six; whom to destroy is named later."""
    zone = shape(source, width, height)
    few = source.randint(1, min(own, 2))
    return (
        {"kind": "destroy-all"},
        {"kind": "destroy"},
        {"kind": "reach", "zone": zone, "count": few},
        {"kind": "hold", "zone": zone, "turns": source.randint(1, 3)},
        {
            "kind": "exit",
            "edge": source.choice(("top", "bottom", "left", "right")),
            "count": few,
        },
        {"kind": "survive"},
    )[kind]


# -- positions -----------------------------------------------------------------------------------


def scattered(source: random.Random, position: Position) -> Position:
    """A battle under way, which nobody has won: pieces at the limits from each other, some dead,
    some with advantage, some of the active side's done with this or that."""
    for _ in range(20):
        turn = source.randint(1, position.terms.turn_limit)
        made = replace(position, turn=turn, units={})
        order = source.sample(list(position.units), len(position.units))
        near = source.random() < 0.6
        if near:  # those who wait stand already, and the others press on them
            order.sort(key=lambda id: position.units[id].seat == made.seat)
        for id in order:
            unit = position.units[id]
            made = naive.changed(made, placed(source, made, unit, near))
        made = replace(made, units={id: made.units[id] for id in position.units})
        made = counted(source, on_top(source, made))
        there = all(naive.standing(made, seat) for seat in naive.SEATS)
        if there and naive_victory.judged(made).end is None:
            return made
    return position


def placed(source: random.Random, position: Position, unit: Unit, near: bool) -> Unit:
    """A piece somewhere, tired or fresh; one in six is dead."""
    at = spot(source, position, unit, near)
    if source.random() < 0.16:
        return replace(unit, at=at, alive=False)
    if unit.seat != position.seat:
        return replace(unit, at=at, reacted=unit.weapon != "none" and source.random() < 0.6)
    done = source.choice(("", "", "moved", "fired", "fought", "moved and fought"))
    return replace(
        unit,
        at=at,
        moved="moved" in done,
        fired=done == "fired" and unit.weapon != "none",
        fought="fought" in done,
    )


def spot(source: random.Random, position: Position, unit: Unit, near: bool) -> Point:
    """A free place, mostly at a limit from somebody or something."""
    for tries in range(200):
        at = anywhere(source, position) if tries > 100 else aimed(source, position, unit, near)
        x, y = at
        if not (0 <= x <= position.terms.width and 0 <= y <= position.terms.height):
            continue
        blocked = any(
            piece.cost is None and ground.place(piece.shape, at) > 0
            for piece in position.terms.terrain
        )
        if not blocked and not naive.taken(position, unit, at):
            return at
    return unit.place


def anywhere(source: random.Random, position: Position) -> Point:
    return source.randint(0, position.terms.width), source.randint(0, position.terms.height)


def aimed(source: random.Random, position: Position, unit: Unit, near: bool) -> Point:
    """Touching, at the end of a range, in a line with somebody, or on the line of an edge."""
    others = list(position.units.values())
    roll = source.random()
    if others and source.random() < 0.3:
        hidden = behind_cover(source, position, source.choice(others).place)
        if hidden is not None:
            return hidden
    if others and roll < (0.7 if near else 0.4):
        enemies = [other for other in others if other.seat != unit.seat]
        other = source.choice(enemies[:2] if near and enemies else others)
        reach = unit.base + other.base
        limit = source.choice((reach, reach, reach + naive.TOUCH, unit.range or other.range))
        return source.choice(around(source, other.place, limit or reach))
    if others and roll < 0.8:
        other = source.choice(others)
        x, y = anywhere(source, position)
        return (other.place[0], y) if source.random() < 0.5 else (x, other.place[1])
    shapes = [piece.shape for piece in position.terms.terrain]
    shapes += [way.zone for way in position.terms.victory[unit.seat] if way.zone]
    if shapes and roll < 0.97:
        return beside(source, source.choice(shapes))
    return anywhere(source, position)


def behind_cover(source: random.Random, position: Position, eye: Point) -> Point | None:
    """An inch or so behind cover, straight across from somebody."""
    (x, y), off = eye, ground.INCH + source.choice((-1, 0, 0, 1))
    for piece in position.terms.terrain:
        left, bottom, right, top = piece.shape.box
        if piece.cover and left < x < right:
            return (x, top + off) if y < top else (x, bottom - off)
        if piece.cover and bottom < y < top:
            return (right + off, y) if x < right else (left - off, y)
    return None


def beside(source: random.Random, shape: Shape) -> Point:
    """On an outline, on the line an edge lies on, or an inch away from one, or nearly."""
    off = source.choice((0, 0, -1, 1, 1000, -1000, 999, 1001))
    if isinstance(shape, Disc):
        if source.random() < 0.5:
            return source.choice(around(source, shape.at, shape.radius + max(off, 0)))
        x, y = shape.at
        side = source.choice((-1, 1)) * (shape.radius + off)
        along = source.randint(-4000, 4000)
        return (x + side, y + along) if source.random() < 0.5 else (x + along, y + side)
    (ax, ay), (bx, by) = source.choice(shape.edges)
    step = gcd(bx - ax, by - ay)
    dx, dy = (bx - ax) // step, (by - ay) // step
    long = max(1, isqrt(dx * dx + dy * dy))
    along = source.randint(-3000 // long, step + 3000 // long)
    x, y = ax + dx * along, ay + dy * along
    return (x + off, y) if dx == 0 else (x, y + off)


def on_top(source: random.Random, position: Position) -> Position:
    """Advantage for some of those who touch."""
    for one in naive.standing(position, "red"):
        for another in naive.standing(position, "blue"):
            if naive.touch(one, another) and source.random() < 0.5:
                pair = [position.units[one.id], position.units[another.id]]
                source.shuffle(pair)
                top = replace(pair[0], over=(*pair[0].over, pair[1].id))
                position = naive.changed(position, top)
    return position


def counted(source: random.Random, position: Position) -> Position:
    """Turns of holding that fall short of what is needed by one or more, and are not more than
    the side has had."""
    first = position.terms.first
    had = {first: position.turn // 2, naive.OTHER[first]: (position.turn - 1) // 2}
    held = {
        seat: tuple(
            source.randint(0, min(had[seat], way.number - 1)) if way.kind == "hold" else 0
            for way in position.terms.victory[seat]
        )
        for seat in naive.SEATS
    }
    return replace(position, held=held)
