"""What a piece may do, shots and moves, and what each gains."""

from math import cos, hypot, pi, sin

from outrider.bots.measured.chance import Numbers, Reals, copy, share
from outrider.bots.skirmishers.kernel import memory
from outrider.bots.skirmishers.kernel.judging import (
    best_blow,
    chance_there,
    errand,
    is_touched,
    judged,
    may_shoot,
    take_stock,
)
from outrider.bots.skirmishers.kernel.memory import World, foe_at, slope_to, ways_to
from outrider.bots.skirmishers.kernel.questions import (
    exchange,
    is_legal,
    is_ready,
    is_sighted,
)
from outrider.bots.skirmishers.kernel.styles import LENGTHS, NOISE, RING, WATCHED
from outrider.bots.skirmishers.kernel.ways import all_goals, cell_of, follow, goal_of, is_mine
from outrider.compiled import part
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.choosing import put
from outrider.games.skirmishers.kernel.fire import why_not_own_shot
from outrider.games.skirmishers.kernel.listing import goal_point
from outrider.games.skirmishers.kernel.moving import exit_edge, slot_point
from outrider.games.skirmishers.kernel.record import at, place, seat_of
from outrider.table.kernel.points import within
from outrider.table.lengths import INCH

SIDES, TURNED = 3, 1.1
"""Places about an enemy: straight in front, and turned by so much on either side."""
AIMS = 0.5
"""What an inch of the way to a goal is worth."""
SURELY = 4.0
"""What it is worth to leave the table where one wants to."""
LEAST = 0.005
"""A gain that is worth a deed."""
SETTLED = 0.2
"""What it has to gain besides to leave a melee."""
HAIR = 0.9995
"""Places are drawn in by a hair, so that rounding does not put them out of reach."""
STEP = 300
"""The shortest move that is one."""
TRIES, SHORTER = 3, 0.8
"""How often a way round things that cannot be gone is tried shorter, and by how much."""
LOOKS = 4
"""At how many places of a way it is asked who may fire."""


@part
def note(rows: Numbers, gains: Reals, size: int, gain: float) -> int:
    """Keep what stands in the last row: as one of many if there is room for them, or else in the
    first row if it is better than that; which row is the last then."""
    if len(rows) > 2:
        gains[size] = gain
        return min(size + 1, len(rows) - 1)
    if gain > gains[0]:
        gains[0] = gain
        copy(rows[1], rows[0])
    return size


@part
def blurred(style: Reals, luck: Numbers) -> float:
    return style[NOISE] * (share(luck) - 0.5) if style[NOISE] > 0 else 0.0


@part
def weigh_shots(
    record: Numbers, world: World, style: Reals, unit: int, stay: float,
    rows: Numbers, gains: Reals, size: int,
) -> int:  # fmt: skip
    """All shots of a piece, with what answers cost and what it is like here without the target."""
    marks = world[3]
    x, y = place(record, unit)
    here = judged(record, world, style, x, y, -1)
    for each in range(int(marks[memory.FOES])):
        foe = int(marks[foe_at(each) + memory.WHO])
        if not is_sighted(record, world, unit, foe):
            continue
        hit, back = exchange(record, world, unit, foe)
        if hit <= 0:
            continue
        # A kill makes no place worse: what one hoped to do to the target has been done.
        then = max(here, judged(record, world, style, x, y, each))
        value = hit * (marks[foe_at(each) + memory.VALUE] + then)
        value += (1 - hit - back) * here - back * marks[memory.OWN]
        put(rows[size], layout.SHOOT, unit, foe)
        size = note(rows, gains, size, value - stay + blurred(style, world[2]))
    return size


@part
def danger(record: Numbers, world: World, action: Numbers) -> float:
    """About how likely a piece is to be killed on its way: by each who watches, where that one sees
    it first of a few places."""
    marks, alive = world[3], 1.0
    start_x, start_y = place(record, action[layout.UNIT])
    for each in range(int(marks[memory.FOES])):
        foe = foe_at(each)
        reach, hit = marks[foe + memory.WATCHES], 0.0
        from_x, from_y = start_x, start_y
        for leg in range(action[layout.USED] if reach > 0 else 0):
            to_x, to_y = slot_point(action, leg)
            for look in range(LOOKS + 1):
                x = from_x + (to_x - from_x) * look // LOOKS
                y = from_y + (to_y - from_y) * look // LOOKS
                apart = (marks[foe + memory.FX] - x) ** 2 + (marks[foe + memory.FY] - y) ** 2
                if hit == 0 and apart <= reach * reach and may_shoot(world, x, y):
                    hit = chance_there(record, world, foe, x, y, True)
            from_x, from_y = to_x, to_y
        alive *= 1 - hit
    return 1 - alive


