"""Clocks: what is left, when it runs out, and what does not count."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms import examples
from outrider.core.refusal import Refusal
from outrider.play.clock import (
    MOST_SECONDS,
    Clock,
    Control,
    Pauses,
    a_control,
    elapsed,
    later,
    new_clock,
)

NONE = Control()
MOVE = Control("move", 30)
TOTAL = Control("total", 300, 5)
SEATS = ("red", "blue", "green")
Moved = tuple[int, str | None, tuple[str, ...]]


def moved(clock: Clock, *moves: Moved, pauses: Pauses = ()) -> Clock:
    """The clock after some moves: when, whose, and who decides next."""
    for now, acted, deciders in moves:
        clock = clock.moved_on(now, pauses, acted, deciders, None)
    return clock


def running(control: Control, *seats: str, now: int = 0) -> Clock:
    """A clock that runs for these seats."""
    return moved(new_clock(control, SEATS, now), (now, None, seats))


def left(clock: Clock, now: int, pauses: Pauses = ()) -> list[int | None]:
    return [clock.remaining(seat, now, pauses) for seat in SEATS]


class TestControl:
    @pytest.mark.parametrize("control", [NONE, MOVE, TOTAL, Control("total", 1, 0)], ids=str)
    def test_through_json(self, control: Control) -> None:
        assert a_control(control.to_json()) == control

    def test_nothing_is_none(self) -> None:
        assert a_control(None) == a_control({"kind": "none"}) == NONE
        assert a_control({"kind": "total", "seconds": 5}) == Control("total", 5, 0)

    @pytest.mark.parametrize(
        "junk",
        [
            5, "move", [], {}, {"kind": None}, {"kind": "hourglass"}, {"kind": ["move"]},
            {"kind": "none", "seconds": 5}, {"kind": "move"}, {"kind": "move", "seconds": 0},
            {"kind": "move", "seconds": -1}, {"kind": "move", "seconds": 1.5},
            {"kind": "move", "seconds": "30"}, {"kind": "move", "seconds": True},
            {"kind": "move", "seconds": None}, {"kind": "move", "seconds": MOST_SECONDS + 1},
            {"kind": "move", "seconds": 30, "increment": 1}, {"kind": "total", "seconds": 0},
            {"kind": "total", "seconds": 60, "increment": -1},
            {"kind": "total", "seconds": 60, "increment": 3601},
            {"kind": "total", "seconds": 60, "increment": None},
            {"kind": "total", "seconds": 60, "increment": 0.5},
            {"kind": "total", "seconds": 60, "delay": 3},
        ],
        ids=str,
    )  # fmt: skip
    def test_junk(self, junk: Any) -> None:
        with pytest.raises(Refusal) as caught:
            a_control(junk)
        assert caught.value.kind == "malformed"


class TestNoClock:
    def test_nobody_counts(self) -> None:
        clock = running(NONE, "red")
        assert clock.running == ()
        assert left(clock, 10**9) == [None] * 3
        assert clock.due() is None
        assert clock.flagged(10**12) is None
        assert clock.to_json(5) == {
            "control": {"kind": "none"}, "left": {}, "running": [], "limit": None,
        }  # fmt: skip


class TestPerMove:
    def test_fresh_for_every_move(self) -> None:
        clock = running(MOVE, "red", now=1000)
        assert left(clock, 11_000) == [20_000, 30_000, 30_000]
        clock = moved(clock, (11_000, "red", ("blue",)))
        assert left(clock, 12_000) == [30_000, 29_000, 30_000]
        clock = moved(clock, (40_000, "blue", ("red",)))
        assert left(clock, 40_000) == [30_000] * 3

    def test_two_moves_of_one_in_a_row(self) -> None:
        clock = moved(running(MOVE, "red"), (29_000, "red", ("red",)))
        assert clock.remaining("red", 29_000) == 30_000

    def test_what_others_say_gives_no_time(self) -> None:
        clock = moved(running(MOVE, "red"), (10_000, None, ("red",)), (20_000, None, ("red",)))
        assert clock.remaining("red", 20_000) == 10_000
        assert clock.due() == 30_000

    def test_the_end_of_it(self) -> None:
        clock = running(MOVE, "red")
        assert clock.due() == 30_000
        assert clock.flagged(29_999) is None
        assert clock.flagged(30_000) == "red"

    def test_several_at_once_each_have_their_own(self) -> None:
        clock = moved(running(MOVE, *SEATS), (10_000, "blue", SEATS))
        assert left(clock, 10_000) == [20_000, 30_000, 20_000]


class TestTotal:
    def test_used_up_and_added(self) -> None:
        clock = moved(running(TOTAL, "red"), (7000, "red", ("blue",)))
        assert left(clock, 10_000) == [298_000, 297_000, 300_000]
        clock = moved(clock, (17_000, "blue", ("green",)), (18_000, "green", ("red",)))
        assert left(clock, 18_000) == [298_000, 295_000, 304_000]

    def test_only_a_move_of_ones_own_adds(self) -> None:
        clock = moved(running(TOTAL, "red"), (7000, None, ("red",)), (8000, "blue", ("red",)))
        assert left(clock, 8000) == [292_000, 300_000, 300_000]

    def test_all_who_decide_run(self) -> None:
        clock = running(TOTAL, "red", "green")
        assert clock.running == ("red", "green")
        assert left(clock, 4000) == [296_000, 300_000, 296_000]
        clock = moved(clock, (10_000, "green", ("red",)))
        assert left(clock, 20_000) == [280_000, 300_000, 295_000]

    def test_the_first_to_run_out(self) -> None:
        clock = moved(running(TOTAL, "red"), (100_000, "red", ("red", "blue")))
        assert clock.due() == 100_000 + 205_000
        assert clock.flagged(304_999) is None
        assert clock.flagged(305_000) == "red"
        assert clock.flagged(10**9) == "red", "the one with the least, however late one looks"

    def test_nobody_runs_at_the_end(self) -> None:
        clock = moved(running(TOTAL, "red"), (5000, "red", ()))
        assert clock.due() is None and clock.flagged(10**9) is None
        assert left(clock, 10**9) == left(clock, 5000)

    def test_what_is_shown_is_never_less_than_nothing(self) -> None:
        clock = running(TOTAL, "red")
        assert clock.to_json(301_000) == {
            "control": TOTAL.to_json(),
            "left": {"red": 0, "blue": 300_000, "green": 300_000},
            "running": ["red"],
            "limit": None,
        }


MINUTE = ("the minute of round 1", 60)


class TestTimeOfTheRules:
    """A time for all, in which the clocks of the match stand still."""

    def clock(self, control: Control = TOTAL, now: int = 1000) -> Clock:
        return new_clock(control, SEATS, now).moved_on(now, (), None, SEATS, MINUTE)

    @pytest.mark.parametrize("control", [NONE, MOVE, TOTAL], ids=["none", "move", "total"])
    def test_it_runs_alone(self, control: Control) -> None:
        clock = self.clock(control)
        assert clock.running == ()
        assert clock.limit_remaining(31_000) == 30_000
        assert clock.due() == 61_000
        assert clock.flagged(10**9) is None
        assert left(clock, 61_000) == left(clock, 1000)
        assert clock.to_json(100_000)["limit"] == 0

    def test_it_runs_on_while_it_is_the_same(self) -> None:
        clock = self.clock().moved_on(11_000, (), "red", SEATS, MINUTE)
        clock = clock.moved_on(41_000, (), "blue", ("red", "green"), MINUTE)
        assert clock.limit_remaining(41_000) == 20_000
        assert clock.due() == 61_000

    def test_the_next_one_is_whole(self) -> None:
        clock = self.clock().moved_on(11_000, (), "red", SEATS, ("the minute of round 2", 60))
        assert clock.due() == 71_000

    def test_total_clocks_stand_still(self) -> None:
        clock = moved(running(TOTAL, "red"), (10_000, None, ("red",)))
        clock = clock.moved_on(20_000, (), "red", SEATS, MINUTE)
        assert left(clock, 70_000) == [285_000, 300_000, 300_000]
        clock = clock.moved_on(70_000, (), "red", ("blue",), None)
        assert left(clock, 71_000) == [285_000, 299_000, 300_000], "a move in it adds nothing"
        assert clock.limit_remaining(71_000) is None

    def test_pauses(self) -> None:
        pauses = [(5000, 25_000), (30_000, 31_000)]
        clock = self.clock()
        assert clock.due(pauses) == 61_000 + 21_000
        assert clock.limit_remaining(28_000, pauses) == 53_000
        clock = clock.moved_on(28_000, pauses, "red", SEATS, MINUTE)
        assert clock.due(pauses) == 82_000


# -- pauses ----------------------------------------------------------------------------------------


def counted(start: int, end: int, pauses: Pauses) -> int:
    """Millisecond by millisecond: those that no pause covers."""
    return sum(not any(a <= at < b for a, b in pauses) for at in range(start, end))


def a_pause(most: int = 60) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, most), st.integers(0, 20)).map(lambda p: (p[0], p[0] + p[1]))


def apart(pauses: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that do not overlap one that is taken already."""
    taken: list[tuple[int, int]] = []
    for begin, over in pauses:
        if all(over <= other[0] or other[1] <= begin for other in taken):
            taken.append((begin, over))
    return taken


