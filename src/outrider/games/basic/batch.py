"""Many games of Basic at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import Batch, Numbers, Rows, is_record
from outrider.compiled.cuda.calls import Calls
from outrider.compiled.cuda.kept import Kernels
from outrider.core.pending import Outcome
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.games.basic.actions import Action
from outrider.games.basic.codes import action_of, code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import entry, layout
from outrider.games.basic.state import State
from outrider.games.basic.victory import OUTCOMES
from outrider.table import kernel as measuring


def card_kernels() -> Kernels:
    """What a GPU runs."""
    from outrider.games.basic.kernel import threads

    return Kernels("basic", threads, (measuring,))


class BasicBatch(Batch[State, Action]):
    """A row is the kernel's record; an action is its kind, a unit and two numbers more."""

    complete = False
    goes_on = True
    width = layout.ACTION
    most_actions = layout.MOST_CANDIDATES

    def _share(self, state: State) -> None:
        engine().get_many_ready()
        self._setting = state.setting
        self._table, self._figures = state.setting.arrays
        self._calls: Any = entry

    def _move(self) -> Any:
        self._calls = Calls(card_kernels())
        self._table, self._figures = map(self._calls.arrays.asarray, self._setting.arrays)
        return self._calls.arrays

    def _fits(self, state: object) -> bool:
        return (
            isinstance(state, State)
            and self._setting.is_played_as(state.setting)
            and is_record(state.record, self._begins[0].nbytes)
        )

    def _packed(self, states: Sequence[State]) -> Rows:
        return np.array([np.frombuffer(state.record, np.int64) for state in states])

    def _unpacked(self, row: Rows) -> State:
        return State(self._setting, row.tobytes())

    def code(self, action: object) -> tuple[int, ...]:
        if not isinstance(action, Action):
            raise malformed(f"no numbers stand for {shown(action)}")
        return code_of(action)

    def action(self, code: npt.ArrayLike) -> Action:
        kind, unit, third, fourth = self._numbers(code)
        if not entry.is_action(kind, unit, third, fourth):
            raise malformed(f"{[kind, unit, third, fourth]} is no action")
        return action_of(kind, unit, third, fourth)

    def _outcomes(self) -> dict[int, Outcome]:
        return OUTCOMES

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        self._calls.look(self._rows, kinds, seats, endings)

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        self._calls.candidates(self._rows, self._table, self._figures, actions, sizes)

    def _pick(self, actions: Numbers) -> None:
        self._calls.pick(self._rows, self._table, self._figures, self._randoms, actions)

    def _turn(self, actions: Numbers, checks: bool, plays: bool) -> int:
        given = self._table, self._figures, actions, checks, plays
        return int(self._calls.turn(self._rows, *given))

    def _fall(self, faces: Numbers) -> None:
        self._calls.fall(self._rows, self._figures, faces)

    def _throw(self) -> None:
        self._calls.throw(self._rows, self._figures, self._randoms)

    def _run(self, rows: Rows, randoms: Rows, most: int, found: Numbers) -> None:
        self._calls.playouts(rows, self._first, self._table, self._figures, randoms, most, found)
