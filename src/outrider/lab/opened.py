"""An experiment that is on disk, for whoever looks at it: facts as Polars frames, and records."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from outrider.core.record import Record, record_from_text
from outrider.core.refusal import unknown
from outrider.lab.facts import EventFacts, GameFacts
from outrider.lab.plan import Cell, cells_of, worded
from outrider.lab.playing import lane_of, retold
from outrider.lab.running import planned
from outrider.lab.store import Folder, frames, schema_of
from outrider.lab.tally import Tally
from outrider.whole.lane import Told

if TYPE_CHECKING:
    import polars as pl


class Experiment:
    """A plan and all that came of it so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = Folder.opened(folder)
        self.plan = self._folder.plan
        self.cells: tuple[Cell, ...] = cells_of(self.plan)

    def files(self, kind: str) -> list[Path]:
        """The parts of `games`, `events` or `records`, in their order."""
        return sorted((self._folder.folder / kind).glob("*.parquet"))

    def games(self) -> "pl.DataFrame":
        """One row a game, with a column for everything that is varied."""
        return self._with_values(self._all("games", schema_of(GameFacts)))

    def events(self) -> "pl.DataFrame":
        """One row an event, likewise; empty if they were not asked for."""
        return self._with_values(self._all("events", schema_of(EventFacts)))

    def lazy(self, kind: str = "games") -> "pl.LazyFrame":
        """The same unread, for more than memory holds."""
        made = frames().scan_parquet(self._folder.folder / kind / "*.parquet")
        return cast("pl.LazyFrame", made)

    def tallies(self) -> tuple[Tally, ...]:
        """Every cell with its intervals, as they stood when it was stopped."""
        made = tuple(Tally(cell, planned(self.plan, cell)) for cell in self.cells)
        for part in self._folder.parts("games"):
            for tally in made:
                rows = part.filter(frames().col("cell") == tally.cell.number)
                tally.add([GameFacts(**row) for row in rows.iter_rows(named=True)])
        return made

    def record(self, game: int, cell: int = 0) -> Record:
        """One game's record. The part that it is in is read, and no other."""
        of = frames()
        if 0 <= cell < len(self.cells):
            unit = game // len(self.cells[cell].turns)
            part = self._folder.part_of("records", cell, unit)
            found = None if part is None else part.filter(of.col("game") == game)
            if found is not None and len(found):
                return self._record(found.row(0, named=True))
        raise unknown(f"there is no record of game {game} in cell {cell}")

    def records(self) -> Iterator[tuple[int, int, Record]]:
        """All of them in order, each with its cell and its number. One that does not replay is
        refused with its place."""
        for part in self._folder.parts("records"):
            for row in part.iter_rows(named=True):
                yield row["cell"], row["game"], self._record(row)

    def _record(self, row: dict[str, Any]) -> Record:
        if row["record"] is not None:
            return record_from_text(row["record"])
        cell = self.cells[row["cell"]]
        lane = lane_of(self.plan, cell)
        if lane is None:
            raise unknown(f"game {row['game']}: nobody here reads its moves")
        told = Told(np.frombuffer(row["moves"], "<i4"), None)
        unit, turned = divmod(row["game"], len(cell.turns))
        return retold(self.plan, cell, lane, told, (row["game"], unit, turned)).record()

    def _all(self, kind: str, schema: dict[str, object]) -> "pl.DataFrame":
        of = frames()
        parts = list(self._folder.parts(kind))
        made = of.concat(parts) if parts else of.DataFrame(schema=schema)
        return cast("pl.DataFrame", made.sort("cell", "game", maintain_order=True))

    def _with_values(self, facts: "pl.DataFrame") -> "pl.DataFrame":
        of = frames()
        if not self.plan.vary:
            return facts
        told = {"cell": of.Series([cell.number for cell in self.cells], dtype=of.Int32)}
        for name in self.plan.vary:
            values = [cell.values[name] for cell in self.cells]
            plain = all(type(value) is type(values[0]) for value in values)
            simple = plain and isinstance(values[0], bool | int | float | str)
            told[name] = of.Series(values if simple else [worded(value) for value in values])
        return facts.join(of.DataFrame(told), on="cell", how="left", maintain_order="left")
