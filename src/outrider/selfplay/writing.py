"""Parquet: parts written beside each other by those who play, put together in their order at the
end. Nothing stands at the place that was asked for before all of it is there."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from outrider.contests.arena import played_out
from outrider.core.refusal import malformed, unknown
from outrider.play.match import Match
from outrider.selfplay.plan import Plan
from outrider.selfplay.positions import Looker

if TYPE_CHECKING:
    import polars as pl

ROWS = 16_384
"""Positions in a group of the file: what a reader holds at a time."""


def frames() -> Any:
    """Polars, which not everybody has."""
    try:
        import polars
    except ImportError:
        raise unknown("Parquet needs Polars: pip install 'outrider[lab]'") from None
    return polars


def write_part(plan: Plan, numbers: range, file: Path) -> dict[str, int]:
    """Play some games and write their positions. Runs in a worker, and says what came of it."""
    parts: list[pl.DataFrame] = []
    counts = {"games": 0, "positions": 0, "exact": 0, "draws": 0, "substitutes": 0}
    looker = None
    for number in numbers:
        played, match = played_out(plan.bout(number))
        looker = looker or Looker(match)
        made = looker.decisions(match)
        counts["games"] += 1
        counts["draws"] += not played.winners
        counts["substitutes"] += sum(played.substitutes)
        if not made:
            continue
        columns = {**_of_game(plan, number, match, len(made)), **looker.columns(made)}
        counts["positions"] += len(made)
        counts["exact"] += int(np.count_nonzero(columns["exact"]))
        parts.append(frame_of(plan, columns, match, played.bots))
    if parts:
        frames().concat(parts).write_parquet(file, compression="zstd", statistics=False)
    return counts


def _of_game(plan: Plan, number: int, match: Match, steps: int) -> dict[str, Any]:
    return {
        "game": np.full(steps, number, np.uint32),
        "dice": np.full(steps, plan.bout(number).pair, np.uint32),
        "step": np.arange(steps, dtype=np.uint32),
        "left": np.arange(steps - 1, -1, -1, dtype=np.uint32),
    }


def frame_of(
    plan: Plan, columns: dict[str, Any], match: Match, bots: Sequence[str]
) -> "pl.DataFrame":
    """The positions of one game, each with what became of it for whoever decided."""
    of, seats = frames(), match.terms.seats
    winners = () if match.result is None else match.result.winners
    result = [0 if not winners else (1 if seat in winners else -1) for seat in seats]
    score = [
        1 / len(winners) if seat in winners else 0.0 if winners else 1 / len(seats)
        for seat in seats
    ]
    at = columns["seat"]
    made = {
        name: of.Series(name, columns[name]) for name in ("game", "dice", "step", "left", "seat")
    }
    made["bot"] = of.Series("bot", list(bots), dtype=of.String).gather(at)
    for name in ("observation", "mask"):
        made[name] = _rows(name, columns[name], of.UInt8)
    made["action"] = of.Series("action", columns["action"])
    made["exact"] = of.Series("exact", columns["exact"])
    made["code"] = _rows("code", columns["code"], of.Int32)
    made["result"] = of.Series("result", np.array(result, np.int8)[at])
    made["score"] = of.Series("score", np.array(score, np.float32)[at])
    if plan.states:
        made["state"] = _rows("state", columns["state"], of.Int64)
    frame: pl.DataFrame = of.DataFrame(made)
    return frame


def _rows(name: str, values: Any, kind: Any) -> Any:
    """A row of numbers in each cell, as many in all."""
    of = frames()
    return of.Series(name, np.ascontiguousarray(values), dtype=of.Array(kind, values.shape[1]))


@contextmanager
def aside(out: Path) -> Iterator[Path]:
    """A folder beside a file that is to be, gone at the end whatever happens."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise malformed(f"{out} cannot be written: {error.strerror}") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def put_together(files: Sequence[Path], folder: Path) -> Path:
    """All parts in their order as one file. Only a few groups of rows are in memory at a time."""
    whole = folder / "whole.parquet"
    of = frames()
    of.scan_parquet([file for file in files if file.exists()]).sink_parquet(
        whole, compression="zstd", row_group_size=ROWS, maintain_order=True
    )
    return whole
