"""Sampling: random choices that are all legal, and a finite list worth choosing from."""

import random
from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest

from games.basic.battlefield import (
    GAME,
    Place,
    apart,
    battle,
    decider,
    new,
    offers,
    outcome,
    play,
    scattered,
)
from outrider.games.basic.state import State

LIMITS = {"R1": 5.0, "R2": 3.0, "R3": 3.0, "R4": 4.0, "R5": 4.0}
POSITIONS = {seed: scattered(seed, 5, 19) for seed in range(24)}
SLACK = 0.01
"""How near to a range, in inches, is just in or just out of it."""


def places(state: State, seat: str) -> dict[str, Place]:
    return {
        unit["id"]: tuple(unit["at"])
        for unit in GAME.dump(state)["units"]
        if unit["alive"] and unit["seat"] == seat
    }


def moves(state: State) -> dict[str, list[Place]]:
    """The points on the list by unit."""
    found: dict[str, list[Place]] = {}
    for text in offers(state, "move"):
        _, id, point = text.split()
        x, y = point.split(",")
        found.setdefault(id, []).append((float(x), float(y)))
    return found


def far(one: Place, another: Place) -> float:
    return hypot(one[0] - another[0], one[1] - another[1])


def clear(state: State, mover: str, point: Place) -> bool:
    """Whether there is plainly room at a point: on the table and no base near it."""
    others = {**places(state, "red"), **places(state, "blue")}
    del others[mover]
    inside = all(SLACK < part < 24 - SLACK for part in point)
    return inside and all(far(point, other) > 0.8 + SLACK for other in others.values())


