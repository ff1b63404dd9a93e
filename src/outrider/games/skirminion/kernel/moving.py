"""Moving (SKN-M1 to SKN-M6), for all units at once and for one.

Where everybody takes one step, and the strong two straight ones at most, units are in step: their
moves are found for all of them together. By other numbers they stray, and are looked at one by one,
in functions that are kept apart: most games have no use for them.
"""

from typing import TypeAlias

from outrider.compiled import Word, lowest, part, popcount, rule
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
    SLOW_DIAGONAL,
    SLOW_STRAIGHT,
    STRAIGHT,
)
from outrider.games.skirminion.kernel.words import Book

Ground: TypeAlias = tuple[Word, Word, Word, Word]
"""What a move depends on besides who makes it: the friendly forts, danger, empty squares, and the
units of 4 health and more."""


@rule
def steps(free: Word, retreating: Word, empty: Word, safe: Word) -> Eight:
    """SKN-M1, SKN-M2, SKN-M4: one step in each direction; the retreating only out of all contact.

    Every bit of every direction is one move.
    """
    walks = onto(free, empty)
    return either(walks, onto(retreating, safe)) if retreating else walks


@rule
def destinations(unit: Word, ground: Ground, numbers: Book) -> Word:
    """Every square one unit in step may move to, each once however it gets there (SKN-P4)."""
    own_forts, danger, empty, high = ground
    near = grow(unit)
    if unit & danger:
        return near & empty & ~danger
    reach = near
    if unit & high:
        north, south, east, west = leaps(unit, empty & numbers[RUNNING])
        reach |= north | south | east | west
    reach |= fort_ring(near, own_forts)
    return reach & empty


@rule
def fort_ring(near: Word, own_forts: Word) -> Word:
    """SKN-M6: all squares in contact with the friendly forts among `near`."""
    return grow(near & own_forts)


@rule
def count_destinations(units: Word, ground: Ground, numbers: Book) -> Word:
    """How many moves these few units have together."""
    total = NONE
    while units:
        unit = ONE << lowest(units)
        total += popcount(destinations(unit, ground, numbers))
        units ^= unit
    return total


# -- by any numbers --------------------------------------------------------------------------------


@rule
def in_lines(unit: Word, empty: Word, is_slow: bool, numbers: Book) -> Word:
    """SKN-M3, SKN-M4: the empty squares that the steps of one unit lead to."""
    straight = numbers[SLOW_STRAIGHT] if is_slow else numbers[STRAIGHT]
    diagonal = numbers[SLOW_DIAGONAL] if is_slow else numbers[DIAGONAL]
    return walked(unit, empty, straight, diagonal)


@part
def strayed(unit: Word, ground: Ground, numbers: Book) -> Word:
    """The same as `destinations`, by any numbers."""
    own_forts, danger, empty, high = ground
    reach = in_lines(unit, empty, bool(unit & danger or not unit & high), numbers)
    if unit & danger:
        return reach & ~danger
    return reach | (fort_ring(grow(unit), own_forts) & empty)


@part
def count_strays(units: Word, ground: Ground, numbers: Book) -> Word:
    """How many moves these units have together."""
    total = NONE
    while units:
        unit = ONE << lowest(units)
        total += popcount(strayed(unit, ground, numbers))
        units ^= unit
    return total


@part
def nth_stray(index: Word, units: Word, ground: Ground, numbers: Book) -> tuple[Word, Word, Word]:
    """The index-th of these moves: whether there are so many (0 or 1), from where, and where to."""
    while units:
        source = lowest(units)
        reach = strayed(ONE << source, ground, numbers)
        size = popcount(reach)
        if index < size:
            while index:
                reach &= reach - ONE
                index -= ONE
            return ONE, source, lowest(reach)
        index -= size
        units &= units - ONE
    return NONE, NONE, NONE
