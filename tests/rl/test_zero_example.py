"""The example that learns Skirminion from nothing: its search finds what is there, and all of it
runs where PyTorch is."""

import importlib.util
import random

import numpy as np
import pytest

import outrider
from forest import Forest, evenly
from outrider.rl.kernel.flow import LOOK

GAME = outrider.game("skirminion")


def rows_of(*texts: str) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    found = []
    for text in texts:
        batch = outrider.batch("skirminion", 1)
        batch.begin_with(GAME.read(text))
        batch.reset()
        found.append(batch.rows[0])
    return np.array(found, np.uint64)


def tried(simulations: int, *texts: str) -> list[str]:
    """The action that the search tries most in each position."""
    rows = rows_of(*texts)
    visits = Forest(len(rows), simulations, evenly).grow(rows)
    assert (visits.sum(1) == simulations).all()
    envs = outrider.vector("skirminion", len(rows))
    envs.arena.batch.rows[:] = rows
    room = envs.arena.made()
    envs.arena.run(slice(0, len(rows)), np.zeros(len(rows), np.int64), room, LOOK)
    chosen = visits.argmax(1)
    assert room.masks[np.arange(len(rows)), chosen].all(), "what is tried is legal"
    return [GAME.write_action(envs.arena.batch.action(code)) for code in envs.arena.codes(chosen)]


def test_every_tree_finds_its_own_win() -> None:
    """Red's last blow, Blue's last blow, and a blow after a move: three games at once."""
    texts = (
        "8/8/8/3a4/3F4/8/8/7F r - -",
        "8/8/8/3f4/3A4/8/8/7f b - -",
        "8/8/8/3a4/3F4/8/8/7F r d4m -",
    )
    assert tried(64, *texts) == ["d4xd5", "d5xd4", "d4xd5"]


def test_a_blow_that_loses_at_once_is_tried_least() -> None:
    """Red's last unit would die of its own attack (SKN-V1)."""
    rows = rows_of("8/8/8/2ff4/3A4/8/8/8 r - -")
    forest = Forest(1, 200, evenly)
    visits = forest.grow(rows)[0]
    assert visits[visits > 0].min() < visits.max()
    assert tried(200, "8/8/8/2ff4/3A4/8/8/8 r - -") != ["d4xd5"]


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_it_learns() -> None:
    import torch

    from judging import Judge, Judgement
    from learn import BATCH, Told, learnt

    torch.manual_seed(1)
    net = Judgement()
    told, source = Told(2), random.Random(1)
    envs = outrider.vector("skirminion", 2, seed=1, options={"quiet_limit": 10})
    forest = Forest(2, 2, Judge(net, "cpu"))
    seen, infos = envs.reset()
    while len(told.rows) < BATCH // 4:
        visits = forest.grow(envs.arena.batch.rows)
        shares = visits / visits.sum(1, keepdims=True)
        told.add(seen, shares, infos["seat"])
        seen, _, ended, _, infos = envs.step(envs.sample())
        told.end(ended, infos["rewards"])
    learner = torch.optim.Adam(net.parameters(), 1e-3)
    losses = [learnt(net, told, learner, "cpu", source) for _ in range(12)]
    assert losses[-1] < losses[0]
