"""Exact values of all battles of up to two units a side without forts, at the beginning of an
activation, by the rulebook's numbers and without the limits.

    n > 0   the active side wins, at the latest with the n-th activation from here
    n < 0   it loses, at the latest with the n-th activation
    0       neither side can force anything

They are solved level by level, and by the rules of the game themselves: whoever can end an
activation where the other side has lost within n - 1 has won within n, and whoever cannot but end
it where the other side has won has lost. What is found at a level is not read before the next, so
it does not matter in which order positions are looked at, or by how many at a time.

A limit (SKN-V5) can turn a win into a draw, if it is reached before; it cannot spoil a draw.

Without forts the board may be turned and mirrored: the lone unit, or the active side's two, are
brought to where they have the lowest numbers.
"""

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, entry, lowest, part, popcount, rule
from outrider.endings.skirminion.kernel.duels import bits, result
from outrider.endings.skirminion.kernel.values import Endings, Numbers, Rows, whole
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.kernel.actions import (
    END,
    count_fresh,
    fresh,
    is_fresh,
    special,
    special_code,
)
from outrider.games.skirminion.kernel.apply import apply
from outrider.games.skirminion.kernel.attack import health_at
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.choosing import nth_fresh
from outrider.games.skirminion.kernel.layout import LENGTH_LIMIT, QUIET_LIMIT
from outrider.games.skirminion.kernel.running import load, opened
from outrider.games.skirminion.kernel.victory import battle_ending
from outrider.games.skirminion.kernel.words import (
    ACTING,
    SIDE,
    Book,
    Words,
    ending_of,
    played_of,
    quiet_of,
    stage_of,
)

Places = npt.NDArray[np.int64]

SEVEN, FILES, RANKS, MIRRORED = (np.uint64(n) for n in (7, 7, 56, 64))
THREE = np.uint64(3)
CORNER = 10
"""Squares that a lone unit can be brought to: a1, and up to the fourth row up to the diagonal."""
PAIRS = 64 * 63 // 2
HEALTHS = 6
SQUARED = HEALTHS * HEALTHS
TWO = np.uint64(2)
ONE_ONE = CORNER * 64 * SQUARED
TWO_ONE = CORNER * PAIRS * SQUARED * HEALTHS
"""Places for one against one, and for two against one or one against two: not all are used."""
FIRST_TWO_ONE = ONE_ONE
FIRST_ONE_TWO = FIRST_TWO_ONE + TWO_ONE
FIRST_TWO_TWO = FIRST_ONE_TWO + TWO_ONE
MOST = 1000
"""More activations than any ending takes."""
UNSAID = MOST
LONGEST = 253
"""Activations that a byte can say."""
ENDED = END << np.uint64(12)


def seen(square: int, way: int) -> int:
    """Where a square comes to: `way` has what is mirrored in its low six bits, and in the next
    whether files and rows change places."""
    square ^= way & 63
    return (square & 7) << 3 | square >> 3 if way & 64 else square


def pair_of(one: int, two: int) -> int:
    low, high = sorted((one, two))
    return high * (high - 1) // 2 + low


WAYS = tuple(mask | turned for mask in (0, 7, 56, 63) for turned in (0, 64))


def _lowest() -> tuple[Places, Places, Places, Places]:
    """For every pair of squares the way that brings it to its lowest number, and its place among
    those; and of each of those its number, and how many pairs are brought there."""
    squares = [(low, high) for high in range(64) for low in range(high)]
    ways = [min(WAYS, key=lambda way: pair_of(seen(a, way), seen(b, way))) for a, b in squares]
    brought = [
        pair_of(seen(a, way), seen(b, way)) for (a, b), way in zip(squares, ways, strict=True)
    ]
    kept = sorted(set(brought))
    places = [kept.index(pair) for pair in brought]
    counts = [brought.count(pair) for pair in kept]
    return np.array(ways), np.array(places), np.array(kept), np.array(counts)


PAIR_WAYS, PAIR_PLACES, KEPT_PAIRS, PAIR_COUNTS = _lowest()
HIGHER = np.array([high for high in range(64) for _ in range(high)])
"""The higher square of each pair."""
TWO_TWO = len(KEPT_PAIRS) * PAIRS * SQUARED * SQUARED


@rule
def way_of(square: Word) -> Word:
    """The way that brings a square into the corner."""
    way, file, row = NONE, square & FILES, square >> THREE
    if file > THREE:
        way, file = way | FILES, SEVEN - file
    if row > THREE:
        way, row = way | RANKS, SEVEN - row
    return way | MIRRORED if file > row else way


@rule
def brought(square: Word, way: Word) -> int:
    """Where a square comes to."""
    square ^= way & ~MIRRORED
    if way & MIRRORED:
        square = ((square & FILES) << THREE) | (square >> THREE)
    return whole(square)


