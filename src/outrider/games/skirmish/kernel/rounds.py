"""The round: indirect fire, the minute, the attack turns (SKM-R1 to SKM-R7)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground, armies_near
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    ACTIONS,
    ARMY,
    ATTACKING,
    BY_FIGURE,
    FIRING,
    FIRST,
    FRESH,
    HIT,
    INDIRECT,
    LIMIT_REACHED,
    MINUTE,
    MOST_ACTIONS,
    NONE,
    PURPOSE,
    READY,
    ROLLERS,
    ROLLING,
    ROLLS_EACH_ROUND,
    ROUND,
    ROUND_LIMIT,
    SEAT,
    SEATS,
    SIDE,
    STAGE,
    TOTAL,
)
from outrider.games.skirmish.kernel.record import (
    Numbers,
    at,
    can_act,
    figures,
    is_alive,
    place,
    players,
    seat_of,
    unmark,
)
from outrider.games.skirmish.kernel.victory import end_game, report, reporters

# -- indirect fire -------------------------------------------------------------------------------


@part
def next_fire(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, army: int
) -> tuple[int, int]:
    """SKM-R1: whom an army fires at next, and which: figure by figure, from each enemy edge it is
    near. Whoever is dead by now resists nothing more, and an army whose player is out has stopped
    firing (SKM-O7). NONE if there is no more."""
    first = army + 1
    for figure in range(unit, figures(record)):
        if is_alive(record, figure):
            x, y = place(record, figure)
            armies = armies_near(record, ground, numbers, seat_of(figure), x, y)
            for seat in range(first, record[SEATS]):
                if armies >> seat & 1:
                    return figure, seat
        first = 0
    return NONE, NONE


@rule
def come_under_fire(record: Numbers, unit: int, army: int) -> None:
    record[PURPOSE] = INDIRECT
    record[HIT] = unit
    record[ARMY] = army
    record[TOTAL] = NONE
    record[STAGE] = FIRING


@part
def begin_round(record: Numbers, ground: Ground, numbers: Numbers) -> None:
    """SKM-R1: whoever is at an enemy's edge comes under fire; then everybody moves (SKM-R2), unless
    the last round is over (SKM-O8)."""
    if record[ROUND] >= numbers[ROUND_LIMIT]:
        end_game(record, LIMIT_REACHED)
        return
    for unit in range(figures(record)):
        if is_alive(record, unit):
            record[at(unit, ACTIONS)] = numbers[MOST_ACTIONS]  # SKM-R3
    if numbers[ROLLS_EACH_ROUND] != 0:
        record[FIRST] = NONE  # SKM-S6
    record[ROUND] += 1
    record[SEAT] = 0
    record[ACTING] = NONE
    record[STAGE] = MINUTE
    unit, army = next_fire(record, ground, numbers, 0, NONE)
    if unit != NONE:
        come_under_fire(record, unit, army)


# -- the minute ----------------------------------------------------------------------------------


@rule
def get_ready(record: Numbers, ground: Ground, numbers: Numbers, seat: int) -> None:
    """SKM-R6: when all are ready the minute is over. Nobody is NONE, where nobody was asked."""
    if seat == NONE:
        return
    record[READY] |= 1 << seat
    if all_ready(record):
        end_minute(record, ground, numbers)


@rule
def all_ready(record: Numbers) -> bool:
    left: bool = players(record) & ~record[READY] == 0
    return left


@part
def end_minute(record: Numbers, ground: Ground, numbers: Numbers) -> None:
    """SKM-O5: who is home with news of an earlier minute reports; else the attacks, for which the
    first edition rolls (SKM-S6), and what was seen in this minute is fresh no longer."""
    found = reporters(record, ground, numbers)
    if found != 0:
        report(record, found)
        return
    for unit in range(figures(record)):
        unmark(record, unit, FRESH)
    record[READY] = 0
    if numbers[ROLLS_EACH_ROUND] != 0:
        record[ROLLERS] = players(record)
        record[STAGE] = ROLLING
    else:
        give_turn(record, ground, numbers, record[FIRST])


# -- attack turns --------------------------------------------------------------------------------


@part
def give_turn(record: Numbers, ground: Ground, numbers: Numbers, first: int) -> None:
    """SKM-R7: clockwise to the first who has an action left; if nobody has, the round is over."""
    for step in range(record[SEATS]):
        seat = (first + step) % record[SEATS]
        for unit in range(SIDE * seat, SIDE * seat + SIDE):
            if can_act(record, unit):
                record[SEAT] = seat
                record[STAGE] = ATTACKING
                return
    begin_round(record, ground, numbers)


@part
def next_turn(record: Numbers, ground: Ground, numbers: Numbers) -> None:
    """SKM-R7: clockwise, unless the acting figure keeps the turn."""
    if record[ACTING] != NONE:
        if can_act(record, record[ACTING]):
            record[STAGE] = ATTACKING
            return
        record[ACTING] = NONE
    give_turn(record, ground, numbers, record[SEAT] + 1)


@rule
def spend(record: Numbers, numbers: Numbers, unit: int) -> None:
    """SKM-R3: the figure has used one action, and keeps the turn if the option says so."""
    record[at(unit, ACTIONS)] -= 1
    if numbers[BY_FIGURE] != 0:
        record[ACTING] = unit  # SKM-R7


@rule
def skip(record: Numbers, ground: Ground, numbers: Numbers, unit: int) -> None:
    """SKM-R7: all actions of the figure are given up."""
    record[at(unit, ACTIONS)] = 0
    next_turn(record, ground, numbers)
