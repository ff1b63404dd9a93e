"""Turns (BSK-T1, BSK-T2)."""

from outrider.compiled import rule
from outrider.games.basic.kernel.command import lose_abilities
from outrider.games.basic.kernel.layout import (
    ANY_TURN,
    ATTACKED,
    COMMANDED,
    DONE,
    FLAGS,
    MOVED,
    SEAT,
    TURNS,
    UNITS,
)
from outrider.games.basic.kernel.record import Numbers, at, seat_of
from outrider.games.basic.kernel.victory import settle


@rule
def end_turn(record: Numbers, numbers: Numbers) -> None:
    """The other side's turn; its own abilities end as it begins (BSK-A4), or all of them."""
    turn = 1 - record[SEAT]
    for unit in range(UNITS):
        record[at(unit, FLAGS)] &= ~(MOVED | ATTACKED | DONE)
        if numbers[ANY_TURN] != 0 or seat_of(unit) == turn:
            lose_abilities(record, unit)
    record[SEAT] = turn
    record[TURNS] += 1
    record[COMMANDED] = 0
    settle(record, numbers)
