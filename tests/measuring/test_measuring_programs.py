"""Every program of bench/ runs, from its first line to its last, in a tiny way."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 900
"""Seconds, also where kernels have to be compiled first and others are at work."""
ELSEWHERE = ("botbowl_games.py", "pgx_games.py")
"""Other Pythons run them, which have what they import."""
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "bench").rglob("*.py"))
    if path.name not in ELSEWHERE and "node_modules" not in path.parts
}
PEERS = ("chess", "pyspiel")
WITHOUT_PEERS = f"""
import runpy, sys
for name in {PEERS}:
    sys.modules[name] = None
runpy.run_module("bench", run_name="__main__", alter_sys=True)
"""


def is_program(path: Path) -> bool:
    """Whether it does anything when it is run."""
    return any(
        isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)
        for node in ast.parse(path.read_text("utf-8")).body
    )


PROGRAMS = [name.removesuffix(".__main__") for name, path in MODULES.items() if is_program(path)]


def started(words: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """A process of this Python, in a folder of its own."""
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True, text=True, check=False, cwd=folder, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OUTRIDER_BOTBOWL": "", "OUTRIDER_PGX": ""},
    )  # fmt: skip


def imported(path: Path) -> set[str]:
    """The rooms of bench/ that a room imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in (node.module, *named) if name in MODULES}
    return found - {"bench"}


def test_there_are_programs() -> None:
    assert {"bench", "bench.load", "bench.strength"} <= set(PROGRAMS)


def test_every_room_belongs_to_a_program() -> None:
    """What no program needs has no tiny run, and nobody would see it break."""
    reached = {name for name in MODULES if name.removesuffix(".__main__") in PROGRAMS}
    waiting = list(reached)
    while waiting:
        new = imported(MODULES[waiting.pop()]) - reached
        reached |= new
        waiting += new
    assert set(MODULES) - reached <= {"bench"}


LONGEST = ("bench",)
"""Its tiny run takes half a minute. All of it but the peers is run below."""


@pytest.mark.parametrize(
    "program",
    [pytest.param(name, marks=pytest.mark.slow if name in LONGEST else ()) for name in PROGRAMS],
)
def test_a_tiny_run(program: str, tmp_path: Path) -> None:
    done = started(["-m", program, "--tiny"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\d", done.stdout), "it prints what it found"
    told = re.findall(r"^(\d+) of (\d+), about \S+ \S+ left: \S", done.stderr, re.MULTILINE)
    assert told, "it says how far it is"
    assert told[-1][0] == told[-1][1], "and comes to the end of it"
    assert list(tmp_path.iterdir()) == [], "a tiny run keeps nothing"


def rows_of(file: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in json.loads(file.read_text("utf-8"))["rows"]}


def test_without_the_peers(tmp_path: Path) -> None:
    """They are not part of what `make test` installs: their rows are left out with a word."""
    file, page = tmp_path / "found.json", tmp_path / "page.md"
    words = ["--tiny", "--json", str(file), "--markdown", str(page)]
    done = started(["-c", WITHOUT_PEERS, *words], tmp_path)
    assert done.returncode == 0, done.stderr
    rows = rows_of(file)
    missing = {id: row["missing"] for id, row in rows.items() if "missing" in row}
    cold = {"start.cold", "start.all"}
    peers = {id for id in rows if ".spiel" in id or id.endswith(".chess")}
    assert len(peers) == 6
    assert missing == {
        **dict.fromkeys(cold, "left out of a tiny run"),
        **dict.fromkeys(
            ("bowl.random", "whole.bowl.random", "whole.bowl.scripted"),
            "OUTRIDER_BOTBOWL names no Python that has botbowl",
        ),
        "vector.pgx": "OUTRIDER_PGX names no Python that has pgx",
        **{
            id: f"no {'pyspiel' if 'spiel' in id else 'chess'} here: make bench installs it"
            for id in peers
        },
    }
    assert all(row["best"] > 0 for id, row in rows.items() if id not in missing)
    text = page.read_text("utf-8")
    assert "load average: " in text and "the run took: " in text
    assert text.count("make bench installs it") == len(peers)


def test_some_rows_alone(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    words = ["-m", "bench", "--tiny", "--only", "bytes.skirminion", "vector.skirminion"]
    done = started([*words, "--json", str(file)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert rows_of(file).keys() == {"vector.skirminion", "bytes.skirminion"}
    told = {each["row"] for each in json.loads(file.read_text("utf-8"))["targets"]}
    assert told == {"vector.skirminion"}, "nothing is told of what was not measured"
    done = started(["-m", "bench", "--tiny", "--only", "chess"], tmp_path)
    assert done.returncode == 1 and "no row's id begins with chess" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(
    "postgres" in os.environ.get("OUTRIDER_MISSING", "").split(), reason="PostgreSQL is missing"
)
def test_load_with_postgresql(tmp_path: Path) -> None:
    done = started(["-m", "bench.load", "--tiny", "--database", "postgresql"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "PostgreSQL, 2 server processes" in done.stdout


@pytest.mark.slow
def test_a_quick_run_measures_every_row(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    done = started(["-m", "bench", "--quick", "--json", str(file)], tmp_path)
    assert done.returncode == 0, done.stderr
    there = {id: row for id, row in rows_of(file).items() if "missing" not in row}
    assert all(row["best"] > 0 and row["runs"] for row in there.values())
    assert {"start.cold", "skirmish.odds"} <= set(there)
