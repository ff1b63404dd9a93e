"""A finite list of what is useful: every attack and command, and points worth going to."""

from outrider.compiled import part, rule
from outrider.games.basic.kernel.choosing import may_attack
from outrider.games.basic.kernel.combat import why_not_strike
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.layout import (
    ATTACK,
    BASE,
    CLOSE,
    COMMAND,
    COMMANDER,
    DEPLOY,
    END,
    FIGHTING,
    FINE,
    FOURTH,
    KIND,
    LONG,
    MOVE,
    NONE,
    PLACING,
    RANGE,
    RUSH,
    SEAT,
    SIDE,
    STAGE,
    STATISTICS,
    THIRD,
    UNIT,
    WIDTH,
)
from outrider.games.basic.kernel.moving import movement, why_not_end, why_not_set_out
from outrider.games.basic.kernel.record import Answer, Numbers, enemies, is_alive, own, place
from outrider.games.basic.kernel.setup import waits, why_not_here, zone
from outrider.table.kernel.candidates import RINGS, along, at_range, away, ring, shelter
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import squared, within

ROW = 6
"""Places in a row of the sample for deployment."""
FINE_STEP = 100
"""The step, a tenth of an inch, in which a free place is looked for where a row is full."""
LINES = 3
"""Front, middle and back of a zone."""


@rule
def add(rows: Numbers, size: int, kind: int, unit: int, third: int, fourth: int) -> int:
    rows[size, KIND] = kind
    rows[size, UNIT] = unit
    rows[size, THIRD] = third
    rows[size, FOURTH] = fourth
    return size + 1


# -- placing -------------------------------------------------------------------------------------


@rule
def line(table: Numbers, numbers: Numbers, seat: int, number: int) -> int:
    """How far up the front, the middle or the back of a zone lies; NONE if it is one of those
    before."""
    low, high = zone(table, numbers, seat)
    front = low if seat else high
    back = high if seat else low
    middle = (low + high) // 2
    if number == 0:
        return front
    if number == 1:
        return middle if middle != front else NONE
    return back if back != front and back != middle else NONE


