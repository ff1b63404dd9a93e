"""Good sense of every level above recruit, wherever pieces happen to stand: in the table games the
wounded are finished, two strike together, news is carried home, ground is held, and nobody walks
into fire for nothing."""

import random
from collections.abc import Callable
from math import cos, dist, radians, sin
from typing import Any

import pytest

from bots.measured_games import chosen
from games.basic import battlefield as basic
from games.skirmish import patrol as skirmish
from games.skirmishers import skirmish_line as skirmishers
from outrider.games.skirmish.kernel.layout import SHOT_RANGE
from outrider.table.lengths import INCH

LEVELS = ("soldier", "captain", "marshal")
SEEDS = range(8)
levels = pytest.mark.parametrize("level", LEVELS)


def sensible(asked: Callable[[random.Random, int], bool]) -> int:
    """In how many positions of chance it was."""
    return sum(asked(random.Random(seed), seed) for seed in SEEDS)


def between(source: random.Random, low: float, high: float) -> float:
    """Somewhere there, in thousandths."""
    return round(source.uniform(low, high), 3)


def about(x: float, y: float, far: float, degrees: float) -> tuple[float, float]:
    """The point so far away, by the compass."""
    return round(x + far * sin(radians(degrees)), 3), round(y + far * cos(radians(degrees)), 3)


def off(x: float, y: float, east: float, north: float) -> tuple[float, float]:
    return round(x + east, 3), round(y + north, 3)


# -- Basic -----------------------------------------------------------------------------------------


@levels
def test_basic_finishes_the_wounded(level: str) -> None:
    """Of two who stand as well, and are worth as much, the one who dies of it."""

    def asked(source: random.Random, seed: int) -> bool:
        ways = source.sample(range(0, 360, 30), 2)
        places = {"R4": (12.0, 12.0)}
        for foe, way in zip(("B4", "B5"), ways, strict=True):
            places[foe] = about(12, 12, between(source, 6, 8.9), way)
        weak = source.choice(("B4", "B5"))
        state = basic.battle(places, {"R4": {"moved": True}, weak: {"health": 1}})
        return chosen(basic.GAME, level, state, "red", seed) == f"attack R4 {weak}"

    assert sensible(asked) == len(SEEDS)


# -- Skirmish --------------------------------------------------------------------------------------


@skirmish.both
@levels
def test_skirmish_finishes_the_wounded(game: Any, level: str) -> None:
    """Who has one shot left fires at whom it may kill, not at whom it may only scratch."""

    def asked(source: random.Random, seed: int) -> bool:
        x = between(source, 12, 24)
        apart = between(source, 2, 4)
        y = between(source, 15, 18)
        places = {"R1": (x, y), "B1": off(x, y, -apart, 6), "B2": off(x, y, apart, 6)}
        weak = source.choice(("B1", "B2"))
        state = skirmish.stand(game, places, {"R1": {"actions": 1}, weak: {"health": 1}})
        return chosen(game, level, state, "red", seed) == f"shoot R1 {weak}"

    assert sensible(asked) == len(SEEDS)


@skirmish.both
@levels
def test_skirmish_strikes_together(game: Any, level: str) -> None:
    """Whom one has wounded the other fires at, too, though another is as near."""

    def asked(source: random.Random, seed: int) -> bool:
        x, gap = between(source, 14, 22), between(source, 1.5, 3)
        places = {"R1": off(x, 16, -1, 0), "R2": off(x, 16, 1, 0)}
        places |= {"B1": off(x, 16, -gap, 6), "B2": off(x, 16, gap, 6)}
        hit = source.choice(("B1", "B2"))
        changes = {"R1": {"actions": 0}, "R2": {"actions": 1}, hit: {"health": 1}}
        state = skirmish.stand(game, places, changes)
        return chosen(game, level, state, "red", seed) == f"shoot R2 {hit}"

    assert sensible(asked) == len(SEEDS)


@skirmish.both
@levels
def test_skirmish_carries_the_report_home(game: Any, level: str) -> None:
    """From within a minute's way, whatever enemies stand far away."""

    def asked(source: random.Random, seed: int) -> bool:
        places = {"R1": (between(source, 8, 28), between(source, 3.5, 7.5))}
        places["B1"] = (between(source, 4, 32), between(source, 27, 33))
        places["B2"] = (between(source, 4, 32), between(source, 27, 33))
        state = skirmish.minute(game, places, {"R1": {"seen": True}})
        found = ""
        while (found := chosen(game, level, state, "red", seed)) != "ready":
            state = skirmish.play(state, found)
        runner = next(each for each in skirmish.shown(state)["units"] if each["id"] == "R1")
        return bool(runner["at"][1] <= 2)

    assert sensible(asked) == len(SEEDS)


