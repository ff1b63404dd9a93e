"""A battalion and its statistics (BSK-S1, BSK-U1), as the book has them."""

from dataclasses import dataclass

from outrider.games.basic.kernel import layout
from outrider.games.basic.numbers import FIGURES
from outrider.games.basic.numbers import KINDS as NAMED


@dataclass(frozen=True, slots=True)
class Statistics:
    """Lengths are thousandths of an inch; `attack` and `save` are the lowest faces that do."""

    movement: int
    health: int
    attack: int
    damage: int
    range: int
    save: int


_BY_NAME = {figure.name: figure.default for figure in FIGURES}
STATISTICS = {
    kind: Statistics(*(_BY_NAME[f"{kind}.{name}"] for name in Statistics.__slots__))
    for kind in NAMED
}
KINDS = tuple(NAMED[kind] for kind in layout.KINDS[: layout.SIDE])
"""By number: 1 is the commander, 2 and 3 close range, 4 and 5 long range."""

ABILITIES = ("bolster", "rush")


def kind_of(id: str) -> str:
    return KINDS[int(id[1:]) - 1]
