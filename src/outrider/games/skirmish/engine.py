"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

from outrider.core.lazy import keep
from outrider.core.options import Options
from outrider.core.patience import patience
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.edition import REVISED
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import FIGURES
from outrider.games.skirmish.state import Figure, Setting, State
from outrider.table.points import Point
from outrider.table.terrain import Table

Code: TypeAlias = tuple[int, int, int, int]
"""An action: its kind, a figure and two numbers more, as `kernel.layout` has them."""
Answer: TypeAlias = tuple[int, int, int]

FINE: Answer = (layout.FINE, 0, 0)
HALF, LOWER = 32, (1 << 32) - 1
"""A word comes in two halves: each is a number that does not look negative."""
WAITING = "Outrider: compiling the rules of Skirmish for this machine, once (about 20 seconds)..."


class Engine:
    """One game at a time: a state in, numbers or another state's record out."""

    def __init__(self, kernel: ModuleType, many: ModuleType, numpy: Any) -> None:
        self._kernel = kernel
        self._many = many
        self._asked: set[str] = set()
        self._np = numpy
        self._from = numpy.frombuffer
        self._whole = numpy.dtype(numpy.int64)
        self._ask = kernel.ask

    def array(self, state: State) -> Any:
        """The record as an array, which is a copy."""
        return self._from(bytearray(state.record), self._whole)

    def check(self, state: State, seat: int, code: Code) -> Answer:
        """FINE, or the reason why an action of a seat is not legal and what goes with it."""
        record = self._from(bytearray(state.record), self._whole)
        kind, *figures = code
        told = self._ask(record, *state.setting.arrays, seat, layout.CHECKS + kind, *figures)
        return told[:3]  # type: ignore[no-any-return]

    def play(self, state: State, seat: int, code: Code) -> tuple[State | None, Answer]:
        """The state after an action of a seat, or None and the reason why it is not legal, as
        `check` has it."""
        record = bytearray(state.record)
        table, numbers = state.setting.arrays
        kind, unit, third, fourth = code
        array = self._from(record, self._whole)
        told = self._ask(array, table, numbers, seat, kind, unit, third, fourth)
        if told[0] != layout.FINE:
            return None, told[:3]
        after = State(state.setting, bytes(record))
        keep(after, "awaited", told[1:])  # it is asked for next
        return after, FINE

    def _changed(self, state: State, what: int, number: int) -> tuple[State, int]:
        record = bytearray(state.record)
        array, (table, numbers) = self._from(record, self._whole), state.setting.arrays
        done, seats, seat, dice = self._ask(array, table, numbers, 0, what, number, 0, 0)
        after = State(state.setting, bytes(record))
        keep(after, "awaited", (seats, seat, dice))
        return after, done

    def fall(self, state: State, total: int) -> tuple[State, int]:
        """The state after dice have fallen, and what they have done."""
        return self._changed(state, layout.FALL, total)

    def leave(self, state: State, seat: int) -> tuple[State, int]:
        """The state after a player has left, and who has the first turn by that, or NONE."""
        return self._changed(state, layout.LEAVE, seat)

    def choose(self, state: State, seat: int, word: int) -> Code:
        """A random legal action of a seat that is asked, from a random word that is not 0; its kind
        is NONE if there is no room."""
        record = self._from(bytearray(state.record), self._whole)
        table, numbers = state.setting.arrays
        half = word >> HALF, word & LOWER
        code: Code = self._ask(record, table, numbers, seat, layout.CHOOSE, *half, 0)
        return code

    def look(self, state: State) -> Answer:
        """The seats that are asked to decide, as bits; who has to roll, and how many dice."""
        kept: Answer | None = getattr(state, "awaited", None)
        return kept or self.survey(state, layout.AWAITED)

    def _late(self, kernel: Any, *given: Any) -> Any:
        """Call what is compiled only when it is first asked for, which may take a while."""
        if kernel.__name__ in self._asked:
            return kernel(*given)
        with patience(WAITING):
            answer = kernel(*given)
        self._asked.add(kernel.__name__)
        return answer

    def survey(
        self,
        state: State,
        question: int,
        unit: int = 0,
        third: int = 0,
        fourth: int = 0,
        fifth: int = 0,
    ) -> Answer:
        """One of the questions of `kernel.layout`."""
        record = self._from(bytearray(state.record), self._whole)
        table, numbers = state.setting.arrays
        what = layout.SURVEYS + question
        told = self._ask(record, table, numbers, fifth, what, unit, third, fourth)
        return told[:3]  # type: ignore[no-any-return]

    def caught(self, state: State, at: Point) -> list[tuple[int, int]]:
        """Who is in a blast there, and with how many dice (SKM-N2)."""
        found = []
        for unit in range(len(state.setting.names)):
            dice, *_ = self.survey(state, layout.CAUGHT, unit, *at)
            if dice:
                found.append((unit, int(dice)))
        return found

    def fires(self, state: State, unit: int = 0, army: int = layout.NONE) -> list[tuple[int, int]]:
        """Whom armies fire at, and which, after a figure and an army (SKM-R1)."""
        found: list[tuple[int, int]] = []
        while True:
            unit, army, _ = self.survey(state, layout.NEXT_FIRE, unit, army)
            if unit == layout.NONE:
                return found
            found.append((int(unit), int(army)))

    def candidates(self, state: State, seat: int) -> list[Code]:
        """Useful legal actions of a seat that is asked."""
        seats, pieces = len(state.seats), len(state.table.terrain)
        most = layout.most_candidates(seats, pieces)
        rows = self._np.empty((1, most, layout.ACTION), self._whole)
        sizes = self._np.empty(1, self._whole)
        records = self.array(state).reshape(1, -1)
        self._late(self._many.candidates, records, *state.setting.arrays, seat, rows, sizes)
        found: list[Code] = rows[0, : sizes[0]].tolist()
        return found

    def get_ready(self) -> None:
        """Compile also what playing does not need at once: lists. Whoever plays against the clock
        has them before it runs."""
        self.candidates(_nothing(), 0)

    def get_many_ready(self) -> None:
        """Compile what many games at once need."""
        np, many = self._np, self._many
        state = _nothing()
        table, numbers = state.setting.arrays
        records = np.zeros((0, len(state.record) // 8), self._whole)
        actions = np.zeros((0, layout.ACTION), self._whole)
        rows = np.zeros((0, 1, layout.ACTION), self._whole)
        none, words = np.zeros(0, self._whole), np.zeros(0, np.uint64)
        with patience(WAITING):
            many.is_action(0, 0, 0, 0)
            many.look(records, table, numbers, none, none, none)
            many.winners(records, none)
            many.candidates(records, table, numbers, layout.NONE, rows, none)
            many.turn(records, table, numbers, actions, True, True)
            many.roll(records, table, numbers, none, words)
            many.pick(records, table, numbers, words, actions)
            many.playouts(records, table, numbers, words, 0, none)

    def warm(self) -> None:
        """Compile all of it, many games at once included."""
        self.get_ready()
        self.get_many_ready()


def _nothing() -> State:
    """A position to knock with: a game that is over."""
    numbers = (0,) * layout.NUMBERS
    setting = Setting(REVISED, Options(()), Table((0, 0)), ("",) * 2 * FIGURES, numbers)
    figures = (Figure("R1", "", None, 0),) * 2 * FIGURES
    return Draft(setting, figures, "over", ending=layout.NOBODY_LEFT).state()


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.skirmish.kernel import asking, entry

        made = Engine(asking, entry, numpy)
        state = _nothing()
        made.check(state, 0, (layout.READY_UP, 0, 0, 0))
    return made
