"""What GPUs run: compiled everywhere, and where there is one, run and compared with the CPU."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

import outrider
from compiled import cards
from outrider import Refusal
from outrider.compiled.bits import COMPILING
from outrider.compiled.cuda import kept as keeping
from outrider.compiled.cuda.kept import ELSEWHERE, Kernels, kept, path_of
from outrider.compiled.cuda.threads import Thread, thread
from outrider.rl.arena import card_kernels
from outrider.rl.carded import WORDS
from outrider.rl.kernel.flow import AGAIN, LOOK

GAMES = ("skirminion", "basic")
ENVIRONMENT = "environment of "
NAMES = {"look", "wrong", "senseless", "play", "fall", "throw", "pick", "playouts"}


IN_ENVIRONMENTS = {"step", "drawn", "refused"}
ENVIRONMENTS = tuple(f"{ENVIRONMENT}{game}" for game in GAMES)


def has_card() -> bool:
    if importlib.util.find_spec("cupy") is None:
        return False
    try:
        outrider.batch("skirminion", 1, device="cuda")
    except Refusal:
        return False
    return True


def kernels(game: str) -> Kernels:
    if game.startswith(ENVIRONMENT):
        found = card_kernels(outrider.game(game.removeprefix(ENVIRONMENT)))
    else:
        found = outrider.game(game).card_kernels()
    assert isinstance(found, Kernels)
    return found


@pytest.mark.plain
@pytest.mark.parametrize("game", [*GAMES, *ENVIRONMENTS])
def test_all_that_a_card_runs_is_compiled_without_one(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernels(game)
    if game in ENVIRONMENTS:
        assert found.threads.keys() == IN_ENVIRONMENTS
    else:
        assert found.threads.keys() > NAMES
    for name, each in found.threads.items():
        text = kept(found, name, tmp_path).read_text("utf-8")
        assert text.count(".visible .entry outrider(") == 1 and ".version 8.0\n" in text
        # Besides the number of games, a number is one word; an array seven, and two more for each
        # dimension after the first.
        kinds = " ".join(each.types).split()
        words = sum(5 + 2 * int(kind[1:]) if kind[1:] else 1 for kind in kinds)
        assert text.count(".param .u64 outrider_param_") == 1 + words
        assert (".maxnreg" in text) == (each.registers is not None)
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))
    for name in found.threads:
        assert path_of(found, name) == tmp_path / found.file(name)


def empty(folder: Path) -> Kernels:
    """Kernels whose home is a folder."""
    module = ModuleType("nothing")
    module.__file__ = str(folder / "threads.py")

    @thread("I1 I")
    def fill(i: int, numbers: list[int], number: int) -> None:
        numbers[i] = number

    vars(module)["fill"] = fill
    return Kernels("nothing", module)


def test_what_was_compiled_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = empty(tmp_path)
    path = path_of(found, "fill")
    assert path.parent == tmp_path / "__pycache__" and ".entry outrider(" in path.read_text("utf-8")
    monkeypatch.setattr(keeping, "kept", None)
    assert path_of(found, "fill") == path


def test_what_was_made_elsewhere_has_to_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))
    with pytest.raises(Refusal, match="it is missing"):
        path_of(kernels("basic"), "look")
    (tmp_path / "basic-look-0123456789abcdef.ptx").write_text("", "utf-8")
    with pytest.raises(Refusal, match="made from other sources"):
        path_of(kernels("basic"), "look")


def test_a_thread_takes_what_it_says() -> None:
    def look(i: int, rows: list[int]) -> None: ...

    for takes in ("U2 I1", "X2", ""):
        with pytest.raises(TypeError, match="does not take"):
            thread(takes)(look)


@pytest.mark.skipif(has_card(), reason="there is a GPU")
def test_without_a_card_it_is_said() -> None:
    with pytest.raises(Refusal, match="GPU"):
        outrider.batch("skirminion", 3, device="cuda")


@pytest.mark.parametrize("device", ["tpu", "", None, 0])
def test_other_devices_are_unknown(device: object) -> None:
    with pytest.raises(Refusal, match='a device is "cpu" or "cuda"'):
        outrider.batch("basic", 3, device=device)  # type: ignore[arg-type]


def test_some_games_are_not_played_there() -> None:
    with pytest.raises(Refusal, match="Skirmish is not played on a GPU"):
        outrider.batch("skirmish", 3, device="cuda")
    assert outrider.game("skirmish").card_kernels() is None


@pytest.mark.plain
@pytest.mark.parametrize("game", GAMES)
def test_what_a_thread_does_is_what_the_processor_does(game: str) -> None:
    """What a card runs, run here: one game after another, with what is written lying as there."""
    games, steps = 24, 40
    vector = outrider.vector(game, games, seed=6)
    beside, arena = vector._batch.copy(), vector.arena
    found, shared = arena.on_card()
    step, drawn, refused = (alone(found.threads[name]) for name in ("step", "drawn", "refused"))
    word = WORDS[arena.together]
    seen = np.zeros((arena.observation // arena.together, games), word)
    marked = np.zeros((arena.actions // arena.together, games), word)
    now = vector._now
    besides = [each.copy() for each in (now.seats, now.rewards, now.earned, now.become)]
    out = seen, marked, *besides, seen.copy()
    actions, wrong = np.zeros(games, np.int64), np.zeros(games, np.bool_)
    given = beside.rows, shared, beside.randoms, beside.begins, actions, out
    each_of(games, step, *given, LOOK)
    for _ in range(steps):
        each_of(games, drawn, marked, beside.randoms, actions)
        assert (actions == vector.sample()).all()
        each_of(games, refused, marked, actions, wrong)
        assert not wrong.any()
        each_of(games, refused, marked, np.full(games, arena.actions), wrong)
        assert wrong.all()
        each_of(games, step, *given, AGAIN)
        told = vector.step(actions)
        rows = [each.T.copy().view(np.uint8) for each in (seen, marked)]
        assert (rows[0] == told[0]).all() and (rows[1] == told[4]["action_mask"]).all()
        assert (besides[0] == told[4]["seat"]).all() and (besides[2] == told[1]).all()
        assert (beside.rows == vector._batch.rows).all()


def alone(thread: Thread) -> Any:
    """A thread's function, compiled for the processor."""
    return numba.njit(thread.function) if COMPILING else thread.function


def each_of(games: int, run: Any, *given: Any) -> None:
    for game in range(games):
        run(game, *given)


@pytest.mark.plain
@pytest.mark.skipif(not has_card(), reason="no GPU: what one runs was compiled, and not run")
@pytest.mark.parametrize("game", GAMES)
def test_an_environment_on_a_card_is_the_same(game: str) -> None:
    given = game, cards.ENVIRONMENTS, cards.STEPS
    assert cards.stepped(*given, "cuda") == cards.stepped(*given, "cpu")


@pytest.mark.plain
@pytest.mark.skipif(not has_card(), reason="no GPU: what one runs was compiled, and not run")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_plays_as_the_processor_does(game: str) -> None:
    """Positions, lists, endings and random numbers, more than a million of them."""
    given = game, cards.GAMES[game], cards.STEPS
    assert cards.played(*given, "cuda") == cards.played(*given, "cpu")
