"""Many games of Skirmishers at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import Batch, Numbers, Rows, is_record
from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import shown
from outrider.games.skirmishers.actions import Action
from outrider.games.skirmishers.codes import action_of, code_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.moving import checked
from outrider.games.skirmishers.state import State
from outrider.games.skirmishers.victory import endings_of

LOOKED = 4
"""What a game waits for, from whom, how it has ended, and how many dice have to fall."""


class SkirmishersBatch(Batch[State, Action]):
    """A row is the kernel's record; an action is its kind, a piece, a target, how many slots are
    used, and the slots: the points of a way, or those who strike."""

    complete = False
    width = layout.ACTION

    def _share(self, state: State) -> None:
        engine().get_ready()
        self._setting = state.setting
        self.most_actions = state.setting.most_candidates
        against_bow = layout.MOST_DICE + state.setting.numbers[layout.BOW_DICE]
        self.most_dice = max(state.setting.strikers * layout.MOST_DICE, against_bow)

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
        code = code_of(self._setting, action)
        return (*code, *(0,) * (self.width - len(code)))

    def action(self, code: npt.ArrayLike) -> Action:
        numbers = self._numbers(code)
        rows = np.array(numbers, np.int64).reshape(1, 1, -1)
        records = self._begins[:1]
        is_one = engine().many(records, self._setting, layout.IS_ACTION, rows=rows) != 0
        if numbers[layout.KIND] == self.NONE or not is_one:
            raise malformed(f"{numbers} is no action")
        return action_of(self._setting, numbers)

    def _outcomes(self) -> dict[int, Outcome]:
        return endings_of(self._setting.scenario)

    def _looked_round(self) -> Numbers:
        found = np.empty((len(self), LOOKED), np.int64)
        engine().many(self._rows, self._setting, layout.LOOK_ROUND, numbers=found)
        return found

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        found = self._looked_round()
        kinds[:], seats[:], endings[:] = found[:, 0], found[:, 1], found[:, 2]

    def dice(self) -> Numbers:
        return self._looked_round()[:, 3]

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        counts = np.empty((len(self), 1), np.int64)
        actions[:] = self.NONE
        engine().many(self._rows, self._setting, layout.LIST, rows=actions, numbers=counts)
        sizes[:] = counts[:, 0]
        # The row behind the last is where another was tried.
        for game, size in enumerate(sizes):
            actions[game, size:] = self.NONE

    def _pick(self, actions: Numbers) -> None:
        rows = actions.reshape(len(self), 1, self.width)
        engine().many(self._rows, self._setting, layout.PICK, self._randoms, rows)

    def _turn(self, actions: Numbers, checks: bool, plays: bool) -> int:
        what = layout.CHECK if checks else layout.CAN_PLAY
        rows = actions.reshape(len(self), 1, self.width)
        first = 0
        while first < len(self):
            first += engine().many(self._rows[first:], self._setting, what, rows=rows[first:])
            if first == len(self) or not (checks and self._is_fine(first, actions[first])):
                break
            first += 1
        if first == len(self) and plays:
            engine().many(self._rows, self._setting, layout.PLAY, rows=rows)
        return first

    def _is_fine(self, game: int, code: Numbers) -> bool:
        """Whether an action that the kernel does not take is legal all the same: it may be unsure
        what a way costs."""
        try:
            action = self.action(code)
        except Refusal:
            return False
        return checked(self.state(game), action)[0] == layout.FINE

    def _fall(self, faces: Numbers) -> None:
        engine().many(self._rows, self._setting, layout.FALL, numbers=faces)

    def _throw(self) -> None:
        played = np.empty((len(self), 1), np.int64)
        what = layout.PLAY_ON
        engine().many(self._rows, self._setting, what, self._randoms, numbers=played)

    def _run(self, rows: Rows, randoms: Rows, most: int, found: Numbers) -> None:
        what = layout.PLAY_ON
        engine().many(rows, self._setting, what, randoms, numbers=found, most=most)