@skirmish.both
@levels
def test_skirmish_does_not_walk_into_fire_for_nothing(game: Any, level: str) -> None:
    """Three wait out of range; whoever goes up to them has nothing left to shoot with."""

    def asked(source: random.Random, seed: int) -> bool:
        x, far = between(source, 14, 22), between(source, 20.5, 23.5)
        foes = {name: off(x, far, east, 0) for name, east in (("B1", -2), ("B2", 0), ("B3", 2))}
        places = {"R1": (x, 8), "R2": (x, 1), **foes}
        state = skirmish.minute(game, places, {"R1": {"actions": 1}})
        while (found := chosen(game, level, state, "red", seed)) != "ready":
            state = skirmish.play(state, found)
        stands = {unit["id"]: unit["at"] for unit in skirmish.shown(state)["units"]}
        reach = state.setting.numbers[SHOT_RANGE] / INCH
        return all(dist(stands["R1"], stands[foe]) > reach for foe in foes)

    assert sensible(asked) == len(SEEDS)


# -- Skirmishers -----------------------------------------------------------------------------------


def after_turn(state: Any, level: str, seed: int) -> dict[str, Any]:
    """The units when Red has done what it wants to."""
    while (found := chosen(skirmishers.GAME, level, state, "red", seed)) != "end":
        state = skirmishers.played(state, found)
    return {unit["id"]: unit for unit in skirmishers.GAME.dump(state)["units"]}


def line(pieces: dict[str, Any], *goals: Any) -> Any:
    more = {"red": list(goals)} if goals else {}
    given = skirmishers.scenario(pieces, **more, first="red", turn_limit=20)
    return skirmishers.begun(given)


@levels
def test_skirmishers_finish_who_is_down(level: str) -> None:
    """Of two whom one touches the one who lies."""

    def asked(source: random.Random, seed: int) -> bool:
        way = between(source, 0, 360)
        pieces = {"R1": {"at": [12, 12], "attack": 3}}
        for foe, turned in (("B1", 0), ("B2", 150)):
            x, y = about(12, 12, 0.82, way + turned)
            pieces[foe] = {"at": [x, y], "attack": 1}
        down = source.choice(("B1", "B2"))
        state = skirmishers.edited(line(pieces), R1={"advantage_over": [down]})
        return chosen(skirmishers.GAME, level, state, "red", seed) == f"fight R1 {down}"

    assert sensible(asked) == len(SEEDS)


@levels
def test_skirmishers_strike_together(level: str) -> None:
    def asked(source: random.Random, seed: int) -> bool:
        x, y, way = between(source, 6, 18), between(source, 6, 18), between(source, 0, 360)
        pieces = {"B1": {"at": [x, y]}}
        for own, turned in (("R1", 0), ("R2", between(source, 100, 260))):
            pieces[own] = {"at": list(about(x, y, 0.82, way + turned))}
        found = chosen(skirmishers.GAME, level, line(pieces), "red", seed)
        return found in ("fight R1+R2 B1", "fight R2+R1 B1")

    assert sensible(asked) == len(SEEDS)


@levels
def test_skirmishers_do_not_walk_into_fire_for_nothing(level: str) -> None:
    """Two with three dice each wait; there is nobody whom one could reach."""
    waiting = {"firing": 3, "attack": 2, **skirmishers.RIFLE}

    def asked(source: random.Random, seed: int) -> bool:
        x, y = between(source, 8, 16), between(source, 1, 4)
        foes = {name: [between(source, 4, 20), between(source, 17, 19)] for name in ("B1", "B2")}
        pieces: dict[str, Any] = {"R1": {"at": [x, y]}}
        pieces |= {name: {"at": at, **waiting} for name, at in foes.items()}
        units = after_turn(line(pieces), level, seed)
        reach: Any = skirmishers.RIFLE["range"]
        return all(dist(units["R1"]["at"], units[foe]["at"]) > reach for foe in foes)

    assert sensible(asked) == len(SEEDS)


@levels
def test_skirmishers_hold_the_zone(level: str) -> None:
    """One more turn in it wins, wherever in it one stands and whoever is near enough to charge."""
    zone = {"shape": "disc", "at": [12, 12], "radius": 2}
    goal = {"kind": "hold", "zone": zone, "turns": 2}

    def asked(source: random.Random, seed: int) -> bool:
        x, y = about(12, 12, between(source, 0, 1.5), between(source, 0, 360))
        foe = about(12, 12, between(source, 5, 7), between(source, 0, 360))
        state = line({"R1": {"at": [x, y], "attack": 3}, "B1": {"at": list(foe)}}, goal)
        units = after_turn(skirmishers.played(state, "end", "end"), level, seed)
        return dist(units["R1"]["at"], (12, 12)) <= 2

    assert sensible(asked) == len(SEEDS)
