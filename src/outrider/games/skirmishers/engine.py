"""The door to the compiled kernels. Nothing is compiled or even imported before the first knock."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from outrider.core.options import Options
from outrider.core.patience import patience
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.numbers import OPTIONS
from outrider.games.skirmishers.scenario import Scenario, Side, Warrior
from outrider.games.skirmishers.state import Setting, State, Unit, in_order, recorded
from outrider.table.kernel import layout as tracing
from outrider.table.points import Point
from outrider.table.terrain import Table

Code: TypeAlias = list[int]
"""An action's numbers, as `kernel.layout` has them."""
Answer: TypeAlias = tuple[int, int, int]
Done: TypeAlias = tuple[State, int, int]
"""A state, what has come of dice, and how many advantages there are less than before."""

WAITING = "Outrider: compiling the rules of Skirmishers for this machine, once (half a minute)..."


MOST_OUTLINES = 2048


class Scale(NamedTuple):
    """How finely ground is looked over: how many points a way may bend at and corners outlines may
    have; how wide a cell is in thousandths, and how many there may be in a row; how far apart
    points on an outline are, and how many about anything round; how many legs are tried."""

    knots: int
    corners: int
    step: int
    cells: int
    spacing: int
    fewest: int
    legs: int

    def plan(self, unit: int, step: int) -> list[int]:
        plan = [0] * layout.PLAN
        plan[layout.GOER], plan[layout.STEP], plan[layout.IN_A_LINE] = unit, step, self.cells
        plan[layout.SPACING], plan[layout.FEWEST] = self.spacing, self.fewest
        plan[layout.LEGS_LEFT] = self.legs
        return plan


FINE = Scale(1500, 1 << 18, 8, 4096, 250, 16, 2_000_000)
COARSE = Scale(150, 1 << 12, 64, 64, 1000, 8, 4000)
"""As plain Python, which is hundreds of times as slow: nothing wrong is shown, but less."""


class Engine:
    """One game at a time: a state in, numbers or another state's record out."""

    def __init__(self, ask: Any, many: Any, roam: Any, numpy: Any) -> None:
        self._ask = ask
        self._many = many
        self._roam = roam
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

    def roamed(self, state: State, unit: int) -> tuple[list[list[int]], list[Point]]:
        """The outlines of the ground that a piece can reach, and their corners, as `kernel.roaming`
        has them."""
        outlines = self._np.empty((MOST_OUTLINES, tracing.OUTLINE), self._whole)
        count, points = self._roamed(state, unit, (layout.COVER_ALL, 0, 0), outlines)
        rows: list[list[int]] = outlines[:count].tolist()
        end = max((row[tracing.FIRST_CORNER] + row[tracing.COUNT] for row in rows), default=0)
        return rows, [(x, y) for x, y in points[:end].tolist()]

    def way(self, state: State, unit: int, to: Point) -> tuple[Point, ...]:
        """A way that a piece can pay for to a point; of no points if there is none."""
        none = self._np.empty((0, tracing.OUTLINE), self._whole)
        count, points = self._roamed(state, unit, (layout.GO_TO, *to), none)
        return tuple((x, y) for x, y in points[:count].tolist())

    def _roamed(self, state: State, unit: int, task: Any, outlines: Any) -> tuple[int, Any]:
        from outrider.compiled import runs_plain

        scale = COARSE if runs_plain(self._roam) else FINE
        record, ground = self.array(state), self.ground(state.setting)
        knots = self._np.empty((scale.knots, layout.KNOT), self._whole)
        points = self._np.empty((scale.corners, 2), self._whole)
        step = scale.step
        while True:
            plan = self.numbers(scale.plan(unit, step))
            count = self._roam(record, ground, plan, knots, self.numbers(task), points, outlines)
            if count != layout.NONE:
                return count, points
            step *= 2

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
        """Compile also what playing does not need at once: lists, many games at once, and where one
        may go. Whoever plays against the clock has them before it runs."""
        self.candidates(_nothing())
        with patience(WAITING):
            self.way(_nothing(), 0, (0, 0))


def _nothing() -> State:
    """A position to knock with: a game of nobody's."""
    side = Side((Warrior("R1", (0, 0), 0, 0, 0, 0),), ())
    scenario = Scenario("", "", Table((0, 0)), "red", 1, "", side, Side((), ()))
    options = Options(OPTIONS, {})
    setting = Setting(options, scenario)
    return recorded(setting, [Unit(scenario.warriors[0], (0, 0), 1)], "red", ((), ()))


@cache
def engine() -> Engine:
    """The engine, with all that playing needs compiled (or taken from the cache)."""
    with patience(WAITING):
        import numpy

        from outrider.games.skirmishers.kernel import asking, entry, roaming

        made = Engine(asking.ask, entry.many, roaming.roam, numpy)
        made.check(_nothing(), [0] * layout.ACTION)
    return made
