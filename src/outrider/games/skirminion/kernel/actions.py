"""All legal actions: counted, listed, or the k-th of them, from the same sets of squares.

Actions are numbers, laid out as `layout` says.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.attack import blows, recipients, targets
from outrider.games.skirminion.kernel.board import (
    NONE,
    NOWHERE,
    ONE,
    Eight,
    Four,
    grow,
    leaps,
)
from outrider.games.skirminion.kernel.moving import (
    Ground,
    count_destinations,
    count_strays,
    destinations,
    steps,
    strayed,
)
from outrider.games.skirminion.kernel.rest import can_pass, resting
from outrider.games.skirminion.kernel.setup import fort_squares
from outrider.games.skirminion.kernel.words import (
    ACTING,
    ATTACKED,
    DECLARING,
    SIEGE,
    Book,
    Words,
    ending_of,
    fort_of,
    square_of,
    stage_of,
)

Codes: TypeAlias = npt.NDArray[np.uint16]

PASS = np.uint64(layout.PASS)
END = np.uint64(layout.END)
MOVE = np.uint64(layout.MOVE)
ATTACK = np.uint64(layout.ATTACK)
BESIEGE = np.uint64(layout.BESIEGE)
REST = np.uint64(layout.REST)
RECEIVE = np.uint64(layout.RECEIVE)
DECLARE = np.uint64(layout.DECLARE)
PLACE = np.uint64(layout.PLACE)

KIND_AT = np.uint64(layout.KIND_AT)
FROM_AT = np.uint64(layout.FROM_AT)


@rule
def code_of(kind: Word, source: Word, target: Word) -> Word:
    return (kind << KIND_AT) | (source << FROM_AT) | target


Sets: TypeAlias = tuple[Eight, Four, Eight, Word, Word, Word, Word, Word]
"""A fresh activation as sets: steps, leaps, blows by direction, then the units that rest, the units
beside friendly forts (whose moves are not among steps and leaps), danger, empty, and pass (0 or 1).
Of units that are not in step there are no steps and leaps.
"""


@rule
def fresh(words: Words, numbers: Book) -> Sets:
    """Everything a side may begin an activation with (SKN-B1, SKN-B2).

    Where nobody is in contact, nobody retreats and nobody strikes: most of the work is spared.
    """
    own, foe, own_forts, foe_forts, _, _, high, _ = words
    near_foe = grow(foe)
    danger = near_foe | grow(foe_forts)
    empty = ~(own | foe | own_forts | foe_forts)
    walkers = own & numbers[layout.IN_STEP]
    free = walkers & ~danger
    by_forts = free & grow(own_forts)
    free ^= by_forts
    rests = resting(own, own_forts, high, near_foe)
    touching = own & danger
    return (
        steps(free, touching & walkers, empty, empty & ~danger),
        leaps(free & high & numbers[layout.RUNNING], empty),
        blows(own, foe, foe_forts, near_foe) if touching else NOWHERE,
        rests,
        by_forts,
        danger,
        empty,
        ONE if can_pass(own, rests) else NONE,
    )


@rule
def count8(sets: Eight) -> Word:
    a, b, c, d, e, f, g, h = sets
    return (
        popcount(a)
        + popcount(b)
        + popcount(c)
        + popcount(d)
        + popcount(e)
        + popcount(f)
        + popcount(g)
        + popcount(h)
    )


@rule
def count4(sets: Four) -> Word:
    a, b, c, d = sets
    return popcount(a) + popcount(b) + popcount(c) + popcount(d)


@rule
def going_on(words: Words, numbers: Book) -> Word:
    """The squares the activated unit may still choose from: targets, or destinations (SKN-M5)."""
    own, foe, own_forts, foe_forts, _, _, high, control = words
    unit = ONE << square_of(control)
    if control & ATTACKED:
        danger = grow(foe | foe_forts)
        empty = ~(own | foe | own_forts | foe_forts)
        if unit & danger:
            return NONE
        ground = own_forts, danger, empty, high
        if numbers[layout.IN_STEP]:
            return destinations(unit, ground, numbers)
        return strayed(unit, ground, numbers)
    return targets(unit, foe, foe_forts)


@rule
def special(words: Words, numbers: Book) -> Word:
    """The squares to choose from where no activation is to begin: a recipient, a fort's square."""
    control = words[7]
    if control & SIEGE:
        return recipients(words[1], ONE << fort_of(control))
    if control & ACTING:
        return going_on(words, numbers)
    return fort_squares(words, numbers)


@rule
def is_fresh(control: Word) -> bool:
    """A battle in which the active side is to activate a unit."""
    return not (control & ACTING) and not stage_of(control)


@rule
def may_end(control: Word) -> Word:
    """SKN-P2: 1 where the activated unit may be left as it is, else 0."""
    return ONE if control & ACTING and not control & SIEGE else NONE


@rule
def ground_of(words: Words, sets: Sets) -> Ground:
    return words[2], sets[5], sets[6], words[6]


@rule
def count_fresh(words: Words, sets: Sets, numbers: Book) -> Word:
    walks, runs, strikes, rests, by_forts, danger, _, passes = sets
    total = count8(walks) + count4(runs) + popcount(rests) + passes
    if words[0] & danger:
        total += count8(strikes)
    if by_forts | ~numbers[layout.IN_STEP]:
        if by_forts:
            total += count_destinations(by_forts, ground_of(words, sets), numbers)
        else:
            total += count_strays(words[0], ground_of(words, sets), numbers)
    return total


@rule
def declarations(numbers: Book) -> Word:
    """SKN-S3: how many numbers of forts may be declared."""
    return numbers[layout.MOST_FORTS] - numbers[layout.LEAST_FORTS] + ONE


@rule
def count(words: Words, numbers: Book) -> Word:
    """How many legal actions there are; none when the game is over."""
    control = words[7]
    if ending_of(control):
        return NONE
    if is_fresh(control):
        return count_fresh(words, fresh(words, numbers), numbers)
    if stage_of(control) == DECLARING:
        return declarations(numbers)
    return popcount(special(words, numbers)) + may_end(control)


@rule
def special_code(words: Words, square: Word) -> Word:
    """The action that choosing `square` is, where no activation is to begin."""
    control = words[7]
    acting = square_of(control)
    if control & SIEGE:
        return code_of(RECEIVE, NONE, square)
    if control & ACTING:
        if control & ATTACKED:
            return code_of(MOVE, acting, square)
        return strike_code(words, acting, square)
    return code_of(PLACE, NONE, square)


@rule
def strike_code(words: Words, source: Word, target: Word) -> Word:
    kind = BESIEGE if words[3] & (ONE << target) else ATTACK
    return code_of(kind, source, target)
