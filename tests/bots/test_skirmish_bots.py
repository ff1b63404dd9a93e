"""The levels of Skirmish in both editions: whole games, obvious positions, time, analysis."""

import random
import time
from math import dist
from typing import Any

import pytest

from bots.measured_games import LONG, chosen, drawn, evaluate, played, won
from games.skirmish.patrol import both, box, laid, minute, new, opened, play, shown, stand
from outrider.analysis.planned import Planned
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.bots.measured.search import Budget, result_for
from outrider.bots.skirmish.bots import BUDGETS, FAMILY
from outrider.bots.skirmish.kernel.styles import STYLES
from outrider.core.pending import Decide, Over
from outrider.games.skirmish.game import GAMES, Skirmish
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.tables import SHIPPED
from outrider.table.lengths import INCH
from outrider.whole.lane import Lane
from outrider.whole.players import Measured
from outrider.whole.skirmish import run

GAME = GAMES[0]
SHARP = ("soldier", "captain", "marshal")
"""Those whose judgement is not blurred."""
TABLES = tuple(SHIPPED)


def test_there_is_a_bot_for_every_level() -> None:
    assert BUDGETS.keys() == LEVELS.keys()


@both
def test_soldier_beats_random(game: Skirmish) -> None:
    assert won(game, "soldier", "random", range(8)) >= 7


@both
@pytest.mark.parametrize("table", [None, "tins"])
@pytest.mark.parametrize(("above", "below"), [("captain", "soldier"), ("marshal", "captain")])
def test_each_level_judges_places_better_than_the_one_below(
    game: Skirmish, table: str | None, above: str, below: str
) -> None:
    """By its style alone, in whole games inside the kernel: a search only adds to that."""
    options = {} if table is None else {"table": table}
    unsearched = Measured(STYLES, dict.fromkeys(LEVELS, Budget()), run)
    lane = Lane(game, game.terms(options), unsearched)
    points, games = 0.0, 0
    for bots in ((above, below), (below, above)):
        seat = lane.seats[bots.index(above)]
        for told in lane.play(bots, range(60)):
            pending = game.pending(lane.state(told))
            assert isinstance(pending, Over)
            points += result_for(seat, pending.outcome.winners)
            games += 1
    assert points >= 0.57 * games


@pytest.mark.parametrize("table", ["breakfast", "tins"])
def test_terrain_is_played_on(table: str) -> None:
    assert won(GAME, "soldier", "random", range(2), {"options": {"table": table}}) >= 1


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_larger_tables_are_played_at(seats: int) -> None:
    state = new(GAME, seats)
    levels = {seat: ("soldier", "random")[at % 2] for at, seat in enumerate(state.seats)}
    played(GAME, levels, seats)


def test_captain_plays_whole_games() -> None:
    assert won(GAME, "captain", "random", range(2)) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_source_gives_the_same_choice(level: str) -> None:
    places = {"R1": (10, 8), "R2": (20, 8), "B1": (12, 24), "B2": (18, 22)}
    for state in (minute(GAME, places), stand(GAME, places)):
        assert len({chosen(GAME, level, state, "red", 7) for _ in range(3)}) == 1


@both
@pytest.mark.parametrize("level", SHARP)
def test_news_is_told_to_somebody_at_home(game: Skirmish, level: str) -> None:
    places = {"R1": (18, 33), "R2": (18, 1), "R3": (12, 12), "B1": (4, 20), "B2": (30, 20)}
    state = stand(game, places, {"R1": {"seen": True}})
    assert chosen(game, level, state, "red") == "tell R1 R2"


@pytest.mark.parametrize("level", SHARP)
def test_news_is_brought_home_at_once(level: str) -> None:
    """In this very minute, though perhaps not by the straight way."""
    places = {"R1": (18, 5), "B1": (4, 20), "B2": (30, 20)}
    state = minute(GAME, places, {"R1": {"seen": True}})
    found = ""
    while (found := chosen(GAME, level, state, "red")) != "ready":
        state = play(state, found)
    assert next(each for each in shown(state)["units"] if each["id"] == "R1")["at"][1] <= 2


