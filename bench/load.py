"""The command `python -m bench.load`: a thousand live matches, and how soon moves arrive.

Servers, clients and database are all on this machine, on 127.0.0.1. Measured is the time from
sending an action to its receipt by the opponent, on another socket and, with several server
processes, at another process.
"""

import argparse
import datetime
import multiprocessing
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.asking import parsed
from bench.load_clients import Place, Plan, Tally, run
from bench.load_page import Figures, as_markdown, show
from bench.load_servers import Asking, Postgres, Server, is_installed
from bench.machine import Watch, busy, machine
from bench.progress import Teller

MIX = ("skirminion", "skirminion", "basic", "basic", "skirmish", "skirmishers")
"""What is played, in turn."""
SITS = {"kind": "here"}


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured."""

    name: str
    database: str | None
    """An address; none for a PostgreSQL of its own."""
    processes: int
    p99: float
    """The target, in milliseconds."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.load", description="Measure the server with many live matches."
    )
    parser.add_argument(
        "--database",
        help="sqlite, postgresql (one of its own) or an address of a database, into which matches"
        " are written; default: sqlite and then postgresql",
    )
    parser.add_argument("--processes", type=int, help="server processes; with PostgreSQL 2")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300, help="actions a second in all")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--before", type=int, default=10, help="actions of each match before that")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    # PostgreSQL and two more processes would take longer than all the rest.
    return parsed(
        parser, {"database": "sqlite", "matches": 12, "rate": 20, "seconds": 1, "before": 2}
    )


def wishes(asked: argparse.Namespace, folder: Path) -> list[Wish]:
    file = f"sqlite:///{folder / 'matches.db'}"
    sqlite = Wish("SQLite", file, asked.processes or 1, 60)
    postgres = Wish("PostgreSQL", None, asked.processes or 2, 100)
    if asked.database is None and not is_installed("postgres"):
        print("PostgreSQL is not installed here: its part is left out.", file=sys.stderr)
        return [sqlite]
    if asked.database is None:
        return [sqlite, postgres]
    if asked.database == "sqlite":
        return [sqlite]
    if asked.database == "postgresql":
        return [postgres]
    own = asked.database.startswith("sqlite:")
    base = sqlite if own else postgres
    return [Wish(base.name, asked.database, base.processes, base.p99)]


def main() -> None:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # and end what was started
    folder = Path(tempfile.mkdtemp(prefix="outrider-load-"))
    console = Console(highlight=False)
    watch = Watch()
    try:
        wanted = wishes(asked, folder)
        told = Told(len(wanted), asked)
        figures = [measured(wish, asked, folder, told) for wish in wanted]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    show(figures, console)
    if asked.markdown:
        today = datetime.date.today().isoformat()
        about = machine() | watch.told() | priority()
        asked.markdown.write_text(as_markdown(figures, about, today, command(asked)), "utf-8")


def priority() -> dict[str, str]:
    """Whether all this came before or after other work on the machine, where Linux tells."""
    try:
        nice = int(Path("/proc/self/autogroup").read_text("ascii").split()[-1])
    except (OSError, ValueError):
        return {}
    return {"priority": f"nice {nice}, for servers, clients and database together"} if nice else {}


def command(asked: argparse.Namespace) -> str:
    """The command as somebody would type it to get the same; addresses may hold passwords."""
    words = [".venv/bin/python -m bench.load"]
    if asked.database in ("sqlite", "postgresql"):
        words.append(f"--database {asked.database}")
    for name, usual in (("matches", 1000), ("rate", 300), ("seconds", 30), ("before", 10)):
        if getattr(asked, name) != usual:
            words.append(f"--{name} {getattr(asked, name):g}")
    return " ".join([*words, f"--markdown {asked.markdown}"])


