"""Many games of Skirminion at once, from the roll for the initiative to the end."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import Batch, Numbers, Rows
from outrider.compiled.cuda.calls import Calls
from outrider.compiled.cuda.kept import Kernels
from outrider.core.pending import Outcome
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.games.skirminion.actions import NO_CODE, Action, action_of, code_of
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout, many
from outrider.games.skirminion.rows import is_writable, row_of, state_of
from outrider.games.skirminion.state import State
from outrider.games.skirminion.victory import OUTCOMES


def card_kernels() -> Kernels:
    """What a GPU runs."""
    from outrider.games.skirminion.kernel import threads

    return Kernels("skirminion", threads)


class SkirminionBatch(Batch[State, Action]):
    """A row is nine words, an action one number."""

    complete = True
    goes_on = True
    width = 1
    most_actions = layout.MOST_ACTIONS

    def _share(self, state: State) -> None:
        engine().get_many_ready()
        self._setting = state.setting
        self._rules = engine().array(state.numbers)
        self._calls: Any = many

    def _move(self) -> Any:
        self._calls = Calls(card_kernels(), layout.MOST_ACTIONS)
        self._rules = self._calls.arrays.asarray(self._rules)
        return self._calls.arrays

    def _fits(self, state: object) -> bool:
        return (
            isinstance(state, State)
            and self._setting.is_played_as(state.setting)
            and is_writable(state)
        )

    def _packed(self, states: Sequence[State]) -> Rows:
        return np.array([row_of(state) for state in states], np.uint64)

    def _unpacked(self, row: Rows) -> State:
        return state_of(self._setting, row.tolist())

    def code(self, action: object) -> tuple[int, ...]:
        code = code_of(action) if isinstance(action, Action) else NO_CODE
        if code == NO_CODE:
            raise malformed(f"no number stands for {shown(action)}")
        return (code,)

    def action(self, code: npt.ArrayLike) -> Action:
        (number,) = self._numbers(code)
        if not many.LEAST_CODE <= number <= many.MOST_CODE:
            raise malformed(f"{number} is no action")
        return action_of(number)

    def _outcomes(self) -> dict[int, Outcome]:
        return OUTCOMES

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        self._calls.look(self._rows, kinds, seats, endings)

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        self._calls.offers(self._rows, self._rules, actions, sizes)

    def _pick(self, actions: Numbers) -> None:
        self._calls.pick(self._rows, self._rules, self._randoms, actions)

    def _turn(self, actions: Numbers, checks: bool, plays: bool) -> int:
        return int(self._calls.turn(self._rows, self._rules, actions, checks, plays))

    def _fall(self, faces: Numbers) -> None:
        self._calls.fall(self._rows, faces)

    def _throw(self) -> None:
        self._calls.throw(self._rows, self._randoms)

    def _run(self, rows: Rows, randoms: Rows, most: int, found: Numbers) -> None:
        self._calls.playouts(rows, self._first, self._rules, randoms, most, found)
