"""Whether an action is legal, and if not, which rule says so."""

from outrider.compiled import part, rule
from outrider.games.skirmish.kernel.attacking import why_not_act, why_not_shoot, why_not_strike
from outrider.games.skirmish.kernel.grenades import why_not_land, why_not_lob, why_not_take
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ABSENT,
    ACTING,
    ATTACKING,
    CLOCK,
    CLOCK_SAYS,
    COMES_AFTER,
    DEPLOY,
    DICE_FIRST,
    FINE,
    IS_OVER,
    LAND,
    LANDING,
    LOB,
    MINUTE,
    MINUTE_OVER,
    MOST_FIGURES,
    MOST_SEATS,
    MOVE_TO,
    MUST_LAND,
    NEEDS_SEAT,
    NO_ACTION,
    NO_CLOCK,
    NOBODY_MOVES,
    NONE,
    NOT_ASKED,
    NOT_IN_AIR,
    OVER,
    PLACED_BEFORE,
    PLACING,
    READY,
    READY_UP,
    SEAT,
    SEATS,
    SECONDS,
    SHOOT,
    SKIP,
    STAGE,
    STRIKE,
    TAKE,
    TELL,
    TIME,
    TOO_EARLY,
)
from outrider.games.skirmish.kernel.moving import why_not_end, why_not_set_out
from outrider.games.skirmish.kernel.news import why_not_tell
from outrider.games.skirmish.kernel.record import Answer, Numbers, figures, players, seat_of
from outrider.games.skirmish.kernel.setup import why_not_deploy
from outrider.table.kernel.layout import LEAST, MOST


@rule
def is_point(x: int, y: int) -> bool:
    """Within the table's bounds, so that nothing overflows."""
    return LEAST <= x <= MOST and LEAST <= y <= MOST


@rule
def names_another(kind: int) -> bool:
    """Whether a second figure goes with an action."""
    return kind in (SHOOT, STRIKE, TELL, TAKE)


@rule
def names_figure(kind: int) -> bool:
    """Whether a figure goes with an action."""
    return MOVE_TO <= kind <= SKIP or kind == DEPLOY


@rule
def is_action(kind: int, unit: int, third: int, fourth: int) -> bool:
    """Whether four numbers are an action of any kind."""
    if kind == READY_UP:
        return NONE <= unit < MOST_SEATS
    if kind == TIME:
        return True
    if kind == LAND:
        return is_point(third, fourth)
    if not names_figure(kind) or unit < 0 or unit >= MOST_FIGURES:
        return False
    if names_another(kind):
        return 0 <= third < MOST_FIGURES
    return kind == SKIP or is_point(third, fourth)


@rule
def absent(record: Numbers, kind: int, unit: int, third: int) -> int:
    """SKM-S4: the figure of a seat that nobody has taken, or NONE."""
    if names_figure(kind) and unit >= figures(record):
        return unit
    if names_another(kind) and third >= figures(record):
        return third
    return NONE


@rule
def asked(record: Numbers) -> int:
    """The seats that are asked to decide."""
    stage = record[STAGE]
    if stage == MINUTE:
        waiting: int = players(record) & ~record[READY]  # SKM-R6
        return waiting
    return 1 << record[SEAT] if stage in (PLACING, ATTACKING, LANDING) else 0


@rule
def decider(record: Numbers) -> int:
    """The first seat that is asked to decide, or NONE."""
    seats = asked(record)
    for seat in range(record[SEATS]):
        if seats >> seat & 1:
            return seat
    return NONE


@rule
def why_not_in_minute(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    seat: int,
    kind: int,
    unit: int,
    x: int,
    y: int,
) -> Answer:
    """SKM-R2: one moves, or is ready."""
    if kind == MOVE_TO:
        if unit >= figures(record):
            return ABSENT, unit, 0
        reason = why_not_set_out(record, seat, unit)
        if reason != FINE:
            return reason, 0, 0
        return why_not_end(record, ground, numbers, unit, x, y)
    if kind == READY_UP:
        own = unit in (seat, NONE)
        return (FINE if own else NO_ACTION), 0, 0  # SKM-R6
    if kind == DEPLOY:
        return PLACED_BEFORE, 0, 0  # SKM-S3
    return (CLOCK_SAYS if kind == TIME else COMES_AFTER), 0, 0  # SKM-R6, SKM-R2


@rule
def why_not_in_turn(
    record: Numbers, ground: Ground, numbers: Numbers, kind: int, unit: int, third: int, fourth: int
) -> Answer:
    """SKM-R7: one action of one figure."""
    if kind == SHOOT:
        return why_not_shoot(record, ground, numbers, unit, third)
    if kind == STRIKE:
        return why_not_strike(record, numbers, unit, third)
    if kind == LOB:
        return why_not_lob(record, ground, unit, third, fourth)
    if kind == TELL:
        return why_not_tell(record, unit, third)
    if kind == TAKE:
        return why_not_take(record, numbers, unit, third)
    if kind == SKIP:
        return why_not_act(record, unit), record[ACTING], 0
    if kind == LAND:
        return NOT_IN_AIR, 0, 0  # SKM-N1
    if kind == DEPLOY:
        return PLACED_BEFORE, 0, 0  # SKM-S3
    return (NOBODY_MOVES if kind == MOVE_TO else MINUTE_OVER), 0, 0  # SKM-R5, SKM-R6


@rule
def why_not_now(record: Numbers, numbers: Numbers, seat: int, kind: int) -> int:
    """Why somebody is not asked at all; the clock may say that the minute is over (SKM-R6)."""
    if record[STAGE] == OVER:
        return IS_OVER
    decides = asked(record)
    if decides == 0:
        return DICE_FIRST
    if seat != CLOCK:
        return FINE if decides >> seat & 1 else NOT_ASKED
    if kind != TIME:
        return NEEDS_SEAT
    return FINE if record[STAGE] == MINUTE and numbers[SECONDS] > 0 else NO_CLOCK


@part
def why_not(
    record: Numbers,
    ground: Ground,
    numbers: Numbers,
    seat: int,
    kind: int,
    unit: int,
    third: int,
    fourth: int,
) -> Answer:
    """FINE, or the reason why a seat, or the clock, may not do that."""
    if not is_action(kind, unit, third, fourth):
        return NO_ACTION, 0, 0
    reason = why_not_now(record, numbers, seat, kind)
    if reason != FINE or seat == CLOCK:
        return reason, 0, 0
    stage = record[STAGE]
    if stage == LANDING:
        if kind != LAND:
            return MUST_LAND, 0, 0  # SKM-N1
        return why_not_land(record, ground, third, fourth)
    if stage == PLACING and kind != DEPLOY:
        return TOO_EARLY, 0, 0  # SKM-S3
    if stage == MINUTE:
        return why_not_in_minute(record, ground, numbers, seat, kind, unit, third, fourth)
    missing = absent(record, kind, unit, third)
    if missing != NONE:
        return ABSENT, missing, 0  # SKM-S4
    if stage == PLACING:
        return why_not_deploy(record, ground, numbers, unit, third, fourth)
    return why_not_in_turn(record, ground, numbers, kind, unit, third, fourth)


@rule
def actor(record: Numbers, kind: int, unit: int) -> int:
    """The seat an action comes from where nobody says: a move is its owner's, who is ready names
    himself, the time is the clock's."""
    if kind == TIME:
        return CLOCK
    if record[STAGE] != MINUTE:
        seat: int = record[SEAT]
        return seat
    if kind == READY_UP and unit != NONE:
        return unit
    return seat_of(unit) if kind == MOVE_TO else decider(record)
