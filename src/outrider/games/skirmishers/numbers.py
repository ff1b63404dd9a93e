"""Every number of the rules that is not a scenario's: its name, what it is, its bounds, and a
sentence. The kernel takes them as an array, by the places of `kernel.layout`."""

from collections.abc import Mapping

from outrider.core.figures import Figure, in_places
from outrider.core.options import Flag, Option, Options
from outrider.games.skirmishers.kernel import layout
from outrider.table.lengths import INCH

OPTIONS: tuple[Option, ...] = (
    Flag("pinned", True, "SKR-F11", "A piece at disadvantage neither moves nor fires."),
    Flag("fire_into_melee", False, "SKR-G6", "Fire by and at pieces that touch an enemy."),
)

FIGURES: tuple[Figure, ...] = (
    Figure(layout.TOUCH, "touch", 50, 0, INCH,
           "SKR-F1", "Bases at most so many inches apart touch.", INCH),
    Figure(layout.BOW_DICE, "bow.dice", 1, 0, 12,
           "SKR-G1", "The target of a bow rolls so many dice more."),
    Figure(layout.COVER_REACH, "cover.reach", INCH, 0, 72 * INCH,
           "SKR-G5", "Terrain on the line gives cover within so many inches of the target.", INCH),
    Figure(layout.LOOK, "look", INCH // 2, INCH // 10, 72 * INCH,
           "SKR-X4", "Who waits to fire at a mover is asked again every so many inches.", INCH),
)  # fmt: skip


def numbers_of(options: Options, changed: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """All numbers of a game in the order of their places, its options among them."""
    return (
        *in_places(FIGURES, changed or {}),
        int(options.flag("pinned")),
        int(options.flag("fire_into_melee")),
    )
