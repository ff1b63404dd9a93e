"""What a batch refuses it refuses whole, and nothing is changed."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import outrider
from compiled.batching import BASIC, KINDS, SKIRMINION, Kind, kept
from outrider import Refusal
from outrider.compiled.batch import MOST_GAMES
from play.company import PEBBLES

each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)

WRONG_GAMES: tuple[Any, ...] = (
    [-1], [5], [0, 5], [1, 1], [0.0], ["0"], [True], [True] * 4, [[0]], 0, None.__class__, [2**70],
    [[0], [1, 2]], "all", [None],
)  # fmt: skip


@each_game
@pytest.mark.parametrize("which", WRONG_GAMES, ids=repr)
def test_games_that_are_not_there(kind: Kind, which: Any) -> None:
    batch = kind.batch(5, seed=1)
    batch.playout(8)
    state, before = batch.state(0), kept(batch)
    for ask in (
        lambda: batch.reset(which),
        lambda: batch.states(which),
        lambda: batch.put([state], which),
    ):
        with pytest.raises(Refusal) as raised:
            ask()
        assert raised.value.kind == "malformed"
    assert kept(batch) == before
    for one in (-1, 5, 1.0, "0", True, None):
        for ask_one in (batch.state, batch.outcome):
            with pytest.raises(Refusal):
                ask_one(one)  # type: ignore[arg-type]


@each_game
def test_actions_of_a_wrong_kind(kind: Kind) -> None:
    batch = kind.batch(3, seed=1)
    batch.roll()
    good = batch.sample()
    before = kept(batch)
    wrong: tuple[Any, ...] = (
        good.astype(float), good.astype(bool), good.astype(object), good.astype(str),
        good[:2], good[0], np.concatenate([good, good]), good[:, :0], good[None], 7, None, "end",
        [], [good[0].tolist(), good[1].tolist(), []], good.astype(np.uint64) + np.uint64(2**63),
        np.full_like(good, 2**62), np.full_like(good, -(2**63)), np.zeros_like(good) - 2,
    )  # fmt: skip
    for given in wrong:
        for check in (True, False):
            with pytest.raises(Refusal) as raised:
                batch.play(given, check=check)
            assert raised.value.kind == "malformed", given
    for given in wrong[:-3]:
        with pytest.raises(Refusal):
            batch.check(given)
    assert kept(batch) == before
    batch.play(good)


@each_game
def test_one_action_that_is_not_legal_refuses_all_of_them(kind: Kind) -> None:
    batch = kind.batch(4, seed=1)
    batch.roll()
    batch.playout(3)
    chosen = batch.sample()
    before = kept(batch)
    for at in range(4):
        wrong = chosen.copy()
        wrong[at] = batch.code(kind.game.read_action(kind.illegal))
        with pytest.raises(Refusal, match=f"^game {at}: ") as raised:
            batch.play(wrong)
        assert raised.value.kind == "illegal" and raised.value.rule is not None
        assert kept(batch) == before


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.begins_with_dice], ids=lambda kind: kind.id
)
def test_faces_of_a_wrong_kind(kind: Kind) -> None:
    batch = kind.batch(3, seed=1)
    before = kept(batch)
    wrong: tuple[Any, ...] = (
        [1, 2, 0], [1, 2, 7], [1, 2, -1], [1, 2], [1, 2, 3, 4], [[1, 2, 3]], 3, [1.0, 2.0, 3.0],
        ["1", "2", "3"], [True, True, True], [1, 2, None], [1, 2, 2**64], [],
    )  # fmt: skip
    for faces in wrong:
        with pytest.raises(Refusal) as raised:
            batch.roll(faces)
        assert raised.value.kind == "malformed"
    assert kept(batch) == before
    batch.roll([1, 2, 3])
    batch.roll([6, 6, 6])
    before = kept(batch)
    for faces in ([1, 0, 0], [0, 0, 6], [7, 0, 0]):
        with pytest.raises(Refusal, match="no die has to fall") as raised:
            batch.roll(faces)
        assert raised.value.kind == "not-your-turn"
    batch.roll([0, 0, 0])
    batch.roll()
    assert kept(batch) == before


@each_game
def test_states_of_another_kind(kind: Kind) -> None:
    """Of another game, on other terms, and such as are none."""
    batch = kind.batch(2, seed=1)
    batch.playout(8)
    good, before = batch.state(0), kept(batch)
    strangers = [[good, each.batch(1).state(0)] for each in KINDS if each is not kind]
    differing = outrider.batch(kind.id, 1, options=kind.other_options).state(0)
    for states in (*strangers, [good, differing], [good, None], [good, good, good], [good]):
        with pytest.raises(Refusal) as raised:
            batch.put(states)
        assert raised.value.kind == "malformed"
        assert kept(batch) == before


def made_up(kind: Kind, good: Any) -> list[Any]:
    """States that no game has made: numbers out of their bounds, and what are no numbers."""
    changes: list[dict[str, Any]] = [{"setting": None}]
    if kind is SKIRMINION:
        words = [[*good.words[:at], number, *good.words[at + 1 :]] for at in range(8)
                 for number in (2**64 - 1, 2**64, -1, None)]  # fmt: skip
        changes += [{"words": tuple(each)} for each in words]
        changes += [{"words": None}, {"words": ()}, {"words": good.words * 2}]
        changes += [{"rolled": rolled} for rolled in ((7,), (3, 4), (0,), None, "6", (None,))]
        changes += [{"declared": number} for number in (-1, 9, 99, "2", 2.5)]
        strangers: tuple[Any, ...] = ("green", 1, [], ("red",))
        changes += [{"initiative": seat} for seat in strangers]
    else:
        numbers = np.frombuffer(good.record, np.int64)
        for at in range(min(len(numbers), 80)):
            for number in (-(2**62), -7, 99, 2**40):
                other = numbers.copy()
                other[at] = number
                changes.append({"record": other.tobytes()})
        changes += [{"record": record} for record in (None, b"", good.record[:-8], "x", [1])]
    return [replace(good, **change) for change in changes]


def why_not_put(batch: Any, states: list[Any]) -> Refusal | None:
    try:
        batch.put(states)
    except Refusal as refusal:
        return refusal
    return None


@each_game
def test_states_that_no_game_has_made(kind: Kind) -> None:
    """Refused whole; and what is taken nevertheless is what the game itself would read."""
    batch = kind.batch(2, seed=1)
    batch.roll()
    good, before = batch.state(0), kept(batch)
    taken = 0
    for state in made_up(kind, good):
        refused = why_not_put(batch, [good, state])
        if refused is not None:
            assert refused.kind == "malformed" and refused.message.startswith("state 1")
            assert kept(batch) == before
            continue
        taken += 1
        assert kind.game.load(kind.game.dump(state)) == state
        batch = kind.batch(2, seed=1)
        batch.roll()
    assert taken <= len(made_up(kind, good)) // 4
    for states in (None, 7, [None, None], ["x", good], [good, object()]):
        with pytest.raises(Refusal):
            batch.put(states)  # type: ignore[arg-type]


@each_game
def test_a_name_makes_no_other_numbers(kind: Kind) -> None:
    """A variant's numbers count, whatever it is called."""
    figure = kind.game.figures[0]
    changed = {"set": {figure.name: figure.number(figure.default - 1)}}
    named = [
        outrider.batch(
            kind.id,
            2,
            options=kind.options,
            variant={"outrider_variant": 1, "game": kind.id, "name": name, **changed},
        )
        for name in ("one", "another")
    ]
    named[0].put(named[1].states())
    assert kept(named[0])[0] == kept(named[1])[0]
    with pytest.raises(Refusal, match="numbers"):
        named[0].put(kind.batch(2).states())
    with pytest.raises(Refusal, match="numbers"):
        kind.batch(2).put(named[0].states())


