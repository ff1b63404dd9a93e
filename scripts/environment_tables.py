#!/usr/bin/env python3
"""Print the tables of what is seen and what can be chosen into docs/environments.md, game by game;
--check only compares."""

import sys
from pathlib import Path

import outrider
from outrider.games import built_in
from outrider.rl.arena import Arena

PAGE = Path(__file__).resolve().parent.parent / "docs" / "environments.md"
MARKS = "<!-- tables -->\n", "<!-- end of tables -->\n"


def tables(title: str, arena: Arena) -> str:
    """A game's two tables, on its usual terms."""
    seats = len(arena.batch.seats)
    rows = [
        f"### {title}",
        "",
        f"An observation has {arena.observation} bytes, and there are {arena.actions} actions, for"
        f" {seats} seats on the usual terms.",
        "",
        "| bytes | name | at most | |",
        "|---|---|--:|---|",
    ]
    first = 0
    for field in arena.fields:
        rows.append(f"| {span(first, field.size)} | {field.name} | {field.most} | {field.means} |")
        first += field.size
    rows += ["", "| actions | name | |", "|---|---|---|"]
    first = 0
    for block in arena.blocks:
        rows.append(f"| {span(first, block.size)} | {block.name} | {block.means} |")
        first += block.size
    return "\n".join(rows) + "\n"


def span(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first} to {first + size - 1}" if size else "none"


def page(text: str) -> str:
    """The page with all tables between its marks."""
    begin, end = MARKS
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    made = [tables(game.title, outrider.vector(game.id, 1).arena) for game in built_in()]
    return before + begin + "\n" + "\n".join(made) + "\n" + end + after


def main() -> None:
    old = PAGE.read_text("utf-8")
    new = page(old)
    if "--check" in sys.argv[1:]:
        if new != old:
            sys.exit("docs/environments.md is out of date: run scripts/environment_tables.py")
        return
    PAGE.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
