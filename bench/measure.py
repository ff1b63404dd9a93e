"""How a number is taken: a warm-up, then repetitions until the time for it is used up."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Plan:
    """How much time to spend."""

    budget: float
    """Seconds for one row of rates."""
    slice: float
    """The least seconds that one repetition lasts."""
    least: int
    """The least number of repetitions, however long they take."""
    starts: int
    """How many processes to start for a row of start-up times."""
    cold: int
    """How many of them where everything is compiled anew."""
    perft: int
    """The depth of Skirminion's perft; the peers', which are slower, is less."""
    peer_perft: int
    games: int
    """Compiled playouts in one call, for each thread."""


FULL = Plan(
    budget=5, slice=0.3, least=3, starts=9, cold=2, perft=6, peer_perft=4, games=6000
)  # fmt: skip
QUICK = Plan(
    budget=0.5, slice=0.1, least=3, starts=3, cold=1, perft=5, peer_perft=3, games=1000
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """Every repetition of one measurement. Rates are better high, times are better low."""

    runs: tuple[float, ...]
    high: bool

    @property
    def best(self) -> float:
        return max(self.runs) if self.high else min(self.runs)

    @property
    def median(self) -> float:
        return median(self.runs)

    @property
    def value(self) -> float:
        """What comparisons go by: the best rate, the median time."""
        return self.best if self.high else self.median


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
    take: Callable[[Plan], Sample]
    """Raises ImportError where the engine is not installed."""
    against: Reference | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table."""

    measurement: Measurement
    sample: Sample | None
    """None: it could not be measured, and `missing` says why."""
    missing: str = ""
    others: float | None = None
    """The share of the machine that other processes had meanwhile, if that is known."""


def rate(work: Callable[[], int], plan: Plan) -> Sample:
    """How many units of work a second: `work` does some and says how many."""
    work()
    runs: list[float] = []
    end = time.perf_counter() + plan.budget
    while len(runs) < plan.least or time.perf_counter() < end:
        runs.append(_one_rate(work, plan.slice))
    return Sample(tuple(runs), high=True)


def _one_rate(work: Callable[[], int], least: float) -> float:
    done = 0
    start = time.perf_counter()
    while True:
        done += work()
        took = time.perf_counter() - start
        if took >= least:
            return done / took


def seconds(work: Callable[[], object], times: int, warm_up: bool = True) -> Sample:
    """How long one piece of work takes."""
    if warm_up:
        work()
    return Sample(tuple(_one_time(work) for _ in range(times)), high=False)


def _one_time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
