"""The lab: questions about games, answered with intervals.

    from outrider import lab

    for progress in lab.study("basic", bots=["soldier"], games=2000, until="2%"):
        print(progress.tallies[0].interval)

    lab.run(plan, folder)            the same of a Plan, kept in a folder
    lab.open(folder).games()         one row a game, as a Polars frame

Facts are kept and read with Polars (`outrider[lab]`); a study without a folder does without.
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from outrider.lab.intervals import Interval, interval
from outrider.lab.opened import Experiment
from outrider.lab.plan import Cell, Plan, cells_of
from outrider.lab.running import Progress, run
from outrider.lab.store import Stopped
from outrider.lab.tally import Tally, effect
from outrider.lab.toml import plan_from_json, plan_from_toml

__all__ = [
    "Cell",
    "Experiment",
    "Interval",
    "Plan",
    "Progress",
    "Stopped",
    "Tally",
    "cells_of",
    "effect",
    "interval",
    "open",
    "plan_from_json",
    "plan_from_toml",
    "run",
    "study",
]


def study(
    game: str,
    *,
    folder: Path | str | None = None,
    workers: int | None = None,
    on: str | None = None,
    **asked: Any,
) -> Generator[Progress, None, None]:
    """Ask a question: what a plan's fields are called (`bots`, `options`, `scenario`, `vary`,
    `games`, `until`...) is asked for by those names. Tells after every look how it stands; whoever
    does not ask on stops it."""
    plan = plan_from_json({"game": game, **asked}, Path())
    return run(plan, None if folder is None else Path(folder), workers, on)


def open(folder: Path | str) -> Experiment:  # noqa: A001
    """An experiment that was kept."""
    return Experiment(Path(folder))
