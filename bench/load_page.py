"""The figures of a load test as a table, in the terminal and as a page: docs/load.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill

from rich.console import Console
from rich.table import Table

from bench.load_clients import Tally

WIDTH = 100
MEMORY = 300
"""The target, in megabytes, for each server process."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One run. Processor times are shares of one core."""

    name: str
    processes: int
    matches: int
    rate: float
    target: float
    tally: Tally
    empty: float
    """Megabytes of all servers before the first match."""
    memory: list[float]
    share: float
    """The same together, each page divided by the number of processes that have it, also those of
    others: less than the servers would need alone."""
    servers: float
    database: float | None
    others: float


def quantile(values: Sequence[float], share: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(share * len(found)))] if found else float("nan")


def rows(one: Figures) -> list[tuple[str, str, str]]:
    """What, the figure, and the target with whether it was reached."""
    tally = one.tally
    delays, total = tally.delays, sum(one.memory)
    p99 = quantile(delays, 0.99)
    done = len(delays) / tally.seconds
    each = " + ".join(f"{part:.0f}" for part in one.memory)
    refused = ", ".join(f"{kind} {count}" for kind, count in sorted(tally.refused.items()))
    return [
        ("live matches, two sockets each", f"{one.matches}", ""),
        ("actions a second", f"{done:.0f}", _met(done >= 0.99 * one.rate, f"{one.rate:.0f}")),
        ("send to the opponent's receipt, p50", f"{quantile(delays, 0.5):.1f} ms", ""),
        ("p95", f"{quantile(delays, 0.95):.1f} ms", ""),
        ("p99", f"{p99:.1f} ms", _met(p99 < one.target, f"under {one.target:.0f} ms")),
        ("longest", f"{max(delays, default=float('nan')):.1f} ms", ""),
        ("send to the answer, p99", f"{quantile(tally.answers, 0.99):.1f} ms", ""),
        (
            "memory of the server processes",
            f"{total:.0f} MB" + (f" ({each})" if len(one.memory) > 1 else ""),
            _met(max(one.memory) < MEMORY, f"under {MEMORY} MB each"),
        ),
        ("the same, shared pages in parts (PSS)", f"{one.share:.0f} MB", ""),
        ("resident before the first match", f"{one.empty:.0f} MB", ""),
        ("processor: servers", f"{one.servers:.0%} of a core", ""),
        *(
            [("processor: PostgreSQL", f"{one.database:.0%} of a core", "")]
            if one.database is not None
            else []
        ),
        ("processor: clients", f"{tally.cpu / tally.seconds:.0%} of a core", ""),
        ("processor: anything else", f"{one.others:.0%} of a core", ""),
        ("lag of the clients themselves, p99", f"{quantile(tally.lags, 0.99):.1f} ms", ""),
        ("refused", refused or "none", ""),
        ("never received, sockets lost", f"{tally.silent}, {tally.lost}", ""),
        ("matches that ended", f"{tally.ended // 2}", ""),
    ]


def _met(reached: bool, target: str) -> str:
    return f"{target}: {'reached' if reached else 'NOT reached'}"


def title(one: Figures) -> str:
    return f"{one.name}, {one.processes} server process{'es' if one.processes > 1 else ''}"


def show(figures: Sequence[Figures], console: Console) -> None:
    for one in figures:
        table = Table("what", "figure", "target", title=title(one), title_justify="left")
        for row in rows(one):
            table.add_row(*row)
        console.print(table)


METHOD = (
    "Servers, clients and database share the machine. The clients are one process with a minimal"
    " web socket of their own; they follow each match by its rules and send random legal actions"
    " at an even pace, whatever the server does, each to a match picked at random in which nothing"
    " is on its way. A delay is the time from writing an action to the socket of one player to"
    " the receipt of the news at the other's, by one clock. Every action is on disk before it is"
    " told. All matches are made, connected and brought some moves into their games first, which"
    " does not count. With two server processes the players of each match are at different ones."
)


def as_markdown(
    figures: Sequence[Figures], machine: dict[str, str], date: str, command: str
) -> str:
    made = f"Measured on {date} by `{command}`, which writes this page."
    parts = ["# Load", fill(made, WIDTH, break_on_hyphens=False), fill(METHOD, WIDTH)]
    for one in figures:
        lines = ["| what | figure | target |", "| --- | --: | --- |"]
        lines += [f"| {' | '.join(row)} |" for row in rows(one)]
        parts += [f"## {title(one)}", "\n".join(lines)]
    parts += ["## The machine", "\n".join(f"- {name}: {value}" for name, value in machine.items())]
    return "\n\n".join(parts) + "\n"
