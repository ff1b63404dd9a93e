"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from outrider.core.options import Options
from outrider.core.patience import patience
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.numbers import OPTIONS
from outrider.games.skirmishers.scenario import Scenario, Side, Warrior
from outrider.games.skirmishers.state import Setting, State, Unit, in_order, recorded
from outrider.table.terrain import Table

Code: TypeAlias = list[int]
"""An action's numbers, as `kernel.layout` has them."""
Answer: TypeAlias = tuple[int, int, int]
Done: TypeAlias = tuple[State, int, int]
"""A state, what has come of dice, and how many advantages there are less than before."""

WAITING = "Outrider: compiling the rules of Skirmishers for this machine, once (half a minute)..."


class Engine:
    """One game at a time: a state in, numbers or another state's record out."""

    def __init__(self, ask: Any, many: Any, numpy: Any) -> None:
        self._ask = ask
        self._many = many
        self._is_ready = False
        self._np = numpy
        self._from = numpy.frombuffer
        self._whole = numpy.dtype(numpy.int64)
        self._no_word = numpy.uint64(1)

    def array(self, state: State) -> Any:
        """The record as an array, which is a copy."""
        return self._from(bytearray(state.record), self._whole)

    def ground(self, setting: Setting) -> Any:
        """What does not change, with room of one's own to reckon in."""
        return *setting.arrays, self._np.empty((2, setting.room))

    def numbers(self, values: Any) -> Any:
        return self._np.array(values, self._whole)

    def check(self, state: State, code: Code) -> Answer:
        """FINE, or the reason why an action is not legal and what goes with it."""
        return self._asked(state, layout.CHECK, code)

    def play(self, state: State, code: Code) -> Done:
        """The state after a legal action, and what has come of dice that did not have to fall."""
        return self._done(state, layout.PLAY, code)

    def fall(self, state: State, faces: Sequence[int]) -> Done:
        """The state after dice have fallen, and what has come of them."""
        return self._done(state, layout.FALL, faces)

    def choose(self, state: State, word: int) -> Code:
        """A random legal action, from a random word that is not 0."""
        action = self._np.empty(layout.ACTION, self._whole)
        record, ground = self.array(state), self.ground(state.setting)
        self._ask(record, ground, layout.PICK, action, self._np.uint64(word))
        found: Code = action.tolist()
        return found

    def judged(self, state: State, at_once: bool) -> State:
        """The same position with its ending, if it is one, worked out anew; `at_once` only from
        what a kill can meet."""
        return self._done(state, layout.JUDGE, [0, int(at_once)])[0]

    def survey(
        self, state: State, question: int, unit: int = 0, second: int = 0, third: int = 0
    ) -> Answer:
        """One of the questions of `kernel.layout`, about pieces or a point."""
        return self._asked(state, question, [0, unit, second, third])

    def survey_way(self, state: State, question: int, code: Code) -> Answer:
        """One of the questions of `kernel.layout`, about a way."""
        return self._asked(state, question, code)

    def _asked(self, state: State, what: int, given: Sequence[int]) -> Answer:
        record, ground = self.array(state), self.ground(state.setting)
        answer: Answer = self._ask(record, ground, what, self.numbers(given), self._no_word)
        return answer

    def _done(self, state: State, what: int, given: Sequence[int]) -> Done:
        record, ground = bytearray(state.record), self.ground(state.setting)
        array = self._from(record, self._whole)
        did, lost, _ = self._ask(array, ground, what, self.numbers(given), self._no_word)
        after = State(state.setting, bytes(record))
        if state.gained or did in (layout.ADVANTAGE, layout.REVERSAL):
            after = in_order(after, {unit.id: unit.over for unit in state.units})
        return after, did, lost

    def candidates(self, state: State) -> list[Code]:
        """Useful legal actions."""
        setting = state.setting
        rows = self._np.empty((1, setting.most_candidates, layout.ACTION), self._whole)
        sizes = self._np.empty((1, 1), self._whole)
        records = self.array(state).reshape(1, -1)
        self.many(records, setting, layout.LIST, rows=rows, numbers=sizes)
        found: list[Code] = rows[0, : sizes[0, 0]].tolist()
        return found

    def many(
        self,
        records: Any,
        setting: Setting,
        what: int,
        randoms: Any = None,
        rows: Any = None,
        numbers: Any = None,
        most: int = 0,
    ) -> int:
        """Do something in many games at once, in place."""
        np = self._np
        words = np.empty(0, np.uint64) if randoms is None else randoms
        actions = np.empty((0, 1, layout.ACTION), self._whole) if rows is None else rows
        further = np.empty((0, 1), self._whole) if numbers is None else numbers
        given = records, self.ground(setting), what, words, actions, further, most
        if self._is_ready:
            return int(self._many(*given))
        with patience(WAITING):
            answer = int(self._many(*given))
        self._is_ready = True
        return answer

    def get_ready(self) -> None:
        """Compile also what playing does not need at once: lists, and many games at once. Whoever
        plays against the clock has them before it runs."""
        self.candidates(_nothing())


def _nothing() -> State:
    """A position to knock with: a game of nobody's."""
    side = Side((Warrior("R1", (0, 0), 0, 0, 0, 0),), ())
    scenario = Scenario("", "", Table((0, 0)), "red", 1, "", side, Side((), ()))
    options = Options(OPTIONS, {})
    setting = Setting(options, scenario)
    return recorded(setting, [Unit(scenario.warriors[0], (0, 0))], "red", ((), ()))


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.skirmishers.kernel import asking, entry

        made = Engine(asking.ask, entry.many, numpy)
        made.check(_nothing(), [0] * layout.ACTION)
    return made
