"""The search from Python: the room it needs, how deep it goes, and when it stops.

A thought keeps nothing for the next one, but for the duels of a layout of forts and the numbers of
a game, which are solved once.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from outrider.bots.skirminion.kernel import room
from outrider.bots.skirminion.kernel.net import HIDDEN
from outrider.bots.skirminion.kernel.room import Duels, Net
from outrider.bots.skirminion.kernel.searching import search
from outrider.bots.skirminion.net import NO_NET, net_for
from outrider.bots.skirminion.weights import WEIGHTS
from outrider.compiled import runs_plain, streams
from outrider.core.patience import patience
from outrider.endings.skirminion.files import NO_ENDINGS, endings_for
from outrider.endings.skirminion.kernel import duels
from outrider.endings.skirminion.kernel.solving import spoken
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
NO_DUELS: Duels = np.zeros(0, np.int16)
NO_DUELS.flags.writeable = False  # as where there are some, or all would be compiled twice
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
        net: Net = NO_NET,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """`numbers` are those of the game; duels are solved beforehand with at most `solved_forts`
        forts on the board (with none, endings that are solved already are known instead);
        `contempt` is what a draw is worth to Red; a `net` corrects the weights. A seed decides
        which of several equally good actions is found first. In so many `seconds` it will have to
        be done: more room than can be used then is not made, since making it takes time too."""
        self.rows = np.zeros((room.FIXED + 1, 9), np.uint64)
        codes = np.empty((room.FIXED, MOST_ACTIONS), np.uint16)
        ranks = np.empty((room.FIXED, MOST_ACTIONS), np.int64)
        expected = budget if seconds is None else min(budget, int(PACE * seconds))
        size = min(max(LEAST_TABLE, expected.bit_length()), MOST_TABLE)
        table = np.zeros((1 << size, 2), np.uint64)
        self.notes = np.zeros(room.NOTES, np.int64)
        self.notes[room.WEIGHTS : room.WEIGHTS + len(WEIGHTS)] = WEIGHTS
        self.notes[room.BUDGET] = budget
        self.notes[room.SELECTIVE] = 1
        self.notes[room.CONTEMPT] = contempt
        if seed is not None:
            mixed = streams(seed, room.NOTES - room.HISTORY)
            self.notes[room.HISTORY :] = mixed & np.uint64(LOOSE_ENDS)
        forts = words[2] | words[3]
        solved = forts.bit_count() <= solved_forts
        endings = endings_for(numbers) if solved and not forts else NO_ENDINGS
        by_duels = solved and not len(endings)
        known = duels_of(forts, unlimited(numbers)) if by_duels else NO_DUELS
        self.rows[room.FIXED, room.FORTS] = forts
        self._numbers = numbers
        hidden = np.zeros(HIDDEN, np.int16)
        array = engine().array(numbers)
        self.room = (self.rows, codes, ranks, table, self.notes, known, endings, net, hidden, array)
        self._put(0, words)

    def _put(self, ply: int, words: Words) -> None:
        self.rows[ply, : room.NAME] = words
        self.rows[ply, room.NAME] = engine().name(words)

    def unselective(self) -> "Mind":
        """The same, passing over no action that promises little."""
        self.notes[room.SELECTIVE] = 0
        return self

    def weighing(self, weights: Sequence[int]) -> "Mind":
        """The same, by other weights."""
        self.notes[room.WEIGHTS : room.WEIGHTS + room.FEATURES] = 0
        self.notes[room.WEIGHTS : room.WEIGHTS + len(weights)] = weights
        return self

    @property
    def nodes(self) -> int:
        return int(self.notes[room.NODES])

    @property
    def stopped(self) -> bool:
        return bool(self.notes[room.STOP])

    def stop(self) -> None:
        self.notes[room.STOP] = 1

    def look(self, depth: int, alpha: int, beta: int) -> int:
        """The value to the decider, so many activations deep. Means nothing if `stopped`."""
        return search(depth, alpha, beta, 0, self.room)

    def look_after(self, code: int, depth: int) -> int:
        """The same once an action has been played, still to who decides before it. The action's
        activation is the first of those looked at."""
        words = tuple(self.rows[0, : room.NAME].tolist())
        self._put(1, engine().play(words, code, self._numbers))
        before, after = int(self.rows[0, 7]), int(self.rows[1, 7])
        left = depth - (1 if (before ^ after) & SIDE or before >> STAGE_AT & 3 else 0)
        value = search(left, -room.INFINITE, room.INFINITE, 1, self.room)
        return value if decider(before) == decider(after) else -value

    def think(self, deepest: int = DEEPEST_LOOK) -> Thought:
        """Deeper and deeper, until the budget is spent or somebody says stop."""
        notes = self.notes
        value, reached = 0, 0
        for depth in range(1, deepest + 1):
            notes[room.FIRST] = notes[room.BEST]
            found = self._narrowed(depth, value)
            if found is None:
                break
            value, reached = found, depth
            if abs(value) > room.SURE and room.WON - abs(value) <= depth:
                break
        return Thought(int(notes[room.BEST]), int(notes[room.BEST_VALUE]), reached, self.nodes)

    def _narrowed(self, depth: int, last: int) -> int | None:
        """A look with a narrow window first; None if it was stopped."""
        infinite = room.INFINITE
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


def ready() -> None:
    """Have everything compiled before a clock runs; again when it is no longer plain Python."""
    _readied(runs_plain(duels.solve))


@cache
def _readied(plain: bool) -> None:
    words = words_of("red", {"red": {"a1": 6}, "blue": {"h8": 1}}, {"red": 0, "blue": 0}, 0)
    with patience(WAITING):
        numbers = limited((0, 0))
        mind = Mind(words, numbers, LEAST_BUDGET, solved_forts=0)
        mind.look_after(mind.think(1).code or engine().codes(words, numbers)[0], 1)
        nothing = np.zeros((0, room.NAME), np.uint64)
        array = engine().array(numbers)
        spoken(nothing, endings_for(numbers), array, np.zeros(0, np.int64))
        # By the book's numbers nobody asks for a duel before there are forts on the board.
        duels.solve(np.uint64(0), np.zeros(0, np.int16), array)
        net_of(numbers)


def net_of(numbers: Numbers) -> Net:
    """What corrects the weights, by these numbers. Nothing, where nothing is compiled: it would be
    a hundred times slower than the weights."""
    return NO_NET if runs_plain(search) else net_for(numbers)


def duels_of(forts: int, numbers: Numbers) -> Duels:
    """The exact values of all duels among forts on these squares, whoever owns them, by these
    numbers. None, where nothing is compiled: it would take hours."""
    return NO_DUELS if runs_plain(duels.solve) else _solved(forts, numbers)


@lru_cache(maxsize=4)
def _solved(forts: int, numbers: Numbers) -> Duels:
    with patience(SOLVING):
        values = np.zeros(duels.OWNED << forts.bit_count(), np.int16)
        duels.solve(np.uint64(forts), values, engine().array(numbers))
        values.flags.writeable = False
    return values
