"""A player's five figures and what the book gives them (SKM-S1), with its numbers."""

from outrider.core.seats import SEATS
from outrider.table.lengths import INCH

FIGURES = 5
HEALTH = 10
GRENADES = 2
ACTIONS = 2
MOVE = 4 * INCH
EYE = 1 * INCH
NEAR_EDGE = 2 * INCH
CLOSE = 1 * INCH
"""How far apart figures may be who fight hand to hand, and a figure and the corpse it searches."""

FULL_RANGE = 12 * INCH
SHOT_DICE, LONG_SHOT_DICE = 4, 2
MELEE_DICE = 3
INDIRECT_DICE = 2
ARMOUR_DICE, WEAK_ARMOUR_DICE = 4, 2
ARMOURED = 6
"""The least health with full armour (SKM-H1)."""

NAMES = {
    "red": ("Ash", "Bram", "Cole", "Dell", "Enna"),
    "blue": ("Finn", "Gwen", "Hale", "Iris", "Jory"),
    "green": ("Kit", "Lark", "Moss", "Nell", "Orin"),
    "amber": ("Penn", "Quill", "Rook", "Sage", "Tamsin"),
    "violet": ("Ulf", "Vera", "Wren", "Xan", "Yara"),
    "teal": ("Abel", "Beck", "Clove", "Dara", "Edda"),
    "pink": ("Flint", "Greta", "Hob", "Ida", "Jude"),
    "slate": ("Kestrel", "Lorne", "Maud", "Nye", "Oska"),
}
IDS = {
    seat: tuple(f"{seat[0].upper()}{number}" for number in range(1, FIGURES + 1)) for seat in SEATS
}
SEAT_OF = {id: seat for seat, ids in IDS.items() for id in ids}
NAME_OF = {id: NAMES[seat][n] for seat, ids in IDS.items() for n, id in enumerate(ids)}
INDEX_OF = {id: n for n, id in enumerate(SEAT_OF)}
"""Where a figure stands in a state's list: seat by seat, then by number."""


def armour_dice(health: int) -> int:
    """SKM-H1."""
    return ARMOUR_DICE if health >= ARMOURED else WEAK_ARMOUR_DICE
