"""What an attack came to, as a table in the terminal and as a page: docs/attack.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

from rich import box
from rich.console import Console
from rich.table import Table

from bench.attack_victims import Felt
from bench.load_page import quantile

WIDTH = 100
TARGET = 250.0
"""Milliseconds within which 99 of 100 moves are to be answered."""
COLUMNS = (
    "phase", "moves", "p50 ms", "p99 ms", "max ms", "bots' answers", "p50 ms", "max ms", "replaced",
    "errors", "server MB", "with its workers MB", "quiet again after s", "clients' lag p99 ms",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    seconds: float
    felt: Felt
    done: Mapping[str, int]
    """What the attackers came to do."""
    memory: float
    whole: float
    """Megabytes at most, of the server alone and with the processes it has started."""
    after: float
    """Seconds until all that was under way had been answered."""


def number(value: float) -> str:
    return "-" if value != value else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def cells(phase: Phase) -> list[str]:
    felt = phase.felt
    wrong = ", ".join(f"{kind} {count}" for kind, count in sorted(felt.wrong.items()))
    return [
        phase.name,
        str(len(felt.moves)),
        *(number(quantile(felt.moves, share)) for share in (0.5, 0.99, 1)),
        str(len(felt.bots)),
        *(number(quantile(felt.bots, share)) for share in (0.5, 1)),
        str(felt.replaced),
        wrong or "none",
        f"{phase.memory:.0f}",
        f"{phase.whole:.0f}",
        f"{phase.after:.1f}",
        number(quantile(felt.lags, 0.99)),
    ]


def attacks(phase: Phase) -> str:
    """What the attackers did and got, in words."""
    done = [f"{kind} {count:,}" for kind, count in sorted(phase.done.items()) if count]
    return f"{phase.name}, {phase.seconds:.1f} s: {', '.join(done) or 'nothing'}"


def verdicts(phases: Sequence[Phase]) -> list[str]:
    """Each aim, and whether it was reached."""
    late = [
        f"{phase.name} {number(quantile(phase.felt.moves, 0.99))} ms"
        for phase in phases
        if not quantile(phase.felt.moves, 0.99) < TARGET or phase.felt.wrong["no answer"]
    ]
    silent = [
        phase.name for phase in phases if not phase.felt.bots or phase.felt.wrong["bots silent"]
    ]
    replaced = [phase.name for phase in phases if phase.felt.replaced]
    thrown_out = [phase.name for phase in phases if phase.felt.wrong]
    return [
        f"p99 of a move's answer under {TARGET:.0f} ms: {_met(late)}",
        f"the bots answer: {_met(silent)}",
        f"no bot is replaced: {_met(replaced)}",
        f"no errors: {_met(thrown_out)}",
    ]


def _met(failed: Sequence[str]) -> str:
    return f"NOT reached ({'; '.join(failed)})" if failed else "reached"


def show(phases: Sequence[Phase], about: Mapping[str, str], console: Console) -> None:
    table = Table(*COLUMNS, box=box.SIMPLE_HEAD, show_edge=False)
    for phase in phases:
        table.add_row(*cells(phase))
    console.print(table)
    for line in [*verdicts(phases), *map(attacks, phases)]:
        console.print(line)
    for name, value in about.items():
        console.print(f"  {name}: {value}")


METHOD = (
    "One server with its usual limits, SQLite, and everything on this machine. Players at 127.0.0.1"
    " move at an even pace, some at one screen and some against Skirminion's soldier; attackers at"
    " 127.0.0.2 do what the limits let them. Measured is the time from sending an action to its"
    " answer. A move that is answered late keeps the next ones from being made: they are counted"
    " as having waited as well. Each phase has a server of its own, and what was under way at its"
    " end is waited for a while: what was answered then counts with its whole time, the rest is"
    " silence."
)


def as_markdown(phases: Sequence[Phase], about: Mapping[str, str], date: str, command: str) -> str:
    made = f"Measured on {date} by `{command}`, which writes this page."
    rows = [
        f"| {' | '.join(COLUMNS)} |",
        f"|{' --- |' * len(COLUMNS)}",
        *(f"| {' | '.join(cells(phase))} |" for phase in phases),
    ]
    parts = [
        "# Under attack",
        fill(made, WIDTH, break_on_hyphens=False),
        fill(METHOD, WIDTH),
        "\n".join(rows),
        "\n".join(f"- {line}" for line in verdicts(phases)),
        "## What the attackers did",
        "\n".join(fill(f"- {attacks(phase)}", WIDTH, subsequent_indent="  ") for phase in phases),
        "## The machine",
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
    ]
    return "\n\n".join(parts) + "\n"
