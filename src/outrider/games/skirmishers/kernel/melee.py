"""Melee (SKR-F1 to SKR-F11)."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.fire import is_foe, is_own
from outrider.games.skirmishers.kernel.layout import (
    ADVANTAGE,
    ANSWER,
    ANSWER_DICE,
    ATTACK,
    CHOOSING,
    DIGIT,
    EQUAL,
    FIGHTING,
    FINE,
    FIRED,
    FIRED_NO_STRIKE,
    FOUGHT,
    KILL,
    MELEE_DICE,
    NO_FOE,
    NO_PIECE,
    NO_TOUCH,
    NOT_BEATEN,
    NOTHING,
    OVER,
    REVERSAL,
    SLOTS,
    STAGE,
    STRIKER,
    STRIKER_FACES,
    STRIKERS,
    STRUCK_BEFORE,
    TARGET,
    TWO_IN_ONE,
    USED,
)
from outrider.games.skirmishers.kernel.layout import AT as TARGET_OF
from outrider.games.skirmishers.kernel.layout import MOST_POINTS as PAIRS
from outrider.games.skirmishers.kernel.record import (
    Answer,
    Ground,
    Numbers,
    at,
    face,
    forget_fight,
    gap_of,
    has,
    highest,
    is_over,
    mark,
    part_from,
    put_in,
    striker_at,
    touching,
)
from outrider.games.skirmishers.kernel.turns import pooled
from outrider.games.skirmishers.kernel.victory import kill

SINGLE = 2 * PAIRS
"""So many slots hold one striker each; what follows stands in their upper digits."""


@rule
def striker_in(action: Numbers, number: int) -> int:
    """One of those who strike, by its number in the action."""
    slot: int = action[SLOTS + number % SINGLE]
    return slot % TWO_IN_ONE if number < SINGLE else slot // TWO_IN_ONE - 1


@rule
def add_striker(action: Numbers, unit: int) -> None:
    number = action[USED]
    if number < SINGLE:
        action[SLOTS + number] = unit
    else:
        action[SLOTS + number % SINGLE] += TWO_IN_ONE * (unit + 1)
    action[USED] = number + 1


@rule
def why_not_fight(record: Numbers, unit: int) -> int:
    """SKR-T3: why a piece of the side whose turn it is may not strike anybody."""
    if has(record, unit, FIRED):
        return FIRED_NO_STRIKE
    return STRUCK_BEFORE if has(record, unit, FOUGHT) else FINE


@part
def why_not_strike(record: Numbers, ground: Ground, action: Numbers) -> Answer:
    """SKR-F1, SKR-F2: every striker touches the enemy."""
    target, gap = action[TARGET_OF], gap_of(ground)
    for number in range(action[USED]):
        unit = striker_in(action, number)
        if not is_own(record, unit):
            return NO_PIECE, unit, 0  # SKR-T1
        reason = why_not_fight(record, unit)
        if reason != FINE:
            return reason, unit, 0
        if not is_foe(record, unit, target):
            return NO_FOE, 0, 0
        if not touching(record, gap, unit, target):
            return NO_TOUCH, unit, 0
    return FINE, 0, 0


@part
def strike(record: Numbers, ground: Ground, action: Numbers) -> int:
    """SKR-F2: the strikers' dice are pooled."""
    record[STRIKERS] = action[USED]
    for number in range(action[USED]):
        unit = striker_in(action, number)
        record[striker_at(record, number, STRIKER)] = unit
        record[striker_at(record, number, STRIKER_FACES)] = 0
        mark(record, unit, FOUGHT)
    record[TARGET] = action[TARGET_OF]
    record[ANSWER] = 0
    record[STAGE] = MELEE_DICE
    return NOTHING if pooled(record) > 0 else struck(record, ground)


@part
def roll_melee(record: Numbers, ground: Ground, faces: Numbers) -> int:
    """The strikers' dice have fallen, in their order; the target rolls, if it has dice."""
    die = 0
    for number in range(record[STRIKERS]):
        thrown = 0
        for each in range(record[at(record[striker_at(record, number, STRIKER)], ATTACK)]):
            thrown += faces[die] << (DIGIT * each)
            die += 1
        record[striker_at(record, number, STRIKER_FACES)] = thrown
    return struck(record, ground)


@rule
def roll_answer(record: Numbers, ground: Ground, faces: Numbers) -> int:
    thrown = 0
    for each in range(record[at(record[TARGET], ATTACK)]):
        thrown += faces[each] << (DIGIT * each)
    record[ANSWER] = thrown
    return decided(record, ground)


@part
def struck(record: Numbers, ground: Ground) -> int:
    if record[at(record[TARGET], ATTACK)] > 0:
        record[STAGE] = ANSWER_DICE
        return NOTHING
    return decided(record, ground)


@part
def top_two(record: Numbers) -> tuple[int, int, int]:
    """The strikers' highest face, the next, and whose the first of the highest is (SKR-F10)."""
    best = second = 0
    whose = record[striker_at(record, 0, STRIKER)]
    for number in range(record[STRIKERS]):
        unit = record[striker_at(record, number, STRIKER)]
        thrown = record[striker_at(record, number, STRIKER_FACES)]
        for each in range(record[at(unit, ATTACK)]):
            value = face(thrown, each)
            if value > best:
                best, second, whose = value, best, unit
            else:
                second = max(second, value)
    return best, second, whose


@part
def second_of(faces: int, count: int) -> int:
    """The second highest of some faces."""
    best = second = 0
    for number in range(count):
        value = face(faces, number)
        if value > best:
            best, second = value, best
        else:
            second = max(second, value)
    return second


@part
def decided(record: Numbers, ground: Ground) -> int:
    """SKR-F3: the higher highest die wins; SKR-F4: equal ones change nothing."""
    target = record[TARGET]
    best, second, whose = top_two(record)
    answer = highest(record[ANSWER], record[at(target, ATTACK)])
    if best < answer:
        if record[STRIKERS] > 1:
            record[STAGE] = CHOOSING  # SKR-F9
            return NOTHING
        return suffer(record, ground, record[striker_at(record, 0, STRIKER)])
    on_top = False
    for number in range(record[STRIKERS]):
        if is_over(record, record[striker_at(record, number, STRIKER)], target):
            on_top = True
    forget_fight(record)
    record[STAGE] = FIGHTING
    if best == answer:
        return EQUAL
    if on_top or second > answer:  # SKR-F10, SKR-F7
        kill(record, ground, target)
        return KILL
    return take_advantage(record, whose, target)


@part
def suffer(record: Numbers, ground: Ground, loser: int) -> int:
    """SKR-F5, SKR-F7, SKR-F9: the target has beaten its strikers, and this one suffers."""
    target = record[TARGET]
    best, _, _ = top_two(record)
    second = second_of(record[ANSWER], record[at(target, ATTACK)])
    forget_fight(record)
    record[STAGE] = FIGHTING
    if is_over(record, target, loser) or second > best:
        kill(record, ground, loser)
        return KILL
    return take_advantage(record, target, loser)


@rule
def take_advantage(record: Numbers, winner: int, loser: int) -> int:
    """SKR-F5, SKR-F6: one over the other; an advantage the other way round ends."""
    reversal = is_over(record, loser, winner)
    part_from(record, winner, loser)
    put_in(record, at(winner, OVER), loser)
    return REVERSAL if reversal else ADVANTAGE


@rule
def why_not_choose(record: Numbers, unit: int) -> int:
    """SKR-F9: one of those who were beaten."""
    for number in range(record[STRIKERS]):
        if record[striker_at(record, number, STRIKER)] == unit:
            return FINE
    return NOT_BEATEN
