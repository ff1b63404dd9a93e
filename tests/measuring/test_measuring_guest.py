"""What an older checkout is told of a position (`bench.guest`)."""

import time
from typing import Any

import pytest

from bench import guest
from games.skirmishers.skirmish_line import GAME, RIFLE, begun, played, scenario
from outrider.table import paths


def halves(path: list[tuple[int, int]]) -> list[tuple[int, tuple[int, int], int]]:
    """Places half an inch apart on one straight leg northwards, as that checkout has them."""
    (x, low), (_, high) = path
    return [(0, (x, y), y - low) for y in range(low + 500, high + 1, 500)]


def stopped() -> dict[str, Any]:
    """A piece on its way, and somebody who may fire at it from 12 inches on."""
    pieces = {"R1": {"at": [12, 2]}, "B1": {"at": [12, 16.2], **RIFLE, "range": 12}}
    state = played(begun(scenario(pieces, first="red", turn_limit=20)), "move R1 12,8")
    data = GAME.dump(state)
    assert data["move"]["gone"] == 2.2
    return data


def test_a_position_is_told_as_it_is_if_that_is_understood() -> None:
    assert GAME.dump(guest.loaded(GAME, stopped())) == stopped()


def test_a_mover_stands_where_it_was_looked_at_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest of those places first, then all others, and in the end one that goes no farther:
    there is always something that an older program can be asked."""
    monkeypatch.setattr(paths, "looks", halves, raising=False)
    told = list(guest.under_way(stopped()))
    units = [next(unit for unit in each["units"] if unit["id"] == "R1") for each in told]
    assert told[0]["move"] == {
        "unit": "R1", "from": [12, 2], "path": [[12, 8]], "look": 3, "asked": []
    }  # fmt: skip
    assert units[0]["at"] == [12, 4]
    assert units[1]["at"] == [12, 4.5]
    assert sorted(unit["at"][1] for unit in units[:-1]) == [2.5 + each / 2 for each in range(12)]
    assert told[-1]["move"]["path"] == [] and units[-1]["at"] == [12, 4.2]


def test_a_checkout_that_goes_by_a_timer_has_its_time_on_the_processor_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is stopped once it has used its time, not once so much has passed on the wall."""
    used, stopped = iter((1.0, 1.0, 1.005, 1.0099, 1.011)), list[float | None]()
    monkeypatch.setattr(time, "process_time", lambda: next(used))
    timer = guest.Timer(0.01, lambda: stopped.append(next(used, None)))
    timer.run()
    assert stopped == [None], "all was used before it was stopped, once"
    used = iter((1.0, 1.0))
    timer = guest.Timer(0.01, lambda: stopped.append(0.0))
    timer.cancel()
    timer.run()
    assert stopped == [None], "it had answered before"


def test_what_else_a_checkout_does_after_a_while_is_told_what_it_needs() -> None:
    """It says, for one, that something is being compiled."""
    said: list[str] = []
    guest.Timer(0.0, said.append, ["compiling"]).run()
    assert said == ["compiling"]
