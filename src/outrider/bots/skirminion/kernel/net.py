"""A small net that corrects the evaluation: one hidden layer over who stands where, how healthy,
and how pressed by enemies. Whole numbers only: the same on every machine.

It is one table of whole numbers of 16 bits, WIDTH a row:

    a row a feature   what the feature adds to each hidden number
    BIAS              what they begin with
    OUT               what each is worth in the end, in units of 2**-SHIFT hundredths of a health
                      point; what was added is cut off at 0 and at FULL and squared before

A feature is a side (own, enemy), a unit's health, how near its enemies are (none within two steps,
one at two steps, one, two, three or more in contact) and its square; or a side and a fort's square.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.bots.skirminion.kernel.evaluation import Three, crowd, faded, weighed
from outrider.bots.skirminion.kernel.room import Net, Notes, Numbers, Room, Rows, whole
from outrider.compiled import Word, entry, lowest, part, rule
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.board import ONE, grow
from outrider.games.skirminion.kernel.running import load
from outrider.games.skirminion.kernel.words import Words

Features: TypeAlias = npt.NDArray[np.int16]

WIDTH = 64
HEALTHS, PRESSURES, SQUARES = 6, 5, 64
SIDE = HEALTHS * PRESSURES * SQUARES
"""Features of one side's units."""
FORTS = 2 * SIDE
BIAS = FORTS + 2 * SQUARES
OUT = BIAS + 1
ROWS = OUT + 1
FULL = 255
SHIFT = 12
MOST = 24
"""Features that a position has at most: 16 units and 8 forts."""
HIDDEN = WIDTH + MOST
"""Room for the sums, and for which rows to add."""
NOTHING = -1
DOUBT = 200
"""The net rarely adds more, or takes more away: once in a thousand positions."""


@rule
def bit(word: Word, square: Word) -> int:
    return whole((word >> square) & ONE)


@rule
def list_side(
    words: Words, units: Word, side: int, touched: Three, found: Features, size: int
) -> int:
    """Sums of bits, and nothing that may go one way or another: a processor would guess wrong."""
    low, middle, high = words[4], words[5], words[6]
    one, two, three = touched
    near = one | grow(one)
    while units:
        square = lowest(units)
        health = bit(low, square) + 2 * bit(middle, square) + 4 * bit(high, square) - 1
        pressed = bit(near, square) + bit(one, square) + bit(two, square) + bit(three, square)
        found[size] = side + (health * PRESSURES + pressed) * SQUARES + whole(square)
        size += 1
        units &= units - ONE
    return size


@rule
def list_forts(forts: Word, first: int, found: Features, size: int) -> int:
    while forts:
        found[size] = first + whole(lowest(forts))
        size += 1
        forts &= forts - ONE
    return size


@rule
def listed(words: Words, found: Features) -> int:
    """The features of a position, from the beginning of `found`; how many there are."""
    own, foe, own_forts, foe_forts, _, _, _, _ = words
    size = list_side(words, own, 0, crowd(foe), found, 0)
    size = list_side(words, foe, SIDE, crowd(own), found, size)
    size = list_forts(own_forts, FORTS, found, size)
    return list_forts(foe_forts, FORTS + SQUARES, found, size)


@rule
def add_rows(size: int, net: Net, hidden: Net, found: Features) -> None:
    """Four at a time: the sums are then fetched and put back a quarter as often."""
    at = 0
    while at + 4 <= size:
        a, b, c, d = found[at], found[at + 1], found[at + 2], found[at + 3]
        for j in range(WIDTH):
            hidden[j] += net[a, j] + net[b, j] + net[c, j] + net[d, j]
        at += 4
    while at < size:
        a = found[at]
        for j in range(WIDTH):
            hidden[j] += net[a, j]
        at += 1


@rule
def summed(net: Net, hidden: Net) -> int:
    """What the hidden numbers are worth together."""
    total = np.int32(0)
    for j in range(WIDTH):
        cut = np.int32(min(max(hidden[j], np.int16(0)), np.int16(FULL)))
        total = np.int32(total + np.int32((cut * cut) >> np.int32(8)) * np.int32(net[OUT, j]))
    return whole(total) >> SHIFT


@rule
def corrected(words: Words, net: Net, hidden: Net) -> int:
    """What the net adds to the worth of a position to its active side."""
    found = hidden[WIDTH:]
    for j in range(WIDTH):
        hidden[j] = net[BIAS, j]
    add_rows(listed(words, found), net, hidden, found)
    return summed(net, hidden)


@part
def evaluate(alpha: int, beta: int, ply: int, room: Room) -> int:
    """The worth of the position at a ply to its active side. The net is not asked where what it
    adds would hardly bring the worth between alpha and beta."""
    rows, _, _, _, notes, _, _, net, hidden, numbers = room
    words = load(rows[ply])
    control = words[7]
    value = weighed(words, notes, numbers)
    stands = faded(value, control, numbers)
    if len(net) and alpha - DOUBT < stands < beta + DOUBT:
        stands = faded(value + corrected(words, net, hidden), control, numbers)
    return stands


@entry(rules)
def features(rows: Rows, found: Features) -> None:
    """The features of many positions, a row each, and NOTHING after them."""
    for i in range(len(rows)):
        size = listed(load(rows[i]), found[i])
        found[i, size:] = NOTHING


@entry(rules)
def standing(rows: Rows, notes: Notes, numbers: Numbers, net: Net, found: Notes) -> None:
    """What many positions are worth by the weights alone and by what the net adds, two numbers
    each; nothing for the second where there is no net."""
    hidden = np.zeros(HIDDEN, np.int16)
    for i in range(len(rows)):
        words = load(rows[i])
        found[i, 0] = weighed(words, notes, numbers)
        found[i, 1] = corrected(words, net, hidden) if len(net) else 0