@part
def goes_to(record: Numbers, world: World, action: Numbers, to_x: float, to_y: float) -> bool:
    """Fill in a straight move; whether it is on the table, and long enough to be one."""
    x, y = place(record, action[layout.UNIT])
    dx, dy = to_x - x, to_y - y
    if hypot(dx, dy) < STEP:
        return False
    seat = seat_of(record, action[layout.UNIT])
    if exit_edge(world[0], seat, int(to_x), int(to_y)) == layout.NO_EXIT:
        dx, dy = dx * HAIR, dy * HAIR
    x, y = x + int(dx), y + int(dy)
    action[layout.USED] = 1
    action[layout.SLOTS], action[layout.SLOTS + 1] = x, y
    # Before it is asked whether a move is legal, which takes longer.
    inside: bool = 0 <= x <= world[0][2][layout.WIDTH] and 0 <= y <= world[0][2][layout.DEPTH]
    return inside


@part
def goes_round(record: Numbers, world: World, action: Numbers, first: int) -> bool:
    """Fill in a move down a slope of distances, straight if that can be; whether there is such a
    legal move."""
    length = HAIR * record[at(action[layout.UNIT], layout.MOVEMENT)] / INCH
    for _ in range(TRIES):
        follow(record, world, action, first, length)
        if action[layout.USED] == 0:
            return False
        used = action[layout.USED]
        x, y = slot_point(action, used - 1)
        first_x, first_y = slot_point(action, 0)
        action[layout.USED] = 1
        action[layout.SLOTS], action[layout.SLOTS + 1] = x, y
        if is_legal(record, world, action):
            return True
        action[layout.USED] = used
        action[layout.SLOTS], action[layout.SLOTS + 1] = first_x, first_y
        if used > 1 and is_legal(record, world, action):
            return True
        length *= SHORTER
    return False


