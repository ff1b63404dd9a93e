"""Actions worth trying in a position of the naive model: any, and those at the limits."""

import random
from collections.abc import Callable
from math import isqrt
from typing import Any

from games.skirmishers import naive
from games.skirmishers import naive_ground as ground
from games.skirmishers.battleground import anywhere, around, beside
from games.skirmishers.naive import Position, Unit
from games.skirmishers.naive_ground import Disc, Point

Make = Callable[[random.Random, Position], list[naive.Action]]
ANSWERS = ("return-fire", "defensive-fire", "hold", "wait")
WORK = 800
"""So many thousandths are looked at for one move in a long comparison, times those who look."""


def nameable(at: Point) -> Point:
    """What lies farther away than one can name is as far as one can."""
    x, y = at
    return min(max(x, -72_000), 144_000), min(max(y, -72_000), 144_000)


def own(position: Position) -> list[Unit]:
    return naive.standing(position, position.seat)


def foes(position: Position) -> list[Unit]:
    return naive.standing(position, naive.OTHER[position.seat])


def mover(source: random.Random, position: Position) -> Unit | None:
    """One's own, rather one that may still move."""
    units = own(position)
    free = [u for u in units if not (u.moved or u.fired or u.fought or naive.pinned(position, u))]
    listed = free if free and source.random() < 0.93 else units
    return source.choice(listed) if listed else None


def moves(unit: Unit, ways: list[list[Point]]) -> list[naive.Action]:
    return [
        {"do": "move", "unit": unit.id, "path": tuple(nameable(at) for at in way)} for way in ways
    ]


# -- ways at the limits --------------------------------------------------------------------------


def full_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """As far as a piece may go on open ground, and a thousandth farther."""
    return [[at] for at in around(source, unit.place, unit.movement)]


def costly_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """As far as a piece may go in some direction over whatever lies there, and a bit farther."""
    terrain, start = position.terms.terrain, unit.place
    to = anywhere(source, position)
    if terrain and source.random() < 0.7:
        to = middle(source, position)
    corner = [to] if source.random() < 0.3 and to != start else []
    here = corner[-1] if corner else start
    if corner:
        to = anywhere(source, position)
    low, high = 0, 8 * max(1, unit.movement)
    while high - low > 1:
        far = (low + high) // 2
        cost = ground.way_cost(terrain, start, [*corner, toward(here, to, far)])
        low, high = (far, high) if cost <= unit.movement * ground.INCH else (low, far)
    return [[*corner, toward(here, to, far)] for far in (low - 1, low, low + 1, low + 2)]


def middle(source: random.Random, position: Position) -> Point:
    """Some point of some terrain."""
    shape = source.choice(position.terms.terrain).shape
    if isinstance(shape, Disc):
        return shape.at
    (ax, ay), (bx, by) = source.choice(shape.edges)
    return (ax + bx) // 2, (ay + by) // 2


def toward(a: Point, b: Point, far: int) -> Point:
    long = isqrt(ground.square(a, b)) or 1
    return a[0] + (b[0] - a[0]) * far // long, a[1] + (b[1] - a[1]) * far // long


def touching_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """To where bases touch, or just do not, or overlap."""
    others = [other for other in position.units.values() if other.stands and other.id != unit.id]
    if not others:
        return []
    other = source.choice(others)
    if source.random() < 0.6:
        other = min(others, key=lambda other: ground.square(other.place, unit.place))
    limit = unit.base + other.base + source.choice((0, 0, naive.TOUCH))
    best: list[Point] = []
    for _ in range(6):
        best = around(source, other.place, limit)
        if ground.within(unit.place, best[1], unit.movement):
            break
    return [[at] for at in best]


def grazing_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """Past an enemy, a rim or an edge at the closest, or a thousandth closer."""
    x, y = unit.place
    listed: list[tuple[Point, int]] = [(foe.place, foe.base + unit.base) for foe in foes(position)]
    for piece in position.terms.terrain:
        if isinstance(piece.shape, Disc):
            listed.append((piece.shape.at, piece.shape.radius))
        else:
            listed += [(corner, 0) for corner in piece.shape.points]
    if not listed:
        return []
    (cx, cy), far = min(
        source.sample(listed, min(len(listed), 3)), key=lambda one: ground.square(one[0], (x, y))
    )
    side = far * source.choice((-1, 1))
    after = source.randint(0, 2500)
    offs = (-1, 0, 1)
    if source.random() < 0.5:
        end = cy + (after if y < cy else -after)
        return [[(cx + side + off, y), (cx + side + off, end)] for off in offs]
    end = cx + (after if x < cx else -after)
    return [[(x, cy + side + off), (end, cy + side + off)] for off in offs]


