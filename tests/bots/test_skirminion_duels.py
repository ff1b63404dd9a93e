"""The exact endings: the tables say what the rules, read again and searched through, say."""

import random
from collections.abc import Iterable

import numpy as np
import pytest

import outrider
from forms import sparse
from games.skirminion import naive
from outrider.bots.skirminion.kernel.room import INFINITE, SURE, WON
from outrider.bots.skirminion.thinking import UNSOLVED, Mind, duels_of
from outrider.endings.skirminion.kernel.duels import (
    OWNED,
    duel_at,
    go_back,
    index_of,
    is_duel,
    look,
)
from outrider.games.skirminion.board import NUMBER
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.board import Eight
from outrider.games.skirminion.numbers import Numbers, limited
from outrider.games.skirminion.position import write_position
from outrider.games.skirminion.state import State, Words, setting_of

GAME = outrider.game("skirminion")
SETTING = setting_of(GAME.terms({"quiet_limit": 0, "length_limit": 0}).options)
NUMBERS = SETTING.numbers
LIMITED = limited((100, 1000))
LAYOUTS = ((), ("d4",), ("c3", "f5"), ("b2", "d5", "g3"))
POSITIONS = 10_000
NEAR = 6
"""Decisions that the brute-force search looks through."""


def forts_on(squares: tuple[str, ...]) -> int:
    return sum(1 << NUMBER[square] for square in squares)


def some_duels(
    squares: tuple[str, ...], count: int, seed: int, numbers: Numbers = NUMBERS
) -> list[int]:
    """Indices of that many different duels that can be, drawn from all of a layout."""
    forts = np.uint64(forts_on(squares))
    source = random.Random(seed)
    found: dict[int, None] = {}
    while len(found) < count:
        index = source.randrange(OWNED << len(squares))
        if is_duel(words_at(index, squares), forts, book(numbers)):
            found[index] = None
    return list(found)


def book(numbers: Numbers) -> tuple[np.uint64, ...]:
    """The numbers as compiled rules take them."""
    return tuple(map(np.uint64, numbers))


def in_kernel(words: Iterable[int]) -> Eight:
    """Compiled rules give plain numbers, but take words only."""
    a, b, c, d, e, f, g, h = map(np.uint64, words)
    return a, b, c, d, e, f, g, h


def words_at(index: int, squares: tuple[str, ...]) -> Eight:
    return in_kernel(map(int, duel_at(index, np.uint64(forts_on(squares)))))


def plain(words: Eight) -> Words:
    a, b, c, d, e, f, g, h = map(int, words)
    return a, b, c, d, e, f, g, h


def model_of(words: Eight, numbers: naive.Numbers = naive.BOOK) -> naive.Position:
    """The same position in the naive model, by way of its text."""
    return naive.read(write_position(State(SETTING, plain(words))), 0, 0, numbers)


def value_of(model: naive.Position, squares: tuple[str, ...], numbers: Numbers) -> int:
    """The value of a position of the model to its active side, looked up by a reckoning of its own
    of where it stands."""
    mine, theirs = (
        next((NUMBER[at], health) for at, owner, health in model.units if (owner == side))
        for side in (model.side, naive.OTHER[model.side])
    )
    ordered = sorted(squares, key=NUMBER.__getitem__)
    owners = sum(1 << at for at, name in enumerate(ordered) if (name, model.side) in model.forts)
    doing = 0
    if model.activation is not None:
        doing = 1 if model.activation[1] else 2
    index = (((owners * 3 + doing) * 64 + mine[0]) * 64 + theirs[0]) * 36
    return int(duels_of(forts_on(squares), numbers)[index + (mine[1] - 1) * 6 + theirs[1] - 1])


def expected(model: naive.Position, squares: tuple[str, ...], numbers: Numbers = NUMBERS) -> int:
    """What the value has to be, from the values one decision further on."""
    wins, losses, drawn = [], [], False
    for action in naive.legal(model):
        after = naive.play(model, action)
        over = naive.result(after)
        if over is not None:
            value = {model.side: 1, "-": 0}.get(over[0], -1)
            distance = 1
        else:
            value = value_of(after, squares, numbers) * (1 if after.side == model.side else -1)
            distance = abs(value) + 1
        if value > 0:
            wins.append(distance)
        elif value < 0:
            losses.append(distance)
        else:
            drawn = True
    if wins:
        return min(wins)
    return 0 if drawn else -max(losses)


