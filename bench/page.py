"""The measurements as a page: docs/speed.md."""

from collections.abc import Iterable
from textwrap import fill

from bench.measure import FULL
from bench.report import COLUMNS, ON_THE_RIGHT, Report, cells, notes, targets

WIDTH = 100
FAIRNESS = (
    "An action of one game is not an action of another: games differ in how many actions there are"
    " to choose from and in what one does. The ratios compare engines as they are used, not the"
    " quality of their code."
)
METHOD = (
    "Every row is warmed up first, which does not count. Then all rows are measured in turn, in"
    f" {FULL.rounds} rounds ({FULL.cold} of cold starts): what else the machine does for a while"
    " spoils one round of every row, and not all of one. k, M and G are thousands, millions and"
    " billions. Times of start-up (s) are those of whole processes; in a cold start nothing is"
    " warmed up."
)


def _points(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(
        fill(f"- {line}", WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines
    )


def _table(report: Report) -> str:
    rows = [
        list(COLUMNS),
        ["--:" if name in ON_THE_RIGHT else "---" for name in COLUMNS],
        *(cells(row, report.by_id) for row in report.rows),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_markdown(report: Report) -> str:
    """What was measured, how, on what and by which command."""
    made = (
        f"Measured on {report.date} by `{report.command}`, which writes this page; `make bench`"
        " prints the same table and writes nothing. These are measurements, not tests: nothing"
        " fails because a number is small."
    )
    meanings = (
        f"**{row.measurement.what}** ({row.measurement.engine}). {row.measurement.meaning}"
        for row in report.rows
    )
    parts = (
        "# Speed",
        fill(made, WIDTH, break_on_hyphens=False),
        _table(report),
        _points([*notes(report), FAIRNESS]),
        "## Targets",
        _points(targets(report)),
        "## The machine",
        _points(f"{name}: {value}" for name, value in report.machine.items()),
        "## What the rows mean",
        fill(METHOD, WIDTH),
        _points(meanings),
    )
    return "\n\n".join(parts) + "\n"
