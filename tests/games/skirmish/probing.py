"""Actions worth trying in a position of the naive model of Skirmish: any, and those at the limits.

An edge is the last lattice point on one side of a circle: with the one before and the one after it
on the same line, it asks for a length that is exactly allowed or falls short by less than a
thousandth, and for one that is beyond it by less than that. Where heights count, the circle is that
much smaller.
"""

import random
from collections.abc import Callable
from math import isqrt

from games.skirmish import naive
from games.skirmish import naive_table as table
from games.skirmish.naive import Action, Attack, Figure, Position
from games.skirmish.naive_table import SEATS, Ground, Piece, Point

TRIPLES = ((0, 1, 1), (3, 4, 5), (7, 24, 25), (44, 117, 125))
"""Directions in which a whole number of inches has whole thousandths both ways."""
LOW, HIGH = -72_000, 144_000
"""What lies farther away than that cannot be named."""
Make = Callable[[random.Random, Position, str], list[Action]]


def edge(source: random.Random, limit: int, up: int = 0) -> list[Point]:
    """Three neighbouring points as seen from a centre: the middle one is the last within a limit,
    and often exactly at it, for one who goes so far up."""
    room = limit**2 - up**2
    if room < 0:
        return [(0, 0)]
    (a, b, c), root = source.choice(TRIPLES), isqrt(room)
    if source.random() < 0.5 and root**2 == room and root % c == 0:
        x, y = a * root // c, b * root // c
    else:
        x = source.randint(0, root)
        y = isqrt(room - x**2)
    left, high, turned = source.choice((-1, 1)), source.choice((-1, 1)), source.random() < 0.5
    points = [(x * left, (y + step) * high) for step in (-1, 0, 1)]
    return [(y, x) for x, y in points] if turned else points


def around(source: random.Random, centre: Point, limit: int, up: int = 0) -> list[Point]:
    points = [(centre[0] + x, centre[1] + y) for x, y in edge(source, limit, up)]
    return [(nameable(x), nameable(y)) for x, y in points]


