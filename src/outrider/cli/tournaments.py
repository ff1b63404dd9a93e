"""The command `outrider tournament`."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from outrider.cli.given import start_of
from outrider.cli.scenarios import given as scenario_given
from outrider.cli.standings import explained, manners, standings, summary
from outrider.cli.wishes import options_from_words
from outrider.contests.arena import told_apart
from outrider.contests.ratings import Sprt
from outrider.contests.tournament import Log, Plan, Stopped, run
from outrider.core.variant import told
from outrider.games import game as game_by_id

INTERRUPTED = 130
"""The exit status after Control-C, as usual."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The command's options, as they were typed."""

    game: str
    bots: tuple[str, ...]
    games: int
    options: list[str]
    scenario: str | None
    seconds: float | None
    seed: int
    sprt: bool
    cores: int | None
    log: Path | None
    memory: int
    bot_log: Path | None
    variant: Any = None
    table: str | None = None
    position: str | None = None
    seats: int | None = None
    records: Path | None = None


def tournament(asked: Contest) -> None:
    """Play, and print who is how strong; also of what was played before it had to end."""
    game = game_by_id(asked.game)
    plan = Plan(
        game.id,
        told_apart(asked.bots),
        asked.games,
        options_from_words(game, asked.options),
        None if asked.scenario is None else scenario_given(asked.scenario),
        asked.seconds,
        asked.seed,
        Sprt() if asked.sprt else None,
        asked.memory,
        asked.bot_log,
        asked.variant,
        None if asked.table is None else scenario_given(asked.table),
        start_of(game, asked.position),
        asked.seats,
        asked.records,
    )
    plan.check()
    log = Log(asked.log, plan)
    why, status = "", 0
    try:
        with ended_politely():
            run_with_bar(plan, log, game.title, asked.cores)
    except KeyboardInterrupt:
        why, status = "stopped", INTERRUPTED
    except Stopped as stopped:
        why, status = str(stopped), 1
    report(plan, log)
    if status:
        print(f"outrider: {why}; {how_to_go_on(log)}", file=sys.stderr)
        raise typer.Exit(status)


@contextmanager
def ended_politely() -> Iterator[None]:
    """Who is told to end by a signal ends as with Control-C: its processes first."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run_with_bar(plan: Plan, log: Log, title: str, cores: int | None) -> None:
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # A bar is for somebody who looks on; into a file it would only write blank lines.
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("", total=None)
        run(plan, log, lambda done, of: progress.update(task, completed=done, total=of), cores)


def report(plan: Plan, log: Log) -> None:
    """Everything that the results say."""
    if not log.played:
        return
    console = Console(highlight=False, markup=False)
    changed = game_by_id(plan.game).variant(plan.variant)
    if changed is not None:
        console.print(f"{told(changed)}\n")
    console.print(standings(log.played, plan.bots))
    console.print()
    console.print(manners(log.played, plan.bots))
    for line in explained(log.played, plan.bots):
        console.print(line)
    if len(plan.bots) == 2:
        console.print()
        console.print(summary(plan, log.played))


def how_to_go_on(log: Log) -> str:
    if not log.played:
        return "no game was played to its end"
    played = f"{len(log.played)} {'game was' if len(log.played) == 1 else 'games were'} played"
    if log.file is None:
        return f"{played}, and not kept: with --log FILE they would be"
    return f"{played} and kept: the same command goes on from {log.file}"
