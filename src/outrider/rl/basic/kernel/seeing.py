"""What a seat sees, in bytes."""

from outrider.compiled import part, rule
from outrider.games.basic.kernel import layout as rules
from outrider.games.basic.kernel.layout import SIDE, UNITS
from outrider.games.basic.kernel.record import Numbers, at, has, is_alive, place
from outrider.rl.basic.kernel.layout import (
    ATTACKED,
    BOLSTERED,
    BUFFER,
    COMMANDED,
    DONE,
    FIGHTS,
    HEADER,
    HEALTH,
    MOVED,
    ON_TABLE,
    RUSHED,
    SEAT,
    TURNS,
    TURNS_LEFT,
    X,
    Y,
)
from outrider.rl.kernel.bytes import capped, left_until, scaled
from outrider.rl.kernel.out import Bytes


@rule
def see_unit(record: Numbers, table: Numbers, seat: int, unit: int, shown: int, out: Bytes) -> None:
    """A unit, in the place it has for who looks."""
    first = HEADER + shown
    there = is_alive(record, unit) and has(record, unit, rules.PLACED)
    x, y = place(record, unit)
    width, depth = table[rules.WIDTH], table[rules.DEPTH]
    if seat:
        x, y = width - x, depth - y
    whole = max(width, depth)
    out[first + UNITS * X] = scaled(x, whole) if there else 0
    out[first + UNITS * Y] = scaled(y, whole) if there else 0
    out[first + UNITS * ON_TABLE] = there
    out[first + UNITS * HEALTH] = capped(record[at(unit, rules.HEALTH)])
    out[first + UNITS * BUFFER] = capped(record[at(unit, rules.BUFFER)])
    out[first + UNITS * MOVED] = has(record, unit, rules.MOVED)
    out[first + UNITS * ATTACKED] = has(record, unit, rules.ATTACKED)
    out[first + UNITS * DONE] = has(record, unit, rules.DONE)
    out[first + UNITS * BOLSTERED] = has(record, unit, rules.BOLSTERED)
    out[first + UNITS * RUSHED] = has(record, unit, rules.RUSHED)


@part
def see(record: Numbers, table: Numbers, numbers: Numbers, seat: int, out: Bytes) -> None:
    """Fill `out` with what a side sees."""
    out[SEAT] = seat
    out[FIGHTS] = record[rules.STAGE] != rules.PLACING
    out[COMMANDED] = record[rules.COMMANDED] != 0
    out[TURNS_LEFT] = left_until(numbers[rules.TURN_LIMIT], record[rules.TURNS])
    out[TURNS] = capped(record[rules.TURNS])
    for shown in range(UNITS):
        unit = shown
        if seat:
            unit = shown + SIDE if shown < SIDE else shown - SIDE
        see_unit(record, table, seat, unit, shown, out)
