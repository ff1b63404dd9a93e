"""The net that corrects Skirminion's evaluation: the sums it makes, and files of one."""

import json
import lzma
import os
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import outrider
from outrider.bots.skirminion import net, thinking
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
    for words, value in zip(positions, said(positions, which), strict=True):
        hidden = which[kernel.BIAS].astype(int) + which[features_of(words)].astype(int).sum(0)
        squared = (np.clip(hidden, 0, kernel.FULL) ** 2) >> 8
        assert value == int(squared @ which[kernel.OUT].astype(int)) >> kernel.SHIFT


def test_the_search_adds_what_the_net_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A net that likes nothing but an own fort's square (SKN-S5) sees more in having one."""
    flat = np.zeros((kernel.ROWS, kernel.WIDTH), np.int16)
    flat[kernel.BIAS] = kernel.FULL
    flat[kernel.OUT, 0] = 100 << (kernel.SHIFT - 8)
    flat.flags.writeable = False
    words = GAME.read("ffffffff/8/8/8/8/8/8/FFFFFFFF r - -").words
    plain = Mind(words, LIMITED, 10**6).look(0, -room.INFINITE, room.INFINITE)
    monkeypatch.setattr(thinking, "net_for", lambda _: flat)
    corrected = Mind(words, LIMITED, 10**6).look(0, -room.INFINITE, room.INFINITE)
    assert corrected - plain == 254 * (100 << (kernel.SHIFT - 8)) >> kernel.SHIFT
    others = Mind(words, LIMITED, 10**6, weights=(77,)).look(0, -room.INFINITE, room.INFINITE)
    assert others == 0, "weights that it was not trained with are left alone"


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
        "from outrider.bots.skirminion.net import net_for\n"
        "from outrider.games.skirminion.numbers import limited\n"
        "print(len(net_for(limited((100, 1000)))), len(net_for(limited((0, 0)))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OUTRIDER_NET": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0 0\n"
    assert done.stderr.count("playing on without the net") == 1
