"""A game of Skirminion as frozen data: the kernel's eight words and what they do not hold."""

from dataclasses import dataclass
from functools import lru_cache

from outrider.core.frozen import frozen
from outrider.core.options import Options
from outrider.core.variant import Variant, numbers_in
from outrider.games.skirminion.board import SQUARES, bit, first_row, names
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import Numbers, numbers_of

Words = tuple[int, int, int, int, int, int, int, int]

SEATS = ("red", "blue")
KEPT = 64
STRONG = 4
"""The health from which a unit runs (SKN-M3) and does not rest (SKN-R1)."""


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same throughout a game; `numbers` are those of the rules, as the variant has
    them, and of the options."""

    options: Options
    numbers: Numbers
    variant: Variant | None = None

    def is_played_as(self, other: object) -> bool:
        """Whether games are on the same terms, whatever a variant is called."""
        if not isinstance(other, Setting):
            return False
        return self.options == other.options and self.numbers == other.numbers


@lru_cache(KEPT)
def setting_of(options: Options, variant: Variant | None = None) -> Setting:
    """What a game is played with, the numbers ready for the kernel; the same for the same."""
    return Setting(options, numbers_of(options, numbers_in(variant)), variant)


@frozen
class State:
    """`initiative` is None until the dice have said who has it; `rolled` are the faces of the
    present try (SKN-S2). `declared` is the number of forts each side places (SKN-S3)."""

    setting: Setting
    words: Words
    initiative: str | None = None
    rolled: tuple[int, ...] = ()
    declared: int | None = None

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def numbers(self) -> Numbers:
        return self.setting.numbers

    @property
    def control(self) -> int:
        return self.words[7]

    @property
    def active(self) -> str:
        """The side whose activation it is."""
        return SEATS[self.control & layout.SIDE]

    @property
    def decider(self) -> str:
        """The side to decide: in a pending siege the fort's owner (SKN-A5)."""
        return other(self.active) if self.control & layout.SIEGE else self.active

    @property
    def stage(self) -> int:
        return self.control >> layout.STAGE_AT & 3

    @property
    def ending(self) -> int:
        return self.control >> layout.ENDING_AT & 15

    @property
    def quiet(self) -> int:
        """Activations in a row without an attack (SKN-V5)."""
        counted = self.control >> layout.QUIET_AT & layout.MOST_COUNTED
        return 0 if self.stage else counted

    @property
    def played(self) -> int:
        """Activations in all (SKN-V5)."""
        return self.control >> layout.PLAYED_AT

    @property
    def activated(self) -> str | None:
        """The square of the unit whose activation goes on."""
        if not self.control & layout.ACTING:
            return None
        return SQUARES[self.control >> layout.SQUARE_AT & 63]

    @property
    def besieged(self) -> str | None:
        """The fort whose owner has to choose a recipient."""
        if not self.control & layout.SIEGE:
            return None
        return SQUARES[self.control >> layout.FORT_AT & 63]

    def units_of(self, seat: str) -> int:
        """A side's units as a set of squares."""
        return self.words[0 if seat == self.active else 1]

    def forts_of(self, seat: str) -> int:
        """A side's forts as a set of squares."""
        return self.words[2 if seat == self.active else 3]

    def forts_left(self, seat: str) -> int:
        """How many forts a side has still to place."""
        at = layout.LEFT_AT + layout.LEFT_WIDTH * SEATS.index(seat)
        return self.control >> at & 7 if self.stage == layout.PLACING else 0

    def health(self, square: str) -> int:
        """The health of the unit on a square; 0 where there is none."""
        here = bit(square)
        return sum(1 << plane for plane in range(3) if self.words[4 + plane] & here)

    def unit_at(self, square: str) -> str | None:
        """Whose unit stands on a square."""
        return next((seat for seat in SEATS if self.units_of(seat) & bit(square)), None)

    def fort_at(self, square: str) -> str | None:
        """Whose fort stands on a square."""
        return next((seat for seat in SEATS if self.forts_of(seat) & bit(square)), None)

    def healths(self) -> dict[str, int]:
        """The healths of all units by square, Red's first."""
        return {name: self.health(name) for seat in SEATS for name in names(self.units_of(seat))}


def words_of(
    active: str, healths: dict[str, dict[str, int]], forts: dict[str, int], control: int
) -> Words:
    """The eight words for a board: healths by seat and square, forts as sets of squares."""
    units = {seat: sum(bit(name) for name in healths[seat]) for seat in SEATS}
    planes = [0, 0, 0]
    for seat in SEATS:
        for name, health in healths[seat].items():
            for plane in range(3):
                if health >> plane & 1:
                    planes[plane] |= bit(name)
    foe = other(active)
    low, middle, high = planes
    side = SEATS.index(active)
    return (
        units[active],
        units[foe],
        forts[active],
        forts[foe],
        low,
        middle,
        high,
        control & ~layout.SIDE | side,
    )


def full_ranks(numbers: Numbers) -> dict[str, dict[str, int]]:
    """Fresh units on the first rows (SKN-S1)."""
    units, health = numbers[layout.UNITS], numbers[layout.HEALTH]
    return {seat: dict.fromkeys(names(first_row(seat, units)), health) for seat in SEATS}


def setup_words(
    active: str, stage: int, initiative: str, forts: dict[str, int], numbers: Numbers
) -> Words:
    """The words of a set-up in which `active` has to declare or to place."""
    control = stage << layout.STAGE_AT
    control |= SEATS.index(initiative) << layout.INITIATIVE_AT
    return words_of(active, full_ranks(numbers), forts, control)
