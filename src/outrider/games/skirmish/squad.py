"""A player's five figures and what they are called (SKM-S1), with the book's numbers."""

from typing import Annotated, TypeAlias

from outrider.core.codec import Form
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.numbers import DEFAULTS
from outrider.table.texts import a_unit

FIGURES = layout.SIDE
HEALTH = DEFAULTS["health"]

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
EVERY = tuple(SEAT_OF)
"""All ids by that."""


def figure_id(value: object, what: str = "a unit") -> str:
    if type(value) is str and value in SEAT_OF:
        return value
    id = a_unit(value, what)
    raise malformed(f"there is no figure {id}; each seat's are numbered 1 to {FIGURES}")


FigureId: TypeAlias = Annotated[str, Form(figure_id, called="a unit")]


def bits_of(word: int) -> list[int]:
    """The places of the set bits of the kernel's word, the lowest first."""
    found = []
    while word:
        low = word & -word
        found.append(low.bit_length() - 1)
        word ^= low
    return found