@each_game
def test_numbers_of_arrays_are_whole_numbers(kind: Kind) -> None:
    batch = kind.batch(np.int64(3), np.uint8(5))  # type: ignore[arg-type]
    other = kind.batch(3, 5)
    assert len(batch) == 3 and kept(batch) == kept(other)
    played = batch.playout(np.int32(4), threads=np.int64(2))  # type: ignore[arg-type]
    assert (played == other.playout(4)).all() and kept(batch) == kept(other)


@each_game
def test_numbers_out_of_bounds(kind: Kind) -> None:
    for games in (0, -1, MOST_GAMES + 1, 2.0, "3", None, True):
        with pytest.raises(Refusal):
            kind.batch(games)  # type: ignore[arg-type]
    batch = kind.batch(2, seed=1)
    before = kept(batch)
    for seed in (-1, 2**63, 0.5, "1", None, True):
        with pytest.raises(Refusal):
            kind.batch(1, seed)  # type: ignore[arg-type]
        with pytest.raises(Refusal):
            batch.seed(seed)  # type: ignore[arg-type]
    for most, threads in ((-1, 1), (1.5, 1), (None, 1), (3, 0), (3, -2), (3, 5000), (3, True)):
        with pytest.raises(Refusal):
            batch.playout(most, threads)  # type: ignore[arg-type]
    assert kept(batch) == before


@each_game
def test_actions_that_have_no_numbers_and_numbers_that_are_no_action(kind: Kind) -> None:
    batch = kind.batch(1)
    strangers = [each.game.read_action("end") for each in KINDS if each is not kind]
    for stranger in (*strangers, None, "end", 3):
        with pytest.raises(Refusal):
            batch.code(stranger)
    for code in ([], [1, 2], [-1] * batch.width, [99_999] * batch.width, ["x"] * batch.width, 5,
                 [1.0] * batch.width, None):  # fmt: skip
        with pytest.raises(Refusal):
            batch.action(code)  # type: ignore[arg-type]


def test_games_without_batches_and_wrong_terms() -> None:
    with pytest.raises(Refusal, match="not played in batches"):
        PEBBLES.batch(PEBBLES.terms(), 2, 0)
    with pytest.raises(Refusal):
        outrider.batch("no-such-game", 2)
    with pytest.raises(Refusal):
        outrider.batch("skirminion", 2, table={"size": [8, 8]})
    with pytest.raises(Refusal):
        outrider.batch("basic", 2, options={"zone": 99})


@pytest.mark.parametrize(
    "code", [[0, 1, 0, 0], [0, 0, 0, 7], [2, 1, 6, 5], [3, 1, 0, 0], [3, 0, 1, 1]]
)
def test_numbers_that_basic_has_no_use_for(code: list[int]) -> None:
    """BSK-T1: an end, an attack and a command have one way each to be written."""
    batch = BASIC.batch(1)
    with pytest.raises(Refusal, match="is no action"):
        batch.action(code)
    found = batch.check([code])
    assert found is not None
