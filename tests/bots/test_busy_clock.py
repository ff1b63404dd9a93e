"""Time on a busy machine: what counts is what a bot was given of the processor."""

import random
import time

import outrider
from outrider.bots import Asked, BusyClock, Clock, bot_of
from outrider.bots.protocol import BESIDES, PATIENCE


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
