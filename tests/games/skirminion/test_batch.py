"""Many games at once: the same as one at a time, whatever the number of threads."""

import random

import numpy as np
import pytest

import outrider
from outrider.games.skirminion.batch import Batch, streams, text_from_code
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import State

game = outrider.game("skirminion")
START = game.opening_position()
LIMITS = (100, 1000)


def random_states(count: int, seed: int) -> list[State]:
    """Positions of random games, set-ups among them."""
    source = random.Random(seed)
    states: list[State] = []
    while len(states) < count:
        state = game.new(game.terms()).state
        for face in (2, 6):
            state = game.roll(state, [face]).state
        for _ in range(source.randrange(1, 80)):
            pending = game.pending(state)
            if not isinstance(pending, outrider.Decide):
                break
            (seat,) = pending.seats
            state = game.apply(state, seat, game.choices(state, seat).sample(source)).state
        states.append(state)
    return states


@pytest.mark.kernel
def test_legal_play_names_and_perft_are_those_of_single_games() -> None:
    states = random_states(20, 1)
    batch = Batch(states)
    codes, sizes = batch.legal()
    names = batch.names()
    nodes = batch.perft(1)
    going = []
    for i, state in enumerate(states):
        assert sorted(codes[i, : sizes[i]].tolist()) == engine().codes(state.words)
        assert int(names[i]) == engine().name(state.words)
        assert int(nodes[i]) == sizes[i]
        if sizes[i]:
            going.append(i)
    batch = Batch([states[i] for i in going])
    chosen = [int(codes[i, sizes[i] // 2]) for i in going]
    kept = batch.copy()
    batch.play(chosen)
    for row, i, code in zip(batch.rows, going, chosen, strict=True):
        assert tuple(row.tolist()) == engine().play(states[i].words, code, LIMITS)
    assert batch.names().tolist() == [engine().name(tuple(row.tolist())) for row in batch.rows]
    assert [tuple(row.tolist()) for row in kept.rows] == [states[i].words for i in going]


def test_an_illegal_action_refuses_all_of_them() -> None:
    batch = Batch.repeat(START, 3)
    codes, sizes = batch.legal()
    before = batch.rows.copy()
    wrong = [int(codes[0, 0]), int(codes[1, 0]), 0]
    with pytest.raises(outrider.Refusal, match="game 2"):
        batch.play(wrong)
    with pytest.raises(outrider.Refusal, match="3 actions"):
        batch.play(wrong[:2])
    assert (batch.rows == before).all()
    assert sizes.tolist() == [31, 31, 31]
    assert text_from_code(int(codes[0, 0])) in {
        game.write_action(action) for action in game.choices(START, "red")
    }


@pytest.mark.kernel
def test_playouts_end_and_depend_on_the_seed_alone() -> None:
    games = 6
    runs = []
    for seed, threads in ((5, 1), (5, 3), (6, 1)):
        batch = Batch.repeat(START, games)
        played = batch.playout(seed, threads)
        assert (batch.endings > 0).all()
        assert (played > 10).all()
        assert (batch.legal()[1] == 0).all()
        runs.append((batch.rows.tolist(), played.tolist()))
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_playouts_stop_after_the_most_that_was_asked_for() -> None:
    batch = Batch.repeat(START, 4)
    assert batch.playout(1, most=7).tolist() == [7] * 4
    assert batch.endings.tolist() == [0] * 4


def test_playouts_choose_uniformly() -> None:
    """A chi-square test over the first action of many games, and of a set-up's declaration."""
    games = 62_000
    batch = Batch.repeat(START, games)
    batch.playout(3, most=1)
    counts = np.unique(batch.rows, axis=0, return_counts=True)[1]
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
        size = len(engine().codes(state.words))
        games = 2000 * size
        batch = Batch.repeat(state, games)
        batch.playout(9, most=1)
        counts = np.unique(batch.rows, axis=0, return_counts=True)[1]
        assert len(counts) == size
        chi_square = ((counts - 2000) ** 2 / 2000).sum()
        assert chi_square < size + 4 * (2 * size) ** 0.5 + 8, text


def test_batches_need_games_with_the_same_options() -> None:
    other = game.opening_position({"quiet_limit": 7})
    with pytest.raises(outrider.Refusal, match="same options"):
        Batch([START, other])
    with pytest.raises(outrider.Refusal):
        Batch([])
    assert len(Batch([START, START])) == 2


def test_streams_differ_and_are_never_zero() -> None:
    words = streams(0, 10_000)
    assert (words != 0).all()
    assert len(np.unique(words)) == 10_000
    assert (streams(1, 10) != words[:10]).any()


def test_counters_stop_at_their_largest() -> None:
    """SKN-V5 turned off: a game of a million passes goes on, and its counters do not overflow."""
    state = game.read(
        f"ffffffff/8/8/8/8/8/8/FFFFFFFF r - - {layout.MOST_COUNTED} {layout.MOST_COUNTED}",
        {"quiet_limit": 0, "length_limit": 0},
    )
    after = game.apply(state, "red", game.read_action("pass")).state
    assert (after.quiet, after.played) == (layout.MOST_COUNTED, layout.MOST_COUNTED)
    assert after.active == "blue"
