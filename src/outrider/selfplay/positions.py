"""Positions of games that were played, as arrays: what was seen, what was legal, what was chosen.

Many states are looked at in one compiled call: they are put into a batch, whose arena says what
each seat sees and may do. An action of a bot need not be one of the environment's: of table games
these are a few hundred of a continuum. Then the nearest is told, and that it is not the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.core.pending import Decide
from outrider.core.record import Chose
from outrider.play.match import Match
from outrider.rl.arena import Arena, arena_of
from outrider.rl.kernel.flow import LOOK

Array = npt.NDArray[Any]
AT_ONCE = 256
"""Positions that are looked at together."""
NO_ACTION = -1


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody's choice: the state before it, whose it was, and the numbers of the action."""

    state: Any
    seat: int
    alone: bool
    """Whether nobody else might have decided as well."""
    code: tuple[int, ...]


class Looker:
    """Looks at positions on the same terms."""

    def __init__(self, match: Match) -> None:
        self._batch = match.game.batch(match.terms, AT_ONCE)
        self._arena: Arena = arena_of(self._batch)
        self._room = self._arena.made()

    @property
    def arena(self) -> Arena:
        return self._arena

    def decisions(self, match: Match) -> list[Decision]:
        """All choices of a game that was played to its end, in their order; what was taken back,
        and the clock's, is not among them."""
        found = []
        for moment in match.moments:
            line = moment.line
            if not isinstance(line, Chose) or line.seat is None:
                continue
            before = match.moments[moment.prior]
            deciders = before.pending.seats if isinstance(before.pending, Decide) else ()
            action = match.game.action_from_json(line.action)
            code = tuple(map(int, self._arena.coded(action, line.seat)))
            seat = match.terms.seats.index(line.seat)
            found.append(Decision(before.state, seat, len(deciders) == 1, code))
        return found

    def columns(self, made: Sequence[Decision]) -> dict[str, Array]:
        """What is known of each decision, by columns."""
        parts = [self._part(made[at : at + AT_ONCE]) for at in range(0, len(made), AT_ONCE)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _part(self, made: Sequence[Decision]) -> dict[str, Array]:
        count = len(made)
        filled = [*made, *[made[0]] * (AT_ONCE - count)]
        self._batch.put([each.state for each in filled], check=False)
        seats = np.array([each.seat for each in filled], np.int64)
        codes = np.array([each.code for each in filled], np.int64)
        seen, masks = self._seen(seats), self._masks(filled, seats)
        numbers, exact = self._numbers(seats, masks, codes)
        return {
            "seat": seats[:count].astype(np.uint8),
            "observation": seen[:count],
            "mask": np.packbits(masks[:count], axis=1, bitorder="little"),
            "action": numbers[:count],
            "exact": exact[:count],
            "code": codes[:count].astype(np.int32),
            "state": self._batch.rows[:count].copy().view(np.int64),
        }

    def _seen(self, seats: Array) -> Array:
        """What whoever decides sees."""
        found = np.zeros((AT_ONCE, self._arena.observation), np.uint8)
        for seat in np.unique(seats):
            seen = np.zeros_like(found)
            self._arena.view(int(seat), seen)
            found[seats == seat] = seen[seats == seat]
        return found

    def _masks(self, made: Sequence[Decision], seats: Array) -> Array:
        """What they may do."""
        self._arena.run(slice(0, AT_ONCE), np.zeros(AT_ONCE, np.int64), self._room, LOOK)
        found = self._room.masks.copy()
        several = np.array([not each.alone for each in made])
        for seat in np.unique(seats[several]):
            marked = np.zeros_like(found)
            self._arena.marks(int(seat), marked)
            mine = several & (seats == seat)
            found[mine] = marked[mine]
        return found

    def _numbers(self, seats: Array, masks: Array, codes: Array) -> tuple[Array, Array]:
        """The number of each action, or of the nearest there is; and whether it is the same."""
        numbers = np.full(AT_ONCE, NO_ACTION, np.int32)
        nearest = np.full(AT_ONCE, np.inf)
        order = np.argsort(masks == 0, axis=1, kind="stable")
        sizes = np.count_nonzero(masks, axis=1)
        for place in range(int(sizes.max())):
            there = place < sizes
            tried = np.where(there, order[:, place], order[:, 0])
            apart = self._arena.apart(self._arena.codes_as(seats, tried), codes)
            better = there & (apart < nearest)
            numbers[better], nearest[better] = tried[better], apart[better]
        return numbers, nearest == 0
