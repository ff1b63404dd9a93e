"""The programs that train nets: games that repeat, and, where PyTorch is, a net that learns; and
the one that judges them."""

import importlib.util
import json
import random
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

from bench.selfplay import NUMBERS
from learning.curves import draw
from learning.games import RECORD, begun, play, played
from learning.judge import kept, marshal, told, two
from outrider.bots.skirminion import net
from outrider.bots.skirminion.net import SHIPPED
from outrider.games.skirminion.engine import engine
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


def test_a_net_is_judged_by_pairs_that_repeat_at_the_same_nodes() -> None:
    asked = Namespace(net=SHIPPED, seconds=None, nodes=40, against=40)
    seed, scores = two(asked, 7)
    assert seed == 7 and len(scores) == 2 and set(scores) <= {0.0, 0.5, 1.0}
    assert two(asked, 7) == (seed, scores)


def test_a_net_is_judged_by_the_time_on_the_processor() -> None:
    words = begun(random.Random(4))
    for net_or_none in (net.read(SHIPPED), net.NO_NET):
        code = marshal(0.05, net_or_none)(words, random.Random(1))
        assert code in engine().codes(words, NUMBERS)


def test_what_was_judged_is_told_and_gone_on_from(tmp_path: Path) -> None:
    assert kept(None) == kept(tmp_path / "nothing") == {}
    pairs = {5: [1.0, 0.5], 6: [1.0, 0.0]}
    (tmp_path / "log").write_text("".join(f"{json.dumps(each)}\n" for each in pairs.items()))
    assert kept(tmp_path / "log") == pairs
    assert told(list(pairs.values())) == "won 2, drawn 1, lost 1; 62.5% ± 12.5"
