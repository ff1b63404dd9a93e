"""What the facade calls: one game at a time, a few numbers in, a few numbers out."""

from outrider.compiled import entry
from outrider.games.basic.kernel import choosing, legality, odds, playing
from outrider.games.basic.kernel.combat import why_not_target
from outrider.games.basic.kernel.command import heard
from outrider.games.basic.kernel.layout import (
    AIM,
    HERE,
    MOVERS,
    REACH,
    STANDING,
    ZONE_OF,
)
from outrider.games.basic.kernel.moving import movement, standing, why_not_set_out
from outrider.games.basic.kernel.record import Answer, Numbers, seat_of
from outrider.games.basic.kernel.setup import why_not_here, zone
from outrider.games.basic.kernel.victory import settle
from outrider.table import kernel as measuring


@entry(measuring)
def check(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    kind: int,
    unit: int,
    third: int,
    fourth: int,
) -> Answer:
    """FINE, or why an action is not legal, with its figures."""
    return legality.why_not(record, table, numbers, kind, unit, third, fourth)


@entry(measuring)
def play(record: Numbers, numbers: Numbers, kind: int, unit: int, third: int, fourth: int) -> None:
    """Play a legal action, in place."""
    playing.play(record, numbers, kind, unit, third, fourth)


@entry(measuring)
def fall(record: Numbers, numbers: Numbers, face: int) -> int:
    """Let a die fall, in place; what it has done."""
    return playing.fall(record, numbers, face)


@entry(measuring)
def judge(record: Numbers, numbers: Numbers) -> None:
    """Write into a battle whether and how it is over, from the position alone."""
    settle(record, numbers)


@entry(measuring)
def choose(record: Numbers, numbers: Numbers, share: float) -> Answer:
    """A random kind of action, unit and target or ability, from one share."""
    return choosing.chosen(record, numbers, share)


@entry(measuring)
def attempt(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    kind: int,
    unit: int,
    across: float,
    up: float,
) -> Answer:
    """A random point for it from two shares more, and FINE if it is legal."""
    return choosing.tried(record, table, numbers, kind, unit, across, up)


@entry(measuring)
def chances(record: Numbers, numbers: Numbers, unit: int, target: int, found: Numbers) -> None:
    """Count what the dice of an attack may do."""
    odds.count(record, numbers, unit, target, found)


@entry(measuring)
def survey(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    question: int,
    unit: int,
    third: int,
    fourth: int,
) -> Answer:
    """One of the questions of `layout`."""
    if question == MOVERS:
        return choosing.movers(record), 0, 0
    if question == REACH:
        return why_not_set_out(record, unit), movement(record, numbers, unit), 0
    if question == HERE:
        return why_not_here(record, table, numbers, unit, third, fourth)
    if question == ZONE_OF:
        low, high = zone(table, numbers, seat_of(unit))
        return low, high, 0
    if question == AIM:
        return why_not_target(record, numbers, unit, third)
    if question == STANDING:
        return standing(record, table, numbers)
    return heard(record, numbers, third), 0, 0
