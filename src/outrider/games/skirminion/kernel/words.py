"""The eight words of a game (see `layout`), as the kernels handle them."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import Word, rule
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.kernel.board import Eight

Words: TypeAlias = Eight
Row: TypeAlias = npt.NDArray[np.uint64]
Book: TypeAlias = tuple[Word, ...]
"""The numbers of the rules, by their places in `layout`."""

ZERO = np.uint64(0)
SIDE = np.uint64(layout.SIDE)
ACTING = np.uint64(layout.ACTING)
MOVED = np.uint64(layout.MOVED)
ATTACKED = np.uint64(layout.ATTACKED)
SIEGE = np.uint64(layout.SIEGE)
SIEGE_AT = np.uint64(layout.SIEGE.bit_length() - 1)
INITIATIVE = np.uint64(layout.INITIATIVE)
ACTIVATION = np.uint64(layout.ACTIVATION)

SQUARE_AT = np.uint64(layout.SQUARE_AT)
FORT_AT = np.uint64(layout.FORT_AT)
STAGE_AT = np.uint64(layout.STAGE_AT)
ENDING_AT = np.uint64(layout.ENDING_AT)
INITIATIVE_AT = np.uint64(layout.INITIATIVE_AT)
QUIET_AT = np.uint64(layout.QUIET_AT)
LEFT_AT = np.uint64(layout.LEFT_AT)
LEFT_WIDTH = np.uint64(layout.LEFT_WIDTH)
PLAYED_AT = np.uint64(layout.PLAYED_AT)

TWO_BITS = np.uint64(3)
THREE_BITS = np.uint64(7)
FOUR_BITS = np.uint64(15)
SIX_BITS = np.uint64(63)
COUNT_BITS = np.uint64(layout.MOST_COUNTED)

BATTLE = np.uint64(layout.BATTLE)
DECLARING = np.uint64(layout.DECLARING)
PLACING = np.uint64(layout.PLACING)

ROLLED_AT, ROLLED_BITS = np.uint64(layout.ROLLED_AT), np.uint64(layout.ROLLED_BITS)
WON_AT, WON_BITS = np.uint64(layout.WON_AT), np.uint64(layout.WON_BITS)
NOT_YET, RED_BEGINS = np.uint64(layout.NOT_YET), np.uint64(layout.RED_BEGINS)
DECLARED_AT = np.uint64(layout.DECLARED_AT)
DECLARED_BITS = np.uint64(layout.DECLARED_BITS)


@rule
def square_of(control: Word) -> Word:
    return (control >> SQUARE_AT) & SIX_BITS


@rule
def fort_of(control: Word) -> Word:
    return (control >> FORT_AT) & SIX_BITS


@rule
def stage_of(control: Word) -> Word:
    return (control >> STAGE_AT) & TWO_BITS


@rule
def ending_of(control: Word) -> Word:
    return (control >> ENDING_AT) & FOUR_BITS


@rule
def quiet_of(control: Word) -> Word:
    return (control >> QUIET_AT) & COUNT_BITS


@rule
def played_of(control: Word) -> Word:
    return (control >> PLAYED_AT) & COUNT_BITS


@rule
def decider(control: Word) -> Word:
    """0 if Red decides, 1 if Blue does: in a pending siege the owner of the fort (SKN-A5)."""
    return (control & SIDE) ^ ((control & SIEGE) >> SIEGE_AT)


@rule
def acting_with(control: Word, square: Word, done: Word) -> Word:
    """The control word while the unit on `square` goes on, having done `done`."""
    return (control & ~ACTIVATION) | ACTING | (square << SQUARE_AT) | done
