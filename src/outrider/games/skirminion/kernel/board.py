"""The 8x8 board as a 64-bit word: a1 is bit 0, h1 bit 7, h8 bit 63."""

from typing import TypeAlias

import numpy as np

from outrider.compiled import Word, rule

Four: TypeAlias = tuple[Word, Word, Word, Word]
Eight: TypeAlias = tuple[Word, Word, Word, Word, Word, Word, Word, Word]

ONE = np.uint64(1)
SEVEN, EIGHT, NINE = np.uint64(7), np.uint64(8), np.uint64(9)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
NOWHERE = (NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE)
"""No square in any of the eight directions."""
NOT_A = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
NOT_H = np.uint64(0x7F7F_7F7F_7F7F_7F7F)


@rule
def grow(squares: Word) -> Word:
    """The squares and everything in contact with them, eight ways."""
    wide = squares | ((squares << ONE) & NOT_A) | ((squares >> ONE) & NOT_H)
    return wide | (wide << EIGHT) | (wide >> EIGHT)


@rule
def spread(squares: Word) -> Eight:
    """The squares moved one step north, south, east, west, NE, NW, SE, SW; what leaves is gone."""
    east = (squares << ONE) & NOT_A
    west = (squares >> ONE) & NOT_H
    return (
        squares << EIGHT,
        squares >> EIGHT,
        east,
        west,
        east << EIGHT,
        west << EIGHT,
        east >> EIGHT,
        west >> EIGHT,
    )


@rule
def onto(squares: Word, allowed: Word) -> Eight:
    """One step in each direction, where it ends on one of the allowed squares."""
    a, b, c, d, e, f, g, h = spread(squares)
    return (
        a & allowed,
        b & allowed,
        c & allowed,
        d & allowed,
        e & allowed,
        f & allowed,
        g & allowed,
        h & allowed,
    )


@rule
def either(a: Eight, b: Eight) -> Eight:
    """What is in one or the other, direction by direction."""
    return (
        a[0] | b[0],
        a[1] | b[1],
        a[2] | b[2],
        a[3] | b[3],
        a[4] | b[4],
        a[5] | b[5],
        a[6] | b[6],
        a[7] | b[7],
    )


@rule
def leaps(squares: Word, empty: Word) -> Four:
    """Where two straight steps north, south, east, west end, both over empty squares."""
    return (
        (((squares << EIGHT) & empty) << EIGHT) & empty,
        (((squares >> EIGHT) & empty) >> EIGHT) & empty,
        (((((squares << ONE) & NOT_A) & empty) << ONE) & NOT_A) & empty,
        (((((squares >> ONE) & NOT_H) & empty) >> ONE) & NOT_H) & empty,
    )


@rule
def walked(unit: Word, empty: Word, straight: Word, diagonal: Word) -> Word:
    """Where up to so many straight steps in one direction, or diagonal ones, end, all of them over
    empty squares."""
    found = NONE
    north, south, east, west = unit, unit, unit, unit
    while straight:
        north = (north << EIGHT) & empty
        south = (south >> EIGHT) & empty
        east = ((east << ONE) & NOT_A) & empty
        west = ((west >> ONE) & NOT_H) & empty
        found |= north | south | east | west
        straight -= ONE
    north, south, east, west = unit, unit, unit, unit
    while diagonal:  # each an eighth of a turn on: NE, SE, SW, NW
        north = ((north << NINE) & NOT_A) & empty
        east = ((east >> SEVEN) & NOT_A) & empty
        south = ((south >> NINE) & NOT_H) & empty
        west = ((west << SEVEN) & NOT_H) & empty
        found |= north | south | east | west
        diagonal -= ONE
    return found