@rule
def cornered(square: int) -> int:
    """The number of a square in the corner."""
    row = square >> 3
    return row * (row + 1) // 2 + (square & 7)


@rule
def paired(words: Words, units: Word, way: Word) -> tuple[int, int]:
    """The numbers of two units' squares, once brought there, and of their healths."""
    one, two = ONE << lowest(units), units & (units - ONE)
    low, high = brought(lowest(one), way), brought(lowest(two), way)
    first, second = whole(health_at(words, one)) - 1, whole(health_at(words, two)) - 1
    if low > high:
        low, high, first, second = high, low, second, first
    return high * (high - 1) // 2 + low, first * HEALTHS + second


@rule
def index_of(words: Words) -> int:
    """Where a battle stands in the table: one of a unit or two a side."""
    own, foe = words[0], words[1]
    one, other = own & (own - ONE), foe & (foe - ONE)
    if one and other:
        low, high = whole(lowest(own)), whole(lowest(one))
        pair = high * (high - 1) // 2 + low
        way = np.uint64(PAIR_WAYS[pair])
        pair, healths = paired(words, own, way)
        foes, more = paired(words, foe, way)
        index = whole(PAIR_PLACES[pair]) * PAIRS + foes
        return FIRST_TWO_TWO + (index * SQUARED + healths) * SQUARED + more
    lone, rest = (foe, own) if one else (own, foe)
    square = lowest(lone)
    way = way_of(square)
    index, health = cornered(brought(square, way)), whole(health_at(words, lone)) - 1
    if not one and not other:
        index = (index * 64 + brought(lowest(rest), way)) * HEALTHS + health
        return index * HEALTHS + whole(health_at(words, rest)) - 1
    pair, healths = paired(words, rest, way)
    index = ((index * PAIRS + pair) * HEALTHS + health) * SQUARED + healths
    return index + (FIRST_TWO_ONE if one else FIRST_ONE_TWO)