def border_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """Onto an edge of the table, and a thousandth over it; rather the edge to leave by."""
    (x, y), terms = unit.place, position.terms
    borders = {"left": 0, "right": terms.width, "bottom": 0, "top": terms.height}
    own_edges = [way.edge for way in terms.victory[unit.seat] if way.edge]
    side = source.choice([*borders, *own_edges * 4])
    step = source.choice((0, 0, source.randint(-unit.movement // 2, unit.movement // 2)))
    offs = (-1, 0, 1)
    if side in ("left", "right"):
        return [[(borders[side] + off, y + step)] for off in offs]
    return [[(x + step, borders[side] + off)] for off in offs]


def crooked_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """Many corners, the same point twice, there and back, no way at all, the most corners."""
    x, y = unit.place
    far = max(1, unit.movement // 6)
    several = [
        (x + source.randint(-far, far), y + source.randint(-far, far))
        for _ in range(source.randint(1, 5))
    ]
    there = several[0]
    doubled = [at for at in several for _ in "xy"]
    many = [(x + i % 2 * source.randint(1, far), y + i) for i in range(naive.CORNERS)]
    ways = [several, doubled, [there, (x, y)], [(x, y)], [(x, y)] * 3, many, [there, (x, y), there]]
    return source.sample(ways, 2)


def lined_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """To an outline and along it."""
    if not position.terms.terrain:
        return []
    shape = source.choice(position.terms.terrain).shape
    if not isinstance(shape, Disc) and source.random() < 0.5:
        return [list(source.choice(shape.edges))]
    return [[beside(source, shape)]]


def near_ways(source: random.Random, unit: Unit, position: Position) -> list[list[Point]]:
    """Towards an enemy or a zone, or anywhere near."""
    (x, y), far, enemies = unit.place, unit.movement, foes(position)
    zones = [way.zone for way in position.terms.victory[unit.seat] if way.zone]
    if zones and source.random() < 0.7:
        to = beside(source, source.choice(zones))
        return [[to], [toward(unit.place, to, far)]]
    if not enemies or source.random() < 0.4:
        return [[(x + source.randint(-far, far) // 2, y + source.randint(-far, far) // 2)]]
    foe = source.choice(enemies)
    long = isqrt(ground.square(unit.place, foe.place)) + 1
    gap = unit.base + foe.base + source.choice((1, 20, 49, 300))
    return [[toward(unit.place, foe.place, min(far, max(0, long - gap)))]]


WAYS = (
    full_ways,
    costly_ways,
    touching_ways,
    touching_ways,
    grazing_ways,
    border_ways,
    border_ways,
    crooked_ways,
    lined_ways,
    near_ways,
    near_ways,
)


def some_moves(source: random.Random, position: Position) -> list[naive.Action]:
    unit = mover(source, position)
    if unit is None:
        return []
    return moves(unit, source.choice(WAYS)(source, unit, position))


# -- everything else -----------------------------------------------------------------------------


def fights(source: random.Random, position: Position) -> list[naive.Action]:
    """One or several at somebody whom they touch, or nearly; now and then anybody."""
    enemies, units = foes(position), own(position)
    if not enemies or not units:
        return []
    pairs = sorted(
        (ground.square(unit.place, foe.place) - (unit.base + foe.base) ** 2, unit.id, foe.id)
        for unit in units
        for foe in enemies
    )
    asked: list[naive.Action] = [
        {"do": "fight", "units": (unit,), "target": foe} for _, unit, foe in pairs[:2]
    ]
    target = position.units[source.choice(pairs[:3])[2]]
    touching = [unit.id for unit in units if naive.touch(unit, target)]
    several = touching if len(touching) > 1 else [unit.id for unit in units][:3]
    most = len(several)
    together = tuple(source.sample(several, source.choice((most, source.randint(1, most)))))
    return [*asked, {"do": "fight", "units": together, "target": target.id}]


def pools(position: Position) -> list[naive.Action]:
    """Several at one, all who may strike it."""
    able = [unit for unit in own(position) if not (unit.fired or unit.fought)]
    struck = {
        foe.id: tuple(unit.id for unit in able if naive.touch(unit, foe)) for foe in foes(position)
    }
    return [
        {"do": "fight", "units": ids, "target": id} for id, ids in struck.items() if len(ids) > 1
    ]


def leavings(position: Position) -> list[naive.Action]:
    """Straight to the edge that one's own may leave by, where that is near."""
    terms = position.terms
    found: list[naive.Action] = []
    for edge in {way.edge for way in terms.victory[position.seat] if way.edge}:
        for unit in own(position):
            x, y = unit.place
            ends = {"left": (0, y), "right": (terms.width, y), "bottom": (x, 0)}
            found += moves(unit, [[ends.get(edge, (x, terms.height))]])
    return [
        action
        for action in found
        if not naive.broken(position, action) and work(position, action) <= WORK
    ]


def fires(source: random.Random, position: Position) -> list[naive.Action]:
    """Those closest to the end of their range, and somebody."""
    pairs = sorted(
        (abs(ground.square(unit.place, foe.place) - unit.range**2), unit.id, foe.id)
        for unit in own(position)
        for foe in foes(position)
        if unit.weapon != "none" or source.random() < 0.05
    )
    chosen = pairs[:1] + (source.sample(pairs, min(2, len(pairs))))
    return [{"do": "fire", "unit": unit, "target": foe} for _, unit, foe in chosen]


def wild(source: random.Random, position: Position) -> list[naive.Action]:
    """Any action at all, of any piece, there or not."""
    ids = [*position.units, "R77", "B88"]
    unit, target = source.choice(ids), source.choice(ids)
    do = source.choice(("move", "fight", "fire", "choose", *ANSWERS, "end"))
    made: dict[str, dict[str, Any]] = {
        "move": {"unit": unit, "path": (nameable(anywhere(source, position)),)},
        "fight": {"units": tuple(source.sample(ids, 2)), "target": target},
        "fire": {"unit": unit, "target": target},
        "choose": {"unit": unit},
    }
    return [{"do": do, **made.get(do, {})}]


def answers(source: random.Random, position: Position) -> list[naive.Action]:
    """What an offer may be answered with, and what not."""
    tried: list[naive.Action] = [{"do": do} for do in ANSWERS]
    if position.fight is not None:
        tried += [{"do": "choose", "unit": id} for id in position.fight.units]
    return [*tried, *wild(source, position)]


PROBES: tuple[Make, ...] = (some_moves, some_moves, some_moves, fights, fires, wild)


def probes(source: random.Random, position: Position) -> list[naive.Action]:
    """Some actions to ask about, a few of them legal. While nobody decides, any."""
    if naive.asked(position)[0] != "decide":
        return wild(source, position)
    if position.offer is not None:
        return answers(source, position)
    return [action for make in source.sample(PROBES, 2) for action in make(source, position)]


def finite(position: Position) -> list[naive.Action]:
    """Every action that is no matter of places, and of those who strike every single one."""
    ids = list(position.units)
    listed: list[naive.Action] = [{"do": do} for do in ANSWERS]
    listed += [{"do": "end"}, *({"do": "choose", "unit": id} for id in ids)]
    for unit in ids:
        for target in ids:
            listed.append({"do": "fire", "unit": unit, "target": target})
            listed.append({"do": "fight", "units": (unit,), "target": target})
    return listed


def work(position: Position, action: naive.Action) -> int:
    """How many points of a way the naive model would have to look at, for all who look."""
    if action["do"] != "move":
        return 0
    unit = position.units[action["unit"]]
    long = ground.way_length(unit.place, action["path"])
    looking = [
        foe
        for foe in foes(position)
        if foe.weapon != "none"
        and not foe.reacted
        and ground.within(foe.place, unit.place, foe.range + long + 2)
    ]
    return long * len(looking)


def choose(source: random.Random, position: Position, tried: list[naive.Action]) -> naive.Action:
    """A legal action to go on with, out of those that were tried and a few more."""
    if position.offer is not None:
        legal = [action for action in tried if not naive.broken(position, action)]
        if len(legal) > 1 and source.random() < 0.6:
            legal = [action for action in legal if action["do"] != "hold"]
        return source.choice(legal)
    if (together := pools(position)) and source.random() < 0.7:
        return source.choice(together)
    if (leaving := leavings(position)) and source.random() < 0.4:
        return source.choice(leaving)
    makes: list[Make] = [fights, fires, some_moves, some_moves, some_moves]
    source.shuffle(makes)
    for make in makes if source.random() < 0.93 else []:
        for action in source.sample(listed := make(source, position), len(listed)):
            if not naive.broken(position, action) and work(position, action) <= WORK:
                return action
    return {"do": "end"}
