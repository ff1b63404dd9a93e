"""Victory (SKN-V1 to SKN-V5) as one number in the control word."""

import numpy as np

from outrider.compiled import Word, popcount, rule
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.attack import health_at
from outrider.games.skirminion.kernel.board import ONE
from outrider.games.skirminion.kernel.words import SIDE, Book, Words, played_of, quiet_of

GOES_ON = np.uint64(layout.GOES_ON)
RED_DESTROYED_ALL = np.uint64(layout.RED_DESTROYED_ALL)
BLUE_DESTROYED_ALL = np.uint64(layout.BLUE_DESTROYED_ALL)
NOBODY_LEFT = np.uint64(layout.NOBODY_LEFT)
RED_STRONGER = np.uint64(layout.RED_STRONGER)
BLUE_STRONGER = np.uint64(layout.BLUE_STRONGER)
EQUALS = np.uint64(layout.EQUALS)
QUIET = np.uint64(layout.QUIET)
LENGTH = np.uint64(layout.LENGTH)


@rule
def battle_ending(words: Words) -> Word:
    """SKN-V1 to SKN-V3, whatever led here (SKN-V4)."""
    own, foe, _, _, _, _, high, control = words
    side = control & SIDE
    if not foe:
        return RED_DESTROYED_ALL + side if own else NOBODY_LEFT
    if not own:
        return BLUE_DESTROYED_ALL - side
    if popcount(own) == ONE and popcount(foe) == ONE and not ((own | foe) & ~high):
        mine = health_at(words, own)
        theirs = health_at(words, foe)
        if mine == theirs:
            return EQUALS
        return RED_STRONGER + side if mine > theirs else BLUE_STRONGER - side
    return GOES_ON


@rule
def limit_ending(control: Word, numbers: Book) -> Word:
    """SKN-V5: too many activations without an attack, or too many at all; 0 is no limit."""
    quiet_limit = numbers[layout.QUIET_LIMIT]
    if quiet_limit and quiet_of(control) >= quiet_limit:
        return QUIET
    length_limit = numbers[layout.LENGTH_LIMIT]
    if length_limit and played_of(control) >= length_limit:
        return LENGTH
    return GOES_ON