@rule
def unpaired(pair: int) -> tuple[Word, Word]:
    """The two squares of a pair, the lower first."""
    high = whole(HIGHER[pair])
    return np.uint64(pair - high * (high - 1) // 2), np.uint64(high)


@rule
def uncornered(number: int) -> Word:
    row = 0
    while (row + 1) * (row + 2) // 2 <= number:
        row += 1
    return np.uint64(row * 8 + number - row * (row + 1) // 2)


@rule
def with_unit(
    planes: tuple[Word, Word, Word], square: Word, health: int
) -> tuple[Word, Word, Word]:
    unit = ONE << square
    low, middle, high = planes
    return low | bits(health, unit, 0), middle | bits(health, unit, 1), high | bits(health, unit, 2)


@rule
def with_pair(
    planes: tuple[Word, Word, Word], pair: int, healths: int
) -> tuple[Word, tuple[Word, Word, Word]]:
    low, high = unpaired(pair)
    planes = with_unit(planes, low, healths // HEALTHS + 1)
    planes = with_unit(planes, high, healths % HEALTHS + 1)
    return (ONE << low) | (ONE << high), planes


@rule
def battle(own: Word, foe: Word, planes: tuple[Word, Word, Word]) -> Words:
    return own, foe, NONE, NONE, planes[0], planes[1], planes[2], NONE


@rule
def two_two_at(index: int) -> Words:
    """Two against two: the place of the own pair, the foes' pair, and the healths of both."""
    index, more = index // SQUARED, index % SQUARED
    index, healths = index // SQUARED, index % SQUARED
    planes = (NONE, NONE, NONE)
    own, planes = with_pair(planes, whole(KEPT_PAIRS[index // PAIRS]), healths)
    foe, planes = with_pair(planes, index % PAIRS, more)
    return battle(own, foe, planes)


@rule
def battle_at(index: int) -> Words:
    """The battle that stands at an index, Red active; whether it can be is another question."""
    planes = (NONE, NONE, NONE)
    if index >= FIRST_TWO_TWO:
        return two_two_at(index - FIRST_TWO_TWO)
    if index < ONE_ONE:
        theirs, index = index % HEALTHS, index // HEALTHS
        mine, index = index % HEALTHS, index // HEALTHS
        own, foe = uncornered(index // 64), np.uint64(index % 64)
        planes = with_unit(with_unit(planes, own, mine + 1), foe, theirs + 1)
        return battle(ONE << own, ONE << foe, planes)
    lone_moves = index >= FIRST_ONE_TWO
    index -= FIRST_ONE_TWO if lone_moves else FIRST_TWO_ONE
    healths, index = index % SQUARED, index // SQUARED
    health, index = index % HEALTHS, index // HEALTHS
    square = uncornered(index // PAIRS)
    pair, planes = with_pair(planes, index % PAIRS, healths)
    planes = with_unit(planes, square, health + 1)
    return (
        battle(ONE << square, pair, planes) if lone_moves else battle(pair, ONE << square, planes)
    )


@rule
def can_be(words: Words) -> bool:
    """Whether nobody stands on another's square, and it goes on."""
    return not words[0] & words[1] and not battle_ending(words)


@rule
def told(kept: int) -> int:
    """The value that a byte says. The last activation of a win is the winner's: wins take an odd
    number of them and losses an even one, so halves are kept, and a byte reaches to 253."""
    return 2 * kept - 1 if kept > 0 else 2 * kept


@rule
def halved(value: int) -> int:
    """What is kept of a value."""
    return (value + 1) // 2 if value > 0 else -(-value // 2)


@rule
def left(after: Words, values: Endings) -> int:
    """What an activation is worth to Red, whose it was: the quicker a win the better, the later a
    loss the better."""
    if ending_of(after[7]):
        return result(after[7]) * (MOST - 1)
    found = told(whole(values[index_of(after)]))
    if found < 0:
        return MOST - 1 + found
    return found + 1 - MOST if found else 0


@rule
def ended(words: Words, values: Endings, book: Book) -> int:
    """The best that the side whose activation is under way can end it with."""
    best = left(apply(words, ENDED, book), values)
    squares = special(words, book)
    while squares:
        code = special_code(words, lowest(squares))
        best = max(best, left(apply(words, code, book), values))
        squares &= squares - ONE
    return best


@part
def backed(words: Words, values: Endings, book: Book) -> int:
    """The best that Red can end an activation with."""
    sets = fresh(words, book)
    best = -MOST
    for i in range(whole(count_fresh(words, sets, book))):
        after = apply(words, nth_fresh(words, sets, np.uint64(i), book), book)
        if after[7] & ACTING:
            best = max(best, ended(after, values, book))
        else:
            best = max(best, left(after, values))
    return best


@rule
def counted(worth: int) -> int:
    """In activations."""
    if worth > 0:
        return MOST - worth
    return -MOST - worth if worth else 0


@rule
def settled(index: int, level: int, values: Endings, book: Book) -> int:
    """What a position is found to be at a level; nothing, if that is known or it cannot be."""
    if values[index]:
        return 0
    words = battle_at(index)
    if not can_be(words):
        return 0
    found = counted(backed(words, values, book))
    return found if abs(found) <= level else 0


@entry(rules)
def sweep(first: int, last: int, level: int, values: Endings, numbers: Numbers) -> int:
    """Look at all positions from one index to another that are not settled yet, at a level that all
    below are done of; how many are now."""
    book, found = opened(numbers), 0
    for index in range(first, last):
        value = settled(index, level, values, book)
        if value:
            values[index] = halved(value)
            found += 1
    return found


@entry(rules)
def faults(first: int, last: int, step: int, values: Endings, numbers: Numbers) -> int:
    """Of every `step`-th position, how many are not what follows from those after it."""
    book, found = opened(numbers), 0
    for index in range(first, last, step):
        words = battle_at(index)
        if not can_be(words):
            found += 1 if values[index] else 0
        elif counted(backed(words, values, book)) != told(whole(values[index])):
            found += 1
    return found


@rule
def is_among(own: Word, foe: Word, values: Endings) -> bool:
    """Whether there are values for so many units: two a side at most, and if the table is a small
    one, two against one."""
    mine, theirs = popcount(own), popcount(foe)
    if mine > TWO or theirs > TWO or not len(values):
        return False
    return bool(mine < TWO or theirs < TWO or len(values) > FIRST_TWO_TWO)


@rule
def in_time(found: int, control: Word, numbers: Numbers) -> bool:
    """Whether a win or a loss comes before the limits make it a draw."""
    last = np.uint64(abs(found))
    limit = numbers[QUIET_LIMIT]
    if limit and quiet_of(control) + last >= limit:
        return False
    limit = numbers[LENGTH_LIMIT]
    return not limit or played_of(control) + last < limit


@rule
def spoken_of(words: Words, values: Endings, numbers: Numbers) -> int:
    """What an ending is to its active side, also in an activation that is under way, which counts
    as one; UNSAID, if it is none, is over, or a limit may spoil it."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    if own_forts | foe_forts or stage_of(control) or ending_of(control):
        return UNSAID
    if not is_among(own, foe, values):
        return UNSAID
    if is_fresh(control):
        found = told(whole(values[index_of(words)]))
    else:
        red = own, foe, own_forts, foe_forts, low, middle, high, control & ~SIDE
        found = counted(ended(red, values, opened(numbers)))
    return found if not found or in_time(found, control, numbers) else UNSAID


@entry(rules)
def spoken(rows: Rows, values: Endings, numbers: Numbers, found: Places) -> None:
    """The same of many positions."""
    for i in range(len(rows)):
        found[i] = spoken_of(load(rows[i]), values, numbers)