def beyond(start: Place, end: Place, length: float) -> Place:
    """The point that far from the start in the direction of another."""
    share = length / far(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def pairs(state: State) -> Iterator[tuple[str, Place, Place]]:
    """Every own unit with its place, and every enemy's place."""
    for id, start in places(state, "red").items():
        for enemy in places(state, "blue").values():
            yield id, start, enemy


# -- sampling ------------------------------------------------------------------------------------


def positions(source: random.Random) -> Iterator[State]:
    """Positions of every kind in which somebody has to decide."""
    for seed in range(15):
        state = scattered(seed, 8, 14, options={"ability_lasts": "any_turn"})
        yield state
        yield play(state, "command rush")
        yield scattered(seed, 0, 24, to_act="blue")
    state = new({"table": "8x8", "zone": 2})
    while outcome(state) is None and len(GAME.dump(state)["units"]) == 10:
        seat = decider(state)
        if seat is None:
            state = play(state, source.randint(1, 6))
            continue
        yield state
        state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
        if GAME.dump(state)["turn"] > 12:
            return


def test_two_thousand_samples_are_legal() -> None:
    """BSK-S5, BSK-M1, BSK-M2, BSK-C1, BSK-A1: from seeded positions, placing and fighting."""
    source = random.Random(2024)
    drawn, kinds, index = 0, set(), 0
    met = list(positions(source))
    while drawn < 2000:
        state = met[index % len(met)]
        index += 1
        seat = decider(state)
        choices = GAME.choices(state, seat)
        for _ in range(10):
            action: Any = choices.sample(source)
            assert choices.why_not(action) is None
            GAME.apply(state, seat, action)
            kinds.add(action.do)
            drawn += 1
    assert kinds == {"deploy", "move", "attack", "command", "end"}


def test_samples_are_the_same_for_the_same_seed() -> None:
    """BSK-M1: chance comes from the source and nowhere else."""
    choices = GAME.choices(scattered(3), "red")
    first, second = ([choices.sample(random.Random(5)) for _ in range(20)] for _ in range(2))
    assert first == second


def test_samples_reach_all_over() -> None:
    """BSK-M1: long moves and short ones, in every direction."""
    choices = GAME.choices(battle({"R1": (12, 12), "B1": (2, 2)}), "red")
    source = random.Random(1)
    drawn: list[Any] = [choices.sample(source) for _ in range(400)]
    ends = [action.to_json()["to"] for action in drawn if action.do == "move"]
    assert {(x > 12, y > 12) for x, y in ends} == {(a, b) for a in (0, 1) for b in (0, 1)}
    lengths = [far((x, y), (12, 12)) for x, y in ends]
    assert max(lengths) > 4.5 and min(lengths) < 2


def test_a_unit_hemmed_in_can_be_sampled() -> None:
    """BSK-M2: with friends all round it there is hardly any room for a short move."""
    ring = {"R2": (12.8, 12), "R3": (11.2, 12), "R4": (12, 12.8), "R5": (12, 11.2)}
    changes = {id: {"moved": True} for id in ring}
    state = battle({"R1": (12, 12), **ring, "B1": (2, 2)}, changes)
    choices = GAME.choices(state, "red")
    source = random.Random(8)
    for _ in range(200):
        action: Any = choices.sample(source)
        assert choices.why_not(action) is None


# -- the finite list -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
def test_the_list_is_legal_and_has_nothing_twice(state: State) -> None:
    """BSK-M1, BSK-M2, BSK-C1: and it ends with the end, as long as somebody can move."""
    for now in (state, play(state, "command rush")):
        texts = offers(now)
        assert len(texts) == len(set(texts))
        choices = GAME.choices(now, "red")
        assert all(choices.why_not(action) is None for action in choices)
        assert not choices.complete
        assert "end" in texts
        assert set(moves(now)) == set(LIMITS)


@pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
def test_the_list_leads_to_and_from_every_enemy(state: State) -> None:
    """BSK-M1: for every enemy a point that is nearer and one that is farther."""
    listed = moves(state)
    for id, start, enemy in pairs(state):
        now = apart(start, enemy)
        if now > 1000**2:
            assert any(apart(point, enemy) < now for point in listed[id]), (id, enemy)
        assert any(apart(point, enemy) > now for point in listed[id]), (id, enemy)


@pytest.mark.parametrize("reach", [1, 10])
def test_the_list_has_points_just_in_range(reach: int) -> None:
    """BSK-C1: in range by a hundredth of an inch at most, where such a point can be reached."""
    checked, missing = 0, []
    for seed, state in POSITIONS.items():
        listed = moves(state)
        for id, start, enemy in pairs(state):
            ideal = beyond(enemy, start, reach)
            if far(start, ideal) > LIMITS[id] - SLACK or not clear(state, id, ideal):
                continue
            checked += 1
            ends = [apart(point, enemy) for point in listed[id]]
            limits = (1000 * (reach - SLACK)) ** 2, (1000 * reach) ** 2
            if not any(limits[0] <= end <= limits[1] for end in ends):
                missing.append((seed, id, enemy))
    assert checked > 50
    assert not missing, f"{len(missing)} of {checked}: {missing[:3]}"


@pytest.mark.parametrize("reach", [1, 10])
def test_the_list_has_points_just_out_of_range(reach: int) -> None:
    """BSK-C1: out of range by a hundredth of an inch at most, where such a point can be reached."""
    checked = 0
    for state in POSITIONS.values():
        listed = moves(state)
        for id, start, enemy in pairs(state):
            ideal = beyond(enemy, start, reach + 0.004)
            if far(start, ideal) > LIMITS[id] - SLACK or not clear(state, id, ideal):
                continue
            checked += 1
            ends = [apart(point, enemy) for point in listed[id]]
            limits = (1000 * reach) ** 2, (1000 * (reach + SLACK)) ** 2
            assert any(limits[0] < end <= limits[1] for end in ends), (id, enemy)
    assert checked > 50


def test_the_list_has_the_way_into_range_for_a_plain_case() -> None:
    """BSK-C1: twelve inches apart, four to move; a shot from the listed point is legal."""
    state = battle({"R4": (6, 6), "B4": (13.2, 15.6)})
    assert any("attack R4 B4" in offers(play(state, text)) for text in offers(state, "move"))
    slanting = battle({"R4": (6, 6), "B2": (7.3, 7.1)})
    ends = [apart(point, (7.3, 7.1)) for point in moves(slanting)["R4"]]
    assert any((990**2) <= end <= 1000**2 for end in ends)


def test_the_list_has_points_behind_friends() -> None:
    """BSK-M2: touching the friend, on the side away from the enemy nearest to it."""
    checked = 0
    for state in POSITIONS.values():
        listed, own = moves(state), places(state, "red")
        enemies = list(places(state, "blue").values())
        for id, start in own.items():
            for friend in (at for name, at in own.items() if name != id):
                enemy = min(enemies, key=lambda at, friend=friend: apart(at, friend))  # type: ignore[misc]
                shelter = beyond(enemy, friend, far(enemy, friend) + 0.802)
                if far(start, shelter) > LIMITS[id] - SLACK or not _room(state, id, shelter):
                    continue
                checked += 1
                assert any(far(point, shelter) <= SLACK for point in listed[id]), (id, friend)
    assert checked > 50


def _room(state: State, mover: str, point: Place) -> bool:
    """As `clear`, but for the one friend that is touched."""
    others = {**places(state, "red"), **places(state, "blue")}
    del others[mover]
    near = [other for other in others.values() if far(point, other) <= 0.8 + SLACK]
    return all(SLACK < part < 24 - SLACK for part in point) and len(near) == 1


def test_in_a_corner_the_list_still_has_moves() -> None:
    """BSK-M2: three quarters of the directions lead off the table."""
    state = battle({"R2": (0, 0), "B1": (23, 23)})
    listed = moves(state)["R2"]
    assert any(apart(point, (23, 23)) < apart((0, 0), (23, 23)) for point in listed)
    assert len(listed) >= 5
