"""Skirmishers as environments need it."""

from typing import Any

import numpy as np

from outrider.compiled.batch import Batch
from outrider.games.skirmishers.engine import WAITING, engine
from outrider.games.skirmishers.kernel import layout as rules
from outrider.rl.arena import Arena, Room
from outrider.rl.kernel.out import Bytes, Floats, Numbers
from outrider.rl.layout import Block, Field
from outrider.rl.skirmishers.kernel import entry, layout

ALL = slice(None)
SHARE = "as a share of the table's longer side"


def fields(side: int, goals: int) -> tuple[Field, ...]:
    """What is seen where a side has so many pieces at most and there are so many conditions."""
    both = 2 * side
    each = f"of each piece, one's own {side} first"
    return (
        Field("seat", 1, 1, "0 is Red, 1 is Blue"),
        Field("stage", 1, 4, "0 is a turn, 1 an offer to fire back, 2 one to fire at a mover, 3 "
              "who of "
              "the beaten suffers, 4 over"),
        Field("turns", 1, 255, "that are over; 255 is as many or more"),
        Field("turns left", 1, 255, "255 is as many or more"),
        Field("firer", 1, both, "who would fire, from 1; 0 is nobody"),
        Field("target", 1, both, "at whom, or who has beaten the strikers, from 1; 0 is nobody"),
        Field("mover", 1, both, "who is on its way, from 1; 0 is nobody"),
        Field("gone", 1, 255, "how far of its way it has come, 255 is all"),
        Field("held", goals, 255, "for each condition, one's own first: for how many turns in a "
              "row its "
              "zone was held"),
        Field("x", both, 255, f"{each}: {SHARE}"),
        Field("y", both, 255, f"{each}: {SHARE}"),
        Field("here", both, 1, f"{each}: 1 if it lives and is on the table"),
        Field("exit", both, 4, f"{each}: by which edge it has left: 0 none, 1 top, 2 bottom, 3 "
              "left, 4 "
              "right"),
        Field("moved", both, 1, f"{each}, in this turn"),
        Field("fired", both, 1, f"{each}, in this turn"),
        Field("fought", both, 1, f"{each}, in this turn"),
        Field("reacted", both, 1, f"{each}, in this turn"),
        Field("firing", both, rules.MOST_DICE, f"{each}: its dice"),
        Field("attack", both, rules.MOST_DICE, f"{each}: its dice"),
        Field("defense", both, rules.MOST_DICE, f"{each}: its dice"),
        Field("movement", both, 255, f"{each}: {SHARE}"),
        Field("weapon", both, 2, f"{each}: 0 none, 1 bow, 2 firearm"),
        Field("range", both, 255, f"{each}: {SHARE}"),
        Field("strikes", both, 1, f"{each}: 1 if it is one of the beaten"),
        Field("over", side * side, 1, "own piece times the enemies: 1 if it has advantage over it"),
        Field("under", side * side, 1, "the same: 1 if the enemy has advantage over it"),
    )  # fmt: skip


def blocks(side: int, plan: list[int]) -> tuple[Block, ...]:
    """What there is to choose from."""
    ways = plan[layout.WAYS]
    return (
        Block("end", 1, "end the turn"),
        Block("return-fire", 1, "fire back"),
        Block("defensive-fire", 1, "fire at the mover"),
        Block("hold", 1, "do not fire"),
        Block("wait", 1, "wait for a better moment to fire"),
        Block("choose", side, "which of the beaten, who are the enemy's pieces, suffers"),
        Block("strike", side * (side + 1), f"enemy times {side + 1}, and who: all who can, then "
              "each "
              "own piece alone"),
        Block("fire", side * side, f"own piece times {side}, and the enemy"),
        Block("move", side * ways, f"own piece times {ways}, and the straight way: 16 "
              "directions as far "
              "as its movement, from east against the clock; the same half as far; towards each "
              "condition's zone or own exit, one's own conditions first; into contact with each "
              "enemy; "
              "to where each enemy is just in range"),
    )  # fmt: skip


class SkirmishersArena(Arena):
    """The pieces of a scenario; an action is a piece with another or a way."""

    waiting = WAITING

    def prepare(self) -> None:
        self._setting = self.batch.state(0).setting
        scenario = self._setting.scenario
        sides = [scenario.side(seat) for seat in self.batch.seats]
        pieces = sum(len(each.warriors) for each in sides)
        side = max(len(each.warriors) for each in sides)
        goals = sum(len(each.victory) for each in sides)
        plan = layout.plan(side, goals)
        self.fields, self.blocks = fields(side, goals), blocks(side, plan)
        first = rules.HEADER + rules.MOVEMENT
        movements = self.batch.begins[first : first + rules.FIELDS * pieces : rules.FIELDS]
        self._plan = np.append(plan, self.offsets(movements))
        pages = 2 * layout.PAGE * pieces
        self._memory = np.full((len(self.batch), pages), layout.NOWHERE, np.int64)

    def _shared(self, span: slice = ALL) -> Any:
        """With room of its own, so that threads do not meet."""
        return engine().ground(self._setting), self._plan, self.batch.won, self._memory[span]

    def run(self, span: slice, actions: Numbers, room: Room, what: int) -> None:
        batch = self.batch
        entry.step(
            batch.rows[span], self._shared(span), batch.randoms[span], batch.begins, actions[span],
            room.part(span), what,
        )  # fmt: skip

    def codes(self, actions: Numbers) -> Numbers:
        found = np.empty((len(actions), rules.ACTION), np.int64)
        entry.codes(self.batch.rows, self._shared(), actions, found)
        return found

    def apart(self, codes: Numbers, wanted: Numbers) -> Floats:
        """A way is as far from another as where it ends; anything else is the same or is not."""
        games = np.arange(len(codes))
        ends = []
        for each in (codes, wanted):
            last = rules.SLOTS + 2 * np.maximum(each[:, rules.USED] - 1, 0)
            ends.append((each[games, last], each[games, last + 1]))
        (x, y), (to_x, to_y) = ends
        far = np.hypot((x - to_x).astype(np.float64), (y - to_y).astype(np.float64))
        moves = (codes[:, rules.KIND] == rules.MOVE) & (wanted[:, rules.KIND] == rules.MOVE)
        moves &= codes[:, rules.UNIT] == wanted[:, rules.UNIT]
        same = (codes == wanted).all(axis=1)
        # A way that ends there and goes round something is another way.
        found = np.where(moves, far + 1, np.inf)
        return np.where(same, 0.0, found).astype(np.float32)

    def view(self, seat: int, seen: Bytes) -> None:
        entry.view(self.batch.rows, self._shared(), seat, seen)


def make(batch: Batch[Any, Any]) -> Arena:
    return SkirmishersArena(batch)