@pytest.mark.parametrize("level", SHARP)
def test_who_is_at_home_with_news_is_ready(level: str) -> None:
    """In the minute nobody waits for the others: what is done is done."""
    state = minute(GAME, {"R1": (18, 1), "B1": (4, 33), "B2": (30, 33)}, {"R1": {"seen": True}})
    for _ in range(3):
        found = chosen(GAME, level, state, "red")
        if found == "ready":
            break
        state = play(state, found)
        _, y = map(float, found.split()[-1].split(","))
        assert y <= 2
    assert found == "ready"


@pytest.mark.parametrize("level", SHARP)
def test_a_reporter_is_stopped_before_others(level: str) -> None:
    places = {"R1": (18, 26), "B1": (18, 35), "B2": (20, 30)}
    changes = {"B1": {"seen": True, "health": 4}, "B2": {"health": 4}}
    state = stand(GAME, places, changes)
    assert chosen(GAME, level, state, "red") == "shoot R1 B1"


@pytest.mark.parametrize("level", SHARP)
def test_a_certain_kill_is_taken(level: str) -> None:
    places = {"R1": (18, 16), "B1": (18, 24), "B2": (20, 24)}
    state = stand(GAME, places, {"B2": {"health": 1}, "R1": {"actions": 1}})
    assert chosen(GAME, level, state, "red") == "shoot R1 B2"


@pytest.mark.parametrize("level", SHARP)
def test_a_grenade_lands_among_enemies(level: str) -> None:
    places = {"R1": (18, 16), "B1": (18, 22), "B2": (19, 22), "B3": (17, 22)}
    state = stand(GAME, places, {"R1": {"actions": 1}})
    if level == "soldier":
        assert chosen(GAME, level, state, "red").startswith("throw R1")
    flying = play(state, "throw R1 18,22", 6)
    _, y = map(float, chosen(GAME, level, flying, "red").split()[-1].split(","))
    assert y > 19
    short = play(state, "throw R1 18,22", 4)
    _, y = map(float, chosen(GAME, level, short, "red").split()[-1].split(","))
    assert 19 < y <= 20


@pytest.mark.parametrize("level", SHARP)
def test_two_fire_at_the_same_one(level: str) -> None:
    """What one shot has begun the next one ends, though another enemy is nearer."""
    places = {"R1": (16, 16), "R2": (20, 16), "B1": (18, 24), "B2": (18, 23)}
    weak = {"R1": {"actions": 0}, "R2": {"actions": 1}, "B1": {"health": 1}}
    state = stand(GAME, places, weak)
    assert {chosen(GAME, level, state, "red", seed) for seed in range(3)} == {"shoot R2 B1"}


@pytest.mark.parametrize("level", SHARP)
@pytest.mark.parametrize("far", [21, 22, 23])
def test_nobody_walks_into_fire_for_nothing(level: str, far: int) -> None:
    """Three wait just out of range; whoever goes up to them has nothing left to shoot with."""
    places = {"R1": (18, 8), "R2": (18, 1), "B1": (16, far), "B2": (18, far), "B3": (20, far)}
    state = minute(GAME, places, {"R1": {"actions": 1}})
    while (found := chosen(GAME, level, state, "red")) != "ready":
        state = play(state, found)
    stands = {unit["id"]: unit["at"] for unit in shown(state)["units"]}
    reach = state.setting.numbers[layout.SHOT_RANGE] / INCH
    assert all(dist(stands["R1"], stands[foe]) > reach for foe in ("B1", "B2", "B3"))


@both
@pytest.mark.parametrize("table", ["36x36", *TABLES])
def test_soldiers_do_not_wait_for_each_other(game: Skirmish, table: str) -> None:
    """Fewer than a third of games between equals are drawn: of 2,000 it was 22 in 100 at most."""
    assert 3 * drawn(game, {"options": {"table": table}}, 120) < 120


def at(found: str) -> tuple[float, float]:
    """Where a move goes."""
    x, y = map(float, found.split()[-1].split(","))
    return x, y


