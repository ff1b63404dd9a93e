"""What the games of an experiment come to: scores, effects, lengths, with intervals that hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outrider.core.game import Game
from outrider.games import game as game_by_id
from outrider.lab.answer import OPEN, verdict_of
from outrider.lab.intervals import Interval, interval
from outrider.lab.opened import Experiment
from outrider.lab.plan import Cell, worded
from outrider.lab.report.doings import Doings, doings
from outrider.lab.report.luck import Luck
from outrider.lab.report.verdicts import Row, more_units, of_effect
from outrider.lab.store import frames
from outrider.lab.tally import ROUNDED, Tally, effect

if TYPE_CHECKING:
    import polars as pl


@dataclass(slots=True)
class Findings:
    """All that a report tells."""

    experiment: Experiment
    tallies: tuple[Tally, ...]
    """Every cell with its intervals, read once."""
    game: Game[Any, Any]
    seats: tuple[str, ...]
    par: float
    games: int
    answer: Row
    rows: list[Row]
    effects: list[Row]
    draws: Interval
    first: Interval | None
    """What whoever began has made."""
    by_seat: list[float]
    """The share of games that each seat has won."""
    lengths: "pl.DataFrame"
    """Games by their turns and who has won: `turns`, `winner`, `games`."""
    turns: tuple[float, float, float]
    """The quarters of it: a quarter of the games is over by the first, half by the second."""
    survival: "pl.DataFrame"
    """Units: `seat`, `unit`, `games`, `alive`."""
    substitutes: int
    doings: Doings
    luck: Luck | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def subject(self) -> str:
        return self.experiment.cells[0].subject

    def share(self, times: int, of_all: int) -> Interval:
        """How often something was so in a game. Games with the same dice count as one: an average
        over them is known no less well than one of them."""
        alike = sum(len(cell.turns) for cell in self.experiment.cells)
        found = share(round(times / alike), round(of_all / alike))
        mean = times / of_all if of_all else 0.0
        return Interval(mean, min(found.low, mean), max(found.high, mean), found.units)

    @property
    def is_mirror(self) -> bool:
        return self.experiment.cells[0].is_mirror

    def frames(self) -> "dict[str, pl.DataFrame]":
        """Every table of the report, by name."""
        return {
            "scores": _table(self.rows),
            "effects": _table(self.effects),
            "lengths": self.lengths,
            "survival": self.survival,
            **self.doings.frames(),
        }


def _table(rows: Sequence[Row]) -> "pl.DataFrame":
    made = [
        {
            "group": row.group,
            "value": row.label,
            "mean": row.found.mean,
            "low": row.found.low,
            "high": row.found.high,
            "verdict": row.verdict,
            "games": row.games,
        }
        for row in rows
    ]
    of = frames()
    schema = {"group": of.String, "value": of.String, "mean": of.Float64, "low": of.Float64,
              "high": of.Float64, "verdict": of.String, "games": of.Int64}  # fmt: skip
    table: pl.DataFrame = of.DataFrame(made, schema=schema)
    return table


def findings(experiment: Experiment) -> Findings:
    """Everything that can be said of the games so far."""
    tallies = experiment.tallies()
    games = experiment.lazy("games")
    first = experiment.cells[0]
    seats = max((cell.seats for cell in experiment.cells), key=len)
    alike = Alike(experiment, tallies)
    return Findings(
        experiment,
        tallies,
        game_by_id(experiment.plan.game),
        seats,
        1 / len(first.seats),
        sum(tally.games for tally in tallies),
        _answer(tallies),
        [*_seat_rows(alike, seats), *_value_rows(experiment, alike)],
        _effects(experiment, tallies),
        alike.mean(of_draws()),
        alike.first_move(),
        _won(games, seats),
        _lengths(games),
        _quarters(games),
        _survival(games),
        sum(tally.substitutes for tally in tallies),
        doings(experiment),
    )


def _answer(tallies: Sequence[Tally]) -> Row:
    """The first cell's: as the plan stands."""
    tally = tallies[0]
    found = tally.interval
    return Row("", tally.cell.said(), found, verdict_of(found, tally.par), tally.games, True)


class Alike:
    """Games by what they have alike: those of a unit have the same dice in every cell, so they are
    one piece of news together, and what is told of several cells is counted by units."""

    def __init__(self, experiment: Experiment, tallies: Sequence[Tally]) -> None:
        self.tallies = tallies
        self._games = experiment.lazy("games")

    def mean(self, value: "pl.Expr", cells: Sequence[Tally] | None = None) -> Interval:
        """The mean of something over cells, all of them by default, as far as all have come; games
        of which it is not known are left out."""
        of, cells = frames(), self.tallies if cells is None else cells
        common = min(len(tally.units) for tally in cells)
        numbers = [tally.cell.number for tally in cells]
        units = (
            self._games.filter(of.col("cell").is_in(numbers), of.col("unit") < common)
            .select("unit", value.cast(of.Float64).alias("value"))
            .drop_nulls()
            .group_by("unit")
            .agg(of.col("value").mean().round(ROUNDED))
            .group_by("value")
            .len()
            .collect()
        )
        return interval(dict(units.iter_rows()), min(tally.planned for tally in cells))

    def first_move(self) -> Interval | None:
        """What whoever began has made, if it was not the same seat every time."""
        if len(set().union(*(tally.began for tally in self.tallies))) < 2:
            return None
        return self.mean(of_whoever_began(self.tallies[0].cell.seats))


def of_draws() -> "pl.Expr":
    made: pl.Expr = frames().col("draw")
    return made


