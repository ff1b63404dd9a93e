"""Reading and writing the record of a game, and the ground it is played on (see `layout`)."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.layout import (
    ALIVE,
    ANSWER,
    BASE,
    BITS,
    DIGIT,
    DIGITS,
    FACES,
    FIELDS,
    FIRER,
    FLAGS,
    GONE,
    HEADER,
    KIND_OF_FIRE,
    LOW_BITS,
    MOVER,
    NONE,
    OVER,
    PINNED,
    PLACED,
    POINTS,
    REDS,
    STRIKER,
    STRIKER_FACES,
    STRIKER_FIELDS,
    STRIKERS,
    TARGET,
    TOUCH,
    UNITS,
    WAY,
    WORDS,
    X,
    Y,
)

Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Ground: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers, Floats]
"""Pieces, corners, plan, numbers, room."""
Answer: TypeAlias = tuple[int, int, int]
"""FINE, or the reason why not and up to two figures that go with it."""


@rule
def at(unit: int, field: int) -> int:
    """Where a field of a piece stands."""
    return HEADER + FIELDS * unit + field


@rule
def striker_at(record: Numbers, number: int, field: int) -> int:
    """Where a field of one who strikes stands."""
    place: int = HEADER + FIELDS * record[UNITS] + STRIKER_FIELDS * number + field
    return place


@rule
def place(record: Numbers, unit: int) -> tuple[int, int]:
    return record[at(unit, X)], record[at(unit, Y)]


@rule
def has(record: Numbers, unit: int, flag: int) -> bool:
    flagged: bool = record[at(unit, FLAGS)] & flag != 0
    return flagged


@rule
def mark(record: Numbers, unit: int, flag: int) -> None:
    record[at(unit, FLAGS)] |= flag


@rule
def is_here(record: Numbers, unit: int) -> bool:
    """Alive and on the table."""
    here: bool = record[at(unit, FLAGS)] & (ALIVE | PLACED) == ALIVE | PLACED
    return here


@rule
def seat_of(record: Numbers, unit: int) -> int:
    return 0 if unit < record[REDS] else 1


@rule
def first_of(record: Numbers, seat: int) -> int:
    """A side's first piece."""
    first: int = record[REDS] if seat else 0
    return first


@rule
def end_of(record: Numbers, seat: int) -> int:
    """What follows a side's last piece."""
    end: int = record[UNITS] if seat else record[REDS]
    return end


# -- sets ----------------------------------------------------------------------------------------


@rule
def is_in(record: Numbers, first: int, unit: int) -> bool:
    """Whether a piece is in the set that stands there."""
    found: bool = (record[first + (unit >> BITS)] >> (unit & LOW_BITS)) & 1 != 0
    return found


@rule
def put_in(record: Numbers, first: int, unit: int) -> None:
    record[first + (unit >> BITS)] |= 1 << (unit & LOW_BITS)


@rule
def take_out(record: Numbers, first: int, unit: int) -> None:
    record[first + (unit >> BITS)] &= ~(1 << (unit & LOW_BITS))


@rule
def is_over(record: Numbers, unit: int, other: int) -> bool:
    """SKR-F8: whether one piece has advantage over another."""
    return is_in(record, at(unit, OVER), other)


@rule
def is_over_any(record: Numbers, unit: int) -> bool:
    """SKR-F8: whether a piece has advantage over anybody."""
    found = 0
    for word in range(at(unit, OVER), at(unit, OVER) + WORDS):
        found |= record[word]
    return found != 0


@rule
def part_from(record: Numbers, unit: int, other: int) -> None:
    """SKR-F8: between these two there is no advantage any more."""
    take_out(record, at(unit, OVER), other)
    take_out(record, at(other, OVER), unit)


@rule
def is_tied(record: Numbers, unit: int, other: int) -> bool:
    return is_over(record, unit, other) or is_over(record, other, unit)


@rule
def advantages(record: Numbers) -> int:
    """SKR-F8: how many advantages there are."""
    count = 0
    for unit in range(record[UNITS]):
        for word in range(at(unit, OVER), at(unit, OVER) + WORDS):
            left = record[word]
            while left:
                left &= left - 1
                count += 1
    return count


@part
def holder(record: Numbers, pins: bool, unit: int, but: int) -> int:
    """SKR-F11: who holds a piece down, if anybody does but that one."""
    if pins:
        seat = 1 - seat_of(record, unit)
        for each in range(first_of(record, seat), end_of(record, seat)):
            if each != but and is_over(record, each, unit):
                return each
    return NONE


@rule
def pins(ground: Ground) -> bool:
    """SKR-F11: whether who is at a disadvantage is held down, which is an option."""
    held: bool = ground[3][PINNED] != 0
    return held


# -- touching ------------------------------------------------------------------------------------


@rule
def gap_of(ground: Ground) -> int:
    """SKR-F1: at which gap bases touch. It is asked for once: what is in the ground is far away."""
    gap: int = ground[3][TOUCH]
    return gap


@rule
def touch_reach(record: Numbers, gap: int, unit: int, other: int) -> int:
    """SKR-F1: how far apart the centres of two pieces are that just touch."""
    reach: int = record[at(unit, BASE)] + record[at(other, BASE)] + gap
    return reach


@rule
def touches_at(record: Numbers, gap: int, unit: int, x: int, y: int, other: int) -> bool:
    """SKR-F1: whether a piece would touch another, which is on the table, if it stood there."""
    reach = touch_reach(record, gap, unit, other)
    dx, dy = record[at(other, X)] - x, record[at(other, Y)] - y
    touches: bool = dx * dx + dy * dy <= reach * reach
    return touches


@rule
def touching(record: Numbers, gap: int, unit: int, other: int) -> bool:
    x, y = place(record, unit)
    return touches_at(record, gap, unit, x, y, other)


@part
def touched(record: Numbers, gap: int, unit: int, x: int, y: int, but: int) -> int:
    """The first enemy that a piece touches if it stands there, leaving one out; else NONE."""
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if foe != but and is_here(record, foe) and touches_at(record, gap, unit, x, y, foe):
            return foe
    return NONE


# -- faces ---------------------------------------------------------------------------------------


@rule
def face(faces: int, number: int) -> int:
    """One of the faces that stand in a number."""
    return (faces >> (DIGIT * number)) & DIGITS


@rule
def highest(faces: int, count: int) -> int:
    """The highest face; no dice count as 0 (SKR-G2)."""
    best = 0
    for number in range(count):
        best = max(best, face(faces, number))
    return best


# -- what is under way ---------------------------------------------------------------------------


@rule
def forget_shot(record: Numbers) -> None:
    record[KIND_OF_FIRE] = NONE
    record[FIRER] = NONE
    record[TARGET] = NONE
    record[FACES] = 0


@part
def forget_fight(record: Numbers) -> None:
    for number in range(record[STRIKERS]):
        record[striker_at(record, number, STRIKER)] = 0
        record[striker_at(record, number, STRIKER_FACES)] = 0
    record[STRIKERS] = 0
    record[TARGET] = NONE
    record[ANSWER] = 0


@part
def forget_way(record: Numbers) -> None:
    record[MOVER] = NONE
    record[POINTS] = 0
    record[GONE] = 0
    for place_of_way in range(WAY, HEADER):
        record[place_of_way] = 0
