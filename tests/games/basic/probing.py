"""Actions worth trying in a position of the naive model: any, and those at the limits.

An edge is the last lattice point on one side of a circle: with the one before and the one after it
on the same line, it asks for a length that is exactly allowed or falls short by less than a
thousandth, and for one that is beyond it by less than that.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from math import isqrt
from typing import Any

from games.basic import naive
from games.basic.naive import Point, Position, Unit

TRIPLES = ((0, 1, 1), (3, 4, 5), (7, 24, 25), (44, 117, 125))
"""Directions in which a whole number of inches has whole thousandths both ways."""
Make = Callable[[random.Random, Position], list[naive.Action]]


def edge(source: random.Random, limit: int) -> list[Point]:
    """Three neighbouring points as seen from a centre: the middle one is the last within a limit,
    and often exactly at it."""
    a, b, c = source.choice(TRIPLES)
    if source.random() < 0.35 and limit % c == 0:
        x, y = a * limit // c, b * limit // c
    else:
        x = source.randint(0, limit)
        y = isqrt(limit**2 - x**2)
    left, up, turned = source.choice((-1, 1)), source.choice((-1, 1)), source.random() < 0.5
    points = [(x * left, (y + step) * up) for step in (-1, 0, 1)]
    return [(y, x) for x, y in points] if turned else points


def measures() -> tuple[int, ...]:
    """Touching, every range, how far a command reaches."""
    ranges = [numbers.range for numbers in naive.STATISTICS.values()]
    return (2 * naive.BASE, *dict.fromkeys([*ranges, *naive.NEAR.values()]))


def around(source: random.Random, centre: Point, limit: int) -> list[Point]:
    points = [(centre[0] + x, centre[1] + y) for x, y in edge(source, limit)]
    return [(nameable(x), nameable(y)) for x, y in points]


def nameable(length: int) -> int:
    """What lies farther away than one can name is as far as one can."""
    return min(max(length, -72_000), 144_000)


def anywhere(source: random.Random, terms: naive.Terms) -> Point:
    """A point on the table or a little off it; now and then as far away as one can name."""
    if source.random() < 0.1:
        return source.choice((-72_000, 144_000)), source.randint(-72_000, 144_000)
    return source.randint(-50, terms.width + 50), source.randint(-50, terms.height + 50)


# -- before the battle ---------------------------------------------------------------------------


def placings(source: random.Random, position: Position) -> list[naive.Action]:
    """Units at the borders of the zone, touching each other, or somewhere."""
    terms = position.terms
    missing = [unit for unit in naive.living(position, position.seat) if unit.at is None]
    unit = source.choice(missing or naive.living(position, position.seat))
    placed = [other.at for other in position.units.values() if other.at is not None]
    depth = source.randint(0, terms.zone)
    roll = source.random()
    if roll < 0.3:
        depths = [terms.zone - 1, terms.zone, terms.zone + 1, 0, -1]
        across = [source.choice((source.randint(0, terms.width), 0, terms.width))] * 5
    elif roll < 0.45:
        depths, across = [depth] * 4, [-1, 0, terms.width, terms.width + 1]
    elif roll < 0.7 and placed:
        points = around(source, source.choice(placed), 2 * naive.BASE)
        return [{"do": "deploy", "unit": unit.id, "at": at} for at in points]
    else:
        depths, across = [depth], [source.randint(0, terms.width)]
    red = position.seat == "red"
    return [
        {"do": "deploy", "unit": unit.id, "at": (x, y if red else terms.height - y)}
        for x, y in zip(across, depths, strict=True)
    ]


# -- moves at the limits -------------------------------------------------------------------------


def mover(source: random.Random, position: Position) -> Unit:
    """One's own, rather one that may still move."""
    own = naive.living(position, position.seat)
    free = [unit for unit in own if not unit.moved and not unit.done]
    return source.choice(free if free and source.random() < 0.95 else own)


def moves(unit: Unit, points: list[Point]) -> list[naive.Action]:
    return [{"do": "move", "unit": unit.id, "to": to} for to in points]


def full_moves(source: random.Random, position: Position) -> list[naive.Action]:
    """As far as a unit may go, and a thousandth farther."""
    unit = mover(source, position)
    return moves(unit, around(source, unit.place, unit.movement))


