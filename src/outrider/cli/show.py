"""Showing what there is: games, rules, records."""

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from outrider.cli.files import game_of, read_record
from outrider.core.course import replay
from outrider.core.game import Game
from outrider.core.older import Older, Parting, retold, text_of
from outrider.core.pending import Roll
from outrider.core.record import Chose, Fell, Line, Noted, Opened
from outrider.core.refusal import unknown
from outrider.core.rulebook import Rule
from outrider.core.variant import told
from outrider.core.wire import shown
from outrider.games import game as game_by_id
from outrider.games import games, installed
from outrider.play.catalogue import PROTOCOL, described
from outrider.showing.schema import TABLE_SCHEMA

TOLD_ELSEWHERE = ("rolled", "activation", "over")
"""Events that a replay's headings say already."""


def show_games(as_json: bool) -> None:
    """Every game, with seats and options; then the ones that could not be used."""
    if as_json:
        known = [described(game) for game in games()]
        broken = installed().broken
        found = {"protocol": PROTOCOL, "games": known, "broken": broken, "table": TABLE_SCHEMA}
        print(json.dumps(found, indent=2))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("game", "title", "rules", "players", "options"):
        table.add_column(title)
    for game in games():
        options = ", ".join(f"{spec.name}={spec.default}" for spec in game.options)
        players = ", ".join(map(str, game.seat_counts))
        table.add_row(game.id, game.title, game.rules_version, players, options)
    console = Console(highlight=False)
    console.print(table)
    for name, reason in installed().broken.items():
        console.print(f"[bold]{escape(name)}[/] cannot be used: {escape(reason)}")


def show_rules(id: str, wanted: str | None, variant: Any = None) -> None:
    """A whole rulebook, or one rule of it. Changed numbers are marked, and say what they were."""
    game = game_by_id(id)
    changed = game.variant(variant)
    book = game.rulebook().by(changed)
    console = Console(highlight=False)
    if wanted is not None:
        rule = book.find(wanted)
        if rule is None:
            raise unknown(f"{id} has no rule {shown(wanted)}")
        console.print(_rule(rule))
        return
    console.print(f"[bold]{escape(book.title)}[/]\n{escape(book.credits)}\n")
    console.print(escape(book.summary))
    if changed is not None:
        console.print(f"\n{escape(told(changed))}")
    for chapter in book.chapters:
        console.print(f"\n[bold underline]{escape(chapter.title)}[/]")
        for rule in chapter.rules:
            console.print(Padding(_rule(rule), (0, 0, 0, 2)))


def _rule(rule: Rule) -> str:
    parts = [f"[bold reverse]{escape(text)}[/]" if changed else escape(text)
             for text, changed in rule.parts()]  # fmt: skip
    return f"[bold]{rule.id}[/] [dim]({rule.source})[/] {''.join(parts)}"


def show_record(file: Path, board: bool) -> None:
    """A game line by line. A damaged record is shown up to the damage, then refused."""
    record = read_record(file)
    game = game_of(record)
    console = Console(highlight=False)
    names = ", ".join(f"{name} ({seat})" for seat, name in record.header.names.items())
    console.print(f"[bold]{escape(game.title)}[/] {escape(names)}")
    if record.header.variant is not None:
        changed = game.variant(record.header.variant)
        console.print(escape(told(changed)) if changed is not None else "")
    older = retold(game, record) if record.header.rules in game.older_rules else None
    played = replay(game, record) if older is None else older.moments[: older.reached + 1]
    drawn = ""
    for moment in played:
        console.print(f"\n[bold]{escape(_title(game, moment.line))}[/]")
        for event in moment.events:
            if event.event not in TOLD_ELSEWHERE:
                console.print(f"   {escape(str(event))}")
        picture = game.picture(moment.state)
        waits = isinstance(game.pending(moment.state), Roll)
        if board and picture != drawn and not waits:
            console.print(picture)
            drawn = picture
    if older is not None and older.parting is not None:
        _show_rest(console, older, older.parting)
    result = "Not finished." if record.result is None else record.result.sentence()
    console.print(f"\n[bold]{escape(result)}[/]")


def _show_rest(console: Console, older: Older[Any], parting: Parting) -> None:
    """What today's rules do not play, as text."""
    console.print(f"\nThis game was {escape(str(parting))}.")
    rest = [moment.line for moment in older.moments[older.reached + 1 :] if moment.line is not None]
    if rest:
        console.print("What follows is as it is written; the result is the one on record.\n")
    for line in rest:
        console.print(escape(f"{line.n}. {text_of(older.game, line)}"))


def _title(game: Game[Any, Any], line: Line | None) -> str:
    """A line of a record as a heading."""
    if line is None:
        return "The beginning"
    if isinstance(line, Chose):
        text = game.write_action(game.action_from_json(line.action))
        return f"{line.n}. {line.seat or 'the clock'}: {text}"
    if isinstance(line, Fell):
        return f"{line.n}. {line.seat} rolls {' '.join(map(str, line.faces))} for {line.purpose}"
    if isinstance(line, Noted):
        return f"{line.n}. {line.seat}: {line.match}"
    return f"{line.n}. {'the dice are opened' if isinstance(line, Opened) else 'new seals'}"
