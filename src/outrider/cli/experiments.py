"""Running an experiment for somebody who looks on, and telling what it has found."""

import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

from outrider.cli.tournaments import INTERRUPTED, ended_politely
from outrider.core.course import last, replay
from outrider.core.refusal import Refusal, malformed
from outrider.core.variant import told
from outrider.games import game as game_by_id
from outrider.lab import Plan, Stopped, Tally, plan_from_toml, run
from outrider.lab import Progress as Stand
from outrider.lab import open as opened
from outrider.lab.answer import EVEN, LESS, MORE, OPEN, Row, answer, percent, rows_of, subject_of
from outrider.lab.plan import worded
from outrider.lab.running import is_enough

VERDICTS = {MORE: "favoured", LESS: "at a loss", EVEN: "fair", OPEN: "no verdict"}
NAMED = 14
"""Characters that a value of the grid has at least, as far as it needs them."""


def plan_in(file: Path) -> Plan:
    """The experiment in a file."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise malformed(f"{file}: {error.strerror}") from None
    return plan_from_toml(data, str(file))


def run_and_tell(
    plan: Plan, folder: Path | None, workers: int | None, on: str | None = None
) -> None:
    """Play, with a bar for who looks on; then tell, also what there is when it had to end."""
    stand: Stand | None = None
    why, status = "", 0
    try:
        with ended_politely(), closing(run(plan, folder, workers, on)) as course, bar() as shown:
            task = shown.add_task("", total=None, said="getting ready")
            for stand in course:
                shown.update(task, **progress_of(stand))
    except KeyboardInterrupt:
        why, status = "stopped", INTERRUPTED
    except Stopped as stopped:
        why, status = str(stopped), 1
    if stand is not None and stand.played:
        tell(plan, stand.tallies)
    if status:
        games = 0 if stand is None else stand.played
        kept = (
            f"kept: the same command goes on from {folder}" if folder else "not kept (--keep DIR)"
        )
        print(f"outrider: {why}; {games} games were played and are {kept}", file=sys.stderr)
        raise typer.Exit(status)
    if folder is not None:
        print(f"\nKept in {folder}.")


def bar() -> Progress:
    console = Console(stderr=True)
    return Progress(
        BarColumn(bar_width=24), TaskProgressColumn(), TextColumn("{task.fields[said]}"),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip


def progress_of(stand: Stand) -> dict[str, Any]:
    """The bar's numbers, and what is said beside it."""
    total, done = expected(stand), stand.played
    parts = [f"{done:,} games" if done else "getting ready"]
    if stand.now:
        parts.append(f"{stand.rate:,.0f} a second")
        if stand.rate > 0 and not stand.over:
            parts.append(f"{clock((total - done) / stand.rate)} left")
    open_ones = [tally for tally in stand.tallies if tally.games]
    if open_ones:
        widest = max(open_ones, key=lambda tally: tally.interval.half)
        found = widest.interval
        name = f"{widest.cell.said()}: " if widest.cell.values else ""
        parts.append(
            f"{name}{subject_of(widest.cell)} {percent(found.mean)} ± {percent(found.half)}"
        )
    return {"completed": done, "total": total, "said": " · ".join(parts)}


def expected(stand: Stand) -> int:
    """Games it will have been, about, when everything is sharp enough."""
    total = 0
    for tally in stand.tallies:
        if tally.closed or is_enough(stand.plan, tally):
            total += tally.games
            continue
        each = len(tally.cell.turns)
        most = stand.plan.units(tally.cell) * each
        if isinstance(stand.plan.until, float) and tally.games:
            needed = tally.games * (tally.interval.half / stand.plan.until) ** 2
            most = min(most, max(tally.games, int(needed)))
        total += most
    return total


def clock(seconds: float) -> str:
    minutes, rest = divmod(round(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def tell(plan: Plan, tallies: Sequence[Tally]) -> None:
    """The answer in sentences, and a table."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    game = game_by_id(plan.game)
    changed = game.variant(plan.variant)
    if changed is not None:
        console.print(f"{told(changed)}\n")
    for said in answer(tallies):
        console.print(said)
    rows = rows_of(tallies)
    if rows:
        console.print()
        Console(highlight=False, markup=False).print(table_of(plan, rows))


def table_of(plan: Plan, rows: Sequence[Row]) -> Table:
    made = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    names, begins = list(plan.vary), any(row.first.units for row in rows)
    for name in names:
        longest = max(len(worded(row.cell.values[name])) for row in rows)
        made.add_column(name, min_width=min(NAMED, max(longest, len(name))))
    for title in ("games", f"{subject_of(rows[0].cell)} in 100", "95%"):
        made.add_column(title, justify="right", no_wrap=True)
    if len(rows) > 1:
        made.add_column("change", justify="right", no_wrap=True)
    length = "turns" if rows[0].turns is not None else "actions"
    for title in (*("begins",) * begins, "drawn", length):
        made.add_column(title, justify="right", no_wrap=True)
    made.add_column("", no_wrap=True)
    for row in rows:
        made.add_row(*cells_of_row(names, row, len(rows) > 1, begins))
    return made


def cells_of_row(names: Sequence[str], row: Row, compares: bool, begins: bool) -> list[str]:
    """A line of the table; `begins` is what who begins scores, where it is not always the same."""
    cells = [worded(row.cell.values[name]) for name in names]
    cells += [f"{row.games:,}", percent(row.score.mean)]
    cells.append(f"{percent(row.score.low)}-{percent(row.score.high)}")
    if compares:
        change = row.change
        cells.append("" if change is None else f"{100 * change.mean:+.1f}±{percent(change.half)}")
    first = row.first
    if begins:
        cells.append(f"{percent(first.mean)}±{percent(first.half)}" if first.units else "-")
    cells.append(f"{percent(row.draws.mean)}%")
    cells.append(f"{row.actions:.0f}" if row.turns is None else f"{row.turns:.1f}")
    return [*cells, VERDICTS[row.verdict]]


def verified(folder: Path) -> None:
    """Replay every record, and compare it with its row."""
    experiment = opened(folder)
    game = game_by_id(experiment.plan.game)
    rows = {(row["cell"], row["game"]): row for row in experiment.games().iter_rows(named=True)}
    count = 0
    for cell, number, record in experiment.records():
        place = f"{folder}: game {number} of cell {cell}"
        try:
            last(replay(game, record))
        except Refusal as refusal:
            raise malformed(f"{place} does not replay: {refusal.message}") from None
        row = rows.pop((cell, number), None)
        winners = [] if record.result is None else list(record.result.winners)
        if row is None or row["winners"] != winners or row["lines"] != len(record.lines):
            raise malformed(f"{place}: what was kept of it is not what its record says")
        count += 1
    if rows:
        cell, number = next(iter(rows))
        raise malformed(f"{folder}: game {number} of cell {cell} has no record")
    print(f"{count:,} of {count:,} games replay through the rules and agree with their facts.")


def reported(folder: Path, out: Path | None, luck: int) -> None:
    """Write the report, and say where it is."""
    from outrider.lab.report import write_report

    console = Console(stderr=True)
    with console.status("") if console.is_terminal else nullcontext() as status:

        def told(said: str) -> None:
            if status is not None:
                status.update(said)

        print(f"The report is {write_report(folder, out, luck, told)}")
