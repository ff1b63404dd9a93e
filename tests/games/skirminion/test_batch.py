"""Random play inside the kernel: every legal action as likely as the others."""

import numpy as np
import numpy.typing as npt

import outrider
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import State

game = outrider.game("skirminion")


def after_one_action(state: State, games: int, seed: int) -> npt.NDArray[np.int64]:
    """How often each of the positions comes about that an action leads to."""
    batch = outrider.batch("skirminion", games, seed=seed)
    batch.put([state] * games)
    batch.playout(1)
    counts: npt.NDArray[np.int64] = np.unique(batch._rows, axis=0, return_counts=True)[1]
    return counts


def test_playouts_choose_uniformly() -> None:
    """A chi-square test over the first action of many games, and of a set-up's declaration."""
    games = 62_000
    counts = after_one_action(game.opening_position(), games, seed=3)
    assert len(counts) == 31
    expected = games / 31
    assert ((counts - expected) ** 2 / expected).sum() < 59.7  # 30 degrees, p = 0.001


def test_playouts_choose_uniformly_in_the_middle_of_an_activation() -> None:
    """Where a unit may go on, and where a siege waits: every answer as likely as the others."""
    for text in (
        "7f/5c2/8/4P3/3E4/6p1/8/B7 r d4a -",
        "7f/8/6P1/2dba3/3p4/3F4/4D3/E7 b d3ma d3*d4",
        "7c/3d4/1p4f1/5P2/3PC3/2B5/8/E7 r - -",
    ):
        state = game.read(text)
        size = len(engine().codes(state.words, state.numbers))
        games = 2000 * size
        counts = after_one_action(state, games, seed=9)
        assert len(counts) == size
        chi_square = ((counts - 2000) ** 2 / 2000).sum()
        assert chi_square < size + 4 * (2 * size) ** 0.5 + 8, text


def test_counters_stop_at_their_largest() -> None:
    """SKN-V5 turned off: a game of a million passes goes on, and its counters do not overflow."""
    state = game.read(
        f"ffffffff/8/8/8/8/8/8/FFFFFFFF r - - {layout.MOST_COUNTED} {layout.MOST_COUNTED}",
        {"quiet_limit": 0, "length_limit": 0},
    )
    after = game.apply(state, "red", game.read_action("pass")).state
    assert (after.quiet, after.played) == (layout.MOST_COUNTED, layout.MOST_COUNTED)
    assert after.active == "blue"
