"""A finite list of what is useful: every strike and shot, and points worth going to."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.choosing import (
    bits,
    clash,
    combinations,
    is_bit,
    put,
    put_strike,
    ready,
)
from outrider.games.skirmishers.kernel.fire import why_not_at
from outrider.games.skirmishers.kernel.layout import (
    BASE,
    BOTTOM,
    CHOOSE,
    CHOOSING,
    COVER,
    DEPTH,
    EDGE,
    END,
    FIGHTING,
    FINE,
    FIRE_AT,
    FIRE_BACK,
    GOAL,
    GONE,
    HOLD,
    LEAVE,
    LEFT,
    MIDDLE_X,
    MIDDLE_Y,
    MOVE,
    MOVEMENT,
    NO_WEAPON,
    NONE,
    RANGE,
    REACH,
    RETURNING,
    SEAT,
    SHOOT,
    SLOTS,
    STAGE,
    STAND_BY,
    STRIKER,
    STRIKERS,
    TOP,
    TOUCH,
    USED,
    WAIT,
    WATCHING,
    WEAPON,
    WIDTH,
    ZONE,
)
from outrider.games.skirmishers.kernel.moving import why_not_path
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    gap_of,
    is_here,
    place,
    seat_of,
    striker_at,
)
from outrider.games.skirmishers.kernel.turns import decides
from outrider.games.skirmishers.kernel.victory import goal_at, goals_of
from outrider.games.skirmishers.kernel.watching import whole_way
from outrider.table.kernel.candidates import (
    AROUND,
    RINGS,
    VECTORS,
    along,
    at_range,
    away,
    ring,
    shelter,
)
from outrider.table.kernel.layout import SLACK
from outrider.table.kernel.points import squared, within


@part
def add_move(
    record: Numbers, ground: Ground, unit: int, point: tuple[int, int], rows: Numbers, span: int
) -> int:
    """A move to that point, if it is legal and not listed yet. `span` is the first row of the
    piece's own, times the number of rows, plus how many are filled; so is what comes back."""
    x, y = point
    first, size = span // len(rows), span % len(rows)
    if size + 2 > len(rows):
        return span  # the end has to stand there, too
    for row in range(first, size):
        if rows[row, SLOTS] == x and rows[row, SLOTS + 1] == y:
            return span
    action = rows[size]
    put(action, MOVE, unit, 0)
    action[USED] = 1
    action[SLOTS], action[SLOTS + 1] = x, y
    if why_not_path(record, ground, action, False)[0] != FINE:
        return span
    return span + 1


@part
def add_contacts(record: Numbers, ground: Ground, unit: int, rows: Numbers, span: int) -> int:
    """Touching each enemy, at half the gap: on the near side, and in eight places all round."""
    x, y = place(record, unit)
    limit = record[at(unit, MOVEMENT)]
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if not is_here(record, foe):
            continue
        foe_x, foe_y = place(record, foe)
        apart = record[at(unit, BASE)] + record[at(foe, BASE)] + ground[3][TOUCH] // 2
        if not within(x, y, foe_x, foe_y, limit + apart):
            continue
        for number in range(-1, AROUND, 2):
            to_x, to_y = x, y
            if number > 0:
                to_x = foe_x + VECTORS[number - 1, 0]
                to_y = foe_y + VECTORS[number - 1, 1]
            point = along(foe_x, foe_y, to_x, to_y, apart)
            if within(x, y, point[0], point[1], limit):
                span = add_move(record, ground, unit, point, rows, span)
    return span


@rule
def goal_point(ground: Ground, goal: int, x: int, y: int) -> tuple[int, int]:
    """The middle of a condition's zone, or the nearest point of its edge."""
    plan = ground[2]
    kind = plan[goal + GOAL]
    if kind in (REACH, HOLD):
        zone = plan[goal + ZONE]
        return ground[0][MIDDLE_X, zone], ground[0][MIDDLE_Y, zone]
    edge = plan[goal + EDGE]
    if edge in (TOP, BOTTOM):
        return x, (plan[DEPTH] if edge == TOP else 0)
    return (0 if edge == LEFT else plan[WIDTH]), y


@part
def add_goals(record: Numbers, ground: Ground, unit: int, rows: Numbers, span: int) -> int:
    """Towards zones, and towards the nearest point of an exit edge; then into everything that gives
    cover."""
    x, y = place(record, unit)
    limit = record[at(unit, MOVEMENT)]
    for seat in range(2):
        for number in range(goals_of(ground, seat)):
            goal = goal_at(ground, seat, number)
            kind = ground[2][goal + GOAL]
            own_exit = kind == LEAVE and seat == seat_of(record, unit)
            if kind in (REACH, HOLD) or own_exit:
                to_x, to_y = goal_point(ground, goal, x, y)
                point = to_x, to_y
                if not within(x, y, to_x, to_y, limit):
                    point = along(x, y, to_x, to_y, limit)
                span = add_move(record, ground, unit, point, rows, span)
    pieces = ground[0]
    for each in range(pieces.shape[1]):
        if pieces[COVER, each]:
            point = pieces[MIDDLE_X, each], pieces[MIDDLE_Y, each]
            if within(x, y, point[0], point[1], limit):
                span = add_move(record, ground, unit, point, rows, span)
    return span


