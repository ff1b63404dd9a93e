"""How a game is likely to end, by what can be seen of it."""

from math import exp

from outrider.bots.measured.chance import Numbers
from outrider.bots.skirmishers.kernel.judging import LASTING, best_blow, fought, standing
from outrider.bots.skirmishers.kernel.memory import (
    EVEN,
    LAST,
    RESULTS,
    TELLING,
    World,
    slope_to,
    where,
    worth,
)
from outrider.bots.skirmishers.kernel.questions import exchange, is_ready, is_sighted
from outrider.bots.skirmishers.kernel.ways import all_goals, goal_of, is_mine, walk
from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.record import (
    at,
    end_of,
    first_of,
    gap_of,
    has,
    is_here,
    is_over,
    place,
    seat_of,
    touch_reach,
    touches_at,
)
from outrider.table.kernel.points import within

LEAD, CUBE, MINE, YOURS, TOPS, MOVES = range(6)
"""What tells about the end, in what is known."""
COMING = 0.7
"""What a fight is worth that one still has to go to, of what it is worth there."""
AIM, MOST, GONE, HALFWAY = 4.0, 1.5, 1.5, 6.0
"""What an aim is worth that is reached, and how much more than that; a piece that has left; and the
inches, or turns, at which half of it is left."""


@part
def fights(record: Numbers, world: World, unit: int) -> tuple[float, float]:
    """What the fights are worth that a piece is in, and the best one that it could go to."""
    mind, gap, seat = world[1], gap_of(world[0]), 1 - seat_of(record, unit)
    x, y = place(record, unit)
    own, mine = worth(mind, unit), record[at(unit, layout.ATTACK)]
    total, best, walks = 0.0, 0.0, record[at(unit, layout.MOVEMENT)]
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe):
            yours, value = record[at(foe, layout.ATTACK)], worth(mind, foe)
            foe_x, foe_y = place(record, foe)
            if touches_at(record, gap, unit, x, y, foe):
                how = standing(record, unit, foe)
                total += LASTING * fought(mind, own, mine, yours, value, how)
            elif within(x, y, foe_x, foe_y, walks + touch_reach(record, gap, unit, foe)):
                best = max(best, COMING * fought(mind, own, mine, yours, value, EVEN))
    return total, best


@part
def prospects(record: Numbers, world: World, seat: int) -> float:
    """What the fights of a side are worth, and the best shots, blows and charges that it could do
    at once."""
    mind, total = world[1], 0.0
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if not is_here(record, unit):
            continue
        x, y = place(record, unit)
        now, best = fights(record, world, unit)
        best = max(best, best_blow(record, world, worth(mind, unit), unit, x, y)[0])
        if is_ready(record, world, unit):
            for foe in range(first_of(record, 1 - seat), end_of(record, 1 - seat)):
                if is_here(record, foe) and is_sighted(record, world, unit, foe):
                    hit, back = exchange(record, world, unit, foe)
                    best = max(best, hit * worth(mind, foe) - back * worth(mind, unit))
        total += now + best
    return total


@rule
def by_time(record: Numbers, world: World) -> float:
    """What it is worth that the end is near, to whom it favours."""
    left = world[0][2][layout.TURN_LIMIT] - record[layout.TURNS]
    return float(AIM / (1 + left / HALFWAY))


@part
def nearness(record: Numbers, world: World, seat: int, number: int) -> float:
    """How near a side is to what a condition of its own is about."""
    ground, mind, total = world[0], world[1], 0.0
    goal = goal_of(number)
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, unit):
            x, y = place(record, unit)
            far = walk(ground, mind, slope_to(mind, number), x, y)
            total += 1 / (1 + far / HALFWAY)
        elif has(record, unit, layout.ALIVE):
            total += GONE
    value = AIM * min(MOST, total / max(1, ground[2][goal + layout.COUNT]))
    if ground[2][goal + layout.GOAL] == layout.HOLD:
        own = number - ground[2][layout.RED_GOALS] if seat else number
        held = record[layout.HELD_TURNS + layout.MOST_CONDITIONS * seat + own]
        value += AIM * held / max(1, ground[2][goal + layout.IN_A_ROW])
    return float(value)


@part
def strength(record: Numbers, world: World, seat: int) -> float:
    """What a side has left, and how near its aims are, in the same measure."""
    ground, total = world[0], 0.5
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if has(record, unit, layout.ALIVE):
            total += worth(world[1], unit)
    for number in range(all_goals(ground)):
        if is_mine(ground, number, seat):
            kind = ground[2][goal_of(number) + layout.GOAL]
            if kind == layout.SURVIVE:
                total += by_time(record, world)
            elif kind in (layout.REACH, layout.LEAVE, layout.HOLD):
                total += nearness(record, world, seat, number)
    if ground[2][layout.AT_LIMIT] == seat:
        total += by_time(record, world)
    return total


@part
def on_top(record: Numbers, world: World, seat: int) -> float:
    """What those are worth whom a side has down, less what it has down itself."""
    total = 0.0
    for unit in range(record[layout.UNITS]):
        for other in range(record[layout.UNITS]):
            if is_over(record, unit, other):
                value = worth(world[1], other)
                total += value if seat_of(record, unit) == seat else -value
    return total


@part
def outlook(record: Numbers, world: World, side: int) -> float:
    """The chance of a side to win, by what can be seen; if it is over, how it has ended."""
    if record[layout.ENDING] != layout.GOES_ON:
        result: float = world[1][where(world[1], RESULTS) + record[layout.ENDING]]
        return 1 - result if side else result
    seat = record[layout.SEAT]
    mine, yours = strength(record, world, seat), strength(record, world, 1 - seat)
    total = mine + yours
    lead = (mine - yours) / total
    tells = where(world[1], TELLING)
    tells_of = world[1][tells : tells + MOVES + 1]
    # A piece is worth the same here whatever is left besides.
    world[3][LAST] = 0.0
    certain = tells_of[LEAD] * lead + tells_of[CUBE] * lead**3 + tells_of[MOVES]
    certain += tells_of[MINE] * prospects(record, world, seat) / total
    certain += tells_of[YOURS] * prospects(record, world, 1 - seat) / total
    certain += tells_of[TOPS] * on_top(record, world, seat) / total
    value = 1 / (1 + exp(-certain))
    return value if side == seat else 1 - value
