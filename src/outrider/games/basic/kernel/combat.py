"""Combat (BSK-C1 to BSK-C6): measure, attack, save."""

from outrider.compiled import rule
from outrider.games.basic.kernel.layout import (
    ATTACK_FACE,
    ATTACKED,
    ATTACKING,
    BOLSTER_DAMAGE,
    BOLSTERED,
    BUFFER,
    DAMAGE,
    DONE,
    FIGHTING,
    FINE,
    FLAGS,
    HAS_ATTACKED,
    HEALTH,
    HIT,
    IS_DONE,
    MISS,
    MISS_ENDS_UNIT,
    NO_ENEMY,
    NO_UNIT,
    NONE,
    OUT_OF_RANGE,
    RANGE,
    RUSHED,
    SAVE,
    SAVE_FACE,
    SAVING,
    SEAT,
    STAGE,
    STRIKER,
    TARGET,
    WOUND,
)
from outrider.games.basic.kernel.record import (
    Answer,
    Numbers,
    at,
    has,
    is_alive,
    mark,
    place,
    seat_of,
    statistic,
)
from outrider.games.basic.kernel.victory import settle
from outrider.table.kernel.points import distance, within


@rule
def why_not_strike(record: Numbers, unit: int) -> int:
    """Why a unit may not attack at all, whomever."""
    if seat_of(unit) != record[SEAT] or not is_alive(record, unit):
        return NO_UNIT  # BSK-T1
    if has(record, unit, DONE):
        return IS_DONE  # BSK-C3
    if has(record, unit, ATTACKED):
        return HAS_ATTACKED  # BSK-C6
    return FINE


@rule
def in_range(record: Numbers, numbers: Numbers, unit: int, target: int) -> bool:
    """BSK-C1: from centre to centre."""
    x, y = place(record, unit)
    target_x, target_y = place(record, target)
    return within(x, y, target_x, target_y, statistic(numbers, unit, RANGE))


@rule
def why_not_target(record: Numbers, numbers: Numbers, unit: int, target: int) -> Answer:
    """BSK-C1: a live enemy, in range."""
    if seat_of(target) == seat_of(unit) or not is_alive(record, target):
        return NO_ENEMY, 0, 0
    if in_range(record, numbers, unit, target):
        return FINE, 0, 0
    x, y = place(record, unit)
    target_x, target_y = place(record, target)
    length = distance(x, y, target_x, target_y)
    return OUT_OF_RANGE, length, max(1, length - statistic(numbers, unit, RANGE))


@rule
def why_not_attack(record: Numbers, numbers: Numbers, unit: int, target: int) -> Answer:
    reason = why_not_strike(record, unit)
    if reason != FINE:
        return reason, 0, 0
    return why_not_target(record, numbers, unit, target)


@rule
def attack(record: Numbers, unit: int, target: int) -> None:
    """BSK-C6: the attack is made; the dice say how it goes."""
    mark(record, unit, ATTACKED)
    record[STRIKER] = unit
    record[TARGET] = target
    record[STAGE] = ATTACKING


@rule
def hits(numbers: Numbers, unit: int, face: int) -> bool:
    """BSK-C2: the attacker's number or more."""
    return face >= statistic(numbers, unit, ATTACK_FACE)


@rule
def saves(numbers: Numbers, target: int, face: int) -> bool:
    """BSK-C4: the defender's number or more."""
    return face >= statistic(numbers, target, SAVE_FACE)


@rule
def blow(numbers: Numbers, unit: int, bolstered: bool) -> int:
    """BSK-C5, BSK-A2: a unit's damage."""
    damage = statistic(numbers, unit, DAMAGE)
    return damage + numbers[BOLSTER_DAMAGE] if bolstered else damage


@rule
def taken_by(record: Numbers, target: int, damage: int) -> int:
    """BSK-C5: what damage takes from a unit, at most all there is."""
    there: int = record[at(target, HEALTH)] + record[at(target, BUFFER)]
    return min(damage, there)


@rule
def loss(record: Numbers, numbers: Numbers, unit: int, target: int) -> int:
    """BSK-C5, BSK-A2: what an attack that is not saved takes."""
    return taken_by(record, target, blow(numbers, unit, has(record, unit, BOLSTERED)))


@rule
def after_attack(record: Numbers) -> None:
    record[STRIKER] = NONE
    record[TARGET] = NONE
    record[STAGE] = FIGHTING


@rule
def roll_attack(record: Numbers, numbers: Numbers, face: int) -> int:
    """BSK-C2: a hit asks the defender; BSK-C3: a miss ends the unit's turn."""
    unit = record[STRIKER]
    if hits(numbers, unit, face):
        record[STAGE] = SAVING
        return HIT
    if numbers[MISS_ENDS_UNIT] != 0:
        mark(record, unit, DONE)
    after_attack(record)
    return MISS


@rule
def roll_save(record: Numbers, numbers: Numbers, face: int) -> int:
    """BSK-C4: whoever saves is unhurt; BSK-C5: whoever does not may be the last of his side."""
    unit, target = record[STRIKER], record[TARGET]
    after_attack(record)
    if saves(numbers, target, face):
        return SAVE
    hurt(record, target, loss(record, numbers, unit, target))
    settle(record, numbers)
    return WOUND


@rule
def buffered_of(record: Numbers, target: int, taken: int) -> int:
    """BSK-A6: what of it bolster's health takes, which goes first."""
    left: int = record[at(target, BUFFER)]
    return min(taken, left)


@rule
def hurt(record: Numbers, target: int, taken: int) -> None:
    """BSK-C5, BSK-A6: health is lost."""
    buffered = buffered_of(record, target, taken)
    record[at(target, BUFFER)] -= buffered
    record[at(target, HEALTH)] -= taken - buffered
    if not is_alive(record, target):
        record[at(target, BUFFER)] = 0
        record[at(target, FLAGS)] &= ~(BOLSTERED | RUSHED)
