"""Skirminion as environments need it."""

from typing import Any

import numpy as np

from outrider.compiled.batch import Batch
from outrider.compiled.cuda.kept import Kernels
from outrider.games.skirminion import kernel
from outrider.games.skirminion.engine import WAITING, engine
from outrider.games.skirminion.kernel import layout as rules
from outrider.rl import kernel as common
from outrider.rl.arena import Arena, Room
from outrider.rl.kernel.out import Bytes, Numbers
from outrider.rl.layout import Block, Field
from outrider.rl.skirminion.kernel import entry, layout

FACES = 6
MOST_UNITS = 8
FIELDS = (
    Field("own health", 64, FACES, "the health of one's own unit on each square, 0 where none is"),
    Field("enemy health", 64, FACES, "the same of the other side's"),
    Field("own forts", 64, 1, "1 where one's own fort stands"),
    Field("enemy forts", 64, 1, "the same of the other side's"),
    Field("under way", 64, 2, "1 where the unit is that is acting, 2 where the besieged fort is"),
    Field("seat", 1, 1, "0 is Red, 1 is Blue"),
    Field("stage", 1, 2, "0 is battle, 1 declaring forts, 2 placing them"),
    Field("moved", 1, 1, "1 if the acting unit has moved"),
    Field("attacked", 1, 1, "1 if the acting unit has attacked"),
    Field("siege", 1, 1, "1 if it has to be said who takes a besieger's blow"),
    Field("own forts left", 1, 4, "forts of one's own still to be placed"),
    Field("enemy forts left", 1, 4, "the same of the other side"),
    Field("quiet left", 1, 255, "activations until `quiet_limit`; 255 is as many or more, or none"),
    Field("length left", 1, 255, "the same until `length_limit`"),
    Field("played", 1, 255, "activations so far; 255 is as many or more"),
    Field("own units", 1, MOST_UNITS, "how many one has"),
    Field("enemy units", 1, MOST_UNITS, "how many the other side has"),
    Field("own forts standing", 1, 2 * 4, "how many forts one has"),
    Field("enemy forts standing", 1, 2 * 4, "how many the other side has"),
    Field("own health in all", 1, FACES * MOST_UNITS, "added up"),
    Field("enemy health in all", 1, FACES * MOST_UNITS, "added up"),
)
NAMES = (
    "here", "north", "south", "east", "west", "north-east", "north-west", "south-east",
    "south-west", "two north", "two south", "two east", "two west",
)  # fmt: skip
HERE = "rest on that square, place a fort there, or have the unit there take the blow"


def blocks(ways: tuple[tuple[int, int], ...]) -> tuple[Block, ...]:
    """Of each plane and of what names no square."""
    found = []
    for plane, (east, north) in enumerate(ways):
        name = NAMES[plane] if plane < len(NAMES) else f"{east:+d}, {north:+d}"
        far = f"from that square {east:+d} columns and {north:+d} rows: move, attack or besiege"
        found.append(Block(name, layout.SQUARES, far if plane else HERE))
    return (
        *found,
        Block("pass", 1, "pass"),
        Block("end", 1, "end the activation"),
        Block("declare", 5, "declare so many forts, 0 to 4"),
        Block("none", 1, "never legal"),
    )


def card_kernels() -> Kernels:
    """What a GPU runs."""
    from outrider.rl.skirminion.kernel import threads

    return Kernels("skirminion-environment", threads, (kernel, common))


class SkirminionArena(Arena):
    """Boards of bytes; an action is a plane and a square."""

    fields = FIELDS
    waiting = WAITING
    together = layout.BYTES

    def prepare(self) -> None:
        setting = self.batch.state(0).setting
        far = (rules.STRAIGHT, rules.DIAGONAL, rules.SLOW_STRAIGHT, rules.SLOW_DIAGONAL)
        ways = layout.ways(max(setting.numbers[place] for place in far))
        self.blocks = blocks(ways)
        self._shared = (
            engine().array(setting.numbers),
            np.array(layout.planes(ways), np.int64),
            np.array(ways, np.int64),
        )

    def on_card(self) -> tuple[Kernels, tuple[Any, ...]]:
        return card_kernels(), self._shared

    def run(self, span: slice, actions: Numbers, room: Room, what: int) -> None:
        batch = self.batch
        entry.step(
            batch.rows[span], self._shared, batch.randoms[span], batch.begins, actions[span],
            room.part(span), what,
        )  # fmt: skip

    def codes(self, actions: Numbers) -> Numbers:
        found = np.empty((len(actions), 1), np.int64)
        entry.codes(self.batch.rows, self._shared, actions, found)
        return found

    def view(self, seat: int, seen: Bytes) -> None:
        entry.view(self.batch.rows, self._shared, seat, seen)


def make(batch: Batch[Any, Any]) -> Arena:
    return SkirminionArena(batch)