@pytest.mark.plain
@pytest.mark.parametrize(
    "squares", sparse([(each,) for each in LAYOUTS], 2), ids=lambda squares: f"{len(squares)} forts"
)
def test_every_value_follows_from_those_after_it(squares: tuple[str, ...]) -> None:
    """By the naive model's rules. A win or loss is one decision farther from the end than what it
    leads to, so that all of them lead there; a draw leads to a draw, for ever."""
    values = duels_of(forts_on(squares), NUMBERS)
    for index in some_duels(squares, POSITIONS // len(LAYOUTS), seed=len(squares)):
        model = model_of(words_at(index, squares))
        assert values[index] == expected(model, squares), naive.write(model)


@pytest.mark.plain
@pytest.mark.parametrize(
    "squares", sparse([(each,) for each in LAYOUTS], 2), ids=lambda squares: f"{len(squares)} forts"
)
def test_brute_force_finds_the_same(squares: tuple[str, ...]) -> None:
    """A search that knows no endings, as deep as it gets in a moment: what the table says is near
    it has to find at exactly that distance, and nothing else."""
    values = duels_of(forts_on(squares), NUMBERS)
    for index in some_duels(squares, POSITIONS // len(LAYOUTS), seed=10 + len(squares)):
        words = plain(words_at(index, squares))
        mind = Mind(words, NUMBERS, 10**9, solved_forts=UNSOLVED).unselective()
        found = mind.look(NEAR, -INFINITE, INFINITE)
        value = int(values[index])
        if value and abs(value) <= NEAR:
            assert found == (WON - value if value > 0 else -WON - value)
        elif abs(found) > SURE:
            # Depth counts activations: a way of fewer decisions may be a longer one.
            assert found * value > 0 and WON - abs(found) >= abs(value)


def test_the_whole_table_is_solved_quickly_and_makes_sense() -> None:
    values = duels_of(0, NUMBERS)
    assert len(values) == OWNED
    assert 0 < values.max() < 40, "the longest fight without forts"
    won, lost = int((values > 0).sum()), int((values < 0).sum())
    assert won > lost > 0
    assert not values.flags.writeable


@pytest.mark.kernel
def test_an_index_and_its_duel_belong_together() -> None:
    for squares in LAYOUTS:
        forts = np.uint64(forts_on(squares))
        for index in some_duels(squares, 25, seed=3):
            assert index_of(words_at(index, squares), forts) == index


@pytest.mark.kernel
def test_one_duel_is_looked_at() -> None:
    """Red 2 beside Blue 1, and Red to act: the blow wins (-2 and -1, but Blue's -2 kills Red, too),
    so it is a draw; every other action leads on."""
    forts = np.uint64(0)
    words = (1 << 27, 1 << 35, 0, 0, 1 << 35, 1 << 27, 0, 0)
    index = index_of(in_kernel(words), forts)
    room, heads = np.empty(128, np.uint16), np.empty(128, np.int32)
    values, left = np.zeros(OWNED, np.int16), np.zeros(OWNED, np.int32)
    found = look(index, forts, room, heads, values, left, engine().array(NUMBERS))
    assert found == left[index] - 1, "one action, the blow, ends the game"
    assert values[index] == 0
    assert all(heads[i] & 1 == 0 for i in range(found)), "no move from contact leads to contact"


@pytest.mark.kernel
def test_going_back_from_what_is_settled() -> None:
    """0 is lost; 1 leads to 0; 2 leads to 1 only; 3 leads to 2, and to itself."""
    values = np.array([-1, 0, 0, 0], np.int16)
    left = np.array([0, 1, 1, 2], np.int32)
    starts = np.array([0, 1, 2, 3, 4], np.int32)
    tails = np.array([2 * 1, 2 * 2, 2 * 3, 2 * 3], np.int32)
    queue = np.zeros(4, np.int32)
    assert go_back(values, left, starts, tails, queue, 1) == 4
    assert values.tolist() == [-1, 2, -3, 4]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8/8/8/8/3E4/8/8/7a r - -", 1),
        ("7c/8/8/8/8/8/8/C7 r - -", 0),
        ("7b/8/8/8/8/8/8/F7 r - -", 1),
    ],
)
def test_the_search_asks_the_table(text: str, value: int) -> None:
    state = GAME.read(text)
    thought = Mind(state.words, LIMITED, 50_000).think(2)
    assert (thought.value > SURE) - (thought.value < -SURE) == value


def test_a_win_beyond_the_limit_is_none() -> None:
    """The table knows no limits; the search does."""
    near = GAME.read("7b/8/8/8/8/8/8/F7 r - - 0 0")
    far = GAME.read("7b/8/8/8/8/8/8/F7 r - - 96 200")
    assert Mind(near.words, LIMITED, 50_000).think().value > SURE
    assert abs(Mind(far.words, LIMITED, 50_000).think().value) < SURE
