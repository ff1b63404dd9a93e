"""Many games of Basic at once."""

from collections.abc import Sequence

import numpy as np

from outrider.compiled.batch import Batch, Numbers, Rows
from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal
from outrider.games.basic.actions import Action
from outrider.games.basic.codes import action_of, code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import entry, layout
from outrider.games.basic.reasons import refusal
from outrider.games.basic.state import State
from outrider.games.basic.victory import OUTCOMES


class BasicBatch(Batch[State, Action]):
    """A row is the kernel's record; an action is its kind, a unit and two numbers more."""

    complete = False
    width = layout.ACTION
    most_actions = layout.MOST_CANDIDATES

    def _packed(self, states: Sequence[State]) -> Rows:
        self._setting = states[0].setting
        records = [np.frombuffer(state.record, np.int64) for state in states]
        return np.array(records)

    def _unpacked(self, row: Rows) -> State:
        return State(self._setting, row.tobytes())

    def code(self, action: Action) -> tuple[int, ...]:
        return code_of(action)

    def action(self, code: Sequence[int]) -> Action:
        kind, unit, third, fourth = code
        return action_of(kind, unit, third, fourth)

    def _outcomes(self) -> dict[int, Outcome]:
        return OUTCOMES

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        entry.look(self.rows, kinds, seats, endings)

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        entry.candidates(self.rows, *self._setting.arrays, actions, sizes)

    def _pick(self, actions: Numbers) -> None:
        entry.pick(self.rows, *self._setting.arrays, self._randoms, actions)

    def _first_illegal(self, actions: Numbers) -> int:
        found = np.empty((len(self), 3), np.int64)
        first = entry.check(self.rows, *self._setting.arrays, actions, found)
        return first if first < len(self) else -1

    def _why_not(self, game: int, code: Numbers) -> Refusal:
        state, numbers = self.state(game), code.tolist()
        return refusal(state.header[layout.SEAT], numbers, engine().check(state, numbers))

    def _play(self, actions: Numbers) -> None:
        entry.play(self.rows, self._setting.arrays[1], actions)

    def _fall(self, faces: Numbers) -> None:
        entry.fall(self.rows, self._setting.arrays[1], faces)

    def _throw(self) -> None:
        entry.throw(self.rows, self._setting.arrays[1], self._randoms)

    def _run(self, rows: Rows, randoms: Rows, most: int, played: Numbers) -> None:
        entry.playouts(rows, *self._setting.arrays, randoms, most, played)
