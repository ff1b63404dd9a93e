"""The figures of a load test as a table, in the terminal and as a page: docs/load.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill

from rich.console import Console
from rich.table import Table

from bench.load_clients import Tally

WIDTH = 100
MEMORY = 300
"""The target, in megabytes, for a server process with a thousand live matches."""
MOST = 2000
"""The target, in actions a second, for one process."""


@dataclass(frozen=True, slots=True)
class Highest:
    """The most actions a second, and what they took of a core: who has all of one is the limit."""

    rate: float
    servers: float
    clients: float


@dataclass(frozen=True, slots=True)
class Figures:
    """One run. Processor times are shares of one core."""

    name: str
    processes: int
    matches: int
    rate: float
    target: float | None
    """Milliseconds; none for a server that is not ours: it has no targets."""
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
    peer: bool = False
    looked: bool = False
    """Whether the highest rate was looked for."""
    most: Highest | None = None
    """None if not even the one that was measured was borne."""


def quantile(values: Sequence[float], share: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(share * len(found)))] if found else float("nan")


Row = tuple[str, str, str]


def rows(one: Figures) -> list[Row]:
    """What, the figure, and the target with whether it was reached. What is not ours has none."""
    found = _rows(one)
    return [(what, figure, "") for what, figure, _ in found] if one.peer else found


def _looks(tally: Tally) -> list[Row]:
    """What may be done next, which pages are told; nobody but ours tells it."""
    if not tally.looks:
        return []
    half, most = quantile(tally.looks, 0.5), quantile(tally.looks, 0.99)
    told = f"{len(tally.looks) / tally.seconds:.0f} a second"
    return [
        ("what may be done, told to pages after the news", told, ""),
        ("the news to that, p50, p99", f"{half:.1f} ms, {most:.1f} ms", ""),
    ]


def _rows(one: Figures) -> list[Row]:
    tally = one.tally
    delays, total = tally.delays, sum(one.memory)
    p99 = quantile(delays, 0.99)
    done = len(delays) / tally.seconds
    each = " + ".join(f"{part:.0f}" for part in one.memory)
    most = max(one.memory)
    refused = ", ".join(f"{kind} {count}" for kind, count in sorted(tally.refused.items()))
    return [
        ("live matches, two sockets each", f"{one.matches}", ""),
        ("actions a second", f"{done:.0f}", _met(done >= 0.99 * one.rate, f"{one.rate:.0f}")),
        ("send to the opponent's receipt, p50", f"{quantile(delays, 0.5):.1f} ms", ""),
        ("p95", f"{quantile(delays, 0.95):.1f} ms", ""),
        ("p99", f"{p99:.1f} ms", _soon(p99, one.target)),
        ("longest", f"{max(delays, default=float('nan')):.1f} ms", ""),
        ("send to the answer, p99", f"{quantile(tally.answers, 0.99):.1f} ms", ""),
        *_looks(tally),
        (
            "memory of the server processes",
            f"{total:.0f} MB" + (f" ({each})" if len(one.memory) > 1 else ""),
            "",
        ),
        (
            f"the largest, with {one.matches} live matches",
            f"{most:.0f} MB",
            _met(most < MEMORY, f"under {MEMORY} MB a process"),
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
        ("matches that ended", f"{tally.ended}", ""),
        *_highest(one),
    ]


def _highest(one: Figures) -> list[Row]:
    if not one.looked:
        return []
    found = [("most actions a second", _most(one), _many(one))]
    if one.most is not None:
        found += [
            ("processor at that rate: servers", f"{one.most.servers:.0%} of a core", ""),
            ("processor at that rate: clients", f"{one.most.clients:.0%} of a core", ""),
        ]
    return found


def _soon(p99: float, target: float | None) -> str:
    return "" if target is None else _met(p99 < target, f"under {target:.0f} ms")


def _most(one: Figures) -> str:
    return f"under {one.rate:.0f}" if one.most is None else f"{one.most.rate:.0f}"


def _many(one: Figures) -> str:
    return _met(one.most is not None and one.most.rate >= MOST, f"{MOST}")


def _met(reached: bool, target: str) -> str:
    return f"{target}: {'reached' if reached else 'NOT reached'}"


def title(one: Figures) -> str:
    return f"{one.name}, {one.processes} server process{'es' if one.processes > 1 else ''}"


def beside(figures: Sequence[Figures]) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """The first of ours and the peer, side by side, if both were measured."""
    ours = next((one for one in figures if not one.peer), None)
    peer = next((one for one in figures if one.peer), None)
    if ours is None or peer is None:
        return None
    both = (ours, peer)
    p99 = [quantile(one.tally.delays, 0.99) for one in both]
    found: list[tuple[str, ...]] = [
        ("p50", *(f"{quantile(one.tally.delays, 0.5):.1f} ms" for one in both), ""),
        ("p99", *(f"{each:.1f} ms" for each in p99), _met(p99[0] <= p99[1], "not longer")),
        ("processor: server", *(f"{one.servers:.0%} of a core" for one in both), ""),
        ("memory", *(f"{sum(one.memory):.0f} MB" for one in both), ""),
    ]
    if ours.looked and peer.looked:
        found.append(("most actions a second", *map(_most, both), _many(ours)))
    return ("what", f"ours, {ours.name}", peer.name, "target"), found


def show(figures: Sequence[Figures], console: Console) -> None:
    for one in figures:
        table = Table("what", "figure", "target", title=title(one), title_justify="left")
        for row in rows(one):
            table.add_row(*row)
        console.print(table)
    if compared := beside(figures):
        head, lines = compared
        table = Table(*head, title="Side by side", title_justify="left")
        for line in lines:
            table.add_row(*line)
        console.print(table)


METHOD = (
    "Servers, clients and database share the machine. The clients are one process with a minimal"
    " web socket of their own; they follow each match by its rules and send random legal actions"
    " at an even pace, whatever the server does, each to a match picked at random in which nothing"
    " is on its way. One match in ten of each game is played as on pages, which are told after the"
    " news what may be done next, and read what is compressed. A delay is the time from writing an"
    " action to the socket of one player to the receipt of the news at the other's, by one clock."
    " Every action is on disk before it is told. All matches are made, connected and brought some"
    " moves into their games first, which does not count. With two server processes the players of"
    " each match are at different ones."
    " Memory is that of an environment as `make play` sets it up: where SciPy is installed, as the"
    " bench's other engines bring it, Numba loads it and takes 15 MB more."
)

PEER = (
    "boardgame.io serves the least game there is, from memory: two players add to a number in turn,"
    " and nothing is on disk. The same clients send as many actions at the same pace to as many"
    " matches with two sockets each, over its own protocol (Socket.IO on a web socket); a delay is"
    " taken alike. Ours are games with all their rules, and every action is on disk before it is"
    " told."
)
SEARCH = (
    "The most actions a second: with the same matches the rate is doubled until less than 95% of it"
    " arrives or the p99 is above a second, twice; the answer is then closed in on to 5%. The"
    " clients share the machine, and what they need of it is missing to the server."
)


def as_markdown(
    figures: Sequence[Figures], machine: dict[str, str], date: str, command: str
) -> str:
    made = f"Measured on {date} by `{command}`, which writes this page."
    parts = ["# Load", fill(made, WIDTH, break_on_hyphens=False), fill(METHOD, WIDTH)]
    for one in figures:
        parts += [f"## {title(one)}"]
        parts += [fill(PEER, WIDTH, break_on_hyphens=False)] if one.peer else []
        parts += [_table(("what", "figure", "target"), rows(one), 1)]
    if compared := beside(figures):
        head, lines = compared
        parts += ["## Side by side", _table(head, lines, 2)]
    if any(one.looked for one in figures):
        parts += [fill(SEARCH, WIDTH)]
    parts += ["## The machine", "\n".join(f"- {name}: {value}" for name, value in machine.items())]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], figures: int) -> str:
    """The first column says what, so many have figures, and the last a target."""
    marks = ["---", *["--:"] * figures, "---"]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, marks, *lines))
