"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

from outrider.core.options import Options
from outrider.core.patience import patience
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import Setting, State, recorded
from outrider.table.terrain import Table

Code: TypeAlias = tuple[int, int, int, int]
"""An action: its kind, a unit and two numbers more, as `kernel.layout` has them."""
Answer: TypeAlias = tuple[int, int, int]

WAITING = "Outrider: compiling the rules of Basic for this machine, once (about 15 seconds)..."


class Engine:
    """One game at a time: a state in, numbers or another state's record out."""

    def __init__(self, kernel: ModuleType, many: ModuleType, numpy: Any) -> None:
        self._kernel = kernel
        self._many = many
        self._asked: set[str] = set()
        self._np = numpy
        self._from = numpy.frombuffer
        self._whole = numpy.dtype(numpy.int64)
        self.check_array = kernel.check
        self.choose = kernel.choose
        self.attempt = kernel.attempt
        self._play = kernel.play
        self._fall = kernel.fall

    def array(self, state: State) -> Any:
        """The record as an array, which is a copy."""
        return self._from(bytearray(state.record), self._whole)

    def check(self, state: State, code: Code) -> Answer:
        """FINE, or the reason why an action is not legal and what goes with it."""
        table, numbers = state.setting.arrays
        answer: Answer = self.check_array(self.array(state), table, numbers, *code)
        return answer

    def play(self, state: State, code: Code) -> bytes:
        """The record after a legal action."""
        record = bytearray(state.record)
        self._play(self._from(record, self._whole), state.setting.arrays[1], *code)
        return bytes(record)

    def fall(self, state: State, face: int) -> tuple[bytes, int]:
        """The record after a die has fallen, and what it has done."""
        record = bytearray(state.record)
        did = self._fall(self._from(record, self._whole), state.setting.arrays[1], face)
        return bytes(record), did

    def _late(self, kernel: Any, *given: Any) -> Any:
        """Call what is compiled only when it is first asked for, which may take a while."""
        if kernel.__name__ in self._asked:
            return kernel(*given)
        with patience(WAITING):
            answer = kernel(*given)
        self._asked.add(kernel.__name__)
        return answer

    def candidates(self, state: State) -> list[Code]:
        """Useful legal actions."""
        rows = self._np.empty((1, layout.MOST_CANDIDATES, layout.ACTION), self._whole)
        sizes = self._np.empty(1, self._whole)
        records = self.array(state).reshape(1, -1)
        self._late(self._many.candidates, records, *state.setting.arrays, rows, sizes)
        found: list[Code] = rows[0, : sizes[0]].tolist()
        return found

    def survey(
        self, state: State, question: int, unit: int = 0, third: int = 0, fourth: int = 0
    ) -> Answer:
        """One of the questions of `kernel.layout`."""
        record, (table, numbers) = self.array(state), state.setting.arrays
        answer: Answer = self._late(
            self._kernel.survey, record, table, numbers, question, unit, third, fourth
        )
        return answer

    def chances(self, state: State, unit: int, target: int) -> list[int]:
        """What the dice of an attack may do, as counts of `kernel.layout`."""
        found = self._np.empty(layout.ODDS, self._whole)
        self._late(
            self._kernel.chances, self.array(state), state.setting.arrays[1], unit, target, found
        )
        counts: list[int] = found.tolist()
        return counts

    def judged(self, state: State) -> State:
        """The same battle with its ending, if it is one, worked out anew."""
        record = bytearray(state.record)
        self._late(self._kernel.judge, self._from(record, self._whole), state.setting.arrays[1])
        return State(state.setting, bytes(record))

    def get_ready(self) -> None:
        """Compile also what playing does not need at once: lists, questions, odds. Whoever plays
        against the clock has them before it runs."""
        state = _nothing()
        self.candidates(state)
        self.survey(state, layout.MOVERS)
        self.chances(state, 0, layout.SIDE)
        self.judged(state)

    def get_many_ready(self) -> None:
        """Compile what many games at once need."""
        np, many = self._np, self._many
        table, numbers = _nothing().setting.arrays
        records = np.zeros((0, layout.RECORD), self._whole)
        actions = np.zeros((0, layout.ACTION), self._whole)
        rows = np.zeros((0, layout.MOST_CANDIDATES, layout.ACTION), self._whole)
        none, words = np.zeros(0, self._whole), np.zeros(0, np.uint64)
        with patience(WAITING):
            many.is_action(0, 0, 0, 0)
            many.look(records, none, none, none)
            many.candidates(records, table, numbers, rows, none)
            many.turn(records, table, numbers, actions, True, True)
            many.fall(records, numbers, none)
            many.throw(records, numbers, words)
            many.pick(records, table, numbers, words, actions)
            many.playouts(records, none, table, numbers, words, 0, actions)

    def warm(self) -> None:
        """Compile all of it, many games at once included."""
        self.get_ready()
        self.get_many_ready()


def _nothing() -> State:
    """A position to knock with: a game that is over."""
    setting = Setting(Options(()), Table((0, 0)), (0,) * layout.NUMBERS)
    blank = bytes(8 * layout.FIELDS * layout.UNITS)
    return State(setting, recorded((), layout.OVER) + blank)


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.basic.kernel import asking, entry

        made = Engine(asking, entry, numpy)
        state = _nothing()
        end = layout.END, 0, 0, 0
        made.check(state, end)
        made.play(state, end)
        made.fall(state, 1)
        record, (table, numbers) = made.array(state), state.setting.arrays
        made.choose(record, numbers, 0.0)
        made.attempt(record, table, numbers, layout.MOVE, 0, 0.0, 0.0)
    return made
