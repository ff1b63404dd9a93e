"""A random legal action: a unit's move, an attack, a command or the end, each of them as likely as
another; then a point, as often as it takes.

What is drawn is a share, a float from 0 up to 1, from Python's generator or from the kernel's own.
"""

from outrider.compiled import part, rule
from outrider.games.basic.kernel.combat import in_range, why_not_strike
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.layout import (
    ATTACK,
    COMMAND,
    DEPLOY,
    END,
    FINE,
    MOVE,
    PLACING,
    RUSH,
    SEAT,
    SIDE,
    STAGE,
    WIDTH,
)
from outrider.games.basic.kernel.moving import movement, why_not_end, why_not_set_out
from outrider.games.basic.kernel.record import (
    Answer,
    Numbers,
    enemies,
    is_alive,
    own,
    place,
)
from outrider.games.basic.kernel.setup import waiting, waits, why_not_here, zone


@rule
def may_attack(record: Numbers, numbers: Numbers, unit: int, target: int) -> bool:
    """A live enemy in range, for a unit that may attack."""
    return is_alive(record, target) and in_range(record, numbers, unit, target)


@part
def attacks(record: Numbers, numbers: Numbers) -> int:
    """How many attacks there are to choose from."""
    count = 0
    for unit in range(own(record), own(record) + SIDE):
        if why_not_strike(record, unit) == FINE:
            for target in range(enemies(record), enemies(record) + SIDE):
                if may_attack(record, numbers, unit, target):
                    count += 1
    return count


@part
def nth_attack(record: Numbers, numbers: Numbers, index: int) -> tuple[int, int]:
    """The attack with that number: who, and whom."""
    for unit in range(own(record), own(record) + SIDE):
        if why_not_strike(record, unit) == FINE:
            for target in range(enemies(record), enemies(record) + SIDE):
                if may_attack(record, numbers, unit, target):
                    if index == 0:
                        return unit, target
                    index -= 1
    return 0, 0


@rule
def movers(record: Numbers) -> int:
    """How many units may still move."""
    count = 0
    for unit in range(own(record), own(record) + SIDE):
        if why_not_set_out(record, unit) == FINE:
            count += 1
    return count


@rule
def nth_mover(record: Numbers, index: int) -> int:
    for unit in range(own(record), own(record) + SIDE):
        if why_not_set_out(record, unit) == FINE:
            if index == 0:
                return unit
            index -= 1
    return 0


@rule
def nth_waiting(record: Numbers, index: int) -> int:
    for unit in range(own(record), own(record) + SIDE):
        if waits(record, unit):
            if index == 0:
                return unit
            index -= 1
    return 0


@part
def chosen(record: Numbers, numbers: Numbers, share: float) -> Answer:
    """What is done, by whom, to whom. A move and a place still need their point."""
    if record[STAGE] == PLACING:
        return DEPLOY, nth_waiting(record, int(share * waiting(record, record[SEAT]))), 0
    strikes = attacks(record, numbers)
    commands = RUSH + 1 if why_not_command(record) == FINE else 0
    listed = strikes + commands + 1
    index = int(share * (listed + movers(record)))
    if index < strikes:
        unit, target = nth_attack(record, numbers, index)
        return ATTACK, unit, target
    if index < strikes + commands:
        return COMMAND, 0, index - strikes
    if index < listed:
        return END, 0, 0
    return MOVE, nth_mover(record, index - listed), 0


@rule
def between(share: float, low: int, high: int) -> int:
    return low + int(share * (high - low + 1))


@part
def tried(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    kind: int,
    unit: int,
    across: float,
    up: float,
) -> Answer:
    """A random point for a move or a place, and FINE if it is legal."""
    if kind == DEPLOY:
        low, high = zone(table, numbers, record[SEAT])
        x, y = between(across, 0, table[WIDTH]), between(up, low, high)
        return x, y, why_not_here(record, table, numbers, unit, x, y)[0]
    start_x, start_y = place(record, unit)
    limit = movement(record, numbers, unit)
    x = between(across, start_x - limit, start_x + limit)
    y = between(up, start_y - limit, start_y + limit)
    return x, y, why_not_end(record, table, numbers, unit, x, y)[0]
