"""docs/bots.md tells the truth: its examples run and print what stands below them."""

import doctest
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs" / "bots.md").read_text("utf-8")


def test_the_examples_run_and_print_what_the_document_shows() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", None, 0)
        assert test.examples
        assert not runner.run(test, out=said.append, clear_globs=False).failed, "".join(said)
        names.update(test.globs)


def test_the_entry_point_is_that_of_the_example() -> None:
    told = re.search(r"^```toml\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
    assert told is not None
    assert told[1] in (ROOT / "examples" / "tortoise" / "pyproject.toml").read_text("utf-8")
