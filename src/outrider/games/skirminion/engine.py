"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from outrider.core.patience import patience
from outrider.games.skirminion.kernel.layout import DECLARING, MOST_ACTIONS, ROW
from outrider.games.skirminion.rows import Row
from outrider.games.skirminion.state import Words, setup_words

WAITING = "Outrider: compiling the rules of Skirminion for this machine, once (about 15 seconds)..."


@dataclass(frozen=True, slots=True)
class Survey:
    """Sets of squares that explain refusals, from the same functions that make the actions."""

    near_foe: int
    danger: int
    empty: int
    rests: int
    fort_squares: int


class Engine:
    """One game at a time: tuples of numbers in, tuples of numbers out."""

    def __init__(self, kernel: ModuleType, many: ModuleType, numpy: Any) -> None:
        self._kernel = kernel
        self._many = many
        self._np = numpy

    def _row(self, words: Words) -> Any:
        return self._np.array((words,), self._np.uint64)

    def _limits(self, limits: tuple[int, int]) -> Any:
        return self._np.array(limits, self._np.uint64)

    def codes(self, words: Words) -> list[int]:
        """Every legal action, sorted by kind, unit and target."""
        codes = self._np.empty((1, MOST_ACTIONS), self._np.uint16)
        sizes = self._np.empty(1, self._np.int64)
        self._kernel.legal(self._row(words), codes, sizes)
        found: list[int] = codes[0, : sizes[0]].tolist()
        found.sort()
        return found

    def play(self, words: Words, code: int, limits: tuple[int, int]) -> Words:
        """The words after a legal action."""
        rows = self._row(words)
        codes = self._np.array((code,), self._np.uint16)
        names = self._np.zeros(1, self._np.uint64)
        self._kernel.play(rows, codes, self._limits(limits), names)
        return tuple(rows[0].tolist())

    def fall(self, row: Row, face: int) -> Row:
        """A whole game, nine words, after a die for the initiative has fallen (SKN-S2)."""
        rows = self._np.array((row,), self._np.uint64)
        self._many.fall(rows, self._np.array((face,), self._np.int64))
        return tuple(rows[0].tolist())

    def judge(self, words: Words, limits: tuple[int, int]) -> Words:
        """The same words with the ending, if the position is one, worked out anew."""
        rows = self._row(words)
        self._kernel.judge(rows, self._limits(limits))
        return tuple(rows[0].tolist())

    def survey(self, words: Words) -> Survey:
        found = self._np.empty((1, 5), self._np.uint64)
        self._kernel.survey(self._row(words), found)
        return Survey(*found[0].tolist())

    def name(self, words: Words) -> int:
        """The Zobrist name of the position."""
        names = self._np.empty(1, self._np.uint64)
        self._kernel.name(self._row(words), names)
        return int(names[0])

    def perft(self, words: Words, depth: int, limits: tuple[int, int]) -> int:
        nodes = self._np.empty(1, self._np.uint64)
        with patience(WAITING):
            self._kernel.perft(self._row(words), 0, self._limits(limits), nodes)
        self._kernel.perft(self._row(words), depth, self._limits(limits), nodes)
        return int(nodes[0])

    def get_many_ready(self) -> None:
        """Compile what many games at once need, and nothing else does."""
        np, many = self._np, self._many
        rows, words = np.zeros((0, ROW), np.uint64), np.zeros(0, np.uint64)
        actions, numbers = np.zeros((0, 1), np.int64), np.zeros(0, np.int64)
        limits = self._limits((0, 0))
        with patience(WAITING):
            many.look(rows, numbers, numbers, numbers)
            many.offers(rows, np.zeros((0, MOST_ACTIONS, 1), np.int64), numbers)
            many.turn(rows, actions, limits, True, True)
            many.throw(rows, words)
            many.pick(rows, words, actions)
            many.playouts(rows, words, 0, limits, numbers)

    def warm(self) -> None:
        """Compile also what playing does not need: counting, names, many games at once."""
        words = setup_words("red", DECLARING, "blue", {"red": 0, "blue": 0})
        with patience(WAITING):
            self.perft(words, 0, (0, 0))
            self.name(words)
        self.get_many_ready()


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.skirminion.kernel import entry, many

        made = Engine(entry, many, numpy)
        words = setup_words("red", DECLARING, "blue", {"red": 0, "blue": 0})
        made.judge(made.play(words, made.codes(words)[0], (0, 0)), (0, 0))
        made.survey(words)
        made.fall((*words, 0), 1)
    return made
