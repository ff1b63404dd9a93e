"""A random legal action: some figure, then what it does and to whom; then a point, as often as it
takes.

What is drawn is a share, a float from 0 up to 1, from Python's generator or from the kernel's own.
"""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.attacking import why_no_blow, why_no_shot, why_not_act
from outrider.games.skirmish.kernel.grenades import why_no_corpse, why_no_throw, why_not_land
from outrider.games.skirmish.kernel.ground import Ground, edge
from outrider.games.skirmish.kernel.layout import (
    FINE,
    LANDING,
    MINUTE,
    MOVE,
    NEAR_EDGE,
    PLACING,
    SEAT,
    SHOOT,
    SIDE,
    SPOT_X,
    SPOT_Y,
    STAGE,
    STRIKE,
    STRIKER,
    TAKE,
    TELL,
    WITHIN,
)
from outrider.games.skirmish.kernel.moving import why_not_end
from outrider.games.skirmish.kernel.news import why_no_news
from outrider.games.skirmish.kernel.record import (
    Answer,
    Numbers,
    can_act,
    figures,
    is_enemy,
    place,
)
from outrider.games.skirmish.kernel.setup import waits, why_not_here
from outrider.table.kernel.candidates import along
from outrider.table.kernel.points import floor_root

WHOLE = 1 << 20


@rule
def bits(word: int) -> int:
    """How many bits are set."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@rule
def nth(word: int, number: int) -> int:
    """The place of a set bit, by its number from the lowest on."""
    at_bit = 0
    while True:
        if word >> at_bit & 1:
            if number == 0:
                return at_bit
            number -= 1
        at_bit += 1


@rule
def drawn(word: int, share: float) -> int:
    """One of the set bits, by a share."""
    return nth(word, int(share * bits(word)))


@part
def able(record: Numbers, seat: int) -> int:
    """The figures of a seat that may be placed, may move or may attack now."""
    found, stage = 0, record[STAGE]
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        if stage == PLACING:
            may = waits(record, unit)
        elif stage == MINUTE:
            may = can_act(record, unit)
        else:
            may = why_not_act(record, unit) == FINE
        if may:
            found |= 1 << unit
    return found


@rule
def is_target(
    record: Numbers, ground: Ground, numbers: Numbers, kind: int, unit: int, other: int
) -> bool:
    """Whether a figure that may act may do that to another, or throw a grenade at it, if it is an
    enemy: at others nobody throws at random."""
    if kind == TELL:
        return why_no_news(record, unit, other) == FINE
    if kind == TAKE:
        return why_no_corpse(record, numbers, unit, other) == FINE
    if kind == SHOOT:
        return why_no_shot(record, ground, numbers, unit, other)[0] == FINE
    if kind == STRIKE:
        return why_no_blow(record, numbers, unit, other) == FINE
    x, y = place(record, other)
    return is_enemy(record, unit, other) and why_no_throw(record, ground, unit, x, y) == FINE


@part
def targets(record: Numbers, ground: Ground, numbers: Numbers, kind: int, unit: int) -> int:
    """To whom a figure that may act may do that."""
    found = 0
    for other in range(figures(record)):
        if is_target(record, ground, numbers, kind, unit, other):
            found |= 1 << other
    return found


@rule
def between(share: float, low: int, high: int) -> int:
    return low + int(share * (high - low + 1))


@rule
def beside(ground: Ground, seat: int, along_it: int, whole: int, depth: int) -> tuple[int, int]:
    """The point so far along a seat's edge and so deep into the table, which lies on the edge's
    right."""
    ax, ay, bx, by = edge(ground, seat)
    dx, dy = bx - ax, by - ay
    length = floor_root(dx * dx + dy * dy)
    x = ax + dx * along_it // whole + dy * depth // length
    y = ay + dy * along_it // whole - dx * depth // length
    return x, y


@part
def tried(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, across: float, up: float
) -> Answer:
    """A random point for a place, a move or a landing, and FINE if it is legal. A landing needs one
    share only."""
    stage = record[STAGE]
    if stage == PLACING:
        depth = between(up, 0, numbers[NEAR_EDGE])
        x, y = beside(ground, record[SEAT], between(across, 0, WHOLE), WHOLE, depth)
        return x, y, why_not_here(record, ground, numbers, unit, x, y)[0]
    if stage == LANDING:
        start_x, start_y = place(record, record[STRIKER])
        length = between(across, 1, record[WITHIN])
        x, y = along(start_x, start_y, record[SPOT_X], record[SPOT_Y], length)
        return x, y, why_not_land(record, ground, x, y)[0]
    start_x, start_y = place(record, unit)
    limit = numbers[MOVE]
    x = between(across, start_x - limit, start_x + limit)
    y = between(up, start_y - limit, start_y + limit)
    return x, y, why_not_end(record, ground, numbers, unit, x, y)[0]
