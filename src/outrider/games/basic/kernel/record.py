"""Reading and writing the record of a game (see `layout`)."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    COMMANDED,
    FIELDS,
    FLAGS,
    HEADER,
    HEALTH,
    KINDS,
    SEAT,
    SIDE,
    STATISTICS,
    X,
    Y,
)

Numbers: TypeAlias = npt.NDArray[np.int64]
Answer: TypeAlias = tuple[int, int, int]
"""FINE, or the reason why not and up to two figures that go with it."""


@rule
def at(unit: int, field: int) -> int:
    """Where a field of a unit stands."""
    return HEADER + FIELDS * unit + field


@rule
def place(record: Numbers, unit: int) -> tuple[int, int]:
    return record[at(unit, X)], record[at(unit, Y)]


@rule
def is_alive(record: Numbers, unit: int) -> bool:
    lives: bool = record[at(unit, HEALTH)] > 0
    return lives


@rule
def has(record: Numbers, unit: int, flag: int) -> bool:
    flagged: bool = record[at(unit, FLAGS)] & flag != 0
    return flagged


@rule
def mark(record: Numbers, unit: int, flag: int) -> None:
    record[at(unit, FLAGS)] |= flag


@rule
def first_of(seat: int) -> int:
    """A side's first unit, which is its commander."""
    return SIDE * seat


@rule
def seat_of(unit: int) -> int:
    return 1 if unit >= SIDE else 0


@rule
def own(record: Numbers) -> int:
    """The first unit of the side that acts."""
    return first_of(record[SEAT])


@rule
def enemies(record: Numbers) -> int:
    """The first unit of the other side."""
    return first_of(1 - record[SEAT])


@rule
def statistic(numbers: Numbers, unit: int, which: int) -> int:
    """BSK-U1: one of a unit's numbers."""
    value: int = numbers[STATISTICS * KINDS[unit] + which]
    return value


@rule
def has_commanded(record: Numbers) -> bool:
    used: bool = record[COMMANDED] != 0
    return used
