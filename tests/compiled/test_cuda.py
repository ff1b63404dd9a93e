"""What GPUs run: compiled everywhere, and where there is one, run and compared with the CPU."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import outrider
from compiled import cards
from outrider import Refusal
from outrider.compiled.cuda import kept as keeping
from outrider.compiled.cuda.kept import ELSEWHERE, Kernels, kept, path_of
from outrider.compiled.cuda.threads import thread
from outrider.rl.arena import card_kernels

GAMES = ("skirminion", "basic")
ENVIRONMENT = "environment"
NAMES = {"look", "wrong", "senseless", "play", "fall", "throw", "pick", "playouts"}


ENVIRONMENTS = {"step", "drawn"}


def has_card() -> bool:
    if importlib.util.find_spec("cupy") is None:
        return False
    try:
        outrider.batch("skirminion", 1, device="cuda")
    except Refusal:
        return False
    return True


def kernels(game: str) -> Kernels:
    if game == ENVIRONMENT:
        found = card_kernels(outrider.game("skirminion"))
    else:
        found = outrider.game(game).card_kernels()
    assert isinstance(found, Kernels)
    return found


@pytest.mark.plain
@pytest.mark.parametrize("game", [*GAMES, ENVIRONMENT])
def test_all_that_a_card_runs_is_compiled_without_one(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernels(game)
    assert found.threads.keys() > (ENVIRONMENTS if game == ENVIRONMENT else NAMES)
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
@pytest.mark.skipif(not has_card(), reason="no GPU: what one runs was compiled, and not run")
def test_an_environment_on_a_card_is_the_same() -> None:
    given = cards.ENVIRONMENTS, cards.STEPS
    assert cards.stepped(*given, "cuda") == cards.stepped(*given, "cpu")


@pytest.mark.plain
@pytest.mark.skipif(not has_card(), reason="no GPU: what one runs was compiled, and not run")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_plays_as_the_processor_does(game: str) -> None:
    """Positions, lists, endings and random numbers, more than a million of them."""
    given = game, cards.GAMES[game], cards.STEPS
    assert cards.played(*given, "cuda") == cards.played(*given, "cpu")
