"""Bots of others in this process: by entry point and by module, beside the levels."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import outrider
from bots.guesting import installed
from outrider.analysis import Analyst
from outrider.bots import Asked, Clock, bot_of, names
from outrider.bots.levels import LEVELS, below, bots_for, maker, seconds_of
from outrider.contests.arena import Bout, play
from outrider.contests.seating import check_name, seated, take_turn
from outrider.core.refusal import Refusal
from outrider.dice import SeededDice
from outrider.play.match import Match
from outrider_tortoise import Tortoise

BASIC = outrider.game("basic")
SKIRMINION = outrider.game("skirminion")


def test_a_guest_stands_beside_the_levels_and_takes_nobodys_place(tmp_path: Path) -> None:
    before = maker(SKIRMINION)
    with installed(tmp_path):
        assert names() == ("random", *LEVELS, "broken", "tortoise")
        assert maker(SKIRMINION) is before
        assert not isinstance(bot_of(BASIC, "captain"), Tortoise)
        assert isinstance(bot_of(BASIC, "tortoise"), Tortoise)
        assert seconds_of("tortoise", 9.0) == 1.0
        assert below("tortoise") == ("soldier", "recruit")
        assert bots_for(BASIC) == ("random", *LEVELS, "tortoise")
    assert "tortoise" not in names()


@pytest.mark.parametrize("id", [game.id for game in outrider.installed_games()])
def test_the_example_plays_every_game(id: str) -> None:
    game = outrider.game(id)
    match = Match(game, game.terms(), SeededDice(3))
    bot = Tortoise(game)
    for _ in range(4):
        seat = match.deciders()[0]
        action = bot.choose(Asked.of(game, match.state, seat), Clock(5), random.Random(1))
        assert action in match.choices(seat)
        match.play(seat, action)


def test_the_example_sees_a_win_in_one() -> None:
    state = SKIRMINION.read("8/8/8/8/8/3b4/3AA3/8 r - -")
    action = Tortoise(SKIRMINION).choose(
        Asked(SKIRMINION, state, "red"), Clock(5), random.Random(1)
    )
    assert SKIRMINION.write_action(action) == "d2xd3"


def test_a_guest_by_its_module_plays_a_bout_by_itself_and_the_same_again() -> None:
    bout = Bout(0, "skirminion", ("outrider_tortoise:Tortoise", "random"), 5, {"length_limit": 40})
    check_name(bout.bots[0])
    first, again = play(bout), play(bout)
    assert first.substitutes == (0, 0)
    assert (first.winners, first.lines) == (again.winners, again.lines)


class Confused:
    """Raises where it should choose."""

    games = ("basic",)

    def __init__(self, game: Any) -> None:
        self.closed = 0

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Any:
        raise ValueError("lost\nits way")

    def close(self) -> None:
        self.closed += 1


def test_a_guest_that_fails_costs_itself_the_move_and_the_record_says_so() -> None:
    match = Match(BASIC, BASIC.terms(), SeededDice(1))
    seat = match.deciders()[0]
    bot = seated(BASIC, seat, f"{__name__}:Confused")
    turn = take_turn(match, seat, bot, 1.0, random.Random(1))
    assert turn.reason == "the bot failed: ValueError: lost its way"
    noted = [moment.line.to_json() for moment in match.moments if moment.line is not None]
    assert any(line.get("match") == "substitute" for line in noted)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere_at_all:Bot", "ModuleNotFoundError"),
        ("outrider_tortoise:Hare", "AttributeError"),
        ("outrider_tortoise:LONGEST", "cannot be called with a game"),
        ("turtle", 'there is no bot "turtle"'),
    ],
)
def test_whoever_is_not_there_is_refused_in_one_line(name: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name(name)
    assert said in refused.value.message and "\n" not in refused.value.message


def test_a_guest_that_does_not_play_a_game_is_refused_for_it() -> None:
    with pytest.raises(Refusal, match="does not play skirminion"):
        seated(SKIRMINION, "red", f"{__name__}:Confused")


def test_an_analysis_asks_a_guest_and_values_what_it_likes(tmp_path: Path) -> None:
    state = SKIRMINION.read("8/8/8/8/8/3b4/3AA3/8 r - -")
    with installed(tmp_path):
        look = Analyst(SKIRMINION).look(state, 3, "tortoise", None)
        chosen = [each for each in look.best["red"] if each.chosen]
        assert [SKIRMINION.write_action(each.action) for each in chosen] == ["d2xd3"]
        with pytest.raises(Refusal, match="tortoise"):
            Analyst(SKIRMINION).look(state, 3, "hare", None)


def test_a_tournament_finds_a_guest_in_the_present_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class First:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, asked, clock, source): return next(iter(asked.choices))\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "outrider", "tournament", "skirminion", "mine:First", "random",
         "--games", "2", "-o", "length_limit=40", "--cores", "1"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "mine:First" in done.stdout
