"""What an attack and a place promise, in what units are worth."""

from math import sqrt

from outrider.bots.basic.kernel import styles
from outrider.bots.measured.chance import Numbers, Reals
from outrider.compiled import part, rule
from outrider.games.basic.kernel import layout
from outrider.games.basic.kernel.combat import (
    blow,
    buffered_of,
    hits,
    saves,
    taken_by,
    why_not_strike,
)
from outrider.games.basic.kernel.command import why_not_command
from outrider.games.basic.kernel.odds import FACES
from outrider.games.basic.kernel.record import (
    at,
    enemies,
    has,
    is_alive,
    own,
    place,
    statistic,
)
from outrider.table.kernel.points import squared
from outrider.table.lengths import INCH

CUSHION = 0.25
"""What a point of bolster's health is worth, which is gone soon anyway."""
RUSHES = 0.4
"""How likely an enemy is to be sent rushing where he would not reach somebody otherwise."""
STRAYS, LEAVES = 3.0, 2.0
"""Inches beyond which a unit, or those whom their commander leaves, cannot be farther from him."""
SHY = 0.5
"""Inches by which units keep closer than they need to."""
FAR = 1e9
COMES, BLOW = layout.UNITS, layout.UNITS + 1
CHANCES = layout.UNITS, layout.UNITS + 2


@part
def count_chances(numbers: Numbers, chances: Reals) -> None:
    """chances[i, j] is how likely an attack of unit i wounds unit j: by all its throws. Beside them
    stands from how far unit i gets at somebody in a turn, and with what damage."""
    for unit in range(layout.UNITS):
        struck = 0
        for face in range(1, FACES + 1):
            struck += 1 if hits(numbers, unit, face) else 0
        for target in range(layout.UNITS):
            unsaved = 0
            for face in range(1, FACES + 1):
                unsaved += 0 if saves(numbers, target, face) else 1
            chances[unit, target] = struck * unsaved / (FACES * FACES)
        chances[unit, COMES] = statistic(numbers, unit, layout.MOVEMENT)
        chances[unit, COMES] += statistic(numbers, unit, layout.RANGE)
        chances[unit, BLOW] = blow(numbers, unit, False)


@rule
def gain(
    record: Numbers, chances: Reals, unit: int, target: int, damage: int, style: Reals
) -> float:
    """What an attack with that much damage is expected to be worth."""
    taken = taken_by(record, target, damage)
    buffered = buffered_of(record, target, taken)
    worth = styles.WORTH[target] * (taken - buffered) + CUSHION * buffered
    if taken == record[at(target, layout.HEALTH)] + record[at(target, layout.BUFFER)]:
        worth += styles.LIFE[target]
    if target == enemies(record):
        worth *= style[styles.REGICIDE]
    return float(chances[unit, target] * worth)


@rule
def threat(record: Numbers, chances: Reals, unit: int, foe: int) -> float:
    """What an enemy's attack is expected to cost, whatever is left of bolster by then."""
    damage = chances[foe, BLOW]
    health = record[at(unit, layout.HEALTH)]
    cost = styles.WORTH[unit] * min(damage, health)
    if damage >= health:
        cost += styles.LIFE[unit]
    return float(chances[foe, unit] * cost)


@rule
def apart(x: int, y: int, other_x: int, other_y: int) -> float:
    """How far two points are from each other."""
    return sqrt(squared(x, y, other_x, other_y))


@part
def company(record: Numbers, numbers: Numbers, unit: int, x: int, y: int) -> float:
    """Inches by which the side would be too far from its commander for bolster, more or less."""
    commander = own(record)
    reach = numbers[layout.BOLSTER_REACH]
    if unit != commander:
        if not is_alive(record, commander):
            return 0.0
        own_x, own_y = place(record, commander)
        far = (apart(x, y, own_x, own_y) - reach) / INCH
        return float(min(STRAYS, max(0.0, far + SHY)))
    total = 0.0
    for friend in range(commander + 1, commander + layout.SIDE):
        if is_alive(record, friend):
            friend_x, friend_y = place(record, friend)
            far = (apart(x, y, friend_x, friend_y) - reach) / INCH
            total += 0.5 * min(LEAVES, max(0.0, far))
    return total


@rule
def would_be_bolstered(record: Numbers, numbers: Numbers, unit: int, x: int, y: int) -> bool:
    """Whether a unit is bolstered, or can be once it stands there."""
    if has(record, unit, layout.BOLSTERED):
        return True
    if why_not_command(record) != layout.FINE:
        return False
    own_x, own_y = place(record, own(record))
    return unit == own(record) or apart(x, y, own_x, own_y) <= numbers[layout.BOLSTER_REACH]


@part
def judged(
    record: Numbers,
    numbers: Numbers,
    chances: Reals,
    unit: int,
    x: int,
    y: int,
    style: Reals,
) -> float:
    """How good a place is for a unit of the side that acts: whom it can attack from there, who can
    get at it, how far the fight is, whether the commander is near."""
    strikes = why_not_strike(record, unit) == layout.FINE
    damage = blow(numbers, unit, would_be_bolstered(record, numbers, unit, x, y))
    reach = statistic(numbers, unit, layout.RANGE)
    rush = RUSHES if is_alive(record, enemies(record)) else 0.0
    near, best, danger = FAR, 0.0, 0.0
    for foe in range(enemies(record), enemies(record) + layout.SIDE):
        if not is_alive(record, foe):
            continue
        foe_x, foe_y = place(record, foe)
        far = apart(x, y, foe_x, foe_y)
        if strikes and far <= reach:
            best = max(best, gain(record, chances, unit, foe, damage, style))
        near = min(near, max(0.0, far - reach))
        comes = chances[foe, COMES]
        if far <= comes:
            danger += threat(record, chances, unit, foe)
        elif far <= comes + numbers[layout.RUSH_MOVEMENT]:
            danger += rush * threat(record, chances, unit, foe)
    if unit == own(record):
        danger *= style[styles.REGICIDE]
    lonely = company(record, numbers, unit, x, y) if style[styles.TOGETHER] > 0 else 0.0
    away = style[styles.APPROACH] * near / INCH + style[styles.TOGETHER] * lonely
    return float(best - style[styles.EXPOSED] * danger - away)
