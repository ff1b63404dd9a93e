"""Telling others what was seen (SKM-O3)."""

from outrider.compiled import rule
from outrider.games.skirmish.kernel.attacking import why_not_act
from outrider.games.skirmish.kernel.ground import Ground
from outrider.games.skirmish.kernel.layout import (
    ACTING,
    FINE,
    NO_FRIEND,
    NOTHING_SEEN,
    SEEN,
    TOLD_DEAD,
)
from outrider.games.skirmish.kernel.record import Answer, Numbers, has, is_alive, mark, seat_of
from outrider.games.skirmish.kernel.rounds import next_turn, spend
from outrider.games.skirmish.kernel.victory import reports_at_once


@rule
def why_no_news(record: Numbers, unit: int, target: int) -> int:
    """SKM-O3: news, and another live figure of one's side."""
    if not has(record, unit, SEEN):
        return NOTHING_SEEN
    if seat_of(target) != seat_of(unit) or target == unit:
        return NO_FRIEND
    return FINE if is_alive(record, target) else TOLD_DEAD


@rule
def why_not_tell(record: Numbers, unit: int, target: int) -> Answer:
    reason = why_not_act(record, unit)
    if reason != FINE:
        return reason, record[ACTING], 0
    return why_no_news(record, unit, target), 0, 0


@rule
def tell(record: Numbers, ground: Ground, numbers: Numbers, unit: int, target: int) -> None:
    """SKM-O3: the told figure has seen, too; SKM-O5: at home it reports in the next minute, or at
    once if the option says so."""
    spend(record, numbers, unit)
    mark(record, target, SEEN)
    if not reports_at_once(record, ground, numbers, target):
        next_turn(record, ground, numbers)
