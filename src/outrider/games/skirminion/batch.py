"""Many games of Skirminion at once, from the roll for the initiative to the end."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from outrider.compiled.batch import Batch, Numbers, Rows
from outrider.core.patience import patience
from outrider.core.pending import Decide, Outcome
from outrider.core.refusal import Refusal, malformed
from outrider.games.skirminion.actions import Action, action_of, code_of
from outrider.games.skirminion.engine import WAITING, engine
from outrider.games.skirminion.kernel import entry, layout, many
from outrider.games.skirminion.position import limits_of
from outrider.games.skirminion.state import State
from outrider.games.skirminion.victory import OUTCOMES

Words = npt.NDArray[np.uint64]
WON = {None: layout.NOT_YET, "red": layout.RED_BEGINS, "blue": layout.BLUE_BEGINS}
WINNERS = {number: seat for seat, number in WON.items()}


def past_of(state: State) -> int:
    """The ninth word: what the other eight do not hold."""
    won = WON[state.initiative]
    if state.stage == layout.BATTLE and state.initiative is None:
        won = layout.UNTOLD
    declared = 0 if state.declared is None else state.declared + 1
    return (
        sum(state.rolled) << layout.ROLLED_AT
        | won << layout.WON_AT
        | declared << layout.DECLARED_AT
    )


class SkirminionBatch(Batch[State, Action]):
    """A row is nine words, an action one number."""

    complete = True
    width = 1
    most_actions = layout.MOST_ACTIONS

    def _packed(self, states: Sequence[State]) -> Rows:
        engine()
        self._options = states[0].options
        self._limits = np.array(limits_of(self._options), np.uint64)
        return np.array([(*state.words, past_of(state)) for state in states], np.uint64)

    def _unpacked(self, row: Rows) -> State:
        *words, past = row.tolist()
        rolled = past >> layout.ROLLED_AT & layout.ROLLED_BITS
        declared = past >> layout.DECLARED_AT & layout.DECLARED_BITS
        return State(
            self._options,
            tuple(words),
            WINNERS.get(past >> layout.WON_AT & layout.WON_BITS),
            (rolled,) if rolled else (),
            declared - 1 if declared else None,
        )

    def code(self, action: Action) -> tuple[int, ...]:
        return (code_of(action),)

    def action(self, code: Sequence[int]) -> Action:
        (number,) = code
        return action_of(int(number))

    def _outcomes(self) -> dict[int, Outcome]:
        return OUTCOMES

    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
        many.look(self.rows, kinds, seats, endings)

    def _list(self, actions: Numbers, sizes: Numbers) -> None:
        many.offers(self.rows, actions, sizes)

    def _pick(self, actions: Numbers) -> None:
        many.pick(self.rows, self._randoms, actions)

    def _first_illegal(self, actions: Numbers) -> int:
        first = many.first_illegal(self.rows, actions)
        return first if first < len(self) else -1

    def _why_not(self, game: int, code: Numbers) -> Refusal:
        number = int(code[0])
        if not layout.PASS <= number >> layout.KIND_AT <= layout.PLACE:
            return malformed(f"{number} is no action")
        state, action = self.state(game), action_of(number)
        pending = self.game.pending(state)
        seat = pending.seats[0] if isinstance(pending, Decide) else None
        refusal = self.game.choices(state, seat).why_not(action)
        # A number may say more than its action needs, and is then not the one that is listed.
        return refusal or malformed(f"{number} is no action; {code_of(action)} is")

    def _play(self, actions: Numbers) -> None:
        many.play(self.rows, actions, self._limits)

    def _fall(self, faces: Numbers) -> None:
        many.fall(self.rows, faces)

    def _throw(self) -> None:
        many.throw(self.rows, self._randoms)

    def _run(self, rows: Rows, randoms: Rows, most: int, played: Numbers) -> None:
        many.playouts(rows, randoms, most, self._limits, played)

    # -- of Skirminion alone -----------------------------------------------------------------------

    def names(self) -> Words:
        """The Zobrist names of the positions."""
        names = np.zeros(len(self), np.uint64)
        entry.name(self.rows, names)
        return names

    def perft(self, depth: int) -> Words:
        """The number of action sequences of that length from each position."""
        nodes = np.zeros(len(self), np.uint64)
        with patience(WAITING):
            entry.perft(self.rows[:0], 0, self._limits, nodes[:0])
        entry.perft(self.rows, depth, self._limits, nodes)
        return nodes
