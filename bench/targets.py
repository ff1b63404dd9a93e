"""What we aim at, and whether it is reached."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.measure import Row
from bench.skirminion import CORES


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on a row's value, or on its ratio to another row's."""

    row: str
    text: str
    bound: float
    high: bool = True
    """True: at least the bound; False: less than it."""
    over: str | None = None
    """The row to divide by."""

    def found(self, rows: Mapping[str, Row]) -> float | None:
        """The number the target is about; None where it could not be measured."""
        mine = rows[self.row]
        other = rows[self.over] if self.over else None
        if mine.missing or (other and other.missing):
            return None
        return mine.value / other.value if other else mine.value

    def reached(self, rows: Mapping[str, Row]) -> bool | None:
        found = self.found(rows)
        if found is None:
            return None
        return found >= self.bound if self.high else found < self.bound


SCALING = 0.9 * CORES

TARGETS = (
    Target("playout.one", "playouts on one core, at least 10 M actions/s", 10e6),
    Target(
        "playout.one", "playouts on one core, at least 50 x OpenSpiel chess", 50,
        over="playout.spiel.chess",
    ),
    Target(
        "playout.all", f"playouts on {CORES} cores, at least {SCALING:.1f} x one core", SCALING,
        over="playout.one",
    ),
    Target(
        "playout.batch", "a batch of one from Python, at least as fast as OpenSpiel chess", 1,
        over="playout.spiel.chess",
    ),
    Target("playout.facade", "playouts stepped from Python, at least 20 k actions/s", 20e3),
    Target("perft.one", "perft on one core, at least 300 M nodes/s", 300e6),
    Target("basic.one", "Basic on one core, at least 1 M actions/s", 1e6),
    Target(
        "basic.all", f"Basic on {CORES} cores, at least {SCALING:.1f} x one core", SCALING,
        over="basic.one",
    ),
    Target("basic.facade", "Basic stepped from Python, at least 50 k actions/s", 50e3),
    Target("skirmishers.one", "Skirmishers on one core, at least 150 k actions/s", 150e3),
    Target(
        "skirmishers.all", f"Skirmishers on {CORES} cores, at least {SCALING:.1f} x one core",
        SCALING, over="skirmishers.one",
    ),
    Target("skirmishers.facade", "Skirmishers stepped from Python, at least 15 k actions/s", 15e3),
    Target("skirmishers.preview", "a path previewed with its odds, under 2 ms", 500),
    Target("skirmish.one", "Skirmish on one core, at least 500 k actions/s", 500e3),
    Target(
        "skirmish.all", f"Skirmish on {CORES} cores, at least {SCALING:.1f} x one core", SCALING,
        over="skirmish.one",
    ),
    Target("skirmish.facade", "Skirmish stepped from Python, at least 30 k actions/s", 30e3),
    Target("skirmish.odds", "the odds of a shot, under a millisecond", 1e3),
    Target("whole.basic.soldier.all", "Basic's soldiers on all cores, at least 500 games/s", 500),
    Target("whole.basic.random.all", "Basic's random players, at least 5 k games/s", 5e3),
    Target("whole.skirmish.soldier.all", "Skirmish's soldiers, at least 200 games/s", 200),
    Target("whole.skirmish.random.all", "Skirmish's random players, at least 2 k games/s", 2e3),
    Target("whole.skirmishers.soldier.all", "Skirmishers' soldiers, at least 100 games/s", 100),
    Target("whole.skirmishers.random.all", "Skirmishers' random play, at least 1 k games/s", 1e3),
    Target("whole.skirminion.plain.all", "Skirminion's plain policies, at least 1 k games/s", 1e3),
    Target("whole.skirminion.random.all", "Skirminion's random play, at least 10 k games/s", 1e4),
    *(
        Target(
            f"whole.{game}.all", f"{words} on {CORES} cores, at least {SCALING:.1f} x one core",
            SCALING, over=f"whole.{game}.one",
        )
        for game, words in (
            ("basic.soldier", "Basic's soldiers"),
            ("skirmish.soldier", "Skirmish's soldiers"),
            ("skirmishers.soldier", "Skirmishers' soldiers"),
            ("skirminion.soldier", "Skirminion's soldiers"),
        )
    ),
    Target("vector.skirminion", "Skirminion's vector steps on one core, at least 4 M steps/s", 4e6),
    Target(
        "vector.skirminion", "Skirminion's vector steps, at least 100 x Pgx gardner chess", 100,
        over="vector.pgx",
    ),
    Target("vector.basic", "Basic's vector steps on one core, at least 200 k steps/s", 200e3),
    Target("vector.skirmish", "Skirmish's vector steps on one core, at least 200 k steps/s", 200e3),
    Target(
        "vector.skirmish-2012", "Skirmish 2012's vector steps on one core, at least 200 k steps/s",
        200e3,
    ),
    Target(
        "vector.skirmishers", "Skirmishers' vector steps on one core, at least 200 k steps/s", 200e3
    ),
    Target("table.across", "a single sight question, under 10 microseconds", 1e5),
    Target("table.over", "a single sight question over heights, under 10 microseconds", 1e5),
    Target("table.reach", "a single reach question, under 10 microseconds", 1e5),
    Target("table.batch", "sight in batches on one core, at least 5 M lines/s", 5e6),
    Target("start.warm", "first use from a warm cache, less than 1 s", 1, high=False),
    Target("start.study", "a study's first interval on a warm machine, under 5 s", 5, high=False),
    Target("start.cold", "first use from a cold cache, less than 20 s", 20, high=False),
    Target("start.all", "everything compiled, bots included, less than 60 s", 60, high=False),
)  # fmt: skip
