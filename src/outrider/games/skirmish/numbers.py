"""Every number of the rulebook that may change: its name, what it is in the book, its bounds, and a
sentence. The kernel takes them as an array, by the places of `kernel.layout`."""

from collections.abc import Mapping

from outrider.core.figures import Figure, in_places
from outrider.core.options import Options
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.kernel import layout
from outrider.table.lengths import INCH

FARTHEST = 72 * INCH
"""The largest table's side."""
MOST_DICE = 10

FIGURES: tuple[Figure, ...] = (
    Figure(layout.EACH, "figures", layout.SIDE, 1, layout.SIDE,
           "SKM-S1", "A player has so many figures."),
    Figure(layout.MOST_HEALTH, "health", 10, 1, 30,
           "SKM-S1", "A figure begins with so much health."),
    Figure(layout.MOST_GRENADES, "grenades", 2, 0, 9,
           "SKM-S1", "A figure begins with so many grenades."),
    Figure(layout.MOST_ACTIONS, "actions", 2, 1, 6,
           "SKM-R3", "A figure has so many actions a round."),
    Figure(layout.MOVE, "move", 4 * INCH, 0, 24 * INCH,
           "SKM-R3", "A move goes up to so many inches.", INCH),
    Figure(layout.BASE, "base", 400, 100, 425,
           "SKM-M2", "The radius of a base, in inches.", INCH),
    Figure(layout.EYE, "eye", 1 * INCH, 0, 8 * INCH,
           "SKM-G2", "A figure's eye is so many inches above where it stands.", INCH),
    Figure(layout.NEAR_EDGE, "edge", 2 * INCH, 1750, 2500,
           "SKM-O1", "Within so many inches of an edge a figure is at it.", INCH),
    Figure(layout.SHOT_RANGE, "shoot.near", 12 * INCH, 0, FARTHEST,
           "SKM-G1", "A shot has all its dice up to so many inches.", INCH),
    Figure(layout.SHOT_DICE, "shoot.dice", 4, 1, MOST_DICE,
           "SKM-G1", "A shot within its range has so many dice."),
    Figure(layout.LONG_SHOT_DICE, "shoot.far_dice", 2, 1, MOST_DICE,
           "SKM-G1", "A shot beyond its range has so many dice."),
    Figure(layout.MELEE_REACH, "melee.reach", 1 * INCH, 0, FARTHEST,
           "SKM-F1", "Hand to hand an enemy is at most so many inches away.", INCH),
    Figure(layout.MELEE_DICE, "melee.dice", 3, 1, MOST_DICE,
           "SKM-F1", "Hand to hand both roll so many dice."),
    Figure(layout.INDIRECT_DICE, "indirect.dice", 2, 1, MOST_DICE,
           "SKM-R1", "Indirect fire has so many dice."),
    Figure(layout.ARMOURED, "armour.health", 6, 1, 31,
           "SKM-H1", "With so much health or more a figure has all its armour."),
    Figure(layout.ARMOUR_DICE, "armour.dice", 4, 1, MOST_DICE,
           "SKM-H1", "All of a figure's armour is so many dice."),
    Figure(layout.WEAK_ARMOUR_DICE, "armour.weak_dice", 2, 1, MOST_DICE,
           "SKM-H1", "The armour of a figure with less health is so many dice."),
    Figure(layout.TAKE_REACH, "take.reach", 1 * INCH, 0, FARTHEST,
           "SKM-N4", "A corpse that is searched is at most so many inches away.", INCH),
    Figure(layout.SHORT_THROW, "throw.short", 2 * INCH, 1 * INCH, 24 * INCH,
           "SKM-N1", "On 1 or 2 a grenade flies up to so many inches.", INCH),
    Figure(layout.MIDDLE_THROW, "throw.middle", 4 * INCH, 1 * INCH, 24 * INCH,
           "SKM-N1", "On 3 or 4 a grenade flies up to so many inches.", INCH),
    Figure(layout.LONG_THROW, "throw.long", 6 * INCH, 1 * INCH, 24 * INCH,
           "SKM-N1", "On 5 or 6 a grenade flies up to so many inches.", INCH),
    Figure(layout.BLAST_NEAR, "blast.near", 2 * INCH, 0, 24 * INCH,
           "SKM-N2", "Within so many inches a blast has all its dice.", INCH),
    Figure(layout.BLAST_FAR, "blast.far", 3 * INCH, 0, 24 * INCH,
           "SKM-N2", "A blast goes so many inches far.", INCH),
    Figure(layout.BLAST_DICE, "blast.dice", 4, 1, MOST_DICE,
           "SKM-N2", "A blast has so many dice near by."),
    Figure(layout.FAR_BLAST_DICE, "blast.far_dice", 2, 1, MOST_DICE,
           "SKM-N2", "A blast has so many dice farther off."),
)  # fmt: skip
"""Of an edge's strip: it is more than four bases' radii deep, so that nobody stands in the way both
at its front and at its back; and between two corners of the smallest table for many there is room
for three bases side by side. So a fifth figure always finds a place at one of the two, and whoever
looks for it there in tenths. Of an eye: with the highest terrain it stays within the kernel's
bounds."""

DEFAULTS = {figure.name: figure.default for figure in FIGURES}
"""The rulebook's own."""


def numbers_of(
    edition: Edition, options: Options, changed: Mapping[str, int] | None = None
) -> tuple[int, ...]:
    """All numbers of a game in the order of their places, its edition and options among them."""
    return (
        *in_places(FIGURES, changed or {}),
        int(edition.rolls_each_round),
        int(edition.climbs),
        int(options.named("report") == "instant"),
        options.number("round_limit"),
        options.number("minute"),
        int(options.named("attack_turn") == "figure"),
        int(options.named("sight") == "open"),
        int(options.named("melee") == "alternate"),
        int(options.named("blast") == "diameter"),
    )
