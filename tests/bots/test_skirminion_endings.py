"""Solved endings: what the file says is what the rules, read again and played, say."""

import json
import lzma
import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import outrider
from games.skirminion import naive
from outrider.analysis import Analyst
from outrider.bots.skirminion.kernel.room import INFINITE, SURE, WON
from outrider.bots.skirminion.thinking import UNSOLVED, Mind
from outrider.core.refusal import Refusal
from outrider.endings.skirminion import files as endings
from outrider.endings.skirminion.kernel import solving as kernel
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.board import Eight
from outrider.games.skirminion.numbers import limited
from outrider.games.skirminion.position import write_position
from outrider.games.skirminion.state import State, Words, setting_of

GAME = outrider.game("skirminion")
SETTING = setting_of(GAME.terms({"quiet_limit": 0, "length_limit": 0}).options)
UNLIMITED = SETTING.numbers
LIMITED = limited((100, 1000))
BY_UNITS = ((0, kernel.ONE_ONE), (kernel.FIRST_TWO_ONE, kernel.TWO_ONE),
            (kernel.FIRST_ONE_TWO, kernel.TWO_ONE))  # fmt: skip
NEAR = 3
"""Activations that the brute-force search looks through."""


def in_kernel(words: tuple[int, ...]) -> Eight:
    a, b, c, d, e, f, g, h = map(np.uint64, words)
    return a, b, c, d, e, f, g, h


def words_at(index: int) -> Words:
    a, b, c, d, e, f, g, h = map(int, kernel.battle_at(index))
    return a, b, c, d, e, f, g, h


def some(count: int, seed: int, wanted: Callable[[int], bool] = lambda _: True) -> list[int]:
    """Indices of endings that can be and are of a wanted value, of any kind."""
    source, values, found = random.Random(seed), endings.endings_for(LIMITED), list[int]()
    while len(found) < count:
        first, size = source.choice(BY_UNITS)
        index = first + source.randrange(size)
        if wanted(kernel.told(int(values[index]))) and kernel.can_be(in_kernel(words_at(index))):
            found.append(index)
    return found


def said(words: Words, numbers: tuple[int, ...] = UNLIMITED) -> int:
    found = np.zeros(1, np.int64)
    values = endings.endings_for(numbers)
    kernel.spoken(np.array([words], np.uint64), values, engine().array(numbers), found)
    return int(found[0])


def text_of(words: Words) -> str:
    return write_position(State(SETTING, words))


def expected(model: naive.Position) -> int:
    """What a value has to be, from the values at the end of this activation, by the naive model."""
    best, todo = -1000, [model]
    while todo:
        position = todo.pop()
        for action in naive.legal(position):
            after = naive.play(position, action)
            over = naive.result(after)
            if over is not None:
                best = max(best, {model.side: 999, "-": 0}.get(over[0], -999))
            elif after.activation is not None:
                todo.append(after)
            else:
                theirs = said(GAME.read(naive.write(after)).words)
                best = max(
                    best, 0 if not theirs else (999 + theirs if theirs < 0 else theirs - 999)
                )
    return 0 if not best else (1000 - best if best > 0 else -1000 - best)


@pytest.mark.plain
def test_every_value_follows_from_those_after_it() -> None:
    """By the naive model's rules. A win or a loss is one activation farther from the end than what
    it leads to, so that all of them lead there; a draw leads to a draw, for ever (SKN-V1 to V4)."""
    values = endings.endings_for(UNLIMITED)
    for index in some(300, seed=1):
        model = naive.read(text_of(words_at(index)), 0, 0)
        assert kernel.told(int(values[index])) == expected(model), naive.write(model)


def test_the_whole_file_holds_together_at_every_manieth_place() -> None:
    looked, wrong = endings.check(endings.SHIPPED, 997, cores=1)
    assert looked == len(range(0, kernel.FIRST_TWO_TWO, 997))
    assert wrong == 0


@pytest.mark.slow
def test_the_whole_file_holds_together() -> None:
    assert endings.check(endings.SHIPPED, 1, cores=2) == (kernel.FIRST_TWO_TWO, 0)


def test_a_byte_says_every_win_and_loss_up_to_the_longest() -> None:
    """Wins take an odd number of activations, losses an even one."""
    wins, losses = range(1, kernel.LONGEST + 1, 2), range(-kernel.LONGEST + 1, 0, 2)
    for value in (*wins, 0, *losses):
        kept = kernel.halved(value)
        assert abs(kept) <= np.iinfo(np.int8).max
        assert kernel.told(kept) == value


