"""The command `python -m bench.load`: a thousand live matches, and how soon moves arrive.

Servers, clients and database are all on this machine, on 127.0.0.1. Measured is the time from
sending an action to its receipt by the opponent, on another socket and, with several server
processes, at another process. boardgame.io is measured beside it, with the same load.
"""

import argparse
import datetime
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench import load_most, load_peer_server
from bench.asking import parsed
from bench.load_clients import AFTERWARDS
from bench.load_measure import Wish, measured
from bench.load_page import as_markdown, show
from bench.load_servers import is_installed
from bench.machine import Watch, machine
from bench.progress import Step, Steps, Teller


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
    parser.add_argument(
        "--peer",
        action=argparse.BooleanOptionalAction,
        help="measure boardgame.io, too, which npm installs the first time; default: unless a"
        " database is named",
    )
    parser.add_argument(
        "--most",
        action="store_true",
        help="look for the most actions a second that one process of ours with SQLite bears, and"
        " boardgame.io",
    )
    parser.add_argument("--step", type=float, default=5, help="seconds for a rate in --most")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    # PostgreSQL and two more processes would take longer than all the rest.
    tiny = {"database": "sqlite", "matches": 12, "rate": 20, "seconds": 1, "before": 2, "step": 0.2}
    return parsed(parser, tiny)


def wishes(asked: argparse.Namespace, folder: Path) -> list[Wish]:
    file = f"sqlite:///{folder / 'matches.db'}"
    sqlite = Wish("SQLite", file, asked.processes or 1, 60, most=asked.most)
    postgres = Wish("PostgreSQL", None, asked.processes or 2, 100)
    if asked.database is None and not is_installed("postgres"):
        print("PostgreSQL is not installed here: its part is left out.", file=sys.stderr)
        ours = [sqlite]
    elif asked.database is None:
        ours = [sqlite, postgres]
    elif asked.database == "sqlite":
        ours = [sqlite]
    elif asked.database == "postgresql":
        ours = [postgres]
    else:
        base = sqlite if asked.database.startswith("sqlite:") else postgres
        ours = [Wish(base.name, asked.database, base.processes, base.p99, most=base.most)]
    return [*ours[:1], *peers(asked), *ours[1:]]


def peers(asked: argparse.Namespace) -> list[Wish]:
    """boardgame.io, where it is wanted and can be had."""
    if not (asked.database is None if asked.peer is None else asked.peer):
        return []
    if missing := load_peer_server.missing():
        print(f"{load_peer_server.NAME}: {missing}; its part is left out.", file=sys.stderr)
        return []
    name = f"{load_peer_server.NAME} {load_peer_server.asked_version()}"
    return [Wish(name, None, 1, None, peer=True, most=asked.most)]


def steps(wanted: Sequence[Wish], asked: argparse.Namespace) -> list[Step]:
    """What is done, with a guess at how long each takes."""
    tried = load_most.steps(asked.rate) * (asked.step + AFTERWARDS)
    found = []
    for wish in wanted:
        parts = {
            "starting": 5.0,
            "making matches": 0.01 * asked.matches,
            "bringing them into their games": 0.003 * asked.matches * asked.before,
            "measuring": asked.seconds,
            **({"looking for the most": tried} if wish.most else {}),
            "ending": 3.0,
        }
        found += [Step(f"{wish.name}, {part}", part, guess) for part, guess in parts.items()]
    return found


def main() -> None:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # and end what was started
    folder = Path(tempfile.mkdtemp(prefix="outrider-load-"))
    console = Console(highlight=False)
    try:
        wanted = wishes(asked, folder)
        watch = Watch()  # what comes before, an installation, is no part of what is measured
        told = Steps(steps(wanted, asked), Teller())
        figures = [measured(wish, asked, folder, told) for wish in wanted]
        told.end()
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
    usual = {"matches": 1000, "rate": 300, "seconds": 30, "before": 10, "step": 5}
    for name, value in usual.items():
        if getattr(asked, name) != value:
            words.append(f"--{name} {getattr(asked, name):g}")
    if asked.peer is not None:
        words.append("--peer" if asked.peer else "--no-peer")
    if asked.most:
        words.append("--most")
    return " ".join([*words, f"--markdown {asked.markdown}"])


if __name__ == "__main__":
    main()
