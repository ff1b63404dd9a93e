"""Many games as one environment: what is offered is legal and is played by the game's own rules,
and what is not offered is refused."""

import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import outrider
from outrider import Refusal
from outrider.rl.kernel.flow import LOOK
from outrider.rl.many import Vector
from rl.arenas import KINDS, Kind, name

Numbers = npt.NDArray[np.int64]

kinds = pytest.mark.parametrize("kind", KINDS, ids=name)


def kept(vector: Vector) -> tuple[bytes, ...]:
    """All that a step changes."""
    batch, now = vector._batch, vector._now
    return batch.rows.tobytes(), batch.randoms.tobytes(), *(array.tobytes() for array in now)


def codes_of(vector: Vector, game: int, indices: Numbers) -> Numbers:
    """What some actions of one game are to the batch, legal or not."""
    chosen = np.zeros(vector.num_envs, np.int64)
    found = []
    for index in indices:
        chosen[game] = index
        found.append(vector.arena.codes(chosen)[game].copy())
    return np.array(found).reshape(len(indices), -1)


def is_legal(vector: Vector, game: int, code: Numbers) -> bool:
    """What the game itself says, by its batch."""
    batch = vector._batch
    codes = np.full((len(batch), batch.width), batch.NONE, np.int64)
    codes[game] = code
    return batch.check(codes) is None


@kinds
def test_a_step_is_what_the_batch_does(kind: Kind) -> None:
    """The same positions, the same dice, whoever plays; and a game that is over begins anew."""
    vector = kind.vector(24)
    batch, ends = vector._batch, 0
    for _ in range(150):
        chosen = vector.sample()
        codes, beside = vector.codes(chosen), batch.copy()
        actors = vector._now.seats.copy()
        beside.play(codes)
        beside.roll()
        seen, earned, ended, cut, infos = vector.step(chosen)
        assert not cut.any() and (ended == (beside.endings() != 0)).all()
        goes_on = ~ended
        assert (batch.rows[goes_on] == beside.rows[goes_on]).all()
        _, seats = batch.pending()
        assert (infos["seat"] == seats).all()
        won = beside.wins()
        for game in np.flatnonzero(ended):
            told = infos["rewards"][game]
            wanted = np.where(won[game], 1, -1) if won[game].any() else np.zeros(len(told))
            assert (told == wanted).all() and earned[game] == wanted[actors[game]]
            assert (infos["final_obs"][game] != seen[game]).any()
        assert not infos["rewards"][goes_on].any() and not earned[goes_on].any()
        assert (infos["action_mask"].any(axis=1)).all()
        assert (seen <= vector.arena.highest()).all()
        ends += int(ended.sum())
    assert ends > 0


@kinds
def test_what_is_offered_is_legal_and_what_is_not_is_refused(kind: Kind) -> None:
    """Every number of an action, one by one, is asked about where the game itself answers."""
    vector = kind.vector(6, seed=5)
    every = np.arange(vector.arena.actions)
    for turn in range(60):
        if turn % 6 == 0:
            game = turn // 6 % vector.num_envs
            mask, codes = vector.masks()[game], codes_of(vector, game, every)
            for index in np.flatnonzero(mask):
                assert is_legal(vector, game, codes[index]), index
            if vector._batch.complete:
                actions, sizes = vector._batch.actions()
                listed = {tuple(code) for code in actions[game, : sizes[game]]}
                assert {tuple(code) for code in codes[mask]} == listed and mask.sum() == len(listed)
            else:
                for index in np.flatnonzero(~mask):
                    nothing = codes[index, 0] == vector._batch.NONE
                    assert nothing or not is_legal(vector, game, codes[index]), index
        vector.step(vector.sample())


@kinds
def test_what_is_remembered_is_what_would_be_found_anew(kind: Kind) -> None:
    """Steps may keep what was worked out before; games that came there on another way have nothing
    of it, nor have games that were put where they are."""
    vector, fresh = kind.vector(12, seed=5), kind.vector(12, seed=6)
    for _ in range(3):
        for _ in range(25):
            vector.step(vector.sample())
            fresh.step(fresh.sample())
        fresh._batch.rows[:] = vector._batch.rows
        for each in (vector, fresh):
            each._run(np.zeros(12, np.int64), LOOK)
        assert (fresh.masks() == vector.masks()).all()
        assert (fresh._now.observations == vector._now.observations).all()


