"""The levels of Basic Skirmish Rules: whole games, obvious positions, time, analysis."""

import random
import time
from math import dist, hypot

import pytest

from bots.measured_games import LONG, chosen, drawn, evaluate, won
from games.basic.battlefield import GAME, battle, play
from outrider.analysis.planned import Planned
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.bots.basic.bots import BUDGETS, FAMILY

SHARP = ("soldier", "captain", "marshal")
"""Those whose judgement is not blurred."""


def test_there_is_a_bot_for_every_level() -> None:
    assert BUDGETS.keys() == LEVELS.keys()


def test_soldier_beats_random() -> None:
    assert won(GAME, "soldier", "random", range(12)) >= 11


def test_captain_plays_whole_games() -> None:
    assert won(GAME, "captain", "random", range(2)) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_source_gives_the_same_choice(level: str) -> None:
    state = battle({"R1": (12, 6), "R4": (8, 6), "B1": (12, 18), "B4": (8, 16), "B5": (14, 15)})
    assert len({chosen(GAME, level, state, "red", 7) for _ in range(3)}) == 1


@pytest.mark.parametrize("level", SHARP)
def test_whoever_can_win_now_attacks(level: str) -> None:
    state = battle({"R4": (5, 5), "B4": (5, 14)}, {"B4": {"health": 1}})
    found = chosen(GAME, level, state, "red")
    assert found.startswith(("attack R4 B4", "move R4"))
    if found.startswith("move"):
        state = play(state, found)
        assert chosen(GAME, level, state, "red") == "attack R4 B4"


@pytest.mark.parametrize("level", SHARP)
def test_the_wounded_one_is_finished_off(level: str) -> None:
    places = {"R4": (5, 5), "B4": (4, 14), "B5": (6, 14)}
    state = battle(places, {"R4": {"moved": True}, "B5": {"health": 1}})
    assert chosen(GAME, level, state, "red") == "attack R4 B5"


@pytest.mark.parametrize("level", SHARP)
@pytest.mark.parametrize("first", ["R4 B4", "R4 B5", "R5 B4", "R5 B5"])
def test_two_strike_together(level: str, first: str) -> None:
    """Whom the first has wounded the second strikes, too."""
    places = {"R4": (5, 5), "R5": (7, 5), "B4": (4, 14), "B5": (8, 14)}
    state = battle(places, {"R4": {"moved": True}, "R5": {"moved": True}})
    striker, target = first.split()
    second = "R5" if striker == "R4" else "R4"
    state = play(state, f"attack {first}", 6, 1)
    assert chosen(GAME, level, state, "red") == f"attack {second} {target}"


@pytest.mark.parametrize("level", ["captain", "marshal"])
@pytest.mark.parametrize("far", [14, 16, 18])
def test_nobody_walks_into_fire_for_nothing(level: str, far: int) -> None:
    """Who has attacked, and has nothing else to do, goes where two who shoot do not reach it. A
    soldier does not: who is careful and does not look ahead loses more by it than fire takes."""
    state = battle({"R4": (12, 4), "B4": (10, far), "B5": (14, far)}, {"R4": {"attacked": True}})
    while (found := chosen(GAME, level, state, "red")) != "end":
        state = play(state, found)
    places = {unit["id"]: unit["at"] for unit in GAME.dump(state)["units"]}
    assert all(dist(places["R4"], places[foe]) > 13 for foe in ("B4", "B5"))


def test_soldiers_do_not_wait_for_each_other() -> None:
    """Fewer than a third of games between equals are drawn: of 4,000 hardly any was."""
    assert 3 * drawn(GAME, {}, 60) < 60


@pytest.mark.parametrize("level", SHARP)
def test_bolster_before_attacks(level: str) -> None:
    """With one more damage a hit kills, and the command costs nothing."""
    places = {"R1": (6, 5), "R4": (5, 5), "B4": (5, 14)}
    state = battle(places, {"R1": {"moved": True}, "R4": {"moved": True}})
    assert chosen(GAME, level, state, "red") == "command bolster"


@pytest.mark.parametrize("level", SHARP)
def test_a_shooter_keeps_away_from_a_commander(level: str) -> None:
    state = battle({"R4": (12, 10), "B1": (12, 13)}, {"R4": {"attacked": True}})
    found = chosen(GAME, level, state, "red")
    assert found.startswith("move R4")
    x, y = map(float, found.split()[-1].split(","))
    assert hypot(x - 12, y - 13) > 5


def test_battalions_are_placed_near_their_commander() -> None:
    state = GAME.new(GAME.terms()).state
    state = play(state, 6, 1)
    for _ in range(5):
        state = play(state, chosen(GAME, "soldier", state, "red"))
    units = [unit for unit in GAME.dump(state)["units"] if unit["seat"] == "red"]
    (x, y), *others = (unit["at"] for unit in units)
    assert all(hypot(x - a, y - b) <= 5 for a, b in others)


@pytest.mark.parametrize("level", LEVELS)
def test_a_tiny_clock_is_kept(level: str) -> None:
    state = battle({"R1": (12, 6), "R4": (8, 6), "B1": (12, 18), "B4": (8, 16), "B5": (14, 15)})
    bot = bot_of(GAME, level)
    asked = Asked.of(GAME, state, "red")
    began = time.process_time()
    action = bot.choose(asked, Clock(0.02), random.Random(1))
    assert time.process_time() - began < 0.25
    assert action in asked.choices


def test_chances_are_sane() -> None:
    ahead = battle({"R1": (12, 6), "R2": (10, 6), "R4": (8, 6), "B4": (12, 18)})
    assert evaluate(GAME, ahead, "red") > 0.8
    assert evaluate(GAME, ahead, "blue") < 0.2
    last = battle({"R4": (5, 5), "B4": (5, 14)}, {"B4": {"health": 1}})
    over = play(last, "attack R4 B4", 6, 1)
    assert evaluate(GAME, over, "red") == 1
    assert evaluate(GAME, over, "blue") == 0
    falling = play(last, "attack R4 B4", 6)
    assert 0.5 < evaluate(GAME, falling, "red") <= 1


def test_actions_are_ranked() -> None:
    places = {"R4": (5, 5), "B4": (4, 14), "B5": (6, 14)}
    state = battle(places, {"R4": {"moved": True}, "B5": {"health": 1}})
    found = Planned(FAMILY).ranked(GAME, state, "red", "marshal", Clock(LONG), random.Random(1))
    assert GAME.write_action(found[0][0]) == "attack R4 B5"
    assert len(found) > 1
    assert all(0 <= value <= 1 for _, value in found)
    assert len({action for action, _ in found}) == len(found)
