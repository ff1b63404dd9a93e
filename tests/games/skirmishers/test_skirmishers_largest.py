"""The largest scenarios there may be: what is listed takes a bounded room, and previews bounded
time."""

import time
import tracemalloc
from typing import Any

import pytest

from games.skirmishers.warband import GAME, Json, at, events, field, opened, staged
from outrider.compiled import COMPILING
from outrider.games.skirmishers.actions import End, Fire, Move
from outrider.games.skirmishers.kernel import layout

MOST = 99
ROOM = 160 * 2**20
"""Bytes. What is listed was a gibibyte once."""
PATIENCE = 0.5
"""Seconds for what takes some hundredths, on a busy machine."""


def armies() -> dict[str, Json]:
    """As many as there may be, each with a range of its own, in rows that see each other."""
    pieces: dict[str, Json] = {}
    for number in range(MOST):
        x, row = 2 * (number % 33) + 3, 2 * (number // 33)
        gun: dict[str, Any] = {"weapon": "firearm", "range": 20 + number / 10}
        pieces[f"R{number + 1}"] = at(x, 10 + row, **gun)
        pieces[f"B{number + 1}"] = at(x, 30 + row, **{**gun, "range": 31 + number / 10})
    return pieces


@pytest.mark.skipif(not COMPILING, reason="as plain Python it takes minutes")
def test_the_largest_list() -> None:
    """SKR-S5: every shot is on it, moves of every piece, and the end, each legal and once."""
    state = opened(staged(armies(), size=(72, 72)))
    choices = GAME.choices(state, "red")
    list(GAME.choices(opened("duel"), "red"))  # whatever is compiled or kept is there by now
    tracemalloc.start()
    try:
        listed = list(choices)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < ROOM
    assert len(listed) <= state.setting.most_candidates and len(set(listed)) == len(listed)
    assert isinstance(listed[-1], End)
    movers = {action.unit for action in listed if isinstance(action, Move)}
    assert movers == {f"R{number + 1}" for number in range(MOST)}
    assert all(action in choices for action in listed[:: len(listed) // 400])
    shots = {action for action in listed if isinstance(action, Fire)}
    pairs = [Fire(f"R{one}", f"B{two}") for one in (1, 50, 99) for two in range(1, MOST + 1)]
    assert [shot for shot in pairs if shot in shots] == [shot for shot in pairs if shot in choices]


def test_small_scenarios_list_all_that_is_useful() -> None:
    """SKR-S5: there is no need to share in what ships."""
    for name in GAME.scenario_names():
        state = opened(name)
        assert state.setting.most_candidates < 2**13
        assert len(list(GAME.choices(state, "red"))) < state.setting.most_candidates - 100
    assert layout.ACTION * 8 * (2**15 + MOST * (2 * MOST + 2**layout.FEW + 2)) < 32 * 2**20


# -- ways along a wall ---------------------------------------------------------------------------


def along(direction: tuple[int, int], off: float, watchers: int) -> tuple[Any, str]:
    """A way beside a long wall, and those who watch from behind it."""
    far, up = direction
    corners = [[10, 10], [10 + far, 10 + up], [10 + far - 0.5, 10.5 + up], [9.5, 10.5]]
    wall: Json = {"shape": "polygon", "points": corners, "blocks_sight": True}
    pieces = {"R1": at(10 + 0.4 * far / 25, round(10 - off + 0.4 * up / 25, 3), movement=36)}
    for number in range(watchers):
        x, y = number % 10, number // 10
        gun: dict[str, Any] = {"weapon": "firearm", "range": 100}
        pieces[f"B{number + 1}"] = at(12 + x, 40 + y, **gun)
    state = field(pieces, wall, size=(72, 72))
    return state, f"move R1 {10 + 0.9 * far:.3f},{10 - off + 0.9 * up:.3f}"


@pytest.mark.skipif(not COMPILING, reason="as plain Python it takes minutes")
@pytest.mark.parametrize("direction", [(25, 25), (25, 10), (24, 7), (13, 25)])
@pytest.mark.parametrize("off", [0, 0.001, 0.002])
def test_a_way_along_a_wall_takes_no_longer_than_others(
    direction: tuple[int, int], off: float
) -> None:
    """SKR-X4: thousands of points in a row lie where rounding could let somebody see."""
    state, move = along(direction, off, MOST)
    action = GAME.read_action(move)
    GAME.preview(state, "red", action)
    began = time.process_time()
    GAME.preview(state, "red", action)
    assert time.process_time() - began < PATIENCE
    assert events(state, move)
