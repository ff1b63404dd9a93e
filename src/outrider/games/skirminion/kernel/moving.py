"""Moving (SKN-M1 to SKN-M6), for all units at once and for one."""

from outrider.compiled import Word, lowest, popcount, rule
from outrider.games.skirminion.kernel.board import (
    NONE,
    ONE,
    Eight,
    either,
    grow,
    leaps,
    onto,
    walked,
)
from outrider.games.skirminion.kernel.layout import (
    DIAGONAL,
    RUNNING,
    SINGLY,
    SLOW_DIAGONAL,
    SLOW_STRAIGHT,
    STRAIGHT,
)
from outrider.games.skirminion.kernel.words import Book


@rule
def steps(free: Word, retreating: Word, empty: Word, safe: Word) -> Eight:
    """SKN-M1, SKN-M2, SKN-M4: one step in each direction; the retreating only out of all contact.

    Every bit of every direction is one move.
    """
    walks = onto(free, empty)
    return either(walks, onto(retreating, safe)) if retreating else walks


@rule
def in_lines(unit: Word, empty: Word, is_slow: bool, numbers: Book) -> Word:
    """SKN-M3, SKN-M4: the empty squares that the steps of one unit lead to, strong and free or not,
    whatever the numbers. Where all units take one step, and the strong two straight ones at most,
    that is seen at a glance."""
    if not numbers[SINGLY]:
        reach = grow(unit)
        if not is_slow:
            north, south, east, west = leaps(unit & numbers[RUNNING], empty)
            reach |= north | south | east | west
        return reach & empty
    if is_slow:
        return walked(unit, empty, numbers[SLOW_STRAIGHT], numbers[SLOW_DIAGONAL])
    return walked(unit, empty, numbers[STRAIGHT], numbers[DIAGONAL])


@rule
def destinations(
    unit: Word, own_forts: Word, danger: Word, empty: Word, high: Word, numbers: Book
) -> Word:
    """Every square one unit may move to, each once however it gets there (SKN-P4)."""
    if unit & danger:
        return in_lines(unit, empty, True, numbers) & ~danger
    reach = in_lines(unit, empty, not unit & high, numbers)
    return reach | (fort_ring(grow(unit), own_forts) & empty)


@rule
def fort_ring(near: Word, own_forts: Word) -> Word:
    """SKN-M6: all squares in contact with the friendly forts among `near`."""
    return grow(near & own_forts)


@rule
def apart(own: Word, free: Word, own_forts: Word, numbers: Book) -> Word:
    """The units whose moves are looked at one by one: those that may make a fort move (in contact
    with a friendly fort, and with no enemy), or all, if the numbers ask for it."""
    return (free & grow(own_forts)) | (own & numbers[SINGLY])


@rule
def count_destinations(
    units: Word, own_forts: Word, danger: Word, empty: Word, high: Word, numbers: Book
) -> Word:
    """How many moves these few units have together."""
    total = NONE
    while units:
        unit = ONE << lowest(units)
        total += popcount(destinations(unit, own_forts, danger, empty, high, numbers))
        units ^= unit
    return total