@part
def goes_up(record: Numbers, world: World, action: Numbers, number: int) -> bool:
    """Fill in a move that touches an enemy, on one of a few sides of it."""
    first, turned = foe_at(number // SIDES), TURNED * (number % SIDES - 1)
    unit, row = action[layout.UNIT], world[3][first : first + memory.FOE]
    x, y = place(record, unit)
    dx, dy = x - row[memory.FX], y - row[memory.FY]
    far = max(1.0, hypot(dx, dy))
    gap = record[at(unit, layout.BASE)] + record[at(int(row[memory.WHO]), layout.BASE)]
    gap += world[0][3][layout.TOUCH] / 2
    if far > world[3][memory.WALKS] + 2 * gap:
        return False
    dx, dy = dx * gap / far, dy * gap / far
    action[layout.USED] = 1
    action[layout.SLOTS] = round(row[memory.FX] + dx * cos(turned) - dy * sin(turned))
    action[layout.SLOTS + 1] = round(row[memory.FY] + dx * sin(turned) + dy * cos(turned))
    return within(x, y, action[layout.SLOTS], action[layout.SLOTS + 1], int(world[3][memory.WALKS]))


@part
def goes_for(record: Numbers, world: World, action: Numbers, number: int) -> bool:
    """Fill in a move towards what a condition is about, or off the table."""
    ground, unit = world[0], action[layout.UNIT]
    kind = ground[2][goal_of(number) + layout.GOAL]
    if kind == layout.LEAVE:
        if not is_mine(ground, number, seat_of(record, unit)):
            return False
        x, y = place(record, unit)
        to_x, to_y = goal_point(ground, goal_of(number), x, y)
        if within(x, y, to_x, to_y, record[at(unit, layout.MOVEMENT)]):
            return goes_to(record, world, action, to_x, to_y)
    elif kind not in (layout.REACH, layout.HOLD):
        return False
    return goes_round(record, world, action, slope_to(world[1], number))


@part
def goes_near(record: Numbers, world: World, action: Numbers) -> bool:
    """Fill in a move towards the nearest enemy that is too far away to be reached."""
    mind, marks = world[1], world[3]
    unit = action[layout.UNIT]
    x, y = place(record, unit)
    here, near, whom = cell_of(mind, x, y), 0.0, -1
    for each in range(int(world[3][memory.FOES])):
        foe = foe_at(each)
        cell = cell_of(mind, int(marks[foe + memory.FX]), int(marks[foe + memory.FY]))
        far = mind[ways_to(mind, cell) + here]
        if far * INCH > record[at(unit, layout.MOVEMENT)] and (whom < 0 or far < near):
            near, whom = far, cell
    return whom >= 0 and goes_round(record, world, action, ways_to(mind, whom))


@part
def goes(
    record: Numbers, world: World, style: Reals, action: Numbers, number: int, turned: float
) -> int:
    """Fill in the move number so and so that a piece might make: 1 if it is one, legal or not, 0 if
    there is none, -1 if there are no more."""
    unit = action[layout.UNIT]
    around, lengths = int(style[RING]), int(style[LENGTHS])
    if number < around * lengths:
        x, y = place(record, unit)
        angle = 2 * pi * (number % around + turned) / around
        length = record[at(unit, layout.MOVEMENT)] * (lengths - number // around) / lengths
        to_x, to_y = x + length * cos(angle), y + length * sin(angle)
        return int(goes_to(record, world, action, to_x, to_y))
    number -= around * lengths
    if number < SIDES * world[3][memory.FOES]:
        return int(goes_up(record, world, action, number))
    number -= int(SIDES * world[3][memory.FOES])
    if number == 0:
        return int(goes_near(record, world, action))
    if number <= all_goals(world[0]):
        return int(goes_for(record, world, action, number - 1))
    return -1


@part
def weigh_moves(
    record: Numbers, world: World, style: Reals, unit: int, stay: float,
    rows: Numbers, gains: Reals, size: int,
) -> int:  # fmt: skip
    """All legal moves of a piece, with the fire on the way. That takes long to find out, so it is
    asked only of what would be best without it, unless all are to be kept."""
    own, luck, seat = world[3][memory.OWN], world[2], seat_of(record, unit)
    x, y = place(record, unit)
    now, turned, number = errand(world, seat, x, y), share(luck), 0
    while True:
        action = rows[size]
        put(action, layout.MOVE, unit, 0)
        found = goes(record, world, style, action, number, turned)
        number += 1
        if found < 0:
            return size
        if found == 0:
            continue
        x, y = slot_point(action, action[layout.USED] - 1)
        value = judged(record, world, style, x, y, -1)
        value += AIMS * (errand(world, seat, x, y) - now)
        value += best_blow(record, world, own, unit, x, y)[0]
        if exit_edge(world[0], seat, x, y) != layout.NO_EXIT:
            value = max(value, stay) + SURELY
        gain = value - stay + blurred(style, luck)
        if (gain > gains[0] or len(rows) > 2) and is_legal(record, world, action):
            gain -= style[WATCHED] * own * danger(record, world, action)
            size = note(rows, gains, size, gain)


@part
def weigh(
    record: Numbers, world: World, style: Reals, unit: int, rows: Numbers, gains: Reals, size: int
) -> int:
    """All that a piece may do, or the best of it in the first row; which row is the last then. What
    gains less than staying does is left."""
    x, y = place(record, unit)
    take_stock(record, world, style, unit)
    stay = judged(record, world, style, x, y, -1)
    stay += best_blow(record, world, world[3][memory.OWN], unit, x, y)[0]
    if is_touched(world, x, y):
        # Whoever is in a melee does not shift about in it.
        stay += SETTLED
    if why_not_own_shot(record, unit) == layout.FINE and is_ready(record, world, unit):
        size = weigh_shots(record, world, style, unit, stay, rows, gains, size)
    if world[3][memory.WALKS] > 0:
        size = weigh_moves(record, world, style, unit, stay, rows, gains, size)
    return size
