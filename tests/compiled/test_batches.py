"""Many games at once: each of them the same as the game alone, whatever the number of threads."""

import random
import threading
from typing import Any

import numpy as np
import pytest

import outrider
from compiled.batching import (
    BASIC,
    KINDS,
    SKIRMINION,
    Kind,
    asked,
    faces_for,
    kept,
    somewhere,
    wild,
)
from outrider import Decide, Over, Refusal, Roll
from outrider.compiled import COMPILING, streams
from outrider.compiled.batch import Batch
from outrider.compiled.sharing import in_threads

GAMES = 12 if COMPILING else 3
"""As plain Python the same rules take a thousand times as long."""

each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


# -- the same as the game alone --------------------------------------------------------------------


def check_against(kind: Kind, batch: Batch[Any, Any], states: list[Any]) -> None:
    """What is pending, whose turn it is, and how it has ended, as the game tells it."""
    (kinds, seats), dice = batch.pending(), batch.dice()
    endings, winners = batch.endings(), batch.winners()
    for at, state in enumerate(states):
        assert batch.state(at) == state
        pending, seat = kind.game.pending(state), batch.seats[seats[at]]
        match pending:
            case Decide():
                assert kinds[at] == batch.DECIDE and pending.seats == (seat,)
            case Roll():
                assert kinds[at] == batch.ROLL and pending.seat == seat
                assert pending.dice == dice[at] <= batch.most_dice
            case Over(outcome):
                assert kinds[at] == batch.NOTHING and seats[at] == batch.NOBODY
                assert endings[at] > 0 and batch.outcome(at) == outcome
                won = [batch.seats[winners[at]]] if winners[at] != batch.NOBODY else []
                assert list(outcome.winners) == won
        if not isinstance(pending, Over):
            assert endings[at] == 0 and winners[at] == batch.NOBODY and batch.outcome(at) is None


@pytest.mark.kernel
@each_game
def test_random_games_are_those_of_the_game_alone(kind: Kind) -> None:
    """Step by step to the end: what is pending, what is listed, what an action and a die do."""
    game, source = kind.game, random.Random(7)
    batch = kind.batch(GAMES, seed=3)
    states = batch.states()
    assert states == [game.new(game.terms(kind.options)).state] * GAMES
    stages = set()
    for step in range(2000):
        check_against(kind, batch, states)
        kinds, _ = batch.pending()
        stages.update(kinds.tolist())
        if (kinds == batch.NOTHING).all():
            break
        actions, sizes = batch.actions()
        faces = faces_for(batch, source)
        # In turn: what is drawn, and one of those that are listed.
        chosen = batch.sample()
        assert ((chosen[:, 0] != batch.NONE) == (kinds == batch.DECIDE)).all()
        for at, state in enumerate(states):
            listed = [batch.action(code) for code in actions[at, : sizes[at]]]
            assert (actions[at, sizes[at] :] == batch.NONE).all()
            seat = asked(game, state)
            if seat is None:
                assert listed == []
                if kinds[at] == batch.ROLL:
                    thrown = faces.reshape(GAMES, -1)[at, : batch.dice()[at]]
                    states[at] = game.roll(state, thrown.tolist()).state
                continue
            choices = game.choices(state, seat)
            assert sorted(map(game.write_action, listed)) == sorted(map(game.write_action, choices))
            assert batch.complete <= choices.complete
            if step % 2:
                chosen[at] = actions[at, int(source.random() * sizes[at])]
            action = batch.action(chosen[at])
            assert batch.code(action) == tuple(chosen[at])
            states[at] = game.apply(state, seat, action).state
        batch.roll(faces)
        assert batch.check(chosen) is None
        batch.play(chosen)
    assert (batch.endings() > 0).all()
    assert stages == {batch.DECIDE, batch.ROLL, batch.NOTHING}


@pytest.mark.kernel
@each_game
def test_what_the_game_refuses_the_batch_refuses_with_the_same_words(kind: Kind) -> None:
    game, source = kind.game, random.Random(5)
    batch = somewhere(kind, GAMES * 3, 2)
    before = kept(batch)
    seen: dict[str, int] = {}
    for _ in range(60 if COMPILING else 6):
        for at, state in enumerate(batch.states()):
            code = wild(kind, source)
            if code[0] == batch.NONE:
                continue
            alone = np.full((len(batch), batch.width), batch.NONE)
            alone[at] = code
            found = batch.check(alone)
            try:
                action = batch.action(code)
            except Refusal as refusal:
                told = refusal
                action = None
            if action is None:
                assert found is not None and told.kind == found.kind == "malformed"
                assert found.message == f"game {at}: {told.message}"
                continue
            said = game.choices(state, asked(game, state)).why_not(action)
            if said is None and batch.code(action) != tuple(code):
                continue
            seen[said.kind if said else "fine"] = seen.get(said.kind if said else "fine", 0) + 1
            if said is None:
                assert found is None
                continue
            assert found is not None
            assert (found.kind, found.rule) == (said.kind, said.rule)
            assert found.message == f"game {at}: {said.message}"
            with pytest.raises(Refusal) as raised:
                batch.play(alone)
            assert raised.value.to_json() == found.to_json()
    assert kept(batch) == before
    # Of many numbers at random few are an action: uncompiled there are too few tries for that.
    if COMPILING or batch.width <= 4:
        assert set(seen) >= {"illegal", "over", "not-your-turn"}


