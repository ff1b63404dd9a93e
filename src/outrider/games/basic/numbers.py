"""Every number of the rulebook that may change: its name, what it is in the book, its bounds, and a
sentence. The kernel takes them as an array, by the places of `kernel.layout`."""

from collections.abc import Mapping

from outrider.core.figures import Figure, in_places
from outrider.core.options import Options
from outrider.games.basic.kernel import layout
from outrider.table.lengths import INCH, a_length

KINDS = ("commander", "close", "long")
NAMES = {"commander": "The commander", "close": "A close range unit", "long": "A long range unit"}
FARTHEST = 72 * INCH
"""The largest table's side."""


def _of_kind(kind: str, movement: int, health: int, attack: int, damage: int, reach: int, save: int
             ) -> tuple[Figure, ...]:  # fmt: skip
    """BSK-U1: a kind's statistics, lengths in inches."""
    who = NAMES[kind]
    first = layout.STATISTICS * KINDS.index(kind)
    return (
        Figure(first + layout.MOVEMENT, f"{kind}.movement", movement * INCH, 0, 24 * INCH,
               "BSK-M1", f"{who} moves up to so many inches.", INCH),
        Figure(first + layout.MOST_HEALTH, f"{kind}.health", health, 1, 20,
               "BSK-U1", f"{who} begins with so much health."),
        Figure(first + layout.ATTACK_FACE, f"{kind}.attack", attack, 1, 7,
               "BSK-C2", f"{who} hits with this face or more; with 7 never."),
        Figure(first + layout.DAMAGE, f"{kind}.damage", damage, 0, 20,
               "BSK-C5", f"{who} takes so much health with a hit that is not saved."),
        Figure(first + layout.RANGE, f"{kind}.range", reach * INCH, 0, FARTHEST,
               "BSK-C1", f"{who} attacks enemies within so many inches.", INCH),
        Figure(first + layout.SAVE_FACE, f"{kind}.save", save, 1, 7,
               "BSK-C4", f"{who} saves with this face or more; with 7 never."),
    )  # fmt: skip


FIGURES: tuple[Figure, ...] = (
    *_of_kind("commander", movement=5, health=5, attack=3, damage=3, reach=1, save=3),
    *_of_kind("close", movement=3, health=3, attack=4, damage=1, reach=1, save=4),
    *_of_kind("long", movement=4, health=2, attack=4, damage=1, reach=10, save=4),
    Figure(layout.BASE, "base", 400, 100, 425,
           "BSK-M2", "The radius of a base, in inches.", INCH),
    Figure(layout.BOLSTER_REACH, "bolster.reach", 5 * INCH, 0, FARTHEST,
           "BSK-A2", "Bolster is for units within so many inches of the commander.", INCH),
    Figure(layout.BOLSTER_DAMAGE, "bolster.damage", 1, 0, 10,
           "BSK-A2", "A bolstered unit's damage is so much higher."),
    Figure(layout.BOLSTER_HEALTH, "bolster.health", 1, 0, 10,
           "BSK-A2", "A bolstered unit's health is so much higher."),
    Figure(layout.RUSH_REACH, "rush.reach", 5 * INCH, 0, FARTHEST,
           "BSK-A3", "Rush is for units within so many inches of the commander.", INCH),
    Figure(layout.RUSH_MOVEMENT, "rush.movement", 3 * INCH, 0, 24 * INCH,
           "BSK-A3", "A unit that rushes moves so many inches farther.", INCH),
)  # fmt: skip
"""Of a base of at most 0.425 inches: in the smallest zone, an inch by six, four of them leave a gap
of a tenth of an inch at least along its front or its back, wherever they stand. So a fifth always
finds room, and whoever looks for it there in tenths."""


def numbers_of(options: Options, changed: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """All numbers of a game in the order of their places, its options among them."""
    return (
        *in_places(FIGURES, changed or {}),
        a_length(options["zone"], "zone"),
        int(options.flag("miss_ends_unit")),
        int(options.named("ability_lasts") == "any_turn"),
        options.number("turn_limit"),
    )
