"""The clocks of a match: whose run, what a flag does, and the minute that the rules give."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms import examples
from games.skirmish.patrol import FIRST, REVISED, scattered
from outrider.core.pending import Roll
from outrider.core.record import Chose, Noted
from outrider.core.refusal import Refusal
from outrider.dice import AskedDice, FairDice
from outrider.games.skirmish.game import Skirmish
from outrider.play.clock import Clock, Control, Pauses
from outrider.play.match import Match
from play.company import PEBBLES, SKIRMINION, battle, do, pebbles, result

MOVE = Control("move", 30)
TOTAL = Control("total", 300, 5)
FAIR = FairDice("secret", "clocks", ("ann", "bob", "eve"))


def skirmish(
    game: Skirmish = REVISED, phase: str = "movement", seats: int = 3, **more: Any
) -> Match:
    """A skirmish in the middle of things, with no opening roll to make."""
    asked = ["red", "blue", "green"][:seats] if phase == "movement" else "red"
    options = more.pop("options", {})
    state = scattered(game, 4, seats, 8, 28, phase=phase, to_act=asked, options=options)
    return Match(game, game.terms_of(state), start=game.dump(state), **more)


def settled(match: Match, now: int) -> Match:
    """The same with its clocks running: they do from the first line on."""
    match.note("red", "substitute", now, reason="to have a line")
    return match


def whose(match: Match) -> list[str]:
    """Whose clocks run."""
    return list(match.clock.running)


def left(match: Match, now: int) -> list[int | None]:
    return [match.clock.remaining(seat, now, match.pauses) for seat in match.terms.seats]


class TestWhoseRuns:
    def test_nobodys_before_the_first_line(self) -> None:
        match = battle(control=TOTAL, now=5000)
        assert whose(match) == []
        assert match.draft_due(10**9) is None
        do(match, "red e1-e3", now=60_000)
        assert whose(match) == ["blue"]
        assert left(match, 61_000) == [300_000, 299_000]

    def test_at_once_where_dice_open_the_game(self) -> None:
        match = pebbles(control=MOVE, now=5000)
        assert whose(match) == ["red"]
        assert match.clock.due() == 35_000

    def test_no_clock(self) -> None:
        match = do(battle(), "red e1-e3", now=7)
        assert whose(match) == [] and match.clock.due() is None
        assert match.draft_due(10**12) is None

    def test_per_move(self) -> None:
        match = pebbles(control=MOVE, now=0)
        do(match, "red take 1", now=20_000)
        do(match, "blue take 1", now=45_000)
        assert whose(match) == ["green"]
        assert match.clock.due() == 75_000

    def test_total(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        do(match, "blue e8-e6", now=20_000)
        do(match, "red d1-d3", now=21_000)
        assert left(match, 21_000) == [304_000, 285_000]

    def test_talk_neither_stops_nor_adds(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        do(match, "red: draw", now=10_000)
        do(match, "blue: no-draw", "blue: draw", now=20_000)
        assert whose(match) == ["blue"]
        assert left(match, 30_000) == [300_000, 270_000]

    def test_nobodys_at_the_end(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        do(match, "red: resign", now=3000)
        assert whose(match) == [] and match.clock.due() is None
        assert match.draft_due(10**9) is None

    def test_a_refusal_leaves_the_clock_alone(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        before = match.clock
        with pytest.raises(Refusal):
            do(match, "red d1-d3", now=9000)
        assert match.clock == before

    def test_a_draft_alone_changes_nothing(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        before = match.clock
        draft = match.draft_play("blue", SKIRMINION.read_action("e8-e6"))
        after = match.clock_after(draft, 9000)
        assert match.clock == before
        match.accept(draft, 9000)
        assert match.clock == after

    def test_everybody_who_may_decide(self) -> None:
        match = settled(skirmish(control=TOTAL, options={"minute": 0}), 0)
        assert whose(match) == ["red", "blue", "green"]
        match.play("blue", REVISED.read_action("ready"), 10_000)
        assert whose(match) == ["red", "green"]
        assert left(match, 20_000) == [280_000, 295_000, 280_000]


class TestTypedDice:
    def test_the_rollers_clock_runs(self) -> None:
        match = pebbles(2, AskedDice(), control=TOTAL)
        match.roll([4], 0)
        do(match, "red take 1", now=1000)
        assert match.pending == Roll("limit", "blue", 1)
        assert whose(match) == ["blue"]
        match.roll([3], 9000)
        assert whose(match) == ["blue"]
        assert left(match, 10_000) == [304_000, 291_000]

    def test_who_never_rolls_loses(self) -> None:
        match = pebbles(2, AskedDice(), control=MOVE)
        match.roll([4], 0)
        do(match, "red take 1", now=1000)
        draft = match.draft_due(31_000)
        assert draft is not None
        match.accept(draft, 31_000)
        assert result(match).winners == ("red",)

    def test_a_roll_and_the_choice_after_it_are_one_move(self) -> None:
        match = pebbles(2, AskedDice(), control=MOVE)
        match.roll([4], 0)
        do(match, "red take 1", now=1000)
        match.roll([3], 21_000)
        assert match.clock.due() == 31_000


class TestFlags:
    def test_not_a_millisecond_too_soon(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=1000)
        assert match.draft_due(300_999) is None
        draft = match.draft_due(301_000)
        assert draft is not None
        match.accept(draft, 301_000)
        assert match.record().lines[-1] == Noted(2, "blue", "flag")
        assert result(match).winners == ("red",)
        assert result(match).reason == "blue ran out of time"
        assert [str(event) for event in draft.events] == ["Blue has run out of time."]

    def test_of_three_who_cannot_go_on_both_others_win(self) -> None:
        match = pebbles(control=MOVE)
        draft = match.draft_due(30_000)
        assert draft is not None
        match.accept(draft, 30_000)
        assert result(match).winners == ("blue", "green")

    def test_of_three_who_can_the_others_go_on(self) -> None:
        match = settled(skirmish(phase="attack", control=MOVE), 0)
        assert whose(match) == ["red"]
        draft = match.draft_due(30_000)
        assert draft is not None
        match.accept(draft, 30_000)
        assert match.result is None
        assert whose(match) == ["blue"]
        assert match.clock.due() == 60_000
        second = match.draft_due(60_000)
        assert second is not None
        match.accept(second, 60_000)
        assert result(match).winners == ("green",)

    def test_pauses_do_not_count(self) -> None:
        match = do(battle(control=MOVE), "red e1-e3", now=0)
        match.pauses = [(10_000, 70_000)]
        assert match.draft_due(89_999) is None
        assert match.clock.due(match.pauses) == 90_000
        assert match.draft_due(90_000) is not None


class TestMinute:
    @pytest.mark.parametrize("control", [None, MOVE, TOTAL], ids=["none", "move", "total"])
    def test_its_end_comes_from_no_seat(self, control: Control | None) -> None:
        match = settled(skirmish(control=control), 2000)
        assert whose(match) == []
        assert match.clock.due() == 62_000
        assert match.draft_due(61_999) is None
        draft = match.draft_due(62_000)
        assert draft is not None
        match.accept(draft, 62_000)
        assert match.record().lines[-1] == Chose(2, None, {"do": "time"})
        assert match.clock.limit is None
        assert whose(match) == ([] if control is None else ["red"])

    def test_moves_in_it_take_nothing_from_total_clocks(self) -> None:
        match = settled(skirmish(control=TOTAL), 0)
        source = random.Random(5)
        for now in range(1000, 60_000, 7000):
            seat = source.choice(match.deciders())
            moves = [action for action in match.choices(seat) if action.do == "move"]
            match.play(seat, source.choice(moves), now)
            assert match.clock.due() == 60_000
        assert left(match, 60_000) == [300_000] * 3

    def test_an_option_without_one(self) -> None:
        match = settled(skirmish(options={"minute": 0}), 0)
        assert match.clock.due() is None

    def test_a_pause_in_it(self) -> None:
        match = settled(skirmish(), 0)
        match.pauses = [(20_000, 500_000)]
        match.play("red", REVISED.read_action("ready"), 510_000)
        assert match.clock.due(match.pauses) == 540_000
        assert match.draft_due(539_999) is None
        assert match.draft_due(540_000) is not None

    def test_who_leaves_ends_it_if_all_others_are_ready(self) -> None:
        match = settled(skirmish(control=MOVE), 0)
        for now, seat in ((1000, "red"), (2000, "blue")):
            match.play(seat, REVISED.read_action("ready"), now)
        match.note("green", "abandon", 9000)
        assert match.clock.limit is None
        assert whose(match) == ["red"]
        assert match.clock.due() == 39_000


class TestTakingBack:
    """Whoever takes back gains no time by it."""

    def test_no_increment_for_a_move_that_was_taken_back(self) -> None:
        match = do(battle(control=TOTAL), "red e1-e3", now=0)
        do(match, "blue e8-e6", now=1000)
        before = match.clock.remaining("red", 1000)
        for _ in range(3):
            do(match, "red d1-d3", "red: takeback", now=1000)
        assert whose(match) == ["red"]
        assert match.clock.remaining("red", 1000) == before

    def test_no_fresh_time_for_the_same_move(self) -> None:
        match = do(battle(control=MOVE), "red e1-e3", now=0)
        do(match, "blue e8-e6", now=1000)
        do(match, "red d1-d3", "red: takeback", now=30_000)
        rest = match.clock.remaining("red", 30_000)
        assert rest is not None and rest <= 1000

    def test_no_second_minute(self) -> None:
        """The last to be ready takes that back: the minute goes on, it does not begin anew."""
        match = settled(skirmish(), 0)
        ready = REVISED.read_action("ready")
        for seat in ("red", "blue", "green"):
            match.play(seat, ready, 50_000)
        assert match.clock.limit is None
        match.note("green", "takeback", 51_000)
        assert match.deciders() == ("green",)
        rest = match.clock.limit_remaining(51_000)
        assert rest is not None and rest <= 10_000


# -- the same line by line -------------------------------------------------------------------------

SPEECH = ("draw", "no-draw", "takeback", "no-takeback")


def wander(match: Match, source: random.Random, lines: int) -> list[int]:
    """Some choices, rolls and words at random; when each line was written."""
    now, times = 1000, [1000] * match.version
    for _ in range(lines):
        if match.result is not None:
            break
        now += source.choice((0, 1, 250, 4000))
        try:
            step(match, source, now)
        except Refusal:
            continue
        times += [now] * (match.version - len(times))
    return times


def step(match: Match, source: random.Random, now: int) -> None:
    due = match.draft_due(now)
    if due is not None:
        match.accept(due, now)
    elif source.random() < 0.2:
        match.note(source.choice(match.terms.seats), source.choice(SPEECH), now)
    elif isinstance(match.pending, Roll):
        match.roll([source.randint(1, 6) for _ in range(match.pending.dice)], now)
    else:
        seat = source.choice(match.deciders())
        match.play(seat, match.choices(seat).sample(source), now)


def followed(match: Match, first: Match, times: list[int]) -> Match:
    """The same lines at the same times, one by one."""
    first.pauses = match.pauses
    for line, now in zip(match.record().lines, times, strict=True):
        first.follow(line, now)
    assert first.record() == match.record()
    return first


def seen(clock: Clock, now: int, pauses: Pauses) -> Any:
    """What anybody can tell of a clock: whose run, what they have, what is due."""
    rest = {seat: clock.remaining(seat, now, pauses) for seat in clock.running}
    return clock.running, rest, clock.limit, clock.due(pauses), clock.since


CONTROLS = st.sampled_from([Control(), MOVE, TOTAL, Control("total", 9, 2)])
DICE = st.sampled_from([None, FAIR])
PAUSES = st.sampled_from([(), ((2000, 2500),), ((500, 1100), (3000, 9000), (12_000, 12_001))])


class TestFollowing:
    @examples(60)
    @given(CONTROLS, DICE, PAUSES, st.integers(0, 10**6), st.integers(2, 4))
    def test_pebbles(
        self, control: Control, dice: FairDice | None, pauses: Pauses, seed: int, seats: int
    ) -> None:
        terms = PEBBLES.terms({"heap": 99}, seats)
        match = Match(PEBBLES, terms, dice, control=control, now=1000)
        match.pauses = pauses
        times = wander(match, random.Random(seed), 30)
        same = followed(match, Match(PEBBLES, terms, control=control, now=1000), times)
        assert same.clock == match.clock

    @examples(25)
    @given(CONTROLS, DICE, PAUSES, st.integers(0, 10**6), st.sampled_from([REVISED, FIRST]))
    def test_skirmish(
        self, control: Control, dice: FairDice | None, pauses: Pauses, seed: int, game: Skirmish
    ) -> None:
        match = skirmish(game, control=control, dice=dice, now=1000)
        match.pauses = pauses
        times = wander(match, random.Random(seed), 40)
        same = followed(match, skirmish(game, control=control, now=1000), times)
        now = times[-1] + 500 if times else 0
        assert seen(same.clock, now, pauses) == seen(match.clock, now, pauses)
        if control.kind != "move":
            assert same.clock == match.clock
