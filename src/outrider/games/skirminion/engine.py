"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from dataclasses import dataclass
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

from outrider.core.patience import patience
from outrider.games.skirminion.kernel.layout import DECLARING, MOST_ACTIONS, ROW
from outrider.games.skirminion.numbers import Numbers, limited
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
    steps: int


class Engine:
    """One game at a time: tuples of numbers in, tuples of numbers out."""

    def __init__(self, kernel: ModuleType, many: ModuleType, numpy: Any) -> None:
        self._kernel = kernel
        self._many = many
        self._np = numpy

    def _row(self, words: Words) -> Any:
        return self._np.array((words,), self._np.uint64)

    @staticmethod
    @lru_cache(maxsize=256)
    def array(numbers: Numbers) -> Any:
        """The numbers as the kernels take them. Nobody writes to them."""
        import numpy

        return numpy.array(numbers, numpy.uint64)

    def codes(self, words: Words, numbers: Numbers) -> list[int]:
        """Every legal action, sorted by kind, unit and target."""
        codes = self._np.empty((1, MOST_ACTIONS), self._np.uint16)
        sizes = self._np.empty(1, self._np.int64)
        self._kernel.legal(self._row(words), codes, sizes, self.array(numbers))
        found: list[int] = codes[0, : sizes[0]].tolist()
        found.sort()
        return found

    def play(self, words: Words, code: int, numbers: Numbers) -> Words:
        """The words after a legal action."""
        rows = self._row(words)
        codes = self._np.array((code,), self._np.uint16)
        names = self._np.zeros(1, self._np.uint64)
        self._kernel.play(rows, codes, self.array(numbers), names)
        return tuple(rows[0].tolist())

    def fall(self, row: Row, face: int) -> Row:
        """A whole game, nine words, after a die for the initiative has fallen (SKN-S2)."""
        rows = self._np.array((row,), self._np.uint64)
        self._many.fall(rows, self._np.array((face,), self._np.int64))
        return tuple(rows[0].tolist())

    def judge(self, words: Words, numbers: Numbers) -> Words:
        """The same words with the ending, if the position is one, worked out anew."""
        rows = self._row(words)
        self._kernel.judge(rows, self.array(numbers))
        return tuple(rows[0].tolist())

    def survey(self, words: Words, numbers: Numbers, unit: int = 0) -> Survey:
        """`unit` is the square of the one whose steps are asked for."""
        found = self._np.empty((1, 6), self._np.uint64)
        self._kernel.survey(self._row(words), self._np.uint64(unit), self.array(numbers), found)
        return Survey(*found[0].tolist())

    def name(self, words: Words) -> int:
        """The Zobrist name of the position."""
        names = self._np.empty(1, self._np.uint64)
        self._kernel.name(self._row(words), names)
        return int(names[0])

    def perft(self, words: Words, depth: int, numbers: Numbers) -> int:
        nodes = self._np.empty(1, self._np.uint64)
        with patience(WAITING):
            self._kernel.perft(self._row(words), 0, self.array(numbers), nodes)
        self._kernel.perft(self._row(words), depth, self.array(numbers), nodes)
        return int(nodes[0])

    def get_many_ready(self) -> None:
        """Compile what many games at once need, and nothing else does."""
        np, many = self._np, self._many
        rows, words = np.zeros((0, ROW), np.uint64), np.zeros(0, np.uint64)
        actions, counts = np.zeros((0, 1), np.int64), np.zeros(0, np.int64)
        numbers = self.array(limited((0, 0)))
        with patience(WAITING):
            many.look(rows, counts, counts, counts)
            many.offers(rows, numbers, np.zeros((0, MOST_ACTIONS, 1), np.int64), counts)
            many.turn(rows, numbers, actions, True, True)
            many.throw(rows, words)
            many.pick(rows, numbers, words, actions)
            many.playouts(rows, words, numbers, words, 0, actions)

    def warm(self) -> None:
        """Compile also what playing does not need: counting, names, many games at once."""
        words, numbers = first_words()
        with patience(WAITING):
            self.perft(words, 0, numbers)
            self.name(words)
        self.get_many_ready()


def first_words() -> tuple[Words, Numbers]:
    """A position to knock with, and the book's numbers."""
    numbers = limited((0, 0))
    return setup_words("red", DECLARING, "blue", {"red": 0, "blue": 0}, numbers), numbers


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.skirminion.kernel import entry, many

        made = Engine(entry, many, numpy)
        words, numbers = first_words()
        made.judge(made.play(words, made.codes(words, numbers)[0], numbers), numbers)
        made.survey(words, numbers)
        made.fall((*words, 0), 1)
    return made
