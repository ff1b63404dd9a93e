"""How good places are and how far ahead a side is, compiled."""

from math import sqrt

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.ground import is_in, sees_across
from outrider.bots.skirmishers.field import cell_of, walk
from outrider.bots.skirmishers.fire import (
    BOW,
    GAP,
    cover_of,
    engaged,
    held_down,
)
from outrider.bots.skirmishers.layout import (
    APPROACH,
    AT_LIMIT,
    ATTACK,
    BACK,
    BASE,
    BOLD,
    CELL,
    CHARGED,
    COVER,
    DEFENSE,
    EDGE,
    EXIT,
    EXPOSED,
    FIRING,
    FREE,
    HERE,
    HOLD,
    INTO,
    KEEP,
    KIND,
    MOVEMENT,
    RANGE,
    REACH,
    RETURNS,
    SIDE,
    SIDE_WORTH,
    STRIKES,
    SURVIVE,
    THREAT,
    TRADE,
    WEAPON,
    WHOSE,
    WORTH,
    ZONE,
    Field,
    X,
    Y,
)
from outrider.compiled import part

ON_TOP = 0.3
"""What an advantage is worth of a kill."""
OUT_OF_COVER = 0.924
"""A way over the grid in straight and slanting steps is up to so much longer than it need be."""

WHO, FX, FY, FIRES, REACHES, TOUCH, VALUE, CHARGE, STRIKE, OPEN, PLACE, HIS = range(12)
"""Of an enemy as one piece sees it: which, where; how far it fires, and charges, in its next turn
(0: not at all); from how near it touches; what it is worth; the chance to kill in a charge, its own
and mine; whether it may be fired at; its cell; and from these two on, for each cover, its chance to
hit me and mine to hit it."""
COVERS = 7
MINE = HIS + COVERS
FOE = MINE + COVERS
OWN, EAGER, REACH_OF = range(3)
"""Of a mood: what one's own piece is worth, how much one looks for a fight, how far one fires."""
MOOD = 3


@part
def seen_by(
    units: Reals,
    over: Reals,
    ratings: Reals,
    facts: Reals,
    field: Field,
    one: int,
    foes: Reals,
) -> int:
    """All enemies as a piece sees them, in `foes`; how many."""
    count = 0
    mine = min(int(ratings[one, ATTACK]), field.melees.shape[1] - 1)
    for other in range(len(units)):
        if units[other, HERE] != 1 or ratings[other, SIDE] == ratings[one, SIDE]:
            continue
        x, y = units[other, X], units[other, Y]
        row = foes[count]
        count += 1
        held = held_down(over, facts, other, one)
        busy = facts[INTO] == 0 and engaged(units, ratings, other, x, y, one)
        row[WHO], row[FX], row[FY] = other, x, y
        row[FIRES] = ratings[other, RANGE] if ratings[other, WEAPON] > 0 else 0.0
        if held or busy:
            row[FIRES] = 0.0
        row[TOUCH] = ratings[one, BASE] + ratings[other, BASE] + GAP
        row[REACHES] = 0.0 if held else ratings[other, MOVEMENT] + row[TOUCH]
        row[VALUE] = ratings[other, WORTH]
        more = 1 if ratings[other, WEAPON] == BOW else 0
        his, defense = int(ratings[other, FIRING]), int(ratings[one, DEFENSE]) + more
        more = 1 if ratings[one, WEAPON] == BOW else 0
        own, against = int(ratings[one, FIRING]), int(ratings[other, DEFENSE]) + more
        for cover in range(COVERS):
            row[HIS + cover] = field.hits[his, defense, cover]
            row[MINE + cover] = field.hits[own, against, cover]
        row[PLACE] = cell_of(facts, x, y)
        yours = min(int(ratings[other, ATTACK]), field.melees.shape[1] - 1)
        chances = field.melees[yours, mine]
        row[CHARGE] = chances[0] + (1.0 if over[other, one] > 0 else ON_TOP) * chances[1]
        chances = field.melees[mine, yours]
        row[STRIKE] = chances[0] + ON_TOP * chances[1] - chances[4]
        row[OPEN] = 0.0 if busy else 1.0
    return count


@part
def mood_of(
    units: Reals,
    ratings: Reals,
    facts: Reals,
    conditions: Reals,
    style: Reals,
    one: int,
    mood: Reals,
) -> None:
    """Whoever is ahead gives one for one, and goes to look for a fight."""
    side = ratings[one, SIDE]
    mine, yours = 0.1, 0.1
    for other in range(len(units)):
        if units[other, HERE] == 1:
            if ratings[other, SIDE] == side:
                mine += ratings[other, WORTH]
            else:
                yours += ratings[other, WORTH]
    ahead = (mine - yours) / (mine + yours)
    mood[OWN] = style[SIDE_WORTH] * ratings[one, WORTH] * max(0.2, 1 - style[TRADE] * ahead)
    mood[EAGER] = drive(facts, conditions, int(side)) * max(0.0, 1 + style[BOLD] * ahead)
    mood[REACH_OF] = ratings[one, RANGE] if ratings[one, WEAPON] > 0 else 0.0


@part
def is_touched(foes: Reals, count: int, x: float, y: float, but: int) -> bool:
    """Whether an enemy would touch a piece there, one of them left out."""
    for at in range(count):
        if at != but and (foes[at, FX] - x) ** 2 + (foes[at, FY] - y) ** 2 <= foes[at, TOUCH] ** 2:
            return True
    return False


