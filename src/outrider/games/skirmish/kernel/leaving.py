"""A player leaves a table of three or more: the others go on (SKM-O7)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    ARMY,
    BLAST,
    FACES,
    FIELDS,
    GOES_ON,
    HIT,
    INDIRECT,
    MINUTE,
    NONE,
    PURPOSE,
    READY,
    ROLLERS,
    ROLLING,
    SEAT,
    SIDE,
    STAGE,
    STRIKER,
    TARGET,
)
from outrider.games.skirmish.kernel.record import Numbers, at, seat_of
from outrider.games.skirmish.kernel.resisting import go_on_firing, settle
from outrider.games.skirmish.kernel.rounds import all_ready, end_minute, next_turn
from outrider.games.skirmish.kernel.setup import has_first_turn, roller
from outrider.games.skirmish.kernel.victory import destroyed, end_game


@rule
def is_of(unit: int, seat: int) -> bool:
    return unit != NONE and seat_of(unit) == seat


@rule
def take_off(record: Numbers, seat: int) -> None:
    """The player's figures are taken off the table, grenades and all."""
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        for field in range(FIELDS):
            record[at(unit, field)] = 0
    record[READY] &= ~(1 << seat)


@rule
def goes_on(record: Numbers, ground: Ground, numbers: Numbers, seat: int) -> bool:
    """Whether an attack that is under way goes on: with what is left to be resisted, and nothing of
    what the player or against the player was done."""
    if is_of(record[STRIKER], seat):
        return False
    if record[PURPOSE] == BLAST or record[PURPOSE] == INDIRECT:
        if is_of(record[HIT], seat) or record[ARMY] == seat:
            return go_on_firing(record, ground, numbers)
        return True
    return not is_of(record[TARGET], seat) and destroyed(record) == GOES_ON


@rule
def roll_without(record: Numbers, ground: Ground, numbers: Numbers, seat: int) -> int:
    """The others roll for the first turn anew; if one is left to, that player has it. Who, or
    NONE."""
    left = record[ROLLERS] & ~(1 << seat)
    record[ROLLERS] = left
    record[FACES] = 0
    if left & (left - 1) != 0:
        return NONE
    winner = roller(record)
    has_first_turn(record, ground, numbers, winner)
    return winner


@part
def leave(record: Numbers, ground: Ground, numbers: Numbers, seat: int) -> int:
    """SKM-O7: whatever waited for the player goes on without. Who has won the roll for the first
    turn by that, or NONE."""
    take_off(record, seat)
    fights = record[STRIKER] != NONE or record[PURPOSE] != NONE
    if fights and goes_on(record, ground, numbers, seat):
        return NONE
    stage = record[STAGE]
    ending = destroyed(record)
    if ending != GOES_ON:
        end_game(record, ending)
    elif fights:
        settle(record, ground, numbers)
    elif stage == ROLLING:
        return roll_without(record, ground, numbers, seat)
    elif stage == MINUTE:
        if all_ready(record):
            end_minute(record, ground, numbers)
    elif record[SEAT] == seat:
        record[ACTING] = NONE
        next_turn(record, ground, numbers)
    return NONE
