"""A finite list of what is useful: everything that can be done to figures, and points worth going
to, throwing at or landing on."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.choosing import able, beside, targets
from outrider.games.skirmish.kernel.grenades import AROUND, step_around, why_not_land
from outrider.games.skirmish.kernel.ground import Ground, edge
from outrider.games.skirmish.kernel.layout import (
    BASE,
    DEPLOY,
    FINE,
    FOURTH,
    KIND,
    LAND,
    LANDING,
    LOB,
    MELEE_REACH,
    MINUTE,
    MOVE,
    MOVE_TO,
    NEAR_EDGE,
    NO_ACTION,
    NONE,
    PLACING,
    READY_UP,
    SEAT,
    SEATS,
    SHOOT,
    SHOT_RANGE,
    SIDE,
    SKIP,
    SPOT_X,
    SPOT_Y,
    STAGE,
    STRIKE,
    STRIKER,
    TAKE,
    TELL,
    THIRD,
    UNIT,
    WITHIN,
)
from outrider.games.skirmish.kernel.moving import why_not_end
from outrider.games.skirmish.kernel.record import (
    Answer,
    Numbers,
    figures,
    is_alive,
    is_enemy,
    place,
    seat_of,
)
from outrider.games.skirmish.kernel.setup import why_not_here
from outrider.table.kernel.candidates import RINGS, along, at_range, away, ring, shelter
from outrider.table.kernel.layout import CORNERS, FIRST, RADIUS, SLACK
from outrider.table.kernel.points import distance, squared, within

ROW = 6
"""Figures in a row of the sample for deployment."""
FINE_STEP = 100
"""The step, a tenth of an inch, in which a free place is looked for where a row is full."""
LINES = 3
"""Front, middle and back of a strip."""
ROUNDING = 3
"""Thousandths that rounding may cost."""
LANDING_STEP = 500
"""The step in which a grenade's landing is tried: half an inch."""


@rule
def add(rows: Numbers, size: int, kind: int, unit: int, third: int, fourth: int) -> int:
    rows[size, KIND] = kind
    rows[size, UNIT] = unit
    rows[size, THIRD] = third
    rows[size, FOURTH] = fourth
    return size + 1


@rule
def is_listed(rows: Numbers, first: int, size: int, x: int, y: int) -> bool:
    """Whether a point is on the list already, from `first` on."""
    found = False
    for row in range(first, size):
        found |= rows[row, THIRD] == x and rows[row, FOURTH] == y
    return found


# -- placing -------------------------------------------------------------------------------------


@rule
def line(numbers: Numbers, number: int) -> int:
    """How deep the front, the middle or the back of a strip lies."""
    deep: int = numbers[NEAR_EDGE]
    if number == 0:
        return deep - ROUNDING
    return deep // 2 if number == 1 else ROUNDING


@rule
def edge_steps(ground: Ground, seat: int) -> int:
    """How many fine steps an edge is long."""
    ax, ay, bx, by = edge(ground, seat)
    return distance(ax, ay, bx, by) // FINE_STEP


@part
def first_place(record: Numbers, ground: Ground, numbers: Numbers, unit: int) -> Answer:
    """The first free place of many close together, and FINE; else NO_ACTION."""
    seat = record[SEAT]
    steps = edge_steps(ground, seat)
    for number in range(LINES):
        for step in range(1, steps):
            x, y = beside(ground, seat, step, steps, line(numbers, number))
            if why_not_here(record, ground, numbers, unit, x, y)[0] == FINE:
                return x, y, FINE
    return 0, 0, NO_ACTION


