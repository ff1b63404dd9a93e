"""Armour and health (SKM-H1, SKM-H2): how fire is resisted, figure by figure."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import Ground, height
from outrider.games.skirmish.kernel.layout import (
    ACTIONS,
    ARMOUR_DICE,
    ARMOURED,
    ARMY,
    BLAST,
    BLAST_DICE,
    BLAST_FAR,
    BLAST_NEAR,
    FAR_BLAST_DICE,
    FIRING,
    GOES_ON,
    HALVED,
    HEALTH,
    HIT,
    INDIRECT,
    MINUTE,
    NONE,
    PURPOSE,
    RESISTING,
    SEEN,
    SPOT_X,
    SPOT_Y,
    STAGE,
    TOTAL,
    UP,
    WEAK_ARMOUR_DICE,
)
from outrider.games.skirmish.kernel.record import (
    Numbers,
    at,
    figures,
    forget_attack,
    is_alive,
    place,
    unmark,
)
from outrider.games.skirmish.kernel.rounds import come_under_fire, next_fire, next_turn
from outrider.games.skirmish.kernel.victory import destroyed, end_game
from outrider.table.kernel.points import squared


@rule
def armour_dice(numbers: Numbers, health: int) -> int:
    """SKM-H1."""
    dice: int = numbers[ARMOUR_DICE] if health >= numbers[ARMOURED] else numbers[WEAK_ARMOUR_DICE]
    return dice


@rule
def hurt(record: Numbers, unit: int, damage: int) -> None:
    """SKM-G1: what armour did not hold is lost; SKM-H2: at 0 the figure is a corpse, and takes its
    actions and what it saw with it (SKM-O2)."""
    if damage <= 0:
        return
    record[at(unit, HEALTH)] = max(0, record[at(unit, HEALTH)] - damage)
    if not is_alive(record, unit):
        record[at(unit, ACTIONS)] = 0
        unmark(record, unit, SEEN)


@part
def settle(record: Numbers, ground: Ground, numbers: Numbers) -> None:
    """All have resisted: somebody has won, or the game goes on. Only now, since those caught by the
    same blast die together (SKM-O6)."""
    in_minute = record[PURPOSE] == INDIRECT
    forget_attack(record)
    ending = destroyed(record)
    if ending != GOES_ON:
        end_game(record, ending)
    elif in_minute:
        record[STAGE] = MINUTE
    else:
        next_turn(record, ground, numbers)


@rule
def in_blast(numbers: Numbers, which: int, square: int) -> bool:
    """SKM-N2: whether the blast goes so far, near or far. By the option its numbers are diameters:
    doubled, nothing is lost of a half."""
    twice = 4 * square if numbers[HALVED] != 0 else square
    inside: bool = twice <= numbers[which] * numbers[which]
    return inside


@part
def blast_dice(record: Numbers, numbers: Numbers, unit: int, x: int, y: int, up: int) -> int:
    """SKM-N2, SKM-N3: the dice a figure has to resist of a blast there, friend, foe and thrower,
    measured straight (SKM-N5); 0 if it is not caught, or dead."""
    if not is_alive(record, unit):
        return 0
    unit_x, unit_y = place(record, unit)
    rise = record[at(unit, UP)] - up
    square = squared(unit_x, unit_y, x, y) + rise * rise
    if not in_blast(numbers, BLAST_FAR, square):
        return 0
    near = in_blast(numbers, BLAST_NEAR, square)
    dice: int = numbers[BLAST_DICE] if near else numbers[FAR_BLAST_DICE]
    return dice


@part
def next_caught(record: Numbers, ground: Ground, numbers: Numbers, first: int) -> int:
    """The next figure, from this one on, in the blast of the grenade that has landed, or NONE."""
    x, y = record[SPOT_X], record[SPOT_Y]
    up = height(ground, x, y)
    for unit in range(first, figures(record)):
        if blast_dice(record, numbers, unit, x, y, up) > 0:
            return unit
    return NONE


@rule
def come_into_blast(record: Numbers, unit: int) -> None:
    record[PURPOSE] = BLAST
    record[HIT] = unit
    record[TOTAL] = NONE
    record[STAGE] = FIRING


@rule
def go_on_firing(record: Numbers, ground: Ground, numbers: Numbers) -> bool:
    """Whoever comes next under the same fire, if anybody does."""
    if record[PURPOSE] == BLAST:
        unit = next_caught(record, ground, numbers, record[HIT] + 1)
        if unit != NONE:
            come_into_blast(record, unit)
            return True
    elif record[PURPOSE] == INDIRECT:
        unit, army = next_fire(record, ground, numbers, record[HIT], record[ARMY])
        if unit != NONE:
            come_under_fire(record, unit, army)
            return True
    return False


@rule
def roll_attack(record: Numbers, total: int) -> None:
    """SKM-G1: so much has to be resisted."""
    record[TOTAL] = total
    record[STAGE] = RESISTING


@rule
def roll_armour(record: Numbers, ground: Ground, numbers: Numbers, total: int) -> None:
    """SKM-G1, SKM-F2: armour takes as much off; then the next in the same fire."""
    hurt(record, record[HIT], record[TOTAL] - total)
    if not go_on_firing(record, ground, numbers):
        settle(record, ground, numbers)