def test_a_number_that_says_too_much_is_no_action() -> None:
    """SKN-P1: a pass has no square, so only one number stands for it."""
    game, batch = SKIRMINION.game, SKIRMINION.batch(1)
    batch.put([game.opening_position(SKIRMINION.options)])
    (code,) = batch.code(game.read_action("pass"))
    assert batch.check([[code]]) is None
    assert game.write_action(batch.action([code | 5])) == "pass"
    found = batch.check([[code | 5]])
    assert found is not None and found.kind == "malformed"
    assert found.message == f"game 0: [{code | 5}] is no action"


# -- chance ----------------------------------------------------------------------------------------


@pytest.mark.kernel
@each_game
def test_playouts_depend_on_the_seed_and_not_on_threads(kind: Kind) -> None:
    runs = {}
    for threads in (1, 2, 3, GAMES, 1000):
        batch = kind.batch(GAMES, seed=5)
        played = batch.playout(threads=threads)
        assert (batch.endings() > 0).all() and (played > 10).all()
        assert (batch.actions()[1] == 0).all()
        runs[threads] = (kept(batch), played.tolist())
    assert len({str(run) for run in runs.values()}) == 1
    other = kind.batch(GAMES, seed=6)
    other.playout()
    assert kept(other) != runs[1][0]


@each_game
def test_chance_goes_on_and_begins_anew(kind: Kind) -> None:
    """A second game is another game; with the seed given again it is the same."""
    batch = kind.batch(5, seed=1)
    lengths = []
    for _ in range(4):
        lengths.append(tuple(batch.playout().tolist()))
        batch.reset()
    assert len(set(lengths)) == 4
    batch.seed(1)
    assert tuple(batch.playout().tolist()) == lengths[0]
    drawn = kind.batch(5, seed=1)
    drawn.roll()
    states, first = drawn.states(), drawn.sample().tolist()
    assert [drawn.sample().tolist() for _ in range(20)] != [first] * 20
    assert drawn.states() == states and drawn.check(first) is None


@each_game
def test_every_step_depends_on_the_seed_alone(kind: Kind) -> None:
    ends = []
    for seed in (4, 4, 5):
        batch = kind.batch(6, seed)
        while (batch.endings() == 0).any():
            batch.roll()
            assert (batch.pending()[0] != batch.ROLL).all()
            batch.play(batch.sample())
        ends.append(kept(batch))
    assert ends[0] == ends[1] != ends[2]


@each_game
def test_a_playout_may_stop_before_the_end(kind: Kind) -> None:
    batch = kind.batch(4, seed=1)
    assert batch.playout(0).tolist() == [0] * 4
    assert (batch.pending()[0] == batch.DECIDE).all()
    assert batch.playout(7).tolist() == [7] * 4
    assert (batch.endings() == 0).all()
    rest = batch.playout()
    whole = kind.batch(4, seed=1).playout()
    assert (rest + 7 == whole).all()
    assert (batch.playout() == 0).all()


def test_streams_differ_and_are_never_zero() -> None:
    words = streams(0, 10_000)
    assert (words != 0).all()
    assert len(np.unique(words)) == 10_000
    assert (streams(1, 10) != words[:10]).any()


# -- beginning anew, copies, states ----------------------------------------------------------------


@each_game
def test_some_begin_anew(kind: Kind) -> None:
    batch = kind.batch(5, seed=2)
    fresh = batch.states()
    batch.playout(9)
    before = batch.states()
    for which in ([1, 3], np.array([3, 1]), [False, True, False, True, False]):
        batch.put(before)
        batch.reset(which)
        assert batch.states() == [before[0], fresh[1], before[2], fresh[3], before[4]]
    batch.reset([])
    batch.reset(np.zeros(5, bool))
    assert batch.states() == [before[0], fresh[1], before[2], fresh[3], before[4]]
    batch.reset()
    assert batch.states() == fresh