@part
def add_places(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """Front, middle and back of the strip, evenly along the edge; where all that is taken, the
    first free place."""
    before = size
    for number in range(LINES):
        for step in range(1, 2 * ROW, 2):
            x, y = beside(ground, record[SEAT], step, 2 * ROW, line(numbers, number))
            if why_not_here(record, ground, numbers, unit, x, y)[0] == FINE:
                size = add(rows, size, DEPLOY, unit, x, y)
    if size > before:
        return size
    x, y, reason = first_place(record, ground, numbers, unit)
    return add(rows, size, DEPLOY, unit, x, y) if reason == FINE else size


# -- the minute ----------------------------------------------------------------------------------


@part
def add_move(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    unit: int,
    point: tuple[int, int],
    rows: Numbers,
    first: int,
    size: int,
) -> int:
    """A move to that point, if it is legal and not listed yet from `first` on."""
    x, y = point
    if is_listed(rows, first, size, x, y):
        return size
    if why_not_end(record, ground, numbers, unit, x, y)[0] != FINE:
        return size
    return add(rows, size, MOVE_TO, unit, x, y)


@rule
def foot_on(ground: Ground, seat: int, x: int, y: int) -> tuple[int, int]:
    """The point of an edge that is nearest to another, to the thousandth."""
    ax, ay, bx, by = edge(ground, seat)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    part_of = min(max((x - ax) * dx + (y - ay) * dy, 0), length)
    return ax + dx * part_of // length, ay + dy * part_of // length


@part
def add_to_edges(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """Straight towards every edge: to just inside its strip, or as far as a move goes."""
    first = size
    x, y = place(record, unit)
    for seat in range(record[SEATS]):
        foot_x, foot_y = foot_on(ground, seat, x, y)
        wanted = distance(x, y, foot_x, foot_y) - (numbers[NEAR_EDGE] - ROUNDING)
        if wanted > 0:
            point = along(x, y, foot_x, foot_y, min(wanted, numbers[MOVE]))
            size = add_move(record, ground, numbers, unit, point, rows, first, size)
    return size


@rule
def nth_wanted(numbers: Numbers, number: int) -> int:
    """Just in and just out of the two reaches there are, the shorter first; NONE for one that was
    there before."""
    low = min(numbers[MELEE_REACH], numbers[SHOT_RANGE])
    high = max(numbers[MELEE_REACH], numbers[SHOT_RANGE])
    if number >= 2 and low == high:
        return NONE
    reach: int = low if number < 2 else high
    return reach - SLACK if number % 2 == 0 else reach + SLACK


@part
def add_about_enemies(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    unit: int,
    rows: Numbers,
    first: int,
    size: int,
) -> int:
    """Straight to and from each enemy; then just in and just out of every reach of every enemy."""
    x, y = place(record, unit)
    limit = numbers[MOVE]
    for foe in range(figures(record)):
        if is_enemy(record, unit, foe):
            foe_x, foe_y = place(record, foe)
            point = along(x, y, foe_x, foe_y, limit)
            size = add_move(record, ground, numbers, unit, point, rows, first, size)
            point = away(x, y, foe_x, foe_y, limit)
            size = add_move(record, ground, numbers, unit, point, rows, first, size)
    for foe in range(figures(record)):
        if is_enemy(record, unit, foe):
            foe_x, foe_y = place(record, foe)
            for number in range(4):
                wanted = nth_wanted(numbers, number)
                point = at_range(x, y, foe_x, foe_y, wanted)
                if wanted != NONE and within(x, y, point[0], point[1], limit):
                    size = add_move(record, ground, numbers, unit, point, rows, first, size)
    return size


@rule
def nearest_enemy(record: Numbers, unit: int) -> int:
    """The live enemy nearest to a figure in plan, the first of equals, or NONE."""
    found, least = NONE, 0
    x, y = place(record, unit)
    for foe in range(figures(record)):
        if is_enemy(record, unit, foe):
            foe_x, foe_y = place(record, foe)
            far = squared(x, y, foe_x, foe_y)
            if found == NONE or far < least:
                found, least = foe, far
    return found


@part
def add_behind_friends(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    unit: int,
    rows: Numbers,
    first: int,
    size: int,
) -> int:
    """In the shelter of each friend, on the side away from the nearest enemy."""
    x, y = place(record, unit)
    own = SIDE * seat_of(unit)
    for friend in range(own, own + SIDE):
        if friend != unit and is_alive(record, friend):
            foe = nearest_enemy(record, friend)
            friend_x, friend_y = place(record, friend)
            foe_x, foe_y = place(record, max(foe, 0))
            point = shelter(friend_x, friend_y, foe_x, foe_y, 2 * numbers[BASE])
            if foe != NONE and within(x, y, point[0], point[1], numbers[MOVE]):
                size = add_move(record, ground, numbers, unit, point, rows, first, size)
    return size


@rule
def middle_of(ground: Ground, piece: int) -> tuple[int, int]:
    """A disc's centre, or the mean of a polygon's corners."""
    first, count = ground.pieces[FIRST, piece], ground.pieces[CORNERS, piece]
    x, y = 0, 0
    for corner in range(first, first + count):
        x += ground.corners[0, corner]
        y += ground.corners[1, corner]
    return x // count, y // count


@part
def add_about_terrain(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    unit: int,
    rows: Numbers,
    first: int,
    size: int,
) -> int:
    """On top of things near by, and behind them."""
    x, y = place(record, unit)
    limit = numbers[MOVE]
    for piece in range(ground.pieces.shape[1]):
        to_x, to_y = middle_of(ground, piece)
        if within(x, y, to_x, to_y, 2 * limit):
            length = distance(x, y, to_x, to_y)
            point = along(x, y, to_x, to_y, min(length, limit))
            size = add_move(record, ground, numbers, unit, point, rows, first, size)
            radius = ground.pieces[RADIUS, piece]
            if radius:
                behind = min(length + radius + numbers[BASE], limit)
                point = along(x, y, to_x, to_y, behind)
                size = add_move(record, ground, numbers, unit, point, rows, first, size)
    return size


@part
def add_moves(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """To edges, about enemies, behind friends, about terrain and all round, each point once."""
    first = size
    size = add_to_edges(record, ground, numbers, unit, rows, size)
    size = add_about_enemies(record, ground, numbers, unit, rows, first, size)
    size = add_behind_friends(record, ground, numbers, unit, rows, first, size)
    size = add_about_terrain(record, ground, numbers, unit, rows, first, size)
    x, y = place(record, unit)
    for number in range(RINGS):
        point = ring(x, y, numbers[MOVE], number)
        size = add_move(record, ground, numbers, unit, point, rows, first, size)
    return size


# -- attack turns --------------------------------------------------------------------------------


@part
def add_kind(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    kind: int,
    unit: int,
    rows: Numbers,
    size: int,
) -> int:
    """Everybody to whom a figure may do that; grenades are thrown at every enemy, near or far."""
    found = targets(record, ground, numbers, kind, unit)
    for other in range(figures(record)):
        if found >> other & 1:
            third, fourth = place(record, other) if kind == LOB else (other, 0)
            size = add(rows, size, kind, unit, third, fourth)
    return size


@part
def add_attacks(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, rows: Numbers, size: int
) -> int:
    """All that a figure may do, the grenades last."""
    for kind in (SHOOT, STRIKE, TELL, TAKE, LOB):
        size = add_kind(record, ground, numbers, kind, unit, rows, size)
    return add(rows, size, SKIP, unit, 0, 0)


@rule
def nth_landing(record: Numbers, number: int) -> tuple[int, int]:
    """The point aimed at, then from the farthest back to the thrower by half inches, then the
    points next to the thrower."""
    x, y = place(record, record[STRIKER])
    if number == 0:
        return record[SPOT_X], record[SPOT_Y]
    left = record[WITHIN] - (number - 1) * LANDING_STEP
    if left > 0:
        return along(x, y, record[SPOT_X], record[SPOT_Y], left)
    dx, dy = step_around((number - 1) - lengths(record))
    return x + dx, y + dy


@rule
def lengths(record: Numbers) -> int:
    """How many half inches a grenade may fly, a part of one counted."""
    count: int = (record[WITHIN] + LANDING_STEP - 1) // LANDING_STEP
    return count


@part
def add_landings(record: Numbers, ground: Ground, rows: Numbers) -> int:
    size = 0
    for number in range(1 + lengths(record) + AROUND):
        if size > 0 and number > lengths(record):
            break  # those next to the thrower are for want of others
        x, y = nth_landing(record, number)
        if not is_listed(rows, 0, size, x, y) and why_not_land(record, ground, x, y)[0] == FINE:
            size = add(rows, size, LAND, 0, x, y)
    return size


@part
def first_landing(record: Numbers, ground: Ground) -> tuple[int, int]:
    """The first landing on the list."""
    for number in range(1 + lengths(record) + AROUND):
        x, y = nth_landing(record, number)
        if why_not_land(record, ground, x, y)[0] == FINE:
            return x, y
    return record[SPOT_X], record[SPOT_Y]


@part
def candidates(record: Numbers, ground: Ground, numbers: Numbers, seat: int, rows: Numbers) -> int:
    """Fill rows with useful legal actions of a seat that is asked; how many. What is done to
    figures is all there; of a continuum of points, those worth a look."""
    stage, size = record[STAGE], 0
    if stage == LANDING:
        return add_landings(record, ground, rows)
    found = able(record, seat)
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        if found >> unit & 1:
            if stage == PLACING:
                size = add_places(record, ground, numbers, unit, rows, size)
            elif stage == MINUTE:
                size = add_moves(record, ground, numbers, unit, rows, size)
            else:
                size = add_attacks(record, ground, numbers, unit, rows, size)
    if stage == MINUTE:
        size = add(rows, size, READY_UP, NONE, 0, 0)
    return size