@part
def spot(record: Numbers, table: Numbers, numbers: Numbers, unit: int, number: int) -> Answer:
    """Of front, middle and back of the zone, evenly over the width, the place with that number, and
    whether the unit may stand there."""
    y = line(table, numbers, record[SEAT], number // ROW)
    x = table[WIDTH] * (2 * (number % ROW) + 1) // (2 * ROW)
    if y == NONE:
        return 0, x, y
    return int(why_not_here(record, table, numbers, unit, x, y)[0] == FINE), x, y


@part
def free_spot(record: Numbers, table: Numbers, numbers: Numbers, unit: int) -> Answer:
    """Where all those are taken, the first free place along the same lines, if there is one."""
    for number in range(LINES):
        y = line(table, numbers, record[SEAT], number)
        for x in range(0, table[WIDTH] + 1, FINE_STEP):
            if y != NONE and why_not_here(record, table, numbers, unit, x, y)[0] == FINE:
                return 1, x, y
    return 0, 0, 0


@part
def add_places(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """Those places that are free; where none is, the first that is."""
    before = size
    for number in range(LINES * ROW):
        free, x, y = spot(record, table, numbers, unit, number)
        if free:
            size = add(rows, size, DEPLOY, unit, x, y)
    if size == before:
        free, x, y = free_spot(record, table, numbers, unit)
        if free:
            size = add(rows, size, DEPLOY, unit, x, y)
    return size


@part
def first_place(record: Numbers, table: Numbers, numbers: Numbers) -> Answer:
    """The first place on the list: its unit, or NONE if there is no room at all, and the point."""
    for unit in range(own(record), own(record) + SIDE):
        if waits(record, unit):
            for number in range(LINES * ROW):
                free, x, y = spot(record, table, numbers, unit, number)
                if free:
                    return unit, x, y
            free, x, y = free_spot(record, table, numbers, unit)
            if free:
                return unit, x, y
    return NONE, 0, 0


# -- fighting ------------------------------------------------------------------------------------


@part
def add_move(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    unit: int,
    point: tuple[int, int],
    rows: Numbers,
    first: int,
    size: int,
) -> int:
    """A move to that point, if it is legal and not listed yet from `first` on."""
    x, y = point
    for row in range(first, size):
        if rows[row, THIRD] == x and rows[row, FOURTH] == y:
            return size
    if why_not_end(record, table, numbers, unit, x, y)[0] != FINE:
        return size
    return add(rows, size, MOVE, unit, x, y)


@rule
def nth_range(numbers: Numbers, number: int) -> int:
    """The different ranges there are, the shortest first; NONE where there are no more."""
    a: int = numbers[STATISTICS * COMMANDER + RANGE]
    b: int = numbers[STATISTICS * CLOSE + RANGE]
    c: int = numbers[STATISTICS * LONG + RANGE]
    least, most = min(a, b, c), max(a, b, c)
    middle = a + b + c - least - most
    if number == 0:
        return least
    if number == 1:
        return middle if middle != least else most if most != least else NONE
    return most if most != middle and middle != least else NONE


@rule
def nearest_enemy(record: Numbers, x: int, y: int) -> int:
    """The live enemy nearest to a point, the first of equals."""
    found, least = NONE, 0
    for foe in range(enemies(record), enemies(record) + SIDE):
        if is_alive(record, foe):
            foe_x, foe_y = place(record, foe)
            far = squared(x, y, foe_x, foe_y)
            if found == NONE or far < least:
                found, least = foe, far
    return found


@part
def add_about_enemies(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """Straight to and from each enemy; then just in and just out of every range of every enemy."""
    first = size
    x, y = place(record, unit)
    limit = movement(record, numbers, unit)
    for foe in range(enemies(record), enemies(record) + SIDE):
        if is_alive(record, foe):
            foe_x, foe_y = place(record, foe)
            point = along(x, y, foe_x, foe_y, limit)
            size = add_move(record, table, numbers, unit, point, rows, first, size)
            point = away(x, y, foe_x, foe_y, limit)
            size = add_move(record, table, numbers, unit, point, rows, first, size)
    for foe in range(enemies(record), enemies(record) + SIDE):
        if is_alive(record, foe):
            foe_x, foe_y = place(record, foe)
            for number in range(2 * (LONG + 1)):
                reach = nth_range(numbers, number // 2)
                wanted = reach - SLACK if number % 2 == 0 else reach + SLACK
                point = at_range(x, y, foe_x, foe_y, wanted)
                if reach != NONE and within(x, y, point[0], point[1], limit):
                    size = add_move(record, table, numbers, unit, point, rows, first, size)
    return size


@part
def add_moves(
    record: Numbers, table: Numbers, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """About enemies, behind friends and all round, each point once."""
    first = size
    size = add_about_enemies(record, table, numbers, unit, rows, size)
    x, y = place(record, unit)
    limit = movement(record, numbers, unit)
    for friend in range(own(record), own(record) + SIDE):
        if friend != unit and is_alive(record, friend):
            friend_x, friend_y = place(record, friend)
            foe = nearest_enemy(record, friend_x, friend_y)
            foe_x, foe_y = place(record, max(foe, 0))
            point = shelter(friend_x, friend_y, foe_x, foe_y, 2 * numbers[BASE])
            if foe != NONE and within(x, y, point[0], point[1], limit):
                size = add_move(record, table, numbers, unit, point, rows, first, size)
    for number in range(RINGS):
        point = ring(x, y, limit, number)
        size = add_move(record, table, numbers, unit, point, rows, first, size)
    return size


@part
def add_attacks(record: Numbers, numbers: Numbers, rows: Numbers, size: int) -> int:
    """Every attack there is, then the commands."""
    for unit in range(own(record), own(record) + SIDE):
        if why_not_strike(record, unit) == FINE:
            for target in range(enemies(record), enemies(record) + SIDE):
                if may_attack(record, numbers, unit, target):
                    size = add(rows, size, ATTACK, unit, target, 0)
    if why_not_command(record) == FINE:
        for ability in range(RUSH + 1):
            size = add(rows, size, COMMAND, 0, ability, 0)
    return size


@part
def candidates(record: Numbers, table: Numbers, numbers: Numbers, rows: Numbers) -> int:
    """Fill rows with useful legal actions; how many. Attacks, commands and the end are all there;
    of a continuum of points, those worth a look."""
    size = 0
    if record[STAGE] == PLACING:
        for unit in range(own(record), own(record) + SIDE):
            if waits(record, unit):
                size = add_places(record, table, numbers, unit, rows, size)
    elif record[STAGE] == FIGHTING:
        size = add_attacks(record, numbers, rows, size)
        for unit in range(own(record), own(record) + SIDE):
            if why_not_set_out(record, unit) == FINE:
                size = add_moves(record, table, numbers, unit, rows, size)
        size = add(rows, size, END, 0, 0, 0)
    return size
