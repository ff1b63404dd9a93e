#!/usr/bin/env python3
"""Print the table rule | from | code | tests into each game's README; --check only compares.

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
BEGIN, END = "<!-- rules -->\n", "<!-- end of rules -->\n"


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


def main() -> int:
    checking = "--check" in sys.argv[1:]
    faults = []
    for game in built_in():
        folder = Path(sys.modules[type(game).__module__].__file__ or "").parent
        readme = folder / "README.md"
        text = readme.read_text("utf-8")
        made, missing = table(game, folder)
        faults += missing
        before, _, rest = text.partition(BEGIN)
        _, _, after = rest.partition(END)
        new = before + BEGIN + made + END + after
        if new != text and checking:
            faults.append(f"{readme.relative_to(ROOT)} is out of date: run {Path(__file__).name}")
        elif new != text:
            readme.write_text(new, "utf-8")
    print("\n".join(faults) or "every rule has its code and its test")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
