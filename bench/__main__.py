"""The command `python -m bench`."""

import argparse
import datetime
from pathlib import Path

from rich.console import Console

from bench import (
    basic,
    environments,
    peers,
    search,
    skirminion,
    skirmish,
    skirmishers,
    startup,
    table,
    whole,
)
from bench.asking import parsed
from bench.machine import Watch, machine
from bench.measure import FULL, QUICK, TINY, take
from bench.page import as_markdown
from bench.progress import Teller
from bench.report import Report, as_json, show

ALL = (
    *skirminion.PLAYOUTS,
    *peers.PLAYOUTS,
    *skirminion.PERFT,
    *peers.PERFT,
    *search.SEARCH,
    *basic.PLAYOUTS,
    *peers.BOWL,
    *skirmish.PLAYOUTS,
    *skirmishers.PLAYOUTS,
    *whole.GAMES,
    *peers.BOWL_GAMES,
    *environments.STEPS,
    *table.SIGHT,
    *startup.STARTS,
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure speed, beside other engines."
    )
    parser.add_argument(
        "--only", nargs="+", metavar="ID", help="rows whose ids begin so, such as vector"
    )
    parser.add_argument("--quick", action="store_true", help="a short run, less exact")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page there")
    return parsed(parser, {})


def command(asked: argparse.Namespace) -> str:
    """The command as somebody would type it to get the same."""
    words = [".venv/bin/python -m bench"]
    if asked.tiny or asked.quick:
        words.append("--tiny" if asked.tiny else "--quick")
    if asked.only:
        words.append(f"--only {' '.join(asked.only)}")
    if asked.markdown:
        words.append(f"--markdown {asked.markdown}")
    return " ".join(words)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def main() -> None:
    asked = arguments()
    plan = TINY if asked.tiny else QUICK if asked.quick else FULL
    watch = Watch()
    wanted = [each for each in ALL if each.id.startswith(tuple(asked.only or ("",)))]
    if not wanted:
        raise SystemExit(f"bench: no row's id begins with {' or '.join(asked.only)}")
    rows = take(wanted, plan, Teller())
    today = datetime.date.today().isoformat()
    about = machine() | watch.told()
    report = Report(rows, about, watch.others(), today, command(asked), asked.tiny)
    show(report, Console(highlight=False))
    if asked.json:
        write(asked.json, as_json(report))
    if asked.markdown:
        write(asked.markdown, as_markdown(report))


if __name__ == "__main__":
    main()