SEPARATE = st.lists(a_pause(), max_size=5).map(apart)


class TestPauses:
    @pytest.mark.parametrize(
        ("pauses", "length"),
        [
            ([], 100), ([(0, 50)], 100), ([(0, 100)], 100), ([(200, 300)], 100), ([(150, 200)], 50),
            ([(120, 130)], 90), ([(50, 120)], 80), ([(180, 500)], 80), ([(0, 500)], 0),
            ([(100, 200)], 0), ([(110, 120), (130, 140)], 80), ([(190, 250), (60, 110)], 80),
        ],
        ids=str,
    )  # fmt: skip
    def test_from_100_to_200(self, pauses: list[tuple[int, int]], length: int) -> None:
        assert elapsed(100, 200, pauses) == length == counted(100, 200, pauses)

    def test_time_that_runs_backwards_is_none(self) -> None:
        assert elapsed(200, 100, []) == 0
        assert later(100, -5, []) == 100

    def test_a_clock_that_is_looked_at_in_a_pause_stands(self) -> None:
        clock, pauses = running(MOVE, "red"), [(10_000, 50_000)]
        shown = [clock.remaining("red", now, pauses) for now in (10_000, 30_000, 50_000, 51_000)]
        assert shown == [20_000, 20_000, 20_000, 19_000]
        assert clock.due(pauses) == 70_000

    def test_a_pause_is_left_out_once_only(self) -> None:
        pauses = [(10_000, 50_000)]
        clock = moved(running(MOVE, "red"), (30_000, None, ("red",)), pauses=pauses)
        assert clock.remaining("red", 60_000, pauses) == 10_000
        assert clock.due(pauses) == 70_000

    @given(st.integers(0, 60), st.integers(0, 60), SEPARATE)
    def test_counted_one_by_one(self, start: int, length: int, pauses: Pauses) -> None:
        assert elapsed(start, start + length, pauses) == counted(start, start + length, pauses)

    @given(st.integers(0, 60), st.integers(1, 60), SEPARATE)
    def test_later_is_when_so_much_has_passed(
        self, start: int, length: int, pauses: Pauses
    ) -> None:
        end = later(start, length, pauses)
        assert counted(start, end, pauses) == length
        assert counted(start, end - 1, pauses) == length - 1

    @given(st.integers(0, 60), st.integers(0, 60), st.lists(a_pause(), max_size=4))
    def test_pauses_that_overlap_count_once(self, start: int, length: int, pauses: Pauses) -> None:
        """Two processes may both have been away."""
        assert elapsed(start, start + length, pauses) == counted(start, start + length, pauses)

    @given(st.integers(0, 60), st.integers(1, 60), st.lists(a_pause(), max_size=4))
    def test_later_with_pauses_that_overlap(self, start: int, length: int, pauses: Pauses) -> None:
        assert counted(start, later(start, length, pauses), pauses) == length


