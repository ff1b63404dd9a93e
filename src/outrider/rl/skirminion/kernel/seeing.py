"""What a seat sees: the board in planes and sixteen facts, all bytes (see `layout`)."""

import numpy as np

from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.layout import LENGTH_LIMIT, QUIET_LIMIT
from outrider.games.skirminion.kernel.setup import left_of
from outrider.games.skirminion.kernel.words import (
    ACTING,
    ATTACKED,
    BATTLE,
    MOVED,
    SIDE,
    SIEGE,
    Book,
    Row,
    Words,
    decider,
    fort_of,
    played_of,
    quiet_of,
    square_of,
    stage_of,
)
from outrider.rl.skirminion.kernel.bytewise import (
    BOTTOM_UP,
    BYTE,
    byte,
    capped,
    put,
    put_set,
    spread,
    turned,
)
from outrider.rl.skirminion.kernel.layout import (
    FACTS,
    FOE,
    FOE_FORTS,
    OWN,
    OWN_FORTS,
    UNDER_WAY,
)

TWO, FOUR = np.uint64(2), np.uint64(4)
B0, B1, B2, B3, B4, B5, B6, B7 = (np.uint64(at) for at in range(8))


@rule
def put_healths(out: Row, plane: int, low: Word, middle: Word, high: Word) -> None:
    for row in range(8):
        out[8 * plane + row] = (
            spread(low, row) | (spread(middle, row) << ONE) | (spread(high, row) << TWO)
        )


@rule
def left_until(limit: Word, count: Word) -> Word:
    """How many activations are left until a limit; the most a byte holds where there is none."""
    if not limit:
        return BYTE
    return capped(limit - count) if limit > count else NONE


@rule
def health_in(low: Word, middle: Word, high: Word, units: Word) -> Word:
    """The healths of some units, added up."""
    return popcount(low & units) + TWO * popcount(middle & units) + FOUR * popcount(high & units)


@rule
def facts(words: Words, side: Word, book: Book) -> tuple[Word, Word]:
    """Sixteen bytes that are no squares, for one side, whose words come first."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    stage, fights = stage_of(control), stage_of(control) == BATTLE
    first = (
        byte(side, B0)
        | byte(stage, B1)
        | byte(ONE if control & MOVED else NONE, B2)
        | byte(ONE if control & ATTACKED else NONE, B3)
        | byte(ONE if control & SIEGE else NONE, B4)
        | byte(NONE if fights else left_of(control, side), B5)
        | byte(NONE if fights else left_of(control, side ^ ONE), B6)
        | byte(left_until(book[QUIET_LIMIT], quiet_of(control) if fights else NONE), B7)
    )
    second = (
        byte(left_until(book[LENGTH_LIMIT], played_of(control)), B0)
        | byte(capped(played_of(control)), B1)
        | byte(popcount(own), B2)
        | byte(popcount(foe), B3)
        | byte(popcount(own_forts), B4)
        | byte(popcount(foe_forts), B5)
        | byte(health_in(low, middle, high, own), B6)
        | byte(health_in(low, middle, high, foe), B7)
    )
    return first, second


@rule
def see_as(words: Words, side: Word, book: Book, out: Row) -> None:
    """Fill `out`, a row of `layout.OBSERVATION` words, with what a side sees."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    if side != control & SIDE:
        own, foe, own_forts, foe_forts = foe, own, foe_forts, own_forts
    out[FACTS], out[FACTS + 1] = facts(
        (own, foe, own_forts, foe_forts, low, middle, high, control), side, book
    )
    flip = BOTTOM_UP if side else NONE
    own, foe = turned(own, flip), turned(foe, flip)
    low, middle, high = turned(low, flip), turned(middle, flip), turned(high, flip)
    put_healths(out, OWN, low & own, middle & own, high & own)
    put_healths(out, FOE, low & foe, middle & foe, high & foe)
    put_set(out, OWN_FORTS, turned(own_forts, flip))
    put_set(out, FOE_FORTS, turned(foe_forts, flip))
    for row in range(8):
        out[8 * UNDER_WAY + row] = NONE
    if control & ACTING:
        put(out, UNDER_WAY, square_of(control) ^ flip, ONE)
        if control & SIEGE:
            put(out, UNDER_WAY, fort_of(control) ^ flip, TWO)


@rule
def see(words: Words, book: Book, out: Row) -> None:
    """The same for the side that decides."""
    see_as(words, decider(words[7]), book, out)
