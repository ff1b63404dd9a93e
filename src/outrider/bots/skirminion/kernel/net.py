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
from outrider.games.skirminion.kernel.attack import health_at
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
NOTHING = -1


@rule
def pressed(unit: Word, near: Word, touched: Three) -> int:
    """How near a unit's enemies are."""
    if unit & touched[2]:
        return 4
    if unit & touched[1]:
        return 3
    if unit & touched[0]:
        return 2
    return 1 if unit & near else 0


@rule
def feature(words: Words, square: Word, side: int, near: Word, touched: Three) -> int:
    unit = ONE << square
    health = whole(health_at(words, unit)) - 1
    return side + (health * PRESSURES + pressed(unit, near, touched)) * SQUARES + whole(square)


@rule
def add(row: int, net: Net, hidden: Net) -> None:
    for j in range(WIDTH):
        hidden[j] += net[row, j]


@rule
def add_side(words: Words, units: Word, side: int, touched: Three, net: Net, hidden: Net) -> None:
    near = grow(touched[0])
    while units:
        add(feature(words, lowest(units), side, near, touched), net, hidden)
        units &= units - ONE


@rule
def add_forts(forts: Word, first: int, net: Net, hidden: Net) -> None:
    while forts:
        add(first + whole(lowest(forts)), net, hidden)
        forts &= forts - ONE


@rule
def summed(net: Net, hidden: Net) -> int:
    """What the hidden numbers are worth together."""
    total = np.int32(0)
    for j in range(WIDTH):
        cut = np.int32(min(max(hidden[j], np.int16(0)), np.int16(FULL)))
        total += np.int32((cut * cut) >> np.int32(8)) * np.int32(net[OUT, j])
    return whole(total) >> SHIFT


@rule
def corrected(words: Words, net: Net, hidden: Net) -> int:
    """What the net adds to the worth of a position to its active side."""
    own, foe, own_forts, foe_forts, _, _, _, _ = words
    for j in range(WIDTH):
        hidden[j] = net[BIAS, j]
    add_side(words, own, 0, crowd(foe), net, hidden)
    add_side(words, foe, SIDE, crowd(own), net, hidden)
    add_forts(own_forts, FORTS, net, hidden)
    add_forts(foe_forts, FORTS + SQUARES, net, hidden)
    return summed(net, hidden)


@part
def evaluate(ply: int, room: Room) -> int:
    """The worth of the position at a ply to its active side."""
    rows, _, _, _, notes, _, _, net, hidden, numbers = room
    words = load(rows[ply])
    value = weighed(words, notes, numbers)
    if len(net):
        value += corrected(words, net, hidden)
    return faded(value, words[7], numbers)


@rule
def list_side(
    words: Words, units: Word, side: int, touched: Three, found: Features, size: int
) -> int:
    near = grow(touched[0])
    while units:
        found[size] = feature(words, lowest(units), side, near, touched)
        size += 1
        units &= units - ONE
    return size


@entry(rules)
def features(rows: Rows, found: Features) -> None:
    """The features of many positions, a row each, and NOTHING after them."""
    for i in range(len(rows)):
        words = load(rows[i])
        size = list_side(words, words[0], 0, crowd(words[1]), found[i], 0)
        size = list_side(words, words[1], SIDE, crowd(words[0]), found[i], size)
        for side in range(2):
            forts = words[2 + side]
            while forts:
                found[i, size] = FORTS + side * SQUARES + whole(lowest(forts))
                size += 1
                forts &= forts - ONE
        found[i, size:] = NOTHING


@entry(rules)
def standing(rows: Rows, notes: Notes, numbers: Numbers, net: Net, found: Notes) -> None:
    """What many positions are worth by the weights alone and by what the net adds, two numbers
    each; nothing for the second where there is no net."""
    hidden = np.zeros(WIDTH, np.int16)
    for i in range(len(rows)):
        words = load(rows[i])
        found[i, 0] = weighed(words, notes, numbers)
        found[i, 1] = corrected(words, net, hidden) if len(net) else 0