@kinds
def test_chance_comes_from_the_seed_alone(kind: Kind) -> None:
    one, other = kind.vector(11, seed=3), kind.vector(11, seed=4, threads=3)
    other.reset(seed=3)
    for _ in range(40):
        chosen = one.sample()
        assert (chosen == other.sample()).all()
        one.step(chosen)
        other.step(chosen)
        assert kept(one) == kept(other)


@kinds
def test_a_refusal_changes_nothing(kind: Kind) -> None:
    vector = kind.vector(4)
    before = kept(vector)
    good = vector.sample()
    before = kept(vector)
    illegal = good.copy()
    illegal[2] = int(np.flatnonzero(~vector.masks()[2])[0])
    high, low = good.copy(), good.copy()
    high[3], low[1] = vector.arena.actions, -1
    wrong: list[tuple[Any, str]] = [
        (illegal, "game 2: "),
        (high, f"game 3: an action is a number from 0 to {vector.arena.actions - 1}"),
        (low, "game 1: an action is a number"),
        (good[:3], "the actions have the shape"),
        (good.reshape(2, 2), "the actions have the shape"),
        (good.astype(np.float64), "the actions are whole numbers"),
        ([[1], [2, 3], [4], [5]], "the actions are no array"),
        (None, "the actions have the shape"),
    ]
    for actions, said in wrong:
        with pytest.raises(Refusal) as caught:
            vector.step(actions)
        assert caught.value.message.startswith(said), caught.value.message
        assert kept(vector) == before
    vector.step(good.tolist())
    assert kept(vector) != before


def test_what_is_returned_cannot_be_written_to() -> None:
    vector = outrider.vector("skirminion", games=2)
    seen, infos = vector.reset(seed=1)
    for array in (seen, infos["action_mask"], infos["seat"], infos["rewards"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_what_a_step_returned_holds_until_the_next_but_one() -> None:
    vector = outrider.vector("skirminion", games=3)
    seen, infos = vector.reset(seed=1)
    before, masks = seen.copy(), infos["action_mask"].copy()
    vector.step(vector.sample())
    assert (seen == before).all() and (infos["action_mask"] == masks).all()


def test_some_games_begin_anew() -> None:
    vector = outrider.vector("skirminion", games=3, options={"quiet_limit": 40})
    for _ in range(30):
        vector.step(vector.sample())
    rows = vector._batch.rows.copy()
    vector.reset(options={"reset_mask": np.array([False, True, False])})
    same = (vector._batch.rows == rows).all(axis=1)
    assert same.tolist() == [True, False, True]
    for options in ({"reset": True}, [1], {"reset_mask": [7]}):
        with pytest.raises(Refusal):
            vector.reset(options=options)  # type: ignore[arg-type]


def test_what_there_is_not_is_refused() -> None:
    for wrong, said in (
        ({"device": "tpu"}, 'a device is "cpu" or "cuda", not "tpu"'),
        ({"device": 7}, 'a device is "cpu" or "cuda", not 7'),
        ({"threads": 0}, "the number of threads"),
        ({"games": 0}, "the number of games"),
        ({"game": "chess"}, "no game is called"),
        ({"seed": -1}, "the seed"),
        ({"options": {"quiet": 3}}, ""),
    ):
        given: dict[str, Any] = {"game": "skirminion", "games": 2} | wrong
        with pytest.raises(Refusal) as caught:
            outrider.vector(**given)
        assert caught.value.message.startswith(said), caught.value.message


def test_it_works_without_gymnasium() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None; sys.modules['gymnasium.vector'] = None\n"
        "import outrider\n"
        "vector = outrider.vector('skirminion', games=3, seed=1)\n"
        "vector.reset(seed=2)\n"
        "for _ in range(5): seen, *_ = vector.step(vector.sample())\n"
        "print(seen.shape, vector.single_action_space.n, vector.observation_space.shape,"
        " len(vector.action_space.nvec), vector.metadata['autoreset_mode'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(3, 336) 1608 (3, 336) 3 SameStep"
