"""How a number is taken: in rounds, a little of every row in each, and the best of all rounds.

Whatever else the machine does for a while then spoils one round of every row, and not all of one.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

Trial: TypeAlias = Callable[[], float]
"""Takes one number: a rate, or a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much time to spend."""

    rounds: int
    cold: int
    """In how many of the rounds everything is compiled anew, which takes long."""
    slice: float
    """The least seconds that one rate is measured over."""
    perft: int
    """The depth of Skirminion's perft; the peers', which are slower, is less."""
    peer_perft: int
    games: int
    """Compiled playouts in one call, for each thread."""


FULL = Plan(rounds=7, cold=2, slice=0.4, perft=6, peer_perft=4, games=5000)
QUICK = Plan(rounds=3, cold=1, slice=0.1, perft=5, peer_perft=3, games=1000)


@dataclass(frozen=True, slots=True)
class Reference:
    """The row that another is compared with, and what to call it there."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """One row of the table, before it is measured."""

    id: str
    what: str
    engine: str
    unit: str
    meaning: str
    """What the number means, in plain words."""
    prepare: Callable[[Plan], Trial]
    """Set up and warm up. Raises ImportError where the engine is not installed."""
    against: Reference | None = None
    cold: bool = False
    """It compiles everything anew."""

    @property
    def is_rate(self) -> bool:
        """Rates are better high, times are better low."""
        return self.unit != "s"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: a measurement and the numbers taken, one a round."""

    measurement: Measurement
    runs: Sequence[float]
    missing: str = ""
    """Why there are none."""

    @property
    def best(self) -> float:
        return max(self.runs) if self.measurement.is_rate else min(self.runs)

    @property
    def median(self) -> float:
        return median(self.runs)

    @property
    def value(self) -> float:
        """What comparisons go by: the best rate, the median time."""
        return self.best if self.measurement.is_rate else self.median


def rate(work: Callable[[], int], plan: Plan) -> Trial:
    """How many units of work a second: `work` does some and says how many."""

    def trial() -> float:
        done = 0
        start = time.perf_counter()
        while True:
            done += work()
            took = time.perf_counter() - start
            if took >= plan.slice:
                return done / took

    work()
    return trial


def seconds(work: Callable[[], object]) -> Trial:
    """How long one piece of work takes."""

    def trial() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return trial


def take(measurements: Sequence[Measurement], plan: Plan, tell: Callable[[str], None]) -> list[Row]:
    """Measure everything; an engine that is not there leaves a gap and no more."""
    trials: dict[str, Trial] = {}
    missing: dict[str, str] = {}
    runs: dict[str, list[float]] = {measurement.id: [] for measurement in measurements}
    for measurement in measurements:
        tell(f"Warming up: {measurement.what} ({measurement.engine})")
        try:
            trials[measurement.id] = measurement.prepare(plan)
        except ImportError as error:
            missing[measurement.id] = f"no {error.name or 'engine'} here: make bench installs it"
    for at in range(plan.rounds):
        for measurement in measurements:
            if measurement.id in missing or (measurement.cold and at >= plan.cold):
                continue
            tell(f"Round {at + 1} of {plan.rounds}: {measurement.what} ({measurement.engine})")
            runs[measurement.id].append(trials[measurement.id]())
    return [Row(each, runs[each.id], missing.get(each.id, "")) for each in measurements]
