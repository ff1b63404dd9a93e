"""Analysis of a position: chances that are chances, and actions that are worth what it says."""

import itertools
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import outrider
from forms import sparse
from outrider.analysis import Analyst, Estimate, Tally, shares
from outrider.analysis.analyst import SAMPLES
from outrider.bots.levels import LEVELS
from outrider.core.course import replay
from outrider.core.pending import Decide, Outcome, Roll
from outrider.core.refusal import Refusal
from outrider.dice import SeededDice
from outrider.games import built_in
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

RECORDS = Path(__file__).resolve().parents[1] / "playthroughs"


LONG = 3600.0
FACED = (1, 2, 3, 6)


def fighting(game: Any) -> Any:
    """A position of a game that was really played, in which one seat decides among several."""
    text = (RECORDS / f"{game.id}.jsonl").read_text("utf-8")
    moments = list(replay(game, outrider.record_from_text(text)))
    for moment in moments[len(moments) // 2 :]:
        pending = game.pending(moment.state)
        if isinstance(pending, Decide) and len(pending.seats) == 1:
            listed = list(itertools.islice(game.choices(moment.state, pending.seats[0]), 4))
            if len(listed) == 4:
                return moment.state
    raise AssertionError("no such position")


def middle(game: Any, steps: int = 12) -> Match:
    """A match somewhere in its middle."""
    match = Match(game, game.terms(), SeededDice(2))
    source = random.Random(4)
    for _ in range(steps):
        seat = match.deciders()[0]
        match.play(seat, match.choices(seat).sample(source))
    return match


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_chances_are_chances(game: Any) -> None:
    match = middle(game)
    found = Analyst(game).chances(match.state)
    assert set(found) == set(match.terms.seats)
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in found.values())
    seat = match.deciders()[0]
    best = Analyst(game).best(match.state, seat, 3, "soldier", 1.0)
    assert best and all(action in match.choices(seat) for action, _ in best)


@pytest.mark.parametrize("level", sparse(LEVELS, 2))
@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_every_level_looks_at_several_actions(game: Any, level: str) -> None:
    """Also one that does not search when it plays."""
    state = fighting(game)
    seat = game.pending(state).seats[0]
    found = Analyst(game).valued(state, seat, 5, level, LONG)
    assert len(found) > 1
    assert len({each.action for each in found}) == len(found)
    assert sum(each.chosen for each in found) == 1
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_chances_are_those_of_what_would_be_done(game: Any) -> None:
    """One evaluator: the chances above the actions never say something else than the actions."""
    state = fighting(game)
    look = Analyst(game).look(state, 5, "marshal", LONG)
    assert tuple(look.chances) == tuple(game.seats_of(state))
    (seat,) = look.best
    chosen = next(each for each in look.best[seat] if each.chosen)
    assert look.chances[seat] == chosen.estimate
    assert sum(each.mean for each in look.chances.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["basic", "skirmish", "skirmish-2012"])
def test_what_has_just_been_placed_is_valued_by_playing_on(name: str) -> None:
    """Nobody knows who wins while pieces are placed, but it is found out, not made up."""
    game: Any = outrider.game(name)
    match = middle(game, 2)
    seat = match.deciders()[0]
    (placed,) = Analyst(game).valued(match.state, seat, seconds=LONG)
    assert placed.action.do == "deploy"
    estimate = placed.estimate
    assert estimate.samples == SAMPLES and estimate.low < estimate.mean < estimate.high
    values = {Analyst(game, seed).estimates(match.state)[seat].mean for seed in (1, 2, 3)}
    assert len(values) > 1


def test_a_grenade_in_the_air_is_valued_by_playing_on() -> None:
    game: Any = outrider.game("skirmish")
    match = middle(game, 12)
    while True:
        seat = match.deciders()[0]
        throws = [each for each in match.choices(seat) if each.do == "throw"]
        if throws:
            break
        match.play(seat, match.choices(seat).sample(random.Random(1)))
    air = game.apply(match.state, seat, throws[0]).state
    air = game.roll(air, [6] * game.pending(air).dice).state
    (landing,) = Analyst(game).valued(air, seat, seconds=LONG)
    assert landing.action.do == "land" and landing.estimate.samples == SAMPLES


@pytest.mark.parametrize("game", built_in(), ids=lambda game: game.id)
def test_without_time_there_is_an_answer_that_was_found_out(game: Any) -> None:
    state = fighting(game)
    seat = game.pending(state).seats[0]
    found = Analyst(game).valued(state, seat, 5, "captain", 1e-6)
    assert sum(each.chosen for each in found) == 1
    for each in found:
        assert each.estimate.samples or each.estimate.low < each.estimate.high


