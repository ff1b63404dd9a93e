"""Games inside kernels are what the level's own bots play, and every line of them is legal."""

import random
from typing import Any

import numpy as np
import pytest

from outrider.bots.levels import bot_of
from outrider.bots.measured.plans import SEEDS
from outrider.bots.protocol import Asked, Unhurried
from outrider.contests.arena import Bout, play
from outrider.core.pending import Decide, Over, Roll
from outrider.games import game as game_by_id
from outrider.whole.lane import SMALLEST, Lane, drawn, mixed, whole_of
from outrider.whole.skirminion import PLAIN
from outrider.whole.writing import ROLLED

TERMS: dict[str, dict[str, Any]] = {
    "basic": {},
    "skirmish": {"options": {"table": "breakfast"}},
    "skirmishers": {"scenario": "duel"},
}


def lane_of(name: str) -> Lane:
    game = game_by_id(name)
    whole = whole_of(game)
    assert whole is not None
    return Lane(game, game.terms(**TERMS.get(name, {})), whole)


class Fixed(random.Random):
    """A source that says what the kernel's luck says."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


BETWEEN = (("soldier", "recruit"), ("random", "random"), ("random", "soldier"))


@pytest.mark.parametrize("name", [*TERMS, "skirminion"])
def test_the_rules_take_every_line_and_end_where_the_kernel_does(name: str) -> None:
    lane = lane_of(name)
    game = lane.game
    for bots in (*BETWEEN, (PLAIN, PLAIN)) if name == "skirminion" else BETWEEN:
        for told in lane.play(bots, [5, 6]):
            state = lane.first
            for seat, code in told.read():
                if seat == ROLLED:
                    assert isinstance(game.pending(state), Roll)
                    state = game.roll(state, code).state
                else:
                    state = game.apply(state, lane.seats[seat], lane.action(code)).state
            assert isinstance(game.pending(state), Over)
            assert state == lane.state(told)


@pytest.mark.parametrize("name", TERMS)
def test_a_soldier_inside_the_kernel_chooses_what_a_soldier_chooses(name: str) -> None:
    """The luck of every choice is worked out beside the kernel, and handed to the level's bot."""
    lane = lane_of(name)
    game, bot = lane.game, bot_of(lane.game, "soldier")
    (told,) = lane.play(("soldier", "soldier"), [11])
    word = int(mixed(np.array([11 ^ (1 << 63)], np.uint64))[0])
    state, compared, placing = lane.first, 0, True
    for seat, code in told.read():
        if seat == ROLLED:
            state = game.roll(state, code).state
            continue
        pending = game.pending(state)
        assert isinstance(pending, Decide)
        wish = bot.brain.wish(state)  # type: ignore[attr-defined]
        placing = wish is not None
        if not placing:
            if name == "skirmish":
                word = drawn(word)
                number = int((word >> 11) * SMALLEST * len(pending.seats))
                assert lane.seats[seat] == pending.seats[number]
            word = drawn(word)
        source = Fixed((word >> 11) * SMALLEST)
        asked = Asked.of(game, state, lane.seats[seat])
        action = lane.action(code)
        assert bot.choose(asked, Unhurried(), source) == action, (name, compared)
        assert int(source.random() * SEEDS) < SEEDS
        state = game.advance(state, lane.seats[seat], action).state
        compared += 1
    assert compared > 15 and not placing


def test_a_game_depends_on_its_seed_alone() -> None:
    lane = lane_of("basic")
    alone = lane.play(("soldier", "soldier"), [3])[0]
    among = lane.play(("soldier", "soldier"), range(6))[3]
    assert alone.lines.tolist() == among.lines.tolist()
    other = lane.play(("soldier", "soldier"), [4])[0]
    assert alone.lines.tolist() != other.lines.tolist()


def test_games_that_tell_more_than_there_is_room_for_are_told_whole() -> None:
    lane = lane_of("basic")
    whole = lane.play(("random", "random"), [1, 2])
    narrow = lane_of("basic")
    narrow._room = 64
    again = narrow.play(("random", "random"), [1, 2])
    assert [each.lines.tolist() for each in again] == [each.lines.tolist() for each in whole]


def test_who_thinks_ahead_is_not_played_inside() -> None:
    whole = whole_of(game_by_id("basic"))
    assert whole is not None
    assert whole.players(("captain", "soldier")) is None
    assert whole.players(("python mybot.py", "soldier")) is None


def test_a_plain_policy_is_a_bot_like_any_other() -> None:
    """It goes by its class's name, and beats chance."""
    game = game_by_id("skirminion")
    played = [play(Bout(0, "skirminion", (PLAIN, "random"), seed)) for seed in range(2)]
    assert all(each.winners == (0,) and not any(each.substitutes) for each in played)
    whole = whole_of(game)
    assert whole is not None and whole.players(("marshal", PLAIN)) is None
