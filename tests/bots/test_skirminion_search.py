"""Skirminion's search: it finds what is there, means what it says, and keeps its budget."""

import random
import time
from typing import Any

import numpy as np
import pytest

import outrider
from outrider.bots.skirminion.kernel import searching
from outrider.bots.skirminion.kernel.room import INFINITE, SURE, WON
from outrider.bots.skirminion.thinking import UNSOLVED, Mind, decider
from outrider.games.skirminion.actions import action_of, write_action
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import Numbers, limited
from outrider.games.skirminion.state import State, Words

GAME = outrider.game("skirminion")
NO_LIMITS = limited((0, 0))
LIMITED = limited((100, 1000))

WINS = {
    "the last unit, one blow away": ("8/8/8/3a4/3F4/8/8/7F r - -", "d4xd5"),
    "walk up and strike": ("8/8/3a4/8/3F4/8/8/7F r - -", None),
    "after a move, strike rather than stop": ("8/8/8/3a4/3F4/8/8/7F r d4m -", "d4xd5"),
    "any recipient loses the game": ("7F/8/8/2FF4/3p4/3b4/8/8 r - -", None),
}


def read(text: str, quiet_limit: int = 100) -> State:
    state = GAME.read(text, {"quiet_limit": quiet_limit})
    assert isinstance(state, State)
    return state


def mind_of(state: State, budget: int = 10**9, **settings: Any) -> Mind:
    return Mind(state.words, state.numbers, budget, **settings)


def wandered(seed: int, steps: int, numbers: Numbers = NO_LIMITS) -> Words:
    """A position some random actions into a battle that goes on, with forts or without."""
    source = random.Random(seed)
    while True:
        forts = source.choice((0, 2))
        text = "ffffffff/1p3p2/8/8/8/8/1P3P2/FFFFFFFF r - -" if forts else "opening"
        words = (read(text) if forts else GAME.opening_position()).words
        for _ in range(steps):
            words = engine().play(words, source.choice(engine().codes(words, numbers)), numbers)
            if words[7] >> layout.ENDING_AT & 15:
                break
        else:
            return words


def minimax(mind: Mind, depth: int, ply: int = 0) -> int:
    """The value to the decider, with nothing left out and nothing remembered."""
    control = int(mind.rows[ply, 7])
    over = control >> layout.ENDING_AT & 15
    if over or (depth <= 0 and not control & layout.ACTING):
        return searching.settle(-INFINITE, INFINITE, ply, mind.room)
    values = []
    for code in engine().codes(tuple(mind.rows[ply, :8].tolist()), NO_LIMITS):
        searching.step(ply, np.uint64(code), mind.rows, mind.room[9])
        after = int(mind.rows[ply + 1, 7])
        left = depth - bool((control ^ after) & layout.SIDE)
        sign = 1 if decider(control) == decider(after) else -1
        values.append(sign * minimax(mind, left, ply + 1))
    return max(values)


@pytest.mark.kernel
@pytest.mark.parametrize("name", WINS)
def test_forced_wins_are_found(name: str) -> None:
    text, wanted = WINS[name]
    thought = mind_of(read(text), 400, solved_forts=UNSOLVED).think(2)
    assert thought.value > SURE
    if wanted:
        assert write_action(action_of(thought.code)) == wanted


def test_the_quicker_win_counts_more() -> None:
    state = read("8/8/8/3a4/3F4/8/8/7F r - -")
    assert mind_of(state).look(3, -INFINITE, INFINITE) == WON - 1


@pytest.mark.parametrize("seed", range(24))
def test_two_activations_deep_it_agrees_with_plain_minimax(seed: int) -> None:
    words = wandered(seed, 12 + 4 * seed)
    plain = Mind(words, NO_LIMITS, 10**9, solved_forts=UNSOLVED)
    mind = Mind(words, NO_LIMITS, 10**9, solved_forts=UNSOLVED).unselective()
    assert mind.look(2, -INFINITE, INFINITE) == minimax(plain, 2)
    assert mind.nodes < plain.nodes


