"""The ways all round, worked out once: where they lead depends on a movement, not on a place."""

from outrider.compiled import entry
from outrider.rl.kernel.out import Numbers
from outrider.table import kernel as measuring
from outrider.table.kernel.candidates import RINGS, ring

RING = 2 * RINGS
"""Numbers for each movement: how far east and how far north each way leads."""


@entry(measuring)
def rings(limits: Numbers, found: Numbers) -> None:
    """For each movement all its ways."""
    for i in range(len(limits)):
        for way in range(RINGS):
            found[i, 2 * way], found[i, 2 * way + 1] = ring(0, 0, limits[i], way)
