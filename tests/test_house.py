"""The house stands as it was drawn: imports point one way, rooms are small, tables are true."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import outrider
from outrider.games import games

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "outrider"

FLOORS = {
    "core": 0,
    "compiled": 1,
    "dice": 1,
    "table": 2,
    "showing": 3,
    "games": 4,
    "play": 5,
    "endings": 5,
    "testing": 6,
    "bots": 6,
    "whole": 7,
    "rl": 7,
    "contests": 7,
    "analysis": 7,
    "puzzles": 7,
    "campaigns": 7,
    "lab": 8,
    "selfplay": 8,
    "web": 0,
    "server": 9,
    "visiting": 9,
    "cli": 10,
}
"""A module imports from its own floor's room or from a floor below."""

MODULES = sorted(SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> list[str]:
    """The rooms of outrider that a module imports from, at its top or inside functions."""
    rooms = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        modules: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            modules = [node.module or ""]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        for module in modules:
            parts = module.split(".")
            if parts[0] == "outrider" and len(parts) > 1:
                rooms.append(parts[1])
    return rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    here = room(path)
    if here not in FLOORS:
        assert here in ("__init__", "__main__", "_version"), f"{here} is on no floor"
        return
    for other in imported(path):
        if other == "_version":
            continue
        assert other == here or FLOORS[other] < FLOORS[here], f"{here} imports {other}"


def test_the_core_needs_the_standard_library_only() -> None:
    allowed = set(sys.stdlib_module_names) | {"outrider"}
    for path in (SOURCE / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] in allowed for alias in node.names), path
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] in allowed, path


def test_no_room_but_its_own_names_a_game() -> None:
    """A new game is a new folder: no list of games and no branch on one anywhere else."""
    names = re.compile("|".join(["skirminion", *(game.id for game in games())]), re.IGNORECASE)
    for path in MODULES:
        # What bots, environments and puzzles of a game need has a folder that is found by its name.
        homes = tuple(
            SOURCE / name
            for name in ("games", "endings", "bots", "whole", "analysis", "rl", "puzzles")
        )
        if any(path.is_relative_to(home) and path.parent != home for home in homes):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                node.body = [
                    part
                    for part in node.body
                    if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
                ]
        code = ast.unparse(tree)
        for line in code.splitlines():
            if "help=" not in line:
                assert not names.search(line), f"{path}: {line.strip()}"


def test_the_room_of_the_bots_stays_small() -> None:
    """What is not levels, search and judgement has a room of its own."""
    files = (SOURCE / "bots").rglob("*.py")
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < 6000


SCRIPTS = sorted((SOURCE / "web").rglob("*.js"))
SKINS = [*SOURCE.glob("games/*/web/*.js"), *ROOT.glob("examples/*/*/web/*.js")]
WIDEST = 100
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
VERBS = re.compile(
    r"""["'](?:attack|siege|declare|receive|fight|fire|return-fire|shoot|strike|land|tell|take"""
    r"""|ready|rush|bolster)["']|\b(?:fort|grenade|corpse|commander)s?\b""",
    re.IGNORECASE,
)
"""What only one game's rulebook says. To deploy and to move is common to all measured tables."""


def test_no_page_but_its_own_names_a_game() -> None:
    """Nor a game's verbs: what may be done and what it is called, the server tells."""
    names = re.compile("|".join(["skirminion", *(game.id for game in games())]), re.IGNORECASE)
    assert len(SCRIPTS) > 20 and len(SKINS) > 4
    for path in [*SCRIPTS, *(SOURCE / "web").rglob("*.html"), *(SOURCE / "web").rglob("*.css")]:
        # The pages call what is played here skirmish games: that is no game's name.
        code = COMMENTS.sub("", path.read_text("utf-8")).replace("kirmish games", "")
        for line in code.splitlines():
            found = names.search(line) or VERBS.search(line)
            assert not found, f"{path}: {line.strip()}"


def test_a_game_s_page_names_only_what_is_its_own() -> None:
    """A skin imports the shared library and itself."""
    for path in SKINS:
        for name in re.findall(r'(?:from|import\() ?"([^"]+)"', path.read_text("utf-8")):
            assert name.startswith(("./", "/static/board/", "/static/skins/")), f"{path}: {name}"


def test_scripts_keep_to_their_width() -> None:
    for path in [*SCRIPTS, *SKINS]:
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert len(line) <= WIDEST, f"{path}:{n} is wide"


def test_scripts_stay_small() -> None:
    for path in [*SCRIPTS, *SKINS]:
        assert len(path.read_text("utf-8").splitlines()) <= 500, f"{path} is long"


def test_a_page_s_situation_is_changed_in_one_place() -> None:
    """The type checker sees that nobody writes to its fields; this, that nobody replaces it."""
    writes = re.compile(r"\.now(?:\.\w+)*\s*(?:[-+?|&]{1,2})?=(?!=)|assign\([\w.]*\.now\b")
    found = [
        (path.name, line.strip())
        for path in SCRIPTS
        for line in path.read_text("utf-8").splitlines()
        if writes.search(line)
    ]
    assert found == [
        ("table.js", "this.now = unknown();"),
        ("table.js", "this.now = Object.freeze({ ...this.now, ...part });"),
    ]


def test_rooms_stay_small() -> None:
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]:
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= 500, f"{path} is long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                assert node.end_lineno - node.lineno <= 60, f"{path}: {node.name} is long"


LONGEST, MOST_PARAMETERS = 50, 8


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many a function has, itself not counted."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_functions_stay_small() -> None:
    found = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST or parameters(node) > MOST_PARAMETERS:
                    found.append(f"{path.relative_to(SOURCE).as_posix()}: {node.name}")
    assert found == []


def test_the_public_names_exist() -> None:
    assert sorted(outrider.__all__) == sorted(set(outrider.__all__))
    for name in outrider.__all__:
        assert getattr(outrider, name) is not None
    assert (SOURCE / "py.typed").exists()


def test_importing_outrider_is_cheap() -> None:
    """No compiler, no arrays, no terminal library before somebody needs them."""
    code = (
        "import sys, outrider; outrider.installed_games();"
        "print([name for name in ('numba', 'llvmlite', 'numpy', 'rich', 'typer')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_rule_that_code_cites_is_in_a_rulebook() -> None:
    known = {rule.id for game in games() for rule in game.rulebook()}
    prefixes = {id.split("-")[0] for id in known}
    cited = re.compile(rf"\b(?:{'|'.join(prefixes)})-[A-Z]\d+\b")
    for path in MODULES:
        assert set(cited.findall(path.read_text("utf-8"))) <= known, path


def test_the_tables_of_rules_are_up_to_date() -> None:
    """Each game's README names, for every rule, code that enforces it and a test that proves it."""
    command = [sys.executable, str(ROOT / "scripts" / "rules_table.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