def of_seat(at: int) -> "pl.Expr":
    """A seat's score, by its number."""
    made: pl.Expr = frames().col("score").list.get(at, null_on_oob=True)
    return made


def of_whoever_began(seats: Sequence[str]) -> "pl.Expr":
    of = frames()
    made: pl.Expr = of.coalesce(
        [of.when(of.col("first") == seat).then(of_seat(at)) for at, seat in enumerate(seats)]
    )
    return made


def _of_subject(cell: Cell) -> "pl.Expr":
    """The score of the bot that is asked about, over all its seats; of bots that are all alike the
    first seat's."""
    if cell.is_mirror:
        return of_seat(0)
    of, seats = frames(), range(len(cell.seats))
    mine = [of.col("bots").list.get(at) == cell.subject for at in seats]
    scores = [of.when(mine[at]).then(of_seat(at)).otherwise(0.0) for at in seats]
    made: pl.Expr = of.sum_horizontal(scores) / of.sum_horizontal(mine)
    return made


def _seat_rows(alike: Alike, seats: Sequence[str]) -> list[Row]:
    """The score of every seat, and of whoever begins."""
    games = sum(tally.games for tally in alike.tallies)
    told = {}
    for at, seat in enumerate(seats):
        having = [tally for tally in alike.tallies if at < len(tally.cell.seats) and tally.games]
        if having:
            told[seat.capitalize()] = alike.mean(of_seat(at), having)
    began = alike.first_move()
    if began is not None:
        told["whoever begins"] = began
    par = 1 / len(seats)
    return [Row("seat", name, found, verdict_of(found, par), games) for name, found in told.items()]


def _value_rows(experiment: Experiment, alike: Alike) -> list[Row]:
    """The subject's score by every value of whatever is varied, all else together."""
    made = []
    for name in experiment.plan.vary:
        for at, value in enumerate(experiment.plan.vary[name]):
            mine = [tally for tally in alike.tallies if tally.cell.values[name] == value]
            found = alike.mean(_of_subject(mine[0].cell), mine)
            if not found.units:
                continue
            games = sum(tally.games for tally in mine)
            verdict = verdict_of(found, mine[0].par)
            made.append(Row(name, worded(value), found, verdict, games, at == 0))
    return made


def _effects(experiment: Experiment, tallies: Sequence[Tally]) -> list[Row]:
    """What every change of one value alone does, measured by the same dice."""
    base, made = tallies[0], []
    for tally in tallies[1:]:
        changed = [
            name for name, value in tally.cell.values.items() if value != base.cell.values[name]
        ]
        if len(changed) != 1 or len(tally.cell.seats) != len(base.cell.seats):
            continue
        (name,) = changed
        found = effect(base, tally)
        if found.units == 0:
            continue
        before = worded(base.cell.values[name])
        verdict = of_effect(found)
        said = f"not {before}"
        if verdict == OPEN:
            games = more_units(found, max(abs(found.mean), 0.01)) * len(tally.cell.turns)
            said += f"|no verdict: needs about {rounded(games)} more games"
        made.append(
            Row(name, worded(tally.cell.values[name]), found, verdict, tally.games, said=said)
        )
    return made


def rounded(number: int) -> str:
    """A number by its first digit or two."""
    if number < 100:
        return str(max(10, -(-number // 10) * 10))
    size = 10 ** (len(str(number)) - 2)
    return f"{-(-number // size) * size:,}"


# -- by Polars -------------------------------------------------------------------------------------


def _won(games: "pl.LazyFrame", seats: Sequence[str]) -> list[float]:
    """How many of all games each seat has won; several may."""
    of = frames()
    shares = games.select(
        [of.col("winners").list.contains(seat).mean().alias(seat) for seat in seats]
    ).collect()
    return [float(shares[seat][0] or 0.0) for seat in seats]


def _lengths(games: "pl.LazyFrame") -> "pl.DataFrame":
    of = frames()
    winner = (
        of.when(of.col("winners").list.len() == 1)
        .then(of.col("winners").list.first())
        .otherwise(of.when(of.col("draw")).then(of.lit("draw")).otherwise(of.lit("several")))
    )
    made: pl.DataFrame = (
        games.filter(of.col("turns").is_not_null())
        .group_by("turns", winner.alias("winner"))
        .agg(of.len().alias("games"))
        .sort("turns", "winner")
        .collect()
    )
    return made


def _quarters(games: "pl.LazyFrame") -> tuple[float, float, float]:
    of = frames()
    found = games.select(
        [of.col("turns").quantile(part).alias(str(part)) for part in (0.25, 0.5, 0.75)]
    ).collect()
    low, half, high = (float(found[name][0] or 0) for name in found.columns)
    return low, half, high


def _survival(games: "pl.LazyFrame") -> "pl.DataFrame":
    """How often each unit came home, where games tell."""
    of = frames()
    parts = [
        games.select(of.col(name).list.explode(empty_as_null=False).alias("unit"))
        .group_by("unit")
        .agg(of.len().alias(name))
        .collect()
        for name in ("alive", "dead")
    ]
    both = parts[0].join(parts[1], on="unit", how="full", coalesce=True).fill_null(0)
    made: pl.DataFrame = both.select(
        "unit",
        (of.col("alive") + of.col("dead")).cast(of.Int64).alias("games"),
        of.col("alive").cast(of.Int64),
    ).sort("unit")
    return made


def share(times: int, of_all: int) -> Interval:
    """How often something is so, with its interval."""
    return interval({1.0: times, 0.0: of_all - times}) if of_all else Interval(0, 0, 1, 0)
