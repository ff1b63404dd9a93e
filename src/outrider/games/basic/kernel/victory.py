"""Victory (BSK-V1, BSK-V2)."""

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    BLUE_WON,
    ENDING,
    GOES_ON,
    OVER,
    RED_WON,
    SIDE,
    STAGE,
    TURN_LIMIT,
    TURN_LIMIT_REACHED,
    TURNS,
)
from outrider.games.basic.kernel.record import Numbers, first_of, is_alive


@rule
def living(record: Numbers, seat: int) -> int:
    """How many units a side has left."""
    count = 0
    for unit in range(first_of(seat), first_of(seat) + SIDE):
        if is_alive(record, unit):
            count += 1
    return count


@rule
def ending(record: Numbers, numbers: Numbers) -> int:
    """BSK-V1: a side without units has lost; BSK-V2: a draw after so many turns."""
    if living(record, 0) == 0:
        return BLUE_WON
    if living(record, 1) == 0:
        return RED_WON
    return TURN_LIMIT_REACHED if record[TURNS] >= numbers[TURN_LIMIT] else GOES_ON


@rule
def settle(record: Numbers, numbers: Numbers) -> None:
    """Write down whether and how a battle is over."""
    record[ENDING] = ending(record, numbers)
    if record[ENDING] != GOES_ON:
        record[STAGE] = OVER
