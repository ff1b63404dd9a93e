"""Many games at once, for search, statistics and learning: arrays in, arrays out.

A batch is an array with a row of eight words for each game. Everything runs in compiled code, and
playouts on as many threads as asked for.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import numpy.typing as npt

from outrider.compiled import streams as streams
from outrider.core.patience import patience
from outrider.core.refusal import illegal, malformed
from outrider.games.skirminion.actions import action_of, write_action
from outrider.games.skirminion.engine import WAITING, engine
from outrider.games.skirminion.kernel import entry, layout
from outrider.games.skirminion.position import limits_of
from outrider.games.skirminion.state import State

Rows = npt.NDArray[np.uint64]
Codes = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

NO_LIMIT = np.iinfo(np.int64).max


class Batch:
    """Games played side by side, all with the same options."""

    def __init__(self, states: Iterable[State]) -> None:
        given = list(states)
        if len({state.options for state in given}) != 1:
            raise malformed("a batch holds at least one game, and all with the same options")
        engine()
        self.rows: Rows = np.array([state.words for state in given], np.uint64)
        self._limits = np.array(limits_of(given[0].options), np.uint64)
        self._names: Rows | None = None

    @classmethod
    def repeat(cls, state: State, games: int) -> "Batch":
        """The same game, that many times."""
        batch = cls([state])
        batch.rows = np.repeat(batch.rows, games, axis=0)
        return batch

    def __len__(self) -> int:
        return len(self.rows)

    def copy(self) -> "Batch":
        """A batch of its own with the same games: how search takes an action back."""
        made = object.__new__(type(self))
        made.rows = self.rows.copy()
        made._limits = self._limits
        made._names = None if self._names is None else self._names.copy()
        return made

    @property
    def endings(self) -> Counts:
        """How each game ended, as `layout` numbers it; 0 while it goes on."""
        shifted = self.rows[:, 7] >> np.uint64(layout.ENDING_AT)
        return (shifted & np.uint64(15)).astype(np.int64)

    def legal(self) -> tuple[Codes, Counts]:
        """The legal actions of every game: codes[i, :sizes[i]] in game i."""
        codes = np.zeros((len(self), layout.MOST_ACTIONS), np.uint16)
        sizes = np.zeros(len(self), np.int64)
        entry.legal(self.rows, codes, sizes)
        return codes, sizes

    def play(self, codes: npt.ArrayLike) -> None:
        """Play one action in each game; all are refused if one is not legal."""
        chosen = np.ascontiguousarray(codes, np.uint16)
        if chosen.shape != (len(self),):
            raise malformed(f"{len(self)} games need {len(self)} actions")
        legal, sizes = self.legal()
        offered = np.arange(layout.MOST_ACTIONS) < sizes[:, None]
        fine = ((legal == chosen[:, None]) & offered).any(axis=1)
        if not fine.all():
            first = int(np.argmin(fine))
            raise illegal("SKN-P1", f"game {first}: code {int(chosen[first])} is not legal there")
        entry.play(self.rows, chosen, self._limits, self._kept_names())

    def _kept_names(self) -> Rows:
        if self._names is None:
            self._names = np.zeros(len(self), np.uint64)
            entry.name(self.rows, self._names)
        return self._names

    def names(self) -> Rows:
        """The Zobrist names of the positions, kept up to date by `play`."""
        return self._kept_names().copy()

    def playout(self, seed: int, threads: int = 1, most: int = NO_LIMIT) -> Counts:
        """Play every game to its end with uniformly random actions; the actions that took.

        The outcome depends on the seed alone, not on the number of threads.
        """
        with patience(WAITING):
            entry.playouts(self.rows[:0], self.rows[:0, 0].copy(), 0, self._limits, _none())
        randoms = streams(seed, len(self))
        played = np.zeros(len(self), np.int64)
        self._names = None
        run = partial(self._playout_part, randoms, played, most)
        parts = np.array_split(np.arange(len(self)), max(1, threads))
        spans = [slice(int(part[0]), int(part[-1]) + 1) for part in parts if len(part)]
        if len(spans) == 1:
            run(spans[0])
        else:
            with ThreadPoolExecutor(len(spans)) as pool:
                list(pool.map(run, spans))
        return played

    def _playout_part(self, randoms: Rows, played: Counts, most: int, span: slice) -> None:
        entry.playouts(self.rows[span], randoms[span], most, self._limits, played[span])

    def perft(self, depth: int) -> Rows:
        """The number of action sequences of that length from each position."""
        nodes = np.zeros(len(self), np.uint64)
        with patience(WAITING):
            entry.perft(self.rows[:0], 0, self._limits, nodes[:0])
        entry.perft(self.rows, depth, self._limits, nodes)
        return nodes


def _none() -> Counts:
    return np.zeros(0, np.int64)


def text_from_code(code: int) -> str:
    """The text of an action from its number."""
    return write_action(action_of(code))
