"""The net that corrects Skirminion's evaluation: the sums it makes, and files of one."""

import json
import lzma
import os
import random
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outrider
from outrider.analysis.skirminion import analyse
from outrider.bots import LEVELS, Clock
from outrider.bots.skirminion import net, thinking
from outrider.bots.skirminion.bots import BUDGETS, Searcher
from outrider.bots.skirminion.kernel import net as kernel
from outrider.bots.skirminion.kernel import room
from outrider.bots.skirminion.kernel.room import Net
from outrider.bots.skirminion.thinking import Mind
from outrider.core.refusal import Refusal
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.numbers import limited
from outrider.games.skirminion.state import Words

GAME = outrider.game("skirminion")
LIMITED = limited((100, 1000))


def some_net(seed: int) -> Net:
    """Any numbers, of about the size of those that are learnt."""
    source = np.random.default_rng(seed)
    found = source.integers(-200, 200, (kernel.ROWS, kernel.WIDTH)).astype(np.int16)
    found.flags.writeable = False
    return found


def some_positions(count: int) -> list[Words]:
    source, found = random.Random(3), list[Words]()
    while len(found) < count:
        words = GAME.read("ffffffff/1p3p2/8/8/8/8/1P3P2/FFFFFFFF r - -").words
        for _ in range(source.randrange(60)):
            codes = engine().codes(words, LIMITED)
            if codes:
                words = engine().play(words, source.choice(codes), LIMITED)
        found.append(words)
    return found


