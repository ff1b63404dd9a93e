"""The command `python -m bench`."""

import argparse
import datetime
from pathlib import Path

from rich.console import Console
from rich.live import Live

from bench import basic, peers, search, skirminion, skirmish, skirmishers, startup, table
from bench.machine import Watch, machine
from bench.measure import FULL, QUICK, take
from bench.page import as_markdown
from bench.report import Report, as_json, show

ALL = (
    *skirminion.PLAYOUTS,
    *peers.PLAYOUTS,
    *skirminion.PERFT,
    *peers.PERFT,
    *search.SEARCH,
    *basic.PLAYOUTS,
    *skirmish.PLAYOUTS,
    *skirmishers.PLAYOUTS,
    *table.SIGHT,
    *startup.STARTS,
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure speed, beside other engines."
    )
    parser.add_argument("--quick", action="store_true", help="a short run, less exact")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    return parser.parse_args()


def command(asked: argparse.Namespace) -> str:
    """The command as somebody would type it to get the same."""
    words = [".venv/bin/python -m bench"]
    if asked.quick:
        words.append("--quick")
    if asked.markdown:
        words.append(f"--markdown {asked.markdown}")
    return " ".join(words)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def main() -> None:
    asked = arguments()
    plan = QUICK if asked.quick else FULL
    watch = Watch()
    # Redrawn when there is news only: a spinner would take time from what is measured.
    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        rows = take(ALL, plan, lambda told: progress.update(told, refresh=True))
    today = datetime.date.today().isoformat()
    report = Report(rows, machine(), watch.others(), today, command(asked))
    show(report, Console(highlight=False))
    if asked.json:
        write(asked.json, as_json(report))
    if asked.markdown:
        write(asked.markdown, as_markdown(report))


if __name__ == "__main__":
    main()
