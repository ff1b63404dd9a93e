"""Many games of Skirmish at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import Batch, Numbers, One, Rows, is_record
from outrider.core.pending import Decide, Outcome
from outrider.core.refusal import malformed, unknown
from outrider.core.seats import SEATS
from outrider.core.wire import shown
from outrider.games.skirmish.actions import Action
from outrider.games.skirmish.codes import action_of, code_of
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import entry, layout
from outrider.games.skirmish.squad import EVERY, SEAT_OF
from outrider.games.skirmish.state import State
from outrider.games.skirmish.victory import outcome_of

DICE = (
    layout.SHOT_DICE, layout.LONG_SHOT_DICE, layout.MELEE_DICE, layout.INDIRECT_DICE,
    layout.ARMOUR_DICE, layout.WEAK_ARMOUR_DICE, layout.BLAST_DICE, layout.FAR_BLAST_DICE,
)  # fmt: skip
"""Where the numbers say how many dice fall at once."""


class SkirmishBatch(Batch[State, Action]):
    """A row is the kernel's record; an action is its kind, a figure and two numbers more. In the
    minute several decide: `pending`, `actions` and `sample` are about the first of them, but what
    is played may be anybody's."""

    complete = False
    width = layout.ACTION

    def _share(self, state: State) -> None:
        engine().get_many_ready()
        self._setting = state.setting
        self._table, self._figures = state.setting.arrays
        self.most_actions = layout.most_candidates(len(state.seats), len(state.table.terrain))
        self.most_dice = max(state.setting.numbers[place] for place in DICE)

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

    def code(self, action: object, seat: str | None = None) -> tuple[int, ...]:
        """An action as numbers. Who is ready can be said; else it is the first who decides."""
        if not isinstance(action, Action):
            raise malformed(f"no numbers stand for {shown(action)}")
        if seat is not None and seat not in self.seats:
            raise unknown(f"nobody sits at {shown(seat)}")
        return code_of(action, layout.NONE if seat is None else self.seats.index(seat))

    def action(self, code: npt.ArrayLike) -> Action:
        kind, unit, third, fourth = self._numbers(code)
        if not entry.is_action(kind, unit, third, fourth):
            raise malformed(f"{[kind, unit, third, fourth]} is no action")
        return action_of(kind, unit, third, fourth)

    def _actor(self, state: State, pending: Decide, code: Numbers) -> str | None:
        """A move is its owner's, also of one who is ready; who is ready names the seat, and the
        time is the clock's."""
        kind, unit = int(code[layout.KIND]), int(code[layout.UNIT])
        if kind == layout.TIME:
            return None
        if kind == layout.MOVE_TO and SEAT_OF[EVERY[unit]] in (*pending.seats, *state.ready):
            return SEAT_OF[EVERY[unit]]
        if kind == layout.READY_UP and unit != layout.NONE:
            return SEATS[unit]
        return pending.seats[0]

    def _outcomes(self) -> dict[int, Outcome]:
        return {}

    def outcome(self, game: One) -> Outcome | None:
        state = self.state(game)
        return outcome_of(state) if state.header[layout.STAGE] == layout.OVER else None

    def _wins(self) -> Numbers:
        won = np.empty(len(self), np.int64)
        entry.winners(self._rows, won)
        return won

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        dice = np.empty(len(self), np.int64)
        entry.look(self._rows, self._table, self._figures, kinds, seats, dice)
        endings[:] = self._rows[:, layout.ENDING]

    def dice(self) -> Numbers:
        kinds, seats, dice = np.empty((3, len(self)), np.int64)
        entry.look(self._rows, self._table, self._figures, kinds, seats, dice)
        return dice

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        first = layout.NONE
        entry.candidates(self._rows, self._table, self._figures, first, actions, sizes)

    def _pick(self, actions: Numbers) -> None:
        entry.pick(self._rows, self._table, self._figures, self._randoms, actions)

    def _turn(self, actions: Numbers, checks: bool, plays: bool) -> int:
        return entry.turn(self._rows, self._table, self._figures, actions, checks, plays)

    def _fall(self, faces: Numbers) -> None:
        # Dice that fall together always count together here.
        totals = faces.reshape(len(self), -1).sum(axis=1)
        entry.roll(self._rows, self._table, self._figures, totals, self._randoms)

    def _throw(self) -> None:
        none = np.empty(0, np.int64)
        entry.roll(self._rows, self._table, self._figures, none, self._randoms)

    def _run(self, rows: Rows, randoms: Rows, most: int, found: Numbers) -> None:
        entry.playouts(rows, self._table, self._figures, randoms, most, found[:, 0])
