"""What happened in games, from their events: where units went and fell, what actions came to, and
how the lead changed.

Events are many, so they are read in slices that end where a game does, and only of as many games as
are asked for. A blow belongs to the latest action that was aimed at anybody before it, in the same
game; that holds for every game here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outrider.lab.opened import Experiment
from outrider.lab.store import frames

if TYPE_CHECKING:
    import polars as pl

SLICE = 250_000
"""Rows that are in memory at a time, give or take a game."""
MOST = 4_000_000
"""Rows that are read at most: heat and habits are sharp long before."""
AHEAD = 0.1
"""Who leads by less than that is not ahead."""
NEEDED = ["cell", "game", "turn", "seat", "what", "kind", "unit", "other", "x", "y", "evaluation"]


@dataclass(frozen=True, slots=True)
class Doings:
    """Frames, each empty where nothing is known."""

    games: int
    """Of how many games events were read."""
    places: "pl.DataFrame"
    """`kind` (went, fell), `seat`, `x`, `y` by inch, `times`."""
    actions: "pl.DataFrame"
    """`what` was aimed: `times`, how often it `hurt` and how often somebody `fell` by it."""
    deeds: "pl.DataFrame"
    """`unit`: how often it `aimed`, and how many `fell` by it."""
    leads: "pl.DataFrame"
    """`turn`: how many games had somebody `ahead` then, and in how many of these they `won`."""
    changes: "pl.DataFrame"
    """`cell`, `game`: how often the lead `changes`, and the turn of the `last` change."""

    def turning(self) -> tuple[float, float | None]:
        """How often the lead changes in a game, and the turn of the last change, on the median."""
        mean, last = self.changes["changes"].mean(), self.changes["last"].drop_nulls().median()
        assert isinstance(mean, float)
        return mean, last if isinstance(last, float) else None

    def frames(self) -> "dict[str, pl.DataFrame]":
        return {
            "places": self.places,
            "actions": self.actions,
            "deeds": self.deeds,
            "leads": self.leads,
        }


def doings(experiment: Experiment) -> Doings:
    """All of it in one pass."""
    of = frames()
    winners = _winners(experiment)
    parts: dict[str, list[Any]] = {
        "places": [],
        "actions": [],
        "deeds": [],
        "leads": [],
        "changes": [],
    }
    games = 0
    for events in slices(experiment):
        games += events.select("cell", "game").unique().height
        marked = _marked(events)
        parts["places"].append(_places(events))
        parts["actions"].append(_actions(marked))
        parts["deeds"].append(_deeds(marked))
        leads, changes = _leads(events, winners)
        parts["leads"].append(leads)
        parts["changes"].append(changes)
    added = {name: of.concat(each) if each else of.DataFrame() for name, each in parts.items()}
    return Doings(
        games,
        _summed(added["places"], "kind", "seat", "x", "y"),
        _summed(added["actions"], "what"),
        _summed(added["deeds"], "unit"),
        _summed(added["leads"], "turn"),
        added["changes"],
    )


def _summed(parts: "pl.DataFrame", *by: str) -> "pl.DataFrame":
    of = frames()
    if parts.is_empty():
        return parts
    made: pl.DataFrame = parts.group_by(*by).agg(of.all().sum()).sort(*by)
    return made


def slices(experiment: Experiment) -> Iterator["pl.DataFrame"]:
    """Events of whole games, some at a time, from every part as many."""
    of = frames()
    files = experiment.files("events")
    each = MOST // max(1, len(files))
    for file in files:
        yield from _of_file(of, file, each)


def _of_file(of: Any, file: Path, most: int) -> Iterator["pl.DataFrame"]:
    games = of.read_parquet(file, columns=["cell", "game"])
    if games.is_empty():
        return
    ends = (
        games.with_row_index("row")
        .group_by("cell", "game", maintain_order=True)
        .agg(of.col("row").last())["row"]
        .to_list()
    )
    begin = 0
    for end in ends:
        if end + 1 - begin >= SLICE or end == ends[-1] or end + 1 >= most:
            lazy = of.scan_parquet(file).select(NEEDED).slice(begin, end + 1 - begin)
            yield lazy.collect()
            begin = end + 1
            if begin >= most:
                return


def _winners(experiment: Experiment) -> "pl.DataFrame":
    """The first seat's score in every game, to be held against who was ahead."""
    of = frames()
    made: pl.DataFrame = (
        experiment.lazy("games")
        .select("cell", "game", of.col("score").list.first().alias("score"))
        .collect()
    )
    return made


