"""Victory (SKR-S4, SKR-V1): after every kill and at the end of every turn."""

from outrider.compiled import part, rule
from outrider.games.skirmishers.kernel.layout import (
    ALIVE,
    BLUE_GOALS,
    COUNT,
    DESTROY,
    DESTROY_ALL,
    EDGE,
    ENDING,
    ENDS,
    EXIT,
    FLAGS,
    GOAL,
    GOAL_FIELDS,
    GOALS,
    GOES_ON,
    HELD_TURNS,
    HOLD,
    IN_A_ROW,
    LEAVE,
    LIMIT_REACHED,
    MET,
    MOST_CONDITIONS,
    NAMED,
    OVER_,
    REACH,
    RED_GOALS,
    SPENT,
    STAGE,
    TURN_LIMIT,
    TURNS,
    UNITS,
    ZONE,
)
from outrider.games.skirmishers.kernel.record import (
    Ground,
    Numbers,
    at,
    end_of,
    first_of,
    forget_fight,
    forget_shot,
    forget_way,
    has,
    is_here,
    is_in,
    part_from,
    place,
)
from outrider.table.kernel.crossing import holds


@rule
def goals_of(ground: Ground, seat: int) -> int:
    """How many conditions a side has."""
    count: int = ground[2][BLUE_GOALS if seat else RED_GOALS]
    return count


@rule
def goal_at(ground: Ground, seat: int, number: int) -> int:
    """Where a condition stands in the plan."""
    before: int = ground[2][RED_GOALS] if seat else 0
    return GOALS + GOAL_FIELDS * (before + number)


@part
def in_zone(record: Numbers, ground: Ground, seat: int, zone: int) -> int:
    """How many of a side's pieces have their centre in a zone or on its outline."""
    count = 0
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if is_here(record, unit):
            x, y = place(record, unit)
            if holds(ground[0], ground[1], zone, x, y):
                count += 1
    return count


@rule
def holds_zone(record: Numbers, ground: Ground, seat: int, zone: int) -> bool:
    """SKR-S4: at least one's own piece in it, and no enemy."""
    return in_zone(record, ground, seat, zone) > 0 and in_zone(record, ground, 1 - seat, zone) == 0


@part
def living(record: Numbers, seat: int) -> int:
    """How many of a side's pieces are alive, on the table or not."""
    count = 0
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if has(record, unit, ALIVE):
            count += 1
    return count


@rule
def all_dead(record: Numbers, ground: Ground, goal: int) -> bool:
    """Whether all the pieces a condition names are dead."""
    for unit in range(record[UNITS]):
        if has(record, unit, ALIVE) and is_in(ground[2], goal + NAMED, unit):
            return False
    return True


@rule
def gone_by(record: Numbers, seat: int, edge: int) -> int:
    """How many of a side's pieces have left by an edge."""
    count = 0
    for unit in range(first_of(record, seat), end_of(record, seat)):
        if record[at(unit, EXIT)] == edge:
            count += 1
    return count


@part
def is_met(record: Numbers, ground: Ground, seat: int, number: int) -> bool:
    """SKR-S4: whether a side has met a condition."""
    plan = ground[2]
    goal = goal_at(ground, seat, number)
    kind, count = plan[goal + GOAL], plan[goal + COUNT]
    if kind == DESTROY_ALL:
        return living(record, 1 - seat) == 0
    if kind == DESTROY:
        return all_dead(record, ground, goal)
    if kind == REACH:
        reached: bool = in_zone(record, ground, seat, plan[goal + ZONE]) >= count
        return reached
    if kind == HOLD:
        counted = record[HELD_TURNS + MOST_CONDITIONS * seat + number]
        held: bool = counted >= plan[goal + IN_A_ROW]
        return held
    if kind == LEAVE:
        left: bool = gone_by(record, seat, plan[goal + EDGE]) >= count
        return left
    lasts: bool = record[TURNS] >= plan[TURN_LIMIT]
    return lasts and living(record, seat) > 0


@rule
def first_met(record: Numbers, ground: Ground, seat: int, at_once: bool) -> int:
    """The number, from 1, of the first condition a side has met; 0 if it has met none. Only a kill
    can meet those that count `at_once`."""
    for number in range(goals_of(ground, seat)):
        kind = ground[2][goal_at(ground, seat, number) + GOAL]
        if at_once and kind != DESTROY_ALL and kind != DESTROY:
            continue
        if is_met(record, ground, seat, number):
            return number + 1
    return 0


@part
def settle(record: Numbers, ground: Ground, at_once: bool) -> None:
    """SKR-V1: write down whether and how a game is over; both sides at the same look: a draw."""
    red = first_met(record, ground, 0, at_once)
    blue = first_met(record, ground, 1, at_once)
    if red or blue:
        record[ENDING] = MET + ENDS * red + blue
    elif record[TURNS] >= ground[2][TURN_LIMIT]:
        record[ENDING] = LIMIT_REACHED  # SKR-S4
    else:
        record[ENDING] = GOES_ON
        return
    record[STAGE] = OVER_
    forget_shot(record)
    forget_fight(record)
    forget_way(record)


@part
def kill(record: Numbers, ground: Ground, unit: int) -> None:
    """A piece dies where it is (SKR-X6): every advantage it was part of ends (SKR-F8)."""
    for each in range(record[UNITS]):
        part_from(record, unit, each)
    record[at(unit, FLAGS)] &= ~(ALIVE | SPENT)
    settle(record, ground, False)


@rule
def count_held(record: Numbers, ground: Ground, seat: int) -> None:
    """SKR-S4: at the end of how many own turns in a row each zone has been held now."""
    for number in range(goals_of(ground, seat)):
        goal = goal_at(ground, seat, number)
        where = HELD_TURNS + MOST_CONDITIONS * seat + number
        if ground[2][goal + GOAL] == HOLD:
            if holds_zone(record, ground, seat, ground[2][goal + ZONE]):
                record[where] += 1
            else:
                record[where] = 0
