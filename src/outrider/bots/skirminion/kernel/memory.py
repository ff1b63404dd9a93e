"""What is known of positions met before: a table with two words for each of its places.

the key    the name of the position, with what of the counters matters
the data   bits 0-15 the best action, 16-23 the depth, 24-25 the bound, 26-41 the value
"""

import numpy as np

from outrider.bots.skirminion.kernel.evaluation import BAND
from outrider.bots.skirminion.kernel.room import (
    FIRST,
    NAME,
    SELECTIVE,
    SURE,
    Numbers,
    Room,
    Rows,
    whole,
)
from outrider.compiled import Word, rule, streams
from outrider.games.skirminion.kernel.board import NONE
from outrider.games.skirminion.kernel.layout import LENGTH_LIMIT, QUIET_LIMIT
from outrider.games.skirminion.kernel.words import played_of, quiet_of, stage_of

NEAR = np.uint64(32)
"""So many activations before a limit, every single one makes another position."""
MOMENTS = streams(0x51C1A, 2048)
LIMITS_AT = 1024

LOWER, UPPER, EXACT = 1, 2, 3
DEPTH_AT = np.uint64(16)
BOUND_AT = np.uint64(24)
VALUE_AT = np.uint64(26)
CODE_BITS = np.uint64(0xFFFF)
DEPTH_BITS = np.uint64(0xFF)
BOUND_BITS = np.uint64(3)
ZERO = 32_768
"""What a value of 0 is kept as."""


@rule
def key_of(rows: Rows, ply: int, numbers: Numbers) -> Word:
    """The name of a position, together with how near it is to a draw by the limits."""
    control: Word = rows[ply, 7]
    key: Word = rows[ply, NAME]
    if stage_of(control):
        return key
    quiet, limit = quiet_of(control), numbers[QUIET_LIMIT]
    if limit:
        left = limit - quiet if quiet < limit else NONE
        moment = whole(left) if left < NEAR else 32 + whole(quiet >> BAND)
        key ^= MOMENTS[moment if moment < LIMITS_AT else LIMITS_AT - 1]
    played, limit = played_of(control), numbers[LENGTH_LIMIT]
    if limit:
        left = limit - played if played < limit else NONE
        if left < NEAR:
            key ^= MOMENTS[LIMITS_AT + whole(left)]
    return key


@rule
def place_of(key: Word, table: Rows) -> int:
    """Tables have as many places as a power of two."""
    return whole(key & np.uint64(len(table) - 1))


@rule
def packed(code: Word, depth: int, bound: int, value: int, ply: int) -> Word:
    """Forced wins are kept by their distance from here, not from where the search began."""
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    data = code | (np.uint64(max(depth, 0)) << DEPTH_AT)
    return data | (np.uint64(bound) << BOUND_AT) | (np.uint64(value + ZERO) << VALUE_AT)


@rule
def value_in(data: Word, ply: int) -> int:
    value = whole(data >> VALUE_AT) - ZERO
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value


@rule
def remembered(
    key: Word, depth: int, alpha: int, beta: int, ply: int, room: Room
) -> tuple[bool, int, Word]:
    """What the table has on a position: whether it answers the question, with what, and the action
    that was best."""
    _, _, _, table, notes, _, _, _, _, _ = room
    place = place_of(key, table)
    first = np.uint64(notes[FIRST]) if not ply else NONE
    if table[place, 0] != key:
        return False, 0, first
    data = table[place, 1]
    value, bound = value_in(data, ply), whole((data >> BOUND_AT) & BOUND_BITS)
    if not first:
        first = data & CODE_BITS
    answers = (
        bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    )
    kept = whole((data >> DEPTH_AT) & DEPTH_BITS)
    deep = kept >= depth if notes[SELECTIVE] else kept == depth
    return answers and ply > 0 and deep, value, first


@rule
def remember(
    key: Word, code: Word, depth: int, value: int, alpha: int, beta: int, ply: int, table: Rows
) -> None:
    bound = LOWER if value >= beta else EXACT if value > alpha else UPPER
    place = place_of(key, table)
    table[place, 0] = key
    table[place, 1] = packed(code, depth, bound, value, ply)
