"""How a number is taken: in rounds, a little of every row in each, and the best of all rounds.

Whatever else the machine does for a while then spoils one round of every row, and not all of one.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from bench.progress import Step, Steps, Teller

Trial: TypeAlias = Callable[[], float]
"""Takes one number: a rate, or a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much time to spend."""

    rounds: int
    cold: int
    """In how many of the rounds everything is compiled anew, which takes long; if in none, what
    this machine has compiled before is used throughout."""
    slice: float
    """The least seconds that one rate is measured over."""
    perft: int
    """The depth of Skirminion's perft; the peers', which are slower, is less."""
    peer_perft: int
    games: int
    """Compiled playouts in one call, for each thread."""


FULL = Plan(rounds=7, cold=2, slice=0.4, perft=6, peer_perft=4, games=5000)
QUICK = Plan(rounds=3, cold=1, slice=0.1, perft=5, peer_perft=3, games=1000)
TINY = Plan(rounds=1, cold=0, slice=0.001, perft=3, peer_perft=2, games=10)
"""Only to see that every row works; what takes long by its nature is left out with a word."""
A_WARM_UP, A_TIME, A_COLD_TIME = 0.7, 0.5, 15.0
"""Seconds, before anything is known."""


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


def take(measurements: Sequence[Measurement], plan: Plan, teller: Teller) -> list[Row]:
    """Measure everything; an engine that is not there leaves a gap and no more."""
    trials: dict[str, Trial] = {}
    missing = {
        each.id: "left out of a tiny run" for each in measurements if each.cold and not plan.cold
    }
    runs: dict[str, list[float]] = {measurement.id: [] for measurement in measurements}
    wanted = [each for each in measurements if each.id not in missing]
    order = [(at, each) for at in range(plan.rounds) for each in wanted if _is_due(each, at, plan)]
    steps = Steps(
        [_warm_up(each) for each in wanted] + [_turn(*each, plan) for each in order], teller
    )
    for measurement in wanted:
        steps.begin()
        try:
            trials[measurement.id] = measurement.prepare(plan)
        except ImportError as error:
            installs = f"no {error.name} here: make bench installs it"
            missing[measurement.id] = installs if error.name else str(error)
    for _, measurement in order:
        steps.begin()
        if measurement.id in trials:
            runs[measurement.id].append(trials[measurement.id]())
    steps.end()
    return [Row(each, runs[each.id], missing.get(each.id, "")) for each in measurements]


def _is_due(measurement: Measurement, at: int, plan: Plan) -> bool:
    return at < (plan.cold if measurement.cold else plan.rounds)


def _warm_up(measurement: Measurement) -> Step:
    # Each is warmed up once, so what the others took tells nothing.
    what = f"warming up, {measurement.what} ({measurement.engine})"
    return Step(what, f"warm-up of {measurement.id}", A_WARM_UP)


def _turn(at: int, measurement: Measurement, plan: Plan) -> Step:
    usual = plan.slice if measurement.is_rate else A_TIME
    guess = A_COLD_TIME if measurement.cold else usual
    what = f"round {at + 1}, {measurement.what} ({measurement.engine})"
    return Step(what, measurement.id, guess)