def test_bounds_come_from_how_often_it_was_tried() -> None:
    seven = {"red": 0.7, "blue": 0.3}
    few, many = Tally(seven, 16).estimate("red"), Tally(seven, 256).estimate("red")
    assert few.low < many.low < 0.7 < many.high < few.high
    assert 0.2 < few.high - few.low < 0.5 and 0.09 < many.high - many.low < 0.12
    always = Tally({"red": 1.0, "blue": 0.0}, 16).estimate("red")
    assert always.mean == always.high == 1 and 0.75 < always.low < 0.9
    assert not always.is_proved and Tally({"red": 1.0, "blue": 0.0}).estimate("red").is_proved


def test_what_everybody_found_out_alone_is_made_whole() -> None:
    three = Tally({"red": 0.5, "blue": 0.5, "green": 0.25}, 4)
    assert three.means == {"red": 0.4, "blue": 0.4, "green": 0.2}
    more = three.plus(Tally({"red": 0.0, "blue": 0.0, "green": 0.75}, 4))
    assert more.samples == 8 and more.means == {"red": 0.25, "blue": 0.25, "green": 0.5}
    assert Tally({"red": 0.0, "blue": 0.0}, 2).means == {"red": 0.5, "blue": 0.5}


def test_what_is_proved_has_no_bounds() -> None:
    game: Any = outrider.game("skirminion")
    look = Analyst(game).look(game.read("8/8/3f4/8/3F4/8/8/F7 r - -"), 5, "captain", LONG)
    assert look.chances["red"] == Estimate(1.0, 1.0, 1.0)
    assert look.best["red"][0].value == 1.0 and look.best["red"][0].chosen
    open_one = Analyst(game).look(game.read("fff5/8/8/8/8/8/8/FFF5 r - -"), 5, "captain", LONG)
    guessed = [each.estimate for each in open_one.best["red"] if each.value < 1]
    assert guessed and all(each.low < each.high for each in guessed)


def test_compiling_takes_nobody_s_time() -> None:
    """In a process of its own, so that nothing is there yet."""
    code = (
        "import outrider, time\n"
        "from outrider.analysis import Analyst\n"
        "from outrider.bots.basic import brain\n"
        "game = outrider.game('basic')\n"
        "analyst = Analyst(game)\n"
        "assert brain.get_ready.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], timeout=300, check=True)


@pytest.mark.parametrize("level", ["random", "nobody", ""])
def test_levels_there_are_none_of(level: str) -> None:
    game: Any = outrider.game("basic")
    with pytest.raises(Refusal, match="there are recruit, soldier, captain, marshal"):
        Analyst(game).best(fighting(game), "red", level=level)


def test_a_result_is_shared() -> None:
    assert shares(Outcome(("red",), ""), ("red", "blue")) == {"red": 1.0, "blue": 0.0}
    assert shares(Outcome((), ""), ("red", "blue")) == {"red": 0.5, "blue": 0.5}


def test_dice_are_taken_as_they_may_fall() -> None:
    """Before a roll the chances are the mean of those after each face."""
    game = outrider.game("basic")
    data = game.dump(middle(game, 10).state)
    places = {"R4": [6, 5], "B4": [6, 14]}
    kept = [{**u, "at": places[u["id"]]} for u in data["units"] if u["id"] in places]
    state = game.load({**data, "units": kept, "pending": {"decide": ["red"]}, "turn": 1,
                       "first": "red", "initiative": "red"})  # fmt: skip
    before = game.apply(state, "red", game.read_action("attack R4 B4")).state
    assert isinstance(game.pending(before), Roll)
    analyst = Analyst(game)
    chance = {face: analyst.chances(game.roll(before, [face]).state, LONG)["red"] for face in FACED}
    assert chance[1] == chance[2] == chance[3]
    assert chance[1] <= analyst.chances(before, LONG)["red"] <= chance[6]


def test_a_game_without_bots_of_its_own() -> None:
    game = Pebbles()
    match = middle(game, 2)
    estimates = Analyst(game).estimates(match.state, samples=4, seconds=5)
    assert sum(each.mean for each in estimates.values()) == pytest.approx(1)
    assert all(each.low <= each.mean <= each.high for each in estimates.values())
    assert Analyst(game).best(match.state, match.deciders()[0], seconds=1)
