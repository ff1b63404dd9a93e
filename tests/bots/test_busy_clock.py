"""Time on a busy machine: what counts is what a bot was given of the processor."""

import random
import time

import pytest

import outrider
from outrider.bots import Asked, BusyClock, Clock, bot_of
from outrider.bots.protocol import BESIDES, PATIENCE
from outrider.contests.arena import Bout, play
from outrider.contests.seating import Ranked
from outrider.core.wire import Action


def test_waiting_is_not_thinking() -> None:
    clock, wall = BusyClock(0.5), Clock(0.5)
    time.sleep(0.6)  # as if others had the processor
    assert wall.is_over() and not clock.is_over()
    assert clock.left() > 0.2


def test_thinking_is() -> None:
    clock = BusyClock(0.2)
    until = time.process_time() + 0.25
    while time.process_time() < until:
        pass
    assert clock.is_over()


def test_there_is_an_end_to_patience() -> None:
    longest = PATIENCE * 0.5 + BESIDES
    clock = BusyClock(0.5, begun=time.monotonic() - longest - 0.1)
    assert clock.is_over()


def test_who_has_no_time_left_still_looks_before_it_leaps() -> None:
    """Red can take the last unit. Chance would hardly find that twenty times in a row."""
    game = outrider.game("skirminion")
    state = game.read("8/8/8/3a4/3F4/8/8/F7 r - -")
    bot = bot_of(game, "captain")
    for seed in range(20):
        clock = Clock(0.1, begun=time.monotonic() - 1)
        action = bot.choose(Asked.of(game, state, "red"), clock, random.Random(seed))
        assert game.write_action(action) == "d4xd5"


def test_tournaments_go_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other programs a marshal had a tenth of its time by the wall, and lost to captains."""
    clocks = set()

    def choose(self: Ranked, asked: Asked, clock: Clock, source: random.Random) -> Action:
        clocks.add(type(clock))
        action: Action = asked.choices.sample(source)
        return action

    monkeypatch.setattr(Ranked, "choose", choose)
    play(Bout(0, "skirminion", ("recruit", "soldier"), 1, seconds=0.1))
    assert clocks == {BusyClock}
