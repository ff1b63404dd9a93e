"""How a battle stands, or has ended."""

from math import exp

from outrider.bots.basic.kernel.styles import TELLS_HEALTH, TELLS_LIFE
from outrider.bots.measured.chance import Numbers
from outrider.compiled import part
from outrider.games.basic.kernel import layout
from outrider.games.basic.kernel.record import at, is_alive, seat_of
from outrider.games.basic.kernel.victory import living

EVEN = 0.5


@part
def outlook(record: Numbers, side: int) -> float:
    """The chance of a side to win from here, by what is left; if it is over, how it has ended."""
    if record[layout.ENDING] == layout.TURN_LIMIT_REACHED:
        return EVEN
    if record[layout.ENDING] != layout.GOES_ON:
        return 1.0 if living(record, side) > 0 else 0.0
    lead = 0.0
    for unit in range(layout.UNITS):
        if is_alive(record, unit):
            worth = TELLS_HEALTH[unit] * record[at(unit, layout.HEALTH)] + TELLS_LIFE[unit]
            lead += worth if seat_of(unit) == side else -worth
    return 1 / (1 + exp(-lead))