def border_moves(source: random.Random, position: Position) -> list[naive.Action]:
    """Onto the border of the table, and a thousandth over it."""
    unit, terms = mover(source, position), position.terms
    x, y = unit.place
    step = source.randint(-unit.movement // 2, unit.movement // 2)
    if source.random() < 0.5:
        border = source.choice((0, terms.width))
        return moves(unit, [(border + off, y + step) for off in (-1, 0, 1)])
    border = source.choice((0, terms.height))
    return moves(unit, [(nameable(x + step), border + off) for off in (-1, 0, 1)])


def measured_moves(source: random.Random, position: Position) -> list[naive.Action]:
    """To where a distance from somebody else is at its limit: touching, in range of him, or near
    enough for a command."""
    unit = mover(source, position)
    others = [
        other
        for other in position.units.values()
        if other.id != unit.id and other.at is not None and (other.health or source.random() < 0.2)
    ]
    roll, limit = source.random(), source.choice((*measures(), 2 * naive.BASE))
    other = source.choice(others)
    if roll < 0.4:
        other = min(others, key=lambda other: naive.square(other.place, unit.place))
    elif roll < 0.6:  # the commander is listed first
        limit = source.choice((naive.NEAR["bolster"], naive.NEAR["rush"]))
        other = next((o for o in others if o.seat == unit.seat), other)
    elif roll < 0.8 and other.seat != unit.seat:
        limit = unit.numbers.range
    best: list[Point] = []
    for _ in range(6):
        best = around(source, other.place, limit)
        if naive.within(unit.place, best[1], unit.movement):
            break
    return moves(unit, best)


def near_moves(source: random.Random, position: Position) -> list[naive.Action]:
    """Towards an enemy, or anywhere near."""
    unit = mover(source, position)
    far = unit.movement
    foe = source.choice(naive.living(position, naive.OTHER[position.seat]))
    (x, y), (w, z) = unit.place, foe.place
    if source.random() < 0.3:
        return moves(unit, [(x + source.randint(-far, far), y + source.randint(-far, far))])
    long = isqrt(naive.square((x, y), (w, z))) + 1
    share = min(far, max(0, long - source.randint(700, 1100)))
    return moves(unit, [(x + (w - x) * share // long, y + (z - y) * share // long)])


# -- everything else -----------------------------------------------------------------------------


def attacks(source: random.Random, position: Position) -> list[naive.Action]:
    """Of the pairs that may fight, two that are closest to the border of the range, and one more;
    now and then whether or not they have fought."""
    own = naive.living(position, position.seat)
    if source.random() < 0.7:
        own = [unit for unit in own if not unit.attacked]
    foes = naive.living(position, naive.OTHER[position.seat])
    pairs = [
        (abs(naive.square(unit.place, foe.place) - unit.numbers.range**2), unit.id, foe.id)
        for unit in own
        for foe in foes
    ]
    pairs.sort()
    chosen = pairs[:2] + ([source.choice(pairs)] if pairs else [])
    return [{"do": "attack", "unit": unit, "target": foe} for _, unit, foe in chosen]


def strikes(position: Position) -> list[naive.Action]:
    """All attacks that are allowed now."""
    listed: list[naive.Action] = [
        {"do": "attack", "unit": unit, "target": foe}
        for unit in naive.BATTALION[position.seat]
        for foe in naive.BATTALION[naive.OTHER[position.seat]]
    ]
    return [action for action in listed if not naive.broken(position, action)]


def wild(source: random.Random, position: Position) -> list[naive.Action]:
    """Any action at all, of any unit."""
    unit, target = source.choice(naive.IDS), source.choice(naive.IDS)
    at = anywhere(source, position.terms)
    do = source.choice(("deploy", "move", "attack", "attack", "command", "end"))
    made: dict[str, dict[str, Any]] = {
        "deploy": {"unit": unit, "at": at},
        "move": {"unit": unit, "to": at},
        "attack": {"unit": unit, "target": target},
        "command": {"ability": source.choice(("bolster", "rush"))},
        "end": {},
    }
    return [{"do": do, **made[do]}]


MOVES: tuple[Make, ...] = (full_moves, border_moves, measured_moves, measured_moves, near_moves)
PROBES: tuple[Make, ...] = (*MOVES, full_moves, attacks, attacks, wild, wild)


def probes(source: random.Random, position: Position) -> list[naive.Action]:
    """Some actions to ask about, a few of them legal. While nobody decides, any."""
    if naive.asked(position)[0] != "decide":
        return wild(source, position)
    if naive.placing(position):
        return [*placings(source, position), *wild(source, position)]
    return [action for make in source.sample(PROBES, 2) for action in make(source, position)]


def choose(source: random.Random, position: Position, tried: list[naive.Action]) -> naive.Action:
    """A legal action to go on with, out of those that were tried and a few more."""
    roll = source.random()
    if naive.placing(position):
        while True:
            tried = [action for action in tried if not naive.broken(position, action)]
            if tried:
                return source.choice(tried)
            tried = placings(source, position)
    if roll < 0.5 and (blows := strikes(position)):
        return source.choice(blows)
    ability = source.choice(("bolster", "rush"))
    if not naive.against_command(position) and (roll < 0.55 or at_the_border(position, ability)):
        return {"do": "command", "ability": ability}
    if roll < 0.87:
        for make in source.sample(MOVES, 3):
            tried = make(source, position)
            legal = [action for action in tried if not naive.broken(position, action)]
            if legal:
                return source.choice(legal)
    return {"do": "end"}


def at_the_border(position: Position, ability: str) -> bool:
    """Whether a friend is as far as a command reaches, or hardly farther."""
    own, near = naive.living(position, position.seat), naive.NEAR[ability]
    return any(
        (near - 1) ** 2 <= naive.square(own[0].place, unit.place) <= (near + 1) ** 2
        for unit in own[1:]
    )


# -- positions from nowhere ----------------------------------------------------------------------


def scattered(source: random.Random, terms: naive.Terms) -> Position:
    """A battle under way: units at the limits from each other, wounded, some of them dead, some
    under an ability, some of the active side's done with this or that."""
    units = dict(naive.start(terms).units)
    position = Position(terms, units, (), "red", "red", 1)
    for id in source.sample(naive.IDS, len(naive.IDS)):
        standing = naive.living(replace(position, units=units), units[id].seat)
        if source.random() < 0.3 and len(standing) > 1:
            units[id] = Unit(id, None, 0)
            continue
        at, most = spot(source, replace(position, units=units), id), units[id].health
        units[id] = replace(units[id], at=at, health=source.choice((1, source.randint(1, most))))
    turn = source.randint(1, terms.turn_limit)
    seat = source.choice(naive.SEATS)
    first = seat if turn % 2 else naive.OTHER[seat]
    position = Position(terms, units, (), first, seat, turn)
    position = under_ability(source, position)
    return naive.changed(position, *(tired(source, terms, u) for u in naive.living(position, seat)))


def spot(source: random.Random, position: Position, id: str) -> Point:
    """A free place, mostly at a limit from somebody."""
    placed = [unit.at for unit in position.units.values() if unit.at is not None]
    while True:
        at = source.randint(0, position.terms.width), source.randint(0, position.terms.height)
        if placed and source.random() < 0.7:
            at = source.choice(around(source, source.choice(placed), source.choice(measures())))
        if naive.on_table(position.terms, at) and not naive.taken(position, id, at):
            return at


def under_ability(source: random.Random, position: Position) -> Position:
    """BSK-A4: the active side's is of this turn, the other's of the last one, if it lasts."""
    for seat in (position.seat, naive.OTHER[position.seat]):
        own = seat == position.seat
        if source.random() < 0.5 or (position.terms.any_turn and not own):
            continue
        if position.units[naive.BATTALION[seat][0]].health == 0:
            continue
        acting = replace(position, seat=seat)
        acting = naive.after_command(acting, source.choice(("bolster", "rush")))
        position = replace(acting, seat=position.seat, commanded=position.commanded or own)
    return position


def tired(source: random.Random, terms: naive.Terms, unit: Unit) -> Unit:
    """A unit that has perhaps moved, attacked or missed in this turn."""
    attacked = source.random() < 0.3
    done = attacked and terms.miss_ends_unit and source.random() < 0.5
    return replace(unit, moved=source.random() < 0.25, attacked=attacked, done=done)
