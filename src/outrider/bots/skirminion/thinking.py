"""The search from Python: the room it needs, how deep it goes, and when it stops.

Nothing is compiled or imported before the first thought. A thought keeps nothing for the next one,
but for the duels of a layout of forts and the numbers of a game, which are solved once.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from outrider.bots.skirminion.weights import WEIGHTS
from outrider.core.patience import patience
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.layout import MOST_ACTIONS, SIDE, SIEGE, STAGE_AT
from outrider.games.skirminion.numbers import Numbers, limited, unlimited
from outrider.games.skirminion.state import Words, words_of

WAITING = "Outrider: compiling the search for Skirminion, once (about 20 seconds)..."
SOLVING = "Outrider: working out the last duels of this game (a few seconds)..."

DEEPEST_LOOK = 60
"""Activations beyond which no search looks."""
LEAST_BUDGET = 100
LEAST_TABLE, MOST_TABLE = 10, 20
"""Powers of two."""
PACE = 4_000_000
"""Nodes a second, about."""
UNSOLVED = -1
"""No duels at all."""
LOOSE_ENDS = 7
"""Chance puts actions in an order by numbers from 0 to this, before anything is known of them."""
WINDOW = 60
"""How far from the last value the next one is expected."""
HASTE = 0.006
"""Seconds it may take to stop and to answer,"""
SHARE = 0.92
"""and of the rest this much is used: a machine may be busy with something else just then."""
SPARE = 0.01
"""With less time than that one look at every action has to do."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the best action's code, its value to the decider in hundredths of a
    health point, and how much of a look it was."""

    code: int
    value: int
    depth: int
    nodes: int


class Mind:
    """One search: the arrays, and one position at their beginning."""

    def __init__(
        self,
        words: Words,
        numbers: Numbers,
        budget: int,
        *,
        solved_forts: int = 0,
        contempt: int = 0,
        weights: Sequence[int] = WEIGHTS,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """`numbers` are those of the game; duels are solved beforehand with at most `solved_forts`
        forts on the board; `contempt` is what a draw is worth to Red. A seed decides which of
        several equally good actions is found first. In so many `seconds` it will have to be done:
        more room than can be used then is not made, since making it takes time too."""
        parts = kernels()
        np, layout = parts.np, parts.room
        self._parts = parts
        self.rows = np.zeros((layout.FIXED + 1, 9), np.uint64)
        codes = np.empty((layout.FIXED, MOST_ACTIONS), np.uint16)
        ranks = np.empty((layout.FIXED, MOST_ACTIONS), np.int64)
        expected = budget if seconds is None else min(budget, int(PACE * seconds))
        size = min(max(LEAST_TABLE, expected.bit_length()), MOST_TABLE)
        table = np.zeros((1 << size, 2), np.uint64)
        self.notes = np.zeros(layout.NOTES, np.int64)
        self.notes[layout.WEIGHTS : layout.WEIGHTS + len(weights)] = weights
        self.notes[layout.BUDGET] = budget
        self.notes[layout.SELECTIVE] = 1
        self.notes[layout.CONTEMPT] = contempt
        if seed is not None:
            mixed = parts.streams(seed, layout.NOTES - layout.HISTORY)
            self.notes[layout.HISTORY :] = mixed & np.uint64(LOOSE_ENDS)
        forts = words[2] | words[3]
        solved = forts.bit_count() <= solved_forts
        duels = duels_of(forts, unlimited(numbers)) if solved else no_duels()
        self.rows[layout.FIXED, layout.FORTS] = forts
        self._numbers = engine().array(numbers)
        self.room = (self.rows, codes, ranks, table, self.notes, duels, self._numbers)
        self.rows[0, :8] = words
        self.rows[0, 8] = engine().name(words)

    def unselective(self) -> "Mind":
        """The same, passing over no action that promises little."""
        self.notes[self._parts.room.SELECTIVE] = 0
        return self

    @property
    def nodes(self) -> int:
        return int(self.notes[self._parts.room.NODES])

    @property
    def stopped(self) -> bool:
        return bool(self.notes[self._parts.room.STOP])

    def stop(self) -> None:
        self.notes[self._parts.room.STOP] = 1

    def look(self, depth: int, alpha: int, beta: int) -> int:
        """The value to the decider, so many activations deep. Means nothing if `stopped`."""
        value: int = self._parts.searching.search(depth, alpha, beta, 0, self.room)
        return value

    def look_after(self, code: int, depth: int) -> int:
        """The same once an action has been played, still to who decides before it. The action's
        activation is the first of those looked at."""
        parts = self._parts
        parts.searching.step(0, parts.np.uint64(code), self.rows, self._numbers)
        before, after = int(self.rows[0, 7]), int(self.rows[1, 7])
        left = depth - (1 if (before ^ after) & SIDE or before >> STAGE_AT & 3 else 0)
        infinite = parts.room.INFINITE
        value: int = parts.searching.search(left, -infinite, infinite, 1, self.room)
        return value if decider(before) == decider(after) else -value

    def think(self, deepest: int = DEEPEST_LOOK) -> Thought:
        """Deeper and deeper, until the budget is spent or somebody says stop."""
        layout = self._parts.room
        notes = self.notes
        value, reached = 0, 0
        for depth in range(1, deepest + 1):
            notes[layout.FIRST] = notes[layout.BEST]
            found = self._narrowed(depth, value)
            if found is None:
                break
            value, reached = found, depth
            if abs(value) > layout.SURE and layout.WON - abs(value) <= depth:
                break
        return Thought(int(notes[layout.BEST]), int(notes[layout.BEST_VALUE]), reached, self.nodes)

    def _narrowed(self, depth: int, last: int) -> int | None:
        """A look with a narrow window first; None if it was stopped."""
        infinite: int = self._parts.room.INFINITE
        alpha, beta = -infinite, infinite
        if depth > 2:
            alpha, beta = max(-infinite, last - WINDOW), min(infinite, last + WINDOW)
        while True:
            value = self.look(depth, alpha, beta)
            if self.stopped:
                return None
            if value <= alpha and alpha > -infinite:
                alpha = -infinite
            elif value >= beta and beta < infinite:
                beta = infinite
            else:
                return value

    def think_until(
        self,
        seconds: float,
        deepest: int = DEEPEST_LOOK,
        left: Callable[[], float] | None = None,
    ) -> Thought:
        """The same, but no longer than that."""
        with self.within(seconds, left):
            return self.think(deepest)

    @contextmanager
    def within(self, seconds: float, left: Callable[[], float] | None = None) -> Iterator[None]:
        """Say stop after a while, or when no time is `left`, which need not pass as on the wall.
        The search is compiled and holds no lock, so that a thread can watch beside it."""
        until, done = time.monotonic() + seconds, threading.Event()

        def watch() -> None:
            reserve = (1 - SHARE) * seconds + HASTE
            while (rest := (left() if left else until - time.monotonic()) - reserve) > 0:
                if done.wait(rest):
                    return
            self.stop()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()


def decider(control: int) -> int:
    """0 if Red decides, 1 if Blue does."""
    return (control & SIDE) ^ bool(control & SIEGE)


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled modules and NumPy, once somebody needs them."""

    np: Any
    room: Any
    searching: Any
    duels: Any
    streams: Any
    runs_plain: Callable[[Any], bool]


