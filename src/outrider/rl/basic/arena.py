"""Basic as environments need it."""

from typing import Any

import numpy as np

from outrider.compiled.batch import Batch
from outrider.compiled.cuda.kept import Kernels
from outrider.games.basic import kernel
from outrider.games.basic.engine import WAITING
from outrider.games.basic.kernel import layout as rules
from outrider.rl import kernel as common
from outrider.rl.arena import Arena, Room
from outrider.rl.basic.kernel import entry, layout
from outrider.rl.kernel.out import Bytes, Numbers
from outrider.rl.layout import Block, Field
from outrider.table import kernel as measuring

EACH = "of each of the ten units, one's own five first, the commander first"
FIELDS = (
    Field("seat", 1, 1, "0 is Red, 1 is Blue"),
    Field("fights", 1, 1, "0 while units are placed"),
    Field("commanded", 1, 1, "1 if an ability was used in this turn"),
    Field("turns left", 1, 255, "until `turn_limit`; 255 is as many or more, or none"),
    Field("turns", 1, 255, "that are over; 255 is as many or more"),
    Field("x", 10, 255, f"{EACH}: from the left, as a share of the table's longer side"),
    Field("y", 10, 255, f"{EACH}: from one's own edge, as a share of the same"),
    Field("on the table", 10, 1, f"{EACH}: 1 if it lives and has its place"),
    Field("health", 10, 255, EACH),
    Field("buffer", 10, 255, f"{EACH}: what is left of bolster's health"),
    Field("moved", 10, 1, f"{EACH}: 1 if it has moved in this turn"),
    Field("attacked", 10, 1, f"{EACH}: 1 if it has attacked in this turn"),
    Field("done", 10, 1, f"{EACH}: 1 if it may do nothing more in this turn"),
    Field("bolstered", 10, 1, EACH),
    Field("rushed", 10, 1, EACH),
)
BLOCKS = (
    Block("end", 1, "end the turn"),
    Block("command", 2, "bolster; rush"),
    Block("attack", 25, "own unit times 5, and the enemy"),
    Block("deploy", 95, "own unit times 19, and the place: front, middle and back of the zone, "
          "from "
          "the left in six columns; the last is any place left where all those are taken"),
    Block("move", 235, "own unit times 47, and the way: 16 directions as far as it goes, from east "
          "against the clock; the same half as far; towards each enemy, away from it, and to where "
          "it is just in range"),
)  # fmt: skip


def card_kernels() -> Kernels:
    """What a GPU runs."""
    from outrider.rl.basic.kernel import threads

    return Kernels("basic-environment", threads, (kernel, common, measuring))


class BasicArena(Arena):
    """Ten units on a table; an action is a unit with a target, a place or a way."""

    fields = FIELDS
    blocks = BLOCKS
    waiting = WAITING

    def prepare(self) -> None:
        self._shared = self.batch.state(0).setting.arrays

    def on_card(self) -> tuple[Kernels, tuple[Any, ...]]:
        return card_kernels(), self._shared

    def run(self, span: slice, actions: Numbers, room: Room, what: int) -> None:
        batch = self.batch
        entry.step(
            batch.rows[span], self._shared, batch.randoms[span], batch.begins, actions[span],
            room.part(span), what,
        )  # fmt: skip

    def codes(self, actions: Numbers) -> Numbers:
        found = np.empty((len(actions), rules.ACTION), np.int64)
        entry.codes(self.batch.rows, self._shared, actions, found)
        return found

    def view(self, seat: int, seen: Bytes) -> None:
        entry.view(self.batch.rows, self._shared, seat, seen)


def make(batch: Batch[Any, Any]) -> Arena:
    arena = BasicArena(batch)
    assert (arena.observation, arena.actions) == (layout.OBSERVATION, layout.ACTIONS)
    return arena
