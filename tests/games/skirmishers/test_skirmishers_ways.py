"""SKR-X4: where defensive fire is offered, against a look at every thousandth of the way.

Two thousand ways past terrain and shooters are gone in both, each offer answered by chance, and the
whole states compared at every stop and at the end.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from forms import sparse
from games.skirmishers import naive, naive_play
from games.skirmishers import naive_ground as ground
from games.skirmishers.gauntlet import Gauntlet, gauntlet
from games.skirmishers.test_skirmishers_differential import Pair

WAYS = 2000
"""In all parts together, of which `make test` takes three and `make slow` the others."""
PARTS = 10
NARROW = 12
"""So few thousandths of a way in a row are a narrow gap."""


def walk(source: random.Random, given: Gauntlet, met: Counter[str]) -> None:
    """One way, stop by stop."""
    both = Pair(source, met, given.scenario, given.options)
    both.put(given.position())
    move: naive.Action = {"do": "move", "unit": "R1", "path": given.path}
    both.judge("red", move)
    both.play(move, naive_play.play(both.model, move))
    both.compare()
    met.update(first(both.model))
    while both.model.move is not None:
        if naive.asked(both.model)[0] == "decide":
            answer(source, both)
        else:
            both.roll()
        both.compare()


def walk_some(part: int) -> Counter[str]:
    """One part of all ways, and what was met on them."""
    met: Counter[str] = Counter()
    for number in range(WAYS // PARTS):
        source = random.Random(part * 10_000 + number)
        given = gauntlet(source)
        met["narrow"] += narrow(given)
        walk(source, given, met)
    return met


def answer(source: random.Random, both: Pair) -> None:
    """Any answer that is allowed; all are asked about."""
    answers: list[naive.Action] = [{"do": do} for do in ("hold", "wait", "wait", "defensive-fire")]
    for action in answers[1:]:
        both.judge("blue", action)
    legal = [action for action in answers if not naive.broken(both.model, action)]
    action = source.choice(legal)
    both.met[f"answered {action['do']}"] += 1
    both.play(action, naive_play.play(both.model, action))


def first(position: naive.Position) -> list[str]:
    """Where the first offer was made: at a look of half an inch, or between two."""
    if position.move is None:
        return ["no offer"]
    return ["offer", "offer at a look" if position.move.gone % 500 == 0 else "offer between looks"]


def narrow(given: Gauntlet) -> bool:
    """Whether the first who may fire can do so only for a few thousandths of the way."""
    position = naive_play.play(given.position(), {"do": "move", "unit": "R1", "path": given.path})
    if position.move is None or position.offer is None:
        return False
    unit, seen = position.units[position.offer.unit], position.move.gone
    units = dict(position.units)
    for gone, at in stops(given, seen):
        units["R1"] = replace(units["R1"], at=at)
        there = replace(position, units=units)
        if not naive.may_fire(there, unit, units["R1"]):
            return gone - seen <= NARROW
    return False


def stops(given: Gauntlet, after: int) -> list[tuple[int, ground.Point]]:
    """The next few points of the way."""
    start = given.position().units["R1"].place
    points = ground.points(start, given.path)
    return [(gone, at) for gone, at, _ in points if after < gone <= after + NARROW + 1]


@pytest.mark.plain
@pytest.mark.parametrize("part", sparse(range(PARTS), 2))
def test_defensive_fire_is_offered_where_the_naive_look_finds_it(part: int) -> None:
    met = walk_some(part)
    assert met["narrow"] > 10 and met["no offer"] > 10
    assert met["offer between looks"] > 50 and met["answered wait"] > 20
    assert met["wait SKR-X4"] > 5 and met["wait legal"] > 20
    assert met["answered defensive-fire"] > 20 and met["answered hold"] > 20


# -- wrong in one thing --------------------------------------------------------------------------

Stops = Iterator[tuple[int, ground.Point, bool]]
RIGHT = ground.points


def half_inches(start: ground.Point, path: tuple[ground.Point, ...]) -> Stops:
    return (stop for stop in RIGHT(start, path) if stop[2])


def with_the_start(start: ground.Point, path: tuple[ground.Point, ...]) -> Stops:
    yield 0, start, False
    yield from RIGHT(start, path)


def without_corners(start: ground.Point, path: tuple[ground.Point, ...]) -> Stops:
    for gone, at, _ in RIGHT(start, path):
        yield gone, at, gone % 500 == 0 or gone == ground.way_length(start, path)


def looks_everywhere(start: ground.Point, path: tuple[ground.Point, ...]) -> Stops:
    return ((gone, at, True) for gone, at, _ in RIGHT(start, path))


def rounded_down(start: ground.Point, path: tuple[ground.Point, ...]) -> Stops:
    before = 0
    for (ax, ay), (bx, by) in ground.legs(start, path):
        long = ground.nearest_root(ground.square((ax, ay), (bx, by)))
        for i in range(1, long + 1):
            at = ax + (bx - ax) * i // long, ay + (by - ay) * i // long
            yield before + i, at, (before + i) % 500 == 0 or i == long
        before += long


@pytest.mark.plain
@pytest.mark.parametrize(
    "wrong",
    sparse([half_inches, with_the_start, without_corners, looks_everywhere, rounded_down], 2),
)
def test_a_wrong_look_is_noticed(
    wrong: Callable[..., Stops], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SKR-X4: within a few hundred ways."""
    monkeypatch.setattr(ground, "points", wrong)
    with pytest.raises(AssertionError):
        walk_some(0)