def features_of(words: Words) -> list[int]:
    """By a reckoning of its own, from what the net's docstring says."""
    own, foe, own_forts, foe_forts, low, middle, high, _ = words

    def squares(word: int) -> list[int]:
        return [square for square in range(64) if word >> square & 1]

    def steps(one: int, two: int) -> int:
        return max(abs(one % 8 - two % 8), abs(one // 8 - two // 8))

    found = []
    for side, units, others in ((0, own, foe), (1, foe, own)):
        for square in squares(units):
            health = sum(
                1 << at for at, plane in enumerate((low, middle, high)) if plane >> square & 1
            )
            away = [steps(square, other) for other in squares(others)]
            touching = sum(each == 1 for each in away)
            pressure = min(touching, 3) + 1 if touching else int(any(each == 2 for each in away))
            found.append(((side * 6 + health - 1) * 5 + pressure) * 64 + square)
    found += [3840 + square for square in squares(own_forts)]
    return found + [3904 + square for square in squares(foe_forts)]


def said(positions: list[Words], which: Net) -> list[int]:
    rows, notes = np.array(positions, np.uint64), np.zeros(room.NOTES, np.int64)
    found = np.zeros((len(rows), 2), np.int64)
    kernel.standing(rows, notes, engine().array(LIMITED), which, found)
    assert not found[:, 0].any(), "no weights, no worth"
    return [int(each) for each in found[:, 1]]


@pytest.mark.kernel
def test_features_are_who_stands_where_how_healthy_and_how_pressed() -> None:
    positions = some_positions(12)
    found = np.zeros((len(positions), kernel.MOST), np.int16)
    kernel.features(np.array(positions, np.uint64), found)
    for words, row in zip(positions, found.tolist(), strict=True):
        wanted = features_of(words)
        assert sorted(row[: len(wanted)]) == sorted(wanted)
        assert set(row[len(wanted) :]) <= {kernel.NOTHING}


@pytest.mark.kernel
def test_the_sums_are_those_of_whole_numbers_written_out() -> None:
    which, positions = some_net(1), some_positions(6)
    assert said(positions, which) == [naive(words, which) for words in positions]


def naive(words: Words, which: Net) -> int:
    """One position, forward through the net, in numbers that nothing is cut off from."""
    hidden = which[kernel.BIAS].astype(int) + which[features_of(words)].astype(int).sum(0)
    squared = (np.clip(hidden, 0, kernel.FULL) ** 2) >> 8
    return int(squared @ which[kernel.OUT].astype(int)) >> kernel.SHIFT


def flat_net() -> Net:
    """It adds as much to every position."""
    flat = np.zeros((kernel.ROWS, kernel.WIDTH), np.int16)
    flat[kernel.BIAS] = kernel.FULL
    flat[kernel.OUT, 0] = 100 << (kernel.SHIFT - 8)
    flat.flags.writeable = False
    return flat


ADDED = 254 * (100 << (kernel.SHIFT - 8)) >> kernel.SHIFT


def test_the_search_adds_what_the_net_says() -> None:
    words = GAME.read("ffffffff/8/8/8/8/8/8/FFFFFFFF r - -").words
    plain = Mind(words, LIMITED, 10**6).look(0, -room.INFINITE, room.INFINITE)
    no_weights = Mind(words, LIMITED, 10**6).weighing(())
    assert no_weights.look(0, -room.INFINITE, room.INFINITE) == 0 != plain
    mind = Mind(words, LIMITED, 10**6, net=flat_net())
    assert mind.look(0, -room.INFINITE, room.INFINITE) - plain == ADDED
    far = plain + kernel.DOUBT
    assert mind.look(0, far, far + 1) == plain, "it is not asked where it could hardly matter"
    assert mind.look(0, far - 1, far) - plain == ADDED


def test_what_is_shipped_adds_what_is_written_in_it() -> None:
    which, positions = net.read(net.SHIPPED), some_positions(600)
    values = said(positions, which)
    assert values == [naive(words, which) for words in positions]
    assert len(set(values)) > 100, "it tells positions apart"
    assert sum(abs(value) < kernel.DOUBT for value in values) > 590


def codes_of(level: str, net: Net | None, nodes: int) -> list[int]:
    """What a level does in some positions with so many nodes: by its habits, or, given a net, as
    its search would with that."""
    bot = Searcher(LEVELS[level], replace(BUDGETS[level], nodes=nodes, careless=0.0))
    if net is not None:
        bot.net = lambda state: net  # type: ignore[method-assign]
    states = [replace(GAME.opening_position(), words=words) for words in some_positions(8)]
    return [bot.thought(state, Clock(3600.0), 3600.0, seed=5) for state in states]


@pytest.mark.parametrize("level", LEVELS)
def test_captains_and_marshals_think_with_what_is_shipped(level: str) -> None:
    with_net, without = (
        codes_of(level, each, 4000) for each in (net.read(net.SHIPPED), net.NO_NET)
    )
    assert with_net != without
    own = with_net if level in ("captain", "marshal") else without
    assert codes_of(level, None, 4000) == own


def test_analysis_thinks_with_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(GAME.opening_position(), words=some_positions(2)[1])
    found = analyse(state, 4000)
    monkeypatch.setattr(thinking, "net_for", lambda _: net.NO_NET)
    assert analyse(state, 4000) != found


def test_so_many_nodes_find_the_same_again() -> None:
    which = net.net_for(LIMITED)
    for words in some_positions(3):
        thoughts = [Mind(words, LIMITED, 6000, net=which, seed=3).think() for _ in range(2)]
        assert thoughts[0] == thoughts[1] and thoughts[0].nodes == 6000


def test_the_net_is_for_the_books_numbers_whatever_the_limits() -> None:
    shipped = net.read(net.SHIPPED)
    for limits in ((0, 0), (100, 1000), (7, 70)):
        assert (net.net_for(limited(limits)) == shipped).all()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    net.write(tmp_path / "a.net", some_net(2))
    assert (net.read(tmp_path / "a.net") == some_net(2)).all()
    assert not net.read(tmp_path / "a.net").flags.writeable


def test_other_numbers_than_the_books_have_no_net() -> None:
    assert not len(net.net_for(limited((0, 0), {"stand.damage": 3})))


def refusal_of(path: Path) -> str:
    with pytest.raises(Refusal) as caught:
        net.read(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_files_that_are_no_good_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net.write(path, some_net(2))
    head, _, data = path.read_bytes().partition(b"\n")

    def changed(**said: object) -> Path:
        path.write_bytes(json.dumps({**json.loads(head), **said}).encode() + b"\n" + data)
        return path

    assert "of version 2, this program reads 1" in refusal_of(changed(version=2))
    assert "another shape" in refusal_of(changed(width=128))
    assert "damaged" in refusal_of(changed(checksum=1))
    path.write_bytes((head + b"\n" + data)[:2000])
    assert "cut short" in refusal_of(path)
    path.write_bytes(b"PK\x03\x04" * 50)
    assert "no file of a net" in refusal_of(path)
    path.write_bytes(b"[" * 999)
    assert "no file of a net" in refusal_of(path)
    assert "No such file" in refusal_of(tmp_path / "nothing")
    loud = some_net(2).copy()
    loud[kernel.OUT] = 32_000
    net.write(path, loud)
    assert "drown" in refusal_of(path)
    net.write(path, np.zeros((kernel.ROWS + 1, kernel.WIDTH), np.int16))
    assert "damaged" in refusal_of(path), "more numbers than it says"


@pytest.mark.parametrize("kept", [0, 20, 3000, None])
def test_what_is_shipped_may_be_gone_or_cut_short(
    kept: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    path = tmp_path / "marshal.net"
    if kept is not None:
        path.write_bytes(net.SHIPPED.read_bytes()[:kept])
    monkeypatch.setattr(net, "SHIPPED", path)
    monkeypatch.setattr(net, "_known", cache(net._known.__wrapped__))
    assert net.net_for(LIMITED) is net.net_for(LIMITED) is net.NO_NET
    said = capsys.readouterr().err
    assert said.count("playing on without the net") == 1 and str(path) in said


def test_a_small_file_does_not_fill_the_memory(tmp_path: Path) -> None:
    """What unpacks to more than a net is refused before all of it is unpacked."""
    path = tmp_path / "a.net"
    net.write(path, some_net(2))
    head, _, _ = path.read_bytes().partition(b"\n")
    path.write_bytes(head + b"\n" + lzma.compress(bytes(1 << 26), preset=0))
    tracemalloc.start()
    try:
        assert "damaged" in refusal_of(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


def test_bots_play_on_without_a_net(tmp_path: Path) -> None:
    path = tmp_path / "bad.net"
    path.write_bytes(b"nonsense")
    code = (
        "import outrider\n"
        "import random\n"
        "from outrider.bots import Asked, Clock, bot_of\n"
        "game = outrider.game('skirminion')\n"
        "state = game.read('8/8/8/3a4/3F4/8/8/7F r - -')\n"
        "asked = Asked.of(game, state, 'red')\n"
        "bot = bot_of(game, 'captain')\n"
        "print(game.write_action(bot.choose(asked, Clock(3600.0), random.Random(1))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OUTRIDER_NET": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "d4xd5\n"
    assert done.stderr.count("playing on without the net") == 1