def test_the_wounded_seek_shelter() -> None:
    """Out of sight of three who could all shoot at it."""
    table = laid(box(16, 12, 4, 1, 3))
    places = {"R1": (14.5, 10), "B1": (17, 22), "B2": (18, 22), "B3": (19, 22)}
    weak = {"R1": {"health": 1}}
    state = minute(GAME, places, weak, table=table)
    found = chosen(GAME, "marshal", state, "red")
    assert found.startswith("move R1")


@both
@pytest.mark.parametrize("level", LEVELS)
def test_a_tiny_clock_is_kept(game: Skirmish, level: str) -> None:
    places = {"R1": (10, 8), "R2": (20, 8), "B1": (12, 24), "B2": (18, 22)}
    bot = bot_of(game, level)
    for state in (minute(game, places), stand(game, places)):
        asked = Asked.of(game, state, "red")
        began = time.process_time()
        action = bot.choose(asked, Clock(0.02), random.Random(1))
        assert time.process_time() - began < 0.25
        assert action in asked.choices


def test_chances_are_sane() -> None:
    places = {"R1": (10, 8), "R2": (20, 8), "R3": (15, 8), "B1": (12, 24)}
    ahead = minute(GAME, places)
    assert evaluate(GAME, ahead, "red") > 0.8
    assert evaluate(GAME, ahead, "blue") < 0.2
    told = minute(GAME, {"R1": (18, 1), "B1": (4, 33)}, {"R1": {"seen": True}})
    assert evaluate(GAME, told, "red") > 0.95
    over = play(told, "red ready", "blue ready")
    assert evaluate(GAME, over, "red") == 1
    assert evaluate(GAME, over, "blue") == 0


def test_the_model_keeps_news_of_this_minute_for_the_next() -> None:
    """SKM-O5: at home with what is fresh nobody has won yet, and three who see it can shoot."""
    places = {"R1": (18, 1), "R2": (2, 1), "B1": (16, 9), "B2": (18, 9), "B3": (20, 9)}
    places["B4"] = (18, 35)
    weak = {"health": 2, "actions": 0, "seen": True}
    old = minute(GAME, places, {"R1": weak})
    fresh = minute(GAME, places, {"R1": {**weak, "fresh": True}})
    assert evaluate(GAME, old, "red") > 0.95
    assert evaluate(GAME, fresh, "red") < 0.8
    instant = minute(GAME, places, {"R1": weak}, options={"report": "instant"})
    assert evaluate(GAME, instant, "red") == 1


def test_the_model_does_not_see_from_home() -> None:
    """SKM-O9: the corner of three is no win for whoever is in it."""
    places = {"R1": (3, 3), "R2": (30, 2), "B1": (4, 30), "B2": (4, 20), "G1": (30, 33)}
    state = minute(GAME, places, seats=3)
    assert evaluate(GAME, state, "red") < 0.9


@pytest.mark.parametrize("seating", ["spaced", "corners"])
def test_nobody_reports_in_the_first_minute(seating: str) -> None:
    """SKM-S4, SKM-O5, SKM-O9: four soldiers play a round, and go on."""
    state = opened(GAME, 4, {"seating": seating})
    source = random.Random(3)
    while shown(state)["phase"] == "movement":
        pending = GAME.pending(state)
        assert isinstance(pending, Decide)
        seat = pending.seats[0]
        asked = Asked.of(GAME, state, seat)
        action: Any = bot_of(GAME, "soldier").choose(asked, Clock(LONG), source)
        state = GAME.apply(state, seat, action).state
    assert shown(state)["phase"] == "attack"


def test_actions_are_ranked() -> None:
    places = {"R1": (18, 33), "R2": (18, 1), "R3": (12, 12), "B1": (4, 20), "B2": (30, 20)}
    state = stand(GAME, places, {"R1": {"seen": True}})
    found = Planned(FAMILY).ranked(GAME, state, "red", "marshal", Clock(LONG), random.Random(1))
    best: Any = found[0][0]
    assert GAME.write_action(best) == "tell R1 R2"
    assert len(found) > 1
    assert all(0 <= value <= 1 for _, value in found)