def measured(source: random.Random, ground: Ground, centre: Point, limit: int) -> list[Point]:
    """The same with the heights that there are: where the last point within the limit is so high as
    was thought, if one is soon found."""
    tops = [0, 0, *(piece.height for piece in ground.pieces)]
    here = table.top(ground, centre)
    for _ in range(10):
        there = source.choice((here, source.choice(tops), source.choice(tops)))
        points = around(source, centre, limit, here - there)
        if table.top(ground, points[len(points) // 2]) == there:
            break
    return points


def nameable(length: int) -> int:
    return min(max(length, LOW), HIGH)


def between(source: random.Random, one: Point, another: Point) -> Point:
    """A point on the way, often an end."""
    share = source.choice((0, 1000, source.randint(0, 1000)))
    a, b = ((a * (1000 - share) + b * share) // 1000 for a, b in zip(one, another, strict=True))
    return a, b


def anywhere(source: random.Random, ground: Ground) -> Point:
    """A point on the table or a little off it; now and then as far away as one can name."""
    if source.random() < 0.05:
        return source.choice((LOW, HIGH)), source.randint(LOW, HIGH)
    return source.randint(-50, ground.size[0] + 50), source.randint(-50, ground.size[1] + 50)


def beside(source: random.Random, edge_: table.Edge, depth: int) -> list[Point]:
    """Points about so deep in the table off a side, which runs clockwise: on both sides of the
    border of that strip."""
    (ax, ay), (bx, by) = edge_
    x, y = between(source, *edge_)
    length = table.rounded_root(table.square(*edge_))
    return [
        (x + (by - ay) * deep // length, y - (bx - ax) * deep // length)
        for deep in (depth - 1, depth, depth + 1)
    ]


def rim(source: random.Random, piece: Piece) -> list[Point]:
    """Points on the outline of a thing, and a thousandth inside and outside of it."""
    if not piece.corners:
        return around(source, piece.centre, piece.radius)
    number = source.randrange(len(piece.corners))
    x, y = between(source, *table.two(piece.corners, number))
    if source.random() < 0.5:
        return [(x + off, y) for off in (-1, 0, 1)]
    return [(x, y + off) for off in (-1, 0, 1)]


# -- before the first round ----------------------------------------------------------------------


def placings(source: random.Random, position: Position, seat: str) -> list[Action]:
    """At the borders of one's own strip and of others', touching somebody, or anywhere in it."""
    ground = position.terms.ground
    missing = [id for id in naive.ids_of(seat) if position.figures[id].at is None]
    id = source.choice(missing if missing and source.random() < 0.95 else naive.ids_of(seat))
    near, roll = table.LENGTHS["edge"], source.random()
    placed = [figure.at for figure in position.figures.values() if figure.at is not None]
    if roll < 0.3:
        points = beside(source, ground.edges[seat], near)
    elif roll < 0.4:
        points = beside(source, ground.edges[seat], 0)
    elif roll < 0.5:
        points = beside(source, ground.edges[source.choice(position.terms.seats)], near)
    elif roll < 0.7 and placed:
        points = around(source, source.choice(placed), 2 * table.LENGTHS["base"])
    else:
        points = beside(source, ground.edges[seat], source.randint(1, near - 1))[:1]
    return [{"do": "deploy", "unit": id, "at": at} for at in points]


# -- moves ---------------------------------------------------------------------------------------


def mover(source: random.Random, position: Position, seat: str) -> Figure:
    """One's own, rather one that may still move."""
    own = naive.living(position, seat)
    free = [figure for figure in own if figure.actions]
    return source.choice(free if free and source.random() < 0.95 else own)


def moves(figure: Figure, points: list[Point]) -> list[Action]:
    """Moves to places; to those far away, as far as one comes on the way there, and a little
    farther."""
    made: list[Action] = []
    for at in points:
        far = table.square(figure.place, at)
        if far > 6000**2:
            off = [(a - b) * 4000 // isqrt(far) for a, b in zip(at, figure.place, strict=True)]
            at = figure.place[0] + off[0], figure.place[1] + off[1]
        made.append({"do": "move", "unit": figure.id, "to": at})
    return made


def full_moves(source: random.Random, position: Position, seat: str) -> list[Action]:
    """As far as a figure may go, on the level, up or down, and a thousandth farther."""
    figure, ground = mover(source, position, seat), position.terms.ground
    if source.random() < 0.3:
        return moves(figure, around(source, figure.place, naive.LENGTHS["move"]))
    return moves(figure, measured(source, ground, figure.place, naive.LENGTHS["move"]))


def rim_moves(source: random.Random, position: Position, seat: str) -> list[Action]:
    """Onto the outline of a thing that is near, or just beside it."""
    figure, pieces = mover(source, position, seat), position.terms.ground.pieces
    if not pieces:
        return full_moves(source, position, seat)
    tried = [rim(source, source.choice(pieces)) for _ in range(4)]
    return moves(figure, min(tried, key=lambda points: table.square(points[0], figure.place)))


def edge_moves(source: random.Random, position: Position, seat: str) -> list[Action]:
    """To the border of a seat's strip, one's own or another's, or off the table."""
    figure, ground = mover(source, position, seat), position.terms.ground
    home = figure.seen and source.random() < 0.7
    whose = seat if home else source.choice(position.terms.seats)
    depth = source.choice((table.LENGTHS["edge"], table.LENGTHS["edge"], 0))
    tried = [beside(source, ground.edges[whose], depth) for _ in range(3)]
    return moves(figure, min(tried, key=lambda points: table.square(points[0], figure.place)))


def measured_moves(source: random.Random, position: Position, seat: str) -> list[Action]:
    """To where a distance from somebody else is at its limit: touching, hand to hand, near for a
    shot, or in a blast."""
    figure, ground = mover(source, position, seat), position.terms.ground
    others = [f for f in position.figures.values() if f.id != figure.id and f.at is not None]
    near = sorted(others, key=lambda other: table.square(other.place, figure.place))[:8]
    if not near:
        return full_moves(source, position, seat)
    other, bases = source.choice(near), 2 * table.LENGTHS["base"]
    if source.random() < 0.3:
        return moves(figure, around(source, other.place, bases))
    return moves(figure, measured(source, ground, other.place, source.choice(measures())))


def measures() -> tuple[int, ...]:
    return *(naive.LENGTHS[name] for name in ("strike", "take", "near", "near", "near")), 2000


MOVES: tuple[Make, ...] = (full_moves, rim_moves, edge_moves, measured_moves)


# -- attacks -------------------------------------------------------------------------------------


def pairs(
    source: random.Random, position: Position, seat: str, limit: int, others: list[Figure]
) -> list[tuple[str, str]]:
    """Of one's own figures and others, two pairs that are closest to a limit, and one more."""
    own = naive.living(position, seat)
    if source.random() < 0.8:
        own = [figure for figure in own if figure.actions]
    found = [
        (abs(table.square(position.spot(a.id), position.spot(b.id)) - limit**2), a.id, b.id)
        for a in own
        for b in others
        if a.id != b.id and b.at is not None
    ]
    chosen = sorted(found)[:2] + ([source.choice(found)] if found else [])
    return [(one, other) for _, one, other in chosen]


def foes(position: Position, seat: str) -> list[Figure]:
    return [f for other in naive.playing(position) if other != seat
            for f in naive.living(position, other)]  # fmt: skip


def straight_shots(source: random.Random, position: Position, seat: str) -> list[Action]:
    """At those who stand in the same row or column, where a line often runs along a side."""
    own = [figure for figure in naive.living(position, seat) if figure.actions]
    found: list[Action] = [
        {"do": "shoot", "unit": one.id, "target": other.id}
        for one in own
        for other in foes(position, seat)
        if one.place[0] == other.place[0] or one.place[1] == other.place[1]
    ]
    return source.sample(found, min(3, len(found))) or shots(source, position, seat)


def shots(source: random.Random, position: Position, seat: str) -> list[Action]:
    found = pairs(source, position, seat, naive.LENGTHS["near"], foes(position, seat))
    return [{"do": "shoot", "unit": one, "target": other} for one, other in found]


def strikes(source: random.Random, position: Position, seat: str) -> list[Action]:
    found = pairs(source, position, seat, naive.LENGTHS["strike"], foes(position, seat))
    return [{"do": "strike", "unit": one, "target": other} for one, other in found]


def takes(source: random.Random, position: Position, seat: str) -> list[Action]:
    dead = [figure for figure in position.figures.values() if not figure.health]
    found = pairs(source, position, seat, naive.LENGTHS["take"], dead)
    return [{"do": "take", "unit": one, "corpse": other} for one, other in found]


def tells(source: random.Random, position: Position, seat: str) -> list[Action]:
    ids = naive.ids_of(seat)
    one = source.choice([id for id in ids if position.figures[id].seen] or ids)
    return [{"do": "tell", "unit": one, "target": source.choice(ids)}]


def throws(source: random.Random, position: Position, seat: str) -> list[Action]:
    """At somebody, off the table by a little or a lot, or a thousandth away."""
    figure = mover(source, position, seat)
    x, y = figure.place
    roll = source.random()
    if roll < 0.4:
        toward = source.choice(list(position.figures.values())).at or (x, y)
    elif roll < 0.7:
        toward = source.choice(
            ((x, nameable(y + 6000)), (x, y - 6000), (x + 6000, y), (x - 6000, y))
        )
    elif roll < 0.85:
        toward = source.choice(beside(source, source.choice(sides(position.terms.ground)), 0))
    else:
        toward = x + source.randint(-2, 2), y + source.randint(-2, 2)
    return throw(position, figure.id, toward)


def throw(position: Position, id: str, toward: Point) -> list[Action]:
    """Nothing where it lands only a thousandth ahead and two beside its line, as at the rim of a
    polygon: there they do not agree (test_a_throw_that_can_land_at_the_limit_of_its_line)."""
    source = position.figures[id].at if id in position.figures else None
    if source is not None and source != toward:
        at = naive.landing(position, source, toward)
        if at is not None and table.square(source, at) == 5:
            return []
    return [{"do": "throw", "unit": id, "toward": toward}]


def sides(ground: Ground) -> list[table.Edge]:
    return [table.two(ground.outline, number) for number in range(len(ground.outline))]


def landings(source: random.Random, position: Position, attack: Attack) -> list[Action]:
    """Along the line: at the end of the throw, near, beside it, behind, and at the limit of the
    blast from the thrower or from somebody at whom it is thrown."""
    assert attack.toward is not None and attack.far is not None
    x, y = position.figures[attack.unit].place
    way = attack.toward[0] - x, attack.toward[1] - y
    length = max(1, isqrt(table.square((x, y), attack.toward)))
    far = source.choice((attack.far, attack.far, source.randint(-50, attack.far), 1, 0))
    if source.random() < 0.5:
        far = source.choice([far, *blasts(source, position, attack)])
    aside = source.choice((0, 0, 0, 0, 1, 2, 2, 3))
    made: list[Action] = []
    for step in (-1, 0, 1):
        along = far + step
        at = (
            x + (way[0] * along - way[1] * aside) // length,
            y + (way[1] * along + way[0] * aside) // length,
        )
        made.append({"do": "land", "at": (nameable(at[0]), nameable(at[1]))})
    return made


def blasts(source: random.Random, position: Position, attack: Attack) -> list[int]:
    """How far along its line a grenade is at the limit of its blast from somebody."""
    assert attack.toward is not None and attack.far is not None
    x, y = position.figures[attack.unit].place
    way = attack.toward[0] - x, attack.toward[1] - y
    length = max(1, isqrt(way[0] ** 2 + way[1] ** 2))
    limit = source.choice(naive.BLAST[position.terms.options["blast"]])
    found = []
    for figure in position.figures.values():
        if figure.health and figure.at is not None:
            off = figure.at[0] - x, figure.at[1] - y
            along = (way[0] * off[0] + way[1] * off[1]) // length
            beside = (way[0] * off[1] - way[1] * off[0]) // length
            if abs(beside) <= limit:
                half = isqrt(limit**2 - beside**2)
                found += [f for f in (along - half, along + half) if 0 < f <= attack.far]
    return found


def wild(source: random.Random, position: Position, seat: str) -> list[Action]:
    """Any action at all, of any figure, also of those whose seat nobody has."""
    ids = list(position.figures)
    if source.random() < 0.05:
        ids = [id for other in SEATS for id in naive.ids_of(other)]
    elif source.random() < 0.6:
        ids = list(naive.ids_of(seat))
    unit, at = source.choice(ids), anywhere(source, position.terms.ground)
    target = source.choice(ids if source.random() < 0.3 else list(position.figures))
    do = source.choice(tuple(WILD))
    if do == "throw":
        return throw(position, unit, at)
    named = {"unit": unit, "target": target, "corpse": target, "at": at, "to": at, "toward": at}
    return [{"do": do, **{name: named[name] for name in WILD[do]}}]


WILD: dict[str, tuple[str, ...]] = {
    "deploy": ("unit", "at"),
    "move": ("unit", "to"),
    "ready": (),
    "time": (),
    "shoot": ("unit", "target"),
    "strike": ("unit", "target"),
    "throw": ("unit", "toward"),
    "land": ("at",),
    "tell": ("unit", "target"),
    "take": ("unit", "corpse"),
    "skip": ("unit",),
}
DEEDS: tuple[Make, ...] = (shots, straight_shots, strikes, throws, tells, takes, wild)


def probes(source: random.Random, position: Position, seat: str) -> list[Action]:
    """Some actions of a seat that decides, a few of them legal. While nobody does, any."""
    what, whom, _ = naive.asked(position)
    if what != "decide" or seat not in whom:
        return wild(source, position, seat)
    if position.phase == "deploy":
        return [*placings(source, position, seat), *wild(source, position, seat)]
    if position.attack is not None:
        return [*landings(source, position, position.attack), *wild(source, position, seat)]
    if position.phase == "movement":
        made = source.choice(MOVES)(source, position, seat)
        return [*made, *wild(source, position, seat)]
    return [a for make in source.sample(DEEDS, 2) for a in make(source, position, seat)]


def deeds(position: Position, seat: str) -> list[Action]:
    """All that is allowed in an attack turn, but for throws."""
    own = naive.ids_of(seat)
    every: list[Action] = [{"do": "skip", "unit": id} for id in own]
    for do, name in (
        ("shoot", "target"),
        ("strike", "target"),
        ("tell", "target"),
        ("take", "corpse"),
    ):
        every += [{"do": do, "unit": id, name: other} for id in own for other in position.figures]
    return [action for action in every if not naive.broken(position, seat, action)]


def close(position: Position, seat: str) -> list[Action]:
    """Blows, and corpses in reach."""
    able = [figure for figure in naive.living(position, seat) if figure.actions]
    made: list[Action] = []
    for one in able:
        for other in position.figures.values():
            if other.at is not None and table.within(one.place, other.at, naive.LENGTHS["strike"]):
                made.append({"do": "strike", "unit": one.id, "target": other.id})
                made.append({"do": "take", "unit": one.id, "corpse": other.id})
    return [action for action in made if not naive.broken(position, seat, action)]


# -- going on ------------------------------------------------------------------------------------


def choose(source: random.Random, position: Position, seat: str, tried: list[Action]) -> Action:
    """A legal action to go on with, out of those that were tried and a few more."""
    if position.phase == "movement":
        often = 0.04 + 0.02 * len(position.terms.seats)
        if source.random() < often or not any(f.actions for f in naive.living(position, seat)):
            return {"do": "ready"}
    if position.phase == "attack" and position.attack is None and source.random() < 0.4:
        tried = close(position, seat) or tried
    for _ in range(6):
        legal = [action for action in tried if not naive.broken(position, seat, action)]
        if legal:
            return source.choice(legal)
        tried = more(source, position, seat)
    return last_resort(source, position, seat)


def more(source: random.Random, position: Position, seat: str) -> list[Action]:
    if position.phase == "deploy":
        return placings(source, position, seat)
    if position.attack is not None:
        return landings(source, position, position.attack)
    makes = MOVES if position.phase == "movement" else DEEDS
    return source.choice(makes)(source, position, seat)


def last_resort(source: random.Random, position: Position, seat: str) -> Action:
    """What is always possible: to be ready, to skip, to let it fall, or sooner or later a place."""
    if position.phase == "movement":
        return {"do": "ready"}
    if position.phase == "attack" and position.attack is None:
        able = [f.id for f in naive.living(position, seat) if f.actions]
        return {"do": "skip", "unit": position.acting or source.choice(able)}
    attack = position.attack
    if attack is not None and attack.toward is not None:
        thrower = position.figures[attack.unit].place
        return {"do": "land", "at": naive.landing(position, thrower, attack.toward)}
    while True:
        tried = placings(source, position, seat)
        legal = [action for action in tried if not naive.broken(position, seat, action)]
        if legal:
            return source.choice(legal)
