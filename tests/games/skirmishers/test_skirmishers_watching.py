"""Who watches a path, found a second time: by asking at a point whether the watcher could fire.

Sight and cover are found a second time, too, in floating point and by small steps.
"""

import itertools
import math
import random
from typing import Any

import pytest

from games.skirmishers.warband import (
    BOW,
    GAME,
    GUN,
    SHIPPED,
    Json,
    at,
    box,
    decider,
    disc,
    edit,
    events,
    field,
    opened,
)
from outrider import Over, Refusal, Roll
from outrider.games.skirmishers.state import State, place_of
from outrider.table.lengths import inches
from outrider.table.points import within
from outrider.table.sight import sight_across

STEPS = 200


def later(name: str, source: random.Random, steps: int, **options: Any) -> State | None:
    """A shipped scenario some steps on, at somebody's free choice; None if it has ended."""
    state = opened(name, **options)
    for number in itertools.count():
        pending = GAME.pending(state)
        if isinstance(pending, Over):
            return None
        if isinstance(pending, Roll):
            faces = [source.randint(1, 3) for _ in range(pending.dice)]
            state = GAME.roll(state, faces).state
            continue
        if number >= steps and pending.offer is None:
            return state
        seat = decider(state)
        state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
    return None


def points(path: list[list[float]]) -> list[list[float]]:
    """Every thousandth of the way, rounded to one, halves up."""
    found: list[list[float]] = []
    for a, b in itertools.pairwise([[round(1000 * x), round(1000 * y)] for x, y in path]):
        length = round(math.dist(a, b))
        for way in range(1, length + 1):
            place = [
                start + (2 * (end - start) * way + length) // (2 * length)
                for start, end in zip(a, b, strict=True)
            ]
            found.append([inches(part) for part in place])
    return found


def could_fire(data: Json, mover: str, place: list[float], watcher: str) -> bool | None:
    """Whether a watcher could fire in a turn of his own at the mover there; None if nobody could
    stand there."""
    seat = "blue" if watcher[0] == "B" else "red"
    units = []
    for unit in data["units"]:
        fresh = dict.fromkeys(("moved", "fired", "fought", "reacted"), False)
        units.append({**unit, **fresh})
    by_id = {unit["id"]: unit for unit in units}
    by_id[mover]["at"] = place
    for unit in units:
        unit["advantage_over"] = [
            id
            for id in unit["advantage_over"]
            if mover not in (id, unit["id"]) or touch(unit, by_id[id])
        ]
    turn = {"pending": {"decide": [seat]}, "turn": data["turn"] + 1}
    scenario = {**data["scenario"], "turn_limit": 1000, "at_limit": None}
    for side in scenario["sides"]:
        victory = [{"kind": "destroy-all"}]
        scenario["sides"] = {
            **scenario["sides"], side: {**scenario["sides"][side], "victory": victory}
        }  # fmt: skip
    made = {**data, "units": units, "scenario": scenario, **turn}
    made.pop("held")
    try:
        state = GAME.load(made)
    except Refusal:
        return None
    action = GAME.read_action(f"fire {watcher} {mover}")
    return GAME.choices(state, seat).why_not(action) is None


def touch(one: Json, other: Json) -> bool:
    reach: float = one["base"] + other["base"] + 0.05
    return math.dist(one["at"], other["at"]) <= reach


def check_watcher(
    data: Json, mover: str, way: list[list[float]], watcher: str, stop: int, source: random.Random
) -> int:
    """A watcher could fire where he is asked, and nowhere before: just before it, and at some
    points farther back. How often that could be told."""
    told = 0
    if stop < len(way):
        assert could_fire(data, mover, way[stop], watcher) in (True, None), (watcher, way[stop])
    before = {stop - 1, stop - 2, *(source.randrange(stop) for _ in range(6 if stop else 0))}
    for number in before:
        if 0 <= number < stop:
            fires = could_fire(data, mover, way[number], watcher)
            assert not fires, (watcher, way[number])
            told += fires is not None
    return told


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("free", [False, True])
def test_offers_as_shots(name: str, free: bool) -> None:
    """SKR-X3, SKR-X4, SKR-G4, SKR-G6, SKR-F11: who is offered a shot, where, in which order."""
    source = random.Random(f"{name} {free}")
    told = 0
    for steps in (0, 20):
        state = later(name, source, steps, pinned=not free, fire_into_melee=free)
        if state is None:
            continue
        data = GAME.dump(state)
        moves = [one for one in GAME.choices(state, decider(state)) if one.do == "move"]
        for action in source.sample(moves, min(3, len(moves))):
            given = action.to_json()
            mover = next(unit for unit in data["units"] if unit["id"] == given["unit"])
            way = points([mover["at"], *given["path"]])
            offered = [
                (way.index(event["at"]), event["unit"])
                for event in (e.to_json() for e in GAME.preview(state, decider(state), action))
                if event["event"] == "offered"
            ]
            order = [(stop, int(id[1:])) for stop, id in offered]
            assert order == sorted(order), given
            stops = {id: stop for stop, id in offered}
            for foe in data["units"]:
                armed = foe["alive"] and foe["weapon"] != "none" and foe["at"]
                if foe["seat"] != mover["seat"] and armed and not foe["reacted"]:
                    stop = stops.get(foe["id"], len(way))
                    told += check_watcher(data, mover["id"], way, foe["id"], stop, source)
    assert told


