"""docs/python.md tells the truth: its examples run, and its tables are those of the code."""

import ast
import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.compiled.batch import Batch
from outrider.games.basic.actions import ACTIONS as OF_BASIC
from outrider.games.basic.kernel import layout as basic
from outrider.games.skirminion.actions import ACTIONS as OF_SKIRMINION
from outrider.games.skirminion.kernel import layout as skirminion
from outrider.games.skirmish.kernel import layout as skirmish
from outrider.games.skirmish.reasons import NAMES as SKIRMISH_KINDS
from outrider.games.skirmishers.kernel import layout as skirmishers
from outrider.play.many import Terms

DOC = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)


def test_the_examples_run_and_print_what_the_document_shows() -> None:
    assert len(BLOCKS) >= 7 and all(block.startswith(">>> ") for block in BLOCKS)
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    for number, block in enumerate(BLOCKS):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", None, 0)
        assert test.examples
        failed = runner.run(test, out=said.append, clear_globs=False).failed
        assert not failed, "".join(said)
        names.update(test.globs)


def rows(chapter: str, head: str) -> list[list[str]]:
    """The table with that head in a chapter, row by row."""
    part = DOC.split(f"## {chapter}\n", 1)[1]
    table = part[part.index(f"| {head} |") :].split("\n\n", 1)[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]
    ]


def test_every_method_of_a_batch_is_in_the_table() -> None:
    """With the arguments that it has, and what they are if they are not given."""
    told = {row[0].strip("`").split("(")[0]: row[0].strip("`") for row in rows("A batch", "method")}
    methods = {
        name: method
        for name, method in inspect.getmembers(Batch, inspect.isfunction)
        if not name.startswith("_")
    }
    assert set(told) == set(methods)
    for name, text in told.items():
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        wanted = inspect.signature(methods[name]).parameters
        positional = [arg.id for arg in call.args if isinstance(arg, ast.Name)]
        given = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
        assert [*positional, *given] == list(wanted)[1:], name
        for argument, default in given.items():
            assert wanted[str(argument)].default == default, name


def test_what_makes_a_batch_is_told() -> None:
    call = re.search(r"`outrider\.(batch\(.*?\))`", DOC, re.DOTALL)
    assert call is not None
    told = re.findall(r"(\w+)(?:=[\w\"]+)?[,)]", call[1])
    named = list(inspect.signature(outrider.batch).parameters)
    assert named.pop() == "terms" and sorted(told) == sorted([*named, *Terms.__annotations__])


@pytest.mark.parametrize(
    ("id", "title", "actions", "layout"),
    [
        ("skirminion", "Skirminion", OF_SKIRMINION, skirminion),
        ("basic", "Basic", OF_BASIC, basic),
    ],
)
def test_the_numbers_are_those_of_the_kernels(
    id: str, title: str, actions: Any, layout: Any
) -> None:
    names = {"siege": "BESIEGE"}
    kinds = {row[1]: int(row[0]) for row in rows(title, "kind")}
    assert set(kinds) == set(actions.kinds)
    for name, number in kinds.items():
        assert getattr(layout, names.get(name, name.upper())) == number
    batch = outrider.batch(id, 1)
    endings = {int(row[0]): ([row[1]] if row[1] else [], row[2]) for row in rows(title, "ending")}
    assert endings == {
        number: (list(outcome.winners), outcome.reason.split(" [")[0])
        for number, outcome in batch._outcomes().items()
    }
    text = DOC.split(f"### {title}\n", 1)[1]
    assert f"`W` is {batch.width} and `K` is {batch.most_actions}:" in text.split("|")[0]


def test_the_numbers_of_skirmish_are_those_of_its_kernel() -> None:
    """Kinds by their names, and endings."""
    kinds = {int(row[0]): row[1] for row in rows("Skirmish", "kind")}
    assert kinds == dict(enumerate(SKIRMISH_KINDS))
    endings = [int(row[0]) for row in rows("Skirmish", "ending")]
    assert endings == [skirmish.REPORTED, skirmish.LAST_LEFT, skirmish.NOBODY_LEFT,
                       skirmish.LIMIT_REACHED]  # fmt: skip
    assert f"`W` is {skirmish.ACTION}, and" in DOC.split("### Skirmish\n", 1)[1]


def test_the_numbers_of_skirmishers_are_those_of_its_kernel() -> None:
    """Kinds by their names, and endings by the formula that is told."""
    kinds = {int(row[0]): row[1] for row in rows("Skirmishers", "kind")}
    names = {name: number for number, name in kinds.items()}
    read = outrider.game("skirmishers").read_action
    said = ("end", "move R1 4,6", "fight R1 B1", "fire R1 B1", "choose R1", "return-fire",
            "defensive-fire", "hold", "wait")  # fmt: skip
    batch = outrider.batch("skirmishers", 1)
    found = {text.split()[0]: batch.code(read(text))[skirmishers.KIND] for text in said}
    assert found == {"fight" if name == "strike" else name: at for name, at in names.items()}
    limit, met = (row[0] for row in rows("Skirmishers", "ending"))
    assert int(limit) == skirmishers.LIMIT_REACHED
    assert met == f"{skirmishers.MET} + {skirmishers.ENDS} times R + B"
    assert f"`W` is {batch.width}, and" in DOC.split("### Skirmishers\n", 1)[1]
