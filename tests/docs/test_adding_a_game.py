"""docs/adding-a-game.md tells the truth: its excerpts, its commands, and how games are found."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.cli.referee import Referee
from outrider.core.wire import dumps
from outrider_pebbles.game import Pebbles

ROOT = Path(__file__).resolve().parents[2]
PEBBLES = ROOT / "examples" / "pebbles"
PACKAGE = PEBBLES / "outrider_pebbles"
DOC = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
DISCOVERY: Any = import_module("outrider.games")  # as an attribute, `outrider.games` is a function
DECLARED = tomllib.loads((PEBBLES / "pyproject.toml").read_text("utf-8"))["project"][
    "entry-points"
][DISCOVERY.GROUP]
INSTALL = "pip install -e examples/pebbles"
STANDARD = {"game", "options", "phase", "pending", "result"}


@dataclass(frozen=True)
class Block:
    """A fenced block of the document."""

    language: str
    lines: tuple[str, ...]


BLOCKS = [
    Block(found[1], tuple(found[2].splitlines()))
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
]
EXCERPTS = [block for block in BLOCKS if block.language != "console"]

# -- excerpts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", EXCERPTS, ids=lambda block: block.lines[1].strip()[:40])
def test_excerpts_stand_in_the_example(block: Block) -> None:
    """The first line names the file; the others stand in it, one after another, word for word."""
    assert block.language in ("python", "toml", "js")
    named = re.fullmatch(r"(?:#|//) (examples/pebbles/\S+)", block.lines[0])
    assert named is not None, f"{block.lines[0]} names no file of the example"
    excerpt, lines = list(block.lines[1:]), (ROOT / named[1]).read_text("utf-8").splitlines()
    starts = range(len(lines) - len(excerpt) + 1)
    assert any(lines[at : at + len(excerpt)] == excerpt for at in starts)


def test_every_chapter_of_the_interface_is_there() -> None:
    assert len(EXCERPTS) >= 8
    assert re.findall(r"^## (\d+)\.", DOC, re.MULTILINE) == [str(n) for n in range(1, 15)]


def test_files_that_are_named_exist() -> None:
    paths = re.findall(r"`((?:src|tests|examples|scripts|docs)/[\w./-]+)`", DOC)
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path


def test_the_example_uses_what_the_document_says_it_must_have() -> None:
    game = Pebbles()
    assert set(game.dump(game.opening_position())) >= STANDARD
    named = set(re.findall(r"`(\w+)`", DOC.split("## 9.")[1].split("## 10.")[0]))
    assert named >= STANDARD
    assert hasattr(import_module("outrider_pebbles.writing"), "possible")


# -- the example's own papers ----------------------------------------------------------------------


def proofs_of(id: str) -> list[str]:
    tree = ast.parse((PEBBLES / "tests" / "test_pebbles.py").read_text("utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [node.name for node in functions if id in (ast.get_docstring(node) or "")]


def test_the_table_of_rules_is_true() -> None:
    """Every rule of Pebbles has code and a test that name it, and the README says where."""
    rows = ["| rule | from | code | tests |", "|---|---|---|---|"]
    for rule in Pebbles().rulebook():
        code = [
            file.name for file in sorted(PACKAGE.glob("*.py")) if rule.id in file.read_text("utf-8")
        ]
        tests = proofs_of(rule.id)
        assert code and tests, rule.id
        files, proofs = (" ".join(f"`{name}`" for name in names) for names in (code, tests))
        rows.append(f"| {rule.id} | {rule.source} | {files} | {proofs} |")
    table = "\n".join(["<!-- rules -->", *rows, "<!-- end of rules -->", ""])
    assert (PEBBLES / "README.md").read_text("utf-8").endswith(table), table


def test_the_example_cites_only_its_own_rules() -> None:
    known = {rule.id for rule in Pebbles().rulebook()}
    for file in (*PACKAGE.glob("*.py"), *(PEBBLES / "tests").glob("*.py")):
        assert set(re.findall(r"PEB-[A-Z]\d+", file.read_text("utf-8"))) <= known, file


# -- commands --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Runs a command where the example is installed: really built, in a folder of its own."""
    folder = tmp_path_factory.mktemp("shell")
    copy = shutil.copytree(PEBBLES, folder / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    home = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    home |= {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "OUTRIDER_DATA": str(folder / "data"),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": str(folder / "installed"),
    }

    def run(command: str, typed: str = "") -> str:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=ROOT,
            env=home,
            input=typed,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return "\n".join(line.rstrip() for line in done.stdout.splitlines())

    quietly = "python -m pip install --quiet --no-index --no-deps --no-build-isolation"
    run(f"{quietly} --target '{folder / 'installed'}' '{copy}'")
    return run


def commands() -> Iterator[tuple[str, str]]:
    """Every command of the document, and the output that stands below it."""
    for block in BLOCKS:
        if block.language == "console":
            text = "\n".join(block.lines).replace("\\\n", "")
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield command, output.rstrip("\n")


def test_commands_run_and_print_what_the_document_shows(shell: Callable[..., str]) -> None:
    """Nobody types anything: `play` keeps the game and ends. The fixture has installed it."""
    found = list(commands())
    assert INSTALL in [command for command, _ in found]
    for command, output in found:
        if command != INSTALL:
            printed = shell(command)
            assert not output or printed == output, command


def test_the_installed_game_is_played_at_the_terminal(shell: Callable[..., str]) -> None:
    assert "cannot be used" not in shell("outrider games")
    printed = shell("outrider play pebbles --seed 7 -o heap=3", "take 4\n" + "take 1\n" * 3)
    assert "Refused PEB-T2" in printed
    assert "Red wins: red took the last pebble [PEB-V1]." in printed


# -- how games are found ---------------------------------------------------------------------------


@pytest.fixture
def fresh() -> Iterator[None]:
    """Games are looked for once; here again, and once more when all is as it was."""
    DISCOVERY.installed.cache_clear()
    yield
    DISCOVERY.installed.cache_clear()


Discover = Callable[[dict[str, str]], Any]


@pytest.fixture
def discover(fresh: None, monkeypatch: pytest.MonkeyPatch) -> Discover:
    """What is found when other packages bring these entry points, value by name."""

    def found(values: dict[str, str]) -> Any:
        points = EntryPoints(
            EntryPoint(name, value, DISCOVERY.GROUP) for name, value in values.items()
        )
        monkeypatch.setattr(DISCOVERY, "entry_points", lambda group: points.select(group=group))
        return DISCOVERY.installed()

    return found


def ask(referee: Referee, **request: Any) -> Any:
    answer = referee.answer(dumps(request).encode("utf-8"))
    assert answer["ok"], answer
    return answer


def play_through(game: str, seats: int) -> Any:
    """A whole game through the referee, everybody taking as much as possible; its result."""
    referee = Referee()
    state = ask(referee, do="new", game=game, seats=seats)["state"]
    while state["result"] is None:
        if "roll" in state["pending"]:
            state = ask(referee, do="roll", faces=[3])["state"]
            continue
        (seat,) = state["pending"]["decide"]
        *_, most, _pass = ask(referee, do="legal", seat=seat)["actions"]
        assert ask(referee, do="odds", seat=seat, action=most)["odds"]
        state = ask(referee, do="play", seat=seat, action=most)["state"]
    again = Referee()
    record = ask(referee, do="record")["record"]
    assert ask(again, do="load", record=record)["state"] == state
    return state["result"]


@pytest.mark.parametrize(("seats", "winner"), [(2, "red"), (3, "red"), (4, "green")])
def test_a_game_from_a_package(discover: Discover, seats: int, winner: str) -> None:
    """Way (b). Of 21 pebbles in threes the seventh turn takes the last."""
    found = discover(DECLARED)
    assert set(found.games) > {"pebbles"} and found.broken == {}
    assert isinstance(outrider.game("pebbles"), Pebbles)
    described = [game["id"] for game in ask(Referee(), do="games")["games"]]
    assert described == sorted(found.games)
    reason = f"{winner} took the last pebble [PEB-V1]"
    assert play_through("pebbles", seats) == {"winners": [winner], "reason": reason}


def test_a_game_in_a_folder(
    discover: Discover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Way (a): the same files as a folder of outrider.games, and nothing else is done."""
    folder = tmp_path / "cobbles"
    folder.mkdir()
    for file in (*PACKAGE.glob("*.py"), *PACKAGE.glob("*.toml")):
        text = file.read_text("utf-8").replace("outrider_pebbles", "outrider.games.cobbles")
        (folder / file.name).write_text(text.replace('"pebbles"', '"cobbles"'), "utf-8")
    monkeypatch.setattr(DISCOVERY, "__path__", [*DISCOVERY.__path__, str(tmp_path)])
    try:
        assert "cobbles" in discover({}).games
        assert outrider.game("cobbles").rulebook().find("PEB-T2") is not None
        assert play_through("cobbles", 2)["winners"] == ["red"]
    finally:
        for name in [name for name in sys.modules if name.startswith("outrider.games.cobbles")]:
            del sys.modules[name]
        vars(DISCOVERY).pop("cobbles", None)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_package.game:GAMES", "ModuleNotFoundError"),
        ("outrider_pebbles.game:NO_SUCH_NAME", "AttributeError"),
        ("outrider_pebbles.state:OPTIONS", "not a game"),
        ("outrider_pebbles.game:Pebbles", "not a game"),
        ("outrider_pebbles.game:GAMES", "there is a game pebbles already"),
    ],
)
def test_what_cannot_be_used_is_named_and_leaves_the_others(
    discover: Discover, capsys: pytest.CaptureFixture[str], value: str, reason: str
) -> None:
    """In the order of names: `stranger` comes after `pebbles`, before `zebra`."""
    found = discover({**DECLARED, "stranger": value, "zebra": "no_such_zebra:GAMES"})
    stranger = f"stranger ({value})"
    assert set(found.broken) == {stranger, "zebra (no_such_zebra:GAMES)"}
    assert reason in found.broken[stranger]
    assert play_through("pebbles", 2)["winners"] == ["red"]
    assert {game.id for game in outrider.installed_games()} == set(found.games) > {"pebbles"}
    import_module("outrider.cli.show").show_games(False)
    assert "stranger (" in (shown := capsys.readouterr().out) and "cannot be used" in shown


class Nameless(Pebbles):
    """A game that forgot its id."""

    id = None  # type: ignore[assignment]


@pytest.mark.parametrize("fault", ["exit", "nameless"])
def test_a_faulty_package_takes_nothing_with_it(
    discover: Discover, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    """Not even one that ends the program as it is imported."""
    (tmp_path / "leaving.py").write_text("raise SystemExit('goodbye')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module: Any = import_module("outrider_pebbles.game")
    monkeypatch.setattr(module, "NAMELESS", Nameless(), raising=False)
    value = {"exit": "leaving:GAMES", "nameless": "outrider_pebbles.game:NAMELESS"}[fault]
    found = discover({**DECLARED, "bad": value})
    assert list(found.broken) == [f"bad ({value})"]
    assert {"pebbles", "skirminion"} <= set(found.games)


def test_one_game_needs_no_tuple(discover: Discover, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = import_module("outrider_pebbles.game")
    monkeypatch.setattr(module, "ONE", Pebbles(), raising=False)
    assert "pebbles" in discover({"one": "outrider_pebbles.game:ONE"}).games