# -- sight and cover in small steps --------------------------------------------------------------


def depth(piece: Json, x: float, y: float) -> float:
    """How far inside a piece a point lies; negative outside."""
    if piece["shape"] == "disc":
        return float(piece["radius"] - math.dist((x, y), piece["at"]))
    inside, nearest = False, math.inf
    for (ax, ay), (bx, by) in itertools.pairwise([*piece["points"], piece["points"][0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.dist((ax, ay), (bx, by)) ** 2
        part = min(1.0, max(0.0, along))
        nearest = min(nearest, math.dist((x, y), (ax + part * (bx - ax), ay + part * (by - ay))))
    return nearest if inside else -nearest


def line(a: list[float], b: list[float]) -> list[tuple[float, float]]:
    return [
        (a[0] + (b[0] - a[0]) * n / STEPS, a[1] + (b[1] - a[1]) * n / STEPS)
        for n in range(STEPS + 1)
    ]


def sees(terrain: list[Json], a: list[float], b: list[float]) -> bool | None:
    """Whether a sees b; None if it is too close to tell."""
    answer: bool | None = True
    for piece in terrain:
        if not piece.get("blocks_sight"):
            continue
        own = max(depth(piece, *a), depth(piece, *b))
        deepest = max(depth(piece, x, y) for x, y in line(a, b))
        if abs(own) < 0.01 or abs(deepest) < 0.02:
            return None
        if own < 0 < deepest:
            answer = False
    return answer


def shelter(terrain: list[Json], a: list[float], b: list[float]) -> int | None:
    """The cover of b against a; None if it is too close to tell."""
    best = 0
    for piece in terrain:
        if not piece.get("cover"):
            continue
        near = [(x, y) for x, y in line(a, b) if math.dist((x, y), b) <= 1.05]
        sure = [(x, y) for x, y in near if math.dist((x, y), b) <= 0.95]
        widest = max(depth(piece, x, y) for x, y in near)
        if widest > -0.02:
            if max(depth(piece, x, y) for x, y in sure) < 0.02:
                return None
            best = max(best, piece["cover"])
    return best


@pytest.mark.parametrize("seed", range(6))
def test_sight_and_cover_in_small_steps(seed: int) -> None:
    """SKR-G4, SKR-G5: a shot across a crowded table, to and from anywhere."""
    source = random.Random(seed)
    terrain: list[Json] = []
    for _ in range(14):
        x, y = round(source.uniform(4, 20), 3), round(source.uniform(4, 20), 3)
        more = {"blocks_sight": source.random() < 0.4, "cover": source.randint(0, 3)}
        if source.random() < 0.5:
            terrain.append(disc(x, y, round(source.uniform(0.3, 2), 3), **more))
        else:
            right, top = round(x + source.uniform(0.2, 3), 3), round(y + source.uniform(0.2, 3), 3)
            terrain.append(box(x, y, right, top, **more))
    base = field({"R1": at(1, 1, **GUN), "B1": at(23, 23, **BOW)}, *terrain, size=(24, 24))
    told = 0
    for _ in range(25):
        a, b = ([round(source.uniform(1, 23), 3) for _ in range(2)] for _ in range(2))
        seen, cover = sees(terrain, a, b), shelter(terrain, a, b)
        if math.dist(a, b) < 1 or seen is None or cover is None:
            continue
        state = GAME.load(edit(base, {"R1": {"at": a, "range": 40}, "B1": {"at": b}}))
        refused = GAME.choices(state, "red").why_not(GAME.read_action("fire R1 B1"))
        assert (refused is None) is seen, (a, b)
        if seen:
            assert events(state, "fire R1 B1")[0]["cover"] == cover, (a, b)
        told += 1
    assert told > 10


@pytest.mark.parametrize("name", SHIPPED)
def test_fields_of_fire_as_they_are_shown(name: str) -> None:
    """SKR-X3, SKR-G4: in range and sight up to the border of an area, and not beyond it."""
    state = opened(name)
    seat = decider(state)
    movers = [unit.id for unit in state.present(seat) if GAME.reach(state, seat, unit.id)]
    assert not GAME.threats(state, "blue" if seat == "red" else "red", movers[0])
    for area in GAME.threats(state, seat, movers[0]):
        watcher = state.unit(area["unit"])
        here, far = place_of(watcher), watcher.warrior.range
        assert watcher.seat != seat and watcher.warrior.weapon != "none"
        if area["shape"] == "disc":
            assert area["radius"] == inches(far)
            continue
        for x, y in area["points"]:
            length = math.dist((1000 * x, 1000 * y), here)
            for by, inside in ((-30, True), (80, False)):
                part = (length + by) / max(length, 1)
                there = (
                    round(here[0] + part * (1000 * x - here[0])),
                    round(here[1] + part * (1000 * y - here[1])),
                )
                seen = within(here, there, far) and sight_across(state.table, here, there) is None
                assert seen == inside or length < 100, (area["unit"], x, y)
