"""What shots, blows and places promise, in what pieces are worth."""

from math import sqrt

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.skirmishers.kernel import memory, styles
from outrider.bots.skirmishers.kernel.memory import (
    World,
    fight_at,
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
from outrider.compiled import part, rule
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

LASTING = 0.8
"""How much a fight counts that is to be fought to its end: somebody may come, or go."""
WORTH_A_BLOW = -0.02
"""Whoever touches an enemy strikes it even if nothing is to be gained by it: else nobody would."""
LEAST = 1e-6
STRAIGHTER = 0.924
"""A way over the grid in straight and slanting steps is up to so much longer than it need be."""
PATIENT, BUSY = 0.2, 0.5
"""How much those look for a fight whom time favours, and those who have something else to do."""
NEARER = 0.5
"""The share of an enemy's charge by which it is thought to come nearer before it fires."""
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
    row[memory.VALUE] = dear(record, world, foe)
    dice = defense_dice(record, world[0], foe, unit)
    his = hit_at(mind, record[at(foe, layout.FIRING)], dice)
    dice = defense_dice(record, world[0], unit, foe)
    own = hit_at(mind, record[at(unit, layout.FIRING)], dice)
    for number in range(memory.COVERS):
        row[memory.HIS + number], row[memory.MINE + number] = mind[his + number], mind[own + number]
    mine, yours = record[at(unit, layout.ATTACK)], record[at(foe, layout.ATTACK)]
    own, value = world[3][memory.OWN], row[memory.VALUE]
    met = fought(mind, own, mine, yours, value, memory.EVEN)
    row[memory.CHARGE] = max(0.0, -met / max(own, LEAST))
    row[memory.STRIKE] = max(0.0, met)
    row[memory.FIGHT] = LASTING * fought(mind, own, mine, yours, value, standing(record, unit, foe))


@rule
def standing(record: Numbers, unit: int, foe: int) -> int:
    """How a piece stands in a fight."""
    if is_over(record, unit, foe):
        return memory.ABOVE
    return memory.BELOW if is_over(record, foe, unit) else memory.EVEN


@rule
def fought(mind: Reals, own: float, mine: int, yours: int, value: float, how: int) -> float:
    """What a fight to the death is worth, with so many dice on either side."""
    first = fight_at(mind, mine, yours, how)
    return float(mind[first + memory.WON] * value - mind[first + memory.LOST] * own)


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
def count_up(record: Numbers, world: World, last: float) -> None:
    """What either side has left."""
    marks = world[3]
    marks[memory.LAST] = last
    for seat in range(2):
        marks[memory.LEFT + seat] = LEAST
        for unit in range(first_of(record, seat), end_of(record, seat)):
            if is_here(record, unit):
                marks[memory.LEFT + seat] += worth(world[1], unit)


@rule
def dear(record: Numbers, world: World, unit: int) -> float:
    """What a piece is worth to its side: the more, the less it has besides."""
    value = worth(world[1], unit)
    left = world[3][memory.LEFT + seat_of(record, unit)]
    return float(value * (1 + world[3][memory.LAST] * value / left))


@part
def take_stock(record: Numbers, world: World, style: Reals, unit: int) -> None:
    """Enemies, and what it is about."""
    marks = world[3]
    seat, count = seat_of(record, unit), 0
    walks = may_set_out(record, world, unit)
    shoots = record[at(unit, layout.WEAPON)] != layout.NO_WEAPON
    marks[memory.WALKS] = record[at(unit, layout.MOVEMENT)] if walks else 0.0
    marks[memory.SHOOTS] = record[at(unit, layout.RANGE)] if shoots else 0.0
    count_up(record, world, style[styles.LAST])
    marks[memory.OWN] = style[styles.SIDE_WORTH] * dear(record, world, unit)
    record[at(unit, layout.FLAGS)] ^= layout.PLACED
    for each in range(record[layout.UNITS]):
        if seat_of(record, each) != seat and is_here(record, each):
            first = foe_at(count)
            look_at(record, world, unit, each, marks[first : first + memory.FOE])
            count += 1
    record[at(unit, layout.FLAGS)] ^= layout.PLACED
    marks[memory.FOES] = count
    ahead = marks[memory.LEFT + seat] / marks[memory.LEFT + 1 - seat]
    marks[memory.LOOKS_FOR] = drive(world[0], seat) * ahead ** style[styles.HUNTS]


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


@rule
def comes_to_fire(marks: Reals, foe: int) -> float:
    """How far an enemy fires when it has come nearer."""
    fires: float = marks[foe + memory.FIRES]
    return fires + NEARER * marks[foe + memory.REACHES] if fires > 0 else 0.0


@part
def judged(record: Numbers, world: World, style: Reals, x: int, y: int, but: int) -> float:
    """How good a place is for a piece, not counting what is done there now and what it does for an
    errand; one enemy may be thought dead."""
    mind, marks = world[1], world[3]
    shots = may_shoot(world, x, y)
    unhit, unstruck, unseen = 1.0, 1.0, 1.0
    threat, strikes, fights = 0.0, 0.0, 0.0
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
            fights += marks[foe + memory.FIGHT]
            continue
        his, mine = 0.0, 0.0
        if shots and far <= marks[foe + memory.FIRES]:
            his = chance_there(record, world, foe, x, y, True)
        elif shots and style[styles.SOON] > 0 and far <= comes_to_fire(marks, foe):
            unseen *= 1 - chance_there(record, world, foe, x, y, True)
        if shots and far <= marks[memory.SHOOTS] and marks[foe + memory.OPEN] > 0:
            mine = chance_there(record, world, foe, x, y, False)
        unhit *= 1 - his
        threat = max(threat, mine * value)
        if far <= marks[foe + memory.REACHES]:
            unstruck *= 1 - (1 - mine) * min(1.0, marks[foe + memory.CHARGE])
        if far <= marks[memory.WALKS] + marks[foe + memory.TOUCHES]:
            strikes = max(strikes, (1 - his) * marks[foe + memory.STRIKE])
    lost = style[styles.EXPOSED] * (1 - unhit) + style[styles.CHARGED] * (1 - unstruck)
    lost += style[styles.SOON] * (1 - unseen)
    hopes = fights + style[styles.THREAT] * threat + style[styles.STRIKES] * strikes
    total = hopes - marks[memory.OWN] * lost
    return float(total - marks[memory.LOOKS_FOR] * style[styles.APPROACH] * max(0.0, near))


@part
def blow(record: Numbers, world: World, own: float, dice: int, unit: int, foe: int) -> float:
    """What it gains to strike with so many dice, one of the strikers being that piece."""
    mind, value = world[1], dear(record, world, foe)
    mine, yours = record[at(unit, layout.ATTACK)], record[at(foe, layout.ATTACK)]
    first, how = melee_at(mind, dice, yours), standing(record, unit, foe)
    kill, win, lose, killed = mind[first], mind[first + 1], mind[first + 3], mind[first + 4]
    now = fought(mind, own, mine, yours, value, how)
    then = (1 - kill - win - lose - killed) * now
    if how == memory.ABOVE:
        kill, win = kill + win, 0.0
    elif how == memory.BELOW:
        killed, lose = killed + lose, 0.0
    then += win * fought(mind, own, mine, yours, value, memory.ABOVE)
    then += lose * fought(mind, own, mine, yours, value, memory.BELOW)
    return float(kill * value - killed * own + LASTING * (then - now))


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
    best, whom, gap = WORTH_A_BLOW, layout.NONE, gap_of(world[0])
    if why_not_fight(record, unit) != layout.FINE:
        return 0.0, whom
    seat = 1 - seat_of(record, unit)
    for foe in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, foe) and touches_at(record, gap, unit, x, y, foe):
            value = blow(record, world, own, pool(record, gap, unit, foe), unit, foe)
            if value > best:
                best, whom = value, foe
    return (0.0 if whom == layout.NONE else best), whom


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
