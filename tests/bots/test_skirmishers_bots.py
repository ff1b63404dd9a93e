"""The levels of Skirmishers: whole games, obvious positions, reactions, aims, time, analysis."""

import random
import time
from math import dist
from typing import Any

import pytest

from bots.measured_games import LONG, chosen, drawn, evaluate, played, won
from games.skirmishers.skirmish_line import BOW, GAME, RIFLE, begun, edited, scenario
from games.skirmishers.skirmish_line import played as after
from outrider.analysis.planned import Planned
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.bots.skirmishers.bots import BUDGETS, FAMILY

SHARP = ("soldier", "captain", "marshal")
"""Those whose judgement is not blurred."""
ZONE = {"shape": "disc", "at": [12, 12], "radius": 2}


def field(pieces: dict[str, Any], **more: Any) -> Any:
    return begun(scenario(pieces, **{"first": "red", "turn_limit": 20, **more}))


def test_there_is_a_bot_for_every_level() -> None:
    assert BUDGETS.keys() == LEVELS.keys()


def test_soldier_beats_random() -> None:
    """A game that nobody wins by the turn limit is not decided, and not counted: of those that are
    about 96 in a hundred are won."""
    wins = losses = 0
    for seed in range(160):
        mine, yours = ("red", "blue") if seed % 2 else ("blue", "red")
        winners = played(GAME, {mine: "soldier", yours: "random"}, seed)
        wins += winners == (mine,)
        losses += winners == (yours,)
    assert wins >= 130
    assert wins >= 0.91 * (wins + losses)


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_every_scenario_is_played(name: str) -> None:
    for seed in range(2):
        levels = {"red": ("soldier", "random")[seed], "blue": ("random", "soldier")[seed]}
        played(GAME, levels, seed, {"scenario": name})


def test_captain_plays_whole_games() -> None:
    assert won(GAME, "captain", "random", range(4)) >= 2


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_source_gives_the_same_choice(level: str) -> None:
    state = GAME.new(GAME.terms(scenario="window")).state
    assert len({chosen(GAME, level, state, "red", 7) for _ in range(3)}) == 1


@pytest.mark.parametrize("level", SHARP)
def test_a_shot_without_an_answer_is_taken(level: str) -> None:
    state = field(
        {"R1": {"at": [12, 4], "firing": 3, **RIFLE}, "B1": {"at": [12, 14], "defense": 0}}
    )
    assert chosen(GAME, level, state, "red") == "fire R1 B1"


@pytest.mark.parametrize("level", SHARP)
def test_whoever_is_on_top_finishes_it(level: str) -> None:
    state = field({"R1": {"at": [12, 4], "attack": 3}, "B1": {"at": [12, 4.8], "attack": 1}})
    state = edited(state, R1={"advantage_over": ["B1"]})
    assert chosen(GAME, level, state, "red") == "fight R1 B1"


@pytest.mark.parametrize("level", SHARP)
def test_two_strike_together(level: str) -> None:
    pieces = {"R1": {"at": [12, 4]}, "R2": {"at": [12, 5.6]}, "B1": {"at": [12, 4.8]}}
    found = chosen(GAME, level, field(pieces), "red")
    assert found in ("fight R1+R2 B1", "fight R2+R1 B1")


@pytest.mark.parametrize("level", SHARP)
def test_a_friend_is_helped_to_strike(level: str) -> None:
    """Whoever can comes up before anybody strikes: dice are pooled (SKR-F2)."""
    pieces = {
        "R1": {"at": [12, 4], "attack": 1},
        "R2": {"at": [12, 9.5], "attack": 2},
        "B1": {"at": [12, 4.8], "attack": 2},
    }
    state = field(pieces)
    found = chosen(GAME, level, state, "red")
    assert found.startswith("move R2")
    found = chosen(GAME, level, after(state, found), "red")
    assert found in ("fight R1+R2 B1", "fight R2+R1 B1")


