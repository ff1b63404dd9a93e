"""What shots, blows and places promise, in what pieces are worth."""

from math import sqrt

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmishers.kernel import memory, styles
from outrider.bots.skirmishers.kernel.memory import (
    World,
    foe_at,
    hit_at,
    melee_at,
    slope_to,
    ways_to,
    where,
    worth,
)
from outrider.bots.skirmishers.kernel.questions import is_open, is_ready, may_set_out
from outrider.bots.skirmishers.kernel.ways import all_goals, cell_of, goal_of, is_mine, walk
from outrider.compiled import part
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.choosing import may_strike
from outrider.games.skirmishers.kernel.fire import cover_at, hiding
from outrider.games.skirmishers.kernel.melee import why_not_fight
from outrider.games.skirmishers.kernel.record import (
    Ground,
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
from outrider.games.skirmishers.kernel.turns import defense_dice
from outrider.table.kernel.crossing import holds
from outrider.table.lengths import INCH

ON_TOP = 0.3
"""What an advantage is worth of a kill."""
STRAIGHTER = 0.924
"""A way over the grid in straight and slanting steps is up to so much longer than it need be."""
CHARGED = 1.2
"""How charges to come are weighed."""
PATIENT, BUSY = 0.2, 0.5
"""How much those look for a fight whom time favours, and those who have something else to do."""
INSIDE, DENIED = -3.0, 0.3
"""How far it is to a zone for who is in it, and what the enemy's is worth of one's own."""


@part
def look_at(record: Numbers, world: World, unit: int, foe: int, row: Reals) -> None:
    """An enemy as a piece sees it that is thought away."""
    mind = world[1]
    row[memory.WHO] = foe
    row[memory.FX], row[memory.FY] = place(record, foe)
    fires = is_ready(record, world, foe)
    walks = may_set_out(record, world, foe)
    row[memory.OPEN] = 1.0 if is_open(record, world, unit, foe) else 0.0
    row[memory.FIRES] = record[at(foe, layout.RANGE)] if fires else 0.0
    row[memory.WATCHES] = 0.0 if has(record, foe, layout.REACTED) else row[memory.FIRES]
    row[memory.TOUCHES] = touch_reach(record, gap_of(world[0]), unit, foe)
    row[memory.REACHES] = record[at(foe, layout.MOVEMENT)] + row[memory.TOUCHES] if walks else 0.0
    row[memory.VALUE] = worth(mind, foe)
    dice = defense_dice(record, world[0], foe, unit)
    his = hit_at(mind, record[at(foe, layout.FIRING)], dice)
    dice = defense_dice(record, world[0], unit, foe)
    own = hit_at(mind, record[at(unit, layout.FIRING)], dice)
    for number in range(memory.COVERS):
        row[memory.HIS + number], row[memory.MINE + number] = mind[his + number], mind[own + number]
    mine, yours = record[at(unit, layout.ATTACK)], record[at(foe, layout.ATTACK)]
    first = melee_at(mind, yours, mine)
    beaten = 1.0 if is_over(record, foe, unit) else ON_TOP
    row[memory.CHARGE] = mind[first] + beaten * mind[first + 1]
    first = melee_at(mind, mine, yours)
    row[memory.STRIKE] = mind[first] + ON_TOP * mind[first + 1] - mind[first + 4]


@part
def drive(ground: Ground, seat: int) -> float:
    """How much a side has to go and look for a fight."""
    value = PATIENT if ground[2][layout.AT_LIMIT] == seat else 1.0
    for number in range(all_goals(ground)):
        kind = ground[2][goal_of(number) + layout.GOAL]
        if is_mine(ground, number, seat):
            if kind == layout.SURVIVE:
                value = PATIENT
            elif kind in (layout.REACH, layout.LEAVE, layout.HOLD):
                value = min(value, BUSY)
    return value


@part
def take_stock(record: Numbers, world: World, style: Reals, unit: int) -> None:
    """Enemies, and what it is about."""
    marks = world[3]
    seat, count = seat_of(record, unit), 0
    walks = may_set_out(record, world, unit)
    shoots = record[at(unit, layout.WEAPON)] != layout.NO_WEAPON
    marks[memory.WALKS] = record[at(unit, layout.MOVEMENT)] if walks else 0.0
    marks[memory.SHOOTS] = record[at(unit, layout.RANGE)] if shoots else 0.0
    record[at(unit, layout.FLAGS)] ^= layout.PLACED
    for each in range(record[layout.UNITS]):
        if seat_of(record, each) != seat and is_here(record, each):
            first = foe_at(count)
            look_at(record, world, unit, each, marks[first : first + memory.FOE])
            count += 1
    record[at(unit, layout.FLAGS)] ^= layout.PLACED
    marks[memory.FOES] = count
    marks[memory.OWN] = style[styles.SIDE_WORTH] * worth(world[1], unit)
    marks[memory.LOOKS_FOR] = drive(world[0], seat)


@part
def chance_there(record: Numbers, world: World, foe: int, x: int, y: int, fires: bool) -> float:
    """That an enemy kills a piece that stands there, in its range, or that one the enemy."""
    ground, marks = world[0], world[3]
    if hiding(record, ground, int(marks[foe + memory.WHO]), x, y) != layout.NONE:
        return 0.0
    foe_x, foe_y = int(marks[foe + memory.FX]), int(marks[foe + memory.FY])
    if fires:
        first, covered = foe + memory.HIS, cover_at(ground, foe_x, foe_y, x, y)
    else:
        first, covered = foe + memory.MINE, cover_at(ground, x, y, foe_x, foe_y)
    return float(marks[first + min(covered, memory.COVERS - 1)])


@part
def may_shoot(world: World, x: int, y: int) -> bool:
    """Whether anybody fires at or from there: nobody touches a piece there, or need not mind."""
    if world[0][3][layout.FIRE_INTO_MELEE] != 0:
        return True
    return not is_touched(world, x, y)


@part
def is_touched(world: World, x: int, y: int) -> bool:
    """Whether an enemy would touch a piece there."""
    marks = world[3]
    for each in range(int(marks[memory.FOES])):
        foe = foe_at(each)
        apart = (marks[foe + memory.FX] - x) ** 2 + (marks[foe + memory.FY] - y) ** 2
        if apart <= marks[foe + memory.TOUCHES] ** 2:
            return True
    return False


@part
def judged(record: Numbers, world: World, style: Reals, x: int, y: int, but: int) -> float:
    """How good a place is for a piece, not counting what is done there now and what it does for an
    errand; one enemy may be thought dead."""
    mind, marks = world[1], world[3]
    shots = may_shoot(world, x, y)
    unhit, unstruck = 1.0, 1.0
    threat, strikes = 0.0, 0.0
    near, here, cell = 99.0, cell_of(mind, x, y), where(mind, memory.CELL)
    for each in range(int(marks[memory.FOES])):
        foe = foe_at(each)
        far = sqrt((marks[foe + memory.FX] - x) ** 2 + (marks[foe + memory.FY] - y) ** 2)
        walked, value = far / INCH, marks[foe + memory.VALUE]
        if far > 2 * cell:
            there = cell_of(mind, int(marks[foe + memory.FX]), int(marks[foe + memory.FY]))
            walked = max(walked, STRAIGHTER * mind[ways_to(mind, there) + here] - cell / INCH)
        near = min(near, walked - value)
        if each == but:
            # It is no farther to the enemy for having killed one.
            continue
        if far <= marks[foe + memory.TOUCHES]:
            unstruck *= 1 - marks[foe + memory.CHARGE]
            continue
        his, mine = 0.0, 0.0
        if shots and far <= marks[foe + memory.FIRES]:
            his = chance_there(record, world, foe, x, y, True)
        if shots and far <= marks[memory.SHOOTS] and marks[foe + memory.OPEN] > 0:
            mine = chance_there(record, world, foe, x, y, False)
        unhit *= 1 - his
        threat = max(threat, mine * value)
        if far <= marks[foe + memory.REACHES]:
            unstruck *= 1 - (1 - mine) * marks[foe + memory.CHARGE]
        if far <= marks[memory.WALKS] + marks[foe + memory.TOUCHES]:
            strikes = max(strikes, (1 - his) * marks[foe + memory.STRIKE] * value)
    lost = style[styles.EXPOSED] * (1 - unhit) + CHARGED * (1 - unstruck)
    hopes = style[styles.THREAT] * threat + style[styles.STRIKES] * strikes
    total = hopes - marks[memory.OWN] * lost
    return float(total - marks[memory.LOOKS_FOR] * style[styles.APPROACH] * max(0.0, near))


@part
def blow(record: Numbers, mind: Reals, own: float, dice: int, unit: int, foe: int) -> float:
    """What it is worth to strike with so many dice, one of the strikers being that piece."""
    first = melee_at(mind, dice, record[at(foe, layout.ATTACK)])
    kill, win, lose, killed = mind[first], mind[first + 1], mind[first + 3], mind[first + 4]
    if is_over(record, unit, foe):
        kill, win = kill + win, 0.0
    if is_over(record, foe, unit):
        killed, lose = killed + lose, 0.0
    return float((kill + ON_TOP * win) * worth(mind, foe) - own * (killed + ON_TOP * lose))


@part
def pool(record: Numbers, gap: int, unit: int, foe: int) -> int:
    """The dice of a piece and of all friends who touch an enemy already and may still strike it."""
    dice: int = record[at(unit, layout.ATTACK)]
    seat = seat_of(record, unit)
    for each in range(first_of(record, seat), end_of(record, seat)):
        if each != unit and may_strike(record, gap, each, foe):
            dice += record[at(each, layout.ATTACK)]
    return dice


@part
def best_blow(
    record: Numbers, world: World, own: float, unit: int, x: int, y: int
) -> tuple[float, int]:
    """The best blow that a piece could take part in there, and at whom."""
    best, whom, gap = 0.0, layout.NONE, gap_of(world[0])
    if why_not_fight(record, unit) != layout.FINE:
        return best, whom
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe) and touches_at(record, gap, unit, x, y, foe):
            value = blow(record, world[1], own, pool(record, gap, unit, foe), unit, foe)
            if value > best:
                best, whom = value, foe
    return best, whom


@part
def errand(world: World, seat: int, x: int, y: int) -> float:
    """What a place does for a side's conditions, and against the other's."""
    ground, mind = world[0], world[1]
    value = 0.0
    for number in range(all_goals(ground)):
        kind, own = ground[2][goal_of(number) + layout.GOAL], is_mine(ground, number, seat)
        if kind in (layout.REACH, layout.HOLD):
            far = INSIDE
            if not holds(ground[0], ground[1], ground[2][goal_of(number) + layout.ZONE], x, y):
                far = walk(ground, mind, slope_to(mind, number), x, y)
            value -= far if own else DENIED * far
        elif kind == layout.LEAVE and own:
            value -= walk(ground, mind, slope_to(mind, number), x, y)
    return value
