"""An experiment from its first game to its answer, on whatever plays the blocks.

Blocks are played in any order and taken in one: look by look, cell by cell. A look comes after a
number of units that the plan alone decides; there, and only there, it is asked whether a cell is
sharp enough. So neither the number of workers nor their pace changes what is found.
"""

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from outrider.core.refusal import Refusal
from outrider.lab.intervals import units_for
from outrider.lab.plan import DECIDED, Cell, Plan, cells_of
from outrider.lab.playing import Block, Done
from outrider.lab.store import Folder
from outrider.lab.tally import Tally
from outrider.lab.workers import Workers, workers_for

STEP = 8
"""Units of the first look; later ones come after an eighth of what there is, in whole steps."""
LARGEST = 8192
"""Units of a block."""
QUICK = frozenset({"random", "recruit", "soldier"})
"""Bots of whom many games make a block; of others it is the games of one unit."""
BAND = 0.05
"""Within so much of even a game is called fair."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an experiment has come. Nothing in it changes afterwards but the tallies."""

    plan: Plan
    tallies: tuple[Tally, ...]
    played: int
    most: int
    """Games at most, if nothing ends it before."""
    seconds: float
    """Since it was started this time."""
    now: int
    """Games played this time."""
    over: bool

    @property
    def rate(self) -> float:
        return self.now / self.seconds if self.seconds > 0 else 0.0


def run(
    plan: Plan, folder: Path | None = None, workers: int | None = None, on: str | None = None
) -> Generator[Progress, None, None]:
    """Play an experiment, or go on with it, and tell after every look how it stands. With a folder
    everything is kept there, and what is there already is not played again. It is played on this
    machine, by so many workers, or on a cluster."""
    plan.check()
    if folder is None:
        plan = replace(plan, records="none", events=False)
    kept = None if folder is None else Folder.begun(folder, plan)
    course = Course(plan, kept)
    yield course.progress()
    with workers_for(plan, workers, on) as crew:
        for _ in course.played(crew):
            yield course.progress()


class Course:
    """What has been taken so far, and what comes next."""

    def __init__(self, plan: Plan, folder: Folder | None) -> None:
        self.plan = plan
        self.folder = folder
        self.cells = cells_of(plan)
        self.tallies = tuple(Tally(cell, planned(plan, cell)) for cell in self.cells)
        self._there = set() if folder is None else folder.there()
        self._begun = monotonic()
        self._now = 0
        self._over = False

    def progress(self) -> Progress:
        return Progress(
            self.plan, self.tallies,
            sum(tally.games for tally in self.tallies),
            sum(self.plan.units(cell) * len(cell.turns) for cell in self.cells),
            monotonic() - self._begun, self._now, self._over,
        )  # fmt: skip

    def played(self, crew: Workers) -> Iterator[None]:
        """Take block after block in the order of the plan; those ahead are being played. Stops
        whenever somebody does not ask on."""
        ahead: deque[Block] = deque()
        queue = self._blocks()
        while True:
            while len(ahead) < crew.ahead and (block := next(queue, None)) is not None:
                ahead.append(block)
                if block.name not in self._there:
                    crew.submit(block)
            if not ahead:
                break
            block = ahead.popleft()
            if self.tallies[block.cell].closed:
                crew.drop(block)
                continue
            self._take(block, crew)
            if self._at_a_look(block):
                yield
        self._over = True
        yield

    def _blocks(self) -> Iterator[Block]:
        """All blocks in the order in which they are taken, of cells that are still open."""
        rounds = [looks(self.plan.units(cell)) for cell in self.cells]
        for look in range(max(map(len, rounds), default=0)):
            for cell, stops in zip(self.cells, rounds, strict=True):
                if look < len(stops) and not self.tallies[cell.number].closed:
                    begin = stops[look - 1] if look else 0
                    yield from blocks_of(cell, begin, stops[look])

    def _take(self, block: Block, crew: Workers) -> None:
        tally = self.tallies[block.cell]
        if block.name in self._there and self.folder is not None:
            try:
                tally.add(self.folder.games_of(block))
                return
            except Refusal:
                self.folder.put_aside(block.name)
                crew.submit(block)
        done: Done = crew.result(block)
        if self.folder is not None:
            self.folder.add(done)
        tally.add(done.games)
        self._now += len(done.games)

    def _at_a_look(self, block: Block) -> bool:
        tally = self.tallies[block.cell]
        if block.end not in looks(self.plan.units(tally.cell)):
            return False
        tally.closed = is_enough(self.plan, tally)
        return True


def planned(plan: Plan, cell: Cell) -> int:
    """The number of units at which intervals are to be narrowest."""
    units = plan.units(cell)
    return min(units, units_for(plan.until, 0.5)) if isinstance(plan.until, float) else units


def is_enough(plan: Plan, tally: Tally) -> bool:
    """Whether a cell needs no more games."""
    if plan.until is None:
        return False
    found = tally.interval
    if isinstance(plan.until, float):
        return found.half <= plan.until
    assert plan.until == DECIDED
    return found.excludes(tally.par) or found.within(tally.par - BAND, tally.par + BAND)


_looks: dict[int, tuple[int, ...]] = {}


def looks(units: int) -> tuple[int, ...]:
    """After how many units it is looked, the last of them included."""
    if units not in _looks:
        found, at = [], 0
        while at < units:
            at = min(units, at + max(STEP, at // 8 // STEP * STEP))
            found.append(at)
        _looks[units] = tuple(found)
    return _looks[units]


def blocks_of(cell: Cell, begin: int, end: int) -> Iterator[Block]:
    """The blocks between two looks."""
    size = LARGEST if set(cell.bots) <= QUICK else 1
    for at in range(begin, end, size):
        yield Block(cell.number, at, min(end, at + size))
