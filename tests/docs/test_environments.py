"""docs/environments.md tells the truth: its examples run, and its tables are those of the code."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from outrider.games import built_in

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs" / "environments.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)


def test_the_examples_run_and_print_what_the_document_shows() -> None:
    assert len(BLOCKS) >= 6 and all(block.startswith(">>> ") for block in BLOCKS)
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    for number, block in enumerate(BLOCKS):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", None, 0)
        assert test.examples
        failed = runner.run(test, out=said.append, clear_globs=False).failed
        assert not failed, "".join(said)
        names.update(test.globs)


def test_the_tables_are_those_of_the_code() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "environment_tables.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"### {game.title}\n" in DOC for game in built_in())
