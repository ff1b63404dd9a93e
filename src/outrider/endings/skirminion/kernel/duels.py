"""Exact values of all positions with one unit a side, for one layout of forts and a game's numbers.

Forts stay where they are and only change owner, so a layout has its own finite set of duels. They
are solved backwards from the ends, by the rules of the game themselves, without its limits:

    n > 0   the active side wins, at the latest with the n-th decision from here
    n < 0   it loses, at the latest with the n-th decision
    0       neither side can force anything

A limit can turn a win into a draw, if it is reached before; it cannot spoil a draw. So a draw found
here is a draw, and a win that takes fewer decisions than are left to the limits is a win.
"""

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, entry, lowest, part, rule
from outrider.endings.skirminion.kernel.values import Codes, Duels, Numbers, whole
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel import victory
from outrider.games.skirminion.kernel.actions import going_on
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.attack import health_at
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.listing import list_actions
from outrider.games.skirminion.kernel.running import opened
from outrider.games.skirminion.kernel.victory import battle_ending
from outrider.games.skirminion.kernel.words import (
    ATTACKED,
    MOVED,
    SIDE,
    Book,
    Words,
    acting_with,
    ending_of,
)

Edges = npt.NDArray[np.int32]

HEALTHS = 36
PLACES = 64 * 64
DOINGS = 3
"""Beginning an activation, having moved in it, having attacked in it."""
OWNED = DOINGS * PLACES * HEALTHS
"""Positions for each way the forts may be owned."""
SIX = 6
RED_WON = (victory.RED_DESTROYED_ALL, victory.RED_STRONGER)
BLUE_WON = (victory.BLUE_DESTROYED_ALL, victory.BLUE_STRONGER)


@rule
def owners_of(own_forts: Word, forts: Word) -> int:
    """Which of the forts are the active side's, a bit for each in the order of the squares."""
    owners, at = 0, 0
    while forts:
        if own_forts & (ONE << lowest(forts)):
            owners |= 1 << at
        at += 1
        forts &= forts - ONE
    return owners


@rule
def forts_owned(owners: int, forts: Word) -> Word:
    """The other way round."""
    found, at = NONE, 0
    while forts:
        if (owners >> at) & 1:
            found |= ONE << lowest(forts)
        at += 1
        forts &= forts - ONE
    return found


@rule
def index_of(words: Words, forts: Word) -> int:
    """Where a duel stands in the table."""
    own, foe, own_forts, _, _, _, _, control = words
    doing = 1 if control & MOVED else 2 if control & ATTACKED else 0
    index = owners_of(own_forts, forts) * DOINGS + doing
    index = (index * 64 + whole(lowest(own))) * 64 + whole(lowest(foe))
    index = index * SIX + whole(health_at(words, own)) - 1
    return index * SIX + whole(health_at(words, foe)) - 1


@rule
def bits(health: int, unit: Word, plane: int) -> Word:
    return unit if (health >> plane) & 1 else NONE


@rule
def duel_at(index: int, forts: Word) -> Words:
    """The duel that stands at an index; whether it can be is another question."""
    theirs = index % SIX + 1
    index //= SIX
    mine = index % SIX + 1
    index //= SIX
    foe = ONE << np.uint64(index % 64)
    index //= 64
    square = np.uint64(index % 64)
    own = ONE << square
    index //= 64
    doing = index % DOINGS
    own_forts = forts_owned(index // DOINGS, forts)
    control = NONE
    if doing:
        control = acting_with(NONE, square, MOVED if doing == 1 else ATTACKED)
    return (
        own,
        foe,
        own_forts,
        forts & ~own_forts,
        bits(mine, own, 0) | bits(theirs, foe, 0),
        bits(mine, own, 1) | bits(theirs, foe, 1),
        bits(mine, own, 2) | bits(theirs, foe, 2),
        control,
    )


@rule
def is_duel(words: Words, forts: Word, book: Book) -> bool:
    """Whether the position can be, and goes on: units apart and off the forts, and something left
    to do in an activation that is under way."""
    own, foe, _, _, _, _, _, control = words
    if own & foe or (own | foe) & forts or battle_ending(words):
        return False
    return not control or bool(going_on(words, book))


@rule
def result(control: Word) -> int:
    """Of a duel that is over, begun with Red active: 1 if Red has won, -1 if Blue has."""
    ending = ending_of(control)
    if ending in RED_WON:
        return 1
    if ending in BLUE_WON:
        return -1
    return 0


@part
def look(
    index: int,
    forts: Word,
    codes: Codes,
    heads: Edges,
    values: Duels,
    left: Edges,
    numbers: Numbers,
) -> int:
    """Play every action of one duel. Ends are settled at once; for all else `heads` gets the duel
    after it, doubled, plus one if the same side goes on. How many there are."""
    words, book = duel_at(index, forts), opened(numbers)
    if not is_duel(words, forts, book):
        return 0
    size = list_actions(words, codes, book)
    found, open_ones = 0, 0
    for i in range(size):
        after = apply(words, np.uint64(codes[i]), book)
        if ending_of(after[7]):
            won = result(after[7])
            if won > 0:
                values[index] = 1
            elif won == 0:
                open_ones += 1
        else:
            same = 0 if after[7] & SIDE else 1
            heads[found] = 2 * index_of(after, forts) + same
            found += 1
    left[index] = found + open_ones
    if not left[index] and not values[index]:
        values[index] = -1
    return found


@entry(rules)
def solve(forts: Word, values: Duels, numbers: Numbers) -> int:
    """Fill `values`, which holds zeros, for a layout of forts, by numbers without limits; the
    longest fight there is."""
    size = len(values)
    codes = np.empty(128, np.uint16)
    heads = np.empty(128, np.int32)
    left = np.zeros(size, np.int32)
    starts = np.zeros(size + 1, np.int32)
    for index in range(size):
        for i in range(look(index, forts, codes, heads, values, left, numbers)):
            starts[(heads[i] >> 1) + 1] += 1
    for index in range(size):
        starts[index + 1] += starts[index]
    ends = starts.copy()
    tails = np.empty(starts[size], np.int32)
    for index in range(size):
        for i in range(look(index, forts, codes, heads, values, left, numbers)):
            head = heads[i] >> 1
            tails[ends[head]] = 2 * index + (heads[i] & 1)
            ends[head] += 1
    queue = np.empty(size, np.int32)
    waiting = 0
    for index in range(size):
        if values[index]:
            queue[waiting] = index
            waiting += 1
    return go_back(values, left, starts, tails, queue, waiting)


@rule
def go_back(
    values: Duels, left: Edges, starts: Edges, tails: Edges, queue: Edges, waiting: int
) -> int:
    """From what is settled to what leads there, nearest ends first."""
    done, longest = 0, 0
    while done < waiting:
        head = queue[done]
        done += 1
        longest = abs(whole(values[head]))
        for i in range(starts[head], starts[head + 1]):
            tail = tails[i] >> 1
            if values[tail]:
                continue
            good = (values[head] > 0) == bool(tails[i] & 1)
            left[tail] -= 1
            if good:
                values[tail] = longest + 1
            elif not left[tail]:
                values[tail] = -longest - 1
            else:
                continue
            queue[waiting] = tail
            waiting += 1
    return longest