@each_game
def test_a_copy_goes_its_own_way(kind: Kind) -> None:
    batch = kind.batch(3, seed=2)
    batch.playout(5)
    before = kept(batch)
    other = batch.copy()
    assert type(other) is type(batch) and kept(other) == before
    other.playout()
    other.seed(9)
    other.reset()
    assert kept(batch) == before
    again = batch.copy()
    assert (again.playout() == batch.playout()).all() and kept(again) == kept(batch)


@each_game
def test_states_go_out_and_in(kind: Kind) -> None:
    """Also such as were written down and read again."""
    game, batch = kind.game, somewhere(kind, 30, 4)
    states = batch.states()
    other = kind.batch(30)
    other.put([game.load(game.dump(state)) for state in states])
    assert other.states() == states and (other.pending()[1] == batch.pending()[1]).all()
    third = kind.batch(4)
    fresh = third.state(0)
    third.put(states[:2], [3, 1])
    assert third.states() == [fresh, states[1], fresh, states[0]]
    assert third.states([3]) == [states[0]] and third.state(np.int64(3)) == states[0]
    third.put(states[:1], [False, False, True, False])
    assert third.state(2) == states[0]
    third.put([], [])


@each_game
def test_nothing_is_played_where_there_is_no_action(kind: Kind) -> None:
    batch = somewhere(kind, 30, 6)
    before = kept(batch)
    nothing = np.full((30, batch.width), batch.NONE)
    assert batch.check(nothing) is None
    batch.play(nothing)
    batch.play(nothing, check=False)
    assert kept(batch) == before


@each_game
def test_unchecked_the_same_is_played(kind: Kind) -> None:
    batch = somewhere(kind, 30, 8)
    batch.roll()
    chosen = batch.sample()
    other = batch.copy()
    batch.play(chosen)
    other.play(chosen.tolist(), check=False)
    assert kept(batch) == kept(other)


@each_game
def test_rows_may_lie_anywhere(kind: Kind) -> None:
    """Small numbers, turned arrays, read-only ones and lists are as good."""
    batch = kind.batch(4, seed=3)
    batch.roll()
    actions, _ = batch.actions()
    chosen = actions[:, 0]
    locked = chosen.copy()
    locked.setflags(write=False)
    ends = []
    for given in (
        chosen,
        np.ascontiguousarray(chosen),
        np.asfortranarray(chosen),
        chosen.astype(np.int32),
        chosen.astype(">i8"),
        chosen.astype(np.uint64),
        locked,
        chosen.tolist(),
    ):
        other = batch.copy()
        other.play(given)
        ends.append(kept(other))
    assert set(ends) == {ends[0]} and ends[0] != kept(batch)


def test_a_table_of_ones_own() -> None:
    table = {"size": [12, 10], "terrain": []}
    batch = outrider.batch("basic", 3, table=table, seed=2)
    assert outrider.game("basic").dump(batch.state(0))["table"]["size"] == [12, 10]
    batch.playout()
    assert (batch.endings() > 0).all()
    with pytest.raises(Refusal, match="state 0"):
        batch.put([BASIC.batch(1).state(0)], [0])


def test_what_is_declared_is_kept() -> None:
    """SKN-S2, SKN-S3: who won the roll, what it was, and how many forts were declared."""
    batch = SKIRMINION.batch(2)
    game = SKIRMINION.game
    batch.roll([4, 2])
    assert [state.rolled for state in batch.states()] == [(4,), (2,)]
    batch.roll([4, 5])
    assert [state.initiative for state in batch.states()] == [None, "blue"]
    batch.play([[batch.NONE], batch.code(game.read_action("forts 2"))])
    assert [state.declared for state in batch.states()] == [None, 2]
    battle = game.opening_position(SKIRMINION.options)
    assert battle.initiative is None
    batch.put([battle, battle])
    assert batch.states() == [battle, battle]
    assert (batch.pending()[0] == batch.DECIDE).all()
    batch.playout()
    assert (batch.endings() > 0).all()


def test_each_part_is_run_once_and_after_a_failure_none_is_begun() -> None:
    """What fails in a thread is raised by whoever asked, when all threads are done."""
    spans, running = [slice(at, at + 1) for at in range(40)], threading.active_count()
    done: list[int] = []
    in_threads(lambda span: done.append(span.start), spans, 3)
    assert sorted(done) == list(range(40))

    def fails(span: slice) -> None:
        if span.start == 5:
            raise MemoryError("no room")
        done.append(span.start)

    done.clear()
    with pytest.raises(MemoryError, match="no room"):
        in_threads(fails, spans, 1)
    assert done == [0, 1, 2, 3, 4]
    with pytest.raises(MemoryError, match="no room"):
        in_threads(fails, spans, 4)
    assert threading.active_count() == running
