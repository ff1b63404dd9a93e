"""What a seat may do, a byte for each action of a fixed list, and which action such a number is.

An action is a plane times 64 and a square; the plane says where the other square lies (`layout`).
What is done there follows from what stands there, so every legal action has exactly one number.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, lowest, rule
from outrider.games.skirminion.kernel.actions import (
    ATTACK,
    BESIEGE,
    MOVE,
    RECEIVE,
    REST,
    Sets,
    code_of,
    fresh,
    ground_of,
    is_fresh,
    may_end,
    special,
)
from outrider.games.skirminion.kernel.actions import DECLARE as DECLARES
from outrider.games.skirminion.kernel.actions import END as ENDS
from outrider.games.skirminion.kernel.actions import PASS as PASSES
from outrider.games.skirminion.kernel.actions import PLACE as PLACES
from outrider.games.skirminion.kernel.board import EIGHT, NINE, NONE, ONE, SEVEN
from outrider.games.skirminion.kernel.layout import IN_STEP, LEAST_FORTS, MOST_FORTS
from outrider.games.skirminion.kernel.moving import destinations, strayed
from outrider.games.skirminion.kernel.words import (
    ACTING,
    DECLARING,
    PLACING,
    SIEGE,
    Book,
    Row,
    Words,
    decider,
    ending_of,
    square_of,
    stage_of,
)
from outrider.rl.skirminion.kernel.bytewise import BOTTOM_UP, byte, is_set, put, put_set, turned
from outrider.rl.skirminion.kernel.layout import (
    DECLARE,
    EAST,
    END,
    FARTHEST,
    HERE,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    PASS,
    SIDEWAYS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    TWO_EAST,
    TWO_NORTH,
    TWO_SOUTH,
    TWO_WEST,
    WEST,
)

Ways: TypeAlias = npt.NDArray[np.int64]
"""Of each plane how far east and north the other square is."""
Planes: TypeAlias = npt.NDArray[np.int64]
"""The plane of each difference of two squares."""

PASS_AT, END_AT, DECLARE_AT = np.uint64(PASS), np.uint64(END), np.uint64(DECLARE)
TWO, SIXTEEN = np.uint64(2), np.uint64(16)


@rule
def put_way(out: Row, planes: Planes, source: Word, target: Word, flip: Word) -> None:
    """One action of a unit on one square towards another."""
    east = int(target & SEVEN) - int(source & SEVEN)
    north = int((target ^ flip) >> np.uint64(3)) - int((source ^ flip) >> np.uint64(3))
    plane = planes[(north + FARTHEST) * SIDEWAYS + east + FARTHEST]
    put(out, plane, source ^ flip, ONE)


@rule
def put_ways(out: Row, planes: Planes, source: Word, targets: Word, flip: Word) -> None:
    while targets:
        put_way(out, planes, source, lowest(targets), flip)
        targets &= targets - ONE


@rule
def put_steps(out: Row, sets: Sets, flip: Word) -> None:
    """Steps, leaps and blows by their directions: from the squares they end on back to those they
    begin on. Turned over, north is south."""
    walks, runs, strikes, _, _, _, _, _ = sets
    north = (walks[0] | strikes[0]) >> EIGHT
    south = (walks[1] | strikes[1]) << EIGHT
    north_east = (walks[4] | strikes[4]) >> NINE
    north_west = (walks[5] | strikes[5]) >> SEVEN
    south_east = (walks[6] | strikes[6]) << SEVEN
    south_west = (walks[7] | strikes[7]) << NINE
    two_north, two_south = runs[0] >> SIXTEEN, runs[1] << SIXTEEN
    if flip:
        north, south = south, north
        north_east, south_east = south_east, north_east
        north_west, south_west = south_west, north_west
        two_north, two_south = two_south, two_north
    put_set(out, NORTH, turned(north, flip))
    put_set(out, SOUTH, turned(south, flip))
    put_set(out, EAST, turned((walks[2] | strikes[2]) >> ONE, flip))
    put_set(out, WEST, turned((walks[3] | strikes[3]) << ONE, flip))
    put_set(out, NORTH_EAST, turned(north_east, flip))
    put_set(out, NORTH_WEST, turned(north_west, flip))
    put_set(out, SOUTH_EAST, turned(south_east, flip))
    put_set(out, SOUTH_WEST, turned(south_west, flip))
    put_set(out, TWO_NORTH, turned(two_north, flip))
    put_set(out, TWO_SOUTH, turned(two_south, flip))
    put_set(out, TWO_EAST, turned(runs[2] >> TWO, flip))
    put_set(out, TWO_WEST, turned(runs[3] << TWO, flip))


@rule
def mark_fresh(words: Words, book: Book, planes: Planes, flip: Word, out: Row) -> Word:
    """Every way to begin an activation; the word of the actions that name no square."""
    sets = fresh(words, book)
    _, _, _, rests, by_forts, _, _, passes = sets
    put_steps(out, sets, flip)
    if rests:
        put_set(out, HERE, turned(rests, flip))
    ground = ground_of(words, sets)
    while by_forts:
        source = lowest(by_forts)
        put_ways(out, planes, source, destinations(ONE << source, ground, book), flip)
        by_forts &= by_forts - ONE
    if not book[IN_STEP]:
        units = words[0]
        while units:
            source = lowest(units)
            put_ways(out, planes, source, strayed(ONE << source, ground, book), flip)
            units &= units - ONE
    return byte(passes, PASS_AT)


@rule
def mark_special(words: Words, book: Book, planes: Planes, flip: Word, out: Row) -> Word:
    """A recipient, a fort's square, or what an activated unit may still do."""
    control, squares = words[7], special(words, book)
    if control & ACTING and not control & SIEGE:
        put_ways(out, planes, square_of(control), squares, flip)
    else:
        put_set(out, HERE, turned(squares, flip))
    return byte(may_end(control), END_AT)