def test_a_changed_value_is_found() -> None:
    values = endings.read(endings.SHIPPED).copy()
    (index,) = some(1, seed=2, wanted=lambda value: value > 0)
    values[index] = 0
    values.flags.writeable = False  # as when it is read
    assert kernel.faults(index - 50, index + 50, 1, values, engine().array(UNLIMITED)) >= 1


def test_brute_force_finds_the_same() -> None:
    """A search that knows no endings finds what is near at exactly that depth, and nothing else."""
    values = endings.endings_for(UNLIMITED)
    for index in some(90, seed=3):
        words, value = words_at(index), kernel.told(int(values[index]))
        for depth in range(1, NEAR + 1):
            mind = Mind(words, UNLIMITED, 10**9, solved_forts=UNSOLVED).unselective()
            found = mind.look(depth, -INFINITE, INFINITE)
            sure = (found > SURE) - (found < -SURE)
            # What the blows after the last activation show may be one activation more.
            if 0 < abs(value) <= depth:
                assert sure == (value > 0) - (value < 0), text_of(words)
            elif sure:
                assert sure * value > 0, text_of(words)


def played(words: Words, red_knows: bool, most: int) -> tuple[int, int]:
    """Both sides search, one of them knowing the endings: how it ended, after how many."""
    for _ in range(3 * most):
        if words[7] >> layout.ENDING_AT & 15:
            break
        knows = (words[7] & layout.SIDE == 0) == red_knows
        mind = Mind(words, LIMITED, 3000, solved_forts=0 if knows else UNSOLVED)
        words = engine().play(words, mind.think().code, LIMITED)
    return words[7] >> layout.ENDING_AT & 15, words[7] >> layout.PLAYED_AT


def test_what_is_won_is_won_in_play_and_in_time() -> None:
    """Red, to act, knows the endings; Blue looks ahead without them."""
    for index in some(12, seed=4, wanted=lambda value: value > 4):
        value = kernel.told(int(endings.endings_for(LIMITED)[index]))
        ending, activations = played(words_at(index), True, value)
        assert ending in (layout.RED_DESTROYED_ALL, layout.RED_STRONGER)
        assert activations < value, "the last activation is not counted"


def test_what_is_drawn_is_not_lost_in_play() -> None:
    for index in some(6, seed=5, wanted=lambda value: value == 0):
        ending, _ = played(words_at(index), True, 40)
        assert ending not in (layout.BLUE_DESTROYED_ALL, layout.BLUE_STRONGER)


@pytest.mark.kernel
def test_an_index_and_its_battle_belong_together() -> None:
    source = random.Random(6)
    spans = (*BY_UNITS, (kernel.FIRST_TWO_TWO, kernel.TWO_TWO))
    for first, size in spans:
        for _ in range(40):
            index = first + source.randrange(size)
            words = in_kernel(words_at(index))
            if kernel.can_be(words):
                assert kernel.index_of(words) == index


def turned(word: int, way: int) -> int:
    return sum(1 << kernel.seen(square, way) for square in range(64) if word >> square & 1)


@pytest.mark.kernel
@pytest.mark.parametrize("way", kernel.WAYS)
def test_a_turned_board_has_the_same_value(way: int) -> None:
    source = random.Random(way)
    for first, size in (*BY_UNITS, (kernel.FIRST_TWO_TWO, kernel.TWO_TWO)):
        words = words_at(first + source.randrange(size))
        if words[0] & words[1]:
            continue
        other = in_kernel((*(turned(word, way) for word in words[:7]), 0))
        found = kernel.battle_at(kernel.index_of(other))
        assert any(
            tuple(turned(int(word), each) for word in found[:7])
            == tuple(turned(word, 0) for word in words[:7])
            for each in kernel.WAYS
        ), "one of the ways leads back"


@pytest.mark.kernel
def test_one_against_one_is_solved_from_nothing_to_what_is_shipped() -> None:
    """A few positions at the first levels; all of them where it is compiled."""
    values = np.zeros(kernel.ONE_ONE, np.int8)
    if not outrider_compiles():
        words = in_kernel(GAME.read("8/8/8/3a4/3F4/8/8/8 r - -").words)
        book = tuple(map(np.uint64, UNLIMITED))
        assert kernel.settled(kernel.index_of(words), 1, values, book) == 1
        return
    levels = list[int]()
    endings.solve(values, 2, lambda level, _: levels.append(level))
    assert levels == list(range(1, levels[-1] + 1))
    assert (values == endings.read(endings.SHIPPED)[: kernel.ONE_ONE]).all()


def outrider_compiles() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT") != "1"


# -- what bots and analyses make of it -------------------------------------------------------------


