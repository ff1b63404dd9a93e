"""Turns (SKR-T1), and whom a game waits for."""

from outrider.compiled import DECIDE, NOBODY, NOTHING, ROLL, part, rule
from outrider.games.skirmishers.kernel.layout import (
    ATTACK,
    BOW,
    BOW_DICE,
    CHOOSING,
    DEFENSE,
    DEFENSE_DICE,
    FIGHTING,
    FIRER,
    FIRING,
    FIRING_DICE,
    FLAGS,
    MELEE_DICE,
    OVER_,
    RETURNING,
    SEAT,
    SPENT,
    STAGE,
    STRIKER,
    STRIKERS,
    TARGET,
    TURNS,
    UNITS,
    WATCHING,
    WEAPON,
)
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    seat_of,
    striker_at,
)
from outrider.games.skirmishers.kernel.victory import count_held, settle


@part
def end_turn(record: Numbers, ground: Ground) -> None:
    """The other side's turn. All that was used up in this one, reactions too, is there again."""
    seat = record[SEAT]
    count_held(record, ground, seat)
    for unit in range(record[UNITS]):
        record[at(unit, FLAGS)] &= ~SPENT
    record[SEAT] = 1 - seat
    record[TURNS] += 1
    settle(record, ground, False)


@rule
def decides(record: Numbers) -> bool:
    """Whether somebody has a choice."""
    stage: int = record[STAGE]
    return stage in (FIGHTING, RETURNING, WATCHING, CHOOSING)


@rule
def defense_dice(record: Numbers, ground: Ground, firer: int, target: int) -> int:
    """SKR-G1: the target's dice, and one more against a bow."""
    dice: int = record[at(target, DEFENSE)]
    return dice + ground[3][BOW_DICE] if record[at(firer, WEAPON)] == BOW else dice


@part
def pooled(record: Numbers) -> int:
    """SKR-F2: the dice of all who strike together."""
    dice = 0
    for number in range(record[STRIKERS]):
        dice += record[at(record[striker_at(record, number, STRIKER)], ATTACK)]
    return dice


@part
def dice_due(record: Numbers, ground: Ground) -> int:
    """How many dice have to fall; 0 if somebody decides or it is over."""
    stage = record[STAGE]
    if stage == FIRING_DICE:
        firing: int = record[at(record[FIRER], FIRING)]
        return firing
    if stage == DEFENSE_DICE:
        return defense_dice(record, ground, record[FIRER], record[TARGET])
    if stage == MELEE_DICE:
        return pooled(record)
    if decides(record) or stage == OVER_:
        return 0
    answer: int = record[at(record[TARGET], ATTACK)]
    return answer


@rule
def awaited(record: Numbers) -> tuple[int, int]:
    """What a game waits for, and from which side."""
    stage, seat = record[STAGE], record[SEAT]
    if stage == FIGHTING:
        return DECIDE, seat
    if stage == OVER_:
        return NOTHING, NOBODY
    if decides(record):
        return DECIDE, 1 - seat
    if stage == FIRING_DICE:
        return ROLL, seat_of(record, record[FIRER])
    if stage == MELEE_DICE:
        return ROLL, seat
    return ROLL, seat_of(record, record[TARGET])
