"""The attack turn, the ranged weapon (SKM-G1 to SKM-G3) and hand to hand (SKM-F1 to SKM-F3)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    ALTERNATE,
    ANSWERING,
    BLOW,
    DEAD_ALREADY,
    EYE,
    FINE,
    FIRING,
    HAS_ACTED,
    HIT,
    IS_DEAD,
    IS_HIDDEN,
    ITSELF,
    KEEPS_TURN,
    LONG_SHOT_DICE,
    MELEE_REACH,
    NO_ENEMY,
    NONE,
    OPEN_SIGHT,
    OTHERS_TURN,
    OUT_OF_TOUCH,
    PURPOSE,
    RESISTING,
    SEAT,
    SHOT,
    SHOT_DICE,
    SHOT_RANGE,
    STAGE,
    STRIKER,
    SWINGING,
    TARGET,
    TOTAL,
    UP,
)
from outrider.games.skirmish.kernel.record import (
    Answer,
    Numbers,
    at,
    can_act,
    is_alive,
    place,
    seat_of,
    squared_apart,
)
from outrider.games.skirmish.kernel.resisting import hurt, settle
from outrider.games.skirmish.kernel.rounds import spend
from outrider.table.kernel.points import rounded_root
from outrider.table.kernel.sight import blocked_over


@rule
def why_not_act(record: Numbers, unit: int) -> int:
    """Why a figure may do nothing at all in this attack turn."""
    if seat_of(unit) != record[SEAT]:
        return OTHERS_TURN  # SKM-R7
    if not is_alive(record, unit):
        return IS_DEAD  # SKM-H2
    if not can_act(record, unit):
        return HAS_ACTED  # SKM-R4
    if record[ACTING] != NONE and record[ACTING] != unit:
        return KEEPS_TURN  # SKM-R7
    return FINE


@rule
def why_no_enemy(record: Numbers, unit: int, target: int) -> int:
    """SKM-G3."""
    if target == unit:
        return ITSELF
    if seat_of(target) == seat_of(unit):
        return NO_ENEMY
    return FINE if is_alive(record, target) else DEAD_ALREADY


# -- the ranged weapon ---------------------------------------------------------------------------


@part
def hidden_by(record: Numbers, ground: Ground, numbers: Numbers, unit: int, target: int) -> int:
    """SKM-G2: a piece that hides the target from the figure, or NONE."""
    if numbers[OPEN_SIGHT] != 0:
        return NONE
    x, y = place(record, unit)
    to_x, to_y = place(record, target)
    eye = record[at(unit, UP)] + numbers[EYE]
    other = record[at(target, UP)] + numbers[EYE]
    return blocked_over(ground.pieces, ground.corners, x, y, eye, to_x, to_y, other)


@rule
def why_no_shot(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, target: int
) -> tuple[int, int]:
    """SKM-G2, SKM-G3: an enemy in sight; with what hides it."""
    reason = why_no_enemy(record, unit, target)
    if reason != FINE:
        return reason, NONE
    piece = hidden_by(record, ground, numbers, unit, target)
    return (FINE if piece == NONE else IS_HIDDEN), piece


@rule
def why_not_shoot(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, target: int
) -> Answer:
    reason = why_not_act(record, unit)
    if reason != FINE:
        return reason, record[ACTING], 0
    reason, piece = why_no_shot(record, ground, numbers, unit, target)
    return reason, piece, 0


@rule
def shot_dice(record: Numbers, numbers: Numbers, unit: int, target: int) -> int:
    """SKM-G1."""
    reach = numbers[SHOT_RANGE]
    near = squared_apart(record, unit, target) <= reach * reach
    dice: int = numbers[SHOT_DICE] if near else numbers[LONG_SHOT_DICE]
    return dice


@rule
def begin_attack(record: Numbers, numbers: Numbers, unit: int, target: int) -> None:
    spend(record, numbers, unit)
    record[STRIKER] = unit
    record[TARGET] = target


@rule
def shoot(record: Numbers, numbers: Numbers, unit: int, target: int) -> None:
    """SKM-G1: the shot is to be resisted."""
    begin_attack(record, numbers, unit, target)
    record[PURPOSE] = SHOT
    record[HIT] = target
    record[STAGE] = FIRING


# -- hand to hand --------------------------------------------------------------------------------


@rule
def in_reach(record: Numbers, unit: int, other: int, reach: int) -> bool:
    """SKM-F1, SKM-N4."""
    return squared_apart(record, unit, other) <= reach * reach


@rule
def too_far(record: Numbers, unit: int, other: int, reach: int) -> tuple[int, int]:
    """How far apart two are, and by how much too far."""
    length = rounded_root(squared_apart(record, unit, other))
    return length, max(1, length - reach)


@rule
def why_no_blow(record: Numbers, numbers: Numbers, unit: int, target: int) -> int:
    """SKM-F1: at an enemy in touch."""
    reason = why_no_enemy(record, unit, target)
    if reason != FINE or in_reach(record, unit, target, numbers[MELEE_REACH]):
        return reason
    return OUT_OF_TOUCH


@rule
def why_not_strike(record: Numbers, numbers: Numbers, unit: int, target: int) -> Answer:
    reason = why_not_act(record, unit)
    if reason != FINE:
        return reason, record[ACTING], 0
    reason = why_no_blow(record, numbers, unit, target)
    if reason != OUT_OF_TOUCH:
        return reason, 0, 0
    length, by = too_far(record, unit, target, numbers[MELEE_REACH])
    return reason, length, by


@rule
def strike(record: Numbers, numbers: Numbers, unit: int, target: int) -> None:
    begin_attack(record, numbers, unit, target)
    record[STAGE] = SWINGING


@rule
def swing(record: Numbers, total: int) -> None:
    """SKM-F1: the attacker has rolled."""
    record[TOTAL] = total
    record[STAGE] = ANSWERING


@rule
def answer_blow(record: Numbers, ground: Ground, numbers: Numbers, total: int) -> int:
    """SKM-F1: whoever has more deals the difference to the other, who has armour (SKM-F2), or by
    the alternate rule only the target can be hurt, without armour (SKM-F3). By how much the
    attacker has more."""
    margin: int = record[TOTAL] - total
    alternate = numbers[ALTERNATE] != 0
    if margin == 0 or (margin < 0 and alternate):
        settle(record, ground, numbers)
    elif alternate:
        hurt(record, record[TARGET], margin)
        settle(record, ground, numbers)
    else:
        record[PURPOSE] = BLOW
        record[HIT] = record[TARGET] if margin > 0 else record[STRIKER]
        record[TOTAL] = abs(margin)
        record[STAGE] = RESISTING
    return margin