@cache
def kernels() -> Kernels:
    """The compiled search, ready to be used."""
    engine()
    with patience(WAITING):
        import numpy

        from outrider.bots.skirminion.kernel import duels, room, searching
        from outrider.compiled import runs_plain, streams

    return Kernels(numpy, room, searching, duels, streams, runs_plain)


def ready() -> None:
    """Have everything compiled, and the duels without forts solved, before a clock runs; again
    when it is no longer plain Python."""
    parts = kernels()
    _readied(parts.runs_plain(parts.duels.solve))


@cache
def _readied(plain: bool) -> None:
    words = words_of("red", {"red": {"a1": 6}, "blue": {"h8": 1}}, {"red": 0, "blue": 0}, 0)
    with patience(WAITING):
        numbers = limited((0, 0))
        mind = Mind(words, numbers, LEAST_BUDGET, solved_forts=0)
        mind.look_after(mind.think(1).code or engine().codes(words, numbers)[0], 1)


@cache
def no_duels() -> Any:
    parts = kernels()
    values = parts.np.zeros(0, parts.np.int16)
    values.flags.writeable = False  # as where there are some, or all would be compiled twice
    return values


def duels_of(forts: int, numbers: Numbers) -> Any:
    """The exact values of all duels among forts on these squares, whoever owns them, by these
    numbers. None, where nothing is compiled: it would take hours."""
    parts = kernels()
    return no_duels() if parts.runs_plain(parts.duels.solve) else _solved(forts, numbers)


@lru_cache(maxsize=4)
def _solved(forts: int, numbers: Numbers) -> Any:
    parts = kernels()
    with patience(SOLVING):
        values = parts.np.zeros(parts.duels.OWNED << forts.bit_count(), parts.np.int16)
        parts.duels.solve(parts.np.uint64(forts), values, engine().array(numbers))
        values.flags.writeable = False
    return values
