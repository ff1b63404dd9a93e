"""Reading and writing the record of a game (see `layout`)."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import rule
from outrider.games.skirmish.kernel.layout import (
    ACTIONS,
    ARMY,
    FIELDS,
    FLAGS,
    HEADER,
    HEALTH,
    HIT,
    NONE,
    PURPOSE,
    SEATS,
    SIDE,
    SPOT_X,
    SPOT_Y,
    STRIKER,
    TARGET,
    TOTAL,
    UP,
    WITHIN,
    X,
    Y,
)

Numbers: TypeAlias = npt.NDArray[np.int64]
Answer: TypeAlias = tuple[int, int, int]
"""FINE, or the reason why not and up to two figures that go with it."""


@rule
def at(unit: int, field: int) -> int:
    """Where a field of a figure stands."""
    return HEADER + FIELDS * unit + field


@rule
def figures(record: Numbers) -> int:
    """How many figures there are, the dead among them."""
    count: int = SIDE * record[SEATS]
    return count


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
def unmark(record: Numbers, unit: int, flag: int) -> None:
    record[at(unit, FLAGS)] &= ~flag


@rule
def seat_of(unit: int) -> int:
    return unit // SIDE


@rule
def is_enemy(record: Numbers, unit: int, other: int) -> bool:
    """SKM-G3: a live figure of another seat."""
    return is_alive(record, other) and seat_of(other) != seat_of(unit)


@rule
def can_act(record: Numbers, unit: int) -> bool:
    """SKM-R3: a live figure with an action left."""
    left: bool = record[at(unit, ACTIONS)] > 0
    return left and is_alive(record, unit)


@rule
def is_in(record: Numbers, seat: int) -> bool:
    """SKM-O7: whether a player still has a figure."""
    left = False
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        left |= is_alive(record, unit)
    return left


@rule
def players(record: Numbers) -> int:
    """The seats that are not out."""
    found = 0
    for seat in range(record[SEATS]):
        if is_in(record, seat):
            found |= 1 << seat
    return found


@rule
def squared_apart(record: Numbers, unit: int, other: int) -> int:
    """SKM-D1: from centre to centre, straight from where each stands."""
    dx = record[at(unit, X)] - record[at(other, X)]
    dy = record[at(unit, Y)] - record[at(other, Y)]
    rise = record[at(unit, UP)] - record[at(other, UP)]
    square: int = dx * dx + dy * dy + rise * rise
    return square


@rule
def forget_attack(record: Numbers) -> None:
    """Nothing is under way any more."""
    for field in (PURPOSE, STRIKER, TARGET, HIT, ARMY, WITHIN, TOTAL):
        record[field] = NONE
    record[SPOT_X] = 0
    record[SPOT_Y] = 0