@part
def next_range(record: Numbers, unit: int, least: int) -> int:
    """The shortest range, of a piece and its enemies, that is longer than that; NONE if none is."""
    found = NONE
    if record[at(unit, WEAPON)] != NO_WEAPON and record[at(unit, RANGE)] > least:
        found = record[at(unit, RANGE)]
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        reach = record[at(foe, RANGE)]
        if is_here(record, foe) and record[at(foe, WEAPON)] != NO_WEAPON and reach > least:
            found = reach if found == NONE else min(found, reach)
    return found


@part
def add_about_enemies(record: Numbers, ground: Ground, unit: int, rows: Numbers, span: int) -> int:
    """Straight to and from each enemy; then just in and just out of every range of every enemy."""
    x, y = place(record, unit)
    limit = record[at(unit, MOVEMENT)]
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe):
            foe_x, foe_y = place(record, foe)
            point = along(x, y, foe_x, foe_y, limit)
            span = add_move(record, ground, unit, point, rows, span)
            point = away(x, y, foe_x, foe_y, limit)
            span = add_move(record, ground, unit, point, rows, span)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if not is_here(record, foe):
            continue
        foe_x, foe_y = place(record, foe)
        reach = next_range(record, unit, NONE)
        while reach != NONE:
            for side in range(2):
                wanted = reach - SLACK if side == 0 else reach + SLACK
                point = at_range(x, y, foe_x, foe_y, wanted)
                if within(x, y, point[0], point[1], limit):
                    span = add_move(record, ground, unit, point, rows, span)
            reach = next_range(record, unit, reach)
    return span


@part
def nearest_enemy(record: Numbers, x: int, y: int) -> int:
    """The enemy nearest to a point, the first of equals."""
    found, least = NONE, 0
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe):
            foe_x, foe_y = place(record, foe)
            far = squared(x, y, foe_x, foe_y)
            if found == NONE or far < least:
                found, least = foe, far
    return found


@part
def add_behind_friends(record: Numbers, ground: Ground, unit: int, rows: Numbers, span: int) -> int:
    """In the shelter of each friend, away from the nearest enemy; then all round."""
    x, y = place(record, unit)
    limit = record[at(unit, MOVEMENT)]
    for friend in range(first_of(record, record[SEAT]), end_of(record, record[SEAT])):
        if friend != unit and is_here(record, friend):
            friend_x, friend_y = place(record, friend)
            foe = nearest_enemy(record, friend_x, friend_y)
            if foe != NONE:
                foe_x, foe_y = place(record, foe)
                room = 2 * record[at(unit, BASE)]
                point = shelter(friend_x, friend_y, foe_x, foe_y, room)
                if within(x, y, point[0], point[1], limit):
                    span = add_move(record, ground, unit, point, rows, span)
    for number in range(RINGS):
        point = ring(x, y, limit, number)
        span = add_move(record, ground, unit, point, rows, span)
    return span


@part
def add_moves(record: Numbers, ground: Ground, unit: int, rows: Numbers, size: int) -> int:
    """Where a piece may usefully go, each point once."""
    count = len(rows)
    span = count * size + size
    span = add_contacts(record, ground, unit, rows, span)
    span = add_goals(record, ground, unit, rows, span)
    span = add_about_enemies(record, ground, unit, rows, span)
    span = add_behind_friends(record, ground, unit, rows, span)
    return span % count


@part
def add_strikes(record: Numbers, ground: Ground, rows: Numbers, size: int) -> int:
    """Every strike that is listed, then every shot there is."""
    seat = 1 - record[SEAT]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        low, high = clash(record, gap_of(ground), foe)
        for index in range(combinations(bits(low, high))):
            put_strike(record, ground, foe, index, rows[size])
            size += 1
    first = first_of(record, record[SEAT])
    low, high = ready(record, ground, True)
    for number in range(end_of(record, record[SEAT]) - first):
        if is_bit(low, high, number):
            for foe in range(first_of(record, seat), end_of(record, seat)):
                if why_not_at(record, ground, first + number, foe)[0] == FINE:
                    put(rows[size], SHOOT, first + number, foe)
                    size += 1
    return size


@rule
def add_answers(record: Numbers, rows: Numbers) -> int:
    """All answers to an offer, or all who may suffer."""
    stage = record[STAGE]
    if stage == CHOOSING:
        for number in range(record[STRIKERS]):
            put(rows[number], CHOOSE, record[striker_at(record, number, STRIKER)], 0)
        count: int = record[STRIKERS]
        return count
    put(rows[0], FIRE_BACK if stage == RETURNING else FIRE_AT, 0, 0)
    size = 1
    if stage == WATCHING and record[GONE] < whole_way(record):
        put(rows[size], WAIT, 0, 0)
        size += 1
    put(rows[size], STAND_BY, 0, 0)
    return size + 1


@part
def candidates(record: Numbers, ground: Ground, rows: Numbers) -> int:
    """Fill rows with useful legal actions; how many. Strikes of a few, shots, answers and the end
    are all there; of a continuum of ways, those worth a look, for each piece its share of the rows
    that are left. There is a row to spare."""
    if not decides(record):
        return 0
    if record[STAGE] != FIGHTING:
        return add_answers(record, rows)
    size = add_strikes(record, ground, rows, 0)
    first = first_of(record, record[SEAT])
    low, high = ready(record, ground, False)
    left = bits(low, high)
    for number in range(end_of(record, record[SEAT]) - first):
        if is_bit(low, high, number):
            share = (len(rows) - 1 - size) // left
            size = add_moves(record, ground, first + number, rows[: size + share + 1], size)
            left -= 1
    put(rows[size], END, 0, 0)
    return size + 1
