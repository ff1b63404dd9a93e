"""Turns (BSK-T1, BSK-T2), and whom a game waits for."""

from outrider.compiled import DECIDE, NOBODY, NOTHING, ROLL, rule
from outrider.games.basic.kernel.command import lose_abilities
from outrider.games.basic.kernel.layout import (
    ANY_TURN,
    ATTACKED,
    COMMANDED,
    DONE,
    FIGHTING,
    FLAGS,
    MOVED,
    OVER,
    PLACING,
    ROLLED,
    ROLLING,
    SAVING,
    SEAT,
    STAGE,
    STRIKER,
    TARGET,
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


@rule
def awaited(record: Numbers) -> tuple[int, int]:
    """What a game waits for, and from which side."""
    stage = record[STAGE]
    if stage in (PLACING, FIGHTING):
        return DECIDE, record[SEAT]
    if stage == OVER:
        return NOTHING, NOBODY
    if stage == ROLLING:
        return ROLL, (1 if record[ROLLED] != 0 else 0)  # BSK-S2: Red rolls first
    return ROLL, seat_of(record[TARGET] if stage == SAVING else record[STRIKER])
