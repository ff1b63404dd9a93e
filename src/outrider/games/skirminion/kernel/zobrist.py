"""A 64-bit name for a position: the same for the same position, counters left aside.

Each bit of the eight words has a key; the name is all keys of set bits mixed together. The units
and forts are taken as Red's and Blue's, so it does not matter from which side they are seen.
"""

import numpy as np

from outrider.compiled import Word, lowest, rule
from outrider.games.skirminion.kernel.board import NONE, ONE
from outrider.games.skirminion.kernel.words import QUIET_AT, SIDE, SIX_BITS, Words, stage_of

_MASK = 2**64 - 1


def _keys(count: int) -> list[int]:
    """SplitMix64, so that the names are the same everywhere and forever."""
    state, keys = 0x0D1CE0F5C1A51E5, []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        keys.append(mixed ^ (mixed >> 31))
    return keys


KEYS = np.array(_keys(8 * 64), np.uint64)
NAMED = (ONE << QUIET_AT) - ONE
NAMED_IN_SETUP = NAMED | (SIX_BITS << QUIET_AT)


@rule
def absolute(words: Words) -> Words:
    """Red's and Blue's instead of own and foe, and of the control word only what is position."""
    own, foe, own_forts, foe_forts, low, middle, high, control = words
    position = control & (NAMED_IN_SETUP if stage_of(control) else NAMED)
    if control & SIDE:
        return foe, own, foe_forts, own_forts, low, middle, high, position
    return own, foe, own_forts, foe_forts, low, middle, high, position


@rule
def mix(plane: int, bits: Word) -> Word:
    """The keys of these bits of one word, mixed."""
    name = NONE
    while bits:
        name ^= KEYS[plane * 64 + int(lowest(bits))]
        bits &= bits - ONE
    return name


@rule
def renamed(name: Word, before: Words, after: Words) -> Word:
    """The name of `after` from that of `before`: only the bits that changed are looked at."""
    a, b, c, d, e, f, g, h = absolute(before)
    p, q, r, s, t, u, v, w = absolute(after)
    name ^= mix(0, a ^ p) ^ mix(1, b ^ q) ^ mix(2, c ^ r) ^ mix(3, d ^ s)
    return name ^ mix(4, e ^ t) ^ mix(5, f ^ u) ^ mix(6, g ^ v) ^ mix(7, h ^ w)


@rule
def name_of(words: Words) -> Word:
    """The name of a position, from nothing."""
    nothing = (NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE)
    return renamed(NONE, nothing, words)
