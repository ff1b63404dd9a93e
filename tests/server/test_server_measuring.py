"""Whatever is being measured for somebody, nobody else puts it away."""

from collections.abc import Coroutine
from typing import Any

import pytest

from outrider.server.errors import TooMany
from outrider.server.measuring import MOST_EACH, MOST_KEPT, SLICE, Course, Measure, Measures
from outrider.server.studies import Studies


def waiting(work: Coroutine[Any, Any, None]) -> None:
    """Nobody gets to it."""
    work.close()


def table(number: int) -> Measure:
    return Measure("basic", "table", {"size": [24, 24 + number]})


def test_what_is_refused_puts_nothing_away() -> None:
    measures = Measures(Studies(2, int(SLICE) + 1, waiting))
    first = measures.of(table(0), "a")
    for number in range(1, MOST_KEPT + 2):
        if number == 1:
            measures.of(table(number), "b")
            continue
        with pytest.raises(TooMany):
            measures.of(table(number), "b")
    assert measures.of(table(0), "a") is first


def test_one_address_has_so_many_measured_at_once() -> None:
    measures = Measures(Studies(2, 10_000, waiting))
    first = measures.of(table(0), "a")
    for number in range(MOST_EACH):
        measures.of(table(1 + number), "b")
    with pytest.raises(TooMany, match="at once"):
        measures.of(table(1 + MOST_EACH), "b")
    measures.of(table(1 + MOST_EACH), "c")
    assert measures.of(table(0), "a") is first


def test_of_many_the_one_nobody_asks_about_any_more_goes_first() -> None:
    measures = Measures(Studies(2, 10_000, waiting))
    old = measures.of(table(0), "a")
    first = measures.of(table(1), "b")
    old.wanted -= 60
    for number in range(2, MOST_KEPT + 1):
        measures.of(table(number), f"c{number}")
    assert measures.of(table(1), "b") is first
    assert measures.of(table(0), "a") is not old


def test_what_is_measured_goes_on_by_itself_unless_others_wait() -> None:
    """Whoever measures again at once does not wait for what nobody looks at any more."""
    part = {"found": None, "kept": None, "over": False, "spent": 1.0}
    measures = Measures(Studies(2, 10_000, waiting))

    def ended(course: Course) -> bool:
        """A part of it is over: whether it goes on."""
        assert course.job is not None
        course.job.end(part, None)
        return course.job is not None

    old = measures.of(table(0), "a")
    assert ended(old), "nobody waits"
    new = measures.of(table(1), "a")
    assert not ended(old) and new.job is not None
    assert measures.of(table(0), "a").job is not None, "asked for, it waits its turn"