@pytest.mark.parametrize("level", SHARP)
def test_nobody_walks_into_fire_for_nothing(level: str) -> None:
    """Three dice wait on either side, and a turn's walk ends far from anybody to strike."""
    waiting = {"firing": 3, "attack": 2, **RIFLE}
    pieces = {
        "R1": {"at": [12, 2]},
        "B1": {"at": [8, 19], **waiting},
        "B2": {"at": [16, 19], **waiting},
    }
    state, found = field(pieces), "go"
    reach: Any = RIFLE["range"]
    while found != "end":
        found = chosen(GAME, level, state, "red")
        state = after(state, found)
    places = {unit["id"]: unit["at"] for unit in GAME.dump(state)["units"]}
    assert all(dist(places["R1"], places[foe]) > reach for foe in ("B1", "B2"))


def test_a_soldier_waits_in_cover() -> None:
    """Where fire is to be expected but cannot come yet, behind a hedge and not beside it."""
    hedge = {"shape": "polygon", "points": [[3, 8], [9, 8], [9, 9], [3, 9]], "cover": 2}
    pieces = {
        "R1": {"at": [10, 6], "firing": 1, "attack": 1, **RIFLE},
        "B1": {"at": [12, 23], "firing": 3, "attack": 1, **RIFLE},
    }
    state = begun(scenario(pieces, [hedge], first="red", turn_limit=20))
    while (found := chosen(GAME, "soldier", state, "red")) != "end":
        state = after(state, found)
    shot = GAME.dump(after(state, "end"))
    places = {unit["id"]: unit["at"] for unit in shot["units"]}
    x, y = places["R1"]
    assert dist(places["R1"], places["B1"]) > 14 or (3 <= x <= 9 and y < 9)


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_soldiers_do_not_wait_for_each_other(name: str) -> None:
    """Fewer than a third of games between equals are drawn: of 2,000 duels it was one in six."""
    assert 3 * drawn(GAME, {"scenario": name}, 60) < 60


@pytest.mark.parametrize("level", SHARP)
def test_fire_is_returned(level: str) -> None:
    state = field({"R1": {"at": [12, 4], **RIFLE}, "B1": {"at": [12, 10], **RIFLE}})
    state = after(state, "fire R1 B1", [1], [6])
    assert chosen(GAME, level, state, "blue") == "return-fire"


@pytest.mark.parametrize("level", SHARP)
def test_a_mover_is_fired_at(level: str) -> None:
    state = field(
        {"R1": {"at": [12, 2], "attack": 3}, "B1": {"at": [12, 16], "attack": 1, **RIFLE}}
    )
    state = after(state, "move R1 12,8")
    assert chosen(GAME, level, state, "blue") == "defensive-fire"


@pytest.mark.parametrize("level", SHARP)
def test_a_zone_is_reached_to_win(level: str) -> None:
    aim = [{"kind": "reach", "zone": ZONE, "count": 1}]
    state = field({"R1": {"at": [12, 5]}, "B1": {"at": [2, 22]}}, red=aim)
    found = chosen(GAME, level, state, "red")
    assert found.startswith("move R1")
    over = after(state, found, "end")
    assert GAME.dump(over)["result"]["winners"] == ["red"]


@pytest.mark.parametrize("level", SHARP)
def test_a_zone_is_held_to_win(level: str) -> None:
    aim = [{"kind": "hold", "zone": ZONE, "turns": 2}]
    state = field({"R1": {"at": [12, 12]}, "B1": {"at": [2, 22]}}, red=aim)
    state = after(state, "end", "end")
    while (found := chosen(GAME, level, state, "red")) != "end":
        state = after(state, found)
    assert GAME.dump(after(state, "end"))["result"]["winners"] == ["red"]


