"""The folder of an experiment: its plan, and what came of it in parts that are whole or not there.

    plan.toml                the experiment
    ground.json              by which rules and from which states it is played
    games/BLOCK.parquet      one row a game
    events/BLOCK.parquet     one row an event, on request
    records/BLOCK.parquet    every record of the block, compressed

A part is written under another name first and then given its own, records before events before
games: where there is a part of `games`, all of its block is there. So whatever is interrupted goes
on with the first block that is missing, and nothing that was computed is lost.
"""

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from outrider.core.refusal import malformed
from outrider.core.wire import dumps, shown
from outrider.games import game as game_by_id
from outrider.lab.facts import EventFacts, GameFacts
from outrider.lab.plan import Plan, cells_of
from outrider.lab.playing import Block, Done
from outrider.lab.toml import PLAN, plan_files, plan_from_toml

if TYPE_CHECKING:
    import polars as pl

PARTS = ("games", "events", "records")
HALF = ".half"
BROKEN = ".broken"
GROUNDS = "ground.json"


class Stopped(Exception):
    """An experiment cannot go on. What has been played stays in its folder."""


def frames() -> Any:
    """Polars, which only who keeps or reads facts needs."""
    try:
        import polars
    except ImportError:
        raise malformed("facts are kept with Polars: pip install 'outrider[lab]'") from None
    return polars


