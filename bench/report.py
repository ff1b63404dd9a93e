"""The measurements as a table for the terminal, and as data."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from bench.measure import Row
from bench.targets import TARGETS, Target

COLUMNS = ("what", "engine", "best", "median", "unit", "ratio")
ON_THE_RIGHT = ("best", "median")
SCALES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
BUSY = 0.1
"""The share from which other processes spoil what all cores and whole processes are to show."""
GOES_BY = "Ratios and targets go by the best of rates and by the median of times."
INDENTED = (0, 0, 0, 2)
WORDS = {True: "yes", False: "NO", None: "not measured"}


@dataclass(frozen=True, slots=True)
class Report:
    """One run: what was measured, when, on what, and by which command."""

    rows: Sequence[Row]
    machine: Mapping[str, str]
    others: float | None
    """The share of the machine that other processes had meanwhile, if that is known."""
    date: str
    command: str
    tiny: bool = False
    """It was a tiny run: everything was gone through, nothing was measured."""

    @property
    def by_id(self) -> dict[str, Row]:
        return {row.measurement.id: row for row in self.rows}


def number(value: float) -> str:
    """Three significant digits, in thousands (k), millions (M) or billions (G)."""
    for scale, letter in SCALES:
        if value >= scale:
            return f"{number(value / scale)} {letter}"
    digits = 2 - floor(log10(value))
    return f"{round(value, digits):.{max(0, digits)}f}"


def ratio(row: Row, rows: Mapping[str, Row]) -> str:
    """How a row compares with another."""
    against = row.measurement.against
    if row.missing:
        return row.missing
    if against is None or against.id not in rows or rows[against.id].missing:
        return ""
    times = row.value / rows[against.id].value
    if times > 0.1:
        return f"{number(times)} x {against.name}"
    return f"1/{1 / times:.0f} of {against.name}"


def cells(row: Row, rows: Mapping[str, Row]) -> list[str]:
    """A row as text, column by column."""
    measured = row.measurement
    numbers = ["", ""] if row.missing else [number(row.best), number(row.median)]
    return [measured.what, measured.engine, *numbers, measured.unit, ratio(row, rows)]


def asked_of(rows: Mapping[str, Row]) -> list[Target]:
    """The targets that some rows are all that they need for."""
    return [each for each in TARGETS if {each.row, each.over or each.row} <= rows.keys()]


def targets(report: Report) -> list[str]:
    """Every target of what was measured, with what was found and whether that reaches it."""
    rows = report.by_id
    told = []
    for target in () if report.tiny else asked_of(rows):
        found = target.found(rows)
        said = "" if found is None else f" (found {number(found)})"
        told.append(f"{target.text}{said}: {WORDS[target.reached(rows)]}")
    return told


def notes(report: Report) -> list[str]:
    """What the table does not say by itself."""
    rows = report.by_id
    said = [GOES_BY]
    if report.tiny:
        said = ["A tiny run shows that every row works. Its numbers mean nothing."]
    spiel = rows.get("playout.spiel.chess")
    if spiel and not spiel.missing and "playout.facade" in rows:
        one, facade = (
            number(rows[f"playout.{way}"].value / spiel.value) for way in ("batch", "facade")
        )
        said.append(
            f"Where both are stepped from Python, Skirminion makes {one} x as many actions a second"
            f" as OpenSpiel chess in a batch of one, and {facade} x through the facade, which also"
            " tells what happened."
        )
    if report.others is not None and report.others > BUSY:
        said.append(
            f"The machine was busy: other processes had {report.others:.0%} of it during the run."
            " Rates of all cores and times of start-up suffer most from that."
        )
    return said


def show(report: Report, console: Console) -> None:
    """The table, and below it the notes and the machine."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for name in COLUMNS:
        right = name in ON_THE_RIGHT
        table.add_column(name, justify="right" if right else "left", no_wrap=right)
    unit = ""
    for row in report.rows:
        if unit and row.measurement.unit != unit:
            table.add_section()
        unit = row.measurement.unit
        table.add_row(*cells(row, report.by_id))
    console.print(table)
    console.print()
    for line in notes(report):
        console.print(line)
    if not report.tiny:
        console.print("Targets:")
    for line in targets(report):
        console.print(Padding(line, INDENTED))
    console.print(f"Measured on {report.date} by {report.command}:")
    for name, value in report.machine.items():
        console.print(Padding(f"{name}: {value}", INDENTED))


def as_json(report: Report) -> str:
    """Every repetition of every measurement."""
    rows = report.by_id
    return json.dumps(
        {
            "date": report.date,
            "command": report.command,
            "machine": dict(report.machine),
            "others": report.others,
            "rows": [_row_data(row) for row in report.rows],
            "targets": [
                {"row": target.row, "target": target.text, "reached": target.reached(rows)}
                for target in asked_of(rows)
            ],
        },
        indent=2,
    )


def _row_data(row: Row) -> dict[str, object]:
    measured = row.measurement
    told: dict[str, object] = {
        "id": measured.id,
        "what": measured.what,
        "engine": measured.engine,
        "unit": measured.unit,
        "against": measured.against.id if measured.against else None,
    }
    if row.missing:
        return {**told, "missing": row.missing}
    return {**told, "best": row.best, "median": row.median, "runs": list(row.runs)}