@part
def judged(
    foes: Reals,
    count: int,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    covers: Reals,
    ways: Reals,
    style: Reals,
    mood: Reals,
    movement: float,
    x: float,
    y: float,
    but: int,
) -> float:
    """How good a place is for a piece, not counting what is done there now and what it does for an
    errand; one enemy may be thought dead."""
    shots = facts[INTO] > 0 or not is_touched(foes, count, x, y, but)
    unhit, unstruck = 1.0, 1.0
    threat = free = strikes = returns = 0.0
    near, here = 99.0, cell_of(facts, x, y)
    for at in range(count):
        ex, ey, value = foes[at, FX], foes[at, FY], foes[at, VALUE]
        far = sqrt((ex - x) ** 2 + (ey - y) ** 2)
        walked = far
        if far > 2 * facts[CELL]:
            walked = max(far, OUT_OF_COVER * ways[int(foes[at, PLACE]), here] - facts[CELL])
        near = min(near, walked - value)
        if at == but:
            # It is no farther to the enemy for having killed one.
            continue
        if far <= foes[at, TOUCH]:
            unstruck *= 1 - foes[at, CHARGE]
            continue
        his, mine = 0.0, 0.0
        fires, hit = far <= foes[at, FIRES], far <= mood[REACH_OF] and foes[at, OPEN] > 0
        if shots and (fires or hit) and sees_across(pieces, corners, x, y, ex, ey):
            if fires:
                his = foes[at, HIS + cover_of(pieces, corners, covers, ex, ey, x, y)]
            if hit:
                mine = foes[at, MINE + cover_of(pieces, corners, covers, x, y, ex, ey)]
        unhit *= 1 - his
        threat = max(threat, mine * value - style[BACK] * (1 - mine) * his * mood[OWN])
        if his > 0:
            returns += his * (1 - his) * mine * value
        else:
            free = max(free, mine * value)
        if far <= foes[at, REACHES]:
            unstruck *= 1 - (1 - mine) * foes[at, CHARGE]
        if far <= movement + foes[at, TOUCH]:
            strikes = max(strikes, (1 - his) * foes[at, STRIKE] * value)
    total = -mood[OWN] * (style[EXPOSED] * (1 - unhit) + style[CHARGED] * (1 - unstruck))
    total += style[THREAT] * threat + style[FREE] * free + style[STRIKES] * strikes
    total += style[RETURNS] * returns
    if style[COVER] != 0:
        total += style[COVER] * shelter(foes, count, pieces, corners, covers, x, y)
    far = max(0.0, near - style[KEEP] * mood[REACH_OF])
    return float(total - mood[EAGER] * style[APPROACH] * far)


@part
def shelter(
    foes: Reals,
    count: int,
    pieces: Numbers,
    corners: Numbers,
    covers: Reals,
    x: float,
    y: float,
) -> float:
    """The cover there against the nearest enemy."""
    near, whom = 1e9, -1
    for at in range(count):
        far = (foes[at, FX] - x) ** 2 + (foes[at, FY] - y) ** 2
        if far < near:
            near, whom = far, at
    if whom < 0:
        return 0.0
    return float(cover_of(pieces, corners, covers, foes[whom, FX], foes[whom, FY], x, y))


@part
def blow(
    over: Reals,
    ratings: Reals,
    field: Field,
    own: float,
    pool: int,
    one: int,
    other: int,
) -> float:
    """What it is worth to strike with so many dice, one of the strikers being `one`."""
    mine, yours = min(pool, len(field.melees) - 1), int(ratings[other, ATTACK])
    chances = field.melees[mine, min(yours, field.melees.shape[1] - 1)]
    kill, win, lose, killed = chances[0], chances[1], chances[3], chances[4]
    if over[one, other] > 0:
        kill, win = kill + win, 0.0
    if over[other, one] > 0:
        killed, lose = killed + lose, 0.0
    gain = (kill + ON_TOP * win) * ratings[other, WORTH]
    return float(gain - own * (killed + ON_TOP * lose))


@part
def drive(facts: Reals, conditions: Reals, side: int) -> float:
    """How much a side has to go and look for a fight."""
    value = 0.2 if facts[AT_LIMIT] == side else 1.0
    for at in range(len(conditions)):
        if conditions[at, WHOSE] == side:
            if conditions[at, KIND] == SURVIVE:
                value = 0.2
            elif conditions[at, KIND] in (REACH, EXIT, HOLD):
                value = min(value, 0.5)
    return value


@part
def has_errand(conditions: Reals) -> bool:
    """Whether it matters to anybody where pieces are."""
    found = False
    for at in range(len(conditions)):
        found = found or conditions[at, KIND] in (REACH, HOLD, EXIT)
    return found


@part
def errand(facts: Reals, conditions: Reals, field: Field, side: int, x: float, y: float) -> float:
    """What a place does for a side's ways to win, and against the other's."""
    value = 0.0
    zones = field.zones.shape[1]
    for at in range(len(conditions)):
        mine = conditions[at, WHOSE] == side
        kind = conditions[at, KIND]
        if kind == EXIT and mine:
            value -= walk(facts, field.cells, field.goals[zones + int(conditions[at, EDGE])], x, y)
        elif kind in (REACH, HOLD):
            zone = int(conditions[at, ZONE])
            if is_in(field.zones, field.outlines, zone, x, y):
                far = -3.0
            else:
                far = walk(facts, field.cells, field.goals[zone], x, y)
            value -= far if mine else 0.3 * far
    return value
