"""A battalion and its statistics (BSK-S1, BSK-U1)."""

from dataclasses import dataclass

from outrider.table.lengths import INCH


@dataclass(frozen=True, slots=True)
class Statistics:
    """Lengths are thousandths of an inch; `attack` and `save` are the lowest faces that do."""

    movement: int
    health: int
    attack: int
    damage: int
    range: int
    save: int


STATISTICS = {
    "commander": Statistics(5 * INCH, 5, 3, 3, 1 * INCH, 3),
    "close": Statistics(3 * INCH, 3, 4, 1, 1 * INCH, 4),
    "long": Statistics(4 * INCH, 2, 4, 1, 10 * INCH, 4),
}
KINDS = ("commander", "close", "close", "long", "long")
"""By number: 1 is the commander, 2 and 3 close range, 4 and 5 long range."""

COMMAND_REACH = 5 * INCH
RUSH = 3 * INCH
BOLSTER = 1
ABILITIES = ("bolster", "rush")


def kind_of(id: str) -> str:
    return KINDS[int(id[1:]) - 1]
