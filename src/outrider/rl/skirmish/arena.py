"""Both editions of Skirmish as environments need them."""

from typing import Any

import numpy as np

from outrider.compiled.batch import Batch
from outrider.core.wire import Action
from outrider.games.skirmish.engine import WAITING
from outrider.games.skirmish.kernel import layout as rules
from outrider.games.skirmish.kernel.listing import LANDING_STEP
from outrider.rl.arena import Arena, Room
from outrider.rl.kernel.out import Bytes, Numbers
from outrider.rl.layout import Block, Field
from outrider.rl.skirmish.kernel import entry, layout

SHARE = "as a share of the table's longer side"


def fields(seats: int) -> tuple[Field, ...]:
    """What is seen where so many play."""
    count = rules.SIDE * seats
    each = f"of each of the {count} figures, one's own five first, then clockwise"
    return (
        Field("seat", 1, rules.MOST_SEATS - 1, "which one is, 0 is Red, then clockwise"),
        Field("stage", 1, 4, "0 is placing, 1 the minute, 2 attack turns, 3 a grenade's "
              "landing, 4 over"),
        Field("round", 1, 255, "255 is as many or more"),
        Field("rounds left", 1, 255, "until `round_limit`; 255 is as many or more"),
        Field("acting", 1, count, "the figure that keeps the turn, from 1; 0 is none"),
        Field("first", 1, seats, "whose attack turn is first: 1 is oneself, then clockwise; 0 "
              "is open"),
        Field("thrower", 1, count, "whose grenade lands, from 1; 0 is none"),
        Field("aim x", 1, 255, f"where it was thrown at, {SHARE}"),
        Field("aim y", 1, 255, f"the same, {SHARE}"),
        Field("within", 1, 255, f"how far it may fly, {SHARE}"),
        Field("ready", seats, 1, "which seats are ready in the minute, one's own first"),
        Field("x", count, 255, f"{each}: {SHARE}"),
        Field("y", count, 255, f"{each}: {SHARE}"),
        Field("height", count, 255, f"{each}: how high it stands, as a share of 32 inches"),
        Field("placed", count, 1, each),
        Field("alive", count, 1, each),
        Field("health", count, 255, each),
        Field("grenades", count, 255, each),
        Field("actions", count, 255, f"{each}: how many are left in this round"),
        Field("news", count, 1, f"{each}: 1 if it has seen something"),
        Field("fresh", count, 1, f"{each}: 1 if it has seen that in this minute"),
    )  # fmt: skip


def blocks(seats: int, landings: int) -> tuple[Block, ...]:
    """What there is to choose from where so many play."""
    enemies, count, ways = rules.SIDE * (seats - 1), rules.SIDE * seats, layout.ways(seats)
    side = rules.SIDE
    return (
        Block("ready", 1, "be ready"),
        Block("skip", side, "give up the actions of an own figure"),
        Block("deploy", side * layout.SPOTS, f"own figure times {layout.SPOTS}, and the place: "
              "front, "
              "middle and back of the strip, six along the edge; the last is any place left "
              "where all "
              "those are taken"),
        Block("land", landings, "the point aimed at; from the farthest back by half inches; the "
              "last is "
              "any point there is, for want of others"),
        Block("move", side * ways, f"own figure times {ways}, and the way: 16 directions as far "
              "as it "
              "goes, from east against the clock; the same half as far; towards each seat's "
              "edge, one's "
              "own first; towards each enemy; to where each enemy is just in range"),
        Block("shoot", side * enemies, f"own figure times {enemies}, and the enemy, clockwise"),
        Block("strike", side * enemies, "the same"),
        Block("throw", side * enemies, "the same: at where the enemy stands"),
        Block("tell", side * side, "own figure times 5, and the friend"),
        Block("take", side * count, f"own figure times {count}, and whose grenades, own figures "
              "first"),
    )  # fmt: skip


class SkirmishArena(Arena):
    """Five figures a seat; an action is a figure with another, a place or a way. In the minute
    several may decide: who is asked first is who is asked, but `marks` and `codes_as` are for
    anybody."""

    waiting = WAITING

    def prepare(self) -> None:
        setting = self.batch.state(0).setting
        seats = len(self.batch.seats)
        numbers = setting.numbers
        throws = range(rules.SHORT_THROW, rules.LONG_THROW + 1)
        plan = layout.plan(seats, max(numbers[place] for place in throws), LANDING_STEP)
        self.fields, self.blocks = fields(seats), blocks(seats, plan[0])
        movement = np.array([numbers[rules.MOVE]], np.int64)
        self._shared = (*setting.arrays, np.append(plan, self.offsets(movement)))

    def run(self, span: slice, actions: Numbers, room: Room, what: int) -> None:
        batch = self.batch
        entry.step(
            batch.rows[span], self._shared, batch.randoms[span], batch.begins, actions[span],
            room.part(span), what,
        )  # fmt: skip

    def codes(self, actions: Numbers) -> Numbers:
        return self.codes_as(self.batch.pending()[1], actions)

    def codes_as(self, seats: Numbers, actions: Numbers) -> Numbers:
        """What actions of these seats are to the batch, one a game."""
        found = np.empty((len(actions), rules.ACTION), np.int64)
        entry.codes(self.batch.rows, self._shared, seats, actions, found)
        return found

    def coded(self, action: Action, seat: str) -> tuple[int, ...]:
        found: tuple[int, ...] = self.batch.code(action, seat)  # type: ignore[call-arg]
        return found

    def view(self, seat: int, seen: Bytes) -> None:
        entry.view(self.batch.rows, self._shared, seat, seen)

    def marks(self, seat: int, masks: Bytes) -> None:
        entry.marks(self.batch.rows, self._shared, seat, masks)


def make(batch: Batch[Any, Any]) -> Arena:
    return SkirmishArena(batch)
