#!/usr/bin/env python3
"""Print the table rule | from | code | tests into each game's README, and that of the numbers that
a variant may change; --check only compares.

A rule that no code or no test names is an error.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from outrider.core.game import Game
from outrider.games import built_in

ROOT = Path(__file__).resolve().parent.parent
RULES = "<!-- rules -->\n", "<!-- end of rules -->\n"
NUMBERS = "<!-- numbers -->\n", "<!-- end of numbers -->\n"


def naming(id: str, files: Iterable[Path], home: Path) -> list[str]:
    """The files that name a rule."""
    word = re.compile(rf"\b{id}\b")
    return [
        f"`{file.relative_to(home)}`"
        for file in sorted(files)
        if word.search(file.read_text("utf-8"))
    ]


def table(game: Game[Any, Any], folder: Path) -> tuple[str, list[str]]:
    """The table, and what is missing from it."""
    tests = ROOT / "tests" / "games" / folder.name
    rows = ["| rule | from | code | tests |", "|---|---|---|---|"]
    missing = []
    for rule in game.rulebook():
        code = naming(rule.id, folder.rglob("*.py"), folder)
        proofs = naming(rule.id, tests.rglob("test_*.py"), tests)
        missing += [f"no code names {rule.id}"] * (not code)
        missing += [f"no test names {rule.id}"] * (not proofs)
        rows.append(f"| {rule.id} | {rule.source} | {' '.join(code)} | {' '.join(proofs)} |")
    return "\n".join(rows) + "\n", missing


def numbers(game: Game[Any, Any]) -> str:
    """The table of the numbers that may change."""
    rows = ["| number | default | from | to | rule | |", "|---|---|---|---|---|---|"]
    for figure in game.figures:
        said = " | ".join(map(figure.shown, (figure.default, figure.low, figure.high)))
        rows.append(f"| {figure.name} | {said} | {figure.rule} | {figure.sentence} |")
    return "\n".join(rows) + "\n"


def put(text: str, marks: tuple[str, str], made: str) -> str:
    """The text with that between its marks; at its end, where it has none yet."""
    begin, end = marks
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return before + begin + made + end + after


def main() -> int:
    checking = "--check" in sys.argv[1:]
    faults = []
    for game in built_in():
        folder = Path(sys.modules[type(game).__module__].__file__ or "").parent
        readme = folder / "README.md"
        text = readme.read_text("utf-8")
        made, missing = table(game, folder)
        faults += missing
        new = put(text, RULES, made)
        if game.figures:
            new = put(new, NUMBERS, numbers(game))
        if new != text and checking:
            faults.append(f"{readme.relative_to(ROOT)} is out of date: run {Path(__file__).name}")
        elif new != text:
            readme.write_text(new, "utf-8")
    print("\n".join(faults) or "every rule has its code and its test")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
