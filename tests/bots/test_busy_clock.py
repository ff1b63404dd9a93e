"""Time on a busy machine: what counts is what a bot was given of the processor."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import outrider
from outrider.analysis.reviewing import Study, review
from outrider.bots import Asked, BusyClock, Clock, bot_of
from outrider.bots.protocol import BESIDES, PATIENCE
from outrider.contests.arena import Bout, play
from outrider.contests.seating import Ranked
from outrider.core.record import record_from_text
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


def test_a_part_of_a_clock_began_with_it() -> None:
    whole = BusyClock(10, begun=time.monotonic() - 3, used=time.process_time() - 3)
    assert 2.9 < whole.part(0.6).left() <= 3
    assert whole.part(0.3).is_over() and not whole.is_over()


def test_reviews_go_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside others a review found nothing that mattered in a game that it finds it in alone."""
    clocks: set[type] = set()

    def run(self: Study, shown: Callable[[], None]) -> None:
        clocks.update((type(self._whole), type(self._whole.part(0.5))))
        self._take(0, 1)

    monkeypatch.setattr(Study, "run", run)
    played = Path(__file__).parent.parent / "playthroughs" / "basic.jsonl"
    review(outrider.game("basic"), record_from_text(played.read_text("utf-8")), seconds=1e-6)
    assert clocks == {BusyClock}


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