def test_the_search_asks_the_table() -> None:
    """Two against one, far from the end: no search sees so far."""
    (index,) = some(1, seed=7, wanted=lambda value: value > 20)
    thought = Mind(words_at(index), LIMITED, 5_000).think(2)
    value = kernel.told(int(endings.endings_for(LIMITED)[index]))
    assert WON - value - 4 <= thought.value <= WON - value + 1


def test_a_win_beyond_a_limit_is_not_said() -> None:
    """SKN-V5: the table knows no limits; whoever reads it does."""
    (index,) = some(1, seed=7, wanted=lambda value: value > 20)
    words = words_at(index)
    late = (*words[:7], 90 << layout.QUIET_AT | 90 << layout.PLAYED_AT)
    assert said(words, LIMITED) > 20
    assert said(late, LIMITED) == kernel.UNSAID
    assert said(late, UNLIMITED) == said(words)


def test_other_numbers_know_no_endings() -> None:
    assert not len(endings.endings_for(limited((0, 0), {"stand.damage": 3})))
    assert len(endings.endings_for(limited((7, 70), {"units": 3})))


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("7c/8/8/8/8/8/8/FF6 r - -", 1.0),
        ("7c/8/8/8/8/8/8/C7 r - -", 0.5),
        ("7c/8/8/8/8/8/8/FF6 b - -", 0.0),
    ],
)
def test_an_analysis_says_proved(text: str, chance: float) -> None:
    look = Analyst(GAME).look(GAME.read(text))
    (best,) = (found[0] for found in look.best.values())
    assert best.estimate.is_proved
    assert best.value == chance


# -- files that are not what they should be --------------------------------------------------------


def changed(tmp_path: Path, **said: object) -> Path:
    head, _, data = endings.SHIPPED.read_bytes().partition(b"\n")
    path = tmp_path / "changed"
    path.write_bytes(json.dumps({**json.loads(head), **said}).encode() + b"\n" + data)
    return path


def refusal_of(path: Path) -> str:
    with pytest.raises(Refusal) as caught:
        endings.read(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_files_that_are_no_good_are_refused(tmp_path: Path) -> None:
    whole = endings.SHIPPED.read_bytes()
    cut = tmp_path / "cut"
    cut.write_bytes(whole[: len(whole) // 2])
    assert "cut short" in refusal_of(cut)
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"\x89PNG\r\n\x1a\n" * 100)
    assert "no file of solved endings" in refusal_of(foreign)
    assert "of version 3" in refusal_of(changed(tmp_path, version=3))
    assert "other rules" in refusal_of(changed(tmp_path, rules=[1, 2, 3]))
    assert "not as large" in refusal_of(changed(tmp_path, values=17))
    assert "damaged" in refusal_of(changed(tmp_path, checksum=17))
    assert "No such file" in refusal_of(tmp_path / "nothing")
    head, _, data = whole.partition(b"\n")
    short = tmp_path / "short"
    short.write_bytes(head + b"\n" + lzma.compress(lzma.decompress(data)[:-1], preset=0))
    assert "of 8732160 values" in refusal_of(short)
    for told in (b"[" * 999, json.dumps({**json.loads(head), "values": 8732160.0}).encode()):
        short.write_bytes(told + b"\n" + data)
        assert "no file of solved endings" in refusal_of(short)


def test_a_small_file_does_not_fill_the_memory(tmp_path: Path) -> None:
    """What unpacks to more than there are values is refused before all of it is unpacked."""
    path = tmp_path / "large"
    head, _, _ = endings.SHIPPED.read_bytes().partition(b"\n")
    path.write_bytes(head + b"\n" + lzma.compress(bytes(1 << 27), preset=0))
    tracemalloc.start()
    try:
        refusal_of(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


def test_a_plain_file_is_used_where_it_lies(tmp_path: Path) -> None:
    head, _, data = endings.SHIPPED.read_bytes().partition(b"\n")
    path = tmp_path / "plain"
    told = json.dumps({**json.loads(head), "packing": "none"}).encode()
    path.write_bytes(told + b"\n" + lzma.decompress(data))
    assert (endings.read(path) == endings.read(endings.SHIPPED)).all()
    path.write_bytes(path.read_bytes()[:-10])
    assert "cut short" in refusal_of(path)


def test_bots_play_on_without_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(endings.SHIPPED.read_bytes()[:5000])
    code = (
        "from outrider.endings.skirminion.files import endings_for\n"
        "from outrider.games.skirminion.numbers import limited\n"
        "print(len(endings_for(limited((100, 1000)))), len(endings_for(limited((0, 0)))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OUTRIDER_ENDINGS": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0 0\n"
    assert done.stderr.count("playing on without solved endings") == 1
    assert "cut short" in done.stderr
