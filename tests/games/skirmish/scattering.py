"""Positions of the naive model of Skirmish from nowhere: figures at the limits from each other,
from edges and from things, wounded, dead, with news, in the minute or in the attack turns."""

import random
from dataclasses import dataclass, replace

from games.skirmish import naive, probing
from games.skirmish import naive_table as table
from games.skirmish.naive import Figure, Position, Terms
from games.skirmish.naive_sight import EYE
from games.skirmish.naive_table import Point


@dataclass(frozen=True, slots=True)
class Plan:
    """Where most of them meet; a row and a column, along the side of a thing or a thousandth beside
    it, in which some stand; a grid, which is coarse now and then, so that lines just touch; how
    many have fallen, and the seats that have nobody left."""

    middle: Point
    column: int
    row: int
    grid: int
    fallen: float
    out: tuple[str, ...]


def planned(source: random.Random, terms: Terms) -> Plan:
    column, row = middle = middle_of(source, terms)
    high_ones = [piece for piece in terms.ground.pieces if piece.height > EYE]
    if high_ones:
        left, right, low, high = source.choice(high_ones).box()
        column = source.choice((left, right)) + source.choice((-1, 0, 1))
        row = source.choice((low, high)) + source.choice((-1, 0, 1))
    grid, share = source.choice((1, 1, 1, 500)), source.choice((0.1, 0.3, 0.75))
    number = source.choice((0, 0, source.randint(0, len(terms.seats) - 2)))
    return Plan(middle, column, row, grid, share, tuple(source.sample(terms.seats, number)))


def scattered(source: random.Random, terms: Terms) -> Position:
    position = naive.start(terms)
    phase = source.choice(("movement", "attack", "attack"))
    first, most = source.choice(terms.seats), terms.options["round_limit"]
    plan = planned(source, terms)
    for id in source.sample(list(position.figures), len(position.figures)):
        seat = naive.SEAT_OF[id[0]]
        last = len(naive.living(position, seat)) == 1
        at = spot(source, position, id, plan)
        dead = seat in plan.out or (source.random() < plan.fallen and not last)
        figure = fallen(source, id, at) if dead else wounded(source, position, id, at, phase)
        position = naive.changed(position, figure)
    position = replace(
        position,
        phase=phase,
        round=source.choice((1, most, source.randint(1, most))),
        first=first if terms.revised or phase == "attack" else None,
    )
    if phase == "movement":
        seats = naive.playing(position)
        ready = {seat for seat in seats[1:] if source.random() < 0.2}
        return replace(position, ready=frozenset(ready))
    return turns(source, position)


def turns(source: random.Random, position: Position) -> Position:
    """Somebody who has actions has the turn, and perhaps keeps it with one figure."""
    able = [f for f in position.figures.values() if f.actions]
    if not able:
        id = source.choice([f.id for f in position.figures.values() if f.health])
        able = [replace(position.figures[id], actions=1)]
        position = naive.changed(position, *able)
    acting = source.choice(able)
    keeps = position.terms.options["attack_turn"] == "figure" and acting.actions == 1
    return replace(position, seat=acting.seat, acting=acting.id if keeps else None)


def middle_of(source: random.Random, terms: Terms) -> Point:
    """Where most of them meet: anywhere, or at an edge."""
    while True:
        at = source.randint(0, terms.ground.size[0]), source.randint(0, terms.ground.size[1])
        if source.random() < 0.6:
            edge = terms.ground.edges[source.choice(terms.seats)]
            at = probing.beside(source, edge, source.randint(0, 6000))[1]
        if table.on_table(terms.ground, at):
            return at


def spot(source: random.Random, position: Position, id: str, plan: Plan) -> Point:
    """A free place, mostly at a limit from somebody, from an edge or from a thing."""
    while True:
        x, y = source.choice(places(source, position, plan))
        at = x // plan.grid * plan.grid, y // plan.grid * plan.grid
        if not naive.against_base(position, id, at):
            return at


def places(source: random.Random, position: Position, plan: Plan) -> list[Point]:
    ground, roll = position.terms.ground, source.random()
    placed = [figure.at for figure in position.figures.values() if figure.at is not None]
    if roll < 0.1 and placed:
        return probing.around(source, source.choice(placed), 2 * table.LENGTHS["base"])
    if roll < 0.5 and placed:
        limit = source.choice(probing.measures())
        return probing.measured(source, ground, source.choice(placed), limit)[-2:]
    if roll < 0.6:
        whose = source.choice(position.terms.seats)
        return probing.beside(source, ground.edges[whose], table.LENGTHS["edge"])
    if roll < 0.7 and ground.pieces:
        return probing.rim(source, source.choice(ground.pieces))
    x, y = (mid + source.randint(-9000, 9000) for mid in plan.middle)
    return [(plan.column, y), (x, plan.row)] if roll < 0.9 else [(x, y)]


def fallen(source: random.Random, id: str, at: Point) -> Figure:
    """Where it fell, or gone."""
    where = at if source.random() < 0.9 else None
    return Figure(id, where, 0, source.choice((0, 1, 2)) if where else 0, 0)


def wounded(source: random.Random, position: Position, id: str, at: Point, phase: str) -> Figure:
    """With some health and actions; who has seen it in this minute has used one."""
    health = source.choice((1, 5, 6, 10, source.randint(1, 10)))
    actions = source.choice((0, 1, 2, 2))
    seen = source.random() < 0.3
    late = position.terms.options["report"] == "after_movement"
    if seen and not late and table.near_edge(position.terms.ground, naive.SEAT_OF[id[0]], at):
        seen = False
    fresh = seen and late and phase == "movement" and actions < 2 and source.random() < 0.5
    grenades = source.choice((0, 1, 2, 2))
    return Figure(id, at, health, grenades, actions, seen, fresh)
