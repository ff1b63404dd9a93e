"""A game's rules in our own words, with their ids and with credit to the authors.

Where a number of the game stands, the wording has its name in braces: `{long.range}`, or with what
belongs to it `{long.attack:+}`. The text is made from the numbers; changed ones are marked and say
what they were. What an option is unless somebody says otherwise is written in the same way.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from outrider.core.figures import Figure
from outrider.core.options import Option
from outrider.core.variant import Variant, numbers_in

Marks = tuple[tuple[int, int], ...]
NAMED = re.compile(r"\{([a-z][a-z0-9._]*)(?::([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, and where it comes from: book, ruling, platform, or book + ruling where the
    book is silent about a part of it. `marks` are where in the text changed numbers stand, from and
    up to; `wording` has the numbers' names."""

    id: str
    source: str
    text: str
    marks: Marks = ()
    wording: str = ""
    lead: str = ""
    """What is said instead of the text where the `table` is shown, whose first row are headings; as
    it is written, with the numbers' names."""
    table: tuple[tuple[str, ...], ...] = ()

    def parts(self) -> list[tuple[str, bool]]:
        """The text in pieces, and of each whether it is a changed number."""
        made, at = [], 0
        for start, end in self.marks:
            made += [(self.text[at:start], False), (self.text[start:end], True)]
            at = end
        made.append((self.text[at:], False))
        return [part for part in made if part[0]]


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything a player needs to know to play."""

    title: str
    summary: str
    credits: str
    chapters: tuple[Chapter, ...]
    figures: tuple[Figure, ...] = ()
    options: tuple[Option, ...] = ()

    def __iter__(self) -> Iterator[Rule]:
        return (rule for chapter in self.chapters for rule in chapter.rules)

    def find(self, id: str) -> Rule | None:
        """The rule with that id, in any case of letters."""
        return next((rule for rule in self if rule.id == id.upper()), None)

    def by(self, variant: Variant | None) -> "Rulebook":
        """The same rules with changed numbers, which are marked."""
        if variant is None:
            return self
        chapters = [
            Chapter(
                chapter.title,
                tuple(self._numbered(rule, variant) for rule in chapter.rules),
            )
            for chapter in self.chapters
        ]
        return replace(self, chapters=tuple(chapters))

    @classmethod
    def of_package(
        cls,
        package: str,
        file: str = "rules.toml",
        figures: tuple[Figure, ...] = (),
        options: tuple[Option, ...] = (),
    ) -> "Rulebook":
        """Read the rulebook that lies beside a game's code, with the game's numbers in it and what
        its options are."""
        data = tomllib.loads((files(package) / file).read_text("utf-8"))
        summary = " ".join(data["summary"].split())
        authors = " ".join(data["credits"].split())
        bare = cls(data["title"], summary, authors, (), figures, options)
        chapters = tuple(
            Chapter(
                chapter["title"],
                tuple(bare._numbered(_read(rule), None) for rule in chapter["rules"]),
            )
            for chapter in data["chapters"]
        )
        return replace(bare, chapters=chapters)

    def _numbered(self, rule: Rule, variant: Variant | None) -> Rule:
        """The rule with its numbers."""
        if not self.figures and not self.options:
            return rule
        text, marks = self._filled(rule.wording, variant)
        return replace(rule, text=text, marks=marks)

    def tabled(self, rule: Rule, variant: Variant | None) -> list[list[tuple[str, bool]]]:
        """A rule's table with its numbers, and of each cell whether one of them is changed."""
        filled = [[self._filled(cell, variant) for cell in row] for row in rule.table]
        return [[(text, bool(marks)) for text, marks in row] for row in filled]

    def _filled(self, wording: str, variant: Variant | None) -> tuple[str, Marks]:
        """A wording with its numbers, and where in it the changed ones are."""
        known = {figure.name: figure for figure in self.figures}
        chosen = {option.name: str(option.default) for option in self.options}
        changed = numbers_in(variant)
        text, at = "", 0
        marks = []
        for found in NAMED.finditer(wording):
            name, behind = found[1], found[2] or ""
            text += wording[at : found.start()]
            at = found.end()
            begins = len(text)
            figure = known.get(name)
            if figure is None:
                text += chosen[name] + behind
                continue
            text += figure.shown(changed.get(name, figure.default)) + behind
            if name in changed:
                text += f" (not {figure.shown(figure.default)}{behind})"
                marks.append((begins, len(text)))
        return text + wording[at:], tuple(marks)


def _read(rule: Mapping[str, Any]) -> Rule:
    wording = " ".join(rule["text"].split())
    table = tuple(tuple(row) for row in rule.get("table", ()))
    return Rule(rule["id"], rule["source"], wording, (), wording, rule.get("lead", ""), table)