def _marked(events: "pl.DataFrame") -> "pl.DataFrame":
    """Aims and what came of them: each blow with the latest aim before it."""
    of = frames()
    aimed = of.col("kind") == "aimed"
    by = ["cell", "game"]
    made: pl.DataFrame = events.filter(
        of.col("kind").is_in(["aimed", "hurt", "fell"])
    ).with_columns(
        of.when(aimed).then(of.col("what")).forward_fill().over(by).alias("by"),
        of.when(aimed).then(of.col("unit")).forward_fill().over(by).alias("who"),
        of.when(aimed).then(1).otherwise(0).cum_sum().over(by).alias("aim"),
    )
    return made


def _actions(marked: "pl.DataFrame") -> "pl.DataFrame":
    of = frames()
    one = marked.filter(of.col("by").is_not_null()).group_by("cell", "game", "aim", "by")
    each = one.agg(
        (of.col("kind") == "hurt").any().alias("hurt"),
        (of.col("kind") == "fell").any().alias("fell"),
    )
    made: pl.DataFrame = each.group_by(of.col("by").alias("what")).agg(
        of.len().cast(of.Int64).alias("times"),
        (of.col("hurt") | of.col("fell")).sum().cast(of.Int64).alias("hurt"),
        of.col("fell").sum().cast(of.Int64),
    )
    return made


def _deeds(marked: "pl.DataFrame") -> "pl.DataFrame":
    of = frames()
    made: pl.DataFrame = (
        marked.filter(of.col("who").is_not_null())
        .group_by(of.col("who").alias("unit"))
        .agg(
            (of.col("kind") == "aimed").sum().cast(of.Int64).alias("aimed"),
            ((of.col("kind") == "fell") & (of.col("other") != of.col("who")))
            .sum()
            .cast(of.Int64)
            .alias("fell"),
        )
    )
    return made


def _places(events: "pl.DataFrame") -> "pl.DataFrame":
    """Inch squares in which somebody's way ended, or somebody fell."""
    of = frames()
    made: pl.DataFrame = (
        events.filter(of.col("kind").is_in(["went", "fell"]), of.col("x").is_not_null())
        .group_by(
            "kind", "seat", of.col("x").floor().cast(of.Int32), of.col("y").floor().cast(of.Int32)
        )
        .agg(of.len().cast(of.Int64).alias("times"))
    )
    return made


def _leads(
    events: "pl.DataFrame", winners: "pl.DataFrame"
) -> tuple["pl.DataFrame", "pl.DataFrame"]:
    """Who was ahead at each turn and whether they won; how often that changed, and when last."""
    of = frames()
    by = ["cell", "game"]
    judged = (
        events.filter(of.col("evaluation").is_not_null())
        .select(*by, "turn", (of.col("evaluation") - 0.5).alias("lead"))
        .filter(of.col("lead").abs() >= AHEAD, of.col("turn").is_not_null())
        .with_columns(of.col("lead").sign().cast(of.Int8))
        .join(winners, on=by, how="left", maintain_order="left")
    )
    won = of.when(of.col("lead") > 0).then(of.col("score")).otherwise(1 - of.col("score"))
    leads = judged.group_by("turn").agg(
        of.len().cast(of.Int64).alias("ahead"), won.sum().alias("won")
    )
    turned = judged.with_columns(
        (of.col("lead") != of.col("lead").shift(1).over(by)).fill_null(False).alias("turned")
    )
    changes = turned.group_by(by, maintain_order=True).agg(
        of.col("turned").sum().cast(of.Int64).alias("changes"),
        of.col("turn").filter(of.col("turned")).last().alias("last"),
    )
    return leads, changes