# -- when it runs out ------------------------------------------------------------------------------

CONTROLS = st.sampled_from(
    [Control("move", 1), Control("move", 3), Control("total", 2, 0), Control("total", 4, 1)]
)
STEPS = st.lists(
    st.tuples(
        st.integers(0, 900),
        st.sampled_from([None, *SEATS]),
        st.lists(st.sampled_from(SEATS), min_size=1, max_size=3, unique=True),
        st.sampled_from([None, None, None, ("a minute", 1), ("another", 2)]),
    ),
    max_size=6,
)
LONG = st.lists(a_pause(5000).map(lambda p: (p[0], p[1] + 40 * (p[1] - p[0]))), max_size=4)


@examples(300)
@given(CONTROLS, STEPS, LONG.map(apart))
def test_at_that_moment_one_is_flagged_and_not_before(
    control: Control, steps: list[Any], pauses: Pauses
) -> None:
    """What `due` promises, `flagged`, `remaining` and the time of the rules keep."""
    clock, now = new_clock(control, SEATS, 0), 0
    for wait, acted, deciders, limit in steps:
        due = clock.due(pauses)
        now += wait
        if due is not None and now >= due:
            now = due - 1
        clock = clock.moved_on(now, pauses, acted, deciders, limit)
    due = clock.due(pauses)
    assert (due is None) == (not clock.running and clock.limit is None)
    if due is None:
        return
    assert due > now
    if clock.limit is not None:
        assert clock.limit_remaining(due, pauses) == 0
        assert clock.limit_remaining(due - 1, pauses) == 1
    else:
        late = clock.flagged(due, pauses)
        assert late is not None and clock.remaining(late, due, pauses) == 0
        assert clock.flagged(due - 1, pauses) is None


def test_who_has_nothing_left_is_due_at_once() -> None:
    """Also where a pause has begun already: `flagged` says so, and `due` has to agree."""
    clock = moved(running(Control("total", 10, 0), "red"), (10_000, None, ("red",)))
    pauses = [(9_000, 60_000)]
    assert clock.flagged(10_000, pauses) == "red"
    assert clock.due(pauses) == 10_000


@given(CONTROLS, STEPS, LONG.map(apart))
def test_looking_in_between_changes_nothing(
    control: Control, steps: list[Any], pauses: Pauses
) -> None:
    """A note of somebody who does not act splits a wait in two; all clocks stay the same."""
    plain = noted = new_clock(control, SEATS, 0)
    now, before, given = 0, ("red",), None
    for wait, acted, deciders, limit in steps:
        noted = noted.moved_on(now + wait // 2, pauses, None, before, given)
        if now == 0 and plain.running == ():
            plain = noted
        now += wait
        plain = plain.moved_on(now, pauses, acted, deciders, limit)
        noted = noted.moved_on(now, pauses, acted, deciders, limit)
        assert noted == plain
        before, given = tuple(deciders), limit
