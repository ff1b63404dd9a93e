"""What a number of an action stands for, and which of them are legal: what is useful is the
kernel's list of it, and whether it is legal, the kernel says."""

from typing import TypeAlias

from outrider.compiled import part, rule
from outrider.games.basic.kernel.combat import in_range, why_not_strike
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.layout import (
    ATTACK as ATTACKS,
)
from outrider.games.basic.kernel.layout import (
    COMMAND as COMMANDS,
)
from outrider.games.basic.kernel.layout import (
    DEPLOY as DEPLOYS,
)
from outrider.games.basic.kernel.layout import (
    END as ENDS,
)
from outrider.games.basic.kernel.layout import (
    FIGHTING,
    FINE,
    NONE,
    PLACING,
    RANGE,
    RUSH,
    SEAT,
    SIDE,
    STAGE,
)
from outrider.games.basic.kernel.layout import (
    MOVE as MOVES,
)
from outrider.games.basic.kernel.listing import free_spot, spot
from outrider.games.basic.kernel.moving import movement, why_not_end, why_not_set_out
from outrider.games.basic.kernel.record import Numbers, enemies, is_alive, own, place, statistic
from outrider.games.basic.kernel.setup import waits
from outrider.rl.basic.kernel.layout import (
    AROUND,
    ATTACK,
    AWAY,
    COMMAND,
    DEPLOY,
    IN_RANGE,
    LINES,
    MOVE,
    ROW,
    SPOTS,
    TOWARDS,
    WAYS,
)
from outrider.rl.kernel.out import Bytes
from outrider.table.kernel.candidates import along, at_range, away, ring
from outrider.table.kernel.layout import SLACK

Code: TypeAlias = tuple[int, int, int, int]
"""An action of a batch; NONE if a number stands for nothing now."""


@rule
def spot_seen(seat: int, number: int) -> int:
    """The place with that number in the kernel's order, for who looks from the other side."""
    line, column = number // ROW, number % ROW
    return ROW * line + (ROW - 1 - column if seat else column)


@rule
def way_seen(seat: int, way: int) -> int:
    """The same of a direction."""
    return way - way % AROUND + (way + AROUND // 2) % AROUND if seat else way


@part
def any_spot(record: Numbers, table: Numbers, numbers: Numbers, unit: int) -> Code:
    """Any place there is, if all others are taken."""
    for number in range(LINES * ROW):
        if spot(record, table, numbers, unit, number)[0]:
            return NONE, NONE, NONE, NONE
    free, x, y = free_spot(record, table, numbers, unit)
    return (DEPLOYS, unit, x, y) if free else (NONE, NONE, NONE, NONE)


@part
def deployment(record: Numbers, table: Numbers, numbers: Numbers, number: int) -> Code:
    """A unit and a place for it."""
    unit = own(record) + number // SPOTS
    if record[STAGE] != PLACING or not waits(record, unit):
        return NONE, NONE, NONE, NONE
    which = number % SPOTS
    if which == SPOTS - 1:
        return any_spot(record, table, numbers, unit)
    _, x, y = spot(record, table, numbers, unit, spot_seen(record[SEAT], which))
    return (DEPLOYS, unit, x, y) if y != NONE else (NONE, NONE, NONE, NONE)


@rule
def end_of_way(record: Numbers, numbers: Numbers, unit: int, way: int) -> tuple[bool, int, int]:
    """Where a unit goes, and whether there is such a way: not to or from the dead."""
    x, y = place(record, unit)
    limit = movement(record, numbers, unit)
    if way < TOWARDS:
        to_x, to_y = ring(x, y, limit, way_seen(record[SEAT], way))
        return True, to_x, to_y
    foe = enemies(record) + (way - TOWARDS) % SIDE
    foe_x, foe_y = place(record, foe)
    if way < AWAY:
        to_x, to_y = along(x, y, foe_x, foe_y, limit)
    elif way < IN_RANGE:
        to_x, to_y = away(x, y, foe_x, foe_y, limit)
    else:
        to_x, to_y = at_range(x, y, foe_x, foe_y, statistic(numbers, unit, RANGE) - SLACK)
    return is_alive(record, foe), to_x, to_y


@part
def code_at(record: Numbers, table: Numbers, numbers: Numbers, index: int) -> Code:
    """The batch's numbers of an action; it is legal if the mask has it."""
    if index >= MOVE:
        unit = own(record) + (index - MOVE) // WAYS
        there, x, y = end_of_way(record, numbers, unit, (index - MOVE) % WAYS)
        return (MOVES, unit, x, y) if there else (NONE, NONE, NONE, NONE)
    if index >= DEPLOY:
        return deployment(record, table, numbers, index - DEPLOY)
    if index >= ATTACK:
        pair = index - ATTACK
        return ATTACKS, own(record) + pair // SIDE, enemies(record) + pair % SIDE, 0
    return (COMMANDS, 0, index - COMMAND, 0) if index >= COMMAND else (ENDS, 0, 0, 0)


@rule
def mark_places(record: Numbers, table: Numbers, numbers: Numbers, out: Bytes) -> None:
    for number in range(SIDE):
        unit, found = own(record) + number, False
        if not waits(record, unit):
            continue
        first = DEPLOY + SPOTS * number
        for which in range(SPOTS - 1):
            seen = spot_seen(record[SEAT], which)
            if spot(record, table, numbers, unit, seen)[0]:
                out[first + which] = 1
                found = True
        if not found and free_spot(record, table, numbers, unit)[0]:
            out[first + SPOTS - 1] = 1


@rule
def mark_turn(record: Numbers, table: Numbers, numbers: Numbers, out: Bytes) -> None:
    out[0] = 1  # BSK-T1: a turn may always end
    if why_not_command(record) == FINE:
        for ability in range(RUSH + 1):
            out[COMMAND + ability] = 1
    for number in range(SIDE):
        unit = own(record) + number
        if why_not_strike(record, unit) == FINE:
            for target in range(SIDE):
                foe = enemies(record) + target
                if is_alive(record, foe) and in_range(record, numbers, unit, foe):
                    out[ATTACK + SIDE * number + target] = 1
        if why_not_set_out(record, unit) == FINE:
            for way in range(WAYS):
                there, x, y = end_of_way(record, numbers, unit, way)
                if there and why_not_end(record, table, numbers, unit, x, y)[0] == FINE:
                    out[MOVE + WAYS * number + way] = 1


@part
def mark(record: Numbers, table: Numbers, numbers: Numbers, out: Bytes) -> None:
    """Fill `out` with 1 for what is legal, and 0 for the rest."""
    for each in range(len(out)):
        out[each] = 0
    if record[STAGE] == PLACING:
        mark_places(record, table, numbers, out)
    elif record[STAGE] == FIGHTING:
        mark_turn(record, table, numbers, out)