@rule
def declared(book: Book) -> Word:
    """SKN-S3: a byte for each number of forts that may be declared."""
    forts, found = book[LEAST_FORTS], NONE
    while forts <= book[MOST_FORTS]:
        found |= byte(ONE, DECLARE_AT + forts)
        forts += ONE
    return found


@rule
def mark(words: Words, book: Book, planes: Planes, out: Row) -> None:
    """Fill `out`, a row of eight words a plane and one more, with 1 for what is legal; all of it is
    0 when the game is over."""
    control, others = words[7], NONE
    for each in range(len(out)):
        out[each] = NONE
    flip = BOTTOM_UP if decider(control) else NONE
    if ending_of(control):
        others = NONE
    elif is_fresh(control):
        others = mark_fresh(words, book, planes, flip, out)
    elif stage_of(control) == DECLARING:
        others = declared(book)
    else:
        others = mark_special(words, book, planes, flip, out)
    out[len(out) - 1] = others


@rule
def code_here(words: Words, square: Word) -> Word:
    """What an action on a square itself is."""
    if words[7] & SIEGE:
        return code_of(RECEIVE, NONE, square)
    if stage_of(words[7]) == PLACING:
        return code_of(PLACES, NONE, square)
    return code_of(REST, square, NONE)


@rule
def code_at(words: Words, index: int, ways: Ways) -> Word:
    """The batch's number of an action; it is legal if the mask has it."""
    flip = BOTTOM_UP if decider(words[7]) else NONE
    plane, square = index // SQUARES, np.uint64(index % SQUARES)
    if plane == len(ways):
        if square == PASS_AT:
            return code_of(PASSES, NONE, NONE)
        if square == END_AT:
            return code_of(ENDS, NONE, NONE)
        return code_of(DECLARES, NONE, square - DECLARE_AT)
    if plane == HERE:
        return code_here(words, square ^ flip)
    target = np.uint64(int(square) + ways[plane, 0] + 8 * ways[plane, 1]) ^ flip
    kind = MOVE
    if is_set(words[1], target):
        kind = ATTACK
    elif is_set(words[3], target):
        kind = BESIEGE
    return code_of(kind, square ^ flip, target)
