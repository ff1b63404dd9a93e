"""An experiment as an errand of somebody else's, in a process of its own: `python -m
outrider.lab.errand FOLDER WORKERS SECONDS`.

It plays the plan in the folder, gives way to everything else, and after every look writes
`progress.json` there, whole or not at all. It ends with whoever started it, when its time is over,
and when it is told to; what it has played stays, and can be gone on with.
"""

import ctypes
import json
import os
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from outrider.lab.answer import answer, rows_of
from outrider.lab.opened import Experiment
from outrider.lab.running import Progress, run
from outrider.lab.store import Stopped, frames

PROGRESS = "progress.json"
NICE = 10
KINDS = ("went", "fell")


class Heat:
    """Where things happened so far: every part of the events is read once."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._seen: set[Path] = set()
        self._places: dict[str, dict[str, Counter[tuple[int, int]]]] = {kind: {} for kind in KINDS}

    def now(self) -> dict[str, dict[str, list[list[int]]]]:
        of = frames()
        for file in self._experiment.files("events"):
            if file in self._seen:
                continue
            self._seen.add(file)
            part = (
                of.scan_parquet(file)
                .filter(of.col("kind").is_in(KINDS), of.col("x").is_not_null())
                .group_by(
                    "kind", "seat", of.col("x").floor().cast(int), of.col("y").floor().cast(int)
                )
                .agg(of.len())
                .collect()
            )
            for kind, seat, x, y, times in part.iter_rows():
                self._places[kind].setdefault(seat, Counter())[x, y] += times
        return {
            kind: {
                seat: [[x, y, n] for (x, y), n in sorted(all_.items())] for seat, all_ in by.items()
            }
            for kind, by in self._places.items()
        }


def told(progress: Progress, heat: Heat) -> dict[str, Any]:
    """How an experiment stands, for a page."""
    rows = []
    for row in rows_of(progress.tallies):
        found = row.score
        rows.append(
            {
                "name": row.cell.said(),
                "games": row.games,
                "mean": found.mean,
                "low": found.low,
                "high": found.high,
                "verdict": row.verdict,
                "further": row.further,
                "draws": row.draws.mean,
                "turns": row.turns,
            }
        )
    cell = progress.tallies[0].cell
    return {
        "played": progress.played,
        "most": progress.most,
        "rate": progress.rate,
        "over": progress.over,
        "par": 1 / len(cell.seats),
        "subject": cell.subject,
        "seats": list(cell.seats),
        "rows": rows,
        "answer": answer(progress.tallies) if rows else [],
        "heat": heat.now(),
        "table": table_of(progress),
    }


def table_of(progress: Progress) -> dict[str, Any] | None:
    """The table that is played on, where there is one."""
    game = game_by_id(progress.plan.game)
    table = game.dump(game.new(progress.tallies[0].cell.terms).state).get("table")
    return table if isinstance(table, dict) else None


def put(folder: Path, said: dict[str, Any]) -> None:
    draft = folder / f".{PROGRESS}"
    draft.write_text(json.dumps(said, default=float), "utf-8")
    draft.replace(folder / PROGRESS)


def main(folder: Path, workers: int, seconds: float) -> int:
    """Play until it is over, or time is."""
    os.nice(NICE)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)  # PR_SET_PDEATHSIG
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    until = time.monotonic() + seconds
    last: dict[str, Any] = {}
    try:
        experiment = Experiment(folder)
        heat = Heat(experiment)
        for progress in run(experiment.plan, folder, workers):
            last = told(progress, heat)
            put(folder, last)
            if time.monotonic() > until:
                break
    except (Refusal, Stopped) as problem:
        put(folder, {**last, "over": True, "error": str(problem)})
        return 2
    put(folder, {**last, "over": True})
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