class Folder:
    """An experiment on disk."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan

    @classmethod
    def begun(cls, folder: Path, plan: Plan) -> "Folder":
        """The folder of a plan, new or gone on with; one that has another experiment is refused."""
        frames()
        file = folder / PLAN
        if file.exists():
            before = cls.opened(folder).plan
            if before.identity() != plan.identity():
                raise malformed(
                    f"{named(file)} has another experiment in it: {differs(before, plan)}"
                )
            if before.games > plan.games:
                raise malformed(
                    f"{named(file)} asks for {before.games:,} games: ask for as many, or for more"
                )
        ground = grounds(plan)
        _same_grounds(folder / GROUNDS, ground)
        try:
            for part in PARTS:
                (folder / part).mkdir(parents=True, exist_ok=True)
            for name, data in {**plan_files(plan), GROUNDS: ground}.items():
                written(folder / name, data)
        except OSError as error:
            raise malformed(f"{named(folder)} cannot be written: {error.strerror}") from None
        return cls(folder, plan)

    @classmethod
    def opened(cls, folder: Path) -> "Folder":
        """A folder that is there."""
        file = folder / PLAN
        try:
            text = file.read_bytes()
        except OSError as error:
            raise malformed(f"{named(file)}: {error.strerror}") from None
        return cls(folder, plan_from_toml(text, str(file), played=False))

    def there(self) -> set[str]:
        """The blocks that are whole, by their names. What was being written when somebody pulled
        the plug is put aside, and a block that another one holds is left out."""
        for half in self.folder.glob(f"**/*{HALF}"):
            half.unlink(missing_ok=True)
        found = {
            file.stem
            for file in sorted((self.folder / "games").glob("*.parquet"))
            if self._is_whole(file)
        }
        spans: list[tuple[int, int, int]] = sorted(
            (span_of(name) for name in found), key=lambda span: (span[0], span[1], -span[2])
        )
        for (cell, _, end), (other, after, last) in pairwise(spans):
            if cell == other and after < end:
                found.discard(Block(other, after, last).name)
                self._drop(Block(other, after, last).name)
        return found

    def _is_whole(self, file: Path) -> bool:
        """Whether there is a part of every kind that is kept, and its end was written."""
        of, kinds = frames(), ["games"]
        kinds += ["events"] * self.plan.events + ["records"] * (self.plan.records != "none")
        try:
            span_of(file.stem)
            for kind in kinds:
                of.read_parquet_schema(self.folder / kind / file.name)
        except (of.exceptions.PolarsError, OSError, ValueError):
            self.put_aside(file.stem)
            return False
        return True

    def put_aside(self, name: str) -> None:
        """A block that cannot be read: it is played again, and what there was is not lost."""
        for kind in PARTS:
            file = self.folder / kind / f"{name}.parquet"
            if file.exists():
                file.replace(file.with_suffix(BROKEN))

    def _drop(self, name: str) -> None:
        for kind in PARTS:
            (self.folder / kind / f"{name}.parquet").unlink(missing_ok=True)

    def add(self, done: Done) -> None:
        """Keep what came of a block."""
        name = f"{done.block.name}.parquet"
        try:
            if done.records or done.moves:
                put(records_of(done), self.folder / "records" / name)
            if self.plan.events:
                put(frame(EventFacts, done.events), self.folder / "events" / name)
            put(frame(GameFacts, done.games), self.folder / "games" / name)
            self._supersede(done.block)
        except OSError as error:
            why = error.strerror or str(error)
            raise Stopped(f"{named(self.folder)} cannot be written: {why}") from None

    def _supersede(self, block: Block) -> None:
        """When an experiment goes on, its last block may have been shorter: what is in a longer one
        is there once."""
        for file in (self.folder / "games").glob(f"c{block.cell:03d}-*.parquet"):
            _, begin, end = span_of(file.stem)
            if file.stem != block.name and begin < block.end and block.begin < end:
                self._drop(file.stem)

    def games_of(self, block: Block) -> list[GameFacts]:
        """The games of a block that is there."""
        made = self._part(self.folder / "games" / f"{block.name}.parquet")
        return [GameFacts(**row) for row in made.iter_rows(named=True)]

    def _part(self, file: Path) -> "pl.DataFrame":
        of = frames()
        try:
            return cast("pl.DataFrame", of.read_parquet(file))
        except (of.exceptions.PolarsError, OSError) as error:
            why = str(error).splitlines()[0]
            raise malformed(
                f"{named(file)} is no part of an experiment that can be read ({why});"
                " `outrider lab run` plays it again"
            ) from None

    def parts(self, kind: str) -> Iterator["pl.DataFrame"]:
        """One after the other; refused where one is missing between two others."""
        come: dict[int, int] = {}
        for file in sorted((self.folder / kind).glob("*.parquet")):
            try:
                cell, begin, end = span_of(file.stem)
            except ValueError:
                raise malformed(f"{named(file)} is no part of an experiment") from None
            if come.get(cell, 0) != begin:
                raise malformed(
                    f"{named(file)} does not go on where the part before it ends;"
                    " `outrider lab run` plays what is missing"
                )
            come[cell] = end
            yield self._part(file)

    def part_of(self, kind: str, cell: int, unit: int) -> "pl.DataFrame | None":
        """The part that a unit is in, and no other is read."""
        for file in sorted((self.folder / kind).glob(f"c{cell:03d}-*.parquet")):
            try:
                _, begin, end = span_of(file.stem)
            except ValueError:
                continue
            if begin <= unit < end:
                return self._part(file)
        return None


def put(made: "pl.DataFrame", file: Path) -> None:
    """Write a part under another name, and then give it its own."""
    half, data = file.with_suffix(HALF), io.BytesIO()
    made.write_parquet(data, compression="zstd", compression_level=9)
    try:
        with half.open("wb") as opened:
            opened.write(data.getbuffer())
            opened.flush()
            os.fsync(opened.fileno())
        half.replace(file)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def written(file: Path, data: bytes) -> None:
    half = file.with_suffix(HALF)
    try:
        half.write_bytes(data)
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


def span_of(name: str) -> tuple[int, int, int]:
    """Cell, first unit and the one after the last, of a block by its name; ValueError if it is
    none."""
    cell, begin, end = name.removeprefix("c").split("-")
    return int(cell), int(begin), int(end)


def frame(kind: type, rows: Sequence[Any]) -> "pl.DataFrame":
    """Facts as a frame."""
    of = frames()
    made = of.DataFrame([asdict(row) for row in rows], schema=schema_of(kind))
    return cast("pl.DataFrame", made)


def schema_of(kind: type) -> dict[str, Any]:
    of = frames()
    if kind is EventFacts:
        return {
            "cell": of.Int32, "game": of.Int64, "line": of.Int32, "turn": of.Int32,
            "seat": of.String, "what": of.String, "kind": of.String, "unit": of.String,
            "other": of.String, "x": of.Float64, "y": of.Float64, "from_x": of.Float64,
            "from_y": of.Float64, "result": of.String, "evaluation": of.Float64,
        }  # fmt: skip
    texts, numbers = of.List(of.String), of.List(of.Int32)
    return {
        "cell": of.Int32, "game": of.Int64, "unit": of.Int64, "turned": of.Int8, "seed": of.Int64,
        "bots": texts, "winners": texts, "score": of.List(of.Float64), "draw": of.Boolean,
        "reason": of.String, "first": of.String, "lines": of.Int32, "actions": of.Int32,
        "turns": of.Int32, "left": numbers, "of": numbers, "alive": texts, "dead": texts,
        "substitutes": numbers,
    }  # fmt: skip


def record_schema() -> dict[str, Any]:
    of = frames()
    return {"cell": of.Int32, "game": of.Int64, "record": of.String, "moves": of.Binary}


def records_of(done: Done) -> "pl.DataFrame":
    """The records of a block, written out or as numbers."""
    games = [game.game for game in done.games]
    nothing = [None] * len(games)
    told = {
        "cell": [done.block.cell] * len(games),
        "game": games,
        "record": done.records or nothing,
        "moves": done.moves or nothing,
    }
    return cast("pl.DataFrame", frames().DataFrame(told, schema=record_schema()))


def named(file: Path) -> str:
    return str(file) if str(file).isprintable() else ascii(str(file))


def grounds(plan: Plan) -> bytes:
    """By which rules every cell is played, and from which state: what a plan calls by its name may
    be another one with the next release."""
    game = game_by_id(plan.game)
    begun = [game.load(plan.start)] if plan.start is not None else []
    states = begun or [game.new(cell.terms).state for cell in cells_of(plan)]
    told = [sha256(dumps(game.dump(state)).encode()).hexdigest()[:16] for state in states]
    return dumps({"rules": game.rules_version, "begun": told}).encode() + b"\n"


def _same_grounds(file: Path, ground: bytes) -> None:
    """Refuse to go on with games of another ground."""
    try:
        before = file.read_bytes()
    except OSError:
        return
    if before != ground:
        raise malformed(
            f"{named(file.parent)} was played by other rules or on other ground that went by the"
            " same name: ask in another folder"
        )


def differs(one: Plan, other: Plan) -> str:
    """The first thing in which two plans are not the same."""
    said, told = one.to_json(), other.to_json()
    name = next(
        name for name in said if said[name] != told[name] and name not in ("games", "until")
    )
    return f"{name} is {shown(said[name])} there, and not {shown(told[name])}"
