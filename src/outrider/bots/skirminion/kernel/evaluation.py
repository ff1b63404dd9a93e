"""What a position is worth to the active side, before anything is tried."""

from typing import TypeAlias

import numpy as np

from outrider.bots.skirminion.kernel.room import WEIGHTS, Notes, Numbers, whole
from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel.board import ALL, NONE, ONE, grow, spread
from outrider.games.skirminion.kernel.layout import ATTACK_DAMAGE, QUIET_LIMIT, SUPPORT_DAMAGE
from outrider.games.skirminion.kernel.words import Words, quiet_of, stage_of

Three: TypeAlias = tuple[Word, Word, Word]

CENTRE = np.uint64(0x0000_3C3C_3C3C_0000)
HEART = np.uint64(0x0000_0018_1800_0000)
BORDER = np.uint64(0xFF81_8181_8181_81FF)
CORNERS = np.uint64(0xC381_0000_0000_81C3)
BAND = np.uint64(3)
"""Quiet activations are counted in bands of 2**3: within one, positions count as the same."""
HUNDRED = 100
TWO, FOUR, MOST = np.uint64(2), np.uint64(4), np.uint64(7)


@rule
def joined(touched: Three, more: Word) -> Three:
    """The squares that one, two, three or more touch, with what another one touches."""
    one, two, three = touched
    return one | more, two | (one & more), three | (two & more)


@rule
def crowd(squares: Word) -> Three:
    """The squares that one, two, three or more of these units touch."""
    a, b, c, d, e, f, g, h = spread(squares)
    touched = joined((a, NONE, NONE), b)
    touched = joined(touched, c)
    touched = joined(touched, d)
    touched = joined(touched, e)
    touched = joined(touched, f)
    touched = joined(touched, g)
    return joined(touched, h)


@rule
def size(squares: Word) -> int:
    return whole(popcount(squares))


@rule
def more(squares: Word, own: Word, foe: Word) -> int:
    """How many more of one's own than of the enemy's are on these squares."""
    return size(squares & own) - size(squares & foe)


@rule
def health(units: Word, low: Word, middle: Word, high: Word) -> int:
    return size(units & low) + 2 * size(units & middle) + 4 * size(units & high)


@rule
def frail(loss: Word, low: Word, middle: Word, high: Word) -> Word:
    """The squares whose units have no more health than `loss`."""
    least = min(loss, MOST)
    a = ALL if least & ONE else NONE
    b = ALL if least & TWO else NONE
    c = ALL if least & FOUR else NONE
    upto = (~middle & b) | (~(middle ^ b) & (~low | a))
    return (~high & c) | (~(high ^ c) & upto)


@rule
def dying(low: Word, middle: Word, high: Word, numbers: Numbers) -> Three:
    """The units that a blow would kill, if one, two, three enemies touched them (SKN-A2)."""
    blow, support = numbers[ATTACK_DAMAGE], numbers[SUPPORT_DAMAGE]
    return (
        frail(blow, low, middle, high),
        frail(blow + support, low, middle, high),
        frail(blow + support + support, low, middle, high),
    )


@rule
def fatal(touched: Three, dying: Three) -> Word:
    """Where one blow kills, given the squares that so many enemies touch."""
    return (touched[0] & dying[0]) | (touched[1] & dying[1]) | (touched[2] & dying[2])


@rule
def weighed(words: Words, notes: Notes, numbers: Numbers) -> int:
    """The sum of all features, each by its weight, in hundredths of a health point."""
    own, foe, own_forts, foe_forts, low, middle, high, _ = words
    mine = health(own, low, middle, high)
    theirs = health(foe, low, middle, high)
    one, two, three = crowd(own)
    foe_one, foe_two, foe_three = crowd(foe)
    lowest = low & ~middle & ~high
    weak = ~high
    w = WEIGHTS
    total = notes[w] * (mine - theirs)
    total += notes[w + 1] * (size(own) - size(foe))
    total += notes[w + 2] * more(high, own, foe)
    total += notes[w + 3] * more(lowest, own, foe)
    total += notes[w + 4] * (size(own_forts) - size(foe_forts))
    total += notes[w + 5] * size(foe & two)
    total -= notes[w + 6] * size(own & foe_two)
    total += notes[w + 7] * size(foe & three)
    total -= notes[w + 8] * size(own & foe_three)
    total += notes[w + 9] * (size(own & one) - size(foe & foe_one))
    total += notes[w + 10] * (size(own & two) - size(foe & foe_two))
    total += notes[w + 11] * more(CENTRE, own, foe)
    total += notes[w + 12] * more(BORDER, own, foe)
    total += notes[w + 13] * (size(own & foe_one) - size(foe & one))
    near = grow(one)
    foe_near = grow(foe_one)
    total += notes[w + 14] * (size(own & foe_near) - size(foe & near))
    total += notes[w + 15] * (size(own & weak & ~foe_near) - size(foe & weak & ~near))
    total += notes[w + 16] * (size(own & grow(own_forts)) - size(foe & grow(foe_forts)))
    total += notes[w + 17] * (size(own & grow(foe_forts)) - size(foe & grow(own_forts)))
    total += notes[w + 18]
    total += notes[w + 19] * more(HEART, own, foe)
    total += notes[w + 20] * more(CORNERS, own, foe)
    total += notes[w + 21] * (HUNDRED * (mine - theirs)) // (mine + theirs)
    deaths = dying(low, middle, high, numbers)
    total += notes[w + 22] * size(foe & fatal((one, two, three), deaths))
    total -= notes[w + 23] * size(own & fatal((foe_one, foe_two, foe_three), deaths))
    return whole(total)


@rule
def faded(value: int, control: Word, numbers: Numbers) -> int:
    """Less and less as the quiet activations near their limit: then it will be a draw."""
    limit = whole(numbers[QUIET_LIMIT])
    if limit and not stage_of(control):
        quiet = whole((quiet_of(control) >> BAND) << BAND)
        value = value * (limit - min(quiet, limit)) // limit
    return value


@rule
def judged(words: Words, notes: Notes, numbers: Numbers) -> int:
    """What a position is worth by the weights alone."""
    return faded(weighed(words, notes, numbers), words[7], numbers)
