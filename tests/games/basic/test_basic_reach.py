"""BSK-M1, BSK-M2: what is told as a unit's reach holds exactly the ends that its rules allow."""

import random

import pytest

from games.basic.battlefield import GAME, IDS, battle
from outrider.games.basic.actions import Move
from outrider.games.basic.state import State, place_of
from outrider.table.points import squared
from table.told import about, beside_borders, held

TABLES = ("24x24", "12x20", "36x30")
POSITIONS = 20
NEAR, FREE = 60, 250


def crowd(source: random.Random, size: str) -> State:
    """Units in a heap somewhere, often at a rim or in a corner, some of them rushed."""
    width, depth = (1000 * int(side) for side in size.split("x"))
    middle = source.choice((0, width, source.randint(0, width))), source.choice((0, depth // 2))
    places: dict[str, tuple[float, float]] = {}
    taken: list[tuple[int, int]] = []
    for id in IDS:
        for _ in range(40):
            x = min(max(0, middle[0] + source.randint(-4000, 4000)), width)
            y = min(max(0, middle[1] + source.randint(-4000, 4000)), depth)
            if all(squared((x, y), other) >= 800**2 for other in taken):
                taken.append((x, y))
                places[id] = x / 1000, y / 1000
                break
    hasty = source.random() < 0.4
    rushed = {id: {"rushed": True} for id in places if id[0] == "R" and hasty}
    return battle(places, rushed, options={"table": size}, commanded=hasty)


@pytest.mark.parametrize("size", TABLES)
def test_the_told_ground_is_where_a_unit_may_end(size: str) -> None:
    source, verdicts = random.Random(size), {True: 0, False: 0}
    for _ in range(POSITIONS):
        state = crowd(source, size)
        unit = source.choice([unit for unit in state.units if unit.id[0] == "R" and unit.at])
        areas, choices = GAME.reach(state, "red", unit.id), GAME.choices(state, "red")
        assert areas
        tried = [*beside_borders(source, areas, NEAR), *about(source, place_of(unit), 8000, FREE)]
        for to in tried:
            may = Move(unit.id, to) in choices
            assert held(areas, to) == may, (unit, to, areas)
            verdicts[may] += 1
    assert min(verdicts.values()) > 1000, verdicts


def test_no_more_is_told_than_what_cuts_the_reach() -> None:
    places = {"R2": (14, 12), "R1": (16.5, 12), "B1": (18.1, 12)}
    told = {"shape": "disc", "at": [14, 12], "radius": 3}
    near = {"shape": "disc", "at": [16.5, 12], "radius": 0.8}
    assert GAME.reach(battle(places), "red", "R2") == ({**told, "without": [near]},)
