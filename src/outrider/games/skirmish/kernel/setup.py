"""Getting ready (SKM-S1 to SKM-S6)."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.ground import (
    Ground,
    at_edge,
    height,
    rests_on,
    too_far_from_edge,
)
from outrider.games.skirmish.kernel.layout import (
    AT_OTHERS_EDGE,
    BASE,
    FACE_BITS,
    FACES,
    FAR_FROM_EDGE,
    FINE,
    FIRST,
    HAS_PLACE,
    IS_DEAD,
    NONE,
    NOT_OWN,
    OFF_TABLE,
    OVERLAPS,
    PLACED,
    ROLLERS,
    ROLLING,
    ROLLS_EACH_ROUND,
    SEAT,
    SEATS,
    STAGE,
    UP,
    X,
    Y,
)
from outrider.games.skirmish.kernel.record import (
    Answer,
    Numbers,
    at,
    figures,
    has,
    is_alive,
    mark,
    place,
    seat_of,
)
from outrider.games.skirmish.kernel.rounds import begin_round, give_turn
from outrider.table.kernel.points import squared


@rule
def waits(record: Numbers, unit: int) -> bool:
    """Whether a figure has still to be placed. One that is not in the game has not."""
    return is_alive(record, unit) and not has(record, unit, PLACED)


@part
def overlapped(record: Numbers, numbers: Numbers, unit: int, x: int, y: int, end: int) -> int:
    """SKM-M2: the first other live figure, of those before `end`, whose base a figure would
    overlap there, or NONE. Bases may touch; a corpse is stepped over."""
    apart = 2 * numbers[BASE]
    for other in range(end):
        if other != unit and is_alive(record, other) and has(record, other, PLACED):
            other_x, other_y = place(record, other)
            if squared(other_x, other_y, x, y) < apart * apart:
                return other
    return NONE


@part
def why_not_here(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """SKM-M2: on the table and clear of all bases; SKM-S2: at one's own edge; SKM-S3: not at
    another's."""
    if not rests_on(ground, x, y):
        return OFF_TABLE, 0, 0
    other = overlapped(record, numbers, unit, x, y, figures(record))
    if other != NONE:
        return OVERLAPS, other, 0
    own = seat_of(unit)
    if not at_edge(ground, numbers, own, x, y):
        return FAR_FROM_EDGE, too_far_from_edge(ground, numbers, own, x, y), 0
    for seat in range(record[SEATS]):
        if seat != own and at_edge(ground, numbers, seat, x, y):
            return AT_OTHERS_EDGE, seat, 0
    return FINE, 0, 0


@rule
def why_not_deploy(
    record: Numbers, ground: Ground, numbers: Numbers, unit: int, x: int, y: int
) -> Answer:
    """SKM-S3: a figure of one's own, which has no place yet."""
    if seat_of(unit) != record[SEAT]:
        return NOT_OWN, 0, 0
    if not is_alive(record, unit):
        return IS_DEAD, 0, 0
    if not waits(record, unit):
        return HAS_PLACE, 0, 0
    return why_not_here(record, ground, numbers, unit, x, y)


@rule
def put(record: Numbers, ground: Ground, unit: int, x: int, y: int) -> None:
    """SKM-M2: a figure stands there now, on top of what is there."""
    record[at(unit, X)] = x
    record[at(unit, Y)] = y
    record[at(unit, UP)] = height(ground, x, y)


@rule
def deploy(record: Numbers, ground: Ground, numbers: Numbers, unit: int, x: int, y: int) -> None:
    """SKM-S3: one figure each in turn; after the last the roll for the first turn, or the first
    round (SKM-S6)."""
    put(record, ground, unit, x, y)
    mark(record, unit, PLACED)
    record[SEAT] = (record[SEAT] + 1) % record[SEATS]
    for each in range(figures(record)):
        if waits(record, each):
            return
    if numbers[ROLLS_EACH_ROUND] != 0:
        begin_round(record, ground, numbers)
    else:
        record[ROLLERS] = (1 << record[SEATS]) - 1
        record[STAGE] = ROLLING


@rule
def face_of(record: Numbers, seat: int) -> int:
    """What a seat has rolled for the first turn, or 0."""
    face: int = record[FACES] >> (FACE_BITS * seat) & ((1 << FACE_BITS) - 1)
    return face


@rule
def roller(record: Numbers) -> int:
    """Who rolls next for the first turn, or NONE."""
    for seat in range(record[SEATS]):
        if record[ROLLERS] >> seat & 1 and face_of(record, seat) == 0:
            return seat
    return NONE


@rule
def has_first_turn(record: Numbers, ground: Ground, numbers: Numbers, seat: int) -> None:
    """SKM-S6: in setup before the first round, or in every round when the minute is over."""
    record[ROLLERS] = 0
    record[FACES] = 0
    record[FIRST] = seat
    if numbers[ROLLS_EACH_ROUND] != 0:
        give_turn(record, ground, numbers, seat)
    else:
        begin_round(record, ground, numbers)


@rule
def roll_for_first(record: Numbers, ground: Ground, numbers: Numbers, face: int) -> int:
    """SKM-S6: each rolls a die, those who tie for the highest again. Who has won, or NONE."""
    record[FACES] |= face << (FACE_BITS * roller(record))
    if roller(record) != NONE:
        return NONE
    best, highest = 0, 0
    for seat in range(record[SEATS]):
        fell = face_of(record, seat)
        if fell > highest:
            best, highest = 0, fell
        if fell == highest:
            best |= 1 << seat
    record[ROLLERS] = best
    record[FACES] = 0
    if best & (best - 1) != 0:
        return NONE
    winner = roller(record)
    has_first_turn(record, ground, numbers, winner)
    return winner
