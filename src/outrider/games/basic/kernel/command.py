"""Command abilities (BSK-A1 to BSK-A7)."""

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    BOLSTER,
    BOLSTER_HEALTH,
    BOLSTER_REACH,
    BOLSTERED,
    BUFFER,
    COMMANDED,
    FINE,
    FLAGS,
    HAS_COMMANDED,
    NO_COMMANDER,
    RUSH_REACH,
    RUSHED,
    SIDE,
)
from outrider.games.basic.kernel.record import (
    Numbers,
    at,
    has_commanded,
    is_alive,
    mark,
    own,
    place,
)
from outrider.table.kernel.points import within


@rule
def why_not_command(record: Numbers) -> int:
    """BSK-A7: while the commander lives; BSK-A1: once a turn."""
    if not is_alive(record, own(record)):
        return NO_COMMANDER
    return HAS_COMMANDED if has_commanded(record) else FINE


@rule
def hears(record: Numbers, numbers: Numbers, ability: int, unit: int) -> bool:
    """BSK-A5: a friendly unit that is near as the ability is used, the commander included."""
    reach = numbers[BOLSTER_REACH] if ability == BOLSTER else numbers[RUSH_REACH]
    x, y = place(record, own(record))
    unit_x, unit_y = place(record, unit)
    return is_alive(record, unit) and within(x, y, unit_x, unit_y, reach)


@rule
def heard(record: Numbers, numbers: Numbers, ability: int) -> int:
    """How many units an ability reaches."""
    count = 0
    for unit in range(own(record), own(record) + SIDE):
        if hears(record, numbers, ability, unit):
            count += 1
    return count


@rule
def command(record: Numbers, numbers: Numbers, ability: int) -> None:
    """BSK-A2: damage and health; BSK-A3: movement. Neither is had twice (BSK-A6)."""
    for unit in range(own(record), own(record) + SIDE):
        if hears(record, numbers, ability, unit):
            if ability == BOLSTER:
                mark(record, unit, BOLSTERED)
                record[at(unit, BUFFER)] = numbers[BOLSTER_HEALTH]
            else:
                mark(record, unit, RUSHED)
    record[COMMANDED] = 1


@rule
def lose_abilities(record: Numbers, unit: int) -> None:
    """BSK-A4, BSK-A6: the time is over; what the buffer took is not taken again."""
    record[at(unit, FLAGS)] &= ~(BOLSTERED | RUSHED)
    record[at(unit, BUFFER)] = 0