class Told:
    """What is going on, and about how long it still takes."""

    PARTS = ("starting", "making matches", "bringing them into their games", "measuring", "ending")

    def __init__(self, runs: int, asked: argparse.Namespace) -> None:
        matches: int = asked.matches
        self._guesses = (5.0, 0.01 * matches, 0.003 * matches * asked.before, asked.seconds, 3.0)
        self._runs = runs
        self._at = 0
        self._teller = Teller()

    def begin(self, name: str) -> None:
        """The next part of what is measured with this database."""
        part = self._at % len(self.PARTS)
        whole = sum(self._guesses) * (self._runs - 1 - self._at // len(self.PARTS))
        left = whole + sum(self._guesses[part:])
        self._at += 1
        what = f"{name}, {self.PARTS[part]}"
        self._teller.tell(what, self._at, self._runs * len(self.PARTS), left)
        if self._at == self._runs * len(self.PARTS):
            self._teller.clear()


def measured(wish: Wish, asked: argparse.Namespace, folder: Path, told: Told) -> Figures:
    told.begin(wish.name)
    with ExitStack() as stack:
        database, cluster = wish.database, None
        if database is None:
            cluster = Postgres()
            stack.callback(cluster.stop)
            database = cluster.url
        servers = []
        for k in range(wish.processes):
            servers.append(Server(database, folder / f"{wish.name} {k}.log"))
            stack.callback(servers[-1].stop)
        empty = sum(server.memory() for server in servers)
        told.begin(wish.name)
        plan = Plan(places(servers, asked.matches), asked.rate, asked.seconds, asked.before)
        tally, used = played(plan, servers, cluster, lambda: told.begin(wish.name))
        told.begin(wish.name)
        return Figures(
            wish.name,
            wish.processes,
            asked.matches,
            asked.rate,
            wish.p99,
            tally,
            empty,
            [server.memory() for server in servers],
            sum(server.share() for server in servers),
            *used,
        )


def places(servers: Sequence[Server], count: int) -> list[Place]:
    """Matches with two players each, at different processes if there are several."""
    asking = [Asking(server.port) for server in servers]

    def made(first: int) -> list[Place]:
        found = []
        for k in range(first, count, len(servers)):
            game = MIX[k % len(MIX)]
            told = asking[first].make({"game": game, "seats": [SITS, SITS]})
            seats = {
                seat: (servers[(k + j) % len(servers)].port, token)
                for j, (seat, token) in enumerate(told["tokens"].items())
            }
            found.append(Place(told["match"], game, seats))
        return found

    with ThreadPoolExecutor(len(servers)) as threads:
        return [place for part in threads.map(made, range(len(servers))) for place in part]


def played(
    plan: Plan, servers: Sequence[Server], cluster: Postgres | None, tell: Callable[[], None]
) -> tuple[Tally, tuple[float, float | None, float]]:
    """What the players say, and the processors' time of servers, database and others, as shares of
    one core."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    clients = context.Process(target=run, args=(plan, theirs), daemon=True)
    clients.start()
    tell()
    theirs.close()
    try:
        if not ours.poll(600) or ours.recv() != "ready":
            raise RuntimeError("the clients do not get ready")
        before = used(servers, cluster)
        begun, machine_before = time.monotonic(), busy()
        ours.send("go")
        tell()
        if not ours.poll(plan.seconds + 120):
            raise RuntimeError("the clients do not come to an end")
        tally: Tally = ours.recv()
        seconds, machine_after = time.monotonic() - begun, busy()
        after = used(servers, cluster)
    finally:
        clients.join(5)
        clients.kill()
    spent = [(late - early) / seconds for early, late in zip(before, after, strict=True)]
    others = (machine_after - machine_before) / seconds - sum(spent) - tally.cpu / seconds
    return tally, (spent[0], spent[1] if cluster else None, max(0.0, others))


def used(servers: Sequence[Server], cluster: Postgres | None) -> tuple[float, float]:
    return sum(server.cpu() for server in servers), cluster.cpu() if cluster else 0.0


if __name__ == "__main__":
    main()
