"""What is kept on disk is compiled anew when any source it was made from has changed."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import outrider

SOURCE = Path(outrider.__file__).parent
ROOMS = ("compiled", "games", "bots", "rl", "table.kernel")
"""Where compiled code and the numbers in it come from. What else is imported (`core`, the table's
plain Python) gives types and words to the facade, and an inch has a thousand thousandths."""

STAMPS = """
from outrider.bots.basic.kernel import entry
for name in ("played", "decided"):
    print(name, getattr(entry, name)._cache._cache_file._source_stamp)
"""


def python(code: str, home: Path, cache: Path) -> list[str]:
    """The lines that a program prints which takes its modules from another place. Nobody measures
    what it covers: that is no source of ours."""
    ours = ("COVERAGE", "NUMBA_DISABLE_JIT")
    given = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    given |= {"PYTHONPATH": str(home), "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=given, cwd=home)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_a_changed_rule_of_a_game_makes_the_bots_kernel_anew(tmp_path: Path) -> None:
    """BSK-C2: otherwise bots go on playing the game as it was. Its numbers are data, and need no
    compiler."""
    leave = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(SOURCE, tmp_path / "outrider", ignore=leave)
    cache = tmp_path / "cache"
    before = python(STAMPS, tmp_path, cache)
    changed(tmp_path / "outrider" / "games" / "basic" / "numbers.py", "damage=3", "damage=1")
    assert before == python(STAMPS, tmp_path, cache)
    rule = tmp_path / "outrider" / "games" / "basic" / "kernel" / "combat.py"
    changed(rule, "face >= statistic(numbers, unit, ", "face > statistic(numbers, unit, ")
    after = python(STAMPS, tmp_path, cache)
    assert len(before) == len(after) == 2
    assert all(old != new for old, new in zip(before, after, strict=True))


def changed(path: Path, old: str, new: str) -> None:
    """Write a source file anew, one place in it changed."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_an_entry_counts_with_the_numbers_of_today(tmp_path: Path) -> None:
    """The whole way, compiler and cache: the number stands in another folder than the kernel."""
    for folder, text in {
        "rules": "DAMAGE = 3\n",
        "thinking": "import rules\n"
        "from outrider.compiled import entry\n"
        "@entry(rules)\n"
        "def twice() -> int:\n"
        "    return 2 * rules.DAMAGE\n",
    }.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text, "utf-8")
    (tmp_path / "outrider").symlink_to(SOURCE)
    code = "import thinking; print(thinking.twice(), sum(thinking.twice.stats.cache_hits.values()))"
    cache = tmp_path / "cache"
    assert python(code, tmp_path, cache) == ["6 0"]
    assert python(code, tmp_path, cache) == ["6 1"]
    (tmp_path / "rules" / "__init__.py").write_text("DAMAGE = 1\n", "utf-8")
    assert python(code, tmp_path, cache) == ["2 0"]


def imported(path: Path) -> set[Path]:
    """The modules of those rooms that a module imports as it is loaded."""
    found: set[Path] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("outrider."):
            inside = (node.module or "").removeprefix("outrider.")
            names = [inside, *(f"{inside}.{alias.name}" for alias in node.names)]
            for name in names:
                module = (SOURCE / name.replace(".", "/")).with_suffix(".py")
                if module.exists() and name.startswith(ROOMS):
                    found.add(module)
    return found


def sources(path: Path) -> set[Path]:
    """A module and everything in those rooms it is made from."""
    found, left = {path}, [path]
    while left:
        for module in imported(left.pop()) - found:
            found.add(module)
            left.append(module)
    return found


def told(path: Path) -> list[set[Path]]:
    """For each entry in a module the folders its decorator names, its own and the compiler's."""
    tree = ast.parse(path.read_text("utf-8"))
    homes = {path.parent, SOURCE / "compiled"}
    packages: dict[str, Path] = {}
    groups: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inside = f"{node.module}.{alias.name}".removeprefix("outrider.")
                packages[alias.asname or alias.name] = SOURCE / inside.replace(".", "/")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            groups[ast.unparse(node.targets[0])] = node.value.elts
    found = []
    for node in tree.body:
        for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if not (isinstance(mark, ast.Call) and ast.unparse(mark.func) == "entry"):
                assert ast.unparse(mark) != "entry", f"{path}: told nothing"
                continue
            given = [
                each
                for word in mark.args
                for each in (
                    groups[ast.unparse(word.value)] if isinstance(word, ast.Starred) else [word]
                )
            ]
            found.append(homes | {packages[ast.unparse(each)] for each in given})
    return found


MODULES = sorted(SOURCE.rglob("*.py"))
WITH_ENTRIES = [path for path in MODULES if "\n@entry" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_ENTRIES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_entry_is_told_all_its_folders(path: Path) -> None:
    """A source in a folder that it was not told could change unnoticed."""
    entries = told(path)
    assert entries
    for folders in entries:
        assert {module.parent for module in sources(path)} <= folders


def test_there_is_one_entry() -> None:
    """Three of them knew three different sets of folders."""
    assert len(WITH_ENTRIES) > 5
    for path in MODULES:
        if path != SOURCE / "compiled" / "jit.py":
            assert "def entry(" not in path.read_text("utf-8"), path


def test_an_entry_from_the_cache_can_be_called_by_another(tmp_path: Path) -> None:
    """What linking needs is forgotten after loading, and read again when it is asked for."""
    (tmp_path / "kernel.py").write_text(
        "from outrider.compiled import entry\n"
        "@entry()\n"
        "def inner(a: int) -> int:\n"
        "    return 3 * a if a < 100 else inner(a - 1)\n"
        "@entry()\n"
        "def outer(a: int) -> int:\n"
        "    return inner(a) + 1\n",
        "utf-8",
    )
    (tmp_path / "outrider").symlink_to(SOURCE)
    cache = tmp_path / "cache"
    assert python("import kernel; print(kernel.inner(102))", tmp_path, cache) == ["297"]
    both = (
        "import kernel\n"
        "print(kernel.inner(2), kernel.outer(104))\n"
        "print(*(sum(each.stats.cache_hits.values()) for each in (kernel.inner, kernel.outer)))"
    )
    assert python(both, tmp_path, cache) == ["6 298", "1 0"]
    assert python(both, tmp_path, cache) == ["6 298", "1 1"]
