"""The levels of Skirminion as the rest of the house meets them."""

import random
import time
from typing import Any

import pytest

import outrider
from outrider.analysis import Analyst
from outrider.analysis.skirminion import analyse, worth
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.bots.skirminion.bots import BUDGETS, Searcher, make
from outrider.bots.skirminion.opening import CLASSES, DECLARATION, WORTH, class_of
from outrider.core.pending import Decide, Over, Roll
from outrider.games.skirminion.board import HALVES, NUMBER, SQUARES, bit

GAME = outrider.game("skirminion")
LONG = 3600.0


def chosen(bot: Any, state: Any, seed: int = 1, seconds: float = LONG) -> Any:
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    (seat,) = pending.seats
    return bot.choose(Asked.of(GAME, state, seat), Clock(seconds), random.Random(seed))


def played(red: str, blue: str, seed: int) -> str:
    """A whole game, dice and set-up included; every action is checked. The winner, or nothing."""
    source = random.Random(seed)
    bots = {"red": bot_of(GAME, red), "blue": bot_of(GAME, blue)}
    state = GAME.new(GAME.terms({"quiet_limit": 30})).state
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Roll):
            state = GAME.roll(state, [source.randint(1, 6)]).state
            continue
        (seat,) = pending.seats
        asked = Asked.of(GAME, state, seat)
        action = bots[seat].choose(asked, Clock(LONG), source)
        assert action in asked.choices
        state = GAME.apply(state, seat, action).state
    winners = pending.outcome.winners
    return winners[0] if winners else ""


def test_there_is_a_bot_for_every_level() -> None:
    assert BUDGETS.keys() == LEVELS.keys()
    for name in LEVELS:
        assert isinstance(bot_of(GAME, name), Searcher)
    nodes = [BUDGETS[name].nodes for name in LEVELS]
    assert nodes == sorted(nodes)


@pytest.mark.parametrize(("level", "games"), [("recruit", 8), ("soldier", 6)])
def test_whole_games_against_random_play_are_legal_and_won(level: str, games: int) -> None:
    won = sum(played(level, "random", seed) == "red" for seed in range(games))
    won += sum(played("random", level, seed) == "blue" for seed in range(games))
    assert won >= 2 * games - 3


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_choice(level: str) -> None:
    state = GAME.read("8/2ff1f2/3fd3/2F2e2/2FD1E2/3FF3/8/8 r - -")
    bot = bot_of(GAME, level)
    if level == "marshal":
        # Its whole budget takes a second or so: its habits are the same with less.
        bot = Searcher(LEVELS[level], BUDGETS["captain"])
    assert chosen(bot, state, 7) == chosen(bot, state, 7)


@pytest.mark.parametrize("level", LEVELS)
def test_no_time_at_all_still_gives_an_action(level: str) -> None:
    state = GAME.read("8/2ff1f2/3fd3/2F2e2/2FD1E2/3FF3/8/8 r - -")
    begun = time.process_time()
    assert chosen(bot_of(GAME, level), state, seconds=-1.0) in GAME.choices(state, "red")
    assert time.process_time() - begun < 2


def test_a_short_clock_is_kept() -> None:
    state = GAME.read("8/2ff1f2/3fd3/2F2e2/2FD1E2/3FF3/8/8 r - -")
    bot = make(GAME, LEVELS["marshal"])
    begun = time.process_time()
    assert chosen(bot, state, seconds=0.1) in GAME.choices(state, "red")
    assert time.process_time() - begun < 2


def test_duels_among_forts_are_solved_when_near_and_in_time() -> None:
    bot = make(GAME, LEVELS["marshal"])
    near, far = GAME.read("7b/8/3p4/8/8/8/1P6/F7 r - -"), GAME.opening_position()
    assert bot.solved_forts(near, Clock(LONG)) == 3
    assert bot.solved_forts(near, Clock(0.1)) == 0
    assert bot.solved_forts(far, Clock(LONG)) == 0
    assert make(GAME, LEVELS["soldier"]).solved_forts(near, Clock(LONG)) == 0


