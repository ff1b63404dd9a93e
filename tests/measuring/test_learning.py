"""The programs that train nets: games that repeat, and, where PyTorch is, a net that learns."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from learning.curves import draw
from learning.games import RECORD, play, played
from outrider.bots.skirminion import net
from outrider.games.skirminion.kernel import layout


def test_a_seed_plays_the_same_game_again() -> None:
    game = played(5)
    assert game == played(5) != played(6)
    assert {result for _, _, result in game} <= {0, 1, 2}
    for words, value, result in game:
        assert not words[7] & layout.ACTING, "positions are where an activation begins"
        assert abs(value) < 28_000
        mine = {result if words[7] & layout.SIDE else 2 - result for words, _, result in game}
    assert len(mine) == 1, "both sides are told the same end"


def test_games_are_kept_as_rows() -> None:
    rows = play(range(5, 7))
    assert rows.dtype == RECORD
    assert len(rows) == len(played(5)) + len(played(6))


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_a_net_is_learnt_and_written(tmp_path: Path) -> None:
    from learning.train import read, train, whole

    np.save(tmp_path / "games.npy", play(range(1, 30)))
    data = read(tmp_path / "games.npy")
    model, log = train(data, seed=1, epochs=3, device="cpu")
    assert log[-1]["aim"] < log[0]["aim"]
    net.write(tmp_path / "a.net", whole(model))
    assert np.abs(net.read(tmp_path / "a.net")).max() > 0


def test_curves_are_drawn_from_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    rows = ", ".join(
        f'{{"epoch": {at}, "aim": {1 / (at + 1)}, "value": 0.5, "result": 0.7}}' for at in range(3)
    )
    log.write_text(f'{{"positions": 1234, "log": [{rows}]}}')
    draw(log)
    drawn = (tmp_path / "log.svg").read_text()
    assert drawn.count("<polyline") == 3
    assert "1,234 positions" in drawn