@pytest.mark.parametrize("level", SHARP)
def test_a_zone_is_not_left_for_a_fight(level: str) -> None:
    """One more turn in it wins; the enemy is near enough to be charged."""
    aim = [{"kind": "hold", "zone": ZONE, "turns": 2}]
    state = field({"R1": {"at": [12, 12], "attack": 3}, "B1": {"at": [12, 17]}}, red=aim)
    state = after(state, "end", "end")
    while (found := chosen(GAME, level, state, "red")) != "end":
        state = after(state, found)
    assert GAME.dump(after(state, "end"))["result"]["winners"] == ["red"]


@pytest.mark.parametrize("level", SHARP)
def test_an_exit_is_taken(level: str) -> None:
    aim = [{"kind": "exit", "edge": "top", "count": 1}]
    state = field({"R1": {"at": [12, 20]}, "B1": {"at": [2, 2]}}, red=aim)
    found = chosen(GAME, level, state, "red")
    assert found.startswith("move R1") and found.endswith(",24")


@pytest.mark.parametrize("level", SHARP)
def test_a_wall_is_walked_round(level: str) -> None:
    """Straight on there is no way to the goal."""
    wall = {"shape": "polygon", "points": [[6, 8], [18, 8], [18, 9], [6, 9]], "cost": "impassable"}
    aim = [{"kind": "reach", "zone": ZONE, "count": 1}]
    given = scenario(
        {"R1": {"at": [12, 6]}, "B1": {"at": [2, 22]}}, [wall], aim, first="red", turn_limit=20
    )
    state = begun(given)
    for _ in range(6):
        found = "go"
        while found != "end" and GAME.dump(state)["result"] is None:
            found = chosen(GAME, level, state, "red")
            state = after(state, found)
        if GAME.dump(state)["result"] is not None:
            break
        state = after(state, "end")
    assert GAME.dump(state)["result"]["winners"] == ["red"]


def test_the_beaten_one_who_dies_is_chosen() -> None:
    pieces = {
        "R1": {"at": [12, 4]},
        "R2": {"at": [12, 5.6], "attack": 2},
        "B1": {"at": [12, 4.8], "attack": 2},
    }
    state = edited(field(pieces), B1={"advantage_over": ["R1"]})
    state = after(state, "fight R1+R2 B1", [4, 4, 4], [5, 1])
    assert chosen(GAME, "soldier", state, "blue") == "choose R1"


@pytest.mark.parametrize("level", LEVELS)
def test_a_tiny_clock_is_kept(level: str) -> None:
    state = GAME.new(GAME.terms(scenario="crossroads")).state
    bot = bot_of(GAME, level)
    asked = Asked.of(GAME, state, "red")
    bot.choose(asked, Clock(0.02), random.Random(1))
    began = time.process_time()
    action = bot.choose(asked, Clock(0.02), random.Random(1))
    assert time.process_time() - began < 0.3
    assert action in asked.choices


def test_chances_are_sane() -> None:
    pieces = {f"R{n}": {"at": [4 * n, 4], "attack": 2, **BOW} for n in range(1, 5)}
    ahead = field({**pieces, "B1": {"at": [12, 20]}}, turn_limit=60)
    assert evaluate(GAME, ahead, "red") > 0.8
    assert evaluate(GAME, ahead, "blue") < 0.2
    last = field({"R1": {"at": [12, 4], **RIFLE}, "B1": {"at": [12, 10]}})
    over = after(last, "fire R1 B1", [6], [1])
    assert evaluate(GAME, over, "red") == 1
    assert evaluate(GAME, over, "blue") == 0
    falling = after(last, "fire R1 B1", [6])
    assert evaluate(GAME, falling, "red") > 0.6


def test_actions_are_ranked() -> None:
    state = field(
        {"R1": {"at": [12, 4], "firing": 3, **RIFLE}, "B1": {"at": [12, 14], "defense": 0}}
    )
    found = Planned(FAMILY).ranked(GAME, state, "red", "marshal", Clock(LONG), random.Random(1))
    best: Any = found[0][0]
    assert GAME.write_action(best) == "fire R1 B1"
    assert len(found) > 1
    assert all(0 <= value <= 1 for _, value in found)