@pytest.mark.parametrize(
    "text",
    [
        "8/8/6e1/3dc3/3F4/8/2p5/8 r - -",
        "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4",
        "8/8/8/2bca3/3p4/2EB4/4D3/8 b d3a d3*d4",
        "6c1/4a2b/8/8/8/4B3/8/C1A5 r - -",
        "8/8/4b3/8/3C4/8/8/8 r - -",
        "6c1/4a2b/8/8/8/4B3/8/C1A5 r - - 98 0",
        "6c1/4a2b/8/8/8/4B3/8/C1A5 r - - 97 997",
    ],
)
def test_three_activations_deep_it_agrees_where_few_are_left(text: str) -> None:
    state = read(text, quiet_limit=100 if len(text.split()) > 4 else 0)
    plain = mind_of(state, solved_forts=UNSOLVED)
    mind = mind_of(state, solved_forts=UNSOLVED).unselective()
    assert mind.look(3, -INFINITE, INFINITE) == minimax(plain, 3)


@pytest.mark.kernel
def test_one_activation_deep_it_agrees_uncompiled() -> None:
    state = read("8/8/8/3bca2/3pF3/2EB4/8/8 b d3a d3*d4")
    plain = mind_of(state, solved_forts=UNSOLVED)
    mind = mind_of(state, solved_forts=UNSOLVED).unselective()
    assert mind.look(1, -INFINITE, INFINITE) == minimax(plain, 1)


@pytest.mark.kernel
def test_the_same_budget_gives_the_same_thought() -> None:
    state = read("8/8/2f5/3bc3/3FE3/8/8/8 r - -")
    first = mind_of(state, 150, solved_forts=UNSOLVED, seed=5).think()
    again = mind_of(state, 150, solved_forts=UNSOLVED, seed=5).think()
    assert first == again
    assert first.nodes <= 150
    assert first.code in engine().codes(state.words, state.numbers)


@pytest.mark.kernel
@pytest.mark.parametrize(
    "text",
    [
        "8/2ff1f2/3fd3/2F2e2/2FD1E2/3FF3/8/8 r - -",
        "7f/8/6P1/2dba3/3p4/3F4/4D3/E7 r - - 80 990",
        "1e5f/6d1/p7/4p3/3E4/5C2/2p5/F7 r - -",
        "8/8/8/8/8/8/b7/A7 b - -",
    ],
)
def test_a_short_thought_is_legal(text: str) -> None:
    state = read(text)
    thought = mind_of(state, 600, solved_forts=UNSOLVED).think()
    assert thought.code in engine().codes(state.words, state.numbers)
    assert thought.depth > 0


@pytest.mark.parametrize("budget", [1, 10, 100, 1000, 10_000])
def test_any_budget_is_kept(budget: int) -> None:
    for seed in range(20):
        words = wandered(seed, 30)
        mind = Mind(words, LIMITED, budget)
        thought = mind.think()
        assert thought.nodes <= budget
        assert thought.code == 0 or thought.code in engine().codes(words, LIMITED)


def test_more_nodes_look_deeper() -> None:
    words = wandered(3, 40)
    depths = [Mind(words, LIMITED, budget).think().depth for budget in (10**3, 10**4, 10**5)]
    assert depths == sorted(depths) and depths[0] < depths[-1]


def test_time_runs_out() -> None:
    mind = Mind(wandered(3, 40), LIMITED, 10**12)
    begun = time.process_time()
    thought = mind.think_until(0.1)
    assert time.process_time() - begun < 2
    assert thought.code and mind.stopped


def test_no_more_room_is_made_than_the_time_can_use() -> None:
    """Or making it would take most of a short time: with 30 ms only 225 nodes were left of it."""
    words = read("8/8/3f4/8/3F4/8/8/F7 r - -").words
    sizes = [
        len(Mind(words, NO_LIMITS, 3_000_000, seconds=each).room[3]) for each in (0.03, 3, None)
    ]
    assert sizes[0] < sizes[1] == sizes[2]


def test_the_leader_sees_a_draw_by_quiet_coming() -> None:
    """With one quiet activation left, only a blow keeps a won game from being drawn."""
    state = read("8/8/8/3c4/3F4/8/8/7F r - - 99 200")
    thought = mind_of(state, 20_000).think()
    assert write_action(action_of(thought.code)) == "d4xd5"


def test_a_draw_may_be_held_in_contempt() -> None:
    state = read("7f/8/8/8/8/8/8/F1F5 r - - 99 99")
    assert mind_of(state, 10_000).think(1).value == 0
    assert mind_of(state, 10_000, contempt=-50).think(1).value == -50
