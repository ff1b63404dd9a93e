"""A game's rules in our own words, with their ids and with credit to the authors."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, and where it comes from: book, ruling, platform, or book + ruling where the
    book is silent about a part of it."""

    id: str
    source: str
    text: str


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

    def __iter__(self) -> Iterator[Rule]:
        return (rule for chapter in self.chapters for rule in chapter.rules)

    def find(self, id: str) -> Rule | None:
        """The rule with that id, in any case of letters."""
        return next((rule for rule in self if rule.id == id.upper()), None)

    @classmethod
    def of_package(cls, package: str, file: str = "rules.toml") -> "Rulebook":
        """Read the rulebook that lies beside a game's code."""
        data = tomllib.loads((files(package) / file).read_text("utf-8"))
        chapters = tuple(
            Chapter(
                chapter["title"],
                tuple(
                    Rule(rule["id"], rule["source"], " ".join(rule["text"].split()))
                    for rule in chapter["rules"]
                ),
            )
            for chapter in data["chapters"]
        )
        summary = " ".join(data["summary"].split())
        return cls(data["title"], summary, " ".join(data["credits"].split()), chapters)