def test_the_only_action_is_not_thought_about() -> None:
    state = GAME.read("8/8/8/8/8/8/8/A6f r - -")
    assert chosen(make(GAME, LEVELS["soldier"]), state) in GAME.choices(state, "red")


def test_the_opening_is_legal_for_both() -> None:
    for seed in range(40):
        play_setup(seed)


def play_setup(seed: int) -> None:
    source = random.Random(seed)
    bots = {"red": bot_of(GAME, "soldier"), "blue": bot_of(GAME, "random")}
    if seed % 2:
        bots = {"red": bots["blue"], "blue": bots["red"]}
    state = GAME.new(GAME.terms()).state
    while GAME.view(state, "red")["phase"] == "setup":
        pending = GAME.pending(state)
        if isinstance(pending, Roll):
            state = GAME.roll(state, [source.randint(1, 6)]).state
            continue
        assert isinstance(pending, Decide)
        (seat,) = pending.seats
        action = bots[seat].choose(Asked.of(GAME, state, seat), Clock(LONG), source)
        state = GAME.apply(state, seat, action).state


def test_classes_of_squares_are_mirror_images() -> None:
    assert len(WORTH) == CLASSES
    assert class_of(NUMBER["a2"], 0) == class_of(NUMBER["h7"], 1) == 0
    assert class_of(NUMBER["e4"], 0) == class_of(NUMBER["d5"], 1) == CLASSES - 1
    for square in SQUARES:
        if square[1] in "234":
            assert bit(square) & HALVES["red"]
            assert 0 <= class_of(NUMBER[square], 0) < CLASSES


def test_analysis_tells_what_each_action_is_worth() -> None:
    state = GAME.read("8/8/8/3a4/3F4/8/8/7F r - -")
    found = analyse(state, 20_000)
    assert found[0].value == 1.0 and found[0].doubt == 0.0
    assert GAME.write_action(found[0].action) == "d4xd5"
    assert {valued.action for valued in found} == set(GAME.choices(state, "red"))
    values = [valued.value for valued in found]
    assert values == sorted(values, reverse=True)
    assert analyse(state, 20_000) == found


def test_analysis_speaks_for_who_decides() -> None:
    """Blue chooses a recipient while Red's activation goes on."""
    state = GAME.read("7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4")
    assert len(analyse(state, 5_000)) == 2
    assert Analyst(GAME).valued(state, "red")[0].seat == "red"
    assert analyse(GAME.read("8/8/8/8/3F4/8/8/7a b - -"), 5_000)[0].value == -1.0


def test_analysis_of_what_is_over() -> None:
    analyst = Analyst(GAME)
    assert analyst.chances(GAME.read("8/8/8/8/3F4/8/8/8 r - -")) == {"red": 1.0, "blue": 0.0}
    assert analyst.chances(GAME.read("8/8/8/8/3F4/8/8/8 b - -")) == {"red": 1.0, "blue": 0.0}
    assert analyst.chances(GAME.read("8/8/8/8/3F4/8/8/7f r - -")) == {"red": 0.5, "blue": 0.5}


def test_analysis_of_the_set_up_prefers_what_the_bots_do() -> None:
    state = GAME.new(GAME.terms()).state
    state = GAME.roll(GAME.roll(state, [5]).state, [3]).state
    assert state.decider == "blue"
    assert GAME.write_action(analyse(state, 5_000)[0].action) == f"forts {DECLARATION}"


def test_even_positions_are_worth_little() -> None:
    assert abs(analyse(GAME.opening_position(), 20_000)[0].value) < 0.2
    assert worth(0) == 0 and 0 < worth(100) < worth(300) < 1 and worth(-100) == -worth(100)


def test_analysis_fits_where_the_house_asks_for_it() -> None:
    state, analyst = GAME.read("8/8/8/3a4/3F4/8/8/7F r - -"), Analyst(GAME)
    assert analyst.chances(state) == {"red": 1.0, "blue": 0.0}
    found = analyst.best(state, "red", most=1000, level="soldier")
    assert found[0][1] == 1.0 and GAME.write_action(found[0][0]) == "d4xd5"
    assert len(found) == len(list(GAME.choices(state, "red")))
